// The designs around the source's own, priced.
#include "roofline/Page/ReportPage.h"

#include "roofline/Designs/KernelChoices.h"
#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

using json::Array;
using json::Object;
using json::Value;

using Group = std::optional<GroupSize>; ///< nothing: the runtime chooses

struct Knobs {
  int64_t Unroll = 1, Simd = 1, Units = 1;
  Group Local;

  Object json() const {
    return Object{{"unroll", Unroll},
                  {"simd", Simd},
                  {"units", Units},
                  {"group", textOf(Local)}};
  }
  static std::string textOf(const Group &G) {
    return G ? groupText(*G) : "the runtime's";
  }
};

/// The index of the loop that limits \p R; nothing: none does.
std::optional<uint32_t> limitingLoop(const AnalysisResult &R) {
  if (R.OnBoard)
    return R.OnBoard->Pipelines[R.OnBoard->Limiting].Loop;
  return R.Bound.Blocks[R.Priced.LimitingBlock].Loop;
}

/// 1, 2, 4, ... up to \p Most, and \p Also.
std::vector<int64_t> choices(int64_t Most, int64_t Also) {
  std::vector<int64_t> All = {Also};
  for (int64_t N = 1; N <= Most; N *= 2)
    if (N != Also)
      All.push_back(N);
  llvm::sort(All);
  return All;
}

/// "the loop at line 12".
std::string limitText(const KernelSummary &Kernel,
                      const std::optional<uint32_t> &Loop) {
  return Loop ? "the loop at line " + toString(shortPlace(Kernel, *Loop))
              : std::string("the kernel's body");
}

/// Adds up to two work-groups of \p Size work-items: the longest row, and the
/// squarest.
void addGroups(ArrayRef<Group> From, uint64_t Size, std::vector<Group> &To) {
  auto Volume = [](const Group &G) { return (*G)[0] * (*G)[1] * (*G)[2]; };
  const Group *Row = nullptr, *Square = nullptr;
  for (const Group &G : From) {
    if (!G || (*G)[2] > 1 || Volume(G) != Size)
      continue;
    if (!Row || (*G)[0] > (**Row)[0])
      Row = &G;
    auto Side = [](const Group &G) { return std::max((*G)[0], (*G)[1]); };
    if (!Square || Side(G) < Side(*Square))
      Square = &G;
  }
  for (const Group *G : {Row, Square})
    if (G && !is_contained(To, *G))
      To.push_back(*G);
}

/// Prices designs around a report's own.
class DesignTable {
public:
  DesignTable(const AnalysisResult &R, const AnalysisResult &Plain,
              const Device &D, const AnalyzeOptions &Options)
      : R(R), Plain(Plain), D(D), Options(Options), Loop(limitingLoop(R)) {
    const auto Asked = parseWhatIf(Options.WhatIf, Plain.Bound, Plain.D);
    Current = std::holds_alternative<WhatIf>(Asked) ? std::get<WhatIf>(Asked)
                                                    : WhatIf{R.D};
    AskedLocal = Current.Local;
  }

  Value run() {
    const Knobs Source = {Loop ? R.D.Unroll[*Loop] : 1, R.D.Simd,
                          R.D.ComputeUnits, R.L.Local};
    const std::vector<int64_t> Unroll =
        choices(Loop ? MostUnroll : 1, Source.Unroll);
    const std::vector<int64_t> Simd = choices(MostSimd, Source.Simd);
    Units = choices(MostUnits, Source.Units);
    const std::vector<Group> Groups = groups();
    Array Texts;
    for (const Group &G : Groups) {
      Texts.push_back(Knobs::textOf(G));
      bind(G);
      for (int64_t U : Unroll)
        for (int64_t S : Simd)
          price({U, S, 1, G});
    }
    Object O{{"loop", Loop ? Value(toString(shortPlace(*R.Kernel, *Loop)))
                           : Value(nullptr)},
             {"source", Source.json()},
             {"unroll", Unroll},
             {"simd", Simd},
             {"units", Units},
             {"group", std::move(Texts)},
             {"clocks_hz", Array(ClockChoices)},
             {"designs", std::move(Designs)}};
    return std::move(O);
  }

private:
  static constexpr int64_t MostUnroll = 16, MostSimd = 16, MostUnits = 8;
  static constexpr double ClockChoices[] = {100e6, 150e6, 200e6,
                                            250e6, 300e6, 350e6}; ///< [Hz]
  static constexpr uint64_t GroupSizes[] = {64, 256}; ///< [work-item]

  bool isOnBoard() const { return Plain.OnBoard.has_value(); }

  /// The work-groups: the report's first, and some that the kernel permits.
  std::vector<Group> groups() const {
    std::vector<Group> All = {R.L.Local};
    if (!R.L.Dimensions)
      return All;
    KernelSpace Space;
    const KernelChoices Choices(R.Bound, R.L, Space, R.D);
    for (uint64_t Size : GroupSizes)
      addGroups(Choices.Groups, Size, All);
    return All;
  }

