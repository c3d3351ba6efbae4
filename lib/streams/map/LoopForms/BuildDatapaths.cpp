// The datapaths of leaves and of control, and the variables between them.
#include "DatapathsBuilder.h"

#include "roofline/Canonical/ErrorAt.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace roofline {

Expected<LoopKernel> DatapathsBuilder::run() {
  K.Name = Original.getName().str();
  K.Loc = sourceLocation(&Original);
  if (Error E = Mem.find())
    return std::move(E);
  place();
  K.Leaves.resize(Plan.Leaves.size());
  for (uint32_t L = 0; L < K.Leaves.size(); ++L)
    Parts.push_back(std::make_unique<PartBuilder>(*this, K.Leaves[L].Body, L,
                                                  ItemsOfLeaf[L]));
  for (uint32_t L = 0; L < K.Leaves.size(); ++L)
    if (Error E = buildLeaf(L))
      return std::move(E);
  if (Error E = buildControl())
    return std::move(E);
  if (Error E = buildResults())
    return std::move(E);
  for (auto &P : Parts)
    P->finish();
  for (auto &[Items, Control] : Controls)
    Control->finish();
  K.Root = std::move(Plan.Root);
  dropUnusedVariables(K);
  if (Error E = checkVariables())
    return std::move(E);
  return std::move(K);
}

/// Each variable that is read has code that writes it.
Error DatapathsBuilder::checkVariables() const {
  std::vector<bool> IsWritten(K.Variables.size());
  for (const LoopLeaf &L : K.Leaves)
    for (const LoopResult &R : L.Results)
      IsWritten[R.Variable] = true;
  for (const OuterLoop &L : K.Loops) {
    IsWritten[L.Counter] = true;
    for (const OuterCarried &C : L.Carried)
      IsWritten[C.Variable] = true;
  }
  auto Check = [&](const LoopDatapath &D) -> Error {
    for (const LoopSource &S : D.Sources)
      if (S.Kind == LoopSourceKind::Variable && !IsWritten[S.Index])
        for (const auto &[V, Variable] : Variables)
          if (Variable == S.Index)
            return errorAt(*V, "a value that a work-item keeps from one loop "
                               "to another, or across a barrier: keep it in "
                               "local memory");
    return Error::success();
  };
  for (const LoopLeaf &L : K.Leaves)
    if (Error E = Check(L.Body))
      return E;
  return Check(K.Control);
}

void DatapathsBuilder::place() {
  for (uint32_t L = 0; L < Plan.Leaves.size(); ++L) {
    for (uint32_t I = 0; I < Plan.Leaves[L].Levels.size(); ++I)
      if (const llvm::Loop *Own = Plan.Leaves[L].Levels[I].Code)
        Levels[Own] = {L, I};
    for (const AccessPlan &A : Plan.Leaves[L].Accesses)
      LeafOf[A.I] = L;
  }
  K.Loops.resize(Plan.Loops.size());
  for (uint32_t I = 0; I < Plan.Loops.size(); ++I) {
    const LevelPlan &Level = Plan.Loops[I].Level;
    K.Loops[I].Counter =
        addVariable("count" + std::to_string(I), intOf(Level.Trips - 1));
    if (Level.Code) {
      Outer[Level.Code] = I;
      K.Loops[I].Loc = sourceLocation(Level.Code->getHeader()->getTerminator());
    }
  }
  ItemsOfLeaf.resize(Plan.Leaves.size());
  ItemsOfLoop.resize(Plan.Loops.size());
  placeItems(Plan.Root, {});
}

/// Says which loops over work-items are around what is in \p R.
void DatapathsBuilder::placeItems(const LoopRegion &R,
                                  const ItemCounters &Items) {
  ItemCounters Inside = Items;
  if (R.K == LoopRegion::Kind::Leaf)
    ItemsOfLeaf[R.Index] = Items;
  if (R.K == LoopRegion::Kind::Loop) {
    ItemsOfLoop[R.Index] = Items;
    if (const LevelPlan &Level = Plan.Loops[R.Index].Level; !Level.Code)
      Inside[{Level.Items, Level.Dimension}] = K.Loops[R.Index].Counter;
  }
  for (const LoopRegion &Child : R.Children)
    placeItems(Child, Inside);
}

/// The control datapath as work-items of \p Items see it.
Expected<PartBuilder *> DatapathsBuilder::controlIn(const ItemCounters &Items) {
  std::unique_ptr<PartBuilder> &P = Controls[Items];
  if (P)
    return P.get();
  P = std::make_unique<PartBuilder>(*this, K.Control, PartBuilder::NoLeaf,
                                    Items);
  if (Error E = define(*P))
    return std::move(E);
  return P.get();
}

