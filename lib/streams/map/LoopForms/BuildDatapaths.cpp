// The datapaths of leaves and of control, and the variables between them.
#include "LoopForms.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/ErrorAt.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr ValueType Flag = {ScalarKind::Int, 1, 1};
constexpr ValueType AddressType = {ScalarKind::Int, 40, 1};

ValueType intOf(uint64_t Most) {
  return {ScalarKind::Int, uint16_t(bitsFor(Most)), 1};
}

/// Finds the memories of a kernel, and the words that accesses mean.
class Memories {
public:
  Memories(CodeFacts &Code, Function &Original, LoopKernel &K)
      : Code(Code), Original(Original), K(K) {}

  Error find() {
    for (Instruction &I : instructions(*Code.Open.F))
      if (isa<LoadInst, StoreInst>(I))
        if (Error E = add(I))
          return E;
    return Error::success();
  }
  uint32_t of(const Instruction &I) const {
    return Numbers.lookup(objectOf(I));
  }

private:
  CodeFacts &Code;
  Function &Original;
  LoopKernel &K;
  DenseMap<const Value *, uint32_t> Numbers;

  /// The one object that \p I accesses, or null.
  static const Value *objectOf(const Instruction &I) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(getLoadStorePointerOperand(&I), Objects);
    return Objects.size() == 1 ? Objects[0] : nullptr;
  }

  Error add(const Instruction &I) {
    const Value *Object = objectOf(I);
    if (!Object)
      return errorAt(I, "a pointer that data choose between buffers");
    const std::optional<ValueType> Type = streamType(getLoadStoreType(&I));
    if (!Type || Type->Bits % 8)
      return errorAt(I, "an access of a type that is no whole, half, float or "
                        "double number of 8 to 64 bits");
    auto [It, IsNew] = Numbers.try_emplace(Object, K.Memories.size());
    if (!IsNew) {
      const LoopMemory &M = K.Memories[It->second];
      if (M.Type.Bits != Type->Bits)
        return errorAt(I, "'" + M.Name +
                              "' is accessed with elements of several sizes");
      return Error::success();
    }
    Expected<LoopMemory> M = describe(*Object, *Type, I);
    if (!M)
      return M.takeError();
    M->Loc = sourceLocation(&I);
    if (any_of(K.Memories,
               [&](const LoopMemory &Other) { return Other.Name == M->Name; }))
      M->Name += "_" + std::to_string(K.Memories.size());
    K.Memories.push_back(std::move(*M));
    return Error::success();
  }

  Expected<LoopMemory> describe(const Value &Object, ValueType Type,
                                const Instruction &I) {
    const DataLayout &DL = Code.Open.F->getDataLayout();
    const uint64_t Bytes = Type.Bits / 8;
    LoopMemory M;
    M.Type = Type;
    if (const auto *A = dyn_cast<Argument>(&Object)) {
      M.Name = kernelArgument(*Original.getArg(A->getArgNo())).Name;
      M.Kind = LoopMemoryKind::Buffer;
      if (A->getType()->getPointerAddressSpace() == 3)
        return errorAt(I, "local memory '" + M.Name +
                              "' is an argument, and its size is not known: "
                              "declare it in the kernel");
      return M;
    }
    if (const auto *Slot = dyn_cast<AllocaInst>(&Object)) {
      const auto Size = Slot->getAllocationSize(DL);
      if (!Size || Size->isScalable())
        return errorAt(I, "an array without a constant size");
      M.Name = "array" + std::to_string(K.Memories.size());
      if (Slot->hasName())
        M.Name = Slot->getName().split('.').first.str();
      M.Words = Size->getFixedValue() / Bytes;
      return M;
    }
    const auto *G = dyn_cast<GlobalVariable>(&Object);
    if (!G)
      return errorAt(I, "a pointer that data choose");
    M.Name = G->getName().rsplit('.').second.str();
    if (M.Name.empty())
      M.Name = G->getName().str();
    M.Words = DL.getTypeAllocSize(G->getValueType()).getFixedValue() / Bytes;
    if (!G->isConstant()) {
      M.Kind = LoopMemoryKind::Local;
      if (G->getAddressSpace() != 3)
        return errorAt(I, "'" + M.Name + "' is a variable that launches share");
      return M;
    }
    M.Kind = LoopMemoryKind::Table;
    Type_ = getLoadStoreType(&I);
    for (uint64_t W = 0; W < M.Words; ++W) {
      Constant *C =
          ConstantFoldLoadFromConst(const_cast<Constant *>(G->getInitializer()),
                                    Type_, APInt(64, W * Bytes), DL);
      if (const auto *Int = dyn_cast_or_null<ConstantInt>(C))
        M.Contents.push_back(Int->getZExtValue());
      else if (const auto *FP = dyn_cast_or_null<ConstantFP>(C))
        M.Contents.push_back(FP->getValueAPF().bitcastToAPInt().getZExtValue());
      else
        return errorAt(I, "table '" + M.Name +
                              "' has elements that are no numbers");
    }
    return M;
  }
  Type *Type_ = nullptr;
};

