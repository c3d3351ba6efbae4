// The page of `roofline variants`, `explore` and `verify --space`. Data: docs/report-page.md.
const resources = { luts: "LUT", registers: "FF", dsp_blocks: "DSP", memory_blocks: "BRAM", logic: "logic" };
const state = { kernel: 0, design: null, against: "share", sort: "time" };

if (data.kind === "hls") for (const kernel of data.kernels) kernel.kernel = kernel.name;
/** Resources of a design in C++, as those of the others: block RAM of 36 Kb. */
const fabricOf = used => ({ luts: Math.round(used.lut), registers: Math.round(used.flip_flop), dsp_blocks: used.dsp, memory_blocks: used.block_ram / 2 });
function hlsDesign(kernel, design) {
  const of = fabricOf(design.resources), has = kernel.available;
  const share = has ? Math.max(of.luts / has.LUT, of.registers / has.FF, of.dsp_blocks / has.DSP, of.memory_blocks / has.BRAM) : null;
  return { name: design.what_if || "as the source is", time: design.latency.most / (1e6 * kernel.clock_mhz), cycles: design.latency.most, clock: null,
    limit: "", of, share, knobs: {}, found: null, whatIf: design.what_if, texts: design.texts, fits: true };
}

/** One form for the designs of all formats: name, time_s, cycles, of (resources), knobs, found. */
function designsOf(kernel) {
  const named = (design, name, knobs) => ({ name, time: design.time_s, cycles: design.cycles ?? null, clock: design.clock_hz ?? null,
    limit: design.limit, of: design.resources ?? {}, share: design.share ?? (design.used ? Math.max(...Object.values(design.used)) : null), knobs, found: null });
  if (data.kind === "variants")
    return [...kernel.designs.map(design => ({ ...named(design, design.variant, { lanes: design.lanes, vector: design.vector, form: design.form, memory: design.memory_form }),
      front: design.front, best: design.best, fits: design.fits ?? true })),
      ...(kernel.loops ? [{ ...named(kernel.loops, "loops", {}), front: kernel.loops.front, best: kernel.loops.best, fits: kernel.loops.fits ?? true }] : [])];
  if (data.kind === "steps") {
    const front = new Set(kernel.front.map(design => design.variant)), best = kernel.by_steps[kernel.best]?.variant;
    const all = [...kernel.by_steps, ...kernel.front];
    return all.filter((design, index) => all.findIndex(one => one.variant === design.variant) === index).map(design =>
      ({ ...named(design, design.variant, { "steps a pass": design.steps_a_pass, lanes: design.lanes, vector: design.vector, blocks: design.blocks }),
        front: front.has(design.variant), best: design.variant === best, fits: true }));
  }
  if (data.kind === "kernels")
    return kernel.front.map((design, index) => ({ ...named(design, design.what_if || "as the source is",
      { SIMD: design.simd, units: design.compute_units, group: design.work_group.join("×") }), whatIf: design.what_if, front: true, best: index === 0, fits: design.fits ?? true }));
  if (data.kind === "hls") {
    const source = { ...hlsDesign(kernel, { ...kernel, what_if: "", texts: [] }), fits: !kernel.doubt };
    const front = (kernel.front ?? []).map((design, index) => ({ ...hlsDesign(kernel, design), front: true, best: index === 0 }));
    return front.some(one => !one.whatIf) ? front : [...front, { ...source, front: false, best: false }];
  }
  return kernel.designs.map(one => ({ name: one.variant, time: null, cycles: one.verification?.cycles.predicted ?? null, knobs: {},
    of: {}, found: one.verification, problem: one.problem, front: false, best: false, fits: true }));
}

const palette = { best: "#d55e00", front: "#0072b2", beaten: "#999999", "does not fit": "#cc79a7", proven: "#0072b2", "not proven": "#d55e00" };
const kindOf = design => design.best ? "best" : !design.fits ? "does not fit" : design.front ? "front" : "beaten";

/** Colour and shape of the kinds, in one legend. */
function byKind(kinds) {
  return { color: { field: "kind", type: "nominal", title: "", scale: { domain: kinds, range: kinds.map(kind => palette[kind]) } },
           shape: { field: "kind", type: "nominal", title: "", scale: { domain: kinds } } };
}
const asWideAsThePage = { width: "container", autosize: { type: "fit", contains: "padding" } };

