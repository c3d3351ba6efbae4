// The words and numbers that all reports share.
#include "roofline/Report/AnalysisResult.h"

#include "roofline/Base/LineText.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/Stride.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {

/// An address that cannot be followed is priced as irregular, the worst.
static bool costsAtMost(const MemoryAccess &A) {
  return A.NumBytesAtMost || (!A.Index && A.Space == AddressSpace::Global);
}

TimeBound timeBound(const AnalysisResult &R) {
  const bool OfBlocks =
      R.OnBoard ? R.OnBoard->LaunchReplay.IsAtMost
                : any_of(R.Bound.Blocks,
                         [](const BoundBlock &B) { return B.AtMost; });
  const bool AtMost = OfBlocks || any_of(R.Kernel->Accesses, costsAtMost) ||
                      any_of(R.Bound.Loops, [](const BoundLoop &L) {
                        return L.AtMost || L.MissesUnroll;
                      });
  // Other launches may differ from the profiled one in either direction.
  if (R.L.Measured.Scaled || R.Awaited)
    return TimeBound::None;
  if (R.OnBoard && !AtMost)
    return TimeBound::Estimate;
  if (R.complete())
    return AtMost ? TimeBound::Upper : TimeBound::Exact;
  return AtMost ? TimeBound::None : TimeBound::Lower;
}

bool knowsInputs(const AnalysisResult &R) {
  const bool HasRoof =
      R.IsPriced || R.Roofs.empty() ||
      std::any_of(R.Roofs.begin(), R.Roofs.end(), [](const RoofPlacement &P) {
        return P.Requested.hasBound();
      });
  return R.complete() && R.Counts.Missing.empty() &&
         R.Counts.Undecided.empty() && HasRoof &&
         timeBound(R) != TimeBound::Upper;
}

bool tellsTime(const AnalysisResult &R) {
  const bool KnowsTrips =
      std::all_of(R.Bound.Loops.begin(), R.Bound.Loops.end(),
                  [](const BoundLoop &L) { return L.KnowsTrip; });
  return R.Bound.KnowsWorkItems && (KnowsTrips || R.L.Dimensions > 0) &&
         !R.Awaited;
}

const char *timeBoundText(TimeBound Bound) {
  const char *Texts[] = {"", "at least ", "at most ", "roughly ", ""};
  return Texts[size_t(Bound)];
}

const char *timeBoundText(const AnalysisResult &R) {
  return timeBoundText(timeBound(R));
}

const char *modelName(const AnalysisResult &R) {
  return R.OnBoard ? "board" : modelName(R.Form);
}

const char *doubtText(Doubt D) {
  switch (D) {
  case Doubt::None:
    break;
  case Doubt::DataDecides:
    return "data decide what runs, and no profile tells";
  case Doubt::Irregular:
    return "data choose most of the addresses, and no measured kernel is like "
           "that";
  case Doubt::Uncalibrated:
    return "uncalibrated: no measured kernel says how far off constants of the "
           "board are; roofline calibrate board";
  }
  return "";
}

const char *modelName(ModelForm Form) {
  return Form == ModelForm::Hpca16 ? "hpca16" : "hpca16-repaired";
}

std::string countText(double Count) {
  // Sums of products of doubles miss a whole number by their last digits.
  double Whole = std::round(Count);
  if (std::abs(Count - Whole) <= 1e-12 * std::abs(Count) &&
      std::abs(Count) < 1e15)
    return formatv("{0:d}", int64_t(Whole)).str();
  if (!(std::abs(Count) < 1e12))
    return formatv("{0:e3}", Count).str();
  return std::abs(Count) < 1e4 ? formatv("{0:f2}", Count).str()
                               : formatv("{0:f0}", Count).str();
}

std::string secondsText(double Seconds) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  for (auto [Scale, Unit] : Units)
    if (Seconds >= Scale || Scale == 1e-9) {
      double Value = Seconds / Scale;
      return (Value >= 100  ? formatv("{0:f0} {1}", Value, Unit)
              : Value >= 10 ? formatv("{0:f1} {1}", Value, Unit)
                            : formatv("{0:f2} {1}", Value, Unit))
          .str();
    }
  return "";
}

