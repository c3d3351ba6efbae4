// The operators of a lane, stage by stage, and the delays between them.
#include "LaneBuilder.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

std::string offsetText(const StreamKernel &K, const Offset &Delta) {
  std::string Text = "(";
  for (unsigned I = 0; I < K.NumDimensions; ++I)
    Text += (I ? ", " : "") + std::to_string(Delta[I]);
  return Text + ")";
}

std::string placeText(const SourceLocation &Loc) {
  return Loc ? Loc.File + ":" + std::to_string(Loc.Line) + ":" +
                   std::to_string(Loc.Column)
             : std::string();
}

} // namespace

/// A register of \p Data that synthesis leaves as it is, of no bit below \p Low
/// or above that is 0: it would leave these, too.
CellId LaneBuilder::apart(const std::string &Name, CellId Data, uint32_t Low) {
  const uint32_t Width = B.width(Data), High = B.significantBits(Data);
  if (Low >= High)
    return B.constant(0, Width);
  const CellId Held = B.reg(Name, B.bits(Data, Low, High - Low),
                            {Advance, {}, {}, /*IsApart=*/true});
  return B.resized(Low ? B.join({B.constant(0, Low), Held}) : Held, Width);
}

/// Adds the words of a line at its delays; \p Word is that without a delay.
void LaneBuilder::addLine(DelayLine::Origin Source, uint32_t Index,
                          uint32_t Slot, CellId Word, const std::string &Name) {
  Delayed[{Source, Index, Slot, 0}] = Word;
  const auto It = Lines.find({Source, Index, Slot});
  if (It == Lines.end())
    return;
  const DelayLine &Line = L.Lines[It->second.first];
  const uint32_t Width = B.width(Word);
  const uint32_t Kept = std::min(Line.Width, Width);
  CellId Before = B.bits(Word, 0, Kept);
  for (size_t P = 0; P < Line.Points.size(); ++P) {
    const DelaySegment &Segment = L.Segments[It->second.second + P];
    const std::string To = Name + "__d" + std::to_string(Line.Points[P]);
    Before = Segment.Ring ? B.ring(To, Before, *Segment.Ring,
                                   {Advance, Load, {}}, RingEnds[*Segment.Ring])
             : Segment.IsApart ? apart(To, Before, Line.Low)
                               : B.delay(To, Before, Segment.Length, Advance);
    // Nothing reads the bits above.
    Delayed[{Source, Index, Slot, Line.Points[P]}] = B.resized(Before, Width);
  }
}

CellId LaneBuilder::delayed(DelayLine::Origin Source, uint32_t Index,
                            uint32_t Slot, int64_t Delay) {
  return Delayed.at({Source, Index, Slot, Delay});
}

void LaneBuilder::addTaps() {
  for (uint32_t I = 0; I < K.Inputs.size(); ++I) {
    const InputStream &In = K.Inputs[I];
    std::string Title = "Window of " + In.Name;
    if (In.Fields > 1)
      Title += ", field " + std::to_string(In.field());
    Title += ", at the stage of its reader:";
    for (const DatapathNode &N : K.Nodes)
      if (N.Op == DatapathOp::Input && N.Value == I)
        Title += "\n  " + offsetText(K, N.Delta) + ": __d" +
                 std::to_string(tapPlace(K, N, 0, D.Vector).Delay) +
                 " at stage 0  " + placeText(N.Loc);
    B.section(std::move(Title), CellPurpose::Datapath);
    for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
      const std::string Name = slotted(Names.Taps[I], Slot, D.Vector);
      const CellId Word = TapWords[I][Slot];
      B.N.Cells[Word].Section = B.currentSection();
      B.N.Cells[Word].Name = Name;
      addLine(DelayLine::Origin::Tap, I, Slot, Word, Name);
    }
  }
}

/// Position node \p N at \p Stage, in the width of the datapath.
CellId LaneBuilder::position(uint32_t N, int32_t Stage, uint32_t Slot) {
  const DatapathNode &Node = K.Nodes[N];
  const uint32_t Dim = uint32_t(Node.Value), Width = Node.Type.Bits;
  const std::vector<int32_t> &Sets = S.PositionStages;
  const int32_t Counted = S.Nodes[N].Start;
  const uint32_t Set =
      uint32_t(std::find(Sets.begin(), Sets.end(), Counted) - Sets.begin());
  CellId Id = Space.Size[Dim] == 1 ? B.constant(0, 1)
                                   : delayed(DelayLine::Origin::Coordinate,
                                             Dim + 3 * Set, 0, Stage - Counted);
  if (Dim == 0 && D.Vector > 1)
    Id = B.join({B.constant(Slot, bitsFor(D.Vector - 1)), Id});
  return B.resized(Id, Width); // as the kernel's own type wraps
}

