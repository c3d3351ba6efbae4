"use strict";
// Turns a report and its remarks into plain data for an editor: lines and columns from 1.
const path = require("node:path");
const { fileURLToPath } = require("node:url");

const isNumber = value => typeof value === "number" && isFinite(value);
const count = value => isNumber(value) ? Math.round(value).toLocaleString("en-US") : "unknown";
const percent = value => `${(100 * value).toFixed(1)} %`;
function seconds(value) {
  if (!isNumber(value)) return "unknown";
  const [scale, unit] = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]].find(([s]) => value >= s) ?? [1e-9, "ns"];
  return `${Number((value / scale).toPrecision(3))} ${unit}`;
}
const bounds = { exact: "", estimate: "", lower: "at least ", upper: "at most ", none: "roughly " };

/** Places of a report are relative to some folder above the file that was analysed. */
const isAt = (place, file) => Boolean(place?.file) &&
  (place.file === file || file.endsWith(path.sep + place.file));

/** The format of C++ kernels. */
const isHls = report => report?.format === "roofline-hls-report";
/** Parts of a C++ kernel at their places; one without a file stands in the kernel's. */
const placed = (kernel, kind) => (kernel[kind] ?? []).map(one => ({ ...one, file: one.file ?? kernel.file }));
const range = cycles => cycles.least === cycles.most ? count(cycles.most) : `${count(cycles.least)} to ${count(cycles.most)}`;
const times = (kernel, advice) => Number((kernel.latency.most / Math.max(1, advice.latency.most)).toPrecision(3));

const several = (number, what) => `${count(number)} ${what}${number === 1 ? "" : "s"}`;

function hlsLenses(report, file) {
  const lenses = [];
  for (const kernel of report.kernels) {
    if (isAt(kernel, file))
      lenses.push({ line: kernel.line, title: `${kernel.name}: ${kernel.missing.length ? "at least " : ""}${range(kernel.latency)} cycles, ` +
        `${seconds(kernel.microseconds / 1e6)} on ${kernel.device}${kernel.doubt ? `; it will not be built: ${kernel.doubt}` : ""}` });
    for (const loop of placed(kernel, "loops").filter(one => isAt(one, file)))
      lenses.push({ line: loop.line, title: [loop.is_unrolled_in_full ? null : `${percent(Math.min(1, loop.total_cycles / Math.max(1, kernel.latency.most)))} of the cycles`,
        loop.is_pipelined ? `interval ${count(loop.interval)}` : null, `${range({ least: loop.least_trip, most: loop.most_trip })} trips`,
        loop.becomes].filter(Boolean).join(", ") });
  }
  return lenses;
}

function hlsHover(report, file, line) {
  const texts = [];
  for (const kernel of report.kernels) {
    const here = kind => placed(kernel, kind).filter(one => isAt(one, file) && one.line === line);
    for (const loop of here("loops"))
      texts.push(`**Loop**: ${loop.becomes}${loop.is_pipelined ? `, interval ${several(loop.interval, "cycle")}` : ""}` +
        (loop.interval_reason ? `: ${loop.interval_reason}` : "") + (loop.is_unrolled_in_full ? "" : `; depth ${count(loop.depth)}, ${range(loop.latency)} cycles of one entry`));
    for (const one of here("directives"))
      texts.push(`**\`${one.text}\`**: ${one.outcome}${one.reason ? `: ${one.reason}` : ""}`);
    for (const array of here("arrays"))
      texts.push(`**Array \`${array.name}\`**: ${several(array.banks.reduce((a, b) => a * b, 1), "bank")}, ${count(array.ports)} ports, ${array.storage}`);
    for (const one of here("missing")) texts.push(`**Unknown**: ${one.reason}`);
    for (const advice of here("advice"))
      texts.push(`**Advice**: ${advice.texts.join("; ")}, ${times(kernel, advice)} times as fast`);
  }
  return texts.length ? [...new Set(texts)].join("\n\n") : null;
}

