// A roofline plot for a terminal.
#include "roofline/Plot/Plot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

/// The signs of a chart's roofs and marks. Several roofs have small letters
/// each, and the marks those that are left.
class Signs {
public:
  explicit Signs(const Scene &S) {
    size_t Roofs = count_if(
        S.Lines, [](const Scene::Line &L) { return L.Role == "roof"; });
    size_t Letters = Roofs > 1 ? std::min<size_t>(Roofs, 26) : 0;
    for (char C = 'a'; C <= 'z'; ++C)
      (size_t(C - 'a') < Letters ? OfRoofs : OfMarks) += C;
    if (Roofs != Letters)
      OfRoofs += '*';
  }
  char roof(size_t I) const { return at(OfRoofs, I); }
  char mark(size_t I) const { return at(OfMarks, I); }

private:
  /// The last one for all beyond.
  static char at(StringRef Alphabet, size_t I) {
    return Alphabet[std::min(I, Alphabet.size() - 1)];
  }
  std::string OfRoofs, OfMarks = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
};

std::string bars(const std::vector<EnergyBar> &Bars, unsigned Columns) {
  double Most = 0;
  size_t Longest = 0;
  for (const EnergyBar &B : Bars) {
    Most = std::max(Most, B.Joules);
    Longest = std::max(Longest, B.Kernel.size() + B.Device.size() + 4);
  }
  unsigned Room = std::max<int>(10, int(Columns) - int(Longest) - 12);
  std::string Text;
  raw_string_ostream OS(Text);
  for (const EnergyBar &B : Bars) {
    std::string Name = B.Kernel + " on " + B.Device;
    OS << Name << std::string(Longest - Name.size() + 1, ' ')
       << std::string(Most > 0 ? size_t(Room * B.Joules / Most) : 0, '#') << ' '
       << shortNumber(B.Joules) << "J\n";
  }
  return Text;
}

/// Few mappings need no axes: they are listed, the front marked.
std::string table(const FrontScene &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << formatv("{0,8}{1,12}  mapping (* no other is better in everything)\n",
                "risk", S.XTitle);
  for (const FrontPoint &P : S.Points)
    OS << formatv("{0,8:f2}{1,12} {2}{3}\n", P.Mapping->Risk, shortNumber(P.X),
                  P.Mapping->Front ? "*" : " ", P.Mapping->Name);
  return Text;
}

} // namespace

Expected<std::string> drawTerminal(const PlotData &Plot, PlotKind Kind,
                                   unsigned Columns, unsigned Rows) {
  if (Kind == PlotKind::Energy) {
    Expected<std::vector<EnergyBar>> Bars = makeEnergy(Plot);
    if (!Bars)
      return Bars.takeError();
    return bars(*Bars, Columns);
  }
  if (Kind == PlotKind::Front) {
    Expected<FrontScene> Front = makeFront(Plot);
    if (!Front)
      return Front.takeError();
    return table(*Front);
  }
  Expected<Scene> S = makeScene(Plot, Kind);
  if (!S)
    return S.takeError();
  constexpr unsigned Margin = 9;
  const unsigned Width = std::max(30u, Columns) - Margin - 2,
                 Height = std::max(10u, Rows);
  std::vector<std::string> Canvas(Height, std::string(Width, ' '));
  auto Column = [&](double X) {
    return (Width - 1) * std::log10(X / S->Left) /
           std::log10(S->Right / S->Left);
  };
  auto Row = [&](double Y) {
    return (Height - 1) *
           (1 - std::log10(Y / S->Bottom) / std::log10(S->Top / S->Bottom));
  };
  auto Put = [&](double C, double R, char Sign) {
    long X = std::lround(C), Y = std::lround(R);
    if (X >= 0 && X < long(Width) && Y >= 0 && Y < long(Height))
      Canvas[Y][X] = Sign;
  };
  auto Draw = [&](const Scene::Line &L, char Sign) {
    for (size_t I = 1; I < L.Points.size(); ++I) {
      auto [X1, Y1] = L.Points[I - 1];
      auto [X2, Y2] = L.Points[I];
      double Steps = 2 * (Width + Height);
      for (double Step = 0; Step <= Steps; ++Step)
        Put(Column(X1) + (Column(X2) - Column(X1)) * Step / Steps,
            Row(Y1) + (Row(Y2) - Row(Y1)) * Step / Steps, Sign);
    }
  };
  // The last drawn sign stays on top: roofs over walls, marks over all.
  const Signs Sign(*S);
  for (StringRef Role : {"wall", "source", "ceiling", "utilization", "error"})
    for (const Scene::Line &L : S->Lines)
      if (L.Role == Role)
        Draw(L, Role == "wall" ? ':' : Role == "ceiling" ? '-' : '.');
  size_t NumRoofs = 0;
  std::string Legend;
  for (const Scene::Line &L : S->Lines)
    if (L.Role == "roof") {
      char Letter = Sign.roof(NumRoofs++);
      Draw(L, Letter);
      Legend += formatv("  {0} {1}\n", Letter, L.Name);
    }
  for (const auto &[I, M] : enumerate(S->Marks))
    Put(Column(M.X), Row(M.Y), Sign.mark(I));

  std::string Text;
  raw_string_ostream OS(Text);
  OS << Plot.Title << '\n' << S->YTitle << '\n';
  std::vector<std::string> Labels(Height);
  for (double V = S->Bottom; V <= S->Top * 1.001; V *= 10)
    Labels[std::lround(Row(V))] = shortNumber(V);
  for (unsigned R = 0; R < Height; ++R)
    OS << formatv("{0,8} |{1}\n", Labels[R], StringRef(Canvas[R]).rtrim());
  OS << std::string(Margin, ' ') << '+' << std::string(Width, '-') << '\n';
  std::string Ticks(Width + Margin + 12, ' ');
  for (double V = S->Left; V <= S->Right * 1.001; V *= 10) {
    std::string Tick = formatv("{0}", V < 1 ? formatv("{0:f4}", V).str()
                                            : formatv("{0:f0}", V).str());
    while (Tick.find('.') != Tick.npos && (Tick.back() == '0'))
      Tick.pop_back();
    Ticks.replace(Margin + 1 + std::lround(Column(V)), Tick.size(), Tick);
  }
  OS << StringRef(Ticks).rtrim() << '\n'
     << std::string(Margin + 1, ' ') << S->XTitle << '\n';
  OS << Legend;
  for (const auto &[I, M] : enumerate(S->Marks)) {
    OS << "  " << Sign.mark(I) << ' ' << pointName(*M.Point) << ": "
       << shortNumber(M.Y) << S->YTitle << " at I = " << formatv("{0:f3}", M.X)
       << '\n';
    for (const std::string &Why : M.Contradictions)
      OS << "    contradiction: " << Why << '\n';
  }
  return Text;
}

} // namespace roofline
