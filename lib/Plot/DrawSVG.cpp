// A roofline plot as SVG.
#include "roofline/Plot/Plot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

/// Colours that the colour-blind tell apart (Okabe and Ito), then repeated.
constexpr StringLiteral Colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#000000"};

std::string escaped(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Text, OS);
  return Result;
}

class Painter {
public:
  Painter(const PlotData &Plot, const Scene &S) : Plot(Plot), S(S), OS(Text) {}

  std::string paint() {
    layOutLegend();
    Height = std::max(560.0, Top + 30 + 18.0 * Legend.size());
    OS << formatv(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<title>{2}</title>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        int(Width), int(Height), escaped(Plot.Title));
    axes();
    OS << formatv("<clipPath id=\"area\"><rect x=\"{0}\" y=\"{1}\" "
                  "width=\"{2}\" height=\"{3}\"/></clipPath>\n"
                  "<g clip-path=\"url(#area)\">\n",
                  Left, Top, Right - Left, Bottom - Top);
    for (const Scene::Line &L : S.Lines)
      line(L);
    OS << "</g>\n";
    for (const auto &[Id, M] : enumerate(S.Marks))
      mark(M, Id + 1);
    legend();
    OS << "</svg>\n";
    return std::move(Text);
  }

private:
  double x(double Value) const {
    return Left + (Right - Left) * std::log10(Value / S.Left) /
                      std::log10(S.Right / S.Left);
  }
  double y(double Value) const {
    return Bottom - (Bottom - Top) * std::log10(Value / S.Bottom) /
                        std::log10(S.Top / S.Bottom);
  }
  StringRef colour(StringRef Device) const {
    for (const auto &[I, D] : enumerate(Plot.Devices))
      if (D.Name == Device)
        return Colours[I % std::size(Colours)];
    return "#666666";
  }

