// The kernels of a report, their source line by line, and links to its places. A page has kernelFile(),
// address() and show() of its own.
const kernels = data.report.kernels;
const state = { kernel: 0, place: null, file: null };

const keyOf = place => place && place.line ? `${place.file}:${place.line}` : null;
const baseName = file => file.split("/").pop();
/** "12:3", and of another file "k.h:12:3". */
function at(place) {
  if (!place) return "";
  const file = place.file === kernelFile(kernels[state.kernel]) ? "" : `${baseName(place.file)}:`;
  return `${file}${place.line}${place.column ? `:${place.column}` : ""}`;
}

/** A button that shows a place. */
function toPlace(place, text = `line ${at(place)}`) {
  return keyOf(place) ? h("button.link", { type: "button",
    onclick: () => choose({ place: keyOf(place), file: place.file }) }, text) : text;
}

const placePattern = /(\bline (?:[^\s:]+:)?\d+)/;
/** The place that "line 12" or "line k.h:12" names, if its source is there. */
function placeNamed(kernel, text) {
  const found = /^line (?:([^\s:]+):)?(\d+)$/.exec(text);
  const file = found && (found[1] ? data.sources.map(one => one.file).find(name => name === found[1] || baseName(name) === found[1]) : kernelFile(kernel));
  return file ? { file, line: Number(found[2]) } : null;
}

/** Text whose "line 12" and "line k.h:12" lead there. */
function linked(kernel, text) {
  return text.split(placePattern).map(part => {
    const place = placeNamed(kernel, part);
    return place ? toPlace(place, part) : part;
  });
}

/** name, value and equation of each row. */
function facts(rows) {
  return h("dl", {}, rows.flatMap(([name, value, equation]) =>
    [h("dt", {}, name), h("dd", {}, value), h("dd.eq", {}, equation || "")]));
}

/**
 * The source as buttons, one file at a time; `lines` has what is known of a line. `columns`: the two `heads`, `share(row)`
 * and `number(row)` below them, and `marks`, the sign and its title by place. `begin`: the place that is shown unless one is
 * chosen.
 */
function sourcePane(kernel, lines, columns, begin) {
  const main = kernelFile(kernel);
  const files = data.sources.map(one => one.file).filter(file =>
    file === main || [...lines.keys()].some(key => key.slice(0, key.lastIndexOf(":")) === file)).sort((a, b) => (b === main) - (a === main));
  const file = files.includes(state.file) ? state.file : main;
  const source = data.sources.find(one => one.file === file);
  if (!source) return h("p.dim", {}, `The source, ${main || unknown}, was not there to be shown.`);
  const rows = source.text.split(/\r?\n/).map((text, index) => {
    const line = index + 1, key = `${file}:${line}`, row = lines.get(key), share = row ? columns.share(row) : null;
    const [sign, title] = columns.marks.get(key) ?? ["", null];
    return h("button.row" + (key === state.place ? ".chosen" : ""), {
      type: "button", id: `line-${line}`, disabled: !row, "aria-current": key === state.place,
      onclick: () => choose({ place: key, file }) },
      h("span.number.dim", {}, String(line)),
      h("span.share", { style: `--share: ${isNumber(share) ? 100 * share : 0}%` }, isNumber(share) ? percent(share) : ""),
      h("span.number", {}, row ? columns.number(row) : ""),
      h("span.mark", { title }, sign),
      h("span.text", {}, text));
  });
  const pane = h("div.source", { role: "region", "aria-label": "source" },
    h("div.row.head", {}, h("span", {}, "line"), columns.heads.map(head => h("span", {}, head)),
      h("span", {}, ""), h("span", {}, file)), rows);
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

/** Buttons of the kernels; one that is chosen changes the state by `change`, too. */
function showKernels(nameOf, change = {}) {
  document.getElementById("kernels").replaceChildren(...kernels.map((one, index) =>
    h("button", { type: "button", id: `kernel-${index}`, "aria-current": index === state.kernel,
      onclick: () => choose({ kernel: index, ...limitingLine(index), ...change }) }, nameOf(one))));
}

/** The line that limits a kernel, as part of the state. */
function limitingLine(index) {
  const place = data.answers[index].limiting;
  return { place: keyOf(place), file: place?.file ?? null };
}

// The address names the shown view, so that a link leads to it.
function readPlace(from) {
  const kernel = Number(from.get("kernel") || 0);
  state.kernel = kernels[kernel] ? kernel : 0;
  state.file = from.get("file");
  const line = Number(from.get("line"));
  if (line) state.place = `${state.file ?? kernelFile(kernels[state.kernel])}:${line}`;
  else Object.assign(state, limitingLine(state.kernel));
}

function placeAddress() {
  const to = new URLSearchParams({ kernel: state.kernel });
  if (state.file && state.file !== kernelFile(kernels[state.kernel])) to.set("file", state.file);
  if (state.place) to.set("line", state.place.slice(state.place.lastIndexOf(":") + 1));
  return to;
}

function choose(change) {
  const focus = document.activeElement?.id, scroll = window.scrollY;
  Object.assign(state, change);
  history.replaceState(null, "", `#${address()}`);
  show();
  window.scrollTo(0, scroll);
  // A link disappears with its element; focus moves to its line.
  (document.getElementById(focus) ?? document.querySelector(".row.chosen"))?.focus({ preventScroll: true });
}

