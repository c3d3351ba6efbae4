"use strict";
// Parts of all pages: elements, numbers, tables, light and dark.
const data = JSON.parse(document.getElementById("data").textContent);

/** h("td.number", {title: "x"}, child, ...): an element; text is never markup. */
function h(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

// Numbers. An unknown number is a word, never 0.
const unknown = "unknown";
const isNumber = value => typeof value === "number" && isFinite(value);
function digits(value, places = 3) {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return isNumber(value) ? Number(value.toPrecision(places)).toLocaleString("en-US", { maximumSignificantDigits: places }) : unknown;
}
function withPrefix(value, unit) {
  if (!isNumber(value)) return unknown;
  if (value === 0) return `0 ${unit}`;
  const prefixes = ["n", "µ", "m", "", "k", "M", "G", "T", "P"];
  const power = Math.min(5, Math.max(-3, Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9)));
  return `${Number((value / 1000 ** power).toPrecision(3))} ${prefixes[power + 3]}${unit}`;
}
const seconds = value => withPrefix(value, "s");
const count = value => isNumber(value) ? Math.round(value).toLocaleString("en-US") : unknown;
const percent = value => isNumber(value) ? `${(100 * value).toFixed(1)} %` : unknown;

function bar(share, title) {
  return h("div" + (share > 1 ? ".bar.over" : ".bar"), { title, role: "img", "aria-label": title },
    h("i", { style: `width: ${Math.min(100, 100 * (share || 0))}%` }));
}

function table(heads, rows) {
  return h("div.wide", {}, h("table", {},
    h("thead", {}, h("tr", {}, heads.map(head => head.tagName === "TH" ? head : h("th", {}, head)))),
    h("tbody", {}, rows)));
}
const numberHead = text => h("th.number", {}, text);
const cell = text => h("td", {}, text);
const number = text => h("td.number", {}, text);

function setTheme(name) { document.documentElement.dataset.theme = name; }
setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.getElementById("theme").addEventListener("click", () => {
  setTheme(isDark() ? "light" : "dark");
  show(); // charts have colours of their own
});

/** Designs that need more of the device say how much in the table; an axis to them leaves the others no room. */
const mostDrawn = 1.2;
const leftOut = number => number ? h("p.dim", { id: "left-out" }, `${count(number)} design${number === 1 ? " needs" : "s need"} more than ` +
  `${100 * mostDrawn} % of the device and ${number === 1 ? "is" : "are"} not drawn.`) : null;