class DatapathsBuilder;

/// One datapath: that of a leaf, or of control.
struct PartBuilder {
  PartBuilder(DatapathsBuilder &All, LoopDatapath &Path, uint32_t Leaf);

  DatapathsBuilder &All;
  LoopDatapath &Path;
  uint32_t Leaf; ///< NoLeaf: control
  ValueNodes Nodes;
  std::map<std::string, LoopSource, std::less<>> Named;
  DenseMap<const Instruction *, uint32_t> Slots; ///< of accesses
  DenseMap<const Instruction *, uint32_t> Words; ///< nodes of loads

  static constexpr uint32_t NoLeaf = ~uint32_t(0);

  uint32_t source(LoopSourceKind Kind, uint32_t Index, ValueType Type);
  uint32_t loaded(const LoadInst &L);
  uint32_t offsetOf(const Value *Pointer, const Instruction &I);
  uint32_t addressOf(const Instruction &I);
  uint32_t resized(uint32_t Node, ValueType To);
  uint32_t both(std::optional<uint32_t> L, uint32_t R) {
    return L ? Nodes.add(DatapathOp::And, Flag, {*L, R}) : R;
  }
  uint32_t selected(uint32_t If, uint32_t Then, uint32_t Else) {
    return Nodes.add(DatapathOp::Select, Path.Graph.Nodes[Then].Type,
                     {If, Then, Else});
  }
  std::optional<uint32_t> enableOf(const Instruction &I, const AccessPlan &A);
  void finish();
};

class DatapathsBuilder {
public:
  DatapathsBuilder(CodeFacts &Code, RegionPlan &Plan, Function &Original)
      : Code(Code), Plan(Plan), Original(Original), Mem(Code, Original, K) {}

  Expected<LoopKernel> run() {
    K.Name = Original.getName().str();
    K.Loc = sourceLocation(&Original);
    if (Error E = Mem.find())
      return std::move(E);
    place();
    K.Leaves.resize(Plan.Leaves.size());
    for (uint32_t L = 0; L < K.Leaves.size(); ++L)
      Parts.push_back(
          std::make_unique<PartBuilder>(*this, K.Leaves[L].Body, L));
    Control =
        std::make_unique<PartBuilder>(*this, K.Control, PartBuilder::NoLeaf);
    for (uint32_t L = 0; L < K.Leaves.size(); ++L)
      if (Error E = buildLeaf(L))
        return std::move(E);
    if (Error E = buildControl())
      return std::move(E);
    if (Error E = buildResults())
      return std::move(E);
    for (auto &P : Parts)
      P->finish();
    Control->finish();
    K.Root = std::move(Plan.Root);
    dropUnusedVariables(K);
    if (Error E = checkVariables())
      return std::move(E);
    return std::move(K);
  }

  CodeFacts &Code;
  RegionPlan &Plan;
  Function &Original;
  LoopKernel K;
  Memories Mem;
  std::vector<std::unique_ptr<PartBuilder>> Parts;
  std::unique_ptr<PartBuilder> Control;
  /// Leaf and level of each loop within one; leaf of each access.
  DenseMap<const llvm::Loop *, std::pair<uint32_t, uint32_t>> Levels;
  DenseMap<const Instruction *, uint32_t> LeafOf;
  DenseMap<const llvm::Loop *, uint32_t> Outer; ///< into Plan.Loops
  /// Variables by value: of outer phis, of loads, of values that leave loops.
  MapVector<const Value *, uint32_t> Variables;
  std::map<std::pair<ItemQuery, unsigned>, uint32_t> ItemVariables;

