// The nodes of one datapath: accesses, addresses, sources.
#include "DatapathsBuilder.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace roofline {

/// Begins the name of a scalar that is no argument: "#" kind "." index.
constexpr char SourceMark[] = "#";

PartBuilder::PartBuilder(DatapathsBuilder &All, LoopDatapath &Path,
                         uint32_t Leaf, ItemCounters Items)
    : All(All), Path(Path), Leaf(Leaf), Items(std::move(Items)),
      Nodes(Path.Graph, *All.Code.Open.F, All.Original,
            [this](const LoadInst &L) { return loaded(L); }) {}

uint32_t PartBuilder::source(LoopSourceKind Kind, uint32_t Index,
                             ValueType Type) {
  const std::string Name =
      SourceMark + std::to_string(unsigned(Kind)) + "." + std::to_string(Index);
  uint32_t At = 0;
  while (At < Path.Graph.Scalars.size() && Path.Graph.Scalars[At].Name != Name)
    ++At;
  if (At == Path.Graph.Scalars.size())
    Path.Graph.Scalars.push_back({Name, Type, std::nullopt});
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
    if (const auto *Cast = dyn_cast<AddrSpaceCastInst>(Pointer)) {
      Pointer = Cast->getPointerOperand();
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
    if (StringRef Name = S.Name; Name.consume_front(SourceMark)) {
      const auto [Kind, Index] = Name.split('.');
      unsigned Number = 0;
      LoopSource Source;
      Kind.getAsInteger(10, Number);
      Index.getAsInteger(10, Source.Index);
      Source.Kind = LoopSourceKind(Number);
      Path.Sources.push_back(Source);
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

} // namespace roofline
