"use strict";
// The page of `roofline analyze --html`. Data: docs/report-page.md.
const data = JSON.parse(document.getElementById("data").textContent);
const kernels = data.report.kernels;
const state = { kernel: 0, line: null, design: null };

/** h("td.number", {title: "x"}, child, ...): an element; text is never markup. */
function h(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

// Numbers. A number that is not known is a word, never 0.
const unknown = "unknown";
const isNumber = value => typeof value === "number" && isFinite(value);
function digits(value, places = 3) {
  return isNumber(value) ? String(Number(value.toPrecision(places))) : unknown;
}
function withPrefix(value, unit) {
  if (!isNumber(value)) return unknown;
  if (value === 0) return `0 ${unit}`;
  const prefixes = ["n", "µ", "m", "", "k", "M", "G", "T", "P"];
  const power = Math.min(5, Math.max(-3, Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9)));
  return `${digits(value / 1000 ** power)} ${prefixes[power + 3]}${unit}`;
}
const seconds = value => withPrefix(value, "s");
const count = value => isNumber(value) ? Math.round(value).toLocaleString("en-US") : unknown;
const percent = value => isNumber(value) ? `${(100 * value).toFixed(1)} %` : unknown;
const bounds = { exact: "", estimate: "", lower: "at least ", upper: "at most ", none: "roughly " };

/** Without the number of work-items, times and transactions are those of one. */
const isLaunched = kernel => kernel.launch.global !== null || !kernel.missing.some(one => one.what === "number of work-items");

const lineOf = place => place && place.line ? place.line : null;
const at = place => place ? `${place.line}:${place.column}` : "";
const kernelFile = kernel => kernel.location ? kernel.location.file : data.sources[0]?.file;

/** Every node of a hierarchy, the root first. */
function* nodes(node) {
  yield node;
  for (const child of node.children || []) yield* nodes(child);
}

/** A button that shows a line. */
function toLine(line, text) {
  return line ? h("button.link", { type: "button", onclick: () => choose({ line }) },
    text || `line ${line}`) : text || "";
}

function bar(share, title) {
  return h("div" + (share > 1 ? ".bar.over" : ".bar"), { title, role: "img", "aria-label": title },
    h("i", { style: `width: ${Math.min(100, 100 * (share || 0))}%` }));
}

function table(heads, rows) {
  return h("div.wide", {}, h("table", {},
    h("thead", {}, h("tr", {}, heads.map(head => h("th", {}, head)))),
    h("tbody", {}, rows)));
}
const cell = text => h("td", {}, text);
const number = text => h("td.number", {}, text);

/** What each line has: cycles, share, accesses, loops, blocks, advice. */
function byLine(kernel) {
  const lines = new Map();
  const of = line => {
    if (!lines.has(line))
      lines.set(line, { share: null, cycles: null, transactions: null, accesses: [], loops: [],
                        blocks: [], units: [], pipelines: [], advice: [] });
    return lines.get(line);
  };
  const grow = (line, share, cycles) => {
    const row = of(line);
    if (row.share === null || share > row.share) { row.share = share; row.cycles = cycles; }
  };
  for (const node of nodes(kernel.hierarchy)) {
    if (node.loop) {
      of(lineOf(node.loop.location)).loops.push(node);
      grow(lineOf(node.loop.location), node.share, node.cycles);
    }
    if (!node.block) continue;
    if (lineOf(node.begin)) of(lineOf(node.begin)).blocks.push(node);
    for (const access of node.block.accesses) {
      const row = of(lineOf(access.location));
      row.accesses.push(access);
      if (isLaunched(kernel)) row.transactions = (row.transactions || 0) + access.transactions;
      grow(lineOf(access.location), access.share, null);
    }
  }
  for (const pipeline of kernel.board?.pipelines || [])
    if (pipeline.loop) of(lineOf(pipeline.loop)).pipelines.push(pipeline);
  for (const unit of kernel.board?.units || [])
    if (unit.location) of(lineOf(unit.location)).units.push(unit);
  for (const advice of kernel.advice)
    if (advice.location) of(lineOf(advice.location)).advice.push(advice);
  lines.delete(null);
  return lines;
}