const isLeftOut = design => design.share > mostDrawn;

/** Time against a resource; a click chooses a design. */
function spaceChart(designs) {
  const amount = design => state.against === "share" ? 100 * design.share : design.of[state.against];
  const rows = designs.filter(design => isNumber(design.time) && isNumber(amount(design)) && !isLeftOut(design)).map(design =>
    ({ ...design.knobs, name: design.name, time: design.time, amount: amount(design), kind: kindOf(design), limit: design.limit }));
  const knobs = Object.keys(designs[0]?.knobs ?? {}).map((name, index) => ({ name, index, values: [...new Set(designs.map(one => one.knobs[name]))] }))
    .filter(knob => knob.values.length > 1);
  return { $schema: "https://vega.github.io/schema/vega-lite/v5.json", ...asWideAsThePage, height: 340, data: { values: rows },
    params: knobs.map(knob => ({ name: `only_${knob.index}`, value: "all", bind: { input: "select", name: `${knob.name} `, options: ["all", ...knob.values.map(String)] } })),
    transform: knobs.map(knob => ({ filter: `only_${knob.index} == 'all' || '' + datum['${knob.name}'] == only_${knob.index}` })),
    mark: { type: "point", filled: true, size: 70, cursor: "pointer" },
    encoding: { x: { field: "amount", type: "quantitative", title: state.against === "share" ? "scarcest resource [% of the device]" : resources[state.against] },
      y: { field: "time", type: "quantitative", scale: { type: "log" }, title: "time [s]", axis: { format: "~s" } },
      ...byKind(["best", "front", "beaten", "does not fit"]),
      tooltip: [{ field: "name", title: "design" }, { field: "time", format: ".3s", title: "time [s]" }, { field: "amount", format: ".4~s" }, { field: "limit" }] } };
}

/** [name, predicted, came out] of a verification. */
function compared(found) {
  const rows = [["cycles", found.cycles.predicted, found.failure ? null : found.cycles.simulated]], of = found.resources;
  if (of) for (const name of ["LUT", "FF", "DSP", "BRAM"]) rows.push([name, of.predicted?.[name] ?? null, of.synthesised?.[name] ?? null]);
  if (of && (isNumber(of.predicted_path_ps) || isNumber(of.path_ps))) rows.push(["path [ps]", of.predicted_path_ps, of.path_ps]);
  return rows;
}
const differs = (predicted, real) => isNumber(predicted) && isNumber(real) ? (real ? 100 * (predicted - real) / real : predicted ? Infinity : 0) : null;
const differenceText = value => value === null ? unknown : value === 0 ? "exact" : isFinite(value) ? `${value > 0 ? "+" : ""}${value.toFixed(1)} %` : "not 0";

/** How far each prediction is off. */
function errorChart(designs) {
  const rows = designs.filter(design => design.found).flatMap(design => compared(design.found)
    .map(([name, predicted, real]) => ({ name: design.name, of: name, predicted, real, off: differs(predicted, real), kind: design.found.proven ? "proven" : "not proven" })))
    .filter(row => isNumber(row.off));
  const most = Math.max(10, ...rows.map(row => Math.abs(row.off)));
  return { $schema: "https://vega.github.io/schema/vega-lite/v5.json", ...asWideAsThePage, height: 320, data: { values: rows },
    mark: { type: "point", filled: true, size: 60, opacity: 0.7 },
    encoding: { y: { field: "of", type: "nominal", title: "", sort: null }, x: { field: "off", type: "quantitative", title: "predicted beside what came out [%]", scale: { domain: [-most, most] } },
      yOffset: { field: "name", type: "nominal" }, ...byKind(["proven", "not proven"]),
      tooltip: [{ field: "name", title: "design" }, { field: "predicted" }, { field: "real", title: "came out" }, { field: "off", format: "+.1f", title: "[%]" }] } };
}

