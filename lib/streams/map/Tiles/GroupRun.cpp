// Runs a box of groups on symbols from barrier to barrier.
#include "GroupRun.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace roofline {

/// True where \p I stores to a buffer by its type alone.
static bool isGlobalStore(const Instruction &I) {
  constexpr unsigned Global = 1; // SPIR
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && Store->getPointerAddressSpace() == Global && isBufferStore(I);
}

FollowedCode followedCode(const KernelCode &Code) {
  FollowedCode Followed;
  SmallVector<const Instruction *, 32> Work;
  auto Add = [&](const llvm::Value *V) {
    if (const auto *I = dyn_cast<Instruction>(V);
        I && Followed.insert(I).second)
      Work.push_back(I);
  };
  for (const Instruction &I : instructions(Code.F)) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    const bool IsMarched = Code.March && isa<PHINode>(I) &&
                           I.getParent() == Code.March->getHeader();
    if (I.isTerminator() || I.mayHaveSideEffects() || IsMarched ||
        (Load && localObject(Load->getPointerOperand())))
      Add(&I);
  }
  while (!Work.empty()) {
    const Instruction &I = *Work.pop_back_val();
    // A store to a buffer needs its address alone.
    for (const Use &U : drop_begin(I.operands(), isGlobalStore(I)))
      Add(U.get());
  }
  return Followed;
}

GroupRun::GroupRun(const KernelCode &Code, const FollowedCode &Followed,
                   GroupNodes &Nodes, const GroupBox &Box, uint64_t &Steps)
    : Code(Code), Followed(Followed), Nodes(Nodes), Box(Box), Steps(Steps),
      DL(Code.F.getDataLayout()), Items(size_t(Code.groupSize())) {
  std::vector<Value> Values(Code.Slots.size());
  for (const Argument &A : Code.F.args())
    Values[Code.Slots.lookup(&A)] = argument(A);
  for (uint32_t Index = 0; Index < Items.size(); ++Index) {
    WorkItem &Item = Items[Index];
    Item.Index = Index;
    Item.Id = Code.idOf(Index);
    Item.Values = Values;
    Item.Iterations.assign(Code.Loops.size(), 0);
    Item.Block = &Code.F.getEntryBlock();
    Item.Next = Item.Block->begin();
  }
}

Expected<std::optional<GroupCut>> GroupRun::run(GroupValues &To) {
  Into = &To;
  Into->Stores.assign(Items.size(), false);
  while (true) {
    for (WorkItem &Item : Items) {
      Me = &Item;
      switch (runTo(nullptr)) {
      case Step::Cut:
        return Wanted;
      case Step::Failed:
        return createStringError(*Problem);
      default:
        break;
      }
    }
    if (Error E = checkTogether())
      return E;
    if (Items.front().IsDone)
      return std::nullopt;
    ++Phase;
  }
}

/// A barrier is one of all work-items of the group.
Error GroupRun::checkTogether() const {
  const WorkItem &First = Items.front();
  for (const WorkItem &Item : Items)
    if (Item.Waits != First.Waits)
      return errorAt(Item.Waits ? *Item.Waits : *First.Waits,
                     "not all work-items of the group come to this barrier: "
                     "let them go on to it, and put what they leave out "
                     "under the condition");
  return Error::success();
}

GroupRun::Value GroupRun::number(const GroupForm &F) {
  Value V;
  V.Kind = Value::Number;
  V.Form = F;
  return V;
}

GroupRun::Value GroupRun::argument(const Argument &A) const {
  Value V;
  if (A.getType()->isPointerTy()) {
    V.Kind = Value::Pointer;
    V.Base = &A;
    return V;
  }
  auto Bound = Code.L.Args.find(kernelArgument(A).Name);
  if (Bound != Code.L.Args.end() && A.getType()->isIntegerTy() &&
      A.getType()->getIntegerBitWidth() <= 64)
    return number({APInt(64, uint64_t(Bound->second))
                       .sextOrTrunc(A.getType()->getIntegerBitWidth())
                       .getSExtValue(),
                   {0, 0, 0}});
  V.Node = Nodes.add({GroupNode::Literal, true, &A, A.getType(), {}, {}});
  return V;
}

