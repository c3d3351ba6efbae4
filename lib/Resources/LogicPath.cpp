// Delay of a signal between two registers of a core, without routing.
#include "roofline/Resources/LogicPath.h"

#include "AbsorbedRegisters.h"
#include "SumTrees.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamCopies.h"
#include "roofline/Resources/OperatorCost.h"
#include "roofline/Resources/ResourceModel.h"
#include "roofline/Resources/RingCost.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace roofline {
namespace {

/// [ps] since the clock's edge at which the bits of a value are there. Through
/// chains of carries the lowest bit comes first and the highest one last.
struct Arrival {
  double Low = 0, High = 0;
};

Arrival later(Arrival A, Arrival B) {
  return {std::max(A.Low, B.Low), std::max(A.High, B.High)};
}

/// True where a bit of the result waits for no higher bit of the operands.
bool passesUpward(DatapathOp Op, UnitKind Kind) {
  return Kind == UnitKind::ShiftAdd || Op == DatapathOp::Add ||
         Op == DatapathOp::Sub || Op == DatapathOp::And ||
         Op == DatapathOp::Or || Op == DatapathOp::Xor;
}

class PathFinder {
public:
  PathFinder(const CostModel &Costs, const StreamKernel &K,
             const StreamDesign &D, const DatapathSchedule &S,
             const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L), Live(liveBits(K)),
        At(K.Nodes.size()) {
    size_t First = 0; // of the line's segments, which stand line after line
    for (const DelayLine &Line : L.Lines) {
      if (Line.Source != DelayLine::From::Coordinate)
        LineOf[{Line.Source == DelayLine::From::Tap, Line.Index, Line.Slot}] = {
            &Line, First};
      First += Line.Points.size();
    }
  }