function launchText(kernel) {
  const { global, local, args } = kernel.launch, size = sizes => sizes.join(" × ");
  const design = kernel.design;
  return [global ? `${size(global)} work-items` : "number of work-items unknown",
          local ? `groups of ${size(local)}` : null,
          ...Object.entries(args).map(([name, value]) => `${name} = ${value}`),
          `${design.compute_units} compute unit${design.compute_units > 1 ? "s" : ""}, SIMD ${design.simd}`,
          ...design.unroll.filter(loop => loop.factor > 1).map(loop => `line ${loop.line} unrolled by ${loop.factor}`),
         ].filter(Boolean).join(", ");
}

function limitText(kernel) {
  const pipeline = kernel.board?.pipelines?.[kernel.board.limiting];
  if (pipeline)
    return ["the ", pipeline.loop ? toLine(lineOf(pipeline.loop), `loop at line ${at(pipeline.loop)}`)
                                  : "kernel's body",
            `: ${count(pipeline.passes)} passes, one each ${digits(pipeline.interval)} cycles`];
  const limiting = [...nodes(kernel.hierarchy)].find(node => node.block?.limiting);
  return limiting ? [`${limiting.block.limited_by} of the block at `,
                     toLine(lineOf(limiting.begin), `line ${at(limiting.begin)}`)] : [unknown];
}

function answer(kernel) {
  const cards = [
    h("div.card", { id: "time" }, h("div.dim", {}, "time of the launch"),
      h("div.big", {}, isLaunched(kernel) ? bounds[kernel.time_bound] + seconds(kernel.time_s) : unknown),
      h("p.dim", {}, isLaunched(kernel)
        ? `${bounds[kernel.time_bound]}${count(kernel.cycles)} cycles at ${withPrefix(kernel.clock_hz, "Hz")}, model ${kernel.model}`
        : "Nobody has said how many work-items there are; the closed forms below hold for any number."),
      kernel.board ? h("p", {}, `four measured times in five: ${seconds(kernel.board.fastest_s)} to ${seconds(kernel.board.slowest_s)}`) : null),
    h("div.card", { id: "limit" }, h("div.dim", {}, "what limits it"), h("p", {}, limitText(kernel)))];
  const best = kernel.advice[0];
  if (best)
    cards.push(h("div.card", {}, h("div.dim", {}, "largest gain"),
      h("div.big", {}, `${digits(best.gain)} ×`), h("p", {}, best.text)));
  if (kernel.fit) {
    const used = kernel.fit.used || {};
    cards.push(h("div.card", {}, h("div.dim", {}, `what it takes of ${kernel.device}`),
      Object.entries(used).map(([name, share]) =>
        h("div", {}, `${name.replace(/_/g, " ")} ${percent(share)}`, bar(share, `${name} ${percent(share)}`)))));
  }
  const missing = kernel.missing.map(one => h("li", {}, one.what,
    one.location ? [" (", toLine(lineOf(one.location)), ")"] : "", one.hint ? `: ${one.hint}` : ""));
  return [h("div.answer", {}, cards),
    missing.length ? h("div.card.warn", { id: "missing", style: "margin-top: .8rem" },
      h("b", {}, "Not known, and it changes the answer"), h("ul", {}, missing)) : null];
}