  uint32_t addVariable(std::string Name, ValueType Type) {
    K.Variables.push_back({std::move(Name), Type});
    return uint32_t(K.Variables.size() - 1);
  }
  uint32_t variableOf(const Value *V) {
    auto [It, IsNew] = Variables.try_emplace(V, 0);
    if (IsNew) {
      const uint32_t N = addVariable("v" + std::to_string(K.Variables.size()),
                                     *streamType(V->getType()));
      Variables[V] = N;
    }
    return Variables.lookup(V);
  }
  /// True where \p Leaf runs for several work-items each time.
  bool isOfItems(uint32_t Leaf) const {
    return any_of(Plan.Leaves[Leaf].Levels,
                  [](const LevelPlan &L) { return !L.Code; });
  }

private:
  /// Each variable that is read has code that writes it.
  Error checkVariables() const {
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

  void place() {
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
        K.Loops[I].Loc =
            sourceLocation(Level.Code->getHeader()->getTerminator());
      } else {
        ItemVariables[{Level.Items, Level.Dimension}] = K.Loops[I].Counter;
      }
    }
  }

  // Defines what a part's code reads from outside.
  Error define(PartBuilder &P);
  void defineItems(PartBuilder &P);
  uint32_t itemNode(PartBuilder &P, ItemQuery Query, unsigned D);
  Error definePhis(PartBuilder &P, uint32_t Level);
  void defineLeaving(PartBuilder &P);
  uint32_t affine(PartBuilder &P, const SCEVAddRecExpr &Rec,
                  const Instruction &Phi, uint32_t Counter);
  const SCEVAddRecExpr *affineForm(const PHINode &Phi) const {
    if (!Phi.getType()->isIntegerTy())
      return nullptr;
    const auto *Rec =
        dyn_cast<SCEVAddRecExpr>(Code.SE.getSCEV(const_cast<PHINode *>(&Phi)));
    return Rec && Rec->isAffine() && isa<SCEVConstant>(Rec->getStart()) &&
                   isa<SCEVConstant>(Rec->getOperand(1)) &&
                   Rec->getLoop()->getHeader() == Phi.getParent()
               ? Rec
               : nullptr;
  }

  struct OpenPhi {
    const PHINode *Phi;
    uint32_t Level, Now, Carried;
  };
  std::map<uint32_t, std::vector<OpenPhi>> OpenPhis; ///< by leaf

  Error buildLeaf(uint32_t L);
  Error setTrips(LoopTrips &To, std::optional<uint32_t> &Guard,
                 const LevelPlan &Level, const BasicBlock *Where);
  Error buildControl();
  Error buildResults();
};

PartBuilder::PartBuilder(DatapathsBuilder &All, LoopDatapath &Path,
                         uint32_t Leaf)
    : All(All), Path(Path), Leaf(Leaf),
      Nodes(Path.Graph, *All.Code.Open.F, All.Original,
            [this](const LoadInst &L) { return loaded(L); }) {}

uint32_t PartBuilder::source(LoopSourceKind Kind, uint32_t Index,
                             ValueType Type) {
  std::string Name =
      "#" + std::to_string(unsigned(Kind)) + "." + std::to_string(Index);
  uint32_t At = 0;
  while (At < Path.Graph.Scalars.size() && Path.Graph.Scalars[At].Name != Name)
    ++At;
  if (At == Path.Graph.Scalars.size()) {
    Path.Graph.Scalars.push_back({Name, Type, std::nullopt});
    Named[Name] = {Kind, Index};
  }
  return Nodes.add(DatapathOp::Argument, Type, {}, nullptr, At);
}

uint32_t PartBuilder::resized(uint32_t Node, ValueType To) {
  if (Nodes.failed())
    return 0;
  const ValueType From = Path.Graph.Nodes[Node].Type;
  if (From == To)
    return Node;
  if (From.Bits == To.Bits)
    return Nodes.add(DatapathOp::Bitcast, To, {Node});
  return Nodes.add(From.Bits < To.Bits ? DatapathOp::ZeroExtend
                                       : DatapathOp::Truncate,
                   To, {Node});
}

std::optional<uint32_t> PartBuilder::enableOf(const Instruction &I,
                                              const AccessPlan &A) {
  std::optional<uint32_t> Enable = Nodes.runs(I.getParent());
  const auto Depth = uint32_t(All.Plan.Leaves[Leaf].Levels.size());
  if (A.Depth < Depth)
    Enable = both(Enable, source(A.IsBehind ? LoopSourceKind::Last
                                            : LoopSourceKind::First,
                                 A.Depth, Flag));
  if (Enable && !Nodes.failed()) {
    const DatapathNode &N = Path.Graph.Nodes[*Enable];
    if (N.Op == DatapathOp::Constant && N.Value)
      return std::nullopt;
  }
  return Enable;
}

