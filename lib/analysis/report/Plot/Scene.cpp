// The lines and marks of a roofline plot.
#include "roofline/Plot/Plot.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
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

Expected<std::vector<EnergyBar>> makeEnergy(const PlotData &Plot) {
  std::vector<EnergyBar> Bars;
  for (const PlotData::Point &P : Plot.Points)
    if (P.Power && P.Time)
      Bars.push_back({P.Kernel, P.Device,
                      energy(Seconds(*P.Time), Watts(*P.Power)).value()});
  if (Bars.empty())
    return createStringError(inconvertibleErrorCode(),
                             "no energy to plot: no point has a time and a "
                             "power");
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

/// The highest of \p Rates; null where there is none.
template <typename T>
static const PlotData::Rate *highest(const std::vector<T> &Rates) {
  auto It = max_element(
      Rates, [](const auto &A, const auto &B) { return A.Value < B.Value; });
  return It == Rates.end() ? nullptr : &*It;
}

/// The bandwidth of the roof: external memory, else the fastest source.
static const PlotData::Rate *roofSource(const PlotData::Device &D) {
  auto It = find_if(
      D.Sources, [](const PlotData::Rate &R) { return R.Name == "external"; });
  return It == D.Sources.end() ? highest(D.Sources) : &*It;
}

static double valueOf(const PlotData::Rate *R) { return R ? R->Value : 0; }

std::vector<std::string> contradictions(const PlotData &Plot,
                                        const PlotData::Point &P) {
  if (P.Kind != "measured" || !P.Contradictions.empty())
    return P.Contradictions;
  std::vector<std::string> Texts;
  const double Sure = P.Performance * (1 - P.Error.value_or(0));
  auto Hold = [&](double Reached, const PlotData::Rate *Roof, StringRef Unit) {
    constexpr double Rounding = 1 + 1e-9;
    if (Roof && Roof->Value > 0 && Reached > Roof->Value * Rounding)
      Texts.push_back(shortNumber(Reached) + Unit.str() +
                      " are above the roof '" + Roof->Name + "' of " +
                      shortNumber(Roof->Value) + Unit.str());
  };
  for (const PlotData::Device &D : Plot.Devices)
    if (D.Name == P.Device) {
      Hold(Sure, highest(D.Ceilings), "op/s");
      if (P.Intensity > 0)
        Hold(Sure / P.Intensity, roofSource(D), "B/s");
    }
  return Texts;
}

std::string pointName(const PlotData::Point &P) {
  return P.Kernel + " on " + P.Device + ", " + P.Kind +
         (P.Label.empty() ? "" : ", " + P.Label);
}

namespace {

class Builder {
public:
  Builder(const PlotData &Plot, PlotKind Kind) : Plot(Plot), Kind(Kind) {}

  Expected<Scene> build() {
    S.XTitle = "operational intensity [operation/byte]";
    S.YTitle = Kind == PlotKind::PerWatt ? "operation/s/W" : "operation/s";
    addMarks();
    for (const Scene::Mark &M : S.Marks)
      addArrow(M);
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
    for (const PlotData::Utilization &U : Plot.Utilizations)
      if (double Scale = scaleOf(U.Device))
        addBent(U.Kernel + " on " + U.Device, U.Device, "utilization",
                U.Slope * Scale, U.Roof * Scale);
    for (const PlotData::Wall &W : Plot.Walls)
      S.Lines.push_back({"I of " + W.Kernel + ", " + W.Kind,
                         "",
                         "wall",
                         {{W.Intensity, S.Bottom}, {W.Intensity, S.Top}}});
    return std::move(S);
  }

private:
  /// Factor from operations per second to the axis; 0: not to be shown.
  double scaleOf(StringRef Device, const std::optional<double> &OwnScale = {}) {
    if (Kind != PlotKind::PerWatt)
      return 1;
    if (OwnScale)
      return *OwnScale > 0 ? 1 / *OwnScale : 0;
    for (const PlotData::Device &D : Plot.Devices)
      if (D.Name == Device && D.Power && *D.Power > 0)
        return 1 / *D.Power;
    return 0;
  }

  void addMarks() {
    for (const PlotData::Point &P : Plot.Points) {
      double Scale = scaleOf(P.Device, P.Power);
      if (P.Intensity > 0 && P.Performance > 0 && Scale > 0)
        S.Marks.push_back(
            {&P, P.Intensity, P.Performance * Scale, contradictions(Plot, P)});
    }
    for (const Scene::Mark &M : S.Marks)
      if (M.Point->Error && *M.Point->Error > 0 && *M.Point->Error < 1)
        addErrorBox(M, *M.Point->Error);
  }

  /// An attainable point has its own limit, and one that cannot be has none.
  void addArrow(const Scene::Mark &M) {
    constexpr double LeastGain = 1.05;
    if (M.Point->Kind == "attainable" || !M.Contradictions.empty())
      return;
    for (const PlotData::Device &D : Plot.Devices) {
      const double B = valueOf(roofSource(D)), F = valueOf(highest(D.Ceilings));
      const double Roof = (F > 0 ? std::min(B * M.X, F) : B * M.X) *
                          scaleOf(D.Name, M.Point->Power);
      if (D.Name != M.Point->Device || Roof < LeastGain * M.Y)
        continue;
      const double Gain = Roof / M.Y;
      S.Arrows.push_back(
          {M.Point, M.X, M.Y, Roof,
           (Gain < 100 ? formatv("{0:f1}x", Gain) : formatv("{0:f0}x", Gain))
               .str()});
      return;
    }
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
      double B = valueOf(roofSource(D)), F = valueOf(highest(D.Ceilings)),
             K = scaleOf(D.Name);
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
    for (const Scene::Arrow &A : S.Arrows)
      AddY(A.To);
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
    const PlotData::Rate *Source = roofSource(D);
    double Scale = scaleOf(D.Name), B = valueOf(Source),
           F = valueOf(highest(D.Ceilings));
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
      if (&R != Source && R.Value > 0)
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