GroupRun::Value GroupRun::get(const llvm::Value *V) const {
  if (auto Slot = Code.Slots.find(V); Slot != Code.Slots.end())
    return Me->Values[Slot->second];
  if (const auto *C = dyn_cast<ConstantInt>(V); C && C->getBitWidth() <= 64)
    return number({C->getSExtValue(), {0, 0, 0}});
  Value Result;
  if (V->getType()->isPointerTy()) {
    Result.Kind = Value::Pointer;
    Result.Base = GetPointerBaseWithConstantOffset(V, Result.Form.Constant, DL);
    if (const auto *Cast = dyn_cast<ConstantExpr>(Result.Base);
        Cast && Cast->getOpcode() == Instruction::AddrSpaceCast)
      Result.Base = Cast->getOperand(0);
    return Result;
  }
  Result.Node = Nodes.add({GroupNode::Literal, true, V, V->getType(), {}, {}});
  return Result;
}

uint32_t GroupRun::opaque(const llvm::Value *V) const {
  return Nodes.add({GroupNode::Opaque, true, V, nullptr, {}, {}});
}

uint32_t GroupRun::node(const Value &V, Type *T) const {
  if (V.Kind == Value::Symbol)
    return V.Node;
  if (V.Kind == Value::Number)
    return Nodes.add({GroupNode::Index, false, nullptr, T, V.Form, {}});
  if (!V.Base)
    return V.Node;
  return Nodes.add({GroupNode::Address, true, V.Base, T, V.Form, {}});
}

void GroupRun::note(const Instruction &I, uint32_t Node) {
  SeenValue &Seen = Into->Seen[&I].emplace_back(SeenValue{Me->Index, {}, Node});
  for (unsigned L : Code.loopsAround(I.getParent()))
    Seen.Iterations.push_back(Me->Iterations[L]);
}

void GroupRun::set(const Instruction &I, const Value &V) {
  Me->Values[Code.Slots.lookup(&I)] = V;
}

GroupRun::Step GroupRun::fail(const Instruction &I, const Twine &Text) {
  Problem = (placePrefix(sourceLocation(&I)) + Text).str();
  return Step::Failed;
}

/// The choice of a condition that is taken by its value.
static int64_t itself(int64_t Value) { return Value; }

GroupRun::Step GroupRun::cut(const Instruction &I, uint32_t Node,
                             GroupNodes::Choice Chosen) {
  if (Box.isOne())
    return fail(I, "what decides here cannot be computed for some work-group, "
                   "as where it divides by 0");
  Wanted = Nodes.cutFor(Node, Box, Chosen, Steps);
  return Step::Cut;
}

/// "depends on", for a message about \p Node.
std::string GroupRun::why(uint32_t Node) const {
  SmallVector<uint32_t, 8> Work = {Node};
  DenseSet<uint32_t> Seen;
  std::string Argument;
  while (!Work.empty()) {
    const uint32_t Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    const GroupNode &N = Nodes[Next];
    append_range(Work, N.Operands);
    if (N.Kind == GroupNode::Literal && isa<llvm::Argument>(N.V))
      Argument = kernelArgument(*cast<llvm::Argument>(N.V)).Name;
    const bool IsRead = N.Kind == GroupNode::Load;
    const llvm::Value *By = IsRead                        ? Nodes.reader(Next)
                            : N.Kind == GroupNode::Opaque ? N.V
                                                          : nullptr;
    if (SourceLocation Loc = By ? sourceLocation(By) : SourceLocation())
      return (IsRead ? "depends on what is read at " : "depends on data, at ") +
             std::to_string(Loc.Line) + ":" + std::to_string(Loc.Column);
  }
  return Argument.empty() ? "depends on data"
                          : "depends on '" + Argument + "'; bind it by --arg";
}

GroupRun::Step GroupRun::runTo(const BasicBlock *Stop) {
  Me->Waits = nullptr;
  while (!Me->IsDone && Me->Block != Stop) {
    const Instruction &I = *Me->Next++;
    if (Steps == 0)
      return fail(I, "the work-groups of this launch take too many steps to "
                     "be followed: emit the kernel for a smaller one");
    --Steps;
    if (!Followed.contains(&I))
      continue;
    if (Step S = execute(I); S != Step::Go)
      return S;
  }
  return Step::Go;
}

