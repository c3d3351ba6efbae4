// A roofline plot as one page that needs nothing else.
#include "Style.h"

#include "roofline/Plot/Plot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

using json::Array;
using json::Object;
using json::Value;

Object field(StringRef Name, StringRef Type,
             std::initializer_list<Object::KV> More = {}) {
  Object Result(More);
  Result["field"] = Name;
  Result["type"] = Type;
  return Result;
}

constexpr double Height = 560; // [pixel]

/// Ticks are powers of ten, which do not run together where it is narrow.
Object axis(StringRef Name, StringRef Title, double From, double To,
            StringRef Format) {
  Array Powers;
  for (double P = From; P <= To * 1.001; P *= 10)
    Powers.push_back(P);
  return field(Name, "quantitative",
               {{"scale", Object{{"type", "log"},
                                 {"domain", Array{From, To}},
                                 {"nice", false},
                                 {"clamp", false}}},
                {"title", Title.str()},
                {"axis", Object{{"format", Format},
                                {"labelOverlap", true},
                                {"values", std::move(Powers)}}}});
}

Array lineRows(const Scene &S) {
  Array Rows;
  for (size_t I = 0; I < S.Lines.size(); ++I)
    for (size_t J = 0; J < S.Lines[I].Points.size(); ++J) {
      const Scene::Line &L = S.Lines[I];
      Rows.push_back(Object{{"line", int64_t(I)},
                            {"order", int64_t(J)},
                            {"name", L.Name},
                            {"device", L.Device.empty() ? "wall" : L.Device},
                            {"role", L.Role},
                            {"x", L.Points[J].first},
                            {"y", L.Points[J].second}});
    }
  return Rows;
}

Array markRows(const Scene &S) {
  Array Rows;
  for (const Scene::Mark &M : S.Marks) {
    const PlotData::Point &P = *M.Point;
    std::string Name = P.Kernel + (P.Label.empty() ? "" : " " + P.Label);
    Rows.push_back(Object{{"kernel", P.Kernel},
                          {"name", Name},
                          {"device", P.Device},
                          {"kind", P.Kind},
                          {"form", formOf(P).Name},
                          {"contradiction", join(M.Contradictions, "; ")},
                          {"x", M.X},
                          {"y", M.Y},
                          {"shown", shortNumber(M.Y)}});
  }
  return Rows;
}

Array arrowRows(const Scene &S) {
  Array Rows;
  for (const Scene::Arrow &A : S.Arrows)
    Rows.push_back(Object{{"name", pointName(*A.Point)},
                          {"kernel", A.Point->Kernel},
                          {"device", A.Point->Device},
                          {"gain", A.Gain},
                          {"x", A.X},
                          {"y", A.From},
                          {"roof", A.To},
                          {"middle", std::sqrt(A.From * A.To)}});
  return Rows;
}

/// The last point of \p L that is seen.
std::pair<double, double> endOf(const Scene &S, const Scene::Line &L) {
  const auto [X, Y] = L.Points.back();
  if (Y <= S.Top || L.Points.size() < 2)
    return {X, Y};
  const auto [FromX, FromY] = L.Points[L.Points.size() - 2];
  const double Part = std::log(S.Top / FromY) / std::log(Y / FromY);
  return {FromX * std::pow(X / FromX, Part), S.Top};
}

/// The names of roofs and ceilings at their ends, one above the other where the
/// ends are close. A ceiling whose name would be further away has it as its
/// tooltip alone.
Array nameRows(const Scene &S) {
  constexpr double Room = 13; // [pixel]
  struct Label {
    const Scene::Line *Line;
    double X, EdgeY; ///< [pixel] from the top
  };
  std::vector<Label> Labels;
  const double PerPixel = std::log(S.Top / S.Bottom) / Height;
  for (const Scene::Line &L : S.Lines)
    if (L.Role == "roof" || L.Role == "ceiling" || L.Role == "source") {
      const auto [X, Y] = endOf(S, L);
      if (X > S.Left && Y >= S.Bottom)
        Labels.push_back({&L, X, std::log(S.Top / Y) / PerPixel});
    }
  llvm::sort(Labels,
             [](const Label &L, const Label &R) { return L.EdgeY > R.EdgeY; });
  Array Rows;
  double Below = 2 * Height;
  for (const Label &L : Labels) {
    // A line that leaves at the top has its name beside it.
    const bool Leaves = L.EdgeY <= 0;
    const double At = Leaves ? Room : std::min(L.EdgeY - 3, Below - Room);
    if (L.Line->Role == "ceiling" && At < L.EdgeY - 3 - Room)
      continue;
    if (!Leaves)
      Below = At;
    Rows.push_back(Object{{"name", L.Line->Name},
                          {"device", L.Line->Device},
                          {"x", L.X},
                          {"y", S.Top * std::exp(-At * PerPixel)}});
  }
  return Rows;
}

