// Resources of an emitted core on an FPGA, before it is synthesised.
#include "roofline/Resources/ResourceModel.h"

#include "AbsorbedRegisters.h"
#include "SharedLogic.h"
#include "SumTrees.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Base/SourceLocation.h"
#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Resources/OperatorCost.h"
#include "roofline/Resources/PassedBits.h"
#include "roofline/Resources/RingCost.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

/// [bit] of the step counter at which curve "lane" was measured, and the flags
/// that it contains. See docs/cost-format.md.
constexpr uint32_t LaneStepBits = 16, LaneEvents = 3, LaneRanges = 2;

class Predictor {
public:
  Predictor(const CostModel &Costs, const StreamKernel &K,
            const StreamDesign &D, const DatapathSchedule &S,
            const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L), Live(liveBits(K)),
        Space(beatBox(K.Space, D.Vector)) {}

  CorePrediction run();

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  std::vector<LiveBits> Live;
  Box Space; ///< in beats
  CorePrediction P;
  std::set<AbsorbedRegister> InMultipliers;
  std::map<OperandRegister, uint32_t> InOperators;

  void missing(const std::string &What, const SourceLocation &Loc = {});
  FabricResources curve(std::string_view Structure, std::string_view Form,
                        uint32_t Parameter, uint32_t Size);
  FabricResources operation(DatapathOp Op, uint32_t Width);
  uint32_t builtCopies(uint32_t N) const;
  uint32_t widthOf(const DelayLine &Line) const;
  double registersBehind(uint32_t N) const;
  double sharedByEvents() const;
  uint32_t inOperator(const DelayLine &Line, size_t Segment) const;
  const AbsorbedRegister *absorbed(const DelayLine &Line, int64_t Delay) const;

  double inverters() const;
  FabricResources operators();
  FabricResources passed();
  double upperParts() const;
  FabricResources line(const DelayLine &Line, size_t First);
  FabricResources delays();
  FabricResources lineBuffers();
  FabricResources reductions();
  FabricResources control();
  FabricResources box(const BoxFlag &B);
};

void Predictor::missing(const std::string &What, const SourceLocation &Loc) {
  std::string Text =
      placePrefix(Loc) + What + ": not in the cost file of " + Costs.Target;
  if (std::find(P.Unknowns.begin(), P.Unknowns.end(), Text) == P.Unknowns.end())
    P.Unknowns.push_back(std::move(Text));
}

FabricResources Predictor::curve(std::string_view Structure,
                                 std::string_view Form, uint32_t Parameter,
                                 uint32_t Size) {
  return Costs.need(Structure, Form, Parameter, Size, P.Unknowns);
}

/// An operation on two variables and its register, as in trees of reductions.
FabricResources Predictor::operation(DatapathOp Op, uint32_t Width) {
  if (Op == DatapathOp::Mul) // its DSP blocks take registers around it
    missing("product in a tree, of " + std::to_string(Width) + " bits", {});
  return curve(name(Op), "variable", 0, Width);
}

/// Counts a beat's copies of node \p N that no other copy stands for.
uint32_t Predictor::builtCopies(uint32_t N) const {
  uint32_t Count = 0;
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
    Count += L.Copies[N * D.Vector + Slot] == NodeCopy{N, Slot};
  return Count;
}

const AbsorbedRegister *Predictor::absorbed(const DelayLine &Line,
                                            int64_t Delay) const {
  if (Line.Source == DelayLine::From::Coordinate)
    return nullptr;
  bool IsTap = Line.Source == DelayLine::From::Tap;
  auto A = InMultipliers.lower_bound({IsTap, Line.Index, Delay});
  bool Is = A != InMultipliers.end() && A->IsTap == IsTap &&
            A->Index == Line.Index && A->Delay == Delay;
  return Is ? &*A : nullptr;
}

/// Bits of the first register of a line's segment that an operator has, too.
uint32_t Predictor::inOperator(const DelayLine &Line, size_t Segment) const {
  if (Line.Source == DelayLine::From::Coordinate)
    return 0;
  int64_t Begin = Segment ? Line.Points[Segment - 1] : 0;
  auto At = InOperators.find(
      {Line.Source == DelayLine::From::Tap, Line.Index, Line.Slot, Begin + 1});
  return At == InOperators.end() ? 0 : At->second;
}

