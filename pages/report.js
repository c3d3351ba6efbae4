// The page of `roofline analyze --html`. Data: docs/report-page.md.
const kernels = data.report.kernels;
const state = { kernel: 0, place: null, file: null, design: null, clock: null };
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

const kernelFile = kernel => kernel.location ? kernel.location.file : data.sources[0]?.file;
const keyOf = place => place && place.line ? `${place.file}:${place.line}` : null;
const baseName = file => file.split("/").pop();
/** "12:3", and of another file "k.h:12:3". */
function at(place) {
  if (!place) return "";
  const file = place.file === kernelFile(kernels[state.kernel]) ? "" : `${baseName(place.file)}:`;
  return `${file}${place.line}${place.column ? `:${place.column}` : ""}`;
}

/** Every node of a hierarchy, the root first. */
function* nodes(node) {
  yield node;
  for (const child of node.children || []) yield* nodes(child);
}

/** A button that shows a place. */
function toPlace(place, text = `line ${at(place)}`) {
  return keyOf(place) ? h("button.link", { type: "button",
    onclick: () => choose({ place: keyOf(place), file: place.file }) }, text) : text;
}

/** What each line has, by "file:line": share, transactions, accesses, loops, blocks, advice. */
function byLine(kernel) {
  const lines = new Map();
  const of = place => {
    const key = keyOf(place);
    if (!lines.has(key))
      lines.set(key, { share: null, transactions: null, accesses: [], loops: [], blocks: [], units: [],
                       pipelines: [], advice: [] });
    return lines.get(key);
  };
  for (const node of kernel.hierarchy ? nodes(kernel.hierarchy) : []) {
    if (node.loop) {
      const row = of(node.loop.location);
      row.loops.push(node);
      if (isNumber(node.share)) row.share = Math.max(row.share ?? 0, node.share);
    }
    if (!node.block) continue;
    if (keyOf(node.begin)) of(node.begin).blocks.push(node);
    for (const access of node.block.accesses) {
      const row = of(access.location);
      row.accesses.push(access);
      if (isNumber(access.share)) row.share = Math.max(row.share ?? 0, access.share);
      if (isNumber(access.transactions)) row.transactions = (row.transactions ?? 0) + access.transactions;
    }
  }
  for (const pipeline of kernel.board?.pipelines || [])
    if (pipeline.loop) of(pipeline.loop).pipelines.push(pipeline);
  for (const unit of kernel.board?.units || [])
    if (unit.location) of(unit.location).units.push(unit);
  for (const advice of kernel.advice)
    if (advice.location) of(advice.location).advice.push(advice);
  lines.delete(null);
  return lines;
}

function launchText(kernel) {
  const { global, local, args } = kernel.launch, size = sizes => sizes.join(" × ");
  const design = kernel.design;
  return [global ? `${size(global)} work-items` : "number of work-items unknown",
          local ? `groups of ${size(local)}` : null,
          ...Object.entries(args).map(([name, value]) => `${name} = ${value}`),
          design ? `${design.compute_units} compute unit${design.compute_units > 1 ? "s" : ""}, SIMD ${design.simd}` : null,
          ...(design?.unroll ?? []).filter(loop => loop.factor > 1).map(loop => `line ${loop.line} unrolled by ${loop.factor}`),
         ].filter(Boolean).join(", ");
}

function limitText(kernel) {
  const pipeline = kernel.board?.pipelines?.[kernel.board.limiting];
  if (pipeline)
    return ["the ", pipeline.loop ? toPlace(pipeline.loop, `loop at line ${at(pipeline.loop)}`) : "kernel's body",
            `: ${amount(kernel, pipeline.passes)} passes, one each ${digits(pipeline.interval)} cycle${pipeline.interval === 1 ? "" : "s"}`];
  const limiting = [...nodes(kernel.hierarchy)].find(node => node.block?.limiting);
  return limiting ? [`${limiting.block.limited_by} of the block at `, toPlace(limiting.begin)] : [unknown];
}

function answer(kernel) {
  const cards = [];
  if (kernel.hierarchy)
    cards.push(h("div.card", { id: "time" }, h("div.dim", {}, "time of the launch"),
      h("div.big", {}, kernel.tells_time ? bounds[kernel.time_bound] + seconds(kernel.time_s) : unknown),
      h("p.dim", {}, kernel.tells_time
        ? `${amount(kernel, kernel.cycles)} cycles at ${withPrefix(kernel.clock_hz, "Hz")}, model ${kernel.model}`
        : "The launch is not known; the closed forms below hold for any."),
      kernel.board ? h("p", {}, `four measured times in five: ${seconds(kernel.board.fastest_s)} to ${seconds(kernel.board.slowest_s)}`) : null));
  if (kernel.hierarchy && kernel.tells_time)
    cards.push(h("div.card", { id: "limit" }, h("div.dim", {}, "what limits it"), h("p", {}, limitText(kernel))));
  const best = kernel.complete ? kernel.advice[0] : null;
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
    one.location ? [" (", toPlace(one.location), ")"] : "", one.hint ? `: ${one.hint}` : ""));
  return [h("div.answer", {}, cards),
    missing.length ? h("div.card.warn", { id: "missing", style: "margin-top: .8rem" },
      h("b", {}, "Not known, and it changes the answer"), h("ul", {}, missing)) : null];
}