/// A legend with lines long enough to show their dashes.
Object lineLegend(double Width) {
  return Object{{"symbolType", "stroke"},
                {"symbolSize", 1200},
                {"clipHeight", 14},
                {"symbolStrokeWidth", Width}};
}

/// The colour of a line or a roof's name, by its device.
Object deviceColour(const PointStyles &Styles, Value Legend) {
  Array Names, Colours;
  for (StringRef Name : Styles.Devices) {
    Names.push_back(Name);
    Colours.push_back(Styles.device(Name).Colour);
  }
  return field("device", "nominal",
               {{"title", "device: roof"},
                {"legend", std::move(Legend)},
                {"scale", Object{{"domain", std::move(Names)},
                                 {"range", std::move(Colours)}}}});
}

/// The colour of points and arrows, without a legend: that of roofs or that of
/// shapes has it.
Object pointColour(const PointStyles &Styles) {
  if (!Styles.ColourKernels)
    return deviceColour(Styles, nullptr);
  Array Names, Range;
  for (const auto &[I, Name] : enumerate(Styles.Kernels)) {
    Names.push_back(Name);
    Range.push_back(Colours[I % std::size(Colours)]);
  }
  return field("kernel", "nominal",
               {{"title", "kernel"},
                {"scale", Object{{"domain", std::move(Names)},
                                 {"range", std::move(Range)}}}});
}

/// Roofs, coloured and dashed by device, in one legend; or all other lines,
/// dashed by what they are. Both colour alike.
Object linesSpec(const PlotData &Plot, const Scene &S, bool Roofs,
                 const Object &X, const Object &Y) {
  const PointStyles Styles(Plot);
  Array Devices, Dashes, Roles, RoleDashes;
  for (StringRef Name : Styles.Devices) {
    const DeviceStyle Style = Styles.device(Name);
    Devices.push_back(Name);
    Dashes.push_back(Style.Dashes.empty() ? Array{1, 0} : Array(Style.Dashes));
  }
  for (const RoleStyle &R : roleStyles()) {
    if (none_of(S.Lines,
                [&](const Scene::Line &L) { return L.Role == R.Role; }))
      continue;
    Roles.push_back(R.Role);
    RoleDashes.push_back(Array(R.Dashes));
  }
  Object Dash =
      Roofs ? field("device", "nominal",
                    {{"title", "device: roof"},
                     {"legend", lineLegend(RoofWidth)},
                     {"scale", Object{{"domain", std::move(Devices)},
                                      {"range", std::move(Dashes)}}}})
            : field("role", "nominal",
                    {{"title", "line"},
                     {"legend", lineLegend(LineWidth)},
                     {"scale", Object{{"domain", std::move(Roles)},
                                      {"range", std::move(RoleDashes)}}}});
  Object Colour = deviceColour(Styles, lineLegend(RoofWidth));
  if (!Roofs) {
    Colour["legend"] = nullptr;
    Colour["condition"] =
        Object{{"test", "datum.role == 'wall'"}, {"value", Neutral}};
  }
  return Object{
      {"transform", Array{Object{{"filter", Roofs ? "datum.role == 'roof'"
                                                  : "datum.role != 'roof'"}}}},
      {"mark", Object{{"type", "line"},
                      {"clip", true},
                      {"strokeWidth", Roofs ? RoofWidth : LineWidth}}},
      {"encoding", Object{{"x", Object(X)},
                          {"y", Object(Y)},
                          {"detail", field("line", "nominal")},
                          {"order", field("order", "quantitative")},
                          {"color", std::move(Colour)},
                          {"strokeDash", std::move(Dash)},
                          {"tooltip", Array{field("name", "nominal"),
                                            field("role", "nominal"),
                                            field("device", "nominal")}}}}};
}

/// Names of lines, and what makes thin lines easy to hover.
Array namesSpec(const PlotData &Plot, const Scene &S, const Object &X,
                const Object &Y) {
  return Array{
      Object{
          {"mark", Object{{"type", "line"},
                          {"clip", true},
                          {"opacity", 0},
                          {"strokeWidth", 12}}},
          {"encoding", Object{{"x", Object(X)},
                              {"y", Object(Y)},
                              {"detail", field("line", "nominal")},
                              {"order", field("order", "quantitative")},
                              {"tooltip", Array{field("name", "nominal"),
                                                field("role", "nominal")}}}}},
      Object{{"data", Object{{"values", nameRows(S)}}},
             {"mark", Object{{"type", "text"},
                             {"align", "right"},
                             {"baseline", "bottom"},
                             {"dx", -4},
                             {"fontSize", 11}}},
             {"encoding",
              Object{{"x", Object(X)},
                     {"y", Object(Y)},
                     {"text", field("name", "nominal")},
                     {"color", deviceColour(PointStyles(Plot), nullptr)}}}}};
}

