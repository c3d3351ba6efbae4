// A kernel and its launch, as its groups are run on symbols.
#include "KernelCode.h"

#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace roofline {

Error refusedAt(const Instruction &I, const Twine &Text) {
  return createStringError(placePrefix(I) + Text);
}

const Value *localObject(const Value *Pointer) {
  constexpr unsigned Local = 3; // SPIR
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  return Object->getType()->isPointerTy() &&
                 Object->getType()->getPointerAddressSpace() == Local
             ? Object
             : nullptr;
}

StringRef calledBuiltin(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->isDeclaration() && !Callee->isIntrinsic()
             ? builtinName(Callee->getName())
             : StringRef();
}

bool isGroupBarrier(const Instruction &I) {
  StringRef Name = calledBuiltin(I);
  return Name == "barrier" || Name == "work_group_barrier";
}

KernelCode::KernelCode(const Function &F, const Launch &L)
    : F(F), L(L), DT(const_cast<Function &>(F)), LI(DT),
      PDT(const_cast<Function &>(F)) {
  for (unsigned D = 0; D < L.Dimensions; ++D) {
    Local[D] = int64_t((*L.Local)[D]);
    Groups[D] = int64_t(L.Global[D]) / Local[D];
  }
  for (const Argument &A : F.args())
    Slots.try_emplace(&A, Slots.size());
  for (const Instruction &I : instructions(F))
    if (!I.getType()->isVoidTy())
      Slots.try_emplace(&I, Slots.size());
  for (const llvm::Loop *Of : LI.getLoopsInPreorder()) {
    LoopIndex[Of] = unsigned(Loops.size());
    Loops.push_back(Of);
  }
}

SmallVector<unsigned, 3> KernelCode::loopsAround(const BasicBlock *B) const {
  SmallVector<unsigned, 3> Around;
  for (const llvm::Loop *Of = LI.getLoopFor(B); Of; Of = Of->getParentLoop())
    Around.insert(Around.begin(), LoopIndex.lookup(Of));
  return Around;
}

const BranchRegion &KernelCode::regionOf(const BasicBlock *B) const {
  auto [At, IsNew] = Regions.try_emplace(B);
  BranchRegion &R = At->second;
  if (!IsNew)
    return R;
  const auto *Node = PDT.getNode(B);
  const auto *Join = Node ? Node->getIDom() : nullptr;
  R.Join = Join ? Join->getBlock() : nullptr;
  SmallVector<const BasicBlock *, 8> Work(successors(B));
  while (!Work.empty()) {
    const BasicBlock *Next = Work.pop_back_val();
    R.IsLoop |= Next == B;
    if (Next == R.Join || Next == B || !R.Blocks.insert(Next))
      continue;
    append_range(Work, successors(Next));
    for (const Instruction &I : *Next) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      const bool IsLocal = Pointer && localObject(Pointer);
      if (!R.Barrier && isGroupBarrier(I))
        R.Barrier = &I;
      if (!R.LocalWrite && IsLocal && isa<StoreInst>(I))
        R.LocalWrite = &I;
      if (!R.LocalRead && IsLocal && isa<LoadInst>(I))
        R.LocalRead = &I;
    }
  }
  return R;
}

} // namespace roofline
