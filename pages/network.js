// The network of a dataflow region: processes as boxes, FIFOs and arrays as arrows.
const box = { width: 190, height: 58 };

/** svg("path", {d: ".."}, child, ...): an element of a picture. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children.flat(Infinity).filter(child => child !== null));
  return element;
}

/** What processes wait for: the word of the report, and a colour. */
const waitKinds = { data: ["data", "--orange"], space: ["space", "--red"], start: ["arrays", "--dim"] };
const waited = (process, kind) => process.waits.filter(one => one.for === kind).reduce((sum, one) => sum + one.cycles, 0);

/** Channels of `region` from one process to another: {from, to, names, cycles}, cycles being those that are waited for them. */
function arrows(region) {
  const between = new Map();
  const add = (from, to, name, text) => {
    if (!isNumber(from) || !isNumber(to)) return;
    const key = `${from} ${to}`;
    if (!between.has(key)) between.set(key, { from, to, texts: [], cycles: 0 });
    const arrow = between.get(key);
    arrow.texts.push(text);
    for (const end of [from, to])
      arrow.cycles += region.processes[end].waits.filter(one => one.channel === name).reduce((sum, one) => sum + one.cycles, 0);
  };
  for (const fifo of region.fifos)
    add(fifo.writer, fifo.reader, fifo.name, `${fifo.name} ${count(fifo.depth)}${isNumber(fifo.least) && fifo.least !== fifo.depth ? ` → ${count(fifo.least)}` : ""}`);
  for (const array of region.arrays ?? []) for (const reader of array.readers) add(array.writer, reader, array.name, `${array.name}[]`);
  return [...between.values()];
}

/** Columns of processes: each is one behind those that it reads from. */
function columnsOf(region, all) {
  const columns = [];
  for (const index of region.processes.keys())
    columns.push(Math.max(-1, ...all.filter(one => one.to === index && one.from < index).map(one => columns[one.from])) + 1);
  return columns;
}

/**
 * Where each process stands: a few columns go to the right, more go down. `along` and `across` are measured in that
 * direction; point(along, across) is a place of the picture.
 */
function layOut(region, all) {
  const columns = columnsOf(region, all), isDown = Math.max(...columns) > 2, rows = [];
  const [length, width, gap, side, lane] = isDown ? [box.height, box.width, 44, 40, 70] : [box.width, box.height, 180, 26, 22];
  const places = columns.map(column => {
    rows[column] = (rows[column] ?? 0) + 1;
    return { column, along: column * (length + gap) + 6, across: (rows[column] - 1) * (width + side) + 6 };
  });
  return { isDown, length, width, gap, lane, places, point: (along, across) => isDown ? [across, along] : [along, across] };
}

/** An arrow to the next column, or around by the lane that `bottom` is the place of. */
function arrowPicture(arrow, layout, bottom, most) {
  const { point, places, length, width, gap, isDown } = layout, from = places[arrow.from], to = places[arrow.to];
  const begin = from.along + length, end = to.along - 5, out = from.across + width / 2, into = to.across + width / 2, bend = gap / 2;
  const path = bottom === null ? `M ${point(begin, out)} C ${point(begin + bend, out)} ${point(end - bend, into)} ${point(end, into)}`
    : `M ${point(begin, out)} C ${point(begin + bend, out)} ${point(begin, bottom)} ${point(begin + bend, bottom)} ` +
      `L ${point(end - bend, bottom)} C ${point(end, bottom)} ${point(end - bend, into)} ${point(end, into)}`;
  const [x, y] = point((begin + end) / 2, bottom ?? (out + into) / 2);
  const label = arrow.texts.length > 1 ? `${arrow.texts[0]} + ${arrow.texts.length - 1}` : arrow.texts[0];
  return svg("g", { class: "arrow" + (arrow.cycles > 0 && arrow.cycles === most ? " longest" : "") },
    svg("title", {}, `${arrow.texts.join(", ")}${arrow.cycles ? `: ${count(arrow.cycles)} cycles of waiting` : ""}`),
    svg("path", { d: path, "marker-end": "url(#head)" }), svg("text", isDown ? { x: x + 7, y: y + 4 } : { x, y: y - 5, "text-anchor": "middle" }, label));
}