/// The shapes of kernels, with the colours of deviceStyle() where these tell
/// kernels.
Object shapeSpec(const PointStyles &Styles) {
  Array Names, Range;
  for (const auto &[I, Name] : enumerate(Styles.Kernels)) {
    Names.push_back(Name);
    Range.push_back(Shapes[I % std::size(Shapes)]);
  }
  return field("kernel", "nominal",
               {{"title", "kernel"},
                {"scale", Object{{"domain", std::move(Names)},
                                 {"range", std::move(Range)}}}});
}

/// A property of points by their form, of those forms that are there.
Object formSpec(const Scene &S, double PointForm::*Property) {
  Array Names, Range;
  for (const PointForm &Form : pointForms())
    if (any_of(S.Marks, [&](const Scene::Mark &M) {
          return &formOf(*M.Point) == &Form;
        })) {
      Names.push_back(Form.Name);
      Range.push_back(Form.*Property);
    }
  // Vega has no legend for the opacity of an inside, so this one has it.
  std::string Inside = "1";
  for (const PointForm &Form : pointForms())
    Inside = formatv("datum.value == '{0}' ? {1} : {2}", Form.Name, Form.Fill,
                     Inside);
  Object Symbols{
      {"fillOpacity", Object{{"value", Object{{"signal", Inside}}}}}};
  const bool IsShown = Property == &PointForm::Size;
  return field(
      "form", "nominal",
      {{"title", "point"},
       {"legend", IsShown
                      ? Value(Object{{"symbolType", "circle"},
                                     {"symbolFillColor", Neutral},
                                     {"symbolStrokeColor", Neutral},
                                     {"encoding",
                                      Object{{"symbols", std::move(Symbols)}}}})
                      : Value(nullptr)},
       {"scale",
        Object{{"domain", std::move(Names)}, {"range", std::move(Range)}}}});
}

Object marksSpec(const PlotData &Plot, const Scene &S, const Object &X,
                 const Object &Y) {
  Array Tooltip{field("kernel", "nominal"),
                field("name", "nominal"),
                field("device", "nominal"),
                field("kind", "nominal"),
                field("x", "quantitative", {{"title", "I"}, {"format", ".4g"}}),
                field("shown", "nominal", {{"title", S.YTitle}}),
                field("contradiction", "nominal")};
  const PointStyles Styles(Plot);
  return Object{
      {"mark", Object{{"type", "point"}, {"strokeWidth", 1.5}, {"clip", true}}},
      {"params", Array{Object{{"name", "kernels"},
                              {"select", Object{{"type", "point"},
                                                {"fields", Array{"kernel"}}}},
                              {"bind", "legend"}}}},
      {"encoding",
       Object{{"x", Object(X)},
              {"y", Object(Y)},
              {"stroke", pointColour(Styles)},
              {"fill", pointColour(Styles)},
              {"shape", shapeSpec(Styles)},
              {"fillOpacity", formSpec(S, &PointForm::Fill)},
              {"size", formSpec(S, &PointForm::Size)},
              {"opacity",
               Object{{"condition", Object{{"param", "kernels"}, {"value", 1}}},
                      {"value", 0.15}}},
              {"tooltip", std::move(Tooltip)}}}};
}

/// Arrows from points to their roofs, with the gains.
Array arrowsSpec(const PlotData &Plot, const Scene &S, const Object &X,
                 const Object &Y) {
  auto Layer = [&](Object Mark, StringRef At) {
    Object Place(Y);
    Place["field"] = At;
    Mark["aria"] = false;
    Mark["clip"] = true;
    return Object{
        {"mark", std::move(Mark)},
        {"encoding", Object{{"x", Object(X)},
                            {"y", std::move(Place)},
                            {"color", pointColour(PointStyles(Plot))},
                            {"tooltip", Array{field("name", "nominal"),
                                              field("gain", "nominal")}}}}};
  };
  Object Shaft = Layer(Object{{"type", "rule"}, {"strokeWidth", 1.5}}, "y");
  (*Shaft.getObject("encoding"))["y2"] = Object{{"field", "roof"}};
  Object Tip = Layer(Object{{"type", "point"},
                            {"filled", true},
                            {"shape", "M0,0L.8,1.6H-.8Z"},
                            {"size", 60}},
                     "roof");
  Object Gain = Layer(Object{{"type", "text"},
                             {"align", "left"},
                             {"dx", 6},
                             {"fontSize", 12},
                             {"fontWeight", "bold"}},
                      "middle");
  (*Gain.getObject("encoding"))["text"] = field("gain", "nominal");
  return Array{std::move(Shaft), std::move(Tip), std::move(Gain)};
}