  LogicPath run() {
    operators();
    results();
    control();
    if (!K.Finish.empty()) {
      LogicPath Finish = logicPath(Costs, K.Finish.front(), StreamDesign());
      take(Finish.Delay, Finish.Through, Finish.Loc);
      for (const std::string &Unknown : Finish.Unknowns)
        miss(Unknown);
    }
    return std::move(Path);
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  std::vector<LiveBits> Live;
  std::vector<Arrival> At; ///< by node, in the stage of its result
  /// A line and its first segment, by IsTap, Index and Slot as in
  /// OperandRegister.
  std::map<std::tuple<bool, uint32_t, uint32_t>,
           std::pair<const DelayLine *, size_t>>
      LineOf;
  LogicPath Path;

  void take(double Delay, const std::string &Through,
            const SourceLocation &Loc = {}) {
    if (Delay > Path.Delay) {
      Path.Delay = Delay;
      Path.Through = Through;
      Path.Loc = Loc;
    }
  }
  void miss(const std::string &What) {
    if (std::find(Path.Unknowns.begin(), Path.Unknowns.end(), What) ==
        Path.Unknowns.end())
      Path.Unknowns.push_back(What);
  }
  /// Delay [ps] of a structure as measured; 0 and a named unknown where it was
  /// not.
  double measured(std::string_view Structure, std::string_view Form,
                  uint32_t Parameter, uint32_t Size) {
    const CostCurve *C = Costs.find(Structure, Form, Parameter);
    if (auto Delay = C ? C->delayAt(Size) : std::optional<double>())
      return *Delay;
    miss(std::string(Structure) + (Form.empty() ? "" : " ") +
         std::string(Form) + " of " + std::to_string(Size) +
         (Parameter ? " and " + std::to_string(Parameter) : ""));
    return 0;
  }
  void takeMeasured(std::string_view Structure, std::string_view Form,
                    uint32_t Parameter, uint32_t Size) {
    take(measured(Structure, Form, Parameter, Size), std::string(Structure));
  }

  /// Arrival of the result of \p Op, which takes \p Own [ps] from operands at
  /// \p From.
  Arrival through(Arrival From, double Own, DatapathOp Op, bool Upward) {
    const CostCurve *C = Upward ? Costs.find(name(Op), "variable") : nullptr;
    const double Bit = std::min(C ? C->delayAt(1).value_or(Own) : Own, Own);
    return {(Upward ? From.Low : From.High) + Bit,
            Upward ? std::max(From.Low + Own, From.High + Bit)
                   : From.High + Own};
  }

  /// Delay [ps] that a second DSP block adds to the first.
  double afterBlock();
  double segment(const DelayLine &Line, size_t Of);
  Arrival before(uint32_t Operand, int64_t Stage);
  void operators();
  void results();
  void control();
};

double PathFinder::afterBlock() {
  std::optional<double> One;
  const CostCurve *C = Costs.find("mul", "comb");
  for (size_t I = 0; C && I < C->Points.size(); ++I) {
    const CostPoint &P = C->Points[I];
    if (P.Need.DspBlocks == 1 && P.Delay)
      One = P.Delay;
    else if (P.Need.DspBlocks == 2 && P.Delay && One)
      return *P.Delay - *One;
  }
  miss("mul comb of two blocks");
  return 0;
}

/// Delay [ps] at the end of a line's segment \p Of: the output of a memory, a
/// shift register or a flip-flop.
double PathFinder::segment(const DelayLine &Line, size_t Of) {
  const DelaySegment &Segment = L.Segments[Of];
  if (Segment.Ring) {
    const RingBuffer &R = L.Rings[*Segment.Ring];
    if (auto Delay = ringDelay(Costs, R))
      return *Delay;
    miss("ring of " + std::to_string(R.Width) + " bits and " +
         std::to_string(R.Length - 1) + " words");
    return 0;
  }
  const bool Joins = Segment.Point == 0 &&
                     Line.Source == DelayLine::From::Node && !Line.AtOnce &&
                     S.Nodes[Line.Index].Unit.Latency > 0 &&
                     !hasSynchronousReset(K, Line.Index);
  return measured("delay", "", 0, uint32_t(Segment.Length) + Joins);
}

/// Arrival of \p Operand at \p Stage, the latest of a beat's positions.
Arrival PathFinder::before(uint32_t Operand, int64_t Stage) {
  const DatapathNode &N = K.Nodes[Operand];
  if (N.Op == DatapathOp::Constant)
    return {};
  if (S.Nodes[Operand].Invariant) // which has no delays
    return D.Form == ElementForm::Comb ? At[Operand] : Arrival();
  if (N.Op == DatapathOp::Position) // from a counter's register
    return {measured("delay", "", 0, 1), measured("delay", "", 0, 1)};
  Arrival Latest;
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
    const OperandRegister R = registerAt(K, D, S, Operand, Stage, Slot);
    if (R.Delay == 0) {
      if (!R.IsTap) // else from the port
        Latest = later(Latest, At[R.Index]);
      continue;
    }
    const auto There = LineOf.find({R.IsTap, R.Index, R.Slot});
    if (There == LineOf.end())
      continue;
    const auto [Line, First] = There->second;
    const auto Point =
        std::lower_bound(Line->Points.begin(), Line->Points.end(), R.Delay);
    if (Point != Line->Points.end() && *Point == R.Delay) {
      const double Delay =
          segment(*Line, First + (Point - Line->Points.begin()));
      Latest = later(Latest, {Delay, Delay});
    }
  }
  return Latest;
}

void PathFinder::operators() {
  const bool Registered = D.Form != ElementForm::Comb;
  const bool Seq = D.Form == ElementForm::Seq;
  // One after the other, each operator has its register all the same; how many
  // more it has within tells the pipeline's schedule.
  const DatapathSchedule Stages =
      Seq ? scheduleDatapath(K, ElementForm::Pipe) : S;
  const double ToOutput = measured("delay", "", 0, 1);
  const SumTrees Sums(Costs, K, D, S, L, Live);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    const DatapathSchedule::Node &Node = S.Nodes[I];
    if (!Node.Used || Node.Unit.Kind == UnitKind::Source ||
        N.Op == DatapathOp::AtOffset)
      continue;
    if (Sums.isInside(I))
      continue;
    Arrival From;
    for (uint32_t O : Sums.operands(I))
      From = later(From, before(O, Node.Start));
    if (Node.Unit.Kind == UnitKind::Wire) {
      // Lower bits of the result may be higher ones of the operand.
      const bool Moves = N.Op == DatapathOp::LShr || N.Op == DatapathOp::AShr;
      At[I] = Moves ? Arrival{From.High, From.High} : From;
      continue;
    }
    const std::string Name = std::string(name(N.Op)) + " of " +
                             std::to_string(N.Type.Bits) + " bits";
    if (Sums.isInBlock(I)) { // as a second block behind it
      const double Own = afterBlock();
      At[I] = {From.High + Own, From.High + Own};
      take(At[I].High, "sum of " + std::to_string(N.Type.Bits) + " bits",
           N.Loc);
      continue;
    }
    if (const auto Sum = Sums.need(I)) {
      At[I] = {From.Low + Sum->OfBit,
               std::max(From.Low + Sum->Delay, From.High + Sum->OfBit)};
      take(At[I].High, "sum of " + std::to_string(N.Type.Bits) + " bits",
           N.Loc);
      continue;
    }
    const std::optional<double> Own =
        operatorDelay(Costs, K, I, Live, Registered);
    if (!Own)
      miss(Name);
    // Operators of several stages have registers after their operands.
    const bool Takes = Stages.Nodes[I].Unit.Latency <= 1;
    Arrival To = {Own.value_or(0), Own.value_or(0)};
    if (Takes)
      To = through(From, To.High, N.Op, passesUpward(N.Op, Node.Unit.Kind));
    take(To.High, Name, N.Loc);
    At[I] = Seq || Node.Unit.Latency > 0 ? Arrival{ToOutput, ToOutput} : To;
  }
}

