// The page of `roofline analyze --html`. Data: docs/report-page.md.
Object.assign(state, { design: null, clock: null });
for (const kernel of kernels) { // a device without pipelines prices nothing
  kernel.advice ??= [];
  kernel.missing ??= kernel.counts?.missing ?? [];
  kernel.device ??= kernel.roofs?.[0]?.device ?? "a device without roofs";
}

const bounds = { exact: "", estimate: "", lower: "at least ", upper: "at most ", none: "roughly " };

/** A number of cycles or transactions, as what it is. */
const amount = (kernel, value) => kernel.tells_time ? (bounds[kernel.time_bound] ?? "") + count(value) : unknown;
/** A share of the time; of a bound there is none. */
const share = (kernel, value) => kernel.complete ? percent(value) : unknown;
/** The part of the time that a pipeline of the model "board" is busy. */
const busyShare = (kernel, pipeline) => Math.min(1, pipeline.cycles / Math.max(1, kernel.cycles));

const kernelFile = kernel => kernel.location ? kernel.location.file : data.sources[0]?.file;
const isSamePlace = (a, b) => a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;

/** Every node of a hierarchy, the root first. */
function* nodes(node) {
  yield node;
  for (const child of node.children || []) yield* nodes(child);
}

/** What each line has, by "file:line": share and words by the model that gives the time, accesses, loops, blocks, advice. */
function byLine(kernel) {
  const lines = new Map(), byBoard = Boolean(kernel.board);
  const of = place => {
    const key = keyOf(place);
    if (!lines.has(key))
      lines.set(key, { share: null, words: null, accesses: [], loops: [], blocks: [], units: [],
                       pipelines: [], advice: [] });
    return lines.get(key);
  };
  for (const node of kernel.hierarchy ? nodes(kernel.hierarchy) : []) {
    if (node.loop) {
      const row = of(node.loop.location);
      row.loops.push(node);
      if (isNumber(node.share) && !byBoard) row.share = Math.max(row.share ?? 0, node.share);
    }
    if (!node.block) continue;
    if (keyOf(node.begin)) of(node.begin).blocks.push(node);
    for (const access of node.block.accesses) {
      const row = of(access.location);
      row.accesses.push(access);
      if (byBoard) continue;
      if (isNumber(access.share)) row.share = Math.max(row.share ?? 0, access.share);
      if (isNumber(access.transactions)) row.words = (row.words ?? 0) + access.transactions;
    }
  }
  for (const pipeline of kernel.board?.pipelines || []) {
    const row = of(pipeline.loop ?? kernel.location);
    row.pipelines.push(pipeline);
    row.share = Math.max(row.share ?? 0, busyShare(kernel, pipeline));
  }
  for (const unit of kernel.board?.units || []) {
    if (!unit.location) continue;
    const row = of(unit.location);
    row.units.push(unit);
    row.words = (row.words ?? 0) + unit.words;
  }
  for (const advice of kernel.advice)
    if (advice.location) of(advice.location).advice.push(advice);
  lines.delete(null);
  return lines;
}

/** The changes of the first screen: the best two, and the best combination. */
function changes(kernel) {
  const shown = [...kernel.advice.slice(0, 2), ...(kernel.combination ? [kernel.combination] : [])];
  return h("ol", { id: "do" }, shown.map(advice => h("li", {}, h("b", {}, `${digits(advice.gain)} ×`),
    advice.board ? ` → ${seconds(advice.board.then_s)}` : "", "  ", linked(kernel, advice.text),
    advice.board?.what_if ? [" ", h("code", {}, `--what-if ${advice.board.what_if}`)] : null)));
}

/** Each pipeline and how much of the time it is busy, the busiest first. */
function busyRows(kernel) {
  return [...kernel.board.pipelines].sort((a, b) => b.cycles - a.cycles).map(pipeline => {
    const part = busyShare(kernel, pipeline), place = pipeline.loop ?? kernel.location;
    return h("div.busy", {}, toPlace(place, place ? `line ${at({ ...place, column: 0 })}` : "the body"),
      bar(part, `busy for ${percent(part)} of the time`), h("span.number", {}, `${(100 * part).toFixed(0)} %`));
  });
}