/// Bits that an exclusive-or with a constant turns and that no LUT behind it
/// takes so: those of outputs, and before DSP blocks.
double Predictor::inverters() const {
  if (D.Form == ElementForm::Comb)
    return 0; // in the LUTs before the output's register
  std::vector<bool> Bare(K.Nodes.size());
  for (const OutputStream &Out : K.Outputs)
    Bare[Out.Value] = true;
  double Count = 0;
  for (uint32_t I = K.Nodes.size(); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    const UnitKind Kind = S.Nodes[I].Unit.Kind;
    if (!S.Nodes[I].Used)
      continue;
    bool Passes = Kind == UnitKind::Wire && Bare[I];
    if (Kind == UnitKind::Multiplier) {
      auto Need = operatorCost(Costs, K, I, Live, true);
      Passes = Need && Need->DspBlocks > 0;
    }
    for (uint32_t O : N.Operands) {
      if (Passes)
        Bare[O] = true;
      if (Passes && Kind == UnitKind::Wire && N.Op == DatapathOp::Xor &&
          K.Nodes[O].Op == DatapathOp::Constant)
        Count += std::popcount(K.Nodes[O].Value & Live[I].Held) *
                 double(builtCopies(I));
    }
  }
  return Count;
}

FabricResources Predictor::operators() {
  FabricResources Sum;
  Sum.Luts = inverters();
  InMultipliers = absorbedRegisters(Costs, K, D, S, L);
  InOperators = operandRegisters(K, D, S);
  const SharedLogic Shared(Costs, K, D, S, L);
  const SumTrees Sums(Costs, K, D, S, L, Live);
  for (const AbsorbedRegister &A : InMultipliers)
    if (!A.IsTap && A.Delay == 0 && !A.Kept && !A.GoesOn) {
      double Own = Live[A.Index].registers();
      if (S.Nodes[A.Index].Unit.Kind == UnitKind::Multiplier)
        Own = std::min(Own, registersBehind(A.Index));
      Sum.Registers -= Own * builtCopies(A.Index);
    }
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathSchedule::Node &Node = S.Nodes[I];
    uint32_t Copies = builtCopies(I);
    if (!Node.Used || Copies == 0 || Sums.isInside(I) || Sums.isInBlock(I))
      continue;
    auto Need = Shared.beside(I);
    bool IsTwin = Need.has_value();
    if (auto Sum = Sums.need(I))
      Need = Sum->Resources;
    if (!Need)
      Need = operatorCost(Costs, K, I, Live, D.Form != ElementForm::Comb);
    if (!Need)
      missing(std::string(name(K.Nodes[I].Op)) + " of " +
                  std::to_string(K.Nodes[I].Type.Bits) + " bits",
              K.Nodes[I].Loc);
    else
      Sum += (IsTwin ? *Need : *Need - Shared.ofOperands(I)) * Copies;
    if (auto Remainder = Shared.remainderOfPair(I))
      if (auto Twice = quotientInside(Costs, K, *Remainder, Live,
                                      D.Form != ElementForm::Comb))
        Sum += *Twice * -double(Copies);
    if (Need && Shared.isOppositeDifference(I))
      Sum.Luts -= Need->Luts * Copies;
    if (Need && Shared.isOtherEnd(I)) // a LUT of each bit chooses
      Sum.Luts -= std::max(0.0, Need->Luts - Need->Registers) * Copies;
  }
  if (D.Form == ElementForm::Pipe) {
    Sum += passed();
    Sum.Registers += upperParts();
  }
  return Sum;
}

/// Resources of bits that are only passed on, beyond the count of operators and
/// lines.
FabricResources Predictor::passed() {
  FabricResources Sum;
  const PassedBits Bits = passedBits(Costs, K, D, S, L);
  const CostCurve *Delay = Costs.find("delay");
  auto Registers = [&](const std::vector<int64_t> &Lengths) {
    std::optional<FabricResources> All(std::in_place);
    for (int64_t Length : Lengths) {
      auto Need = Delay ? Delay->at(uint32_t(Length)) : std::nullopt;
      All = All && Need ? std::optional(*All + *Need) : std::nullopt;
    }
    return All;
  };
  for (const BitChain &C : Bits.Chains) {
    const auto Built = Registers(C.Built), Counted = Registers(C.Counted);
    if (Built && Counted) // longer than measured, they stay as counted
      Sum += (*Built - *Counted) * double(builtCopies(C.Node));
  }
  for (auto [Node, Same] : Bits.Chosen)
    Sum.Luts -= double(Same * builtCopies(Node));
  return Sum;
}

