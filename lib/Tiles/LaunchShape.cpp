// The launch of what is left of a kernel, by what it stores.
#include "LaunchShape.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <numeric>

using namespace llvm;

namespace roofline {
namespace {

/// How the address of a store moves [byte].
struct StoreSteps {
  std::array<int64_t, 3> PerGroup = {0, 0, 0}, PerItem = {0, 0, 0};
  int64_t PerIteration = 0; ///< of the marched loop
};

bool isBufferStore(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && !localObject(Store->getPointerOperand()) &&
         !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
}

/// Of the first store: as its groups move it, and as two work-items or two
/// iterations beside one another differ.
std::optional<StoreSteps> stepsOf(const KernelCode &Code,
                                  const LaunchRun &Run) {
  const Instruction *Store = nullptr;
  std::optional<StoreSteps> Steps;
  const uint32_t Stride[] = {1, uint32_t(Code.Local[0]),
                             uint32_t(Code.Local[0] * Code.Local[1])};
  for (const auto &[Box, Of] : Run.values()) {
    std::map<std::pair<uint32_t, SmallVector<uint32_t, 2>>, const GroupForm *>
        Places;
    for (const SeenValue &V : Of.Seen) {
      if (!isBufferStore(*V.At) || (Store && V.At != Store))
        continue;
      Store = V.At;
      const GroupForm &Place = Run.Nodes[V.Node].Form;
      Places[{V.Item, V.Iterations}] = &Place;
      if (!Steps)
        Steps = StoreSteps{Place.Slope, {0, 0, 0}, 0};
    }
    for (const auto &[At, Place] : Places) {
      auto Difference = [&, &Place = Place](uint32_t Item,
                                            const SmallVector<uint32_t, 2> &I,
                                            int64_t &To) {
        if (auto Next = Places.find({Item, I}); To == 0 && Next != Places.end())
          To = Next->second->Constant - Place->Constant;
      };
      for (unsigned D = 0; D < 3; ++D)
        if (At.first / Stride[D] % Code.Local[D] + 1 < uint64_t(Code.Local[D]))
          Difference(At.first + Stride[D], At.second, Steps->PerItem[D]);
      if (!Code.March)
        continue;
      SmallVector<uint32_t, 2> Next = At.second;
      ++Next.front(); // the outermost one
      Difference(At.first, Next, Steps->PerIteration);
    }
  }
  return Steps;
}

/// The work-items of dimension \p D that store: first and number.
std::pair<int64_t, int64_t> storingItems(const KernelCode &Code,
                                         const LaunchRun &Run, unsigned D) {
  int64_t First = Code.Local[D], Last = 0;
  for (const auto &[Box, Of] : Run.values())
    for (uint32_t Item = 0; Item < Of.Stores.size(); ++Item)
      if (Of.Stores[Item]) {
        First = std::min(First, Code.idOf(Item)[D]);
        Last = std::max(Last, Code.idOf(Item)[D]);
      }
  return {First, Last - First + 1};
}

/// The dimensions of the launch, so that elements that are stored by neighbours
/// stand side by side, also where groups meet.
SmallVector<LaunchAxis, 3> launchAxes(const KernelCode &Code,
                                      const LaunchRun &Run,
                                      const StoreSteps &Steps) {
  SmallVector<LaunchAxis, 3> Old;
  for (unsigned D = 0; D < 3; ++D)
    Old.push_back({D, D, 0, Code.Local[D], std::nullopt});
  auto IsStraight = [&](const LaunchAxis &A) {
    return Code.Groups[A.GroupOf] == 1 || A.Size == 1 ||
           Steps.PerGroup[A.GroupOf] == Steps.PerItem[A.ItemOf] * A.Size;
  };
  if (all_of(Old, IsStraight))
    return Old;
  std::array<unsigned, 3> GroupOf = {0, 1, 2};
  do {
    SmallVector<LaunchAxis, 3> New = Old;
    for (unsigned D = 0; D < 3; ++D) {
      std::tie(New[D].First, New[D].Size) = storingItems(Code, Run, D);
      New[D].GroupOf = GroupOf[D];
    }
    if (all_of(New, IsStraight))
      return New;
  } while (std::next_permutation(GroupOf.begin(), GroupOf.end()));
  return Old;
}

/// [iteration] of the marched loop in each work-item that enters it; nothing
/// where they differ.
std::optional<int64_t> marchedTrip(const KernelCode &Code,
                                   const LaunchRun &Run) {
  std::optional<int64_t> Trip;
  for (const auto &[Box, Of] : Run.values()) {
    std::map<uint32_t, int64_t> Trips; // by item
    for (const SeenValue &V : Of.Seen)
      if (V.At->getParent() == Code.March->getHeader() && isa<PHINode>(V.At))
        Trips[V.Item] = std::max<int64_t>(Trips[V.Item], V.Iterations[0] + 1);
    for (const auto &[Item, Own] : Trips)
      if (Trip.value_or(Own) != Own)
        return std::nullopt;
      else
        Trip = Own;
  }
  return Trip;
}

} // namespace

const llvm::Loop *marchedLoop(const KernelCode &Code) {
  const llvm::Loop *Marched = nullptr;
  for (const Instruction &I : instructions(Code.F)) {
    if (!isBufferStore(I))
      continue;
    const llvm::Loop *L = Code.LI.getLoopFor(I.getParent());
    L = L ? L->getOutermostLoop() : nullptr;
    if (!L || (Marched && L != Marched))
      return nullptr;
    Marched = L;
  }
  if (!Marched || !Marched->getLoopLatch() || !Marched->getUniqueExitBlock() ||
      Marched->getExitingBlock() != Marched->getLoopLatch() ||
      !Marched->getUniqueExitBlock()->phis().empty())
    return nullptr;
  for (const BasicBlock *B : Marched->blocks())
    for (const Instruction &I : *B)
      if (isa<StoreInst>(I) && !isBufferStore(I) &&
          !localObject(getLoadStorePointerOperand(&I)))
        return nullptr; // a private array, which an iteration leaves to others
  return Marched;
}

std::optional<LaunchShape> shapeOf(const KernelCode &Code,
                                   const LaunchRun &Run) {
  LaunchShape Shape;
  std::optional<StoreSteps> Steps = stepsOf(Code, Run);
  if (!Steps && Code.March)
    return std::nullopt;
  Shape.Axes = launchAxes(Code, Run, Steps.value_or(StoreSteps()));
  for (unsigned D = 0; D < 3; ++D)
    Shape.IsNew |=
        Shape.Axes[D].GroupOf != D || Shape.Axes[D].Size != Code.Local[D];
  if (!Code.March)
    return Shape;
  std::optional<int64_t> Trip = marchedTrip(Code, Run);
  if (!Trip || Code.L.Dimensions > 2)
    return std::nullopt;
  auto StepAlong = [&](const LaunchAxis &A) {
    return std::abs(A.Loop       ? Steps->PerIteration
                    : A.Size > 1 ? Steps->PerItem[A.ItemOf]
                                 : Steps->PerGroup[A.GroupOf]);
  };
  Shape.Axes.resize(std::max(1u, Code.L.Dimensions));
  Shape.Axes.push_back({0, 0, 0, *Trip, Code.LoopIndex.lookup(Code.March)});
  llvm::stable_sort(Shape.Axes, [&](const LaunchAxis &L, const LaunchAxis &R) {
    return StepAlong(L) < StepAlong(R);
  });
  Shape.IsNew = true;
  return Shape;
}

void renumber(Function &F, const KernelCode &Code, const LaunchShape &Shape,
              Launch &L) {
  if (!Shape.IsNew)
    return;
  IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  std::array<Value *, 3> Group, Item;
  Group.fill(Builder.getInt64(0));
  Item.fill(Builder.getInt64(0));
  SmallVector<CallInst *, 8> Asked;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Code.answerOf(*Call))
      Asked.push_back(Call);
  L.Global = {1, 1, 1};
  L.Local.reset();
  L.Dimensions = uint32_t(Shape.Axes.size());
  for (auto [D, A] : enumerate(Shape.Axes)) {
    L.Global[D] = uint64_t(A.Size);
    if (A.Loop)
      continue;
    L.Global[D] *= uint64_t(Code.Groups[A.GroupOf]);
    Value *Id = globalId(Builder, unsigned(D));
    Value *Size = Builder.getInt64(uint64_t(A.Size));
    Group[A.GroupOf] = Builder.CreateUDiv(Id, Size);
    Item[A.ItemOf] = Builder.CreateAdd(Builder.CreateURem(Id, Size),
                                       Builder.getInt64(uint64_t(A.First)));
  }
  for (CallInst *Call : Asked) {
    const PlaceSum Sum = *Code.answerOf(*Call);
    Value *Answer = Builder.getInt64(uint64_t(Sum.Constant));
    for (unsigned D = 0; D < 3; ++D) {
      auto Add = [&](Value *Of, int64_t Factor) {
        if (Factor)
          Answer = Builder.CreateAdd(
              Answer,
              Builder.CreateMul(Of, Builder.getInt64(uint64_t(Factor))));
      };
      Add(Group[D], Sum.PerGroup[D]);
      Add(Item[D], Sum.PerItem[D]);
    }
    Call->replaceAllUsesWith(
        Builder.CreateZExtOrTrunc(Answer, Call->getType()));
  }
  for (CallInst *Call : Asked) // before one of which all of it was inserted
    Call->eraseFromParent();
}

} // namespace roofline
