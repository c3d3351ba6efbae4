// The lines and marks of a roofline plot.
#include "roofline/Plot/Plot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {

std::string shortNumber(double Value) {
  static constexpr std::pair<double, const char *> Prefixes[] = {
      {1e15, " P"}, {1e12, " T"}, {1e9, " G"},  {1e6, " M"}, {1e3, " k"},
      {1, " "},     {1e-3, " m"}, {1e-6, " u"}, {1e-9, " n"}};
  std::string Text;
  raw_string_ostream OS(Text);
  for (auto [Scale, Prefix] : Prefixes)
    if (Value >= Scale * 0.9999995) {
      OS << format("%.4g", Value / Scale) << Prefix;
      return Text;
    }
  OS << format("%.4g ", Value);
  return Text;
}

std::vector<EnergyBar> energyBars(const PlotData &Plot) {
  std::vector<EnergyBar> Bars;
  for (const PlotData::Point &P : Plot.Points)
    if (P.Power && P.Time)
      Bars.push_back({P.Kernel, P.Device,
                      energy(Seconds(*P.Time), Watts(*P.Power)).value()});
  return Bars;
}

Expected<FrontScene> makeFront(const PlotData &Plot) {
  FrontScene S;
  bool HasCost =
      any_of(Plot.Mappings, [](const PlotData::Mapping &M) { return M.Cost; });
  S.XTitle = HasCost ? "cost" : "power [W]";
  for (const PlotData::Mapping &M : Plot.Mappings)
    if (const auto &X = HasCost ? M.Cost : M.Power) {
      S.Points.push_back({&M, *X});
      S.MaxX = std::max(S.MaxX, *X);
      S.MaxY = std::max(S.MaxY, M.Risk);
    }
  if (S.Points.empty())
    return createStringError(inconvertibleErrorCode(),
                             "no front to plot: no mapping has a cost or a "
                             "power");
  return S;
}

namespace {

class Builder {
public:
  Builder(const PlotData &Plot, PlotKind Kind) : Plot(Plot), Kind(Kind) {}

  Expected<Scene> build() {
    S.XTitle = "operational intensity [operation/byte]";
    S.YTitle = Kind == PlotKind::PerWatt ? "operation/s/W" : "operation/s";
    addMarks();
    addExtent();
    if (!(S.Right > S.Left))
      return createStringError(
          inconvertibleErrorCode(),
          Kind == PlotKind::PerWatt
              ? "nothing to plot per watt: no device or point has a power"
              : "nothing to plot: no device has a bandwidth and a ceiling, and "
                "there are no points");
    for (const PlotData::Device &D : Plot.Devices)
      addDevice(D);
    for (const PlotData::Utilisation &U : Plot.Utilisations)
      if (double Scale = scaleOf(U.Device))
        addBent(U.Kernel + " on " + U.Device, U.Device, "utilisation",
                U.Slope * Scale, U.Roof * Scale);
    for (const PlotData::Wall &W : Plot.Walls)
      S.Lines.push_back({"I of " + W.Kernel + ", " + W.Kind,
                         "",
                         "wall",
                         {{W.Intensity, S.Bottom}, {W.Intensity, S.Top}}});
    return std::move(S);
  }

private:
  /// What turns operations per second into the axis; 0: not to be shown.
  double scaleOf(StringRef Device, const std::optional<double> &Own = {}) {
    if (Kind != PlotKind::PerWatt)
      return 1;
    if (Own)
      return *Own > 0 ? 1 / *Own : 0;
    for (const PlotData::Device &D : Plot.Devices)
      if (D.Name == Device && D.Power && *D.Power > 0)
        return 1 / *D.Power;
    return 0;
  }

  static double highest(const std::vector<PlotData::Rate> &Rates) {
    double High = 0;
    for (const PlotData::Rate &R : Rates)
      High = std::max(High, R.Value);
    return High;
  }
  /// The bandwidth of the roof: external memory, else the fastest source.
  static double bandwidth(const PlotData::Device &D) {
    for (const PlotData::Rate &R : D.Sources)
      if (R.Name == "external")
        return R.Value;
    return highest(D.Sources);
  }

  void addMarks() {
    for (const PlotData::Point &P : Plot.Points) {
      double Scale = scaleOf(P.Device, P.Power);
      if (P.Intensity > 0 && P.Performance > 0 && Scale > 0)
        S.Marks.push_back({&P, P.Intensity, P.Performance * Scale});
    }
    for (const Scene::Mark &M : S.Marks)
      if (M.Point->Error && *M.Point->Error > 0 && *M.Point->Error < 1)
        addErrorBox(M, *M.Point->Error);
  }