std::string changeText(const PricedChange &C) {
  std::string Text =
      formatv(", {0} at {1:f0} MHz", secondsText(C.Changed.value()),
              C.ChangedClock.value() / 1e6)
          .str();
  if (C.Used)
    Text += formatv("; {0} logic, {1} memory blocks, {2} DSP",
                    percentText(C.Used->Logic), percentText(C.Used->Memory),
                    percentText(C.Used->Dsp));
  const StringRef Limit = C.Limit;
  Text += "; then ";
  return Text + (Limit == "passes" ? "the passes limit it"
                                   : (Limit + " limits it").str());
}

std::string percentText(double Fraction) {
  return formatv("{0:f1} %", Fraction * 100).str();
}

static void nameIterations(const KernelSummary &Kernel, Expr &Form) {
  if (auto Id = loopOfSymbol(Form.Name); Id && *Id < Kernel.Loops.size())
    Form.Name = "iteration(" + std::to_string(Kernel.Loops[*Id].Loc.Line) + ")";
  for (Expr &Operand : Form.Operands)
    nameIterations(Kernel, Operand);
}

std::string formText(const KernelSummary &Kernel, Expr Form) {
  nameIterations(Kernel, Form);
  return toString(Form);
}

std::string tripText(const AnalysisResult &R, uint32_t Id) {
  const Loop &L = R.Kernel->Loops[Id];
  if (auto Given = R.L.givenTrip(L.Loc.Line, L.Loc.Column))
    return countText(*Given) + " (given)";
  if (std::optional<double> Mean = boundTrip(L, R.L)) {
    const ProfiledTrip &P = R.L.Measured.Trips.at({L.Loc.Line, L.Loc.Column});
    if (P.Most == 0 && P.Mean == 0)
      return "0 (the profile never reached an iteration)";
    if (R.L.Measured.Scaled)
      return countText(*Mean) + " (scaled from a profile)";
    return countText(*Mean) + " (measured: " + std::to_string(P.Least) +
           " to " + std::to_string(P.Most) + ")";
  }
  if (L.Trip.K == TripCount::Kind::Unknown)
    return "unknown: " + L.Trip.Reason;
  std::string Sign = L.Trip.K == TripCount::Kind::AtMost ? "<= " : "";
  std::string Form = formText(*R.Kernel, L.Trip.Count);
  if (L.Trip.Count.isConstant())
    return Sign + Form;
  for (const std::string &S : symbols(L.Trip.Count))
    if (!launchSymbols(*R.Kernel, R.L)(S) &&
        StringRef(S).find("_id(") == StringRef::npos &&
        !StringRef(S).starts_with("loop:"))
      return Sign + Form;
  const BoundLoop &Bound = R.Bound.Loops[Id];
  return Sign + Form + (Bound.KnowsTrip ? " = " + countText(Bound.Trip) : "");
}

const char *limitOf(const AnalysisResult &R) {
  if (!R.OnBoard)
    return limitOf(R, R.Priced.LimitingBlock);
  constexpr const char *Limits[] = {"computation", "memory", "latency"};
  return Limits[size_t(R.OnBoard->limit())];
}

const char *limitOf(const AnalysisResult &R, uint32_t Block) {
  const BlockEstimate &E = R.Priced.Blocks[Block];
  return E.Mem > E.Comp ? "memory" : "computation";
}

/// One work-item's loop of several passes, or of an unknown number, and the
/// form that pipelines it.
static bool isPipelined(const AnalysisResult &R, uint32_t Id) {
  return R.Bound.SingleWorkItem && R.Form == ModelForm::Hpca16Repaired &&
         (!R.Bound.Loops[Id].KnowsTrip || unrolledTrip(R.Bound, R.D, Id) > 1);
}