/** The first screen of the text report: rows of a name and a text. */
function answer(kernel, said) {
  const [verdict, ...rows] = said.rows.map(row => ({ ...row, text: row.text.replace(/(\d) us\b/g, "$1 µs") }));
  const start = `${kernel.kernel} on ${kernel.device}: `;
  const names = { add: "add", or: "or", why: "limit", fits: "fits" };
  const list = [];
  let name = "";
  for (const row of rows) {
    const isFirst = Boolean(row.name);
    name = row.name || name;
    if (name === "more" || (!isFirst && (name === "do" || name === "where"))) continue;
    const text = name === "do" ? changes(kernel) : name === "where" ? busyRows(kernel)
      : name === "add" ? h("code", {}, row.text) : linked(kernel, row.text);
    list.push(h("dt", {}, row.name), h("dd", { id: isFirst ? names[name] : null }, text));
  }
  const missing = kernel.missing.map(one => h("li", {}, one.what,
    one.location ? [" (", toPlace(one.location), ")"] : "", one.hint ? `: ${one.hint}` : ""));
  return [h("div.card.screen", {}, h("div.big", { id: "time" }, verdict.text.startsWith(start) ? verdict.text.slice(start.length) : verdict.text),
      h("dl", {}, list)),
    missing.length ? h("div.card.warn", { id: "missing", style: "margin-top: .8rem" },
      h("b", {}, "Not known, and it changes the answer"), h("ul", {}, missing)) : null];
}

/** Share and words of a line, and the ends of the dependences that force its intervals. */
function sourceColumns(kernel, lines) {
  const marks = new Map(), title = "end of the dependence that forces the interval";
  for (const node of lines.get(state.place)?.loops || [])
    for (const dependence of [node.loop.forced_by, node.loop.serialized_by]) {
      if (!dependence) continue;
      marks.set(keyOf(dependence.producer), ["●", title]);
      marks.set(keyOf(dependence.consumer), [keyOf(dependence.producer) === keyOf(dependence.consumer) ? "↻" : "◄", title]);
    }
  return { heads: [kernel.board ? "of time" : "of cycles", kernel.board ? "words" : "trans."], marks,
           share: row => kernel.complete ? row.share : null,
           number: row => row.words !== null && kernel.tells_time ? withPrefix(row.words, "") : "" };
}

function dependenceText(dependence) {
  return [`${dependence.kind} from `, toPlace(dependence.producer, at(dependence.producer)), " to ",
          toPlace(dependence.consumer, at(dependence.consumer)),
          dependence.distance === null ? ", distance unknown"
                                       : `, ${count(dependence.distance)} iteration${dependence.distance === 1 ? "" : "s"} later`];
}

function loopFacts(kernel, node) {
  const loop = node.loop;
  const trip = loop.trip_kind === "unknown" ? `unknown${loop.reason ? `: ${loop.reason}` : ""}`
    : `${loop.trip_kind === "at-most" ? "at most " : ""}${digits(loop.trip, 6)}`;
  return [h("h3", {}, `Loop at ${at(loop.location)}`), facts([
    ["trip count", trip, loop.trip_form && loop.trip_form !== String(loop.trip) ? `= ${loop.trip_form}` : ""],
    ...(kernel.board ? [] : [["initiation interval", `${digits(loop.initiation_interval)} cycles`, "HPCA16 section 3.2, of one work-item"]]),
    ...(loop.forced_by ? [["forced by", dependenceText(loop.forced_by)]] : []),
    ...(loop.serialized_by ? [["passes wait for", dependenceText(loop.serialized_by)]] : []),
    ...(kernel.tells_time && !kernel.board ? [["cycles of one run", amount(kernel, node.cycles), "Eq. (9)"],
                             ["share of all cycles", share(kernel, node.share)]] : [])])];
}

