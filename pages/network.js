// The network of a dataflow region: processes as boxes from left to right, FIFOs and arrays as arrows.
const box = { width: 190, height: 58, across: 130, down: 26, lane: 22 };

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

/** Where each process stands: its column is one behind those that it reads from, in the order of the source. */
function placesOf(region, all) {
  const columns = [], rows = [];
  return region.processes.map((_, index) => {
    const column = Math.max(-1, ...all.filter(one => one.to === index && one.from < index).map(one => columns[one.from])) + 1;
    columns.push(column);
    rows[column] = (rows[column] ?? 0) + 1;
    return { column, x: column * (box.width + box.across) + 1, y: (rows[column] - 1) * (box.height + box.down) + 1 };
  });
}

function arrowPicture(arrow, places, bottom, most) {
  const from = places[arrow.from], to = places[arrow.to], isLongest = arrow.cycles > 0 && arrow.cycles === most;
  const begin = [from.x + box.width, from.y + box.height / 2], end = [to.x - 5, to.y + box.height / 2];
  const isNext = to.column === from.column + 1, middle = [(begin[0] + end[0]) / 2, isNext ? (begin[1] + end[1]) / 2 : bottom];
  const bend = box.across / 2;
  const path = isNext ? `M ${begin} C ${begin[0] + bend} ${begin[1]} ${end[0] - bend} ${end[1]} ${end}`
    : `M ${begin} C ${begin[0] + bend} ${begin[1]} ${begin[0]} ${bottom} ${begin[0] + bend} ${bottom} L ${end[0] - bend} ${bottom} C ${end[0]} ${bottom} ${end[0] - bend} ${end[1]} ${end}`;
  const label = arrow.texts.length > 1 ? `${arrow.texts[0]} + ${arrow.texts.length - 1}` : arrow.texts[0];
  return svg("g", { class: "arrow" + (isLongest ? " longest" : "") },
    svg("title", {}, `${arrow.texts.join(", ")}${arrow.cycles ? `: ${count(arrow.cycles)} cycles of waiting` : ""}`),
    svg("path", { d: path, "marker-end": "url(#head)" }), svg("text", { x: middle[0], y: middle[1] - 5, "text-anchor": "middle" }, label));
}

function processPicture(region, process, place, kernel) {
  let x = 8;
  const part = (cycles, colour, word) => {
    const width = region.cycles ? (box.width - 16) * Math.min(1, cycles / region.cycles) : 0, left = x;
    x += width;
    return width ? svg("rect", { x: left, y: 40, width, height: 9, fill: `var(${colour})` }, svg("title", {}, `${word}: ${count(cycles)} cycles`)) : null;
  };
  const group = svg("g", { class: "process", transform: `translate(${place.x} ${place.y})` },
    svg("rect", { class: "frame", width: box.width, height: box.height, rx: 6 }),
    svg("text", { x: 8, y: 19 }, processText(process)), svg("text", { class: "dim", x: 8, y: 34 }, `${count(process.alone)} cycles${region.cycles ? `, ${percent(process.alone / region.cycles)} busy` : ""}`),
    svg("rect", { class: "track", x: 8, y: 40, width: box.width - 16, height: 9 }), part(process.alone, "--blue", "busy"),
    Object.entries(waitKinds).map(([kind, [word, colour]]) => part(waited(process, kind), colour, `waits for ${word}`)));
  group.addEventListener("click", () => choose({ place: keyOf({ file: kernel.file, line: process.line }), file: kernel.file }));
  return group;
}

const processText = process => process.name.endsWith(` ${process.line}`) ? process.name : `${process.name} ${process.line}`;

function networkPicture(kernel, region) {
  const all = arrows(region), places = placesOf(region, all), most = Math.max(0, ...all.map(one => one.cycles));
  let bottom = Math.max(...places.map(one => one.y)) + box.height;
  const pictures = all.map(one => arrowPicture(one, places, places[one.to].column === places[one.from].column + 1 ? 0 : bottom += box.lane, most));
  const width = Math.max(...places.map(one => one.x)) + box.width + 2, height = bottom + 8;
  return h("div.wide", {}, svg("svg", { class: "network", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `processes of ${region.function}` },
    svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 4, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" }, svg("path", { d: "M 0 0 L 8 4 L 0 8 z" }))),
    pictures, region.processes.map((process, index) => processPicture(region, process, places[index], kernel))));
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