  /// The kernel with the work-group \p G: by the model "board", or by HPCA16
  /// at the report's clock and at each of the choices.
  void bind(const Group &G) {
    Replays.reset();
    Bounds.clear();
    L = R.L;
    L.Local = G;
    Bounds.push_back(bindKernel(*R.Kernel, L, D, Options.Clock));
    if (isOnBoard())
      Replays.emplace(Bounds.front(), L, Options.Mechanisms);
    else
      for (double Clock : ClockChoices)
        Bounds.push_back(bindKernel(*R.Kernel, L, D, Hertz(Clock)));
  }

  /// Prices \p K with each number of compute units.
  void price(Knobs K) {
    std::optional<BoardEstimate> One;
    for (int64_t N : Units) {
      K.Units = N;
      if (Loop)
        Current.D.Unroll[*Loop] = uint32_t(K.Unroll);
      Current.D.Simd = uint32_t(K.Simd);
      Current.D.ComputeUnits = uint32_t(N);
      Current.Local = K.Local == R.L.Local ? AskedLocal : K.Local;
      const std::string Text = whatIfText(Plain.Bound, Plain.D, Current);
      Object Design = K.json();
      Design["what_if"] = Text;
      const auto Legal = parseWhatIf(Text, Plain.Bound, Plain.D);
      const std::string Refusal = toString(checkLaunch(*R.Kernel, L));
      if (const auto *Why = std::get_if<std::string>(&Legal))
        Design["refused"] = *Why;
      else if (!Refusal.empty())
        Design["refused"] = Refusal;
      else if (isOnBoard())
        addBoardPrice(One, Design);
      else
        addPrice(Design);
      Designs.push_back(std::move(Design));
    }
  }

  /// Adds the price of Current by the model "board", at the clock of its fit;
  /// \p One: of one compute unit, once it is known.
  void addBoardPrice(std::optional<BoardEstimate> &One, Object &To) {
    const BoundKernel &Bound = Bounds.front();
    if (!One) {
      Design Single = Current.D;
      Single.ComputeUnits = 1;
      One = estimateBoard(Bound, *Replays, Single, D, Options.Mechanisms);
    }
    const BoardEstimate E = withComputeUnits(
        Bound, *One, Current.D.ComputeUnits, D, Options.Mechanisms);
    To["limit"] = limitText(*R.Kernel, E.Pipelines[E.Limiting].Loop);
    Array Cycles;
    for (double Clock : ClockChoices)
      Cycles.push_back(E.timeAt(Hertz(Clock)).Cycles);
    To["cycles_at"] = std::move(Cycles);
    const std::optional<FitEstimate> F = fitDesign(*R.Kernel, E, D);
    if (!F) { // the device has no structures
      addTime(E.Cycles, E.Time, Bound.Clock, To);
      return;
    }
    const PricedKernelDesign P = priceDesign(E, *F, Current.D, Options.Clock);
    addTime(P.Cycles, P.Time, P.Clock.value(), To);
    To["used"] = Object{{"logic", P.Used.Logic},
                        {"memory", P.Used.Memory},
                        {"dsp", P.Used.Dsp}};
    To["exceeded"] = F->exceeded();
  }

  static void addTime(double Cycles, Seconds Time, double Clock, Object &To) {
    To["time_s"] = Time.value();
    To["cycles"] = Cycles;
    To["clock_hz"] = Clock;
  }

  /// Adds the price of Current by HPCA16, whose cycles depend on the clock.
  void addPrice(Object &To) {
    Array Cycles;
    for (const BoundKernel &Bound : Bounds) {
      Estimate E = makeEstimate(Bound);
      estimate(Bound, Current.D, Plain.Form, Plain.Used, D, E);
      if (&Bound != &Bounds.front()) {
        Cycles.push_back(E.Total.value());
        continue;
      }
      addTime(E.Total.value(), E.Time, Bound.Clock, To);
      To["limit"] = limitText(*R.Kernel, Bound.Blocks[E.LimitingBlock].Loop);
    }
    To["cycles_at"] = std::move(Cycles);
  }

  const AnalysisResult &R, &Plain;
  const Device &D;
  const AnalyzeOptions &Options;
  const std::optional<uint32_t> Loop; ///< whose unrolling changes
  WhatIf Current;                     ///< the design that is priced
  Group AskedLocal;                   ///< by the report's own --what-if
  Launch L;                           ///< with the work-group that is priced
  std::vector<int64_t> Units;
  std::vector<BoundKernel> Bounds; ///< of L
  std::optional<LaunchReplays> Replays;
  Array Designs;
};

} // namespace

Value pricedDesigns(const AnalysisResult &R, const Device &D,
                    const AnalyzeOptions &Given) {
  if (!R.IsPriced || !R.complete() || R.Bound.Blocks.empty())
    return nullptr;
  AnalyzeOptions Plainly = Given;
  Plainly.L = R.L;
  Plainly.WhatIf.clear();
  Expected<AnalysisResult> Plain = analyzeKernel(*R.Kernel, D, Plainly);
  if (!Plain)
    return consumeError(Plain.takeError()), nullptr;
  return DesignTable(R, *Plain, D, Given).run();
}

} // namespace roofline
