// The control of a lane: steps, coordinates, flags and handshakes.
#include "LaneBuilder.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/SizeForms.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace roofline {

CellId LaneBuilder::all(const std::vector<CellId> &Conditions) {
  std::optional<CellId> All;
  for (CellId C : Conditions)
    All = All ? B.both(*All, C) : C;
  return All.value_or(B.constant(1, 1));
}

CellId LaneBuilder::gate(const Gate &G) {
  std::vector<CellId> Flags = {Ranges[G.Range]};
  if (G.Box)
    Flags.push_back(Boxes[*G.Box]);
  return all(Flags);
}

std::string LaneBuilder::counterName(uint32_t Counter,
                                     unsigned Dimension) const {
  for (size_t Set = 0; Set < L.PositionCounters.size(); ++Set)
    if (L.PositionCounters[Set] == Counter)
      return Names.Coordinates[Set][Dimension];
  return "counter__" + std::to_string(Counter) + "xyz"[Dimension];
}

void LaneBuilder::addPorts() {
  B.section("", CellPurpose::Control);
  Load = B.input("load", 1);
  Reset = B.input("rst", 1);
  for (uint32_t I = 0; I < K.Scalars.size(); ++I)
    Scalars.push_back(
        B.input("arg_" + Names.Scalars[I], K.Scalars[I].Type.Bits));
  TapWords.resize(K.Inputs.size());
  for (uint32_t I : portsOf(K.Inputs)) {
    const std::string Name = "s_" + Names.Inputs[I];
    const uint32_t Port =
        B.inputPort(Name + "_tdata", beatBits(K.Inputs[I], D));
    InputPorts.push_back({B.input(Name + "_tvalid", 1), 0});
    for (uint32_t J = I; J < K.Inputs.size(); ++J) {
      const InputStream &In = K.Inputs[J];
      const uint32_t Width = In.Type.Bits;
      for (uint32_t Slot = 0; portOf(K.Inputs, J) == I && Slot < D.Vector;
           ++Slot)
        TapWords[J].push_back(
            B.input(Port, (Slot * In.Fields + In.field()) * Width, Width));
    }
  }
  for (uint32_t I : portsOf(K.Outputs))
    OutputPorts.push_back(
        {B.input("m_" + Names.Outputs[I] + "_tready", 1), 0, 0});
}

/// The step counter, and the comparisons with it.
void LaneBuilder::addStepCounter() {
  B.section("The walk: one step whenever advance is 1", CellPurpose::Control);
  Step = B.reg("step", L.StepBits);
  const uint64_t Never = lowMask(L.StepBits);
  for (uint32_t I = 0; I < L.Events.size(); ++I) {
    const CellId Id =
        number("EVENT" + std::to_string(I), L.StepBits,
               [&](const LaneLayout &Layout, const Box &, size_t Lane) {
                 const int64_t Step = Layout.Events[I][Lane];
                 return Step < 0 ? Never : uint64_t(Step);
               });
    Events.push_back(B.value(Id) == Never
                         ? B.constant(0, 1)
                         : B.named(B.op(DatapathOp::Equal, Step, Id),
                                   "event__" + std::to_string(I)));
  }
}

void LaneBuilder::addCounters() {
  for (uint32_t I = 0; I < L.Counters.size(); ++I) {
    const CoordinateCounter &C = L.Counters[I];
    B.section("Coordinates of the beat " + std::to_string(std::abs(C.Shift)) +
                  (C.Shift < 0 ? " behind" : " ahead of") + " stage 0",
              CellPurpose::Control);
    Counters.emplace_back();
    for (uint32_t Dim = 0; Dim < 3; ++Dim) {
      const uint32_t Width = bitsFor(uint64_t(Space.Size[Dim] - 1));
      Counters[I][Dim] = Dim >= C.Dimensions || Space.Size[Dim] == 1
                             ? B.constant(0, Width)
                             : B.reg(counterName(I, Dim), Width);
    }
  }
}