uint32_t DatapathsBuilder::itemNode(PartBuilder &P, ItemQuery Query,
                                    unsigned D) {
  if (P.Leaf != PartBuilder::NoLeaf)
    for (auto [I, Level] : enumerate(Plan.Leaves[P.Leaf].Levels))
      if (!Level.Code && Level.Items == Query && Level.Dimension == D)
        return P.source(LoopSourceKind::Counter, uint32_t(I),
                        intOf(Level.Trips - 1));
  auto It = P.Items.find({Query, D});
  if (It != P.Items.end())
    return P.source(LoopSourceKind::Variable, It->second,
                    K.Variables[It->second].Type);
  const auto &Open = Code.Open;
  if (Query != ItemQuery::Global) // the only one
    return P.Nodes.constant(Flag, 0);
  const ValueType Type = intOf(Open.Global[D] - 1);
  auto Part = [&](ItemQuery Query) {
    return P.resized(itemNode(P, Query, D), Type);
  };
  uint32_t Group = Part(ItemQuery::Group);
  Group = P.Nodes.add(DatapathOp::Mul, Type,
                      {Group, P.Nodes.constant(Type, Open.Local[D])});
  return P.Nodes.add(DatapathOp::Add, Type, {Group, Part(ItemQuery::Local)});
}

void DatapathsBuilder::defineItems(PartBuilder &P) {
  for (const Instruction &I : instructions(*Code.Open.F))
    if (auto Query = itemQuery(I)) {
      const auto [Kind, D] = *Query;
      // Control has no work-item: what asks for one there is not uniform.
      const bool IsControl = P.Leaf == PartBuilder::NoLeaf;
      if (IsControl && !P.Items.count({Kind, D}))
        continue;
      P.Nodes.define(&I,
                     P.resized(itemNode(P, Kind, D), *streamType(I.getType())));
    }
}

uint32_t DatapathsBuilder::affine(PartBuilder &P, const SCEVAddRecExpr &Rec,
                                  const Instruction &Phi, uint32_t Counter) {
  const ValueType Type = *streamType(Phi.getType());
  const uint64_t Start =
      cast<SCEVConstant>(Rec.getStart())->getAPInt().getZExtValue();
  const uint64_t Step =
      cast<SCEVConstant>(Rec.getOperand(1))->getAPInt().getZExtValue();
  uint32_t At = P.resized(Counter, Type);
  const bool IsBack =
      cast<SCEVConstant>(Rec.getOperand(1))->getAPInt().isAllOnes();
  const uint32_t First = P.Nodes.constant(Type, Start);
  if (IsBack)
    return P.Nodes.add(DatapathOp::Sub, Type, {First, At}, &Phi);
  if (Step != 1)
    At = P.Nodes.add(DatapathOp::Mul, Type, {At, P.Nodes.constant(Type, Step)},
                     &Phi);
  return Start ? P.Nodes.add(DatapathOp::Add, Type, {At, First}, &Phi) : At;
}

/// The phis of level \p Level of a leaf.
Error DatapathsBuilder::definePhis(PartBuilder &P, uint32_t Level) {
  const LeafPlan &Own = Plan.Leaves[P.Leaf];
  const LevelPlan &L = Own.Levels[Level];
  if (!L.Code)
    return Error::success();
  const uint32_t Counter =
      P.source(LoopSourceKind::Counter, Level, intOf(L.Trips - 1));
  for (const PHINode &Phi : L.Code->getHeader()->phis()) {
    if (const SCEVAddRecExpr *Rec = affineForm(Phi)) {
      P.Nodes.define(&Phi, affine(P, *Rec, Phi, Counter));
      continue;
    }
    const auto Type = streamType(Phi.getType());
    if (!Type)
      return errorAt(Phi, "a loop that carries a pointer or a vector");
    LoopLeaf &Leaf = K.Leaves[P.Leaf];
    const auto C = uint32_t(Leaf.Carried.size());
    Leaf.Carried.push_back({*Type, 0});
    const uint32_t Initial =
        P.Nodes.node(Phi.getIncomingValueForBlock(L.Code->getLoopPreheader()));
    if (P.Nodes.failed())
      return P.Nodes.takeError();
    const uint32_t Now =
        P.selected(P.source(LoopSourceKind::First, Level, Flag), Initial,
                   P.source(LoopSourceKind::Carried, C, *Type));
    P.Nodes.define(&Phi, Now);
    OpenPhis[P.Leaf].push_back({&Phi, Level, Now, C});
  }
  return Error::success();
}

