// What runs when: regions one after another, and the variables between them.
#include "LoopCoreBuilder.h"

#include <cassert>

namespace roofline {

CellId LoopCoreBuilder::variable(uint32_t V, When W) {
  if (W == When::After || (W == When::Latch && Writers[V].Leaf))
    return newOf(V);
  return Variables[V];
}

CellId LoopCoreBuilder::control(uint32_t Node, When W) {
  const auto Key = std::pair(Node, int(W));
  if (auto It = ControlWords.find(Key); It != ControlWords.end())
    return It->second;
  const DatapathNode &N = K.Control.Graph.Nodes[Node];
  CellId Word;
  if (N.Op == DatapathOp::Constant) {
    Word = B.constant(N.Value, N.Type.Bits);
  } else if (N.Op == DatapathOp::Argument) {
    const LoopSource &From = K.Control.Sources[N.Value];
    Word = From.Kind == LoopSourceKind::Variable ? variable(From.Index, W)
                                                 : Scalars[From.Index];
  } else {
    std::vector<CellId> Operands;
    for (uint32_t O : N.Operands)
      Operands.push_back(control(O, W));
    Word = operation(K.Control, Node, ControlCells, ControlUnits.Units[Node],
                     Operands);
  }
  return ControlWords[Key] = Word;
}

/// Variable \p V as the next cycle has it, if its process advances.
CellId LoopCoreBuilder::newOf(uint32_t V) {
  if (auto It = NewVariables.find(V); It != NewVariables.end())
    return It->second;
  const Writer &By = Writers[V];
  CellId Word = Variables[V];
  if (By.Leaf) {
    const Leaf &Own = *Leaves[*By.Leaf];
    const uint32_t Node = Own.L.Results[By.Index].Node;
    const uint32_t Stage = Own.S.Ready[Node];
    Word = B.select(valid(*By.Leaf, Stage), at(*By.Leaf, Node, Stage), Word);
  } else if (By.Loop) {
    const Loop &Own = Loops[*By.Loop];
    const OuterLoop &L = K.Loops[*By.Loop];
    const uint32_t Width = B.width(Word);
    const bool IsCounter = By.Index == CounterIndex;
    const CellId Initial =
        IsCounter ? B.constant(0, Width)
                  : control(L.Carried[By.Index].Initial, When::After);
    const CellId Next = IsCounter
                            ? B.op(DatapathOp::Add, Word, B.constant(1, Width))
                            : control(L.Carried[By.Index].Next, When::Latch);
    Word = B.select(Own.Enter, Initial, B.select(Own.Latch, Next, Word));
  }
  return NewVariables[V] = Word;
}

/// The cycle in which \p R ends; makes the signals of loops.
CellId LoopCoreBuilder::done(const LoopRegion &R) {
  if (R.K == LoopRegion::Kind::Leaf)
    return Leaves[R.Index]->Done;
  CellId Children = 0;
  for (const LoopRegion &Child : R.Children)
    Children = done(Child);
  if (R.K == LoopRegion::Kind::Sequence)
    return Children;
  const OuterLoop &L = K.Loops[R.Index];
  Loop &Own = Loops[R.Index];
  // A test reads what this iteration leaves.
  const CellId IsLast = L.Continue
                            ? B.opposite(control(*L.Continue, When::Latch))
                            : isLastTrip(Variables[L.Counter], L.Trips);
  Own.Latch = B.both(Children, B.opposite(IsLast));
  Own.Done = B.both(Children, IsLast);
  if (L.Guard) {
    Own.Asks = B.reg("asks" + std::to_string(R.Index), 1);
    Own.Done = B.either(Own.Done, B.both(B.both(*Own.Asks, B.opposite(Clear)),
                                         B.opposite(control(*L.Guard))));
  }
  return Own.Done;
}

/// The cycle in which \p R ends, after done().
CellId LoopCoreBuilder::ended(const LoopRegion &R) const {
  return R.K == LoopRegion::Kind::Leaf   ? Leaves[R.Index]->Done
         : R.K == LoopRegion::Kind::Loop ? Loops[R.Index].Done
                                         : ended(R.Children.back());
}

void LoopCoreBuilder::enterAll(const std::vector<LoopRegion> &Children,
                               CellId Enter, bool AtStart) {
  for (const LoopRegion &Child : Children) {
    enter(Child, Enter, AtStart);
    Enter = ended(Child);
    AtStart = false;
  }
}

void LoopCoreBuilder::enter(const LoopRegion &R, CellId Enter, bool AtStart) {
  const CellId AsStart = AtStart ? Start : B.constant(0, 1);
  if (R.K == LoopRegion::Kind::Sequence)
    return enterAll(R.Children, Enter, AtStart);
  if (R.K == LoopRegion::Kind::Leaf) {
    const Leaf &Own = *Leaves[R.Index];
    B.connect(Own.Issue,
              B.either(Enter, B.both(Own.Issue, B.opposite(Own.LastIssue))),
              {{}, Clear, AsStart});
    laterClocked(Own.Issue);
    if (Own.Phase) {
      const CellId P = *Own.Phase;
      const uint32_t Width = B.width(P);
      const CellId Restarts = B.either(B.either(Enter, B.opposite(Own.Issue)),
                                       B.equal(P, Own.S.Interval - 1));
      B.connect(P,
                B.select(Restarts, B.constant(0, Width),
                         B.op(DatapathOp::Add, P, B.constant(1, Width))),
                {{}, Clear, B.constant(0, Width)});
      laterClocked(P);
    }
    return;
  }
  Loop &Own = Loops[R.Index];
  Own.Enter = B.either(Enter, AsStart);
  Own.AtStart = AtStart;
  if (Own.Asks) {
    B.connect(*Own.Asks, Enter, {{}, Clear, AsStart});
    laterClocked(*Own.Asks);
    Enter = B.both(B.both(*Own.Asks, B.opposite(Clear)),
                   control(*K.Loops[R.Index].Guard));
    AtStart = false;
  }
  enterAll(R.Children, B.either(Enter, Own.Latch), AtStart);
}

void LoopCoreBuilder::connectVariables() {
  for (uint32_t V = 0; V < Variables.size(); ++V) {
    const Writer &By = Writers[V];
    Current = By.Process;
    if (By.Leaf) {
      const Leaf &Own = *Leaves[*By.Leaf];
      const uint32_t Node = Own.L.Results[By.Index].Node;
      const uint32_t Stage = Own.S.Ready[Node];
      B.connect(Variables[V], at(*By.Leaf, Node, Stage), {});
      enableWhere(Variables[V], valid(*By.Leaf, Stage));
    } else {
      B.connect(Variables[V], newOf(V), {});
      Processes[Current].Stepping.push_back(Variables[V]);
    }
  }
}

void LoopCoreBuilder::addSequence() {
  B.section("Regions, one after another", CellPurpose::Control);
  std::vector<LoopRegion> Roots(Processes.size());
  for (LoopRegion &R : topRegions(K))
    Roots[processOf(K, R)].Children.push_back(std::move(R));
  std::vector<CellId> Ends;
  for (Current = 0; Current < Roots.size(); ++Current) {
    Ends.push_back(done(Roots[Current]));
    enter(Roots[Current], B.constant(0, 1), true);
  }
  connectVariables();
  CellId All = B.constant(1, 1);
  for (Current = 0; Current < Ends.size(); ++Current) {
    const CellId Done = B.reg(own("is_done"), 1);
    B.connect(Done, B.either(Done, Ends[Current]),
              {{}, Clear, B.constant(0, 1)});
    laterClocked(Done);
    All = B.both(All, Done);
  }
  B.output("done", {All});
}

} // namespace roofline
