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

/** The text that advice asks for, as lines before a line: { line, title, insert: [text] }. */
function fixesOf(report, file) {
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
  const lines = text.split("\n");
  const indent = /^\s*/.exec(lines[fix.line - 1] ?? "")[0];
  lines.splice(fix.line - 1, 0, ...fix.insert.map(one => indent + one));
  return lines.join("\n");
}

module.exports = { diagnosticsOf, lensesOf, hoverOf, fixesOf, withFix };