/// [byte] Where \p Pointer is in its object.
uint32_t PartBuilder::offsetOf(const Value *Pointer, const Instruction &I) {
  const DataLayout &DL = All.Code.Open.F->getDataLayout();
  int64_t Constant = 0;
  std::optional<uint32_t> Sum;
  auto Add = [&](uint32_t Term) {
    Sum =
        Sum ? Nodes.add(DatapathOp::Add, AddressType, {*Sum, Term}, &I) : Term;
  };
  auto Leaving = [](const Value *V) { // a loop
    const auto *Phi = dyn_cast<PHINode>(V);
    return Phi && Phi->getNumIncomingValues() == 1 ? Phi : nullptr;
  };
  for (;;) {
    if (const PHINode *Phi = Leaving(Pointer)) {
      Pointer = Phi->getIncomingValue(0);
      continue;
    }
    const auto *Gep = dyn_cast<GEPOperator>(Pointer);
    if (!Gep)
      break;
    SmallMapVector<Value *, APInt, 4> Parts;
    APInt Offset(64, 0);
    if (!Gep->collectOffset(DL, 64, Parts, Offset))
      return Nodes.fail(&I, "an address of structures of unknown size");
    Constant += Offset.getSExtValue();
    for (const auto &[Variable, Scale] : Parts) {
      uint32_t Term = Nodes.node(Variable);
      if (Nodes.failed())
        return 0;
      if (Path.Graph.Nodes[Term].Type.Bits < AddressType.Bits)
        Term = Nodes.add(DatapathOp::SignExtend, AddressType, {Term}, &I);
      else
        Term = resized(Term, AddressType);
      if (Scale.isPowerOf2() && Scale != 1)
        Term = Nodes.add(DatapathOp::Shl, AddressType,
                         {Term, Nodes.constant(AddressType, Scale.logBase2())},
                         &I);
      else if (Scale != 1)
        Term = Nodes.add(
            DatapathOp::Mul, AddressType,
            {Term, Nodes.constant(AddressType, Scale.getZExtValue())}, &I);
      Add(Term);
    }
    Pointer = Gep->getPointerOperand();
  }
  if (const auto *Choice = dyn_cast<SelectInst>(Pointer)) {
    const uint32_t If = Nodes.node(Choice->getCondition());
    const uint32_t Then = offsetOf(Choice->getTrueValue(), I);
    const uint32_t Else = offsetOf(Choice->getFalseValue(), I);
    if (Nodes.failed())
      return 0;
    Add(selected(If, Then, Else));
  } else if (isa<PHINode>(Pointer)) {
    return Nodes.fail(&I, "a pointer that a loop carries, or a branch chooses");
  }
  if (!Sum || Constant)
    Add(Nodes.constant(AddressType, uint64_t(Constant)));
  return *Sum;
}

/// The word that the access means, as an unsigned number.
uint32_t PartBuilder::addressOf(const Instruction &I) {
  const LoopMemory &M = All.K.Memories[All.Mem.of(I)];
  const uint32_t Offset = offsetOf(getLoadStorePointerOperand(&I), I);
  if (Nodes.failed() || M.Type.Bits == 8)
    return Offset;
  const uint32_t Shift = uint32_t(Log2_32(M.Type.Bits / 8));
  return Nodes.add(DatapathOp::LShr, AddressType,
                   {Offset, Nodes.constant(AddressType, Shift)}, &I);
}

