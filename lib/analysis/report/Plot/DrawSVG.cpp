// Plots as SVG: bars of energy, fronts, and by Painter rooflines.
#include "Svg.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace roofline {
namespace {

std::string paintEnergy(const PlotData &Plot,
                        const std::vector<EnergyBar> &Bars) {
  double Most = 0;
  for (const EnergyBar &B : Bars)
    Most = std::max(Most, B.Joules);
  std::string Text;
  raw_string_ostream OS(Text);
  OS << formatv(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" "
      "height=\"{0}\" font-family=\"sans-serif\" font-size=\"12\">\n{2}"
      "<rect width=\"860\" height=\"{0}\" fill=\"white\"/>\n"
      "<text x=\"20\" y=\"28\" font-size=\"15\">{1}: energy</text>\n",
      70 + 30 * Bars.size(), svgText(Plot.Title), SvgStyle);
  for (const auto &[I, B] : enumerate(Bars)) {
    double Y = 50 + 30.0 * I, Length = Most > 0 ? 440 * B.Joules / Most : 0;
    OS << formatv(
        "<text x=\"280\" y=\"{0:f0}\" text-anchor=\"end\">{1}</text>\n"
        "<rect x=\"290\" y=\"{2:f0}\" width=\"{3:f1}\" height=\"20\" "
        "fill=\"{4}\"/>\n<text x=\"{5:f1}\" y=\"{0:f0}\">{6}J</text>\n",
        Y + 14, svgText(B.Kernel + " on " + B.Device), Y, Length,
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
                "font-size=\"12\">\n{3}<rect width=\"1300\" "
                "height=\"{0:f0}\" fill=\"white\"/>\n<text x=\"{1}\" "
                "y=\"30\" font-size=\"15\">{2}</text>\n",
                Height, Left, svgText(Plot.Title), SvgStyle);
  auto Label = [&](double X, double Y, StringRef Anchor, const Twine &What) {
    OS << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"{2}\">{3}"
                  "</text>\n",
                  X, Y, Anchor, svgText(What.str()));
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
           Y = Bottom - (Bottom - Top) * P.Mapping->Risk / MaxY;
    std::string Name = svgText(P.Mapping->Name);
    for (auto [CX, CY] :
         {std::pair(X, Y), std::pair(Right + 24, Top + 4 + 18.0 * I)})
      OS << formatv("<circle class=\"{0}\" cx=\"{1:f1}\" cy=\"{2:f1}\" "
                    "r=\"5\" fill=\"{3}\" stroke=\"{4}\"><title>{5}</title>"
                    "</circle>\n",
                    P.Mapping->Front ? "front" : "other", CX, CY,
                    P.Mapping->Front ? Colours[1] : "white", Colours[1], Name);
    Label(X + 8, Y - 6, "start", Twine(I + 1));
    Label(Right + 36, Top + 8 + 18.0 * I, "start",
          Twine(I + 1) + "  " + P.Mapping->Name);
  }
  OS << "</svg>\n";
  return Text;
}

} // namespace

Expected<std::string> drawSVG(const PlotData &Plot, PlotKind Kind) {
  if (Kind == PlotKind::Energy) {
    Expected<std::vector<EnergyBar>> Bars = makeEnergy(Plot);
    if (!Bars)
      return Bars.takeError();
    return paintEnergy(Plot, *Bars);
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
  return paintRoofline(Plot, *S);
}

} // namespace roofline
