// Parts of a core, with all names.
#include "CorePlan.h"

#include "roofline/Codegen/LegalNames.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <map>

namespace roofline {

std::string literal(uint64_t Bits, uint32_t Width) {
  static const char Digits[] = "0123456789abcdef";
  if (Width == 1)
    return Bits & 1 ? "1'b1" : "1'b0";
  std::string Hex;
  for (uint32_t I = (Width + 3) / 4; I-- > 0;)
    Hex += Digits[I < 16 ? Bits >> (4 * I) & 15 : 0];
  return std::to_string(Width) + "'h" + Hex;
}

std::string bitRange(uint32_t Width) {
  return "[" + std::to_string(Width - 1) + ":0] ";
}

std::string place(const SourceLocation &Loc) {
  return Loc ? Loc.File + ":" + std::to_string(Loc.Line) + ":" +
                   std::to_string(Loc.Column)
             : std::string();
}

bool LaneConstant::isParameter() const {
  return std::any_of(Values.begin(), Values.end(),
                     [&](uint64_t V) { return V != Values[0]; });
}
std::string LaneConstant::text() const {
  return isParameter() ? Name : literal(Values[0], Width);
}

std::string CorePlan::node(uint32_t N, uint32_t Slot) const {
  return copies(N) > 1 ? Nodes[N] + "__s" + std::to_string(Slot) : Nodes[N];
}

std::string CorePlan::tap(uint32_t Input, uint32_t Slot, int64_t Delay) const {
  std::string Text = Taps[Input];
  if (D.Vector > 1)
    Text += "__s" + std::to_string(Slot);
  return Delay ? Text + "__d" + std::to_string(Delay) : Text;
}

std::string CorePlan::delayed(const DelayLine &Line, int64_t Delay) const {
  std::string Suffix = Delay ? "__d" + std::to_string(Delay) : "";
  switch (Line.Source) {
  case DelayLine::From::Tap:
    return tap(Line.Index, Line.Slot, Delay);
  case DelayLine::From::Coordinate:
    return Coordinates[Line.Index / 3][Line.Index % 3] + Suffix;
  case DelayLine::From::Node:
    break;
  }
  return node(Line.Index, Line.Slot) + Suffix;
}

std::string CorePlan::value(uint32_t N, int32_t Stage, uint32_t Slot) const {
  const DatapathNode &Node = K.Nodes[N];
  switch (Node.Op) {
  case DatapathOp::Constant:
    return NamedConstants.count(N) ? Nodes[N]
                                   : literal(Node.Value, Node.Type.Bits);
  case DatapathOp::Argument:
    return "arg_" + Scalars[Node.Value];
  case DatapathOp::Position: {
    std::string Text = Nodes[N];
    if (D.Vector > 1 && Node.Value == 0)
      Text += "__s" + std::to_string(Slot);
    return Text + "__d" + std::to_string(Stage - S.Nodes[N].Start);
  }
  case DatapathOp::Input: {
    TapPlace T = tapPlace(K, Node, Slot, D.Vector);
    return tap(uint32_t(Node.Value), T.Slot, T.Delay + Stage);
  }
  default:
    break;
  }
  ValuePlace V = valuePlace(K, N, Slot, D.Vector);
  NodeCopy Built = L.Copies[V.Node * D.Vector + V.Slot];
  if (K.Nodes[Built.Node].Operands.empty())
    return value(Built.Node, Stage, Built.Slot);
  std::string Text = node(Built.Node, Built.Slot);
  int64_t Delay = Stage - S.Nodes[V.Node].ready() - V.Ahead + Built.Lag;
  if (S.Nodes[Built.Node].Invariant || Delay == 0)
    return Text;
  return Text + "__d" + std::to_string(Delay);
}

std::string CorePlan::counter(uint32_t I, uint32_t Dimension) const {
  for (size_t Set = 0; Set < L.PositionCounters.size(); ++Set)
    if (L.PositionCounters[Set] == I)
      return Coordinates[Set][Dimension];
  return "counter__" + std::to_string(I) + "xyz"[Dimension];
}

std::string CorePlan::stream(const std::string &Port, uint32_t Lane) const {
  return D.Lanes > 1 ? Port + "_lane" + std::to_string(Lane) : Port;
}

namespace {

void nameAll(CorePlan &P) {
  const StreamKernel &K = P.K;
  VerilogNames Modules, Inner;
  for (const char *Reserved : {"clk", "rst", "load", "busy", "advance", "step",
                               "done", "start", "pause", "ripe", "there"})
    Inner.legal(Reserved);
  // A module is told from its own ports, and from those that it contains.
  for (const char *Reserved : {"clk", "rst", "start", "done", "busy", "idle"})
    Modules.legal(Reserved);
  constexpr std::string_view OfModules = "roofline_";
  P.Name = Modules.legal(K.Name.starts_with(OfModules)
                             ? "core_" + K.Name.substr(OfModules.size())
                             : K.Name);
  auto NameAll = [](auto &From, std::vector<std::string> &To) {
    VerilogNames Names;
    for (auto &One : From)
      To.push_back(Names.legal(One.Name));
  };
  auto NamePorts = [](auto &Streams, std::vector<std::string> &To,
                      std::vector<uint32_t> &Ports) {
    VerilogNames Names;
    for (uint32_t I = 0; I < Streams.size(); ++I) {
      uint32_t Port = portOf(Streams, I);
      if (Port == I)
        Ports.push_back(I);
      To.push_back(Port == I ? Names.legal(Streams[I].Name) : To[Port]);
    }
  };
  NamePorts(K.Inputs, P.Inputs, P.InputPorts);
  NamePorts(K.Outputs, P.Outputs, P.OutputPorts);
  NameAll(K.Scalars, P.Scalars);
  NameAll(K.Reductions, P.Reductions);
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    P.Taps.push_back(Inner.legal(K.Inputs[I].Fields > 1
                                     ? P.Inputs[I] + "_" +
                                           std::to_string(K.Inputs[I].field())
                                     : P.Inputs[I]));
  for (size_t Set = 0; Set < std::max<size_t>(1, P.S.PositionStages.size());
       ++Set) {
    P.Coordinates.emplace_back();
    for (unsigned I = 0; I < 3; ++I)
      P.Coordinates[Set][I] = Inner.legal(
          "position" + (Set ? std::to_string(Set) : "") + "_" + "xyz"[I]);
  }
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    std::string Op(name(K.Nodes[I].Op));
    P.Nodes.push_back(Inner.legal(Op + std::to_string(I)));
  }
}

/// Constants that an expression takes bits from.
void nameConstants(CorePlan &P) {
  for (uint32_t I = 0; I < P.K.Nodes.size(); ++I) {
    const DatapathNode &N = P.K.Nodes[I];
    bool Divides = N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem;
    if (P.S.Nodes[I].Used &&
        (P.S.Nodes[I].Unit.Kind == UnitKind::Wire || Divides))
      for (uint32_t Slot = 0; Slot < P.copies(I); ++Slot)
        for (uint32_t O : N.Operands)
          if (uint32_t Of = P.L.Copies[O * P.D.Vector + Slot].Node;
              P.isBuilt(I, Slot) && P.K.Nodes[Of].Op == DatapathOp::Constant)
            P.NamedConstants.insert(Of);
  }
}

std::array<int64_t, 3> coordinates(const Box &Space, int64_t Beat) {
  int64_t Count = Space.volume();
  Beat = ((Beat % Count) + Count) % Count;
  return {Beat % Space.Size[0], Beat / Space.Size[0] % Space.Size[1],
          Beat / Space.Size[0] / Space.Size[1]};
}

void setConstants(CorePlan &P) {
  const LaneLayout &L = P.L;
  uint64_t Never = ~uint64_t(0) >> (64 - L.StepBits);
  for (size_t I = 0; I < L.Events.size(); ++I) {
    LaneConstant C = {"EVENT" + std::to_string(I), L.StepBits, {}};
    for (int64_t Step : L.Events[I])
      C.Values.push_back(Step < 0 ? Never : uint64_t(Step));
    P.Events.push_back(C);
  }
  // A range that begins with the launch: it is cleared, but never set.
  for (size_t I = 0; I < L.Ranges.size(); ++I) {
    LaneConstant C = {"RANGE" + std::to_string(I), 1, {}};
    for (size_t Lane = 0; Lane < L.Walks.size(); ++Lane)
      C.Values.push_back(L.Events[L.Ranges[I].Set][Lane] < 0 &&
                         L.Events[L.Ranges[I].Clear][Lane] >= 0);
    P.RangeInitial.push_back(C);
  }
  for (size_t I = 0; I < L.Counters.size(); ++I) {
    P.CounterInitial.emplace_back();
    for (unsigned Dim = 0; Dim < 3; ++Dim) {
      LaneConstant C = {"COUNTER" + std::to_string(I) + "XYZ" [Dim],
                        bitsFor(P.Space.Size[Dim] - 1),
                        {}};
      for (const LaneWalk &W : L.Walks)
        C.Values.push_back(
            coordinates(P.Space, W.Begin + L.Counters[I].Shift)[Dim]);
      P.CounterInitial.back()[Dim] = C;
    }
  }
  for (size_t I = 0; I < L.Boxes.size(); ++I) {
    LaneConstant C = {"BOX" + std::to_string(I), 1, {}};
    int64_t Shift = L.Counters[L.Boxes[I].Counter].Shift - 1;
    for (const LaneWalk &W : L.Walks)
      C.Values.push_back(
          L.Boxes[I].Beats.contains(coordinates(P.Space, W.Begin + Shift)));
    P.BoxInitial.push_back(C);
  }
}

void planMasters(CorePlan &P) {
  VerilogNames Names;
  std::map<std::string, std::string> Bases;
  auto Add = [&](bool Reads, uint32_t I, uint32_t Lane) {
    MasterPlan M;
    M.Reads = Reads;
    M.Stream = I;
    M.Lane = Lane;
    M.T = Reads ? inputTransfer(P.K, P.D, Lane, I)
                : outputTransfer(P.K, P.D, Lane, I);
    M.Name = P.stream("m_axi_" + (Reads ? P.Inputs : P.Outputs)[I], Lane);
    std::string &Base = Bases[P.streamOf(M).Name];
    if (Base.empty()) {
      Base = "base_" + Names.legal(P.streamOf(M).Name);
      P.Bases.push_back(Base);
    }
    M.Base = Base;
    P.Masters.push_back(std::move(M));
  };
  for (bool Reads : {true, false})
    for (uint32_t I : Reads ? P.InputPorts : P.OutputPorts)
      for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
        Add(Reads, I, Lane);
}

} // namespace

CorePlan planCore(const StreamKernel &K, const StreamDesign &D,
                  const std::optional<MemoryMasters> &Memory) {
  CorePlan P(K, D);
  P.Memory = Memory;
  nameAll(P);
  nameConstants(P);
  setConstants(P);
  if (Memory)
    planMasters(P);
  if (!K.Finish.empty())
    P.Finish = std::make_shared<const CorePlan>(
        planCore(K.Finish.front(), StreamDesign()));
  return P;
}

} // namespace roofline