function sourcePane(kernel, lines) {
  const file = kernelFile(kernel);
  const source = data.sources.find(one => one.file === file);
  if (!source) return h("p.dim", {}, `The source, ${file || unknown}, was not there to be shown.`);
  const begin = lineOf(kernel.hierarchy.begin) || lineOf(kernel.location) || 1;
  const chosen = lines.get(state.line);
  const marks = new Map();
  for (const node of chosen?.loops || [])
    for (const dependence of [node.loop.forced_by, node.loop.serialized_by]) {
      if (!dependence) continue;
      marks.set(lineOf(dependence.producer), "●");
      marks.set(lineOf(dependence.consumer), lineOf(dependence.producer) === lineOf(dependence.consumer) ? "↻" : "◄");
    }
  const rows = source.text.split("\n").map((text, index) => {
    const line = index + 1, row = lines.get(line);
    return h("button.row" + (line === state.line ? ".chosen" : ""), {
      type: "button", id: `line-${line}`, disabled: !row, "aria-current": line === state.line,
      onclick: () => choose({ line }) },
      h("span.number.dim", {}, String(line)),
      h("span.share", { style: `--share: ${100 * (row?.share || 0)}%` },
        row && row.share !== null ? percent(row.share) : ""),
      h("span.number", {}, row && row.transactions !== null ? withPrefix(row.transactions, "") : ""),
      h("span.mark", { title: marks.has(line) ? "ends of the dependence that forces the interval" : null },
        marks.get(line) || ""),
      h("span.text", {}, text));
  });
  const pane = h("div.source", { role: "region", "aria-label": "source" },
    h("div.row.head", {}, h("span", {}, "line"), h("span", {}, "of cycles"), h("span", {}, "trans."),
      h("span", {}, ""), h("span", {}, file)), rows);
  const shown = state.line || begin;
  queueMicrotask(() => {
    const row = pane.querySelector(`#line-${shown}`);
    if (row) pane.scrollTop = Math.max(0, row.offsetTop - 140);
  });
  return pane;
}

/** name, value and equation of each row. */
function facts(rows) {
  return h("dl", {}, rows.flatMap(([name, value, equation]) =>
    [h("dt", {}, name), h("dd", {}, value), h("dd.eq", {}, equation || "")]));
}

function dependenceText(dependence) {
  return [`${dependence.kind} from `, toLine(lineOf(dependence.producer), at(dependence.producer)), " to ",
          toLine(lineOf(dependence.consumer), at(dependence.consumer)),
          dependence.distance === null ? ", distance unknown"
                                       : `, ${count(dependence.distance)} iteration${dependence.distance === 1 ? "" : "s"} later`];
}

function loopFacts(node) {
  const loop = node.loop;
  const trip = loop.trip_kind === "unknown" ? `unknown${loop.reason ? `: ${loop.reason}` : ""}`
    : `${loop.trip_kind === "at-most" ? "at most " : ""}${digits(loop.trip, 6)}`;
  return [h("h3", {}, `Loop at ${at(loop.location)}`), facts([
    ["trip count", trip, loop.trip_form && loop.trip_form !== String(loop.trip) ? `= ${loop.trip_form}` : ""],
    ["initiation interval", `${digits(loop.initiation_interval)} cycles`, "HPCA16 section 3.2, of one work-item"],
    ...(loop.forced_by ? [["forced by", dependenceText(loop.forced_by)]] : []),
    ...(loop.serialized_by ? [["passes wait for", dependenceText(loop.serialized_by)]] : []),
    ["cycles of one run", count(node.cycles), "Eq. (9)"], ["share of all cycles", percent(node.share)]])];
}

function blockFacts(kernel, node) {
  const block = node.block;
  return [h("h3", {}, `Block at lines ${node.begin.line} to ${node.end.line}`), facts([
    ["critical path", `${count(block.depth)} cycles`, "section 3.2"],
    ...(isLaunched(kernel) ? [
      ["limited by", block.limited_by + (block.limiting ? ", and it limits the kernel" : "")],
      ["computation", `${count(block.comp)} cycles`, "Eq. (11), (12)"],
      ["memory", `${count(block.mem)} cycles`, "Eq. (13), (24)"],
      ["transactions", count(block.mem_trans), "Eq. (14)"],
      ["cycles", count(block.cycles), "Eq. (10)"],
      ["runs by loops", count(block.repeat), "Eq. (9)"]] : []),
    ["computation, in closed form", h("code", {}, block.closed_form.comp_min || unknown)],
    ["transactions, in closed form", h("code", {}, block.closed_form.mem_trans || unknown)]])];
}