/** The source as buttons, one file at a time. */
function sourcePane(kernel, lines) {
  const main = kernelFile(kernel);
  const files = data.sources.map(one => one.file).filter(file =>
    file === main || [...lines.keys()].some(key => key.slice(0, key.lastIndexOf(":")) === file));
  const file = files.includes(state.file) ? state.file : main;
  const source = data.sources.find(one => one.file === file);
  if (!source) return h("p.dim", {}, `The source, ${main || unknown}, was not there to be shown.`);
  const marks = new Map();
  for (const node of lines.get(state.place)?.loops || [])
    for (const dependence of [node.loop.forced_by, node.loop.serialized_by]) {
      if (!dependence) continue;
      marks.set(keyOf(dependence.producer), "●");
      marks.set(keyOf(dependence.consumer), keyOf(dependence.producer) === keyOf(dependence.consumer) ? "↻" : "◄");
    }
  const rows = source.text.split(/\r?\n/).map((text, index) => {
    const line = index + 1, key = `${file}:${line}`, row = lines.get(key), known = row && row.share !== null && kernel.complete;
    return h("button.row" + (key === state.place ? ".chosen" : ""), {
      type: "button", id: `line-${line}`, disabled: !row, "aria-current": key === state.place,
      onclick: () => choose({ place: key, file }) },
      h("span.number.dim", {}, String(line)),
      h("span.share", { style: `--share: ${known ? 100 * row.share : 0}%` }, known ? percent(row.share) : ""),
      h("span.number", {}, row && row.transactions !== null && kernel.tells_time ? withPrefix(row.transactions, "") : ""),
      h("span.mark", { title: marks.has(key) ? "end of the dependence that forces the interval" : null }, marks.get(key) || ""),
      h("span.text", {}, text));
  });
  const pane = h("div.source", { role: "region", "aria-label": "source" },
    h("div.row.head", {}, h("span", {}, "line"), h("span", {}, "of cycles"), h("span", {}, "trans."),
      h("span", {}, ""), h("span", {}, file)), rows);
  const begin = kernel.hierarchy?.begin ?? kernel.location;
  const shown = (state.place ?? keyOf(begin) ?? "").slice(file.length + 1);
  queueMicrotask(() => {
    const row = shown && pane.querySelector(`#line-${CSS.escape(shown)}`);
    if (row) pane.scrollTop = Math.max(0, row.offsetTop - 140);
  });
  const tabs = files.length > 1 ? h("nav", { "aria-label": "files" }, files.map((one, index) =>
    h("button", { type: "button", id: `file-${index}`, "aria-current": one === file,
      onclick: () => choose({ file: one }) }, baseName(one)))) : null;
  return h("div", {}, tabs, pane);
}

/** name, value and equation of each row. */
function facts(rows) {
  return h("dl", {}, rows.flatMap(([name, value, equation]) =>
    [h("dt", {}, name), h("dd", {}, value), h("dd.eq", {}, equation || "")]));
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
    ["initiation interval", `${digits(loop.initiation_interval)} cycles`, "HPCA16 section 3.2, of one work-item"],
    ...(loop.forced_by ? [["forced by", dependenceText(loop.forced_by)]] : []),
    ...(loop.serialized_by ? [["passes wait for", dependenceText(loop.serialized_by)]] : []),
    ...(kernel.tells_time ? [["cycles of one run", amount(kernel, node.cycles), "Eq. (9)"],
                             ["share of all cycles", share(kernel, node.share)]] : [])])];
}