/// Takes paths after the datapath: reductions, and their join across lanes.
void PathFinder::results() {
  const double ToOutput = measured("delay", "", 0, 1);
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    const bool Joined = combineCycles(K, D) > 0;
    const bool Port = !Joined && !R.Initial;
    const bool Upward = passesUpward(R.Op, UnitKind::Logic);
    const Arrival From = before(R.Value, S.Reductions[I]);
    auto Take = [&](double Delay) { take(Delay, "reduce", R.Loc); };
    if (R.Enable)
      Take(before(*R.Enable, S.Reductions[I]).High +
           measured("and", "variable", 0, 1));
    if (reductionLatency(R) > 0) {
      Take(measured("reduce", Port ? "float" : "float-constant", 0,
                    R.Type.Bits));
      Take(measured(name(R.Op), "variable", 0, R.Type.Bits));
      Take(From.High);
      continue;
    }
    const double Own =
        measured("reduce", std::string(name(R.Op)) + (Port ? "" : "-constant"),
                 0, R.Type.Bits);
    Take(Own); // from its own register
    Take(through(From, std::max(0.0, Own - ToOutput), R.Op, Upward).High);
    if (Joined) // from one level's register to the next one's
      Take(ToOutput + measured(name(R.Op), "variable", 0, R.Type.Bits));
  }
}

void PathFinder::control() {
  auto Ports = [](const auto &Streams) {
    uint32_t Count = 0;
    for (uint32_t I = 0; I < Streams.size(); ++I)
      Count += portOf(Streams, I) == I;
    return Count;
  };
  takeMeasured("lane", "", Ports(K.Outputs), Ports(K.Inputs));
  takeMeasured("lane-steps", "", 0, L.StepBits);
  if (S.Interval > 1)
    takeMeasured("pause", "", 0, uint32_t(S.Interval));
  const Box Space = beatBox(K.Space, D.Vector);
  for (const CoordinateCounter &C : L.Counters)
    for (uint32_t Dim = 0; Dim < C.Dimensions; ++Dim)
      if (uint64_t Size = uint64_t(Space.Size[Dim]); Size > 1)
        takeMeasured("counter", std::has_single_bit(Size) ? "power" : "wrap", 0,
                     bitsFor(Size - 1));
}

} // namespace

LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D, const DatapathSchedule &S,
                    const LaneLayout &L) {
  return PathFinder(Costs, K, D, S, L).run();
}

LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D) {
  DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  return logicPath(Costs, K, D, S, layOutLane(K, S, D));
}

ClockRange clockRange(const RoutingShare &Routing, double Delay) noexcept {
  auto With = [&](double Share) { return Hertz(1e12 / (Delay * (1 + Share))); };
  return {With(Routing.High), With(Routing.Typical), With(Routing.Low)};
}

} // namespace roofline