function answer(kernel, designs) {
  if (data.kind !== "space") {
    const best = designs.find(design => design.best);
    return h("div.answer", {}, h("div.card", { id: "best" }, h("div.dim", {}, "the best design"),
      h("div.big", {}, best ? seconds(best.time) : "none fits"), best ? h("p", {}, h("code", {}, best.name)) : null,
      best ? h("p.dim", {}, `${best.limit ? `${best.limit} limits it; ` : ""}${percent(best.share)} of the scarcest resource`) : null),
    h("div.card", {}, h("div.dim", {}, "designs"), h("div.big", {}, count(designs.length)),
      h("p.dim", {}, `${count(designs.filter(design => design.front).length)} that no other is better than in everything`)));
  }
  const proven = designs.filter(design => design.found?.proven).length;
  const without = designs.filter(design => !design.found);
  return [h("div.answer", {}, h("div.card" + (proven === designs.length ? "" : ".warn"), { id: "proven" }, h("div.dim", {}, "proven"),
    h("div.big", {}, `${count(proven)} of ${count(designs.length)}`), h("p.dim", {}, "each simulated against the original, bit for bit")),
    ["cycles", "LUT", "FF", "DSP", "BRAM", "path [ps]"].map(name => {
      const off = designs.filter(design => design.found).flatMap(design => compared(design.found)).filter(row => row[0] === name)
        .map(([, predicted, real]) => differs(predicted, real)).filter(isNumber);
      return off.length ? h("div.card", {}, h("div.dim", {}, name), h("div.big", {}, `${off.filter(value => value === 0).length} of ${off.length} exact`),
        h("p.dim", {}, off.every(value => value === 0) ? "" : `at most ${Math.max(...off.map(Math.abs)).toFixed(1)} % off`)) : null; })),
    without.length ? h("div.card.warn", { style: "margin-top: .8rem" }, h("b", {}, "Without a result"),
      h("ul", {}, without.map(design => h("li", {}, h("code", {}, design.name), ` ${design.problem}`)))) : null];
}

const sorts = { name: design => design.name, time: design => design.time ?? design.cycles ?? Infinity, share: design => design.share ?? Infinity };

function designTable(designs) {
  const isSpace = data.kind === "space", hasClock = designs.some(design => isNumber(design.clock)), hasLimit = designs.some(design => design.limit);
  const columns = isSpace ? ["cycles", "LUT", "FF", "DSP", "BRAM", "path [ps]"].filter(name => designs.some(design => design.found && compared(design.found).some(row => row[0] === name)))
    : Object.keys(resources).filter(name => designs.some(design => isNumber(design.of[name])));
  const rows = [...designs].sort((a, b) => sorts[state.sort](a) < sorts[state.sort](b) ? -1 : 1).map(design => {
    const cells = isSpace ? columns.map(name => {
      const row = design.found && compared(design.found).find(one => one[0] === name);
      return h("td.number", { title: row ? differenceText(differs(row[1], row[2])) : null }, !row ? "" : row[1] === row[2] ? digits(row[2]) : `${digits(row[1], 5)} / ${digits(row[2], 5)}`); })
      : [number(seconds(design.time)), ...(hasClock ? [number(withPrefix(design.clock, "Hz"))] : []), ...columns.map(name => number(digits(design.of[name], 5))), number(percent(design.share)), ...(hasLimit ? [cell(design.limit)] : [])];
    return h("tr" + (design.name === state.design ? ".limits" : ""), {},
      cell(h("button.link", { type: "button", id: `design-${designs.indexOf(design)}`, onclick: () => choose({ design: design.name }) }, design.name)), ...cells,
      cell(isSpace ? design.found ? design.found.proven ? "proven" : "NOT PROVEN" : "no result" : kindOf(design)));
  });
  const head = (name, sort) => h("button.link", { type: "button", id: `sort-${sort}`, onclick: () => choose({ sort }) }, name);
  return table([head("design", "name"), ...(isSpace ? columns : [head("time", "time"), ...(hasClock ? ["clock"] : []), ...columns.map(name => resources[name]), head("of device", "share"), ...(hasLimit ? ["limited by"] : [])]), ""], rows);
}

