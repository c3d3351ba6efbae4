// A roofline plot as SVG.
#include "Svg.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {

std::string svgText(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Text, OS);
  return Result;
}

const StringLiteral SvgStyle =
    "<style>@media (prefers-color-scheme: dark) { [fill=\"white\"] { fill: "
    "#14171c; } text:not([fill]), text[fill=\"black\"] { fill: #e7eaf0; } "
    "[stroke=\"#e4e4e4\"] { stroke: #363c47; } [stroke=\"#333\"] { stroke: "
    "#a3abb8; } }</style>\n";

double svgWidth(StringRef Text) { return 6.6 * Text.size(); }

namespace {

std::string dashText(ArrayRef<int> Dashes) {
  if (Dashes.empty())
    return "";
  std::string Text;
  raw_string_ostream OS(Text);
  interleave(Dashes, OS, " ");
  return formatv(" stroke-dasharray=\"{0}\"", Text);
}

/// Without an SI prefix.
std::string plain(double Value, int Digits) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*g", Digits, Value);
  return Text;
}

/// A, B, ... Z, AA, AB, ...
std::string letters(size_t I) {
  std::string Text(1, char('A' + I % 26));
  return I < 26 ? Text : letters(I / 26 - 1) + Text;
}

class Painter {
public:
  Painter(const PlotData &Plot, const Scene &S)
      : Plot(Plot), S(S), Styles(Plot), OS(Text) {}