  void text(double X, double Y, StringRef Anchor, const Twine &What,
            StringRef More = "") {
    OS << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"{2}\"{3}>{4}"
                  "</text>\n",
                  X, Y, Anchor, More, escaped(What.str()));
  }

  void axes() {
    for (double V = S.Left; V <= S.Right * 1.001; V *= 10) {
      grid(x(V), Top, x(V), Bottom);
      text(x(V), Bottom + 18, "middle", format("%g", V));
    }
    for (double V = S.Bottom; V <= S.Top * 1.001; V *= 10) {
      grid(Left, y(V), Right, y(V));
      text(Left - 6, y(V) + 4, "end", shortNumber(V));
    }
    OS << formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                  "fill=\"none\" stroke=\"#333\"/>\n",
                  Left, Top, Right - Left, Bottom - Top);
    text((Left + Right) / 2, Bottom + 40, "middle", S.XTitle);
    text(0, 0, "middle", S.YTitle,
         formatv(" transform=\"translate(18,{0:f0}) rotate(-90)\"",
                 (Top + Bottom) / 2)
             .str());
    text(Left, Top - 14, "start", Plot.Title, " font-size=\"15\"");
  }
  void text(double X, double Y, StringRef Anchor, format_object<double> What) {
    std::string Number;
    raw_string_ostream(Number) << What;
    text(X, Y, Anchor, Twine(Number));
  }
  void grid(double X1, double Y1, double X2, double Y2) {
    OS << formatv("<line x1=\"{0:f1}\" y1=\"{1:f1}\" x2=\"{2:f1}\" "
                  "y2=\"{3:f1}\" stroke=\"#e4e4e4\"/>\n",
                  X1, Y1, X2, Y2);
  }

  static StringRef dashes(StringRef Role) {
    return Role == "roof"      ? ""
           : Role == "ceiling" ? " stroke-dasharray=\"7 4\""
           : Role == "source"  ? " stroke-dasharray=\"2 3\""
           : Role == "wall"    ? " stroke-dasharray=\"1 5\""
                               : " stroke-dasharray=\"10 3 2 3\"";
  }

  void line(const Scene::Line &L) {
    OS << "<polyline class=\"" << L.Role << "\" points=\"";
    for (auto [X, Y] : L.Points)
      OS << formatv("{0:f1},{1:f1} ", x(X), y(Y));
    OS << formatv("\" fill=\"none\" stroke=\"{0}\" stroke-width=\"{1}\"{2}>"
                  "<title>{3}</title></polyline>\n",
                  L.Role == "wall" ? "#555555" : colour(L.Device),
                  L.Role == "roof" ? "2.5" : "1.2", dashes(L.Role),
                  escaped(L.Name));
  }

  static std::string markName(const PlotData::Point &P) {
    return P.Kernel + " on " + P.Device + ", " + P.Kind +
           (P.Label.empty() ? "" : ", " + P.Label);
  }

  /// Measured: a disc; predicted: a square; attainable: a ring.
  void shape(double X, double Y, const PlotData::Point &P) {
    StringRef Colour = colour(P.Device);
    if (P.Kind == "predicted")
      OS << formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"9\" height=\"9\" "
                    "fill=\"{2}\">",
                    X - 4.5, Y - 4.5, Colour);
    else
      OS << formatv("<circle cx=\"{0:f1}\" cy=\"{1:f1}\" r=\"5\" fill=\"{2}\" "
                    "stroke=\"{3}\" stroke-width=\"1.5\">",
                    X, Y, P.Kind == "measured" ? Colour : "white", Colour);
    OS << "<title>" << escaped(markName(P)) << "</title>"
       << (P.Kind == "predicted" ? "</rect>\n" : "</circle>\n");
  }

  /// The mark and its number in the legend, where no other number stands.
  void mark(const Scene::Mark &M, unsigned Number) {
    double X = x(M.X), Y = y(M.Y);
    shape(X, Y, *M.Point);
    double Beside = X + 8, Above = Y - 6;
    while (any_of(Numbers, [&](auto &N) {
      return std::abs(N.first - Beside) < 16 && std::abs(N.second - Above) < 11;
    }))
      Above += 12;
    Numbers.emplace_back(Beside, Above);
    text(Beside, Above, "start", Twine(Number));
  }

  struct Entry {
    std::string Text;
    const Scene::Line *Line = nullptr;
    const PlotData::Point *Point = nullptr;
  };
  void layOutLegend() {
    for (const Scene::Line &L : S.Lines)
      if (L.Role != "error")
        Legend.push_back(
            {L.Role == "roof" ? L.Name : L.Role + " " + L.Name, &L, nullptr});
    for (const auto &[Id, M] : enumerate(S.Marks))
      Legend.push_back({std::to_string(Id + 1) + "  " + markName(*M.Point) +
                            ": " + shortNumber(M.Y) + "op/s" +
                            (StringRef(S.YTitle).ends_with("W") ? "/W" : ""),
                        nullptr, M.Point});
    size_t Longest = 0;
    for (const Entry &E : Legend)
      Longest = std::max(Longest, E.Text.size());
    Width = Right + 60 + 6.6 * Longest;
  }
  void legend() {
    double Y = Top + 10;
    for (const Entry &E : Legend) {
      double X = Right + 16;
      if (E.Line)
        OS << formatv("<line x1=\"{0:f1}\" y1=\"{1:f1}\" x2=\"{2:f1}\" "
                      "y2=\"{1:f1}\" stroke=\"{3}\" stroke-width=\"2\"{4}/>\n",
                      X, Y - 4, X + 24,
                      E.Line->Role == "wall" ? "#555555"
                                             : colour(E.Line->Device),
                      dashes(E.Line->Role));
      else
        shape(X + 12, Y - 4, *E.Point);
      text(X + 32, Y, "start", E.Text);
      Y += 18;
    }
  }

  static constexpr double Left = 80, Right = 720, Top = 50, Bottom = 500;
  double Width = 0, Height = 0;
  const PlotData &Plot;
  const Scene &S;
  std::vector<Entry> Legend;
  std::vector<std::pair<double, double>> Numbers;
  std::string Text;
  raw_string_ostream OS;
};

std::string paintEnergy(const PlotData &Plot,
                        const std::vector<EnergyBar> &Bars) {
  double Most = 0;
  for (const EnergyBar &B : Bars)
    Most = std::max(Most, B.Joules);
  std::string Text;
  raw_string_ostream OS(Text);
  OS << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" "
                "height=\"{0}\" font-family=\"sans-serif\" font-size=\"12\">\n"
                "<rect width=\"860\" height=\"{0}\" fill=\"white\"/>\n"
                "<text x=\"20\" y=\"28\" font-size=\"15\">{1}: energy</text>\n",
                70 + 30 * Bars.size(), escaped(Plot.Title));
  for (const auto &[I, B] : enumerate(Bars)) {
    double Y = 50 + 30.0 * I, Length = Most > 0 ? 440 * B.Joules / Most : 0;
    OS << formatv(
        "<text x=\"280\" y=\"{0:f0}\" text-anchor=\"end\">{1}</text>\n"
        "<rect x=\"290\" y=\"{2:f0}\" width=\"{3:f1}\" height=\"20\" "
        "fill=\"{4}\"/>\n<text x=\"{5:f1}\" y=\"{0:f0}\">{6}J</text>\n",
        Y + 14, escaped(B.Kernel + " on " + B.Device), Y, Length,
        Colours[I % std::size(Colours)], 298 + Length, shortNumber(B.Joules));
  }
  OS << "</svg>\n";
  return Text;
}