function details(design) {
  if (!design) return h("p.dim", {}, "Choose a design of the table.");
  const rows = design.found ? [table(["", "predicted", "came out", ""], compared(design.found).map(([name, predicted, real]) =>
    h("tr", {}, cell(name), number(digits(predicted, 6)), number(digits(real, 6)), cell(differenceText(differs(predicted, real)))))),
    h("p.dim", {}, `${count(design.found.launches)} launches, ${design.found.simulator}${design.found.resources ? `; ${design.found.resources.target}, ${design.found.resources.synthesizer}` : ""}`),
    design.found.failure ? h("p", {}, h("b", {}, design.found.failure)) : null, design.found.unknowns.map(why => h("p.dim", {}, `unknown: ${why}`))]
    : Object.entries({ time: seconds(design.time), cycles: count(design.cycles), ...(design.limit ? { "limited by": design.limit } : {}), ...design.knobs }).map(([name, value]) => h("p", {}, `${name}: ${value}`));
  return h("div.card", { id: "details", "aria-live": "polite" }, h("h3", { style: "margin-top: 0" }, h("code", {}, design.name)), rows,
    (design.texts ?? []).map(text => h("p", {}, h("code", {}, text))),
    data.kind === "kernels" || data.kind === "hls" ? design.whatIf ? h("p", {}, h("code", {}, `--what-if ${design.whatIf}`)) : null : h("p", {}, h("code", {}, `roofline ${data.kind === "space" ? "verify" : "emit verilog"} ${data.file} --variant '${design.name}'`)));
}

let view = null;
function show() {
  const kernel = data.kernels[state.kernel], designs = designsOf(kernel), isSpace = data.kind === "space";
  const choices = ["share", ...Object.keys(resources)].filter(name => designs.some(design => isNumber(name === "share" ? design.share : design.of[name])));
  document.getElementById("kernels").replaceChildren(...data.kernels.map((one, index) => h("button", { type: "button", id: `kernel-${index}`,
    "aria-current": index === state.kernel, onclick: () => choose({ kernel: index, design: null }) }, one.kernel)));
  document.getElementById("main").replaceChildren(...[
    h("h2", {}, `${kernel.kernel}${kernel.device ? ` on ${kernel.device.name ?? kernel.device}` : ""}`), answer(kernel, designs),
    h("h2", {}, isSpace ? "How far predictions are off" : "Time against resources"),
    isSpace ? null : !choices.length ? h("p.dim", {}, "The device has no costs: nothing to draw the time against.") : h("label", {}, "against ", h("select", { id: "against", onchange: event => choose({ against: event.target.value }) },
      choices.map(name => h("option", { value: name, selected: name === state.against }, name === "share" ? "the scarcest resource" : resources[name])))),
    isSpace || choices.length ? h("div.plot", { id: "chart" }) : null, isSpace || !choices.length ? null : leftOut(designs.filter(isLeftOut).length), h("h2", {}, "Designs"), details(designs.find(design => design.name === state.design)), designTable(designs)
  ].flat(Infinity).filter(Boolean));
  view?.finalize();
  view = null;
  if (!choices.length && !isSpace) { document.body.dataset.ready = "yes"; return; }
  if (!choices.includes(state.against)) state.against = choices[0] ?? "share";
  drawChart(document.getElementById("chart"), isSpace ? errorChart(designs) : spaceChart(designs)).then(drawn => {
    view = drawn;
    drawn.view.addEventListener("click", (event, item) => item?.datum?.name && choose({ design: item.datum.name }));
    document.body.dataset.ready = "yes";
  }).catch(error => { document.body.dataset.error = error; });
}

// The address names the shown design, so that a link leads to it.
function readAddress() {
  const from = new URLSearchParams(location.hash.slice(1)), kernel = Number(from.get("kernel") || 0);
  Object.assign(state, { kernel: data.kernels[kernel] ? kernel : 0, design: from.get("design"), against: from.get("against") ?? "share", sort: sorts[from.get("sort")] ? from.get("sort") : "time" });
}

function choose(change) {
  const focus = document.activeElement?.id, scroll = window.scrollY;
  Object.assign(state, change);
  const to = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== null));
  history.replaceState(null, "", `#${to}`);
  show();
  window.scrollTo(0, scroll);
  document.getElementById(focus)?.focus({ preventScroll: true });
}

addEventListener("hashchange", () => { readAddress(); show(); });
readAddress();
show();