function accessFacts(kernel, access) {
  return [h("h3", {}, `${access.kind} of ${access.object} at ${at(access.location)}`), facts([
    ["pattern", access.pattern],
    ["bytes of one", count(access.bytes)],
    ["transactions", isLaunched(kernel) ? count(access.transactions) : unknown, "Eq. (14)"],
    ["of one iteration", digits(access.transactions_per_iteration), "Eq. (2), (4)"],
    ["share of all cycles", percent(access.share)],
    ...(access.irregular ? [["irregular", access.irregular]] : [])])];
}

function unitFacts(unit) {
  return [h("h3", {}, `Load/store unit of ${unit.object}`), facts([
    ["requests", count(unit.requests), "model board"], ["words", count(unit.words)],
    ["jumps", count(unit.jumps)], ["cached", unit.cached ? "yes" : "no"]])];
}

function adviceRow(advice, largest) {
  return h("div.card", { style: "margin: .5rem 0" },
    h("b", {}, `${digits(advice.gain)} times as fast: `), advice.text,
    advice.location ? [" (", toLine(lineOf(advice.location)), ")"] : null,
    bar(Math.log(Math.max(1, advice.gain)) / Math.log(Math.max(largest, 1.0001)), `gain ${digits(advice.gain)}`),
    advice.board ? h("p.dim", {}, `${seconds(advice.board.now_s)} now, then ${seconds(advice.board.then_s)} at ` +
      `${withPrefix(advice.board.clock_then_hz, "Hz")}; then ${advice.board.limit} limits it`) : null,
    (advice.notes || []).map(note => h("p.dim", {}, note)),
    advice.board?.what_if ? h("p", {}, h("code", {}, `--what-if ${advice.board.what_if}`)) : null);
}

function details(kernel, lines) {
  const row = lines.get(state.line);
  if (!row) return h("div.card", {}, h("p.dim", {}, "Choose a line of the source, or a part of the hierarchy."));
  const largest = Math.max(...kernel.advice.map(advice => advice.gain), 1);
  const pipelines = row.pipelines.map(pipeline => [h("h3", {}, "Pipeline"), facts([
    ["passes", count(pipeline.passes), "model board"], ["interval", `${digits(pipeline.interval)} cycles`],
    ["depth", `${count(pipeline.depth)} cycles`], ["cycles", count(pipeline.cycles)]])]);
  return h("div.card.aside", { id: "details", "aria-live": "polite" }, h("h2", { style: "margin-top: 0" }, `Line ${state.line}`),
    row.loops.map(loopFacts), pipelines, row.accesses.map(access => accessFacts(kernel, access)), row.units.map(unitFacts),
    row.advice.map(advice => adviceRow(advice, largest)), row.blocks.map(node => blockFacts(kernel, node)));
}

function icicle(node) {
  const name = node.loop ? `loop ${at(node.loop.location)}` : node.block ? `block ${node.begin?.line ?? ""}` : node.kind;
  const line = node.loop ? lineOf(node.loop.location) : lineOf(node.begin);
  const share = isNumber(node.share) ? node.share : 0;
  return h("div.node", { style: `flex-grow: ${Math.max(share, 0.01)}` },
    h("button" + (node.block?.limiting ? ".limits" : ""), {
      type: "button", style: `--shade: ${0.08 + 0.5 * share}`,
      title: `${name}: ${percent(node.share)} of all cycles, ${count(node.cycles)} in one run` +
             (node.block?.limiting ? "; it limits the kernel" : ""),
      onclick: () => line && choose({ line }) }, `${name} ${percent(node.share)}`),
    node.children?.length ? h("div.children", {}, node.children.map(icicle)) : null);
}

