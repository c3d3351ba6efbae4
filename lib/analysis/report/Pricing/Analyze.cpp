// From a summary and its options to a priced result.
#include "roofline/Pricing/Analyze.h"

#include "roofline/Analysis/SettleIndices.h"
#include "roofline/Board/CompilerUnroll.h"
#include "roofline/Designs/BoardAdvice.h"
#include "roofline/Designs/KernelDesigns.h"
#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Machine/DeviceEntries.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

/// The time of \p R if memory cost nothing, by the model that gives its time:
/// the roof that its pipelines are.
static double computeTime(const AnalysisResult &R, const Device &Board) {
  if (R.OnBoard) {
    double Cycles = 0;
    for (const Pipeline &P : R.OnBoard->Pipelines)
      Cycles = std::max(Cycles, P.Passes * P.Interval);
    return Cycles / R.Bound.Clock;
  }
  BoundKernel Bound = R.Bound;
  Bound.Accesses.clear();
  for (BoundBlock &B : Bound.Blocks)
    B.FirstAccess = B.NumAccesses = 0;
  Estimate E = makeEstimate(Bound);
  estimate(Bound, R.D, R.Form, R.Used, Board, E);
  return E.Time.value();
}

/// \p Board's unit with the ceiling that the design itself is; nothing where
/// the board has ceilings of its own. Source: TYTRA17 section 5.1, a kernel's
/// own roof.
static std::optional<ProcessingUnit> unitOfDesign(const AnalysisResult &R,
                                                  const Device &Board,
                                                  const Workload &Work) {
  if (!Board.Unit.Ceilings.empty() || !R.IsPriced)
    return std::nullopt;
  double Time = computeTime(R, Board);
  if (!(Time > 0))
    return std::nullopt;
  ProcessingUnit Unit = Board.Unit;
  Ceiling Pipelines;
  Pipelines.Name = "pipelines of the design";
  Pipelines.Peak.Theoretical = {
      OperationsPerSecond(totalOperations(Work) / Time),
      "the model's time without memory"};
  for (const auto &[Kind, Number] : Work.Operations)
    Pipelines.Types.push_back(Kind.first);
  Unit.Ceilings.push_back(std::move(Pipelines));
  return Unit;
}

static void placeUnderRoofs(AnalysisResult &R, const Device &Board,
                            const AnalyzeOptions &Options) {
  auto Requested = workload(*R.Kernel, R.Counts, /*Compulsory=*/false);
  auto Compulsory = workload(*R.Kernel, R.Counts, /*Compulsory=*/true);
  if (!Requested || !Compulsory || !R.complete())
    return;
  auto Place = [&](const Device &D, const ProcessingUnit &Unit) {
    RoofPlacement P;
    P.Device = D.Name;
    P.PeakKind = Options.PeakKind;
    P.Requested = place(Unit, *Requested, Options.PeakKind);
    P.Compulsory = place(Unit, *Compulsory, Options.PeakKind);
    P.IsBound = !R.Counts.work().isExact() || !R.Counts.requested().isExact();
    if (&D == &Board && R.IsPriced && R.time().value() > 0 &&
        totalOperations(*Requested) > 0)
      P.Predicted = achieved(totalOperations(*Requested), R.time()).value();
    R.Roofs.push_back(std::move(P));
  };
  auto OfDesign = unitOfDesign(R, Board, *Requested);
  Place(Board, OfDesign ? *OfDesign : Board.Unit);
  for (const Device &D : Options.AlsoOn)
    Place(D, D.Unit);
}

/// Prices design R.D. Where its fit is known, the clock is the one that the fit
/// predicts, if the user gives none.
static void priceDesign(AnalysisResult &R, const Device &D,
                        const AnalyzeOptions &Options) {
  R.Used = Options.Used;
  R.ClockFrom = Options.Clock ? ClockSource::User : ClockSource::Device;
  const bool WantsBoard = Options.Model.OnBoard && D.Times;
  R.Awaited.reset();
  if (WantsBoard && !R.complete())
    R.Awaited = Options.Mechanisms.CompilerUnrolls
                    ? unrolledByCompiler(*R.Kernel, R.D, R.Bound.Sdk)
                    : R.D;
  else if (WantsBoard) {
    R.OnBoard = estimateBoard(R.Bound, R.L, R.D, D, Options.Mechanisms);
    R.Fit = fitDesign(*R.Kernel, *R.OnBoard, D);
  }
  if (R.Fit && !Options.Clock) {
    R.OnBoard->setClock(R.Fit->Clock);
    R.Bound.Clock = R.Fit->Clock.value();
    R.ClockFrom = ClockSource::Fit;
  }
  if (R.Fit && !R.Used)
    R.Used = R.Fit->used();
  estimate(R.Bound, R.priced(), R.Form, R.Used, D, R.Priced);
}

/// \p Kernel with the indices that \p L makes linear.
static std::shared_ptr<const KernelSummary> settled(KernelSummary Kernel,
                                                    const Launch &L) {
  settleIndices(Kernel, L);
  return std::make_shared<const KernelSummary>(std::move(Kernel));
}