function blockFacts(kernel, node) {
  const block = node.block;
  return [h("h3", {}, `Block at lines ${node.begin.line} to ${node.end.line}`), facts([
    ["critical path", `${count(block.depth)} cycles`, "section 3.2"],
    ...(kernel.tells_time ? [
      ["limited by", block.limited_by + (block.limiting ? ", and it limits the kernel" : "")],
      ["computation", `${amount(kernel, block.comp)} cycles`, "Eq. (11), (12)"],
      ["memory", `${amount(kernel, block.mem)} cycles`, "Eq. (13), (24)"],
      ["transactions", amount(kernel, block.mem_trans), "Eq. (14)"],
      ["cycles", amount(kernel, block.cycles), "Eq. (10)"],
      ["runs by loops", amount(kernel, block.repeat), "Eq. (9)"]] : []),
    ["computation, in closed form", h("code", {}, block.closed_form.comp_min || unknown)],
    ["transactions, in closed form", h("code", {}, block.closed_form.mem_trans || unknown)]])];
}

function accessFacts(kernel, access) {
  return [h("h3", {}, `${access.kind} of ${access.object} at ${at(access.location)}`), facts([
    ["pattern", access.pattern],
    ["bytes of one", count(access.bytes)],
    ["transactions", amount(kernel, access.transactions), "Eq. (14)"],
    ["of one iteration", digits(access.transactions_per_iteration), "Eq. (2), (4)"],
    ["share of all cycles", share(kernel, access.share)],
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
  if (!row) return h("div.card", {}, h("p.dim", {}, "Choose a line of the source, or a part of the hierarchy."));
  const largest = Math.max(...kernel.advice.map(advice => advice.gain), 1);
  const pipelines = row.pipelines.map(pipeline => [h("h3", {}, "Pipeline"), facts([
    ["passes", count(pipeline.passes), "model board"], ["interval", `${digits(pipeline.interval)} cycles`],
    ["depth", `${count(pipeline.depth)} cycles`], ["cycles", count(pipeline.cycles)]])]);
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

function pipelineTable(board) {
  return [h("h2", {}, "Pipelines"), table(["", "passes", "interval", "depth", "words", "cycles"],
    board.pipelines.map((pipeline, index) => h("tr" + (index === board.limiting ? ".limits" : ""), {},
      cell([pipeline.loop ? toPlace(pipeline.loop, `loop at ${at(pipeline.loop)}`) : "the kernel's body",
            index === board.limiting ? " — limits the kernel" : ""]),
      number(count(pipeline.passes)), number(digits(pipeline.interval)), number(count(pipeline.depth)),
      number(count(pipeline.words)), number(count(pipeline.cycles)))))];
}

/** The block whose operations are drawn: of the chosen line, else the one that limits. */
function drawnBlock(kernel, lines) {
  const chosen = lines.get(state.place)?.blocks[0];
  if (chosen) return chosen;
  const pipeline = kernel.board?.pipelines?.[kernel.board.limiting];
  if (!pipeline) return [...nodes(kernel.hierarchy)].find(node => node.block?.limiting);
  const within = pipeline.loop ? [...nodes(kernel.hierarchy)].find(node => keyOf(node.loop?.location) === keyOf(pipeline.loop) &&
    node.loop.location.column === pipeline.loop.column) : kernel.hierarchy;
  const inPipeline = node => node.block ? [node] : (node.children || []).filter(child => !child.loop).flatMap(inPipeline);
  return (within ? inPipeline(within) : []).reduce((most, node) => !most || node.block.depth > most.block.depth ? node : most, null);
}

function entryText(entry) {
  return entry ? `${entry.unit === "cycle" ? `${digits(entry.value)} cycles` : withPrefix(entry.value, entry.unit)}: ${entry.source}` : "";
}

/** Operations over cycles, each as soon as its operands are there. */
function schedulePane(kernel, lines, schedules) {
  if (!schedules || !kernel.hierarchy) return null;
  const node = drawnBlock(kernel, lines);
  const operations = schedules.blocks[[...nodes(kernel.hierarchy)].filter(one => one.kind === "block").indexOf(node)];
  const sources = h("details", {}, h("summary", {}, "Where the device's numbers are from"),
    table(["entry of the device file", "value", "source"], Object.entries(schedules.entries).map(([name, entry]) =>
      h("tr", {}, cell(h("code", {}, name)), number(entry.unit === "cycle" ? `${digits(entry.value)} cycles` : withPrefix(entry.value, entry.unit)), cell(entry.source)))));
  if (!operations?.length) return [h("h2", {}, "Schedule"), sources];
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
  return [h("h2", {}, "Accesses of global memory"), table(["line", "object", "", "bytes", "transactions", "share", "pattern"],
    accesses.map(access => h("tr", {}, cell(toPlace(access.location, at(access.location))), cell(access.object),
      cell(access.kind), number(count(access.bytes)), number(amount(kernel, access.transactions)), number(share(kernel, access.share)),
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
  const rows = markFront(grid).map(design => ({
    name: `unroll ${design.unroll}, SIMD ${design.simd}, ${design.units} unit(s), groups of ${design.group}`, time: design.time_s, share: 100 * design.most,
    kind: sameDesign(design, now) ? "this one" : design.most > 1 ? "does not fit" : design.front ? "front" : "beaten",
    ...Object.fromEntries(Object.keys(knobNames).map(knob => [knob, String(design[knob])])) }));
  if (!rows.length) { place.remove(); return Promise.resolve(); }
  const kinds = ["this one", "front", "beaten", "does not fit"];
  return vegaEmbed(place, {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json", width: "container", autosize: { type: "fit", contains: "padding" }, height: 320, data: { values: rows },
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

let views = []; // drawn by Vega; finalised before new ones
function draw(grid) {
  for (const view of views) view.finalize();
  const roofline = document.getElementById("roofline");
  const drawings = [grid ? drawSpace(grid) : null,
                    roofline ? vegaEmbed(roofline, data.roofline, { renderer: "svg", actions: false }) : null];
  Promise.all(drawings).then(drawn => {
    views = drawn.filter(one => one?.finalize);
    document.body.dataset.ready = "yes";
  }).catch(error => { document.body.dataset.error = error; });
}

function show() {
  const kernel = kernels[state.kernel], lines = byLine(kernel), grid = data.designs[state.kernel];
  const largest = Math.max(...kernel.advice.map(advice => advice.gain), 1);
  document.getElementById("kernels").replaceChildren(...kernels.map((one, index) =>
    h("button", { type: "button", id: `kernel-${index}`, "aria-current": index === state.kernel,
      onclick: () => choose({ kernel: index, place: null, file: null, design: null, clock: null }) },
      `${one.kernel}${one.launch.global ? ` ${one.launch.global.join("×")}` : ""}`)));
  document.getElementById("main").replaceChildren(...[
    h("h2", {}, `${kernel.kernel} on ${kernel.device}`), h("p.dim", {}, launchText(kernel)), answer(kernel),
    h("h2", {}, "Source"), h("div.split", {}, sourcePane(kernel, lines), details(kernel, lines)),
    kernel.hierarchy ? [h("h2", {}, kernel.complete ? "Where the cycles go" : "Hierarchy"),
      kernel.complete ? h("p.dim", {}, "Parts of one pipeline overlap, so shares need not add up. The one that limits has a frame.") : null,
      h("div.wide", {}, h("div.icicle", { id: "hierarchy" }, icicle(kernel, kernel.hierarchy)))] : null,
    kernel.advice.length && kernel.complete ? [h("h2", {}, "What to change"), kernel.advice.map(advice => adviceRow(advice, largest))] : null,
    designPane(kernel, grid), schedulePane(kernel, lines, data.schedules[state.kernel]), kernel.board ? pipelineTable(kernel.board) : null,
    kernel.hierarchy ? accessTable(kernel) : null,
    kernel.hierarchy && !kernel.complete ? closedForms(kernel) : null, roofTable(kernel)
  ].flat(Infinity).filter(Boolean));
  draw(grid);
}

// The address names the shown view, so that a link leads to it.
function readAddress() {
  const from = new URLSearchParams(location.hash.slice(1));
  const kernel = Number(from.get("kernel") || 0);
  state.kernel = kernels[kernel] ? kernel : 0;
  state.file = from.get("file");
  const line = Number(from.get("line"));
  state.place = line ? `${state.file ?? kernelFile(kernels[state.kernel])}:${line}` : null;
  const grid = data.designs[state.kernel];
  const asked = Object.fromEntries(Object.keys(knobNames).map(knob =>
    [knob, knob === "group" ? from.get(knob) : Number(from.get(knob))]));
  state.design = grid?.designs.some(design => sameDesign(design, asked)) ? asked : null;
  const clock = Number(from.get("clock"));
  state.clock = grid?.clocks_hz.includes(clock) ? clock : null;
}

function choose(change) {
  const focus = document.activeElement?.id, scroll = window.scrollY;
  Object.assign(state, change);
  const to = new URLSearchParams({ kernel: state.kernel });
  if (state.file && state.file !== kernelFile(kernels[state.kernel])) to.set("file", state.file);
  if (state.place) to.set("line", state.place.slice(state.place.lastIndexOf(":") + 1));
  if (state.clock) to.set("clock", state.clock);
  if (state.design) for (const knob of Object.keys(knobNames)) to.set(knob, state.design[knob]);
  history.replaceState(null, "", `#${to}`);
  show();
  window.scrollTo(0, scroll);
  // A link disappears with its element; focus moves to its line.
  (document.getElementById(focus) ?? document.querySelector(".row.chosen"))?.focus({ preventScroll: true });
}

addEventListener("hashchange", () => { readAddress(); show(); });
readAddress();
show();
