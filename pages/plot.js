// Draws a Vega-Lite specification in the page's colours, its legends below it: at no width do they
// take from the plot's own.

/** True where the page is dark, by its button or else by the system. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function chartConfig(width) {
  const [text, dim, line] = isDark() ? ["#e7eaf0", "#a3abb8", "#363c47"] : ["#1b1f27", "#5a6270", "#d5d9e0"];
  const columns = Math.max(1, Math.floor(width / 230));
  return {
    background: "transparent", view: { stroke: line },
    title: { color: text, anchor: "start", limit: width },
    axis: { labelColor: text, titleColor: text, gridColor: line, domainColor: dim, tickColor: dim },
    legend: { orient: "bottom", direction: "horizontal", columns, labelLimit: width / columns - 50, labelColor: text, titleColor: text, symbolBaseStrokeColor: dim, symbolBaseFillColor: dim,
              layout: { bottom: { direction: "vertical", anchor: "start", margin: 6 } } },
    style: { ink: { fill: text, stroke: text } },
  };
}

/** Resolves to Vega's result, with finalize(). */
function drawChart(place, spec, actions = false) {
  return vegaEmbed(place, spec, { renderer: "svg", actions, config: chartConfig(place.clientWidth),
                                  tooltip: { theme: isDark() ? "dark" : "light" } });
}