/// Makes \p R a result for \p Changed, of which nothing is priced yet.
static Error applyWhatIf(AnalysisResult &R, WhatIf Changed,
                         const KernelSummary &Kernel, const Device &D,
                         const AnalyzeOptions &Options) {
  R.D = std::move(Changed.D);
  if (!Changed.Local)
    return Error::success();
  R.L.Local = Changed.Local;
  if (Error E = checkLaunch(*R.Kernel, R.L))
    return createStringError(inconvertibleErrorCode(),
                             "--what-if wg=" + groupText(*Changed.Local) +
                                 ": " + toString(std::move(E)));
  R.Kernel = settled(Kernel, R.L);
  R.Counts = countKernel(*R.Kernel, R.L, Options.Operators);
  R.Bound = bindKernel(*R.Kernel, R.L, D, Options.Clock);
  R.Priced = makeEstimate(R.Bound);
  return Error::success();
}

static void advise(AnalysisResult &R, const Device &D,
                   const AnalyzeOptions &Options) {
  if (R.Awaited)
    return;
  if (!R.OnBoard || !R.Fit) {
    R.Advices = advise(R.Bound, R.D, R.Form, R.Used, D, R.Priced);
    return;
  }
  const KernelOnBoard Kernel = {
      R.Bound,      R.L, R.D, *R.OnBoard, *R.Fit, D, Options.Mechanisms,
      Options.Clock};
  R.Advices = adviseOnBoard(Kernel);
  if (Options.Combines)
    R.Together = combineAdvice(Kernel, R.Advices);
}

Expected<AnalysisResult> analyzeKernel(KernelSummary Kernel, const Device &D,
                                       const AnalyzeOptions &Options) {
  AnalysisResult R;
  R.L = Options.L;
  if (Error E = checkLaunch(Kernel, R.L))
    return E;
  R.Kernel = settled(Kernel, R.L);
  R.Board = D.Name;
  R.DeviceEntries = pricingEntries(D);
  R.IsPriced = D.pricesPipelines();
  R.Form = Options.Model.Form;
  R.Counts = countKernel(*R.Kernel, R.L, Options.Operators);
  if (!R.IsPriced) {
    if (!Options.WhatIf.empty())
      return createStringError(inconvertibleErrorCode(),
                               "--what-if: the device '" + D.Name +
                                   "' has no pipelines to change");
    placeUnderRoofs(R, D, Options);
    if (isSingleWorkItem(*R.Kernel) && !R.L.Dimensions)
      R.Counts.Missing.push_back(
          {"time of a single work-item kernel", R.Kernel->Loc,
           "the device '" + D.Name +
               "' has no pipelines, of which that time is: name one that has, "
               "or launch work-items with --global"});
    return R;
  }
  R.Bound = bindKernel(*R.Kernel, R.L, D, Options.Clock);
  R.D = sourceDesign(R.Bound);
  R.Priced = makeEstimate(R.Bound);
  if (!Options.WhatIf.empty()) {
    priceDesign(R, D, Options);
    R.SourceTime = R.time();
    auto Changed = parseWhatIf(Options.WhatIf, R.Bound, R.D);
    if (const auto *Problem = std::get_if<std::string>(&Changed))
      return createStringError(inconvertibleErrorCode(),
                               "--what-if " + *Problem);
    if (Error E = applyWhatIf(R, std::get<WhatIf>(std::move(Changed)), Kernel,
                              D, Options))
      return E;
  }
  priceDesign(R, D, Options);
  R.Guards = designGuards(R.Bound, R.D, R.OnBoard ? R.OnBoard->D : R.D);
  R.Warnings = falseIvdeps(R.Bound, R.L);
  advise(R, D, Options);
  placeUnderRoofs(R, D, Options);
  return R;
}

Error analyzeEach(ArrayRef<KernelSummary> Kernels, const Device &D,
                  const AnalyzeOptions &Options, AdjustLaunch Adjust,
                  function_ref<Error(Expected<AnalysisResult>)> Use) {
  for (const KernelSummary &K : Kernels) {
    AnalyzeOptions OwnOptions = Options;
    eraseArguments(OwnOptions.L, [&](StringRef Name) {
      return !hasArgument(K, Name) &&
             any_of(Kernels, [&](const KernelSummary &Other) {
               return hasArgument(Other, Name);
             });
    });
    Error E = Adjust ? Adjust(K, OwnOptions.L) : Error::success();
    if (Error Stop = Use(E ? Expected<AnalysisResult>(std::move(E))
                           : analyzeKernel(K, D, OwnOptions)))
      return Stop;
  }
  return Error::success();
}

Expected<std::vector<AnalysisResult>>
analyzeKernels(ArrayRef<KernelSummary> Kernels, const Device &D,
               const AnalyzeOptions &Options, AdjustLaunch Adjust) {
  if (Error E = checkTrips(Kernels, Options.L))
    return E;
  std::vector<AnalysisResult> Results;
  auto Keep = [&](Expected<AnalysisResult> R) -> Error {
    if (!R)
      return R.takeError();
    Results.push_back(std::move(*R));
    return Error::success();
  };
  if (Error E = analyzeEach(Kernels, D, Options, Adjust, Keep))
    return E;
  return Results;
}

} // namespace roofline