void LaneBuilder::connectCounters() {
  for (uint32_t I = 0; I < L.Counters.size(); ++I) {
    CellId Carry = Advance;
    for (uint32_t Dim = 0; Dim < L.Counters[I].Dimensions; ++Dim) {
      const uint64_t Size = uint64_t(Space.Size[Dim]);
      if (Size == 1)
        continue;
      const CellId Count = Counters[I][Dim];
      B.setSection(B.N.Cells[Count].Section);
      const uint32_t Width = B.width(Count);
      const CellId Last = number(std::string("LAST") + "XYZ"[Dim], Width,
                                 [&](const LaneLayout &, const Box &B, size_t) {
                                   return B.Size[Dim] - 1;
                                 });
      const CellId IsLast = B.op(DatapathOp::Equal, Count, Last);
      CellId Next = B.op(DatapathOp::Add, Count, B.constant(1, Width));
      if (!B.value(Last) || !std::has_single_bit(Size))
        Next = B.select(IsLast, B.constant(0, Width), Next);
      const CellId Initial =
          number("COUNTER" + std::to_string(I) + "XYZ"[Dim], Width,
                 [&](const LaneLayout &Layout, const Box &Space, size_t Lane) {
                   return firstCoordinates(Space, Layout.Walks[Lane].Begin,
                                           Layout.Counters[I].Shift)[Dim];
                 });
      B.connect(Count, Next, {Carry, Load, Initial});
      Carry = B.both(Carry, IsLast);
    }
  }
}

void LaneBuilder::addRanges() {
  B.section("Steps at which streams and reductions take part",
            CellPurpose::Control);
  for (uint32_t I = 0; I < L.Ranges.size(); ++I)
    Ranges.push_back(B.reg("range__" + std::to_string(I), 1));
}

void LaneBuilder::addBoxes() {
  for (uint32_t I = 0; I < L.Boxes.size(); ++I) {
    const BoxFlag &Flag = L.Boxes[I];
    // A slot that no beat uses is never within.
    Boxes.push_back(Flag.Beats.volume() == 0
                        ? B.constant(0, 1)
                        : B.reg("box__" + std::to_string(I), 1));
  }
}

/// Connects the registers that advance with the steps.
void LaneBuilder::connectWalk() {
  B.setSection(B.N.Cells[Step].Section);
  const CellId Zero = B.constant(0, L.StepBits);
  B.connect(Step, B.op(DatapathOp::Add, Step, B.constant(1, L.StepBits)),
            {Advance, Load, Zero});
  for (uint32_t I = 0; I < L.Ranges.size(); ++I) {
    // A range that begins with the launch is cleared, but never set.
    const CellId First =
        number("RANGE" + std::to_string(I), 1,
               [&](const LaneLayout &Layout, const Box &, size_t Lane) {
                 return Layout.Events[Layout.Ranges[I].Set][Lane] < 0 &&
                        Layout.Events[Layout.Ranges[I].Clear][Lane] >= 0;
               });
    B.setSection(B.N.Cells[Ranges[I]].Section);
    const CellId Next = B.both(B.either(Ranges[I], Events[L.Ranges[I].Set]),
                               B.opposite(Events[L.Ranges[I].Clear]));
    B.connect(Ranges[I], Next, {Advance, Load, First});
  }
  for (uint32_t I = 0; I < L.Boxes.size(); ++I) {
    const BoxFlag &Flag = L.Boxes[I];
    if (Flag.Beats.volume() == 0)
      continue;
    std::vector<CellId> Sides;
    const std::string Name = "BOX" + std::to_string(I);
    B.setSection(B.N.Cells[Boxes[I]].Section);
    for (uint32_t Dim = 0; Dim < 3; ++Dim) {
      const CellId Id = counterWord(Flag.Counter, Dim);
      const uint32_t Width = B.width(Id);
      auto Side = [&](bool IsEnd) {
        return number(Name + "XYZ"[Dim] + (IsEnd ? "END" : "BEGIN"), Width,
                      [&](const LaneLayout &Layout, const Box &, size_t) {
                        const Box &Beats = Layout.Boxes[I].Beats;
                        return Beats.Origin[Dim] +
                               (IsEnd ? Beats.Size[Dim] : 0);
                      });
      };
      if (Flag.Beats.Origin[Dim] > 0)
        Sides.push_back(B.op(DatapathOp::ULessEqual, Side(false), Id));
      if (Flag.Beats.Origin[Dim] + Flag.Beats.Size[Dim] < Space.Size[Dim])
        Sides.push_back(B.op(DatapathOp::ULess, Id, Side(true)));
    }
    const CellId First = number(
        Name, 1, [&](const LaneLayout &Layout, const Box &Space, size_t Lane) {
          const BoxFlag &Box = Layout.Boxes[I];
          return Box.Beats.contains(
              firstCoordinates(Space, Layout.Walks[Lane].Begin,
                               Layout.Counters[Box.Counter].Shift - 1));
        });
    B.connect(Boxes[I], all(Sides), {Advance, Load, First});
  }
}