std::optional<ForcedInterval> forcedInterval(const AnalysisResult &R,
                                             uint32_t Id) {
  return forcedInterval(R.Bound, R.D, R.Form, R.Priced, Id);
}

std::optional<ForcedInterval> timedInterval(const AnalysisResult &R,
                                            uint32_t Id) {
  if (!R.OnBoard)
    return forcedInterval(R, Id);
  for (const Pipeline &P : R.OnBoard->Pipelines)
    if (P.Loop == Id && P.Chain)
      return ForcedInterval{P.Interval, *P.Chain->Dependence};
  return std::nullopt;
}

/// Text of the chain that loop \p Id of the model "board" carries.
static std::string chainText(const AnalysisResult &R, uint32_t Id,
                             const PipelineChain &Chain) {
  std::string Text = dependenceText(R, Id, *Chain.Dependence);
  for (uint32_t Inner : Chain.Through)
    Text += formatv(", through {0} copies of the loop at line {1}",
                    R.OnBoard->D.Unroll[Inner],
                    lineText(*R.Kernel, R.Kernel->Loops[Inner].Loc));
  if (const uint32_t Copies = R.OnBoard->D.Unroll[Id]; Copies > 1)
    Text += formatv("; a pass is {0} iterations", Copies);
  if (Chain.Load)
    Text += formatv(
        "; the load of `{0}` takes {1} cycles",
        R.Kernel->Accesses[*R.Kernel->Operations[*Chain.Load].Access].Base,
        countText(Chain.LoadLatency));
  return Text;
}

std::string intervalText(const AnalysisResult &R, const Pipeline &P) {
  assert(R.OnBoard && "a pipeline is one of the model \"board\"");
  switch (P.Why) {
  case IntervalReason::None:
    break;
  case IntervalReason::Chain:
    return chainText(R, *P.Loop, *P.Chain);
  case IntervalReason::Requested:
    return "`#pragma ii` asks for it";
  case IntervalReason::Ports:
    return "local arrays have too few ports for what a pass accesses";
  case IntervalReason::Group:
    return "it holds one work-group at a time: some work-items may pass it by";
  }
  return "";
}

std::optional<uint32_t> serialDependence(const AnalysisResult &R, uint32_t Id) {
  const std::vector<SerialParts> &Serial = R.Bound.Loops[Id].Serial;
  if (Serial.empty() || R.Priced.IsStraight[Id] || !isPipelined(R, Id))
    return std::nullopt;
  return Serial.front().Dependence;
}

std::string dependenceText(const AnalysisResult &R, uint32_t Id, uint32_t Dep) {
  const Loop &L = R.Kernel->Loops[Id];
  const CarriedDependence &D = L.Dependences[Dep];
  const Meeting &M = R.Bound.Loops[Id].Meetings[Dep];
  const bool IsMemory = D.K == CarriedDependence::Kind::Memory;
  return formatv("line {0} {1} what line {2} {3} {4} later",
                 lineText(*R.Kernel, placeInLoop(*R.Kernel, L, D.Producer)),
                 IsMemory ? "writes" : "computes",
                 lineText(*R.Kernel, placeInLoop(*R.Kernel, L, D.Consumer)),
                 IsMemory ? "reads" : "needs",
                 M.K == Meeting::Kind::Unknown
                     ? "an unknown number of iterations"
                 : M.Distance == 1 ? "1 iteration"
                                   : std::to_string(M.Distance) + " iterations")
      .str();
}

/// How often the loops around each node run it again: those that Eq. (9)
/// prices; a loop that pipelines with its leaf is in the leaf's cycles.
static std::vector<double> nodeRepeats(const AnalysisResult &R) {
  std::vector<double> Repeat(R.Kernel->Nodes.size(), 1);
  for (uint32_t I = 0; I < Repeat.size(); ++I) {
    const Node &N = R.Kernel->Nodes[I];
    double Factor = 1;
    if (N.K == Node::Kind::Loop && !R.Bound.IsChainLoop[I] &&
        !R.Priced.IsStraight[N.Index])
      Factor = unrolledTrip(R.Bound, R.D, N.Index);
    for (uint32_t Child : N.Children)
      Repeat[Child] = Repeat[I] * Factor;
  }
  return Repeat;
}