CellId LaneBuilder::value(uint32_t N, int32_t Stage, uint32_t Slot) {
  const DatapathNode &Node = K.Nodes[N];
  switch (Node.Op) {
  case DatapathOp::Constant:
    return B.constant(Node.Value, Node.Type.Bits);
  case DatapathOp::Argument:
    return Scalars[Node.Value];
  case DatapathOp::Position:
    return position(N, Stage, Slot);
  case DatapathOp::Input: {
    const TapPlace T = tapPlace(K, Node, Slot, D.Vector);
    return delayed(DelayLine::Origin::Tap, uint32_t(Node.Value), T.Slot,
                   T.Delay + Stage);
  }
  case DatapathOp::Previous:
    return delayed(DelayLine::Origin::Node, N, 0, Stage - S.Nodes[N].Start);
  default:
    break;
  }
  const ValuePlace V = valuePlace(K, N, Slot, D.Vector);
  const NodeCopy Built = L.Copies[V.Node * D.Vector + V.Slot];
  if (K.Nodes[Built.Node].Operands.empty())
    return value(Built.Node, Stage, Built.Slot);
  const CellId Word = node(Built.Node, Built.Slot);
  const int64_t Delay = Stage - S.Nodes[V.Node].ready() - V.Ahead + Built.Lag;
  return S.Nodes[Built.Node].Invariant || Delay == 0
             ? Word
             : delayed(DelayLine::Origin::Node, Built.Node, Built.Slot, Delay);
}

CellId LaneBuilder::node(uint32_t N, uint32_t Slot) {
  if (Nodes[N * D.Vector + Slot] == NotThere)
    addNode(N, Slot);
  return Nodes[N * D.Vector + Slot];
}

/// The register of an operator. A choice of one constant is its reset: one gate
/// where the whole word says so, a gate a bit where synthesis finds it bit by
/// bit.
CellId LaneBuilder::registered(uint32_t N, const std::string &Name,
                               CellId Word) {
  RegisterControl Control = {enable(N), {}, {}};
  std::optional<CellId> Resets;
  for (;;) {
    const Cell C = B.N.Cells[Word];
    if (C.Kind != CellKind::Operator || C.Op != DatapathOp::Select)
      break;
    const bool IsFirst = B.value(C.Operands[1]).has_value();
    const CellId To = C.Operands[IsFirst ? 1 : 2];
    if (!B.value(To) || (Control.LoadValue && Control.LoadValue != To))
      break;
    const CellId If = IsFirst ? C.Operands[0] : B.opposite(C.Operands[0]);
    Resets = Resets ? B.either(*Resets, If) : If;
    Control.LoadValue = To;
    Word = C.Operands[IsFirst ? 2 : 1];
  }
  if (Resets)
    Control.Load = Control.Enable ? B.both(*Control.Enable, *Resets) : *Resets;
  return B.reg(Name, Word, Control);
}

void LaneBuilder::addNode(uint32_t N, uint32_t Slot) {
  const DatapathNode &Node = K.Nodes[N];
  const DatapathSchedule::Node &At = S.Nodes[N];
  Operands Of;
  for (uint32_t O : Node.Operands)
    Of.push_back(value(O, At.Start, Slot));
  B.setSection(StageSections.at(emissionOrder(S, N)));
  B.setLocation(Node.Loc);
  const std::string Name = slotted(Names.Nodes[N], Slot, copies(N));
  const UnitKind Kind = At.Unit.Kind;
  const bool IsComb = isComb(N);
  CellId Word;
  if (Kind == UnitKind::Wire || Kind == UnitKind::Logic ||
      Kind == UnitKind::ShiftAdd || (IsComb && Kind == UnitKind::Multiplier)) {
    Word = Cells.expression(N, Of);
    // In form Seq the operator has a register, although the schedule's unit has
    // none.
    Word = operatorUnit(K, N).Latency == 0 || IsComb || At.WithinTable
               ? B.named(Word, Name)
               : registered(N, Name, Word);
  } else if (S.Cycles.NodeGroup[N] && onlyCompares(Node.Op)) {
    Word =
        B.named(isFloatExtreme(Node.Op) ? B.floatExtreme(Node.Op, Of[0], Of[1])
                                        : B.floatCompare(Node.Op, Of[0], Of[1]),
                Name);
  } else {
    NetlistUnit U = Cells.unitOf(N);
    const bool HasEnable = U.Latency > 0;
    const bool IsPaced = S.Cycles.NodeGroup[N] && At.Unit.Latency > 0 &&
                         S.IsPaced[*S.Cycles.NodeGroup[N]];
    Word = B.unit(IsPaced ? Name + "__now" : Name, std::move(U), Node.Op, Of,
                  Node.Type.Bits,
                  IsPaced     ? std::optional(There)
                  : HasEnable ? enable(N)
                              : std::nullopt);
    if (IsPaced)
      Word = B.reg(Name, Word, advancing());
  }
  Nodes[N * D.Vector + Slot] = Word;
  addLine(DelayLine::Origin::Node, N, Slot, Word, Name);
  B.setLocation({});
}

