// The page of `roofline analyze --html` for C++ kernels. Data: docs/report-page.md.
for (const kernel of kernels) // a line without a file is one of the kernel's
  for (const place of [...kernel.loops, ...kernel.directives, ...kernel.arrays, ...kernel.missing, ...kernel.advice])
    place.file ??= kernel.file;

const kernelFile = kernel => kernel.file;
const address = placeAddress;
const range = cycles => cycles.least === cycles.most ? count(cycles.most) : `${count(cycles.least)} to ${count(cycles.most)}`;
/** Loops that are left in the hardware take cycles. */
const remains = loop => !loop.is_unrolled_in_full;
const shareOf = (kernel, loop) => Math.min(1, loop.total_cycles / Math.max(1, kernel.latency.most));
const nameOf = loop => loop.label || "loop";

/** What becomes of a pragma: sign and words. */
const outcomes = { applied: ["✓", "applied"], subsumed: ["=", "subsumed"], "no-effect": ["✗", "no effect"], unmodelled: ["?", "not modelled"] };

/** What each line has, by "file:line". */
function byLine(kernel) {
  const lines = new Map();
  const of = place => {
    const key = keyOf(place);
    if (!lines.has(key)) lines.set(key, { share: null, interval: null, loops: [], directives: [], arrays: [], missing: [], advice: [] });
    return lines.get(key);
  };
  for (const kind of ["loops", "directives", "arrays", "missing", "advice"])
    for (const one of kernel[kind]) of(one)[kind].push(one);
  for (const row of lines.values())
    for (const loop of row.loops.filter(remains)) {
      row.share = Math.max(row.share ?? 0, shareOf(kernel, loop));
      if (loop.is_pipelined) row.interval = Math.max(row.interval ?? 0, loop.interval);
    }
  lines.delete(null);
  return lines;
}

/** Signs beside the source: what became of pragmas, and the lines that force the interval of the chosen line's loops. */
function sourceColumns(kernel, lines) {
  const marks = new Map();
  for (const [key, row] of lines)
    if (row.directives.length) marks.set(key, [outcomes[row.directives[0].outcome][0], row.directives.map(one => `${one.text}: ${outcomes[one.outcome][1]}`).join("; ")]);
  for (const loop of lines.get(state.place)?.loops ?? [])
    for (const part of loop.interval_reason.split(placePattern)) {
      const place = placeNamed(kernel, part);
      if (place) marks.set(keyOf(place), ["●", "forces the interval"]);
    }
  return { heads: ["of cycles", "II"], marks, share: row => row.share, number: row => row.interval === null ? "" : digits(row.interval) };
}

const gainOf = (kernel, advice) => kernel.latency.most / Math.max(1, advice.latency.most);