function processPicture(region, process, corner, kernel) {
  let x = 8;
  const part = (cycles, colour, word) => {
    const width = region.cycles ? (box.width - 16) * Math.min(1, cycles / region.cycles) : 0, left = x;
    x += width;
    return width ? svg("rect", { x: left, y: 40, width, height: 9, fill: `var(${colour})` }, svg("title", {}, `${word}: ${count(cycles)} cycles`)) : null;
  };
  const group = svg("g", { class: "process", transform: `translate(${corner.join(" ")})` },
    svg("rect", { class: "frame", width: box.width, height: box.height, rx: 6 }),
    svg("text", { x: 8, y: 19 }, processText(process)), svg("text", { class: "dim", x: 8, y: 34 }, `${count(process.alone)} cycles${region.cycles ? `, ${percent(process.alone / region.cycles)} busy` : ""}`),
    svg("rect", { class: "track", x: 8, y: 40, width: box.width - 16, height: 9 }), part(process.alone, "--blue", "busy"),
    Object.entries(waitKinds).map(([kind, [word, colour]]) => part(waited(process, kind), colour, `waits for ${word}`)));
  group.addEventListener("click", () => choose({ place: keyOf({ file: kernel.file, line: process.line }), file: kernel.file }));
  return group;
}

const processText = process => process.name.endsWith(` ${process.line}`) ? process.name : `${process.name} ${process.line}`;

function networkPicture(kernel, region) {
  const all = arrows(region), layout = layOut(region, all), { places, point } = layout, most = Math.max(0, ...all.map(one => one.cycles));
  let bottom = Math.max(...places.map(one => one.across)) + layout.width;
  const pictures = all.map(one => arrowPicture(one, layout, places[one.to].column === places[one.from].column + 1 ? null : bottom += layout.lane, most));
  const label = layout.isDown ? 150 : 0; // beside the last arrow
  const [width, height] = point(Math.max(...places.map(one => one.along)) + layout.length + 8, bottom + label + 8);
  return h("div.wide", {}, svg("svg", { class: "network", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `processes of ${region.function}` },
    svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 4, refY: 4, markerUnits: "userSpaceOnUse", markerWidth: 10, markerHeight: 10, orient: "auto" }, svg("path", { d: "M 0 0 L 8 4 L 0 8 z" }))),
    pictures, region.processes.map((process, index) => processPicture(region, process, point(places[index].along, places[index].across), kernel))));
}

function processTable(kernel, region) {
  const kinds = Object.keys(waitKinds);
  return table(["process", ...["cycles alone", "busy", ...kinds.map(kind => `waits for ${waitKinds[kind][0]}`)].map(numberHead)], region.processes.map(process => h("tr", {},
    h("td", {}, toPlace({ file: kernel.file, line: process.line, column: 0 }, processText(process))), number(count(process.alone)),
    number(region.cycles ? percent(process.alone / region.cycles) : ""), kinds.map(kind => number(region.cycles ? count(waited(process, kind)) : "")))));
}

/** Regions with their pictures; nothing where a kernel has none. */
function regions(kernel) {
  return (kernel.dataflow ?? []).filter(region => region.processes.length).map(region => h("section.region", {},
    h("h2", {}, `Processes of ${region.function}`),
    h("p.dim", {}, `They run at the same time${region.cycles ? `: ${count(region.cycles)} cycles, one after another ${count(region.sequential)}` : ""}. ` +
      "An arrow is a FIFO with its depth, and behind → the least depth that does, or an array. Bars: busy, and waiting for data, for space, for arrays."),
    region.deadlock ? h("p", {}, h("b", {}, "Never ends: "), linked(kernel, region.deadlock)) : null,
    region.hop ? h("p", {}, linked(kernel, region.hop)) : null,
    networkPicture(kernel, region), processTable(kernel, region)));
}