/// Counts down the Interval cycles that a step's results need. \p AllThere: the
/// other conditions of a step hold.
CellId LaneBuilder::addPause(CellId AllThere, CellId &Pause) {
  const uint32_t Width = bitsFor(S.Interval - 1);
  Pause = B.reg("pause", Width);
  There = B.named(AllThere, "there");
  const CellId Ripe = B.named(B.equal(Pause, 0), "ripe");
  B.connect(Pause, B.op(DatapathOp::Sub, Pause, B.constant(1, Width)),
            {B.both(There, B.opposite(Ripe)), {}, {}});
  return Ripe;
}

void LaneBuilder::addHandshakes() {
  B.section("Every input in use is there, every output is taken",
            CellPurpose::Control);
  const std::vector<uint32_t> In = portsOf(K.Inputs), Out = portsOf(K.Outputs);
  Running = B.reg("running", 1);
  std::vector<CellId> Ready = {Running};
  for (size_t P = 0; P < In.size(); ++P) {
    InputSignals &Port = InputPorts[P];
    Port.Need = B.named(gate(L.Inputs[In[P]]), "need__" + Names.Inputs[In[P]]);
    Ready.push_back(B.either(Port.Valid, B.opposite(Port.Need)));
  }
  const CellId AllThere = all(Ready); // all operands hold
  for (size_t P = 0; P < Out.size(); ++P) {
    OutputSignals &Port = OutputPorts[P];
    const std::string &Name = Names.Outputs[Out[P]];
    Port.Gone = B.reg("gave__" + Name, 1); // this step's beat, already
    Port.Valid = B.named(B.both(gate(L.Outputs[Out[P]]), B.opposite(Port.Gone)),
                         "give__" + Name);
    Ready.push_back(B.either(Port.Ready, B.opposite(Port.Valid)));
  }
  CellId Pause = 0;
  if (S.Interval > 1)
    Ready.push_back(addPause(AllThere, Pause));
  Advance = B.named(all(Ready), "advance");

  const CellId Zero = B.constant(0, 1), One = B.constant(1, 1);
  const CellId Again = B.either(Load, Advance);
  for (OutputSignals &Port : OutputPorts)
    B.connect(Port.Gone, One, {B.both(Port.Valid, Port.Ready), Again, Zero});
  if (S.Interval > 1) {
    Cell &P = B.N.Cells[Pause];
    const CellId Full = B.constant(S.Interval - 1, P.Width);
    B.N.Cells[Pause].Load = Again;
    B.N.Cells[Pause].LoadValue = Full;
  }
  const CellId Ends = B.both(Advance, Events[L.Finish]);
  B.connect(Running, Load, {B.either(Load, Ends), Reset, Zero});

  B.output("busy", {Running});
  for (size_t P = 0; P < In.size(); ++P)
    B.output("s_" + Names.Inputs[In[P]] + "_tready",
             {B.both(Advance, InputPorts[P].Need)});
  for (size_t P = 0; P < Out.size(); ++P) {
    const std::string Name = "m_" + Names.Outputs[Out[P]];
    B.output(Name + "_tvalid", {OutputPorts[P].Valid});
    B.output(Name + "_tlast",
             {Events[L.Ranges[L.Outputs[Out[P]].Range].Clear]});
  }
}

} // namespace roofline