uint32_t PartBuilder::loaded(const LoadInst &L) {
  if (auto It = Words.find(&L); It != Words.end())
    return It->second;
  const ValueType Type = *streamType(L.getType());
  auto Slot = Slots.find(&L);
  if (Slot == Slots.end()) {
    auto Other = All.LeafOf.find(&L);
    if (Other == All.LeafOf.end())
      return Nodes.fail(&L, "a load that no region has");
    if (All.isOfItems(Other->second))
      return Nodes.fail(&L, "a value that a work-item keeps across a barrier, "
                            "or from one loop to the next: keep it in local "
                            "memory");
    return source(LoopSourceKind::Variable, All.variableOf(&L), Type);
  }
  LoopLeaf &Own = All.K.Leaves[Leaf];
  const AccessPlan &Plan = All.Plan.Leaves[Leaf].Accesses[Slot->second];
  const uint32_t M = All.Mem.of(L);
  const uint32_t Address = addressOf(L);
  const auto Enable = enableOf(L, Plan);
  Own.Accesses[Slot->second] = {M, Address, std::nullopt, Enable,
                                sourceLocation(&L)};
  uint32_t Word = resized(
      source(LoopSourceKind::Word, Slot->second, All.K.Memories[M].Type), Type);
  const bool IsHeld =
      Plan.Depth < All.Plan.Leaves[Leaf].Levels.size() && !Plan.IsBehind;
  if (IsHeld && !Nodes.failed()) { // for the iterations further in
    const auto C = uint32_t(Own.Carried.size());
    Own.Carried.push_back({Type, 0});
    Word = selected(source(LoopSourceKind::First, Plan.Depth, Flag), Word,
                    source(LoopSourceKind::Carried, C, Type));
    Own.Carried[C].Next = Word;
  }
  Words[&L] = Word;
  return Word;
}

void PartBuilder::finish() {
  LoopKernel &K = All.K;
  Path.Sources.clear();
  for (const ScalarArgument &S : Path.Graph.Scalars) {
    if (auto It = Named.find(S.Name); It != Named.end()) {
      Path.Sources.push_back(It->second);
      continue;
    }
    auto It = find_if(K.Scalars, [&](const ScalarArgument &Known) {
      return Known.Name == S.Name;
    });
    Path.Sources.push_back(
        {LoopSourceKind::Scalar, uint32_t(It - K.Scalars.begin())});
    if (It == K.Scalars.end())
      K.Scalars.push_back(S);
  }
}

uint32_t DatapathsBuilder::itemNode(PartBuilder &P, ItemQuery Query,
                                    unsigned D) {
  if (P.Leaf != PartBuilder::NoLeaf)
    for (auto [I, Level] : enumerate(Plan.Leaves[P.Leaf].Levels))
      if (!Level.Code && Level.Items == Query && Level.Dimension == D)
        return P.source(LoopSourceKind::Counter, uint32_t(I),
                        intOf(Level.Trips - 1));
  auto It = ItemVariables.find({Query, D});
  if (It != ItemVariables.end())
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
      if (IsControl && !ItemVariables.count({Kind, D}))
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
                        Next, Open.Now);
    Leaf.Carried[Open.Carried].Next = Next;
  }
  return Error::success();
}

Error DatapathsBuilder::setTrips(LoopTrips &To, std::optional<uint32_t> &Guard,
                                 const LevelPlan &Level,
                                 const BasicBlock *Where) {
  ValueNodes &N = Control->Nodes;
  To.Most = Level.Trips;
  if (Where)
    Guard = N.runs(Where);
  if (Level.Last)
    To.Last = Control->resized(N.node(Level.Last), intOf(Level.Trips - 1));
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
    To.Last = Control->resized(
        N.add(DatapathOp::Sub, Type, {Most, N.constant(Type, 1)}),
        intOf(Level.Trips - 1));
  }
  return N.failed() ? N.takeError() : Error::success();
}

Error DatapathsBuilder::buildControl() {
  PartBuilder &P = *Control;
  if (Error E = define(P))
    return E;
  for (uint32_t L = 0; L < K.Leaves.size(); ++L) {
    K.Leaves[L].Levels.resize(Plan.Leaves[L].Levels.size());
    std::optional<uint32_t> None;
    for (uint32_t I = 0; I < Plan.Leaves[L].Levels.size(); ++I)
      if (Error E = setTrips(
              K.Leaves[L].Levels[I], I ? None : K.Leaves[L].Guard,
              Plan.Leaves[L].Levels[I], I ? nullptr : Plan.Leaves[L].Guard))
        return E;
  }
  for (uint32_t I = 0; I < K.Loops.size(); ++I) {
    OuterLoop &To = K.Loops[I];
    const LoopPlan &From = Plan.Loops[I];
    if (Error E = setTrips(To.Trips, To.Guard, From.Level, From.Guard))
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

} // namespace

Expected<LoopKernel> buildDatapaths(CodeFacts &Code, RegionPlan &Plan,
                                    Function &Original) {
  return DatapathsBuilder(Code, Plan, Original).run();
}

} // namespace roofline