/// Crosses out the marks that cannot be.
Object crossesSpec(const Object &X, const Object &Y) {
  return Object{
      {"transform", Array{Object{{"filter", "datum.contradiction != ''"}}}},
      {"mark", Object{{"type", "point"},
                      {"shape", "M-1,-1L1,1M1,-1L-1,1"},
                      {"size", 260},
                      {"strokeWidth", 2},
                      {"stroke", Warning},
                      {"aria", false},
                      {"clip", true}}},
      {"encoding", Object{{"x", Object(X)},
                          {"y", Object(Y)},
                          {"tooltip", field("contradiction", "nominal")}}}};
}

/// The plot's, and under it what cannot be.
Object title(const PlotData &Plot, const Scene &S) {
  Array Lines;
  for (const Scene::Mark &M : S.Marks)
    for (const std::string &Why : M.Contradictions)
      Lines.push_back("contradiction: " + pointName(*M.Point) + ": " + Why);
  Object Title{{"text", Plot.Title}};
  if (!Lines.empty()) {
    Title["subtitle"] = std::move(Lines);
    Title["subtitleColor"] = Warning;
  }
  return Title;
}

Object roofSpec(const PlotData &Plot, const Scene &S) {
  Object X = axis("x", S.XTitle, S.Left, S.Right, "~g"),
         Y = axis("y", S.YTitle, S.Bottom, S.Top, "~s");
  Object Roofs = linesSpec(Plot, S, /*Roofs=*/true, X, Y);
  Roofs["params"] = Array{
      Object{{"name", "zoom"}, {"select", "interval"}, {"bind", "scales"}}};
  Array Layers = namesSpec(Plot, S, X, Y);
  Layers.push_back(linesSpec(Plot, S, /*Roofs=*/false, X, Y));
  Layers.push_back(std::move(Roofs));
  Object Lines{
      {"data", Object{{"values", lineRows(S)}}},
      {"layer", std::move(Layers)},
      {"resolve", Object{{"scale", Object{{"color", "independent"},
                                          {"strokeDash", "independent"}}}}}};
  Object Arrows{{"data", Object{{"values", arrowRows(S)}}},
                {"layer", arrowsSpec(Plot, S, X, Y)},
                {"resolve", Object{{"scale", Object{{"color", "shared"}}}}}};
  Object Marks{{"data", Object{{"values", markRows(S)}}},
               {"layer", Array{marksSpec(Plot, S, X, Y), crossesSpec(X, Y)}}};
  return Object{
      {"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
      {"title", title(Plot, S)},
      {"width", "container"},
      {"height", Height},
      {"layer", S.Arrows.empty() ? Array{std::move(Lines), std::move(Marks)}
                                 : Array{std::move(Lines), std::move(Arrows),
                                         std::move(Marks)}},
      {"resolve", Object{{"scale", Object{{"color", "independent"}}}}}};
}

Object energySpec(const PlotData &Plot, const std::vector<EnergyBar> &Bars) {
  Array Rows;
  for (const EnergyBar &B : Bars)
    Rows.push_back(Object{
        {"kernel", B.Kernel}, {"device", B.Device}, {"joules", B.Joules}});
  return Object{
      {"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
      {"title", Plot.Title + ": energy"},
      {"width", "container"},
      {"height", 560},
      {"data", Object{{"values", std::move(Rows)}}},
      {"mark", "bar"},
      {"encoding",
       Object{{"x", field("device", "nominal")},
              {"xOffset", field("kernel", "nominal")},
              {"y", field("joules", "quantitative", {{"title", "energy [J]"}})},
              {"color", field("kernel", "nominal")},
              {"tooltip",
               Array{field("kernel", "nominal"), field("device", "nominal"),
                     field("joules", "quantitative")}}}}};
}

Object frontSpec(const PlotData &Plot, const FrontScene &S) {
  Array Rows;
  for (const FrontPoint &P : S.Points) {
    Object Row{{"name", P.Mapping->Name},
               {"x", P.X},
               {"risk", P.Mapping->Risk},
               {"front", P.Mapping->Front ? "Pareto front" : "dominated"}};
    if (P.Mapping->Power)
      Row["power"] = *P.Mapping->Power;
    Rows.push_back(std::move(Row));
  }
  return Object{
      {"$schema", "https://vega.github.io/schema/vega-lite/v5.json"},
      {"title", Plot.Title},
      {"width", "container"},
      {"height", 560},
      {"data", Object{{"values", std::move(Rows)}}},
      {"mark", Object{{"type", "point"}, {"filled", true}}},
      {"encoding",
       Object{
           {"x", field("x", "quantitative", {{"title", S.XTitle}})},
           {"y", field("risk", "quantitative")},
           {"color", field("front", "nominal", {{"title", "mapping"}})},
           {"size", field("power", "quantitative", {{"title", "power [W]"}})},
           {"tooltip",
            Array{field("name", "nominal"), field("risk", "quantitative"),
                  field("x", "quantitative", {{"title", S.XTitle}}),
                  field("power", "quantitative")}}}}};
}

} // namespace

std::string scriptText(const Value &V) {
  std::string Text = formatv("{0}", V).str(), Result;
  for (char C : Text)
    Result += C == '<' ? "\\u003c" : std::string(1, C);
  return Result;
}

Expected<Object> vegaSpec(const PlotData &Plot, PlotKind Kind) {
  if (Kind == PlotKind::Energy) {
    Expected<std::vector<EnergyBar>> Bars = makeEnergy(Plot);
    if (!Bars)
      return Bars.takeError();
    return energySpec(Plot, *Bars);
  }
  if (Kind == PlotKind::Front) {
    Expected<FrontScene> S = makeFront(Plot);
    if (!S)
      return S.takeError();
    return frontSpec(Plot, *S);
  }
  Expected<Scene> S = makeScene(Plot, Kind);
  if (!S)
    return S.takeError();
  return roofSpec(Plot, *S);
}

Expected<std::string> plotScripts(StringRef LibraryFolder) {
  std::string Scripts;
  for (StringRef Name : {"vega.min.js", "vega-lite.min.js", "vega-embed.min.js",
                         "../pages/plot.js"}) {
    SmallString<128> Path(LibraryFolder);
    sys::path::append(Path, Name);
    auto Script = MemoryBuffer::getFile(Path);
    if (!Script)
      return createStringError(Script.getError(),
                               Path + ": " + Script.getError().message() +
                                   "; pages carry it, and it is built where "
                                   "npm is (Debian: npm)");
    Scripts += "<script>" + (*Script)->getBuffer().str() + "</script>\n";
  }
  // A page goes to other people, and with it what its libraries' authors ask
  // to go along.
  SmallString<128> Path(LibraryFolder);
  sys::path::append(Path, "NOTICES");
  auto Notices = MemoryBuffer::getFile(Path);
  if (!Notices)
    return createStringError(Notices.getError(),
                             Path + ": " + Notices.getError().message());
  std::string Text;
  raw_string_ostream OS(Text);
  printHTMLEscaped((*Notices)->getBuffer(), OS);
  return Scripts + "<template id=\"notices\"><pre>" + Text +
         "</pre></template>\n";
}

Expected<std::string> drawHTML(const PlotData &Plot, PlotKind Kind,
                               StringRef LibraryFolder) {
  Expected<Object> Spec = vegaSpec(Plot, Kind);
  if (!Spec)
    return Spec.takeError();
  Expected<std::string> Scripts = plotScripts(LibraryFolder);
  if (!Scripts)
    return Scripts.takeError();
  std::string Page;
  raw_string_ostream OS(Page);
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<title>";
  printHTMLEscaped(Plot.Title, OS);
  OS << "</title>\n<style>:root { color-scheme: light dark; } body { "
        "font-family: sans-serif; margin: 1.5em; } #plot { width: 100%; } "
        "@media (prefers-color-scheme: dark) { body { background: #14171c; } }"
        "</style>\n"
     << *Scripts
     << "</head>\n<body>\n<div id=\"plot\"></div>\n"
        "<script id=\"data\" type=\"application/json\">"
     << scriptText(toJSON(Plot))
     << "</script>\n<script>\nconst spec = " << scriptText(std::move(*Spec))
     << ";\nfunction draw() {\n"
        "  drawChart(document.getElementById('plot'), spec, {source: false, "
        "compiled: false, editor: false})\n"
        "    .then(result => { window.view = result.view; "
        "document.body.dataset.ready = 'yes'; })\n"
        "    .catch(error => { document.body.dataset.error = error; });\n}\n"
        "draw();\nmatchMedia('(prefers-color-scheme: dark)')"
        ".addEventListener('change', draw);\n"
        "</script>\n</body>\n</html>\n";
  return Page;
}

} // namespace roofline