/// Registers that stay outside of products that add parts. A factor's upper
/// part is narrower than a DSP block's own register where the other bits are
/// copies of its sign: that register stays outside, and so does the one before
/// it.
double Predictor::upperParts() const {
  constexpr uint32_t Part = 17; // [bit] of the lower one
  double Count = 0;
  std::set<std::pair<uint32_t, int32_t>> Seen;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (N.Op != DatapathOp::Mul || !S.Nodes[I].Used || !addsParts(K, I, Live))
      continue;
    uint32_t Upper[2], Extended = 0;
    for (unsigned O : {0u, 1u}) {
      const uint32_t Own = signedBits(K, N.Operands[O]);
      const bool IsExtended =
          K.Nodes[N.Operands[O]].Op != DatapathOp::Constant && Own > Part &&
          Own < N.Type.Bits;
      Upper[O] = IsExtended ? Own - Part : 0;
      Extended += IsExtended;
    }
    for (unsigned O : {0u, 1u}) {
      const NodeCopy Of = L.Copies[N.Operands[O] * D.Vector];
      if (!Upper[O] || !Seen.insert({Of.Node, S.Nodes[I].Start}).second)
        continue;
      Count += Upper[O] * double(builtCopies(I));
      uint32_t From = N.Operands[O];
      while (S.Nodes[From].Unit.Kind == UnitKind::Wire &&
             S.Nodes[From].Start == S.Nodes[I].Start)
        From = K.Nodes[From].Operands[0];
      const OperandRegister Before =
          registerAt(K, D, S, From, S.Nodes[I].Start);
      auto A = InMultipliers.find({Before.IsTap, Before.Index, Before.Delay});
      if (Extended == 1 && A != InMultipliers.end() && !A->Kept && !A->GoesOn)
        Count += Upper[O] * double(builtCopies(I));
    }
  }
  return Count;
}

/// Registers with the result of multiplier \p N outside of its several DSP
/// blocks; 0 where the block's own register has the result.
double Predictor::registersBehind(uint32_t N) const {
  auto Need = operatorCost(Costs, K, N, Live, true);
  return Need && Need->Registers >= Live[N].registers() ? Need->Registers : 0;
}

/// [bit] that synthesis leaves of a line: those that something reads.
uint32_t Predictor::widthOf(const DelayLine &Line) const {
  switch (Line.Source) {
  case DelayLine::From::Node:
    return Live[Line.Index].registers();
  case DelayLine::From::Coordinate:
    return Line.Width;
  case DelayLine::From::Tap:
    break;
  }
  uint64_t Held = 0;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (K.Nodes[I].Op == DatapathOp::Input && S.Nodes[I].Used &&
        K.Nodes[I].Value == Line.Index)
      Held |= Live[I].Held;
  return uint32_t(std::popcount(Held));
}

/// The registers of a line's segments. A chain from which nothing is taken in
/// between may become shift-register LUTs, and the register of the operation
/// before it is a part of that. \p First of all segments is the line's own.
FabricResources Predictor::line(const DelayLine &Line, size_t First) {
  FabricResources Sum;
  const uint32_t Live = widthOf(Line);
  const size_t End = First + Line.Points.size();
  size_t LastRing = First;
  for (size_t I = First; I < End; ++I)
    if (L.Segments[I].Ring)
      LastRing = I;
  double Joining = 0; // registers of the operation before it
  if (Line.Source == DelayLine::From::Node) {
    const OperatorUnit &Unit = S.Nodes[Line.Index].Unit;
    const AbsorbedRegister *Own = absorbed(Line, 0);
    if (Unit.Latency > 0 && !hasSynchronousReset(K, Line.Index) &&
        (!Line.AtOnce || (Own && !Own->Kept)))
      Joining = Unit.Kind == UnitKind::Multiplier ? registersBehind(Line.Index)
                                                  : Live;
  }
  bool Early = false; // the segment before ended in a multiplier
  for (size_t I = First; I < End; ++I) {
    const DelaySegment &Segment = L.Segments[I];
    if (Segment.Ring) {
      Early = false;
      continue;
    }
    // A memory keeps what nothing behind it reads, too.
    const bool IsOfMemory = I < LastRing && Line.Source == DelayLine::From::Tap;
    const uint32_t Width = IsOfMemory ? Line.Width : Live;
    bool Joins = Segment.Point == 0 && Joining > 0;
    const AbsorbedRegister *InMultiplier =
        absorbed(Line, Line.Points[Segment.Point]);
    bool BeforeRing = Segment.Point + 1 < Line.Points.size() &&
                      L.Segments[I + 1].Ring.has_value();
    uint32_t Length =
        uint32_t(Segment.Length) + Joins + Early - bool(InMultiplier);
    Early = InMultiplier && !InMultiplier->Kept && !BeforeRing;
    uint32_t Shared = std::min(inOperator(Line, Segment.Point), Width);
    if (Length > 0)
      Sum += curve("delay", "", 0, Length) * double(Width - Shared);
    if (Length > 1)
      Sum += curve("delay", "", 0, Length - 1) * double(Shared);
    if (InMultiplier && !Early)
      Sum += curve("delay", "", 0, 1) * double(Width);
    if (Joins)
      Sum.Registers -= Joining;
  }
  return Sum;
}

