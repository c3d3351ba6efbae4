// A scheduled loop kernel as a netlist.
#include "roofline/LoopCore/LoopNetlist.h"

#include "LoopCoreBuilder.h"

#include <algorithm>
#include <cassert>

namespace roofline {

LoopCoreBuilder::LoopCoreBuilder(const LoopKernel &K, const LoopSchedule &S)
    : K(K), S(S), ControlLive(liveBits(K.Control.Graph)),
      ControlCells(B, K.Control.Graph, ControlLive, ControlUnits) {
  for (uint32_t I = 0; I < K.Leaves.size(); ++I)
    Leaves.push_back(std::make_unique<Leaf>(B, K.Leaves[I], S.Leaves[I]));
  Loops.resize(K.Loops.size());
  for (uint32_t N = 0; N < K.Control.Graph.Nodes.size(); ++N)
    ControlUnits.Units.push_back(operatorUnit(K.Control.Graph, N));
  Processes.resize(numProcesses(K));
  Writers.resize(K.Variables.size());
  addWriters(K.Root);
}

void LoopCoreBuilder::addWriters(const LoopRegion &R) {
  const uint32_t Process = processOf(K, R);
  if (R.K == LoopRegion::Kind::Leaf) {
    const LoopLeaf &L = K.Leaves[R.Index];
    for (uint32_t I = 0; I < L.Results.size(); ++I)
      Writers[L.Results[I].Variable] = {R.Index, {}, I, Process};
  } else if (R.K == LoopRegion::Kind::Loop) {
    const OuterLoop &L = K.Loops[R.Index];
    Writers[L.Counter] = {{}, R.Index, CounterIndex, Process};
    for (uint32_t C = 0; C < L.Carried.size(); ++C)
      Writers[L.Carried[C].Variable] = {{}, R.Index, C, Process};
  }
  for (const LoopRegion &Child : R.Children)
    addWriters(Child);
}

void LoopCoreBuilder::addPort(uint32_t Memory, bool IsInput,
                              uint64_t Elements) {
  const LoopMemory &M = K.Memories[Memory];
  Port P;
  P.Name = (IsInput ? "s_" : "m_") + M.Name;
  P.IsInput = IsInput;
  P.Memory = Memory;
  P.Elements = Elements;
  if (IsInput) {
    P.Data = B.input(P.Name + "_tdata", M.Type.Bits);
    P.Other = B.input(P.Name + "_tvalid", 1);
    B.input(P.Name + "_tlast", 1);
  } else {
    P.Other = B.input(P.Name + "_tready", 1);
  }
  Ports.push_back(std::move(P));
}

void LoopCoreBuilder::addPorts() {
  B.section("Ports", CellPurpose::Control);
  CellId Rst = B.input("rst", 1);
  Start = B.both(B.input("start", 1), B.opposite(Rst));
  Clear = B.either(Rst, Start);
  for (const LoopPort &P : K.Ports)
    addPort(P.Memory, K.Memories[P.Memory].Kind == LoopMemoryKind::Input,
            P.elements());
  for (const ScalarArgument &A : K.Scalars)
    Scalars.push_back(B.input("arg_" + A.Name, A.Type.Bits));
  for (size_t V = 0; V < K.Variables.size(); ++V)
    Variables.push_back(
        B.reg("var_" + K.Variables[V].Name, K.Variables[V].Type.Bits));
  for (uint32_t M = 0; M < K.Memories.size(); ++M)
    if (K.Memories[M].Kind == LoopMemoryKind::Channel)
      addChannel(M);
}

CellId LoopCoreBuilder::operation(const LoopDatapath &D, uint32_t N,
                                  OperatorCells &Cells,
                                  const OperatorUnit &Unit,
                                  const std::vector<CellId> &Operands) {
  const DatapathOp Op = D.Graph.Nodes[N].Op;
  if (Unit.Kind == UnitKind::Wire || Unit.Kind == UnitKind::Logic ||
      Unit.Kind == UnitKind::ShiftAdd || Unit.Kind == UnitKind::Multiplier)
    return Cells.expression(N, Operands);
  if (isFloatExtreme(Op))
    return B.floatExtreme(Op, Operands[0], Operands[1]);
  if (facts(Op).Types == OperandTypes::FloatCompare)
    return B.floatCompare(Op, Operands[0], Operands[1]);
  return B.unit("", Cells.unitOf(N), Op, Operands, D.Graph.Nodes[N].Type.Bits,
                std::nullopt);
}

CellId LoopCoreBuilder::pipe(std::string Name, uint32_t Width,
                             std::function<CellId()> Data) {
  const CellId R = B.reg(std::move(Name), Width);
  laterClocked(R);
  later([this, R, Data = std::move(Data)] {
    const CellId From = Data();
    B.N.Cells[R].Operands = {From};
  });
  return R;
}

CellId LoopCoreBuilder::valid(uint32_t L, uint32_t Stage) {
  Leaf &Own = *Leaves[L];
  while (Own.Valid.size() <= Stage) {
    const CellId R =
        B.reg(Own.Name + "valid" + std::to_string(Own.Valid.size()), 1);
    B.connect(R, Own.Valid.back(), {{}, Clear, B.constant(0, 1)});
    laterClocked(R);
    Own.Valid.push_back(R);
  }
  return Own.Valid[Stage];
}

CellId LoopCoreBuilder::source(uint32_t L, uint32_t Node) {
  Leaf &Own = *Leaves[L];
  const LoopSource &From =
      Own.L.Body.Sources[Own.L.Body.Graph.Nodes[Node].Value];
  switch (From.Kind) {
  case LoopSourceKind::Scalar:
    return Scalars[From.Index];
  case LoopSourceKind::Variable:
    return Variables[From.Index];
  case LoopSourceKind::Counter:
    return Own.Counters[From.Index];
  case LoopSourceKind::First: {
    CellId All = B.constant(1, 1);
    for (size_t I = From.Index; I < Own.Counters.size(); ++I)
      All = B.both(All, B.equal(Own.Counters[I], 0));
    return All;
  }
  case LoopSourceKind::Last:
    return Own.LastFrom[From.Index];
  case LoopSourceKind::Word:
    return word(L, From.Index);
  case LoopSourceKind::Carried:
    return carried(L, From.Index);
  }
  __builtin_unreachable();
}

/// A value that the iteration before left: from a register, or straight from
/// the stage that has it in this cycle.
CellId LoopCoreBuilder::carried(uint32_t L, uint32_t C) {
  Leaf &Own = *Leaves[L];
  const uint32_t Next = Own.L.Carried[C].Next;
  const uint32_t Read = Own.S.Carried[C];
  const uint32_t Written = std::max(Own.S.Ready[Next], Read);
  assert(Written <= Read + Own.S.Interval && "the value is there in time");
  if (Written == Read + Own.S.Interval)
    return at(L, Next, Written);
  if (Own.CarriedRegisters.empty())
    Own.CarriedRegisters.resize(Own.L.Carried.size());
  if (auto R = Own.CarriedRegisters[C])
    return *R;
  const CellId R = B.reg(Own.Name + "carried" + std::to_string(C),
                         Own.L.Carried[C].Type.Bits);
  Own.CarriedRegisters[C] = R;
  later([this, L, R, Next, Written] {
    const CellId Data = at(L, Next, Written);
    const CellId Is = valid(L, Written);
    B.N.Cells[R].Operands = {Data};
    enableWhere(R, Is);
  });
  return R;
}

CellId LoopCoreBuilder::base(uint32_t L, uint32_t Node) {
  Leaf &Own = *Leaves[L];
  const DatapathNode &N = Own.L.Body.Graph.Nodes[Node];
  if (N.Op == DatapathOp::Constant)
    return B.constant(N.Value, N.Type.Bits);
  if (N.Op == DatapathOp::Argument)
    return source(L, Node);
  const uint32_t Latency = Own.S.Ready[Node] - Own.S.Start[Node];
  auto Operands = [this, L, Node, &Own] {
    std::vector<CellId> Of;
    for (uint32_t O : Own.L.Body.Graph.Nodes[Node].Operands)
      Of.push_back(at(L, O, Own.S.Start[Node]));
    return Of;
  };
  const std::string Name =
      Own.Name + std::string(name(N.Op)) + std::to_string(Node);
  std::string Legal = Name;
  std::replace(Legal.begin(), Legal.end(), '.', '_');
  B.setLocation(N.Loc);
  CellId Word;
  const OperatorUnit &Unit = Own.S.Units[Node];
  const bool IsModule =
      Unit.Kind == UnitKind::Multiplier || Unit.Kind == UnitKind::Divider ||
      Unit.Kind == UnitKind::ConstantDivider ||
      Unit.Kind == UnitKind::BitCount || Unit.Kind == UnitKind::Float;
  if (Latency == 0) {
    Word = operation(Own.L.Body, Node, Own.Cells, Unit, Operands());
  } else if (!IsModule) {
    Word = pipe(Legal, N.Type.Bits, [this, &Own, Node, Unit, Operands] {
      return operation(Own.L.Body, Node, Own.Cells, Unit, Operands());
    });
  } else {
    Word = B.unit(Legal, Own.Cells.unitOf(Node), N.Op, {}, N.Type.Bits,
                  std::nullopt);
    laterClocked(Word);
    later([this, Word, Operands] {
      std::vector<CellId> Of = Operands();
      B.N.Cells[Word].Operands = std::move(Of);
    });
  }
  B.setLocation({});
  return Word;
}

/// True where node \p Node is the same for all iterations of a leaf at once.
bool LoopCoreBuilder::isSteady(const Leaf &Place, uint32_t Node) const {
  const DatapathNode &N = Place.L.Body.Graph.Nodes[Node];
  if (N.Op == DatapathOp::Constant)
    return true;
  if (N.Op != DatapathOp::Argument)
    return false;
  const LoopSourceKind Kind = Place.L.Body.Sources[N.Value].Kind;
  return Kind == LoopSourceKind::Scalar || Kind == LoopSourceKind::Variable;
}

CellId LoopCoreBuilder::at(uint32_t L, uint32_t Node, uint32_t Stage) {
  Leaf &Own = *Leaves[L];
  if (isSteady(Own, Node))
    Stage = Own.S.Ready[Node];
  const auto Key = std::pair(Node, Stage);
  if (auto It = Own.Words.find(Key); It != Own.Words.end())
    return It->second;
  assert(Stage >= Own.S.Ready[Node] && "a value is read after it is there");
  const CellId Word =
      Stage == Own.S.Ready[Node]
          ? base(L, Node)
          : pipe(Own.Name + "n" + std::to_string(Node) + "__d" +
                     std::to_string(Stage),
                 Own.L.Body.Graph.Nodes[Node].Type.Bits,
                 [this, L, Node, Stage] { return at(L, Node, Stage - 1); });
  return Own.Words[Key] = Word;
}

/// The node's bits at \p Stage, as wide as an address of \p M.
CellId LoopCoreBuilder::address(uint32_t L, uint32_t A, uint32_t Stage) {
  const Leaf &Own = *Leaves[L];
  return B.resized(at(L, Own.L.Accesses[A].Address, Stage),
                   addressBits(Own.L.Accesses[A].Memory));
}

/// Whether access \p A of the iteration in \p Stage takes place.
CellId LoopCoreBuilder::active(uint32_t L, uint32_t A, uint32_t Stage) {
  const Leaf &Own = *Leaves[L];
  const CellId Is = valid(L, Stage);
  const auto &Enable = Own.L.Accesses[A].Enable;
  return Enable ? B.both(Is, at(L, *Enable, Stage)) : Is;
}

void LoopCoreBuilder::addLeafControl(uint32_t L) {
  Leaf &Own = *Leaves[L];
  Current = Own.L.Process;
  Own.Name = "l" + std::to_string(L) + "_";
  B.section("Loop " + std::to_string(L) +
                (Own.L.Loc ? " of line " + std::to_string(Own.L.Loc.Line) : ""),
            CellPurpose::Control);
  Own.Issue = B.reg(Own.Name + "issue", 1);
  CellId Begins = Own.Issue;
  if (Own.S.Interval > 1) {
    Own.Phase = B.reg(Own.Name + "phase", bitsFor(Own.S.Interval - 1));
    Begins = B.both(Begins, B.equal(*Own.Phase, 0));
  }
  CellId Runs = Begins;
  if (Own.L.Guard)
    Runs = B.both(Begins, control(*Own.L.Guard));
  Own.IsEmpty = B.both(Begins, Own.L.Guard ? B.opposite(control(*Own.L.Guard))
                                           : B.constant(0, 1));
  Own.Valid = {Runs};
  for (size_t I = 0; I < Own.L.Levels.size(); ++I)
    Own.Counters.push_back(B.reg(Own.Name + "count" + std::to_string(I),
                                 bitsFor(Own.L.Levels[I].Most - 1)));
  Own.LastFrom.assign(Own.L.Levels.size() + 1, B.constant(1, 1));
  std::vector<CellId> IsLast(Own.L.Levels.size());
  for (size_t I = Own.L.Levels.size(); I-- > 0;) {
    const LoopTrips &T = Own.L.Levels[I];
    IsLast[I] = isLastTrip(Own.Counters[I], T);
    Own.LastFrom[I] = B.both(IsLast[I], Own.LastFrom[I + 1]);
  }
  for (size_t I = 0; I < Own.L.Levels.size(); ++I) {
    const CellId C = Own.Counters[I];
    const uint32_t Width = B.width(C);
    const CellId Next =
        B.select(IsLast[I], B.constant(0, Width),
                 B.op(DatapathOp::Add, C, B.constant(1, Width)));
    B.connect(C, Next, {{}, Clear, B.constant(0, Width)});
    enableWhere(C, B.both(Runs, Own.LastFrom[I + 1]));
  }
  CellId Ended = B.both(Runs, Own.LastFrom[0]);
  Own.LastIssue = B.either(Ended, Own.IsEmpty);
  for (uint32_t Stage = 1; Stage < Own.S.Depth; ++Stage) {
    const CellId R = B.reg(Own.Name + "ends" + std::to_string(Stage), 1);
    B.connect(R, Ended, {{}, Clear, B.constant(0, 1)});
    laterClocked(R);
    Ended = R;
  }
  Own.Done = B.both(B.either(Ended, Own.IsEmpty), B.opposite(Clear));
}

CellId LoopCoreBuilder::isLastTrip(CellId Counter, const LoopTrips &T) {
  return T.Last ? B.op(DatapathOp::Equal, Counter,
                       B.resized(control(*T.Last), B.width(Counter)))
                : B.equal(Counter, T.Most - 1);
}

/// Words that registers and units take, which ask for others in turn.
void LoopCoreBuilder::runLater() {
  for (size_t I = 0; I < Later.size(); ++I) {
    const auto [Process, Task] = Later[I]; // the list grows
    Current = Process;
    Task();
  }
  Later.clear();
}

void LoopCoreBuilder::enableAll() {
  for (const Process &P : Processes) {
    for (CellId Id : P.Advancing)
      B.N.Cells[Id].Enable = P.Advance;
    for (const auto &[Id, Where] : P.EnabledWhere) {
      const CellId Both = B.both(P.Advance, Where);
      B.N.Cells[Id].Enable = Both;
    }
    const CellId Step = B.either(P.Advance, Clear);
    for (CellId Id : P.Stepping)
      B.N.Cells[Id].Enable = Step;
  }
}

Netlist LoopCoreBuilder::run(const std::string &Name) {
  B.N.Name = Name;
  addPorts();
  for (uint32_t L = 0; L < Leaves.size(); ++L)
    addLeafControl(L);
  addAccesses();
  runLater();
  addSequence();
  runLater();
  addHandshakes();
  connectChannels();
  enableAll();
  mergeEqualCells(B.N);
  return std::move(B.N);
}

Netlist loopNetlist(const LoopKernel &K, const LoopSchedule &S,
                    const std::string &Name) {
  assert(S.Leaves.size() == K.Leaves.size() && "a schedule is of its kernel");
  return LoopCoreBuilder(K, S).run(Name);
}

} // namespace roofline
