// Runs the work-items of a group side by side, from barrier to barrier.
//
/// \file
/// Each work-item has a stack of its own and runs until it waits; when all of
/// them wait, all go on. Local memory is that of the group that runs.
#include "WorkItemPlace.h"

#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Verify/KernelRunner.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <ucontext.h>

using namespace llvm;

namespace roofline {

WorkItemPlace Here;

namespace {

/// [byte] of a work-item's stack beside its variables; its pages exist when
/// they are touched.
constexpr size_t LeastStack = size_t(1) << 18;

struct Fiber {
  ucontext_t Context;
  std::unique_ptr<char[]> Stack;
  std::array<uint64_t, 3> Id = {0, 0, 0};
  bool IsDone = false;
};

struct GroupOfFibers {
  KernelRunner::Code Kernel = nullptr;
  void **Arguments = nullptr;
  size_t StackSize = LeastStack; ///< [byte]
  std::vector<Fiber> Fibers;
  Fiber *Running = nullptr;
  ucontext_t Scheduler;
};
GroupOfFibers Group;

void runFiber() {
  Group.Kernel(Group.Arguments, 1);
  Group.Running->IsDone = true;
}

void begin(Fiber &F) {
  if (!F.Stack)
    F.Stack.reset(new char[Group.StackSize]);
  F.IsDone = false;
  getcontext(&F.Context);
  F.Context.uc_stack.ss_sp = F.Stack.get();
  F.Context.uc_stack.ss_size = Group.StackSize;
  F.Context.uc_link = &Group.Scheduler;
  makecontext(&F.Context, runFiber, 0);
}

/// Lets each work-item of the group run to its next barrier, or to its end.
void runToBarrier() {
  for (Fiber &F : Group.Fibers) {
    if (F.IsDone)
      continue;
    Here.Id = F.Id;
    Group.Running = &F;
    swapcontext(&Group.Scheduler, &F.Context);
  }
}

Error runGroup(const std::array<uint64_t, 3> &First) {
  size_t Next = 0;
  for (uint64_t Z = 0; Z < Here.LocalSize[2]; ++Z)
    for (uint64_t Y = 0; Y < Here.LocalSize[1]; ++Y)
      for (uint64_t X = 0; X < Here.LocalSize[0]; ++X) {
        Fiber &F = Group.Fibers[Next++];
        F.Id = {First[0] + X, First[1] + Y, First[2] + Z};
        begin(F);
      }
  auto IsDone = [](const Fiber &F) { return F.IsDone; };
  while (!all_of(Group.Fibers, IsDone)) {
    if (any_of(Group.Fibers, IsDone))
      return createStringError("the original: not all work-items of a group "
                               "reach the same barriers");
    runToBarrier();
  }
  return Error::success();
}

} // namespace

void waitForGroup(uint32_t) {
  swapcontext(&Group.Running->Context, &Group.Scheduler);
}
void waitForGroupIn(uint32_t Fence, int) { waitForGroup(Fence); }

std::optional<size_t> KernelRunner::ownStack(const Module &M) {
  const bool Waits = any_of(M, [](const Function &F) {
    StringRef Name = builtinName(F.getName());
    return F.isDeclaration() && !F.use_empty() &&
           (Name == "barrier" || Name == "work_group_barrier");
  });
  if (!Waits)
    return std::nullopt;
  size_t Bytes = LeastStack;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const auto *Slot = dyn_cast<AllocaInst>(&I))
        Bytes +=
            2 * M.getDataLayout().getTypeAllocSize(Slot->getAllocatedType());
  return Bytes;
}

Error KernelRunner::runGroups(Code Original, size_t OwnStack,
                              void **Arguments) {
  Group.Kernel = Original;
  Group.StackSize = OwnStack;
  Group.Arguments = Arguments;
  Group.Fibers.clear();
  Group.Fibers.resize(Here.LocalSize[0] * Here.LocalSize[1] *
                      Here.LocalSize[2]);
  std::array<uint64_t, 3> First;
  for (First[2] = 0; First[2] < Here.GlobalSize[2];
       First[2] += Here.LocalSize[2])
    for (First[1] = 0; First[1] < Here.GlobalSize[1];
         First[1] += Here.LocalSize[1])
      for (First[0] = 0; First[0] < Here.GlobalSize[0];
           First[0] += Here.LocalSize[0])
        if (Error E = runGroup(First))
          return E;
  Group.Fibers.clear();
  return Error::success();
}

} // namespace roofline