FabricResources Predictor::delays() {
  FabricResources Sum;
  size_t First = 0; // of the line's segments, which stand line after line
  for (const DelayLine &Line : L.Lines) {
    Sum += line(Line, First);
    First += Line.Points.size();
  }
  return Sum;
}

FabricResources Predictor::lineBuffers() {
  FabricResources Sum;
  for (const RingBuffer &R : L.Rings)
    Sum += ringCost(Costs, R, P.Unknowns);
  return Sum;
}

/// True where the result of narrow numbers with a sign is as narrow.
static bool keepsSigns(DatapathOp Op) noexcept {
  switch (Op) {
  case DatapathOp::SMin:
  case DatapathOp::SMax:
  case DatapathOp::And:
  case DatapathOp::Or:
  case DatapathOp::Xor:
    return true;
  default:
    return false;
  }
}

FabricResources Predictor::reductions() {
  FabricResources Sum;
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    bool Joined = combineCycles(K, D) > 0;
    bool Port = !Joined && !R.Initial; // of the buffer, or of an argument
    uint32_t Width = R.Type.Bits;
    // Bits above those of all numbers are copies of the sign.
    const uint32_t Own =
        keepsSigns(R.Op) ? std::min(Live[R.Value].High, signedBits(K, R.Value))
                         : Width;
    const bool Orders = R.Op == DatapathOp::SMin || R.Op == DatapathOp::SMax;
    if (Orders && R.Initial) // those of a sum are each a function of itself
      Width = std::min(Width, std::max(Own, signedBits(*R.Initial, Width)));
    else if (R.Op == DatapathOp::And && R.Initial) // 0 from the first one on
      Width = std::min(Width, Live[R.Value].High + 1);
    else if (R.Op == DatapathOp::Or && R.Initial == 0)
      Width = std::clamp(Live[R.Value].registers(), 1u, Width);
    if (reductionLatency(R) > 0) {
      Sum += operation(R.Op, Width);
      Sum += curve("reduce", Port ? "float" : "float-constant", 0, Width);
    } else {
      Sum +=
          curve("reduce", std::string(name(R.Op)) + (Port ? "" : "-constant"),
                0, Width);
    }
    // A sum of few bits leaves only the carry of the adders above it.
    bool Grows = R.Op == DatapathOp::Add;
    uint32_t Bits =
        std::min(Grows ? std::min(Live[R.Value].High, Width) : Own, Width);
    for (uint32_t Left = D.Vector; Left > 1; Left = (Left + 1) / 2) {
      Bits = std::min(Bits + Grows, Width);
      Sum += operation(R.Op, Bits) * double(Left / 2);
    }
    if (Grows && Bits < Width)
      Sum.Luts -= operation(R.Op, Width).Luts - operation(R.Op, Bits).Luts -
                  curve("add", "extended", 0, 1 + Width - Bits).Luts +
                  curve("add", "extended", 0, 1).Luts;
  }
  return Sum;
}

/// A flag that tells whether a counter's coordinates are in a box.
FabricResources Predictor::box(const BoxFlag &B) {
  FabricResources Sum;
  for (uint32_t Dim = 0; Dim < 3; ++Dim) {
    uint32_t Bits = bitsFor(uint64_t(Space.Size[Dim] - 1));
    if (B.Beats.Origin[Dim] > 0)
      Sum += curve("side", "least", 0, Bits);
    if (B.Beats.Origin[Dim] + B.Beats.Size[Dim] < Space.Size[Dim])
      Sum += curve("side", "below", 0, Bits);
  }
  Sum.Registers = 1;
  return Sum;
}