  std::string paint() {
    // Beside the plot a legend has at most a third of the picture.
    const std::vector<LegendGroup> Groups = legendGroups();
    Legend L = legendBeside(Groups, Bottom - Top);
    const bool Beside = 2 * L.Width <= LegendLeft;
    if (!Beside)
      L = legendBelow(Groups, LegendLeft - BelowLeft);
    const double X = Beside ? LegendLeft : BelowLeft,
                 Y = Beside ? Top + 10 : Bottom + 76;
    const int Width = std::max(LegendLeft, X + L.Width),
              Height = std::max(Bottom + 60, Y + 20 + L.Height);
    OS << formatv(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<title>{2}</title>\n{3}"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        Width, Height, svgText(Plot.Title), SvgStyle);
    axes();
    OS << formatv("<clipPath id=\"area\"><rect x=\"{0}\" y=\"{1}\" "
                  "width=\"{2}\" height=\"{3}\"/></clipPath>\n"
                  "<g clip-path=\"url(#area)\">\n",
                  Left, Top, Right - Left, Bottom - Top);
    for (bool Roofs : {false, true}) // roofs over what is thinner
      for (const Scene::Line &L : S.Lines)
        if ((L.Role == "roof") == Roofs)
          line(L);
    OS << "</g>\n";
    for (const Scene::Arrow &A : S.Arrows)
      arrow(A);
    roofLetters();
    for (const Scene::Mark &M : S.Marks)
      Taken.push_back({x(M.X) - 6, y(M.Y) - 6, x(M.X) + 6, y(M.Y) + 6});
    for (const auto &[Id, M] : enumerate(S.Marks))
      mark(M, std::to_string(Id + 1));
    OS << formatv(
        "<g transform=\"translate({0:f0},{1:f0})\">\n{2}</g>\n</svg>\n", X, Y,
        L.Elements);
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
  void text(double X, double Y, StringRef Anchor, const Twine &What,
            StringRef More = "") {
    OS << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" text-anchor=\"{2}\"{3}>{4}"
                  "</text>\n",
                  X, Y, Anchor, More, svgText(What.str()));
  }

  void axes() {
    for (double V = S.Left; V <= S.Right * 1.001; V *= 10) {
      rule(x(V), Top, x(V), Bottom, "#e4e4e4");
      text(x(V), Bottom + 18, "middle", plain(V, 6));
    }
    for (double V = S.Bottom; V <= S.Top * 1.001; V *= 10) {
      rule(Left, y(V), Right, y(V), "#e4e4e4");
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
    text(Left, Top - 26, "start", Plot.Title, " font-size=\"15\"");
  }
  void rule(double X1, double Y1, double X2, double Y2, StringRef Colour) {
    OS << formatv("<line x1=\"{0:f1}\" y1=\"{1:f1}\" x2=\"{2:f1}\" "
                  "y2=\"{3:f1}\" stroke=\"{4}\"/>\n",
                  X1, Y1, X2, Y2, Colour);
  }

  /// Colour, width and dashes of \p L, as attributes.
  std::string stroke(const Scene::Line &L) const {
    DeviceStyle Device = Styles.device(L.Device);
    ArrayRef<int> Dashes = Device.Dashes;
    for (const RoleStyle &R : roleStyles())
      if (R.Role == L.Role)
        Dashes = R.Dashes;
    return formatv("stroke=\"{0}\" stroke-width=\"{1:f1}\"{2}",
                   L.Role == "wall" ? StringRef(Neutral) : Device.Colour,
                   L.Role == "roof" ? RoofWidth : LineWidth, dashText(Dashes));
  }

  void line(const Scene::Line &L) {
    OS << "<polyline class=\"" << L.Role << "\" points=\"";
    for (auto [X, Y] : L.Points)
      OS << formatv("{0:f1},{1:f1} ", x(X), y(Y));
    OS << formatv("\" fill=\"none\" {0}><title>{1}</title></polyline>\n",
                  stroke(L), svgText(L.Name));
  }

  /// From a point to its roof, with the gain beside it.
  void arrow(const Scene::Arrow &A) {
    const StringRef Colour = Styles.colour(*A.Point);
    const double X = x(A.X), Tip = y(A.To);
    OS << formatv("<g class=\"gain\"><title>{0}: {1} to its roof</title>\n",
                  svgText(pointName(*A.Point)), A.Gain);
    rule(X, y(A.From), X, Tip, Colour);
    OS << formatv("<path d=\"M{0:f1} {1:f1}l4 8h-8z\" fill=\"{2}\"/>\n", X, Tip,
                  Colour);
    text(X + 6, (y(A.From) + Tip) / 2, "start", A.Gain);
    OS << "</g>\n";
    Taken.push_back({X + 6, (y(A.From) + Tip) / 2 - 10,
                     X + 6 + svgWidth(A.Gain), (y(A.From) + Tip) / 2 + 2});
  }

  std::string letterOf(StringRef Device) const {
    for (const auto &[I, D] : enumerate(Plot.Devices))
      if (D.Name == Device)
        return letters(I);
    return "";
  }

  /// Each roof's letter where it leaves the picture.
  void roofLetters() {
    struct Label {
      double EdgeY, Y;
      const Scene::Line *Line;
    };
    std::vector<Label> Beside;
    for (const Scene::Line &L : S.Lines) {
      if (L.Role != "roof")
        continue;
      auto [X, Y] = L.Points.back();
      if (Y <= S.Top)
        Beside.push_back({y(Y), y(Y) + 4, &L});
      else // a slope, which leaves at the top
        text(x(X * S.Top / Y), Top - 5, "middle", letterOf(L.Device),
             colourOf(L));
    }
    sort(Beside, [](const Label &A, const Label &B) { return A.Y < B.Y; });
    constexpr double Apart = 12;
    for (size_t I = 1; I < Beside.size(); ++I)
      Beside[I].Y = std::max(Beside[I].Y, Beside[I - 1].Y + Apart);
    for (const Label &L : Beside) {
      rule(Right, L.EdgeY, Right + 12, L.Y - 4,
           Styles.device(L.Line->Device).Colour);
      text(Right + 15, L.Y, "start", letterOf(L.Line->Device),
           colourOf(*L.Line));
    }
  }
  std::string colourOf(const Scene::Line &L) const {
    return formatv(" font-weight=\"bold\" fill=\"{0}\"",
                   Styles.device(L.Device).Colour);
  }

  /// The mark of \p P in \p Colour; crossed out where it cannot be.
  std::string shape(double X, double Y, const PlotData::Point &P,
                    StringRef Colour, bool Impossible) const {
    const PointForm &Form = formOf(P);
    std::string Result;
    raw_string_ostream OS(Result);
    OS << formatv("<g class=\"{0}\"><title>{1}</title><path "
                  "transform=\"translate({2:f1},{3:f1}) scale({4:f2})\" "
                  "d=\"{5}\" fill=\"{6}\" fill-opacity=\"{7}\" "
                  "stroke=\"{6}\" stroke-width=\"1.5\" "
                  "vector-effect=\"non-scaling-stroke\"/>",
                  P.Kind, svgText(pointName(P)), X, Y, std::sqrt(Form.Size) / 2,
                  Styles.shape(P), Colour, plain(Form.Fill, 2));
    if (Impossible)
      OS << formatv("<path class=\"contradiction\" d=\"M{0:f1} {1:f1}l14 14m0 "
                    "-14l-14 14\" stroke=\"{2}\" stroke-width=\"2\"/>",
                    X - 7, Y - 7, Warning);
    OS << "</g>";
    return Result;
  }

  struct Box {
    double Left, Top, Right, Bottom;
    bool meets(const Box &B) const {
      return Left < B.Right && B.Left < Right && Top < B.Bottom &&
             B.Top < Bottom;
    }
  };

  /// The mark and its number, as near as nothing else stands.
  void mark(const Scene::Mark &M, const std::string &Number) {
    const double X = x(M.X), Y = y(M.Y), W = 7.0 * Number.size();
    OS << shape(X, Y, *M.Point, Styles.colour(*M.Point),
                !M.Contradictions.empty())
       << '\n';
    auto At = [&](int Step) { // right, left; above, below; farther away
      double Away = 6.0 * (Step / 4),
             DX = Step % 2 ? -8 - Away / 2 - W : 8 + Away / 2,
             DY = Step / 2 % 2 ? 8 + Away : -8 - Away;
      return Box{X + DX, Y + DY - 5, X + DX + W, Y + DY + 5};
    };
    int Step = 0;
    constexpr int Most = 120;
    while (Step < Most &&
           any_of(Taken, [&](const Box &B) { return B.meets(At(Step)); }))
      ++Step;
    Box B = At(Step);
    Taken.push_back(B);
    if (Step >= 4)
      rule(X, Y, Step % 2 ? B.Right : B.Left, (B.Top + B.Bottom) / 2,
           "#999999");
    text(B.Left, B.Bottom, "start", Number);
  }

  // Legend --------------------------------------------------------------------

  static std::string sample(const Twine &Stroke) {
    return ("<line x1=\"0\" x2=\"26\" y1=\"0\" y2=\"0\" " + Stroke + "/>")
        .str();
  }

  std::vector<LegendGroup> legendGroups() const {
    std::vector<LegendGroup> Groups{keyRows()};
    for (const PlotData::Device &D : Plot.Devices)
      Groups.push_back(deviceRows(D.Name));
    LegendGroup Others; // runs on devices whose roofs are not drawn
    for (const auto &[I, M] : enumerate(S.Marks))
      if (letterOf(M.Point->Device).empty())
        markRows(I, pointName(*M.Point), Others);
    Groups.push_back(std::move(Others));
    erase_if(Groups, [](const LegendGroup &G) { return G.empty(); });
    return Groups;
  }

  /// Explains the kinds of lines and marks that are there.
  LegendGroup keyRows() const {
    LegendGroup Key;
    if (any_of(S.Lines, [](auto &L) { return L.Role == "roof"; }))
      Key.push_back(
          {"roof",
           sample(formatv("stroke=\"#333\" stroke-width=\"{0:f1}\"", RoofWidth)
                      .str())});
    for (const RoleStyle &R : roleStyles())
      if (any_of(S.Lines, [&](auto &L) { return L.Role == R.Role; }))
        Key.push_back(
            {R.Text.str(),
             sample(formatv("stroke=\"#333\" stroke-width=\"{0:f1}\"{1}",
                            LineWidth, dashText(R.Dashes))
                        .str())});
    for (const Scene::Line &L : S.Lines)
      if (L.Role == "wall")
        Key.push_back({"    " + L.Name + ": " +
                           plain(L.Points.front().first, 4) + " op/B",
                       ""});
    PlotData::Point Of;
    Of.Kernel = Styles.Kernels.empty() ? "" : Styles.Kernels.front().str();
    for (const PointForm &Form : pointForms())
      for (const Scene::Mark &M : S.Marks)
        if (&formOf(*M.Point) == &Form) {
          Of.Kind = M.Point->Kind;
          Of.Label = Form.Name == EachByteOnce ? EachByteOnce.str() : "";
          Key.push_back({Form.Text.str(), shape(13, 0, Of, Neutral, false)});
          break;
        }
    if (!S.Arrows.empty())
      Key.push_back({"gain up to the roof", sample("stroke=\"#333\"")});
    Of.Kind = "measured";
    if (any_of(S.Marks, [](auto &M) { return !M.Contradictions.empty(); }))
      Key.push_back({"contradiction: above its roof",
                     shape(13, 0, Of, Neutral, true),
                     /*Bold=*/false, Warning});
    return Key;
  }

  LegendGroup deviceRows(StringRef Device) const {
    LegendGroup Rows;
    auto IsHere = [&](const Scene::Mark &M) {
      return M.Point->Device == Device;
    };
    auto Roof = find_if(S.Lines, [&](const Scene::Line &L) {
      return L.Role == "roof" && L.Device == Device;
    });
    if (Roof != S.Lines.end() || any_of(S.Marks, IsHere))
      Rows.push_back({letterOf(Device) + "  " + Device.str(),
                      Roof != S.Lines.end() ? sample(stroke(*Roof)) : "",
                      /*Bold=*/true});
    rateRows(Device, "ceiling", "op/s", Rows);
    rateRows(Device, "source", "B/s", Rows);
    for (const auto &[I, M] : enumerate(S.Marks))
      if (IsHere(M))
        markRows(I,
                 M.Point->Kernel + (M.Point->Label.empty() ? "" : ", ") +
                     M.Point->Label,
                 Rows);
    return Rows;
  }

  /// The ceilings or the data sources of a device that are drawn beside its
  /// roof, with their rates.
  void rateRows(StringRef Device, StringRef Role, StringRef Unit,
                LegendGroup &Rows) const {
    std::vector<std::string> Parts{Role.str() + "s:"};
    std::string Sample;
    for (const Scene::Line &L : S.Lines) {
      if (L.Device != Device || L.Role != Role)
        continue;
      auto [X, Y] = L.Points.front();
      if (!Sample.empty())
        Parts.back() += ",";
      Parts.push_back((StringRef(L.Name).substr(Device.size() + 2) + " " +
                       shortNumber(Role == "source" ? Y / X : Y) + Unit +
                       perWatt())
                          .str());
      Sample = sample(stroke(L));
    }
    if (!Sample.empty())
      for (const auto &[I, Text] : enumerate(wrapped(Parts)))
        Rows.push_back({Text, I == 0 ? Sample : ""});
  }
  StringRef perWatt() const {
    return StringRef(S.YTitle).ends_with("W") ? "/W" : "";
  }

  void markRows(size_t I, const std::string &Name, LegendGroup &Rows) const {
    const Scene::Mark &M = S.Marks[I];
    const bool Impossible = !M.Contradictions.empty();
    Rows.push_back(
        {formatv("{0}  {1}: {2}op/s{3}", I + 1, Name, shortNumber(M.Y),
                 perWatt()),
         shape(13, 0, *M.Point, Styles.colour(*M.Point), Impossible)});
    for (const std::string &Text : M.Contradictions) {
      std::vector<std::string> Words;
      for (StringRef Word : split(Text, ' '))
        Words.push_back(Word.str());
      for (const std::string &Line : wrapped(Words))
        Rows.push_back({Line, "", /*Bold=*/false, Warning});
    }
  }

  static constexpr double Left = 80, Right = 720, Top = 60, Bottom = 520,
                          LegendLeft = Right + 48, BelowLeft = 24;
  const PlotData &Plot;
  const Scene &S;
  const PointStyles Styles;
  std::vector<Box> Taken; ///< by marks, their numbers and gains
  std::string Text;
  raw_string_ostream OS;
};

} // namespace

std::string paintRoofline(const PlotData &Plot, const Scene &S) {
  return Painter(Plot, S).paint();
}

} // namespace roofline