/// Phis behind loops that run elsewhere: variables.
void DatapathsBuilder::defineLeaving(PartBuilder &P) {
  for (const BasicBlock &B : *Code.Open.F)
    for (const PHINode &Phi : B.phis()) {
      const auto *From = Phi.getNumIncomingValues() == 1
                             ? dyn_cast<Instruction>(Phi.getIncomingValue(0))
                             : nullptr;
      if (!From || !streamType(Phi.getType()))
        continue;
      // The outermost loop that the value leaves.
      const llvm::Loop *Left = Code.LI.getLoopFor(From->getParent());
      auto It = Left ? Levels.find(Left) : Levels.end();
      if (It == Levels.end() || It->second.first == P.Leaf)
        continue;
      P.Nodes.define(&Phi, P.source(LoopSourceKind::Variable, variableOf(From),
                                    *streamType(Phi.getType())));
    }
}

Error DatapathsBuilder::define(PartBuilder &P) {
  defineItems(P);
  for (const auto &[Loop, Index] : Outer)
    for (const PHINode &Phi : Loop->getHeader()->phis()) {
      if (const SCEVAddRecExpr *Rec = countOf(Phi, Index)) {
        const uint32_t Count = K.Loops[Index].Counter;
        P.Nodes.define(&Phi, affine(P, *Rec, Phi,
                                    P.source(LoopSourceKind::Variable, Count,
                                             K.Variables[Count].Type)));
        continue;
      }
      if (!streamType(Phi.getType()))
        return errorAt(Phi, "a loop that carries a pointer or a vector");
      P.Nodes.define(&Phi, P.source(LoopSourceKind::Variable, variableOf(&Phi),
                                    *streamType(Phi.getType())));
    }
  // Of loops that are elsewhere.
  for (const llvm::Loop *Other : Code.LI.getLoopsInPreorder()) {
    auto It = Levels.find(Other);
    if (Outer.count(Other) ||
        (It != Levels.end() && It->second.first == P.Leaf))
      continue;
    for (const PHINode &Phi : Other->getHeader()->phis())
      if (streamType(Phi.getType()))
        P.Nodes.define(&Phi,
                       P.source(LoopSourceKind::Variable, variableOf(&Phi),
                                *streamType(Phi.getType())));
  }
  defineLeaving(P);
  return Error::success();
}

Error DatapathsBuilder::buildLeaf(uint32_t L) {
  PartBuilder &P = *Parts[L];
  const LeafPlan &Own = Plan.Leaves[L];
  LoopLeaf &Leaf = K.Leaves[L];
  Leaf.Accesses.resize(Own.Accesses.size());
  for (uint32_t A = 0; A < Own.Accesses.size(); ++A)
    P.Slots[Own.Accesses[A].I] = A;
  if (!Own.Accesses.empty())
    Leaf.Loc = sourceLocation(Own.Accesses[0].I);
  for (const LevelPlan &Level : Own.Levels)
    if (Level.Code)
      Leaf.Loc = sourceLocation(Level.Code->getHeader()->getTerminator());
  if (Error E = define(P))
    return E;
  for (const LevelPlan &Level : Own.Levels)
    if (Level.BoundTest)
      P.Nodes.define(Level.BoundTest, P.Nodes.constant(Flag, 1));
  for (uint32_t I = 0; I < Own.Levels.size(); ++I)
    if (Error E = definePhis(P, I))
      return E;
  for (const AccessPlan &A : Own.Accesses) {
    if (auto *Load = dyn_cast<LoadInst>(A.I)) {
      P.Nodes.node(Load);
    } else {
      auto *Store = cast<StoreInst>(A.I);
      const uint32_t M = Mem.of(*Store);
      const uint32_t Address = P.addressOf(*Store);
      const uint32_t Value =
          P.resized(P.Nodes.node(Store->getValueOperand()), K.Memories[M].Type);
      Leaf.Accesses[P.Slots.lookup(Store)] = {
          M, Address, Value, P.enableOf(*Store, A), sourceLocation(Store)};
    }
    if (P.Nodes.failed())
      return P.Nodes.takeError();
  }
  for (const OpenPhi &Open : OpenPhis[L]) {
    const llvm::Loop *Loop = Own.Levels[Open.Level].Code;
    uint32_t Next =
        P.Nodes.node(Open.Phi->getIncomingValueForBlock(Loop->getLoopLatch()));
    if (P.Nodes.failed())
      return P.Nodes.takeError();
    if (Open.Level + 1 < Own.Levels.size())
      Next = P.selected(P.source(LoopSourceKind::Last, Open.Level + 1, Flag),
                        Next, Open.Value);
    Leaf.Carried[Open.Carried].Next = Next;
  }
  return Error::success();
}

