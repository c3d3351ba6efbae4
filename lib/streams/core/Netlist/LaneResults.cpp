// Output beats and reductions of a lane.
#include "LaneBuilder.h"

#include "roofline/Base/FloatFormat.h"

namespace roofline {

/// 1 where position \p Slot of the beat takes part.
CellId LaneBuilder::onlyWhere(const Gate &G, uint32_t Slot,
                              const std::optional<uint32_t> &Enable,
                              int32_t Stage) {
  std::vector<CellId> Conditions;
  if (!G.Slots.empty() && G.Slots[Slot])
    Conditions.push_back(Boxes[*G.Slots[Slot]]);
  if (Enable)
    Conditions.push_back(value(*Enable, Stage, Slot));
  return all(Conditions);
}

void LaneBuilder::addOutputs() {
  B.section("Results", CellPurpose::Control);
  for (uint32_t I : portsOf(K.Outputs)) {
    const Gate &G = L.Outputs[I];
    const uint32_t Width = K.Outputs[I].Type.Bits;
    const std::vector<const OutputStream *> Fields = fieldsOf(K.Outputs, I);
    std::vector<CellId> Data, Strobes;
    for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
      for (const OutputStream *Out : Fields) {
        Data.push_back(Out ? value(Out->Value, S.Outputs[I], Slot)
                           : B.constant(0, Width));
        const CellId Enable =
            Out ? onlyWhere(G, Slot, Out->Enable, S.Outputs[I])
                : B.constant(0, 1);
        Strobes.push_back(B.repeat(Enable, Width / 8));
      }
    const std::string Name = "m_" + Names.Outputs[I];
    B.output(Name + "_tdata", Data);
    B.output(Name + "_tstrb", Strobes);
  }
}

/// The value from which the lane's part of reduction \p I starts.
CellId LaneBuilder::initial(uint32_t I) {
  const Reduction &R = K.Reductions[I];
  if (combineCycles(K, D) > 0)
    return B.constant(*identity(R.Op, R.Type.Bits), R.Type.Bits);
  if (R.Initial)
    return B.constant(*R.Initial, R.Type.Bits);
  return R.InitialScalar
             ? Scalars[*R.InitialScalar]
             : B.input("initial_" + Names.Reductions[I], R.Type.Bits);
}

void LaneBuilder::addRecurrences() {
  if (!K.Recurrences.empty())
    B.section("What the position before left", CellPurpose::Datapath);
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
    Left.push_back(
        B.reg("left__" + std::to_string(I), K.Recurrences[I].Type.Bits));
  for (uint32_t N = 0; N < K.Nodes.size(); ++N)
    if (K.Nodes[N].Op == DatapathOp::Previous && S.Nodes[N].Used)
      addLine(DelayLine::Origin::Node, N, 0, Left[K.Nodes[N].Value],
              "left__" + std::to_string(K.Nodes[N].Value));
}

/// What was read for \p Before, a register that is none, reads \p Word.
void LaneBuilder::replace(CellId Before, CellId Word) {
  for (Cell &C : B.N.Cells)
    forEachOperand(C, [&](CellId &O) { O = O == Before ? Word : O; });
  for (auto &[Place, There] : Delayed)
    There = There == Before ? Word : There;
}

void LaneBuilder::connectRecurrences() {
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I) {
    const Recurrence &R = K.Recurrences[I];
    B.setLocation(R.Loc);
    const CellId First = R.Initial ? B.constant(*R.Initial, R.Type.Bits)
                                   : Scalars[*R.InitialScalar];
    const int32_t Stage = leavingStage(K, S, I);
    if (S.IsStraight[I])
      replace(Left[I], B.named(B.select(gate(L.Recurrences[I]),
                                        value(R.Value, Stage, 0), First),
                               "left__" + std::to_string(I)));
    else
      B.connect(Left[I], value(R.Value, Stage, 0),
                {B.both(Advance, gate(L.Recurrences[I])), Load, First});
  }
  B.setLocation({});
}