/// Goes on at \p To; with a way that is not \p IsKnown nothing is known of what
/// depends on it.
void GroupRun::enter(const BasicBlock *To, bool IsKnown) {
  const BasicBlock *From = Me->Block;
  if (const llvm::Loop *L = Code.LI.getLoopFor(To); L && L->getHeader() == To) {
    uint32_t &Iteration = Me->Iterations[Code.LoopIndex.lookup(L)];
    Iteration = L->contains(From) ? Iteration + 1 : 0;
  }
  SmallVector<std::pair<const PHINode *, Value>, 8> Phis;
  for (const PHINode &Phi : To->phis()) {
    Value V;
    if (IsKnown)
      V = get(Phi.getIncomingValueForBlock(From));
    else
      V.Node = opaque(&Phi);
    Phis.push_back({&Phi, V});
  }
  for (const auto &[Phi, V] : Phis) {
    set(*Phi, V);
    if (Code.March && To == Code.March->getHeader())
      note(*Phi, node(V, Phi->getType()));
  }
  Me->Block = To;
  Me->Next = To->getFirstNonPHIIt();
}

GroupRun::Step GroupRun::execute(const Instruction &I) {
  if (I.isTerminator())
    return branch(I);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load);
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return store(*Store);
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return address(*Address);
  if (const auto *Select = dyn_cast<SelectInst>(&I))
    return select(*Select);
  if (const auto *Call = dyn_cast<CallInst>(&I))
    return call(*Call);
  if (isa<AllocaInst>(I)) {
    Value V;
    V.Kind = Value::Pointer;
    V.Base = &I;
    set(I, V);
    return Step::Go;
  }
  if (isa<AddrSpaceCastInst>(I)) {
    set(I, get(I.getOperand(0)));
    return Step::Go;
  }
  if (I.isAtomic()) {
    for (const Use &U : I.operands())
      if (localObject(U.get()))
        return failAtomic(I, "an atomic operation");
  }
  return operation(I);
}

GroupRun::Step GroupRun::operation(const Instruction &I) {
  if (I.getType()->isVoidTy())
    return Step::Go;
  const auto *Call = dyn_cast<CallBase>(&I);
  const unsigned Count = Call ? Call->arg_size() : I.getNumOperands();
  SmallVector<GroupForm, 3> Numbers;
  GroupNode Result = {GroupNode::Operation, false, &I, I.getType(), {}, {}};
  std::optional<uint32_t> Why;
  for (unsigned Index = 0; Index < Count; ++Index) {
    const llvm::Value *Operand = I.getOperand(Index);
    const Value V = get(Operand);
    if (V.Kind == Value::Number)
      Numbers.push_back(V.Form);
    const uint32_t N = node(V, Operand->getType());
    Result.Operands.push_back(N);
    Result.IsData |= Nodes[N].IsData;
    if (V.Kind == Value::Pointer)
      Why = opaque(&I);
    if (Nodes[N].Kind == GroupNode::Opaque ||
        Nodes[N].Kind == GroupNode::Undefined)
      Why = N;
  }
  const auto *Integer = dyn_cast<IntegerType>(I.getType());
  if (Integer && Integer->getBitWidth() <= 64 && Count > 0 &&
      Numbers.size() == Count)
    if (auto Form = resultOf(I, Numbers, Box)) {
      set(I, number(*Form));
      return Step::Go;
    }
  Value V;
  V.Node = Why ? *Why : Nodes.add(std::move(Result));
  set(I, V);
  return Step::Go;
}

GroupRun::Step GroupRun::select(const SelectInst &I) {
  const Value Condition = get(I.getCondition());
  if (Condition.Kind == Value::Number) {
    if (!Box.hasOne(Condition.Form))
      return cut(I, node(Condition, I.getCondition()->getType()), itself);
    set(I, get(Condition.Form.at(Box.First) & 1 ? I.getTrueValue()
                                                : I.getFalseValue()));
    return Step::Go;
  }
  if (!I.getType()->isPointerTy())
    return operation(I);
  if (!Nodes[Condition.Node].IsData)
    return cut(I, Condition.Node, itself);
  Value V;
  V.Kind = Value::Pointer;
  V.Node = Condition.Node;
  set(I, V);
  return Step::Go;
}

GroupRun::Step GroupRun::address(const GetElementPtrInst &I) {
  Value V = get(I.getPointerOperand());
  if (V.Kind != Value::Pointer) {
    V = Value();
    V.Kind = Value::Pointer;
    V.Node = opaque(&I);
  }
  for (auto It = gep_type_begin(I), End = gep_type_end(I); It != End; ++It) {
    if (StructType *S = It.getStructTypeOrNull()) {
      uint64_t Member = cast<ConstantInt>(It.getOperand())->getZExtValue();
      V.Form.Constant +=
          int64_t(DL.getStructLayout(S)->getElementOffset(Member));
      continue;
    }
    const Value Index = get(It.getOperand());
    const int64_t Stride =
        int64_t(It.getSequentialElementStride(DL).getFixedValue());
    std::optional<GroupForm> Sum;
    if (Index.Kind == Value::Number)
      Sum = sum(V.Form, Index.Form, Stride);
    else if (Index.Kind == Value::Symbol && !Nodes[Index.Node].IsData)
      return cut(I, Index.Node, nullptr);
    if (Sum) {
      V.Form = *Sum;
    } else {
      V.Base = nullptr;
      V.Node = Index.Kind == Value::Symbol ? Index.Node : opaque(&I);
    }
  }
  set(I, V);
  return Step::Go;
}