Error DatapathsBuilder::setTrips(PartBuilder &P, LoopTrips &To,
                                 std::optional<uint32_t> &Guard,
                                 const LevelPlan &Level,
                                 const BasicBlock *Where) {
  ValueNodes &N = P.Nodes;
  To.Most = Level.Trips;
  if (Where)
    Guard = N.runs(Where);
  if (Level.Last)
    To.Last = P.resized(N.node(Level.Last), intOf(Level.Trips - 1));
  if (Level.Bound) {
    const uint32_t Bound = N.node(Level.Bound);
    if (N.failed())
      return N.takeError();
    const ValueType Type = K.Control.Graph.Nodes[Bound].Type;
    const bool IsSigned =
        cast<ICmpInst>(Level.BoundTest)->getPredicate() == CmpInst::ICMP_SLT ||
        cast<ICmpInst>(Level.BoundTest)->getPredicate() == CmpInst::ICMP_SGT;
    const uint32_t None = N.constant(Type, 0);
    Guard = N.add(IsSigned ? DatapathOp::SLess : DatapathOp::NotEqual, Flag,
                  {None, Bound});
    const uint32_t Most =
        N.add(DatapathOp::UMin, Type, {Bound, N.constant(Type, Level.Trips)});
    To.Last =
        P.resized(N.add(DatapathOp::Sub, Type, {Most, N.constant(Type, 1)}),
                  intOf(Level.Trips - 1));
  }
  return N.failed() ? N.takeError() : Error::success();
}

Error DatapathsBuilder::buildControl() {
  for (uint32_t L = 0; L < K.Leaves.size(); ++L) {
    Expected<PartBuilder *> P = controlIn(ItemsOfLeaf[L]);
    if (!P)
      return P.takeError();
    K.Leaves[L].Levels.resize(Plan.Leaves[L].Levels.size());
    std::optional<uint32_t> None;
    for (uint32_t I = 0; I < Plan.Leaves[L].Levels.size(); ++I)
      if (Error E = setTrips(
              **P, K.Leaves[L].Levels[I], I ? None : K.Leaves[L].Guard,
              Plan.Leaves[L].Levels[I], I ? nullptr : Plan.Leaves[L].Guard))
        return E;
  }
  for (uint32_t I = 0; I < K.Loops.size(); ++I) {
    OuterLoop &To = K.Loops[I];
    const LoopPlan &From = Plan.Loops[I];
    Expected<PartBuilder *> Control = controlIn(ItemsOfLoop[I]);
    if (!Control)
      return Control.takeError();
    PartBuilder &P = **Control;
    if (Error E = setTrips(P, To.Trips, To.Guard, From.Level, From.Guard))
      return E;
    if (From.Level.Test) {
      const uint32_t Test = P.Nodes.node(From.Level.Test);
      To.Continue = From.Level.GoesOn
                        ? Test
                        : P.Nodes.add(DatapathOp::Xor, Flag,
                                      {Test, P.Nodes.constant(Flag, 1)});
      if (P.Nodes.failed())
        return P.Nodes.takeError();
    }
    if (!From.Level.Code)
      continue;
    for (const PHINode &Phi : From.Level.Code->getHeader()->phis()) {
      if (countOf(Phi, I))
        continue;
      OuterCarried C;
      C.Variable = variableOf(&Phi);
      C.Initial = P.Nodes.node(
          Phi.getIncomingValueForBlock(From.Level.Code->getLoopPreheader()));
      C.Next = P.Nodes.node(
          Phi.getIncomingValueForBlock(From.Level.Code->getLoopLatch()));
      if (P.Nodes.failed())
        return P.Nodes.takeError();
      To.Carried.push_back(C);
    }
  }
  return Error::success();
}

/// The values that leaves leave in variables: each may ask for others.
Error DatapathsBuilder::buildResults() {
  for (size_t I = 0; I < Variables.size(); ++I) {
    const auto [V, Variable] = *(Variables.begin() + I);
    const auto *From = cast<Instruction>(V);
    const llvm::Loop *In = Code.LI.getLoopFor(From->getParent());
    if (isa<PHINode>(From) && In && Outer.count(In) &&
        From->getParent() == In->getHeader())
      continue; // carried by an outer loop
    uint32_t Leaf;
    if (auto It = LeafOf.find(From); isa<LoadInst>(From) && It != LeafOf.end())
      Leaf = It->second;
    else if (auto Level = In ? Levels.find(In) : Levels.end();
             Level != Levels.end())
      Leaf = Level->second.first;
    else
      continue; // checkVariables() tells where it matters
    if (isOfItems(Leaf))
      continue; // of a work-item: nobody else reads it, or loaded() fails
    PartBuilder &P = *Parts[Leaf];
    const uint32_t Node = P.Nodes.node(From);
    if (P.Nodes.failed())
      return P.Nodes.takeError();
    K.Leaves[Leaf].Results.push_back({Variable, Node});
  }
  return Error::success();
}

Expected<LoopKernel> buildDatapaths(CodeFacts &Code, RegionPlan &Plan,
                                    Function &Original) {
  return DatapathsBuilder(Code, Plan, Original).run();
}

} // namespace roofline
