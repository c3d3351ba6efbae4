// A kernel and its launch, for runs of groups on symbols.
#include "KernelCode.h"

#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <cassert>

using namespace llvm;

namespace roofline {

const Value *localObject(const Value *Pointer) {
  auto IsLocal = [](const Value *V) {
    constexpr unsigned Local = 3; // SPIR
    return V->getType()->isPointerTy() &&
           V->getType()->getPointerAddressSpace() == Local;
  };
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  return IsLocal(Pointer) || IsLocal(Object) ? Object : nullptr;
}

bool isBufferStore(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && !localObject(Store->getPointerOperand()) &&
         !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
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

Value *globalId(IRBuilderBase &Builder, unsigned D) {
  assert(D < 3 && "an NDRange has at most three dimensions");
  Module &M = *Builder.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      "_Z13get_global_idj", Builder.getInt64Ty(), Builder.getInt32Ty());
  CallInst *Call = Builder.CreateCall(Callee, {Builder.getInt32(D)});
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  return Builder.CreateZExt(Call, Builder.getInt64Ty());
}

KernelCode::KernelCode(const Function &F, const Launch &L)
    : F(F), L(L), DT(const_cast<Function &>(F)), LI(DT),
      PDT(const_cast<Function &>(F)) {
  for (unsigned D = 0; D < L.Dimensions; ++D) {
    Local[D] = L.Local ? int64_t((*L.Local)[D]) : 1;
    Groups[D] = int64_t(L.Global[D]) / Local[D];
  }
  for (const Argument &A : F.args())
    Slots.try_emplace(&A, Slots.size());
  for (const Instruction &I : instructions(F))
    if (!I.getType()->isVoidTy())
      Slots.try_emplace(&I, Slots.size());
  for (const llvm::Loop *Inner : LI.getLoopsInPreorder()) {
    LoopIndex[Inner] = unsigned(Loops.size());
    Loops.push_back(Inner);
  }
}

/// OpenCL C 2.0 6.13.1.
std::optional<PlaceSum> KernelCode::answerOf(const CallInst &I) const {
  StringRef Name = calledBuiltin(I);
  if (!Name.starts_with("get_") || !I.getType()->isIntegerTy())
    return std::nullopt;
  PlaceSum Sum;
  auto Global = [&](unsigned D) { return Local[D] * Groups[D]; };
  auto Number = [&](int64_t Value) {
    Sum.Constant = Value;
    return Sum;
  };
  if (Name == "get_work_dim")
    return Number(L.Dimensions);
  if (Name == "get_local_linear_id") {
    Sum.PerItem = {1, Local[0], Local[0] * Local[1]};
    return Sum;
  }
  if (Name == "get_global_linear_id") {
    Sum.PerItem = {1, Global(0), Global(0) * Global(1)};
    for (unsigned D = 0; D < 3; ++D)
      Sum.PerGroup[D] = Local[D] * Sum.PerItem[D];
    return Sum;
  }
  const auto *Asked =
      I.arg_size() == 1 ? dyn_cast<ConstantInt>(I.getArgOperand(0)) : nullptr;
  if (!Asked)
    return std::nullopt;
  const unsigned D = unsigned(Asked->getLimitedValue(3));
  if (Name == "get_global_offset" || (D > 2 && Name.ends_with("_id")))
    return Number(0);
  if (D > 2)
    return Number(1);
  if (Name == "get_num_groups")
    return Number(Groups[D]);
  if (Name == "get_global_size")
    return Number(Global(D));
  if (Name == "get_local_size" || Name == "get_enqueued_local_size")
    return Number(Local[D]);
  if (Name != "get_local_id" && Name != "get_group_id" &&
      Name != "get_global_id")
    return std::nullopt;
  Sum.PerItem[D] = Name != "get_group_id";
  Sum.PerGroup[D] = Name == "get_group_id"    ? 1
                    : Name == "get_global_id" ? Local[D]
                                              : 0;
  return Sum;
}

SmallVector<unsigned, 3> KernelCode::loopsAround(const BasicBlock *B) const {
  SmallVector<unsigned, 3> Around;
  for (const llvm::Loop *L = LI.getLoopFor(B); L; L = L->getParentLoop())
    Around.insert(Around.begin(), LoopIndex.lookup(L));
  return Around;
}

const BranchRegion &KernelCode::regionOf(const BasicBlock *B) const {
  auto [It, IsNew] = Regions.try_emplace(B);
  BranchRegion &R = It->second;
  if (!IsNew)
    return R;
  const auto *Node = PDT.getNode(B);
  const auto *Join = Node ? Node->getIDom() : nullptr;
  R.Join = Join ? Join->getBlock() : nullptr;
  SmallVector<const BasicBlock *, 8> Work(successors(B));
  while (!Work.empty()) {
    const BasicBlock *Next = Work.pop_back_val();
    R.IsLoop |= Next == B;
    R.IsMarched |= March && Next == March->getHeader() && Next != R.Join;
    if (Next == R.Join || Next == B || !R.Blocks.insert(Next))
      continue;
    append_range(Work, successors(Next));
    for (const Instruction &I : *Next) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      const bool IsLocal = Pointer && localObject(Pointer);
      if (!R.Barrier && isGroupBarrier(I))
        R.Barrier = &I;
      R.Stores |= isBufferStore(I);
      if (!R.LocalWrite && IsLocal && isa<StoreInst>(I))
        R.LocalWrite = &I;
      if (!R.LocalRead && IsLocal && isa<LoadInst>(I))
        R.LocalRead = &I;
    }
  }
  return R;
}

} // namespace roofline