GroupRun::Step GroupRun::load(const LoadInst &I) {
  const Value From = get(I.getPointerOperand());
  if (localObject(I.getPointerOperand()) ||
      (From.Base && localObject(From.Base)))
    return loadLocal(I, From);
  Value V;
  if (From.Kind != Value::Pointer || !From.Base || !I.isSimple()) {
    V.Node = opaque(&I);
  } else if (isa<AllocaInst>(From.Base)) {
    auto Known =
        From.Form.isConstant()
            ? Me->Private.read(From.Base, From.Form.Constant, I.getType())
            : std::nullopt;
    V.Node = Known ? *Known : opaque(&I);
    if (const GroupNode &N = Nodes[V.Node]; N.Kind == GroupNode::Index)
      V = number(N.Form);
  } else {
    V.Node = Nodes.add(
        {GroupNode::Load, true, From.Base, I.getType(), From.Form, {}});
    Nodes.setReader(V.Node, &I);
  }
  set(I, V);
  return Step::Go;
}

GroupRun::Step GroupRun::loadLocal(const LoadInst &I, const Value &From) {
  if (From.Kind != Value::Pointer || !From.Base)
    return fail(I,
                "the cell of local memory that this reads " + why(From.Node));
  if (!From.Form.isConstant()) {
    for (unsigned D = 0; D < 3; ++D)
      if (From.Form.Slope[D] && !Box.isOne(D)) {
        Wanted = {D, Box.First[D] + 1};
        return Step::Cut;
      }
  }
  const LocalMemory::Answer Found = Local.read(
      From.Base, From.Form.at(Box.First), I.getType(), Me->Index, Phase);
  if (Found.Problem)
    return fail(I, Found.Problem);
  Value V;
  V.Node =
      Found.Node
          ? *Found.Node
          : Nodes.add(
                {GroupNode::Undefined, true, nullptr, I.getType(), {}, {}});
  const GroupNode &N = Nodes[V.Node];
  if (N.Kind == GroupNode::Opaque)
    return fail(I, "what another work-item has written here " + why(V.Node));
  note(I, V.Node);
  if (N.Kind == GroupNode::Index)
    V = number(N.Form);
  set(I, V);
  return Step::Go;
}

GroupRun::Step GroupRun::store(const StoreInst &I) {
  const Value To = get(I.getPointerOperand());
  Type *T = I.getValueOperand()->getType();
  const bool IsLocal =
      localObject(I.getPointerOperand()) || (To.Base && localObject(To.Base));
  if (IsLocal && (To.Kind != Value::Pointer || !To.Base))
    return fail(I, "the cell of local memory that this writes " + why(To.Node));
  uint32_t Stored = 0; // not looked at
  if (!isGlobalStore(I))
    Stored = node(get(I.getValueOperand()), T);
  if (IsLocal) {
    for (unsigned D = 0; D < 3; ++D)
      if (To.Form.Slope[D] && !Box.isOne(D)) {
        Wanted = {D, Box.First[D] + 1};
        return Step::Cut;
      }
    const char *Why = Local.write(To.Base, To.Form.at(Box.First), T, Stored,
                                  Me->Index, Phase);
    return Why ? fail(I, Why) : Step::Go;
  }
  const llvm::Value *Object =
      To.Base ? To.Base : getUnderlyingObject(I.getPointerOperand());
  if (!isa<AllocaInst>(Object)) {
    Into->Stores[Me->Index] = true;
    if (To.Base)
      note(I, node(To, I.getPointerOperandType()));
  }
  if (isa<AllocaInst>(Object) && To.Base && To.Form.isConstant())
    Me->Private.write(Object, To.Form.Constant, T, DL.getTypeStoreSize(T),
                      Stored);
  else if (isa<AllocaInst>(Object))
    Me->Private.forget(Object);
  return Step::Go;
}

} // namespace roofline