function pipelineTable(board) {
  return [h("h2", {}, "Pipelines"), table(["", "passes", "interval", "depth", "words", "cycles"],
    board.pipelines.map((pipeline, index) => h("tr" + (index === board.limiting ? ".limits" : ""), {},
      cell([pipeline.loop ? toLine(lineOf(pipeline.loop), `loop at ${at(pipeline.loop)}`) : "the kernel's body",
            index === board.limiting ? " — limits the kernel" : ""]),
      number(count(pipeline.passes)), number(digits(pipeline.interval)), number(count(pipeline.depth)),
      number(count(pipeline.words)), number(count(pipeline.cycles)))))];
}

/** Of blocks that do something, what holds for any launch. */
function closedForms(kernel) {
  const blocks = [...nodes(kernel.hierarchy)].filter(node => node.block && /WI|trip|[A-Za-z]/.test(
    `${node.block.closed_form.comp_min} ${node.block.closed_form.mem_trans}`));
  if (!blocks.length) return null;
  return [h("h2", {}, "In closed form"), h("p.dim", {}, "WI: the number of work-items."),
    table(["block at", "computation, at least [cycle]", "transactions"], blocks.map(node => h("tr", {},
      cell(toLine(lineOf(node.begin), `line ${node.begin?.line}`)), cell(h("code", {}, node.block.closed_form.comp_min || unknown)),
      cell(h("code", {}, node.block.closed_form.mem_trans || unknown)))))];
}

function accessTable(kernel) {
  const accesses = [...nodes(kernel.hierarchy)].flatMap(node => node.block?.accesses || []);
  if (!accesses.length) return null;
  return [h("h2", {}, "Accesses of global memory"), table(["line", "object", "", "bytes", "transactions", "share", "pattern"],
    accesses.map(access => h("tr", {}, cell(toLine(lineOf(access.location), at(access.location))), cell(access.object),
      cell(access.kind), number(count(access.bytes)), number(isLaunched(kernel) ? count(access.transactions) : unknown), number(percent(access.share)),
      cell(access.pattern))))];
}

/** A count of docs/report-json.md: bounds, or one number. */
function bound(value) {
  if (!value) return unknown;
  if (isNumber(value.least) && value.least === value.most) return withPrefix(value.least, "");
  return `${isNumber(value.least) ? withPrefix(value.least, "") : unknown} to ${isNumber(value.most) ? withPrefix(value.most, "") : unknown}`;
}

function roofTable(kernel) {
  if (!kernel.roofs?.length) return null;
  const rows = kernel.roofs.flatMap(roof => [["as requested", roof.requested], ["each byte once", roof.compulsory]]
    .map(([name, placed]) => h("tr", {}, cell(roof.device), cell(name),
      number(digits(placed.intensity)), number(withPrefix(placed.attainable_ops_per_s, "op/s")), number(seconds(placed.time_s)),
      cell([placed.limited_by, isNumber(placed.ridge_distance) ? `${digits(placed.ridge_distance)} × to the ridge` : null,
            placed.missing ? `the device lacks ${placed.missing.join(", ")}` : null].filter(Boolean).join("; ")))));
  return [h("h2", {}, "Under the roofs"), h("p.dim", {}, `W = ${bound(kernel.counts.work)} operations, Q = ${bound(kernel.counts.requested)} bytes requested, ${bound(kernel.counts.compulsory)} with each byte once`),
    table(["device", "bytes", "operation/byte", "attainable", "time", "limited by"], rows),
    data.roofline ? h("div.plot", { id: "roofline" }) : null];
}

// Designs: priced beforehand, looked up here.
const knobNames = { unroll: "unroll", simd: "SIMD", units: "compute units" };

function sameDesign(a, b) {
  return Object.keys(knobNames).every(knob => a[knob] === b[knob]);
}