function blockFacts(kernel, node) {
  const block = node.block;
  return [h("h3", {}, `Block at lines ${node.begin.line} to ${node.end.line}`), facts([
    ["critical path", `${count(block.depth)} cycles`, kernel.board ? "of its operations" : "section 3.2"],
    ...(kernel.tells_time && !kernel.board ? [
      ["limited by", block.limited_by + (block.limiting ? ", and it limits the kernel" : "")],
      ["computation", `${amount(kernel, block.comp)} cycles`, "Eq. (11), (12)"],
      ["memory", `${amount(kernel, block.mem)} cycles`, "Eq. (13), (24)"],
      ["transactions", amount(kernel, block.mem_trans), "Eq. (14)"],
      ["cycles", amount(kernel, block.cycles), "Eq. (10)"],
      ["runs by loops", amount(kernel, block.repeat), "Eq. (9)"]] : []),
    ...(kernel.board ? [] : [
      ["computation, in closed form", h("code", {}, block.closed_form.comp_min || unknown)],
      ["transactions, in closed form", h("code", {}, block.closed_form.mem_trans || unknown)]])])];
}

function accessFacts(kernel, access) {
  return [h("h3", {}, `${access.kind} of ${access.object} at ${at(access.location)}`), facts([
    ["pattern", access.pattern],
    ["bytes of one", count(access.bytes)],
    ...(kernel.board ? [] : [
      ["transactions", amount(kernel, access.transactions), "Eq. (14)"],
      ["of one iteration", digits(access.transactions_per_iteration), "Eq. (2), (4)"],
      ["share of all cycles", share(kernel, access.share)]]),
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
    advice.location ? [" (", toPlace(advice.location), ")"] : null,
    bar(Math.log(Math.max(1, advice.gain)) / Math.log(Math.max(largest, 1.0001)), `gain ${digits(advice.gain)}`),
    advice.board ? h("p.dim", {}, `${seconds(advice.board.now_s)} now, then ${seconds(advice.board.then_s)} at ` +
      `${withPrefix(advice.board.clock_then_hz, "Hz")}; then ${advice.board.limit} limits it`) : null,
    (advice.notes || []).map(note => h("p.dim", {}, note)),
    advice.board?.what_if ? h("p", {}, h("code", {}, `--what-if ${advice.board.what_if}`)) : null);
}

function details(kernel, lines) {
  const row = lines.get(state.place);
  if (!row) return h("div.card", {}, h("p.dim", {}, "Choose a line of the source."));
  const largest = Math.max(...kernel.advice.map(advice => advice.gain), 1);
  const pipelines = row.pipelines.map(pipeline => [h("h3", {}, "Pipeline"), facts([
    ["passes", count(pipeline.passes), "model board"], ["interval", `${digits(pipeline.interval)} cycles`],
    ["depth", `${count(pipeline.depth)} cycles`], ["cycles", count(pipeline.cycles)], ["busy", `${percent(busyShare(kernel, pipeline))} of the time`]])]);
  return h("div.card.aside", { id: "details", "aria-live": "polite" }, h("h2", { style: "margin-top: 0" }, `Line ${state.place.slice(state.place.lastIndexOf(":") + 1)}`),
    row.loops.map(node => loopFacts(kernel, node)), pipelines, row.accesses.map(access => accessFacts(kernel, access)), row.units.map(unitFacts),
    row.advice.map(advice => adviceRow(advice, largest)), row.blocks.map(node => blockFacts(kernel, node)));
}

function icicle(kernel, node, path = "0") {
  const place = node.loop ? node.loop.location : node.begin;
  const name = node.loop ? `loop ${at(place)}` : node.block ? `block ${node.begin ? at({ ...node.begin, column: 0 }) : ""}` : node.kind;
  const part = isNumber(node.share) ? node.share : 0;
  return h("div.node", { style: `flex-grow: ${kernel.complete ? Math.max(part, 0.01) : 1}` },
    h("button" + (node.block?.limiting && kernel.complete ? ".limits" : ""), {
      type: "button", id: `node-${path}`, style: `--shade: ${kernel.complete ? 0.08 + 0.5 * part : 0.15}`,
      title: `${name}: ${share(kernel, node.share)} of all cycles, ${amount(kernel, node.cycles)} in one run` +
             (node.block?.limiting && kernel.complete ? "; it limits the kernel" : ""),
      onclick: () => keyOf(place) && choose({ place: keyOf(place), file: place.file }) },
      kernel.complete ? `${name} ${percent(node.share)}` : name),
    node.children?.length ? h("div.children", {}, node.children.map((child, index) => icicle(kernel, child, `${path}-${index}`))) : null);
}

function pipelineTable(kernel) {
  const board = kernel.board;
  return h("div", { id: "pipelines" }, table(["", "busy", "", "passes", "interval", "depth", "words", "cycles"],
    board.pipelines.map((pipeline, index) => h("tr" + (index === board.limiting ? ".limits" : ""), {},
      cell([pipeline.loop ? toPlace(pipeline.loop, `loop at ${at(pipeline.loop)}`) : "the kernel's body",
            index === board.limiting ? " — limits the kernel" : ""]),
      number(percent(busyShare(kernel, pipeline))), h("td.busy", {}, bar(busyShare(kernel, pipeline), "busy")),
      number(count(pipeline.passes)), number(digits(pipeline.interval)), number(count(pipeline.depth)),
      number(count(pipeline.words)), number(count(pipeline.cycles))))));
}

/** The block whose operations are drawn: the work of the chosen line, else of the one that limits. The
    work of a loop is its deepest block, which its counter is not. */
function drawnBlock(kernel, schedules) {
  const all = [...nodes(kernel.hierarchy)], blocks = all.filter(node => node.kind === "block");
  const operations = node => schedules.blocks[blocks.indexOf(node)];
  const deepest = some => some.filter(node => operations(node)?.length !== 0)
    .reduce((most, node) => !most || node.block.depth > most.block.depth ? node : most, null);
  // A loop without a pipeline of its own is unrolled: its operations are of the one around it.
  const isApart = node => node.loop && (!kernel.board || kernel.board.pipelines.some(one => isSamePlace(one.loop, node.loop.location)));
  const within = node => node.block ? [node] : (node.children || []).filter(child => !isApart(child)).flatMap(within);
  const work = place => deepest(all.filter(node => node.loop && keyOf(node.loop.location) === place).flatMap(within))
    ?? deepest(blocks.filter(node => node.block.accesses.some(access => keyOf(access.location) === place) ||
                                     operations(node)?.some(one => keyOf(one.location) === place)));
  return work(state.place) ?? work(keyOf(data.answers[state.kernel].limiting)) ?? deepest(within(kernel.hierarchy)) ?? deepest(blocks);
}

function entryText(entry) {
  return entry ? `${entry.unit === "cycle" ? `${digits(entry.value)} cycles` : withPrefix(entry.value, entry.unit)}: ${entry.source}` : "";
}

/** Operations over cycles, each as soon as its operands are there. */
function schedulePane(kernel, schedules) {
  if (!schedules || !kernel.hierarchy) return null;
  const node = drawnBlock(kernel, schedules);
  if (!node) return null;
  const operations = schedules.blocks[[...nodes(kernel.hierarchy)].filter(one => one.kind === "block").indexOf(node)];
  const sources = h("details", {}, h("summary", {}, "Where the device's numbers are from"),
    table(["entry of the device file", "value", "source"], Object.entries(schedules.entries).map(([name, entry]) =>
      h("tr", {}, cell(h("code", {}, name)), number(entry.unit === "cycle" ? `${digits(entry.value)} cycles` : withPrefix(entry.value, entry.unit)), cell(entry.source)))));
  if (!operations?.length)
    return [h("h2", {}, "Schedule"), h("p.dim", {}, operations ? "No operation here takes cycles." : "The block has too many operations to be drawn."), sources];
  const depth = Math.max(1, ...operations.map(operation => operation.end));
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(part => Math.round(part * depth)).filter((tick, index, all) => all.indexOf(tick) === index);
  const rows = operations.map((operation, index) => ({ ...operation, index })).sort((a, b) => a.start - b.start || a.end - b.end)
    .map(operation => {
      const entry = schedules.entries[`latency.${operation.class}`], critical = operation.slack < 1e-9;
      const text = !operation.known ? `${operation.name}: the device lacks the latency of ${operation.class}`
        : `${operation.name}: cycle ${digits(operation.start)} to ${digits(operation.end)}` +
        (critical ? ", on the critical path" : `, may start ${digits(operation.slack)} later`) + (entry ? `; ${operation.class} ${entryText(entry)}` : "");
      return h("button.step" + (!operation.known ? ".unknown" : critical ? ".critical" : ""), { type: "button", id: `step-${operation.index}`, title: text, "aria-label": text,
        onclick: () => keyOf(operation.location) && choose({ place: keyOf(operation.location), file: operation.location.file }) },
        h("span", {}, `${operation.known ? "" : "? "}${operation.name} ${operation.location ? at({ ...operation.location, column: 0 }) : ""}`),
        h("span.track", {}, h("i", { style: `left: ${100 * operation.start / depth}%; width: max(2px, ${100 * (operation.end - operation.start) / depth}%)` })));
    });
  return [h("h2", {}, `Schedule of the block at line ${node.begin ? at({ ...node.begin, column: 0 }) : unknown}`),
    h("p.dim", {}, `Each operation as soon as its operands are there, ${operations.every(one => one.known) ? "" : "at least "}${count(depth)} cycle${depth === 1 ? "" : "s"} in all; the critical path is striped. ` +
      "Accesses to device memory are priced by the memory model and are not drawn." +
      (operations.every(one => one.known) ? "" : " Of operations with a question mark the device lacks the latency.")),
    h("div.schedule", { id: "schedule", role: "group", "aria-label": "schedule" },
      h("div.step.head", {}, h("span", {}, "operation, line"),
        h("span.track", {}, ticks.map(tick => h("b", { style: `left: ${100 * tick / depth}%` }, String(tick))))), rows), sources];
}

/** Of blocks that do something, what holds for any launch. */
function closedForms(kernel) {
  const blocks = [...nodes(kernel.hierarchy)].filter(node => node.block && /WI|trip|[A-Za-z]/.test(
    `${node.block.closed_form.comp_min} ${node.block.closed_form.mem_trans}`));
  if (!blocks.length) return null;
  return [h("h2", {}, "In closed form"), h("p.dim", {}, "WI: the number of work-items."),
    table(["block at", "computation, at least [cycle]", "transactions"], blocks.map(node => h("tr", {},
      cell(node.begin ? toPlace(node.begin) : ""), cell(h("code", {}, node.block.closed_form.comp_min || unknown)),
      cell(h("code", {}, node.block.closed_form.mem_trans || unknown)))))];
}

function accessTable(kernel) {
  const accesses = [...nodes(kernel.hierarchy)].flatMap(node => node.block?.accesses || []);
  if (!accesses.length) return null;
  const words = access => kernel.board.units.filter(unit => isSamePlace(unit.location, access.location) && unit.object === access.object)
    .reduce((sum, unit) => sum + unit.words, 0);
  return [h("h2", {}, "Accesses of global memory"), table(["line", "object", "", "bytes", ...(kernel.board ? ["words"] : ["transactions", "share"]), "pattern"],
    accesses.map(access => h("tr", {}, cell(toPlace(access.location, at(access.location))), cell(access.object),
      cell(access.kind), number(count(access.bytes)), kernel.board ? number(count(words(access)))
        : [number(amount(kernel, access.transactions)), number(share(kernel, access.share))],
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

// Designs: priced in advance, looked up here.
const knobNames = { unroll: "unroll", simd: "SIMD", units: "compute units", group: "work-group" };

function sameDesign(a, b) {
  return Object.keys(knobNames).every(knob => a[knob] === b[knob]);
}

/** Time, cycles and clock of a design, at the chosen clock or at the fit's. */
function priceAt(design, grid) {
  if (!state.clock) return { time: design.time_s, cycles: design.cycles, clock: design.clock_hz };
  const cycles = design.cycles_at ? design.cycles_at[grid.clocks_hz.indexOf(state.clock)] : design.cycles;
  return { time: isNumber(cycles) ? cycles / state.clock : null, cycles, clock: state.clock };
}

/** A slider over choices, which are told by their texts. */
function knobRow(knob, name, choices, value, onpick) {
  return h("label.knob", {}, h("span", {}, name),
    h("input", { type: "range", id: `knob-${knob}`, min: 0, max: choices.length - 1, step: 1, value: choices.indexOf(value),
      "aria-valuetext": String(value), oninput: event => onpick(choices[event.target.value]) }),
    h("output", {}, String(value)));
}

function designPane(kernel, grid) {
  if (!grid || !grid.designs.length) return null;
  const now = state.design || grid.source;
  const found = grid.designs.find(design => sameDesign(design, now));
  const base = grid.designs.find(design => sameDesign(design, grid.source));
  const knobs = Object.entries(knobNames).filter(([knob]) => grid[knob].length > 1).map(([knob, name]) =>
    knobRow(knob, knob === "unroll" && grid.loop ? `unroll line ${grid.loop}` : name, grid[knob], now[knob],
      value => choose({ design: { ...now, [knob]: value } })));
  const clockName = clock => clock ? withPrefix(clock, "Hz") : "as priced";
  const clocks = [null, ...grid.clocks_hz];
  knobs.push(knobRow("clock", "clock", clocks.map(clockName), clockName(state.clock),
    name => choose({ clock: clocks[clocks.map(clockName).indexOf(name)] })));
  const price = found && !found.refused ? priceAt(found, grid) : null, basePrice = base ? priceAt(base, grid) : null;
  let result;
  if (!found || found.refused)
    result = h("div.card.warn", { id: "design" }, h("b", {}, "Cannot be built"), h("p", {}, found ? found.refused : unknown));
  else
    result = h("div.card", { id: "design" },
      h("div.big", {}, seconds(price.time)),
      h("p", {}, found === base ? "this report's design" : base && isNumber(basePrice.time) ? `${digits(basePrice.time / price.time)} times as fast as this report's design` : ""),
      h("p.dim", {}, `${count(price.cycles)} cycles at ${withPrefix(price.clock, "Hz")}; limited by ${found.limit}`),
      Object.entries(found.used || {}).map(([name, share]) =>
        h("div", {}, `${name.replace(/_/g, " ")} ${percent(share)}`, bar(share, `${name} ${percent(share)}`))),
      found.exceeded ? h("p", {}, h("b", {}, `Does not fit: ${found.exceeded.replace(/_/g, " ")}`)) : null,
      found.what_if ? h("p", {}, h("code", {}, `--what-if ${found.what_if}`)) : null);
  return [h("h2", {}, "Try a design"), h("div.design", {},
    h("div.card", {}, knobs, h("p.dim", {}, `${grid.designs.filter(design => !design.refused).length} designs are priced, at the clock that the fits predict or at the one that is chosen here.`),
      h("button", { type: "button", id: "knob-reset", onclick: () => choose({ design: null, clock: null }) }, "this report's design")), result),
    h("div.plot", { id: "space" })];
}

/** The designs that no other one beats in time and in their largest share. */
function markFront(grid) {
  const usable = grid.designs.filter(design => !design.refused && Object.values(design.used ?? {}).some(isNumber))
    .map(design => ({ ...design, time_s: priceAt(design, grid).time })).filter(design => isNumber(design.time_s));
  for (const design of usable) design.most = Math.max(...Object.values(design.used).filter(isNumber));
  return usable.map(design => ({ ...design, front: !usable.some(other =>
    other.time_s <= design.time_s && other.most <= design.most &&
    (other.time_s < design.time_s || other.most < design.most)) }));
}

function drawSpace(grid) {
  const place = document.getElementById("space");
  if (!place || typeof vegaEmbed === "undefined") return Promise.resolve();
  const now = state.design || grid.source;
  const all = markFront(grid), rows = all.filter(design => design.most <= mostDrawn || sameDesign(design, now)).map(design => ({
    name: `unroll ${design.unroll}, SIMD ${design.simd}, ${design.units} unit(s), groups of ${design.group}`, time: design.time_s, share: 100 * design.most,
    kind: sameDesign(design, now) ? "this one" : design.most > 1 ? "does not fit" : design.front ? "front" : "beaten",
    ...Object.fromEntries(Object.keys(knobNames).map(knob => [knob, String(design[knob])])) }));
  if (!rows.length) { place.remove(); return Promise.resolve(); }
  const text = leftOut(all.filter(design => design.most > mostDrawn).length);
  if (text) place.after(text);
  const kinds = ["this one", "front", "beaten", "does not fit"];
  return drawChart(place, {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json", width: "container", autosize: { type: "fit", contains: "padding" }, height: 320, data: { values: rows },
    title: "time against the scarcest resource",
    params: Object.keys(knobNames).filter(knob => grid[knob].length > 1).map(knob => ({ name: `only_${knob}`, value: "all",
      bind: { input: "select", name: `${knobNames[knob]} `, options: ["all", ...grid[knob].map(String)] } })),
    transform: Object.keys(knobNames).filter(knob => grid[knob].length > 1).map(knob =>
      ({ filter: `only_${knob} == 'all' || datum.${knob} == only_${knob}` })),
    mark: { type: "point", filled: true, size: 70 },
    encoding: {
      x: { field: "share", type: "quantitative", title: "scarcest resource [% of the device]", scale: { domainMin: 0, domainMax: 100 * mostDrawn, clamp: true } },
      y: { field: "time", type: "quantitative", scale: { type: "log" }, title: "time [s]", axis: { format: "~s" } },
      shape: { field: "kind", type: "nominal", title: "", scale: { domain: kinds } },
      color: { field: "kind", type: "nominal", title: "", scale: { domain: kinds,
        range: ["#d55e00", "#0072b2", "#999999", "#cc79a7"] } },
      tooltip: [{ field: "name" }, { field: "time", format: ".3s", title: "time [s]" }, { field: "share", format: ".1f", title: "of the device [%]" }] }
  });
}

let views = []; // drawn by Vega; finalised before new ones
function draw(grid) {
  for (const view of views) view.finalize();
  const roofline = document.getElementById("roofline");
  const drawings = [grid ? drawSpace(grid) : null,
                    roofline ? drawChart(roofline, data.roofline) : null];
  Promise.all(drawings).then(drawn => {
    views = drawn.filter(one => one?.finalize);
    document.body.dataset.ready = "yes";
  }).catch(error => { document.body.dataset.error = error; });
}

function show() {
  const kernel = kernels[state.kernel], lines = byLine(kernel), grid = data.designs[state.kernel];
  const largest = Math.max(...kernel.advice.map(advice => advice.gain), kernel.combination?.gain ?? 1, 1);
  showKernels(one => `${one.kernel}${one.launch.global ? ` ${one.launch.global.join("×")}` : ""}`, { design: null, clock: null });
  document.getElementById("main").replaceChildren(...[
    h("h2", {}, `${kernel.kernel} on ${kernel.device}`), answer(kernel, data.answers[state.kernel]),
    h("h2", {}, "Source"), h("div.split", {}, sourcePane(kernel, lines, sourceColumns(kernel, lines), kernel.hierarchy?.begin ?? kernel.location), details(kernel, lines)),
    kernel.board ? [h("h2", {}, "Where the time goes"), h("p.dim", {}, "Pipelines run at the same time, so shares need not add up."), pipelineTable(kernel)] :
    kernel.hierarchy ? [h("h2", {}, kernel.complete ? "Where the cycles go" : "Hierarchy"),
      kernel.complete ? h("p.dim", {}, "Parts of one pipeline overlap, so shares need not add up. The one that limits has a frame.") : null,
      h("div.wide", {}, h("div.icicle", { id: "hierarchy" }, icicle(kernel, kernel.hierarchy)))] : null,
    kernel.advice.length && kernel.complete ? [h("h2", {}, "What to change"),
      [...kernel.advice, ...(kernel.combination ? [kernel.combination] : [])].map(advice => adviceRow(advice, largest))] : null,
    designPane(kernel, grid), schedulePane(kernel, data.schedules[state.kernel]),
    kernel.hierarchy ? accessTable(kernel) : null,
    kernel.hierarchy && !kernel.complete ? closedForms(kernel) : null, roofTable(kernel)
  ].flat(Infinity).filter(Boolean));
  draw(grid);
}

function readAddress() {
  const from = new URLSearchParams(location.hash.slice(1));
  readPlace(from);
  const grid = data.designs[state.kernel];
  const asked = Object.fromEntries(Object.keys(knobNames).map(knob =>
    [knob, knob === "group" ? from.get(knob) : Number(from.get(knob))]));
  state.design = grid?.designs.some(design => sameDesign(design, asked)) ? asked : null;
  const clock = Number(from.get("clock"));
  state.clock = grid?.clocks_hz.includes(clock) ? clock : null;
}

function address() {
  const to = placeAddress();
  if (state.clock) to.set("clock", state.clock);
  if (state.design) for (const knob of Object.keys(knobNames)) to.set(knob, state.design[knob]);
  return to;
}

addEventListener("hashchange", () => { readAddress(); show(); });
readAddress();
show();