void LaneBuilder::addDatapath() {
  size_t First = 0; // segments stand line after line
  for (uint32_t I = 0; I < L.Lines.size(); ++I) {
    const DelayLine &Line = L.Lines[I];
    Lines[{Line.Source, Line.Index, Line.Slot}] = {I, First};
    First += Line.Points.size();
  }
  for (uint32_t I = 0; I < L.Rings.size(); ++I) {
    const int64_t Length = L.Rings[I].Length;
    B.N.Rings.push_back({Length});
    const CellId Last =
        number("RING" + std::to_string(I), bitsFor(uint64_t(Length - 2)),
               [&](const LaneLayout &Layout, const Box &, size_t) {
                 return Layout.Rings[I].Length - 2;
               });
    RingEnds.push_back(B.value(Last) ? std::nullopt : std::optional(Last));
  }
  addTaps();
  addRecurrences();
  if (!L.Counters.empty()) {
    const int32_t Ahead =
        S.PositionStages.empty() ? 0 : -S.PositionStages.front();
    B.section("Position of the work-item, " + std::to_string(Ahead) +
                  " steps ahead of its taps, and later",
              CellPurpose::Datapath);
    for (uint32_t Set = 0; Set < L.PositionCounters.size(); ++Set)
      for (uint32_t Dim = 0; L.PositionCounters[Set] && Dim < 3; ++Dim)
        addLine(DelayLine::Origin::Coordinate, Dim + 3 * Set, 0,
                counterWord(*L.PositionCounters[Set], Dim),
                Names.Coordinates[Set][Dim]);
  }
  std::vector<uint32_t> Order;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used && S.Nodes[I].Unit.Kind != UnitKind::Source)
      Order.push_back(I);
  std::stable_sort(Order.begin(), Order.end(), [&](uint32_t L, uint32_t R) {
    return emissionOrder(S, L) < emissionOrder(S, R);
  });
  for (uint32_t N : Order)
    if (!StageSections.count(emissionOrder(S, N))) {
      B.section(S.Nodes[N].Invariant
                    ? "Of arguments alone"
                    : "Stage " + std::to_string(S.Nodes[N].Start),
                CellPurpose::Datapath);
      StageSections[emissionOrder(S, N)] = B.currentSection();
    }
  Nodes.assign(K.Nodes.size() * D.Vector, NotThere);
  for (uint32_t N : Order)
    for (uint32_t Slot = 0; Slot < copies(N); ++Slot)
      if (isBuilt(N, Slot))
        node(N, Slot);
}

Netlist LaneBuilder::run() {
  B.N.Name = Names.Name + "_lane";
  addPorts();
  addStepCounter();
  addCounters();
  addRanges();
  addBoxes();
  addHandshakes();
  connectWalk();
  connectCounters();
  addDatapath();
  connectRecurrences();
  addOutputs();
  B.section("Reductions", CellPurpose::Reductions);
  for (uint32_t I = 0; I < K.Reductions.size(); ++I)
    addReduction(I);
  removeDeadCells(B.N);
  return std::move(B.N);
}

LaneNames plainNames(const StreamKernel &K, const DatapathSchedule &S) {
  LaneNames N;
  N.Name = "core";
  auto Number = [](const char *Prefix, size_t Count,
                   std::vector<std::string> &To) {
    for (size_t I = 0; I < Count; ++I)
      To.push_back(Prefix + std::to_string(I));
  };
  Number("in", K.Inputs.size(), N.Inputs);
  Number("out", K.Outputs.size(), N.Outputs);
  Number("scalar", K.Scalars.size(), N.Scalars);
  Number("reduction", K.Reductions.size(), N.Reductions);
  Number("tap", K.Inputs.size(), N.Taps);
  for (size_t I = 0; I < K.Nodes.size(); ++I)
    N.Nodes.push_back(std::string(name(K.Nodes[I].Op)) + std::to_string(I));
  for (size_t Set = 0; Set < std::max<size_t>(1, S.PositionStages.size());
       ++Set) {
    N.Coordinates.emplace_back();
    for (unsigned I = 0; I < 3; ++I)
      N.Coordinates[Set][I] = "position" + std::to_string(Set) + "_" + "xyz"[I];
  }
  return N;
}

Netlist laneNetlist(const StreamKernel &K, const StreamDesign &D,
                    const DatapathSchedule &S, const LaneLayout &L,
                    const LaneNames &Names) {
  assert(S.Nodes.size() == K.Nodes.size() &&
         Names.Nodes.size() == K.Nodes.size() &&
         "schedule and names are those of the kernel");
  return LaneBuilder(K, D, S, L, Names).run();
}

} // namespace roofline