function designPane(kernel, grid) {
  if (!grid || !grid.designs.length) return null;
  const now = state.design || grid.source;
  const found = grid.designs.find(design => sameDesign(design, now));
  const base = grid.designs.find(design => sameDesign(design, grid.source));
  const knobs = Object.entries(knobNames).filter(([knob]) => grid[knob].length > 1).map(([knob, name]) =>
    h("label.knob", {}, h("span", {}, knob === "unroll" && grid.loop ? `unroll line ${grid.loop.line}` : name),
      h("input", { type: "range", id: `knob-${knob}`, min: 0, max: grid[knob].length - 1, step: 1, value: grid[knob].indexOf(now[knob]),
        "aria-valuetext": String(now[knob]),
        oninput: event => choose({ design: { ...now, [knob]: grid[knob][event.target.value] } }, true) }),
      h("output", {}, String(now[knob]))));
  let result;
  if (!found || found.refused)
    result = h("div.card.warn", { id: "design" }, h("b", {}, "Cannot be built"), h("p", {}, found ? found.refused : unknown));
  else
    result = h("div.card", { id: "design" },
      h("div.big", {}, seconds(found.time_s)),
      h("p", {}, found === base ? "the source's design" : base && isNumber(base.time_s) ? `${digits(base.time_s / found.time_s)} times as fast as the source's design` : ""),
      h("p.dim", {}, `${count(found.cycles)} cycles at ${withPrefix(found.clock_hz, "Hz")}; limited by ${found.limit}`),
      Object.entries(found.used || {}).map(([name, share]) =>
        h("div", {}, `${name.replace(/_/g, " ")} ${percent(share)}`, bar(share, `${name} ${percent(share)}`))),
      found.exceeded ? h("p", {}, h("b", {}, `Does not fit: ${found.exceeded.replace(/_/g, " ")}`)) : null,
      found.what_if ? h("p", {}, h("code", {}, `--what-if ${found.what_if}`)) : null);
  return [h("h2", {}, "Try a design"), h("div.design", {},
    h("div.card", {}, knobs, h("p.dim", {}, `${grid.designs.filter(design => !design.refused).length} designs are priced, at the clock that the fits predict.`),
      h("button", { type: "button", onclick: () => choose({ design: null }, true) }, "the source's design")), result),
    h("div.plot", { id: "space" })];
}

/** The designs that no other one beats in time and in their largest share. */
function markFront(designs) {
  const usable = designs.filter(design => !design.refused && isNumber(design.time_s) && design.used);
  for (const design of usable) design.most = Math.max(...Object.values(design.used).filter(isNumber));
  return usable.map(design => ({ ...design, front: !usable.some(other =>
    other.time_s <= design.time_s && other.most <= design.most &&
    (other.time_s < design.time_s || other.most < design.most)) }));
}

function drawSpace(grid) {
  const place = document.getElementById("space");
  if (!place || typeof vegaEmbed === "undefined") return Promise.resolve();
  const now = state.design || grid.source;
  const rows = markFront(grid.designs).map(design => ({
    name: `unroll ${design.unroll}, SIMD ${design.simd}, ${design.units} unit(s)`, time: design.time_s, share: 100 * design.most,
    kind: sameDesign(design, now) ? "this one" : design.most > 1 ? "does not fit" : design.front ? "front" : "beaten",
    unroll: String(design.unroll), simd: String(design.simd), units: String(design.units) }));
  if (!rows.length) { place.remove(); return Promise.resolve(); }
  const kinds = ["this one", "front", "beaten", "does not fit"];
  return vegaEmbed(place, {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json", width: "container", height: 320, data: { values: rows },
    title: "time against the scarcest resource",
    params: Object.keys(knobNames).filter(knob => grid[knob].length > 1).map(knob => ({ name: `only_${knob}`, value: "all",
      bind: { input: "select", name: `${knobNames[knob]} `, options: ["all", ...grid[knob].map(String)] } })),
    transform: Object.keys(knobNames).filter(knob => grid[knob].length > 1).map(knob =>
      ({ filter: `only_${knob} == 'all' || datum.${knob} == only_${knob}` })),
    mark: { type: "point", filled: true, size: 70 }, config: { legend: { orient: "top" } },
    encoding: {
      x: { field: "share", type: "quantitative", title: "scarcest resource [% of the device]", scale: { domainMin: 0, domainMax: 150, clamp: true } },
      y: { field: "time", type: "quantitative", scale: { type: "log" }, title: "time [s]", axis: { format: "~s" } },
      shape: { field: "kind", type: "nominal", title: "", scale: { domain: kinds } },
      color: { field: "kind", type: "nominal", title: "", scale: { domain: kinds,
        range: ["#d55e00", "#0072b2", "#999999", "#cc79a7"] } },
      tooltip: [{ field: "name" }, { field: "time", format: ".3s", title: "time [s]" }, { field: "share", format: ".1f", title: "of the device [%]" }] }
  }, { renderer: "svg", actions: false });
}

