// Branches and calls of a group that is run on symbols.
#include "GroupRun.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace roofline {

GroupRun::Step GroupRun::failAtomic(const Instruction &I, const Twine &Name) {
  return fail(I, Name + " on local memory" +
                     (I.use_empty()
                          ? " is not followed: update a private variable, or "
                            "a fixed element of global memory"
                          : ": the order of the work-items decides what it "
                            "returns"));
}

GroupRun::Step GroupRun::call(const CallInst &I) {
  StringRef Name = calledBuiltin(I);
  if (isGroupBarrier(I)) {
    Me->Waits = &I;
    return Step::Waits;
  }
  if (std::optional<PlaceSum> Sum = Code.answerOf(I)) {
    GroupForm Answer = {Sum->Constant, Sum->PerGroup};
    for (unsigned D = 0; D < 3; ++D)
      Answer.Constant += Sum->PerItem[D] * Me->Id[D];
    set(I, number(Answer));
    return Step::Go;
  }
  if (I.doesNotAccessMemory() && I.getCalledFunction())
    return operation(I);
  const auto *Copy = dyn_cast<MemIntrinsic>(&I);
  if (Copy && isa<AllocaInst>(getUnderlyingObject(Copy->getDest())))
    Me->Private.forget(getUnderlyingObject(Copy->getDest()));
  for (const Use &Argument : I.args()) {
    if (I.isLifetimeStartOrEnd() || !Argument->getType()->isPointerTy() ||
        !localObject(Argument))
      continue;
    if (Name.starts_with("atom"))
      return failAtomic(I, Name + "()");
    return fail(I, Name.empty()
                       ? Twine("a copy of local memory of an unknown size: "
                               "copy its elements")
                       : Name + "() on local memory is not followed: read and "
                                "write its elements");
  }
  if (!I.getType()->isVoidTy()) {
    Value V;
    V.Node = opaque(&I);
    set(I, V);
  }
  return Step::Go;
}

static SwitchInst::ConstCaseHandle caseOf(const SwitchInst &Switch,
                                          int64_t Answer) {
  return *Switch.findCaseValue(cast<ConstantInt>(
      ConstantInt::getSigned(Switch.getCondition()->getType(), Answer,
                             /*ImplicitTrunc=*/true)));
}

GroupRun::Step GroupRun::branch(const Instruction &I) {
  const llvm::Value *Asked = nullptr;
  const BasicBlock *To = nullptr;
  if (isa<ReturnInst>(I)) {
    Me->IsDone = true;
    return Step::Done;
  }
  if (const auto *Branch = dyn_cast<BranchInst>(&I)) {
    if (Branch->isConditional())
      Asked = Branch->getCondition();
    else
      To = Branch->getSuccessor(0);
  } else if (const auto *Switch = dyn_cast<SwitchInst>(&I)) {
    Asked = Switch->getCondition();
  } else {
    return fail(I, "control flow that is not followed");
  }
  if (!To) {
    const Value V = get(Asked);
    if (V.Kind == Value::Symbol && Nodes[V.Node].IsData)
      return branchOnData(I);
    const auto *Switch = dyn_cast<SwitchInst>(&I);
    auto Chosen = [&](int64_t Answer) -> int64_t {
      return Switch ? caseOf(*Switch, Answer).getSuccessorIndex() : Answer;
    };
    const bool IsNumber = V.Kind == Value::Number;
    if (IsNumber && Switch && none_of(Switch->cases(), [&](const auto &Case) {
          return mayBe(V.Form, Case.getCaseValue()->getSExtValue(), Box);
        }))
      To = Switch->getDefaultDest();
    else if (!IsNumber || !Box.hasOne(V.Form))
      return cut(I, node(V, Asked->getType()), Chosen);
    else if (const int64_t Answer = V.Form.at(Box.First); Switch)
      To = caseOf(*Switch, Answer).getCaseSuccessor();
    else
      To = I.getSuccessor(Answer & 1 ? 0 : 1);
  }
  enter(To, /*IsKnown=*/true);
  return Step::Go;
}

/// Data may decide what a work-item computes, but not what others find in local
/// memory.
GroupRun::Step GroupRun::branchOnData(const Instruction &I) {
  const BranchRegion &Region = Code.regionOf(I.getParent());
  const auto *Branch = dyn_cast<BranchInst>(&I);
  const llvm::Value *Asked =
      Branch ? Branch->getCondition() : cast<SwitchInst>(I).getCondition();
  const std::string Why = why(get(Asked).Node);
  if (Region.Barrier)
    return fail(*Region.Barrier,
                "whether work-items come to this barrier " + Why);
  if (Region.LocalWrite)
    return fail(*Region.LocalWrite,
                "whether this writes local memory " + Why +
                    (StringRef(Why).contains("--arg")
                         ? ""
                         : ": write a chosen value under no condition"));
  if (Region.LocalRead && Region.IsLoop)
    return fail(*Region.LocalRead,
                "how often the loop around this read of local memory runs " +
                    Why);
  if (Region.IsMarched)
    return fail(I, "how often the loop runs " + Why);
  if (Region.LocalRead || (Region.Stores && !Region.IsLoop))
    if (Step S = bothWays(I, Region); S != Step::Go)
      return S;
  forgetRegion(I, Region);
  if (!Region.Join) {
    Me->IsDone = true;
    return Step::Done;
  }
  for (const BasicBlock *From : predecessors(Region.Join))
    if (From == I.getParent() || Region.Blocks.contains(From))
      Me->Block = From;
  enter(Region.Join, /*IsKnown=*/false);
  return Step::Go;
}

GroupRun::Step GroupRun::bothWays(const Instruction &I,
                                  const BranchRegion &Region) {
  const WorkItem Before = *Me;
  SmallPtrSet<const BasicBlock *, 4> Gone;
  for (const BasicBlock *To : successors(I.getParent())) {
    if (To == Region.Join || !Gone.insert(To).second)
      continue;
    *Me = Before;
    enter(To, /*IsKnown=*/true);
    if (Step S = runTo(Region.Join); S == Step::Cut || S == Step::Failed)
      return S;
  }
  *Me = Before;
  return Step::Go;
}

void GroupRun::forgetRegion(const Instruction &I, const BranchRegion &Region) {
  auto Forget = [&](const BasicBlock &B) {
    for (const Instruction &I : B) {
      if (auto Slot = Code.Slots.find(&I); Slot != Code.Slots.end()) {
        Value V;
        V.Node = opaque(&I);
        Me->Values[Slot->second] = V;
      }
      const auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store)
        continue;
      const llvm::Value *Object =
          getUnderlyingObject(Store->getPointerOperand());
      if (isa<AllocaInst>(Object))
        Me->Private.forget(Object);
      else
        Into->Stores[Me->Index] = true;
    }
  };
  for (const BasicBlock *B : Region.Blocks)
    Forget(*B);
  if (Region.IsLoop)
    Forget(*I.getParent());
}

} // namespace roofline