/// A sum in partial ones, which go round through the adder: each step takes the
/// next of them, with a value or with nothing; in the end the halves that are
/// still there are joined. \p Enable: the step has a value.
CellId LaneBuilder::interleavedSum(uint32_t I, CellId Enable) {
  const Reduction &R = K.Reductions[I];
  const FoldFlags &F = *L.Folds[I];
  const uint32_t Width = R.Type.Bits;
  const std::string &Name = Names.Reductions[I];
  const unsigned Latency = reductionLatency(R);
  const RegisterControl Steps = {B.both(Advance, Ranges[F.Runs]), {}, {}};
  const CellId Nothing = B.constant(uint64_t(1) << (Width - 1), Width); // -0.0
  const CellId Sum = B.reg("partial__" + Name, Width);
  const CellId Value = B.reg("value__" + Name, Width);
  std::vector<CellId> Operands = {Sum, Value};
  if (R.Factor) // which may be the value
    Operands = {Value, B.reg("factor__" + Name, Width), Sum};
  const CellId Next =
      B.unit("next__" + Name, floatUnit(R.Op, Width, Width, Latency), R.Op,
             Operands, Width, Steps.Enable);
  const int64_t Around = int64_t(R.Interleave) - Latency - 1;
  const CellId Oldest =
      Around ? B.delay("oldest__" + Name, Next, Around, Steps.Enable) : Next;
  std::vector<CellId> Halves; // the other ones, the nearest first
  for (uint32_t Back = 1, Before = 0; Back < R.Interleave;
       Before = Back, Back *= 2)
    Halves.push_back(B.delay("half__" + Name + "__" + std::to_string(Back),
                             Halves.empty() ? Oldest : Halves.back(),
                             Back - Before, Steps.Enable));
  const int32_t Stage = S.Reductions[I];
  CellId Joins = B.select(Enable, value(R.Value, Stage, 0), Nothing);
  for (size_t Halving = 0; Halving < F.Halvings.size(); ++Halving)
    Joins = B.select(Ranges[F.Halvings[Halving]],
                     Halves[Halves.size() - 1 - Halving], Joins);
  B.connect(Value, Joins, Steps);
  if (R.Factor)
    B.connect(Operands[1],
              B.select(Enable, value(*R.Factor, Stage, 0),
                       B.constant(oneBits(Width), Width)),
              Steps);
  B.connect(Sum,
            B.select(Ranges[F.First], initial(I),
                     B.select(Ranges[F.Fresh], Nothing, Oldest)),
            Steps);
  return Next;
}

void LaneBuilder::addReduction(uint32_t I) {
  const Reduction &R = K.Reductions[I];
  const Gate &G = L.Reductions[I];
  const uint32_t Width = R.Type.Bits;
  const std::string &Name = Names.Reductions[I];
  const int32_t Stage = S.Reductions[I];
  CellId Take = B.both(Advance, gate(G));
  std::vector<CellId> Values;
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
    CellId Value = value(R.Value, Stage, Slot);
    const CellId Enable = onlyWhere(G, Slot, R.Enable, Stage);
    if (D.Vector == 1)
      Take = B.both(Take, Enable);
    else
      Value =
          B.select(Enable, Value, B.constant(*identity(R.Op, Width), Width));
    Values.push_back(Value);
  }
  B.setLocation(R.Loc);
  if (R.Interleave > 1) {
    const CellId Enable = B.both(gate(G), onlyWhere(G, 0, R.Enable, Stage));
    B.output("result_" + Name, {interleavedSum(I, Enable)});
    B.setLocation({});
    return;
  }
  for (uint32_t Level = 0; Values.size() > 1; ++Level) {
    std::vector<CellId> Sums;
    for (size_t J = 0; J < Values.size(); J += 2)
      Sums.push_back(B.reg("tree__" + Name + "__l" + std::to_string(Level) +
                               "_" + std::to_string(J / 2),
                           B.combined(R.Op, Values[J], Values[J + 1]),
                           advancing()));
    Values = std::move(Sums);
  }
  const CellId Sum = B.reg("sum__" + Name, Width);
  const unsigned Latency = reductionLatency(R);
  const auto Operands =
      operandsOf(R, Sum, [&](uint32_t N) { return value(N, Stage, 0); });
  const CellId Next =
      Latency // in order: of one position a beat
          ? B.unit(
                "next__" + Name, floatUnit(R.Op, Width, Width, Latency), R.Op,
                {Operands.begin(), Operands.begin() + facts(R.Op).NumOperands},
                Width, {})
          : B.combined(R.Op, Sum, Values[0]);
  B.connect(Sum, Next, {Take, Load, initial(I)});
  B.output("result_" + Name, {Sum});
  B.setLocation({});
}

} // namespace roofline