function show() {
  const kernel = kernels[state.kernel], lines = byLine(kernel), grid = data.designs[state.kernel];
  const largest = Math.max(...kernel.advice.map(advice => advice.gain), 1);
  document.getElementById("kernels").replaceChildren(...kernels.map((one, index) =>
    h("button", { type: "button", "aria-current": String(index === state.kernel),
      onclick: () => choose({ kernel: index, line: null, design: null }) },
      `${one.kernel}${one.launch.global ? ` ${one.launch.global.join("×")}` : ""}`)));
  document.getElementById("main").replaceChildren(...[
    h("h2", {}, `${kernel.kernel} on ${kernel.device}`), h("p.dim", {}, launchText(kernel)), answer(kernel),
    h("h2", {}, "Source"), h("div.split", {}, sourcePane(kernel, lines), details(kernel, lines)),
    h("h2", {}, "Where the cycles go"), h("p.dim", {}, "Parts of one pipeline overlap, so shares need not add up. The one that limits has a frame."),
    h("div.wide", {}, h("div.icicle", { id: "hierarchy" }, icicle(kernel.hierarchy))),
    kernel.advice.length ? [h("h2", {}, "What to change"), kernel.advice.map(advice => adviceRow(advice, largest))] : null,
    designPane(kernel, grid), kernel.board ? pipelineTable(kernel.board) : null, accessTable(kernel),
    kernel.complete ? null : closedForms(kernel), roofTable(kernel)
  ].flat(Infinity).filter(Boolean));
  const drawings = [grid ? drawSpace(grid) : null];
  const roofline = document.getElementById("roofline");
  if (roofline && typeof vegaEmbed !== "undefined")
    drawings.push(vegaEmbed(roofline, data.roofline, { renderer: "svg", actions: false }));
  Promise.all(drawings).then(() => { document.body.dataset.ready = "yes"; })
    .catch(error => { document.body.dataset.error = error; });
}

// The address names what is shown, so that it can be sent to somebody.
function readAddress() {
  const from = new URLSearchParams(location.hash.slice(1));
  const kernel = Number(from.get("kernel") || 0);
  state.kernel = kernels[kernel] ? kernel : 0;
  state.line = Number(from.get("line")) || null;
  const grid = data.designs[state.kernel];
  state.design = grid && from.has("simd") ? { unroll: Number(from.get("unroll")), simd: Number(from.get("simd")), units: Number(from.get("units")) } : null;
}

function choose(change, keepFocus) {
  const focus = keepFocus ? document.activeElement?.id : null, scroll = window.scrollY;
  Object.assign(state, change);
  const to = new URLSearchParams({ kernel: state.kernel });
  if (state.line) to.set("line", state.line);
  if (state.design) for (const knob of Object.keys(knobNames)) to.set(knob, state.design[knob]);
  history.replaceState(null, "", `#${to}`);
  show();
  window.scrollTo(0, scroll);
  if (focus) document.getElementById(focus)?.focus();
}

function setTheme(name) { document.documentElement.dataset.theme = name; }
setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.getElementById("theme").addEventListener("click", () =>
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
addEventListener("hashchange", () => { readAddress(); show(); });
readAddress();
show();