  void addErrorBox(const Scene::Mark &M, double Error) {
    // Operations scale the performance, and operations over bytes I.
    Scene::Line Box{M.Point->Kernel + " on " + M.Point->Device,
                    M.Point->Device,
                    "error",
                    {}};
    for (const ErrorCorner &C : errorBox(M.Y, M.Y / M.X, Error))
      Box.Points.emplace_back(C.Operations / C.Bytes, C.Operations);
    Box.Points.push_back(Box.Points.front());
    S.Lines.push_back(std::move(Box));
  }

  /// The axes: whole powers of ten around ridges, points and walls.
  void addExtent() {
    double Low = INFINITY, High = 0, Left = INFINITY, Right = 0;
    auto AddX = [&](double X) {
      Left = std::min(Left, X), Right = std::max(Right, X);
    };
    auto AddY = [&](double Y) {
      Low = std::min(Low, Y), High = std::max(High, Y);
    };
    for (const PlotData::Device &D : Plot.Devices) {
      double B = bandwidth(D), F = highest(D.Ceilings), K = scaleOf(D.Name);
      if (!(B > 0) || !(F > 0) || !(K > 0))
        continue;
      AddX(F / B);
      AddY(F * K);
      for (const PlotData::Rate &R : D.Ceilings)
        if (R.Value > 0)
          AddY(R.Value * K);
    }
    for (const Scene::Mark &M : S.Marks)
      AddX(M.X), AddY(M.Y);
    if (Right > 0)
      for (const PlotData::Wall &W : Plot.Walls)
        if (W.Intensity > 0)
          AddX(W.Intensity);
    if (!(Right > 0))
      return;
    auto Below = [](double V) {
      return std::pow(10, std::floor(std::log10(V)));
    };
    auto Above = [](double V) {
      return std::pow(10, std::ceil(std::log10(V)));
    };
    S.Left = Below(Left / 3);
    S.Right = Above(Right * 3);
    S.Bottom = Below(Low / 3);
    S.Top = Above(High * 1.5);
  }

  /// min(B x, F) from edge to edge.
  void addBent(std::string Name, StringRef Device, StringRef Role, double B,
               double F) {
    Scene::Line L{std::move(Name), Device.str(), Role.str(), {}};
    auto At = [&](double X) { return std::min(B > 0 ? B * X : F, F); };
    // Where the slope enters the picture.
    double From = B > 0 ? std::max(S.Left, S.Bottom / B) : S.Left;
    if (!(F > 0) || From >= S.Right)
      return;
    L.Points.emplace_back(From, At(From));
    if (double Ridge = B > 0 ? F / B : 0; Ridge > From && Ridge < S.Right)
      L.Points.emplace_back(Ridge, F);
    L.Points.emplace_back(S.Right, At(S.Right));
    S.Lines.push_back(std::move(L));
  }

  void addDevice(const PlotData::Device &D) {
    double Scale = scaleOf(D.Name), B = bandwidth(D), F = highest(D.Ceilings);
    if (!(Scale > 0) || !(B > 0))
      return;
    // Without a ceiling the slope is all that is known.
    double Roof = F > 0 ? F : B * S.Right;
    addBent(D.Name, D.Name, "roof", B * Scale, Roof * Scale);
    for (const PlotData::Rate &R : D.Ceilings) {
      double Ridge = R.Value / B;
      if (R.Value >= F || !(R.Value > 0) || Ridge >= S.Right)
        continue;
      double Y = R.Value * Scale;
      if (Y >= S.Bottom)
        S.Lines.push_back({D.Name + ": " + R.Name,
                           D.Name,
                           "ceiling",
                           {{std::max(Ridge, S.Left), Y}, {S.Right, Y}}});
    }
    for (const PlotData::Rate &R : D.Sources)
      if (R.Value != B && R.Value > 0)
        addSource(D, R, R.Value * Scale, Roof * Scale);
  }

  void addSource(const PlotData::Device &D, const PlotData::Rate &R, double B,
                 double Roof) {
    double From = std::max(S.Left, S.Bottom / B), To = Roof / B;
    if (From < std::min(To, S.Right))
      S.Lines.push_back({D.Name + ": " + R.Name,
                         D.Name,
                         "source",
                         {{From, From * B},
                          {std::min(To, S.Right), std::min(To, S.Right) * B}}});
  }

  const PlotData &Plot;
  PlotKind Kind;
  Scene S;
};

} // namespace

Expected<Scene> makeScene(const PlotData &Plot, PlotKind Kind) {
  return Builder(Plot, Kind).build();
}

} // namespace roofline