/// Risk over cost: filled where no other mapping is better.
std::string paintFront(const PlotData &Plot, const FrontScene &S) {
  constexpr double Left = 70, Right = 620, Top = 50, Bottom = 430;
  std::string Text;
  raw_string_ostream OS(Text);
  double Height = std::max<double>(500, 80 + 18.0 * S.Points.size());
  OS << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1300\" "
                "height=\"{0:f0}\" font-family=\"sans-serif\" "
                "font-size=\"12\">\n<rect width=\"1300\" "
                "height=\"{0:f0}\" fill=\"white\"/>\n<text x=\"{1}\" "
                "y=\"30\" font-size=\"15\">{2}</text>\n",
                Height, Left, escaped(Plot.Title));
  auto Label = [&](double X, double Y, StringRef Anchor, const Twine &What) {
    OS << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"{2}\">{3}"
                  "</text>\n",
                  X, Y, Anchor, escaped(What.str()));
  };
  double MaxX = S.MaxX > 0 ? 1.1 * S.MaxX : 1,
         MaxY = S.MaxY > 0 ? 1.1 * S.MaxY : 1;
  for (int I = 0; I <= 4; ++I) {
    double X = Left + (Right - Left) * I / 4,
           Y = Bottom - (Bottom - Top) * I / 4;
    OS << formatv("<path d=\"M{0:f1} {1}V{2}M{3} {4:f1}H{5}\" "
                  "stroke=\"#e4e4e4\"/>\n",
                  X, Top, Bottom, Left, Y, Right);
    Label(X, Bottom + 18, "middle", shortNumber(MaxX * I / 4));
    Label(Left - 6, Y + 4, "end", formatv("{0:f2}", MaxY * I / 4).str());
  }
  Label((Left + Right) / 2, Bottom + 40, "middle", S.XTitle);
  Label(Left - 6, Top - 10, "end", "risk");
  for (const auto &[I, P] : enumerate(S.Points)) {
    double X = Left + (Right - Left) * P.X / MaxX,
           Y = Bottom - (Bottom - Top) * P.Of->Risk / MaxY;
    std::string Name = escaped(P.Of->Name);
    for (auto [CX, CY] :
         {std::pair(X, Y), std::pair(Right + 24, Top + 4 + 18.0 * I)})
      OS << formatv("<circle class=\"{0}\" cx=\"{1:f1}\" cy=\"{2:f1}\" "
                    "r=\"5\" fill=\"{3}\" stroke=\"{4}\"><title>{5}</title>"
                    "</circle>\n",
                    P.Of->Front ? "front" : "other", CX, CY,
                    P.Of->Front ? Colours[1] : "white", Colours[1], Name);
    Label(X + 8, Y - 6, "start", Twine(I + 1));
    Label(Right + 36, Top + 8 + 18.0 * I, "start",
          Twine(I + 1) + "  " + P.Of->Name);
  }
  OS << "</svg>\n";
  return Text;
}

} // namespace

Expected<std::string> drawSVG(const PlotData &Plot, PlotKind Kind) {
  if (Kind == PlotKind::Energy) {
    std::vector<EnergyBar> Bars = energyBars(Plot);
    if (Bars.empty())
      return createStringError(inconvertibleErrorCode(),
                               "no energy to plot: no point has a time and a "
                               "power");
    return paintEnergy(Plot, Bars);
  }
  if (Kind == PlotKind::Front) {
    Expected<FrontScene> Front = makeFront(Plot);
    if (!Front)
      return Front.takeError();
    return paintFront(Plot, *Front);
  }
  Expected<Scene> S = makeScene(Plot, Kind);
  if (!S)
    return S.takeError();
  return Painter(Plot, *S).paint();
}

} // namespace roofline