/** Pragmas to write, each of which leads to its line. */
function texts(kernel, advice) {
  return advice.texts.map(text => {
    const [, no, pragma, place] = /^(no )?(#pragma .*)( in .* at line .*)$/.exec(text) ?? ["", "", "", text];
    return h("div", {}, no ?? "", h("code", {}, pragma), linked(kernel, place));
  });
}

function changes(kernel) {
  return h("ol", { id: "do" }, kernel.advice.slice(0, 3).map(advice => h("li", {}, h("b", {}, `${digits(gainOf(kernel, advice))} ×`),
    ` → ${range(advice.latency)} cycles`, texts(kernel, advice), h("code", {}, `--what-if ${advice.what_if}`))));
}

/** The first screen of the text report: rows of a name and a text. */
function answer(kernel, said) {
  const [verdict, ...rows] = said.rows.map(row => ({ ...row, text: row.text.replace(/(\d) us\b/g, "$1 µs") }));
  const list = [];
  let name = "";
  for (const row of rows) {
    const isFirst = Boolean(row.name);
    name = row.name || name;
    if (name === "more" || (name === "do" && !isFirst)) continue;
    list.push(h("dt", {}, row.name), h("dd", { id: isFirst ? name : null }, name === "do" ? changes(kernel) : linked(kernel, row.text)));
  }
  return h("div.card.screen" + (kernel.missing.length || kernel.doubt ? ".warn" : ""), {},
    h("div.big", { id: "time" }, verdict.text.slice(verdict.text.indexOf(": ") + 2)), h("dl", {}, list));
}

function loopFacts(kernel, loop) {
  const trips = range({ least: loop.least_trip, most: loop.most_trip });
  return [h("h3", {}, `Loop ${loop.label}`), facts([
    ["becomes", loop.becomes],
    ["trips", trips],
    ...(remains(loop) ? [
      ...(loop.interval ? [["interval", `${digits(loop.interval)} cycle${loop.interval === 1 ? "" : "s"}`]] : []),
      ...(loop.interval_reason ? [["forced by", linked(kernel, loop.interval_reason)]] : []),
      ["depth", `${count(loop.depth)} cycles`], ["one entry", `${range(loop.latency)} cycles`],
      ["all entries", `${count(loop.total_cycles)} cycles, ${percent(shareOf(kernel, loop))}`]] : [])]),
    kernel.inferences.filter(one => kernel.loops[one.loop] === loop).map(one => h("p.dim", {}, `unasked: ${one.text}`))];
}

const arrayType = array => `${array.type}${array.dimensions.map(size => `[${size || ""}]`).join("")}`;
/** "4 × 1 = 4": banks along each dimension. */
function banksText(array) {
  const all = array.banks.reduce((product, one) => product * one, 1);
  return array.banks.length > 1 && all > 1 ? `${array.banks.join(" × ")} = ${count(all)}` : count(all);
}
function storageText(array) {
  const blocks = `${count(array.blocks)} `;
  return { outside: array.interface || "outside, as memories", unknown: "no rule prices it", registers: "registers", lut: "LUTs",
           "block-ram": `${blocks}block RAM`, "ultra-ram": `${blocks}UltraRAM` }[array.storage];
}

function adviceRow(kernel, advice, largest) {
  const gain = gainOf(kernel, advice), now = kernel.resources, then = advice.resources;
  const price = Object.entries(resourceNames).filter(([name]) => Math.round(now[name]) !== Math.round(then[name]))
    .map(([name, text]) => `${text} ${count(now[name])} → ${count(then[name])}`);
  return h("div.card", { style: "margin: .5rem 0" }, h("b", {}, `${digits(gain)} times as fast: ${range(advice.latency)} cycles`), texts(kernel, advice),
    bar(Math.log(Math.max(1, gain)) / Math.log(Math.max(largest, 1.0001)), `gain ${digits(gain)}`),
    price.length ? h("p.dim", {}, price.join(", ")) : null, h("p", {}, h("code", {}, `--what-if ${advice.what_if}`)));
}

const outcomeText = one => `${outcomes[one.outcome][1]}${one.reason ? `: ${one.reason}` : ""}`;

function details(kernel, lines) {
  const row = lines.get(state.place);
  if (!row) return h("div.card", {}, h("p.dim", {}, "Choose a line of the source."));
  const largest = Math.max(...kernel.advice.map(advice => gainOf(kernel, advice)), 1);
  return h("div.card.aside", { id: "details", "aria-live": "polite" },
    h("h2", { style: "margin-top: 0" }, `Line ${state.place.slice(state.place.lastIndexOf(":") + 1)}`),
    row.missing.map(one => h("p", {}, h("b", {}, "unknown: "), one.reason)), row.loops.map(loop => loopFacts(kernel, loop)),
    row.directives.map(one => [h("h3", {}, h("code", {}, one.text)), h("p", {}, `${outcomes[one.outcome][0]} `, linked(kernel, outcomeText(one)))]),
    row.arrays.map(array => [h("h3", {}, `Array ${array.name}`), facts([["type", arrayType(array)], ["role", array.role], ["banks", banksText(array)],
      ["ports", count(array.ports)], ["kept in", storageText(array)]])]),
    row.advice.map(advice => adviceRow(kernel, advice, largest)));
}

function loopTable(kernel) {
  const depthOf = loop => loop.parent === undefined ? 0 : 1 + depthOf(kernel.loops[loop.parent]);
  const numbers = loop => remains(loop) ? [loop.is_pipelined ? digits(loop.interval) : "", count(loop.depth), range(loop.latency), percent(shareOf(kernel, loop))] : ["", "", "", ""];
  return h("div", { id: "loops" }, table(["loop", "what becomes of it", ...["trips", "II", "depth", "cycles", "of all"].map(numberHead), h("th.wide-only", {}, "")], kernel.loops.map((loop, index) =>
    h("tr" + (index === kernel.limiting_loop ? ".limits" : ""), {},
      h("td", { style: `padding-left: ${.5 + depthOf(loop)}rem` }, toPlace(loop, `${nameOf(loop)} ${at({ ...loop, column: 0 })}`)),
      cell(loop.becomes), number(range({ least: loop.least_trip, most: loop.most_trip })), numbers(loop).map(number),
      h("td.busy.wide-only", {}, remains(loop) ? bar(shareOf(kernel, loop), `${percent(shareOf(kernel, loop))} of the cycles`) : null)))));
}

function pragmaTable(kernel) {
  if (!kernel.directives.length) return null;
  return [h("h2", {}, "What becomes of each pragma"), h("div", { id: "pragmas-all" }, table(["line", "pragma", "", "outcome"], kernel.directives.map(one =>
    h("tr", {}, cell(toPlace(one, at(one))), cell(h("code", {}, one.text)), cell(outcomes[one.outcome][0]), cell(linked(kernel, outcomeText(one)))))))];
}

/** What the compiler does without a pragma: on loops, and on arrays. */
function unasked(kernel) {
  if (!kernel.inferences.length) return null;
  const subject = one => kernel.loops[one.loop] ? toPlace(kernel.loops[one.loop], `${nameOf(kernel.loops[one.loop])} ${at({ ...kernel.loops[one.loop], column: 0 })}`)
    : one.memory || "an array without a name";
  return [h("h2", {}, "What the compiler does unasked"), h("ul", { id: "unasked" }, kernel.inferences.map(one => h("li", {}, subject(one), `: ${one.text}`)))];
}

function arrayTable(kernel) {
  if (!kernel.arrays.length) return null;
  return [h("h2", {}, "Arrays"), h("p.dim", {}, "Each bank has two ports, unless the source says otherwise."),
    h("div", { id: "arrays" }, table(["array", "type", "role", numberHead("banks"), numberHead("ports"), "kept in"], kernel.arrays.map(array => h("tr", {},
      cell(keyOf(array) ? toPlace(array, array.name) : array.name), cell(h("code", {}, arrayType(array))), cell(array.role),
      number(banksText(array)), number(count(array.ports)), cell(storageText(array))))))];
}

const resourceNames = { lut: "LUT", flip_flop: "FF", dsp: "DSP", block_ram: "BRAM of 18 Kb", ultra_ram: "URAM" };
/** What the device has, in the units of `resources`; null where its file does not say. */
function availableOf(kernel) {
  const has = kernel.available;
  return has ? { lut: has.LUT, flip_flop: has.FF, dsp: has.DSP, block_ram: 2 * has.BRAM } : {};
}

function resourceTable(kernel) {
  const has = availableOf(kernel), used = Object.entries(resourceNames).filter(([name]) => has[name] || kernel.resources[name] > 0);
  return [h("h2", {}, "Resources"), h("div", { id: "resources" }, table(["", numberHead("takes"), numberHead(`${kernel.device} has`), "", h("th.wide-only", {}, "")], used.map(([name, text]) => {
    const part = has[name] ? kernel.resources[name] / has[name] : null;
    return h("tr", {}, cell(text), number(count(kernel.resources[name])), number(count(has[name])), number(percent(part)),
      h("td.busy.wide-only", {}, isNumber(part) ? bar(part, `${percent(part)} of ${text}`) : null)); })))];
}

/** Places under the roofs, each byte counted once. */
function roofTable(kernel) {
  const found = kernel.roofline;
  if (!found) return null;
  const rows = found.roofs.map(roof => h("tr", {}, cell(roof.device), number(withPrefix(roof.attainable_ops_per_s, "op/s")), number(seconds(roof.time_s)),
    number(isNumber(roof.predicted_ops_per_s) ? withPrefix(roof.predicted_ops_per_s, "op/s") : ""),
    cell([roof.limited_by, isNumber(roof.ridge_distance) ? `${digits(roof.ridge_distance)} × to the ridge` : null,
          roof.missing.length ? `the roof may be lower: the device lacks ${roof.missing.join(", ")}` : null].filter(Boolean).join("; "))));
  const parts = [...found.ceilings.map(one => [`${one.resource} of the device`, "", withPrefix(one.ops_per_s, "op/s")]),
                 ...found.traffic.map(one => [one.name, withPrefix(one.bytes, "B"), isNumber(one.bytes_per_s) ? withPrefix(one.bytes_per_s, "B/s") : unknown])];
  return [h("h2", {}, "Under the roofs"),
    h("p.dim", {}, `W = ${withPrefix(found.work, "")} ${found.work_type === "float" ? "floating-point" : "integer"} operations, Q = ${withPrefix(found.compulsory_bytes, "B")} of the arguments with each byte once` +
      `${isNumber(found.intensity) ? `, ${digits(found.intensity)} operation/byte` : ""}. As the source is written, ${withPrefix(found.requested_bytes, "B")} are accessed.`),
    h("div", { id: "roofs" }, table(["device", numberHead("attainable"), numberHead("time"), numberHead("this design"), "limited by"], rows)),
    h("details", {}, h("summary", {}, `What ${kernel.device} offers this mix of operations and bytes`),
      table(["", numberHead("bytes"), numberHead("rate")], parts.map(([name, bytes, rate]) => h("tr", {}, cell(name), number(bytes), number(rate))))),
    data.roofline ? h("div.plot", { id: "roofline" }) : null];
}

let view = null; // drawn by Vega; finalised before a new one
function draw() {
  view?.finalize();
  const place = document.getElementById("roofline");
  (place ? drawChart(place, data.roofline) : Promise.resolve(null)).then(drawn => {
    view = drawn;
    document.body.dataset.ready = "yes";
  }).catch(error => { document.body.dataset.error = error; });
}

function show() {
  const kernel = kernels[state.kernel], lines = byLine(kernel);
  const largest = Math.max(...kernel.advice.map(advice => gainOf(kernel, advice)), 1);
  showKernels(one => one.name);
  document.getElementById("main").replaceChildren(...[
    h("h2", {}, `${kernel.name} on ${kernel.device} at ${digits(kernel.clock_mhz)} MHz`), answer(kernel, data.answers[state.kernel]),
    h("h2", {}, "Source"), h("div.split", {}, sourcePane(kernel, lines, sourceColumns(kernel, lines), kernel), details(kernel, lines)),
    kernel.loops.length ? [h("h2", {}, "Where the cycles go"), h("p.dim", {}, "Cycles are those of one entry. A flattened nest has its cycles at each of its loops."), loopTable(kernel)] : null,
    regions(kernel),
    kernel.advice.length ? [h("h2", {}, "What to change"), kernel.advice.map(advice => adviceRow(kernel, advice, largest))] : null,
    pragmaTable(kernel), unasked(kernel), arrayTable(kernel), resourceTable(kernel), roofTable(kernel)
  ].flat(Infinity).filter(Boolean));
  draw();
}

function readAddress() { readPlace(new URLSearchParams(location.hash.slice(1))); }
addEventListener("hashchange", () => { readAddress(); show(); });
readAddress();
show();