/** The line behind the one that opens the body of the loop at `line`; null where that has no line of its own. */
function bodyOf(lines, line) {
  for (let next = line; next < line + 4 && next <= lines.length; ++next)
    if (/\{\s*(\/\/.*)?$/.test(lines[next - 1])) return next + 1;
  return null;
}

/** Pragmas of a loop stand in its body. Those of a project's script are changed there, by nobody here. */
function hlsFixes(report, file, text) {
  const fixes = [], lines = text.split("\n");
  for (const kernel of report.kernels)
    for (const advice of placed(kernel, "advice").filter(one => isAt(one, file))) {
      const fix = { line: advice.line, title: `Roofline: ${advice.texts.join("; ")} (${times(kernel, advice)} times as fast)`, insert: [], remove: [], before: null };
      const wanted = advice.texts.map(one => /^(no )?(#pragma HLS (\w+).*) in .* at line (\d+)$/.exec(one));
      const isHere = wanted.every(one => one && Number(one[4]) === advice.line);
      const loops = new Set(kernel.loops.flatMap((loop, index) => loop.line === advice.line && !loop.file ? [index] : []));
      const replaced = kernel.directives.filter(one => loops.has(one.loop) && wanted.some(want => want?.[3] === one.text.split(" ")[0]));
      fix.before = bodyOf(lines, advice.line);
      if (!isHere || fix.before === null || replaced.some(one => one.file)) continue;
      fix.remove = replaced.map(one => one.line);
      fix.insert = wanted.filter(one => !one[1]).map(one => one[2]);
      fixes.push(fix);
    }
  return fixes;
}

function* nodes(node) {
  if (!node) return;
  yield node;
  for (const child of node.children) yield* nodes(child);
}

/** Remarks of a SARIF log: { file, line, column, message, rule, level, related: [...] }. */
function diagnosticsOf(sarif) {
  const placeOf = location => {
    const { artifactLocation, region } = location.physicalLocation;
    return { file: artifactLocation.uri.startsWith("file:") ? fileURLToPath(artifactLocation.uri) : artifactLocation.uri,
             line: region?.startLine ?? 1, column: region?.startColumn ?? 1 };
  };
  return (sarif?.runs ?? []).flatMap(run => run.results.filter(one => one.locations?.length).map(one => ({
    ...placeOf(one.locations[0]), message: one.message.text, rule: one.ruleId, level: one.level ?? "warning",
    related: (one.relatedLocations ?? []).map(other => ({ ...placeOf(other), message: other.message?.text ?? "" })) })));
}

/** A line above each kernel and loop of `file`: { line, title }. */
function lensesOf(report, file) {
  if (isHls(report)) return hlsLenses(report, file);
  const lenses = [];
  for (const kernel of report?.kernels ?? []) {
    if (isAt(kernel.location, file))
      lenses.push({ line: kernel.location.line, title: kernel.tells_time
        ? `${kernel.kernel}: ${bounds[kernel.time_bound]}${seconds(kernel.time_s)} on ${kernel.device}`
        : `${kernel.kernel}: its launch is not known` });
    for (const node of nodes(kernel.hierarchy)) {
      if (!node.loop || !isAt(node.loop.location, file)) continue;
      const parts = [kernel.complete ? `${percent(node.share)} of the cycles` : null,
                     `interval ${count(node.loop.initiation_interval)}`,
                     node.loop.trip_kind === "unknown" ? "trip count unknown"
                       : `trip count ${node.loop.trip_kind === "at-most" ? "at most " : ""}${node.loop.trip_form ?? count(node.loop.trip)}`];
      lenses.push({ line: node.loop.location.line, title: parts.filter(Boolean).join(", ") });
    }
  }
  return lenses;
}

/** Markdown about a line, or null. */
function hoverOf(report, file, line) {
  if (isHls(report)) return hlsHover(report, file, line);
  const here = place => isAt(place, file) && place.line === line;
  const texts = [];
  for (const kernel of report?.kernels ?? [])
    for (const node of nodes(kernel.hierarchy)) {
      if (node.loop && here(node.loop.location)) {
        const forced = node.loop.forced_by;
        texts.push(`**Loop**: initiation interval ${count(node.loop.initiation_interval)} cycles (HPCA16 section 3.2)` +
          (forced ? `, forced by a ${forced.kind} from ${forced.producer.line}:${forced.producer.column} to ${forced.consumer.line}:${forced.consumer.column}` : "") +
          (kernel.tells_time ? `; ${bounds[kernel.time_bound]}${count(node.cycles)} cycles of one run (Eq. 9)` : ""));
      }
      for (const access of node.block?.accesses ?? [])
        if (here(access.location))
          texts.push(`**${access.kind} of \`${access.object}\`**: ${access.pattern}` + (kernel.tells_time
            ? `; ${bounds[kernel.time_bound]}${count(access.transactions)} transactions (Eq. 14)` : ""));
    }
  for (const kernel of report?.kernels ?? [])
    for (const advice of kernel.complete ? kernel.advice ?? [] : [])
      if (here(advice.location))
        texts.push(`**${advice.optimisation}**: ${advice.text}, ${Number(advice.gain.toPrecision(3))} times as fast`);
  return texts.length ? texts.join("\n\n") : null;
}

/**
 * The text that advice on a line asks for: { line, title, insert: [text], before, remove: [line] }. The text goes before
 * the line `before`, else before `line` itself. `text`: of the file.
 */
function fixesOf(report, file, text = "") {
  if (isHls(report)) return hlsFixes(report, file, text);
  const fixes = [];
  for (const kernel of report?.kernels ?? [])
    for (const advice of kernel.complete ? kernel.advice ?? [] : []) {
      if (!isAt(advice.location, file)) continue;
      const title = `Roofline: ${advice.text} (${Number(advice.gain.toPrecision(3))} times as fast)`;
      const unroll = /#pragma unroll \d+/.exec(advice.text);
      const simd = /num_simd_work_items\(\d+\)/.exec(advice.text), units = /num_compute_units\(\d+\)/.exec(advice.text);
      const group = (advice.notes ?? []).map(note => /reqd_work_group_size\([\d,]+\)/.exec(note)?.[0]).find(Boolean);
      if (unroll)
        fixes.push({ line: advice.location.line, title, insert: [unroll[0]] });
      else if (simd || units)
        fixes.push({ line: advice.location.line, title,
                     insert: [group, (simd ?? units)[0]].filter(Boolean).map(one => `__attribute__((${one}))`) });
    }
  return fixes;
}

/** `text` with the lines of a fix, as deep as the line that they stand before. */
function withFix(text, fix) {
  const before = fix.before ?? fix.line, removed = new Set(fix.remove ?? []);
  return text.split("\n").flatMap((line, index) => [
    ...(index + 1 === before ? fix.insert.map(one => indentOf(line, fix) + one) : []), ...(removed.has(index + 1) ? [] : [line])]).join("\n");
}

/** The space before the text of a fix: pragmas of HLS start at the margin, by custom. */
const indentOf = (line, fix) => fix.before ? "" : /^\s*/.exec(line)[0];

module.exports = { diagnosticsOf, lensesOf, hoverOf, fixesOf, withFix, indentOf };