/// Two comparisons of the step counter that differ in few bits have the rest in
/// common: LUTs of the pair for which that is the most.
double Predictor::sharedByEvents() const {
  auto Tree = [](uint32_t Inputs) { // of LUTs of six inputs
    return Inputs > 1 ? (Inputs + 3) / 5 : 0;
  };
  double Most = 0;
  for (const std::vector<int64_t> &A : L.Events)
    for (const std::vector<int64_t> &B : L.Events)
      if (&A < &B && A[0] >= 0 && B[0] >= 0) {
        uint32_t Apart = uint32_t(std::popcount(uint64_t(A[0] ^ B[0])));
        if (Apart > 0 && Apart <= 5)
          Most = std::max(Most, 2.0 * Tree(L.StepBits) - 2 -
                                    Tree(L.StepBits - Apart));
      }
  return Most;
}

FabricResources Predictor::control() {
  auto Ports = [](const auto &Streams) {
    uint32_t Count = 0;
    for (uint32_t I = 0; I < Streams.size(); ++I)
      Count += portOf(Streams, I) == I;
    return Count;
  };
  FabricResources Sum = curve("lane", "", Ports(K.Outputs), Ports(K.Inputs));
  Sum += curve("lane-steps", "", 0, L.StepBits) -
         curve("lane-steps", "", 0, LaneStepBits);
  uint32_t Events = 0;
  for (const std::vector<int64_t> &Steps : L.Events)
    Events += std::any_of(Steps.begin(), Steps.end(),
                          [](int64_t Step) { return Step >= 0; });
  FabricResources Event = curve("event", "", 0, L.StepBits);
  FabricResources Measured = curve("event", "", 0, LaneStepBits);
  Event.Registers = Measured.Registers = 0;
  // Without outputs nothing read the second range that was measured, so that
  // synthesis left it out, with the event that begins it.
  uint32_t Missing = K.Outputs.empty();
  Sum += (Measured - Event) * Missing +
         Event * (double(Events) + Missing - LaneEvents);
  Sum.Luts -= std::min(sharedByEvents(), 2 * Event.Luts);
  FabricResources Range;
  Range.Luts = Range.Registers = 1;
  Sum += Range * (double(L.Ranges.size()) + Missing - LaneRanges);
  for (const CoordinateCounter &C : L.Counters)
    for (uint32_t Dim = 0; Dim < C.Dimensions; ++Dim)
      if (uint64_t Size = uint64_t(Space.Size[Dim]); Size > 1)
        Sum += curve("counter", std::has_single_bit(Size) ? "power" : "wrap", 0,
                     bitsFor(Size - 1));
  for (const BoxFlag &B : L.Boxes)
    Sum += box(B);
  if (S.Interval > 1)
    Sum += curve("pause", "", 0, S.Interval) - curve("pause", "", 0, 1);
  return Sum;
}

CorePrediction Predictor::run() {
  double Lanes = D.Lanes;
  P.Operators = operators() * Lanes;
  P.Delays = delays() * Lanes;
  P.LineBuffers = lineBuffers() * Lanes;
  P.Reductions = reductions() * Lanes;
  const int64_t Levels = combineCycles(K, D);
  P.Control =
      control() * Lanes + curve("top", Levels ? "joined" : "", 0, D.Lanes);
  if (Levels > 0) {
    P.Control.Registers += double(Levels - 1); // "joined" has one
    for (const Reduction &R : K.Reductions)
      P.Reductions +=
          operation(R.Op, R.Type.Bits) * double(joinedValues(R, D) - 1);
  }
  if (!K.Finish.empty()) {
    const CorePrediction Finish =
        predict(Costs, K.Finish.front(), StreamDesign());
    P.Finish = Finish.total();
    P.Unknowns.insert(P.Unknowns.end(), Finish.Unknowns.begin(),
                      Finish.Unknowns.end());
  }
  return std::move(P);
}

} // namespace

FabricResources CorePrediction::total() const noexcept {
  return Operators + Delays + LineBuffers + Reductions + Control + Finish;
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, const DatapathSchedule &S,
                       const LaneLayout &L) {
  return Predictor(Costs, K, D, S, L).run();
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D) {
  DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  return predict(Costs, K, D, S, layOutLane(K, S, D));
}

std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D) {
  if (whyNotBuildable(K, D))
    return std::nullopt;
  CorePrediction P = predict(Costs, K, D);
  if (!P.Unknowns.empty())
    return std::nullopt;
  return P.total();
}

} // namespace roofline