std::vector<double> nodeShares(const AnalysisResult &R) {
  const double Total = R.Priced.Total.value();
  std::vector<double> Shares = nodeRepeats(R);
  for (uint32_t Id = 0; Id < Shares.size(); ++Id)
    Shares[Id] =
        Total > 0 ? std::min(1.0, R.Priced.NodeCycles[Id] * Shares[Id] / Total)
                  : 0;
  return Shares;
}

std::optional<uint32_t> blockOfNode(const AnalysisResult &R, uint32_t Id) {
  const auto Block = partition_point(
      R.Bound.Blocks, [Id](const BoundBlock &B) { return B.Node < Id; });
  if (Block == R.Bound.Blocks.end() || Block->Node != Id)
    return std::nullopt;
  return uint32_t(Block - R.Bound.Blocks.begin());
}

std::vector<AccessPart> accessParts(const AnalysisResult &R, uint32_t Block) {
  const BoundBlock &B = R.Bound.Blocks[Block];
  const BlockEstimate &E = R.Priced.Blocks[Block];
  std::vector<AccessPart> Parts(B.NumAccesses);
  double Sum = 0;
  for (uint32_t I = 0; I < B.NumAccesses; ++I) {
    const BoundAccess &A = R.Bound.Accesses[B.FirstAccess + I];
    Parts[I].Transactions =
        A.Weight * estimateAccess(R.Bound, B, A, R.D, R.Form).Transactions;
    Sum += Parts[I].Transactions;
  }
  const double Total = R.Priced.Total.value();
  for (AccessPart &P : Parts) {
    P.Transactions =
        E.MemTrans * E.Repeat * (Sum > 0 ? P.Transactions / Sum : 0);
    // E.Mem is the time of the whole kernel's transactions, Eq. (17).
    if (Total > 0 && R.Priced.MemTransTotal > 0)
      P.Share = std::min(1.0, P.Transactions / R.Priced.MemTransTotal * E.Mem *
                                  E.Repeat / Total);
  }
  return Parts;
}

std::string lineText(const KernelSummary &Kernel, const SourceLocation &Loc) {
  return lineText(Loc, Kernel.Loc.File);
}

std::string patternText(const AnalysisResult &R, uint32_t Block,
                        uint32_t Access) {
  const BoundAccess &B = R.Bound.Accesses[Access];
  const MemoryAccess &A = R.Kernel->Accesses[B.Access];
  if (!A.Index)
    return "irregular: " + A.Reason;
  SmallVector<std::string, 4> Parts;
  uint32_t Level = 0;
  for (auto L = R.Bound.Blocks[Block].Loop; L; L = R.Kernel->Loops[*L].Parent) {
    const Stride &S = R.Bound.LoopStrides[B.FirstLoopStride + Level++];
    Parts.push_back(describe(S, loopForm(*A.Index, *L)) +
                    " along the loop at line " +
                    lineText(*R.Kernel, R.Kernel->Loops[*L].Loc));
  }
  uint32_t Dimensions = std::max(1u, R.L.Dimensions);
  for (uint32_t D = 0; D < Dimensions && R.Kernel->UsesWorkItemIds; ++D)
    Parts.push_back(describe(B.AlongWorkItems[D], workItemForm(*A.Index, D)) +
                    " along dim " + std::to_string(D));
  const bool HasForm = isAffine(A) || isInBlocks(A);
  const char *Alone = HasForm ? "one address" : "irregular";
  std::string Text = Parts.empty() ? Alone : join(Parts, ", ");
  if (A.Index->Clamped)
    Text += ", clamped";
  return HasForm ? Text : Text + ": " + A.Reason;
}

} // namespace roofline
