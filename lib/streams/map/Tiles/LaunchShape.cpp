// The launch of a kernel without local memory, by the elements that it stores.
#include "LaunchShape.h"

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

/// Finds the steps of the first store: how its groups move it, and how two
/// work-items or two iterations beside one another differ.
std::optional<StoreSteps> stepsOf(const KernelCode &Code,
                                  const LaunchRun &Run) {
  const Instruction *Store = nullptr;
  std::optional<StoreSteps> Steps;
  const uint32_t Stride[] = {1, uint32_t(Code.Local[0]),
                             uint32_t(Code.Local[0] * Code.Local[1])};
  for (const auto &[Box, Of] : Run.values()) {
    std::map<std::pair<uint32_t, SmallVector<uint32_t, 2>>, const GroupForm *>
        Places;
    for (const auto &[At, Values] : Of.Seen) {
      if (!isBufferStore(*At) || (Store && At != Store))
        continue;
      Store = At;
      for (const SeenValue &V : Values) {
        const GroupForm &Place = Run.Nodes[V.Node].Form;
        Places[{V.Item, V.Iterations}] = &Place;
        if (!Steps)
          Steps = StoreSteps{Place.Slope, {0, 0, 0}, 0};
      }
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

/// [iteration] of the marched loop in each work-item that enters it; nothing
/// where they differ.
std::optional<int64_t> marchedTrip(const KernelCode &Code,
                                   const LaunchRun &Run) {
  std::optional<int64_t> Trip;
  for (const auto &[Box, Of] : Run.values()) {
    std::map<uint32_t, int64_t> Trips; // by item
    for (const PHINode &Phi : Code.March->getHeader()->phis())
      if (const auto *Seen = Of.Seen.find(&Phi); Seen != Of.Seen.end())
        for (const SeenValue &V : Seen->second)
          Trips[V.Item] = std::max<int64_t>(Trips[V.Item], V.Iterations[0] + 1);
    for (const auto &[Item, Own] : Trips)
      if (Trip.value_or(Own) != Own)
        return std::nullopt;
      else
        Trip = Own;
  }
  return Trip;
}

/// True where elements that neighbours along \p A store stand side by side,
/// also where iterations and groups meet.
bool isStraight(const KernelCode &Code, const StoreSteps &Steps,
                const LaunchAxis &A) {
  int64_t Step = Steps.PerItem[*A.ItemOf], Size = A.Items;
  auto GoesOn = [&](int64_t Stride, int64_t Times) {
    if (Times > 1 && Size == 1)
      Step = Stride;
    const bool IsNext = Times == 1 || Stride == Step * Size;
    Size *= Times;
    return IsNext;
  };
  return (!A.HasLoop || GoesOn(Steps.PerIteration, A.Trip)) &&
         GoesOn(Steps.PerGroup[*A.GroupOf], Code.Groups[*A.GroupOf]);
}

/// Three axes of the launch that are straight, and one of the marched loop
/// where it goes on from none of them; as the launch is numbered where there
/// are none such.
LaunchShape straightAxes(const KernelCode &Code, const LaunchRun &Run,
                         const StoreSteps &Steps, int64_t Trip) {
  LaunchShape Old;
  for (unsigned D = 0; D < 3; ++D)
    Old.Axes.push_back({D, D, 0, Code.Local[D], false, 1});
  std::array<unsigned, 3> GroupOf = {0, 1, 2};
  constexpr unsigned Apart = 3;
  do
    for (bool All : {true, false})
      for (unsigned LoopIn : {Apart, 0u, 1u, 2u}) {
        if (LoopIn != Apart && !Code.March)
          continue;
        LaunchShape New = Old;
        for (unsigned D = 0; D < 3; ++D) {
          LaunchAxis &A = New.Axes[D];
          A.GroupOf = GroupOf[D];
          if (!All)
            std::tie(A.First, A.Items) = storingItems(Code, Run, D);
          if (D == LoopIn)
            A.HasLoop = true, A.Trip = Trip;
        }
        New.IsNew = !All || LoopIn != Apart ||
                    GroupOf != std::array<unsigned, 3>{0, 1, 2};
        auto Fits = [&](const LaunchAxis &A) {
          return isStraight(Code, Steps, A) &&
                 (*A.ItemOf < std::max(1u, Code.L.Dimensions) ||
                  Code.Groups[*A.GroupOf] * A.size() == 1);
        };
        New.IsOfGroups =
            Code.groupSize() > 1 &&
            all_of(New.Axes, [](const LaunchAxis &A) { return A.Items == 1; });
        if (all_of(New.Axes, Fits))
          return New;
      }
  while (std::next_permutation(GroupOf.begin(), GroupOf.end()));
  Old.IsStraight = false;
  return Old;
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
  std::optional<StoreSteps> Steps = stepsOf(Code, Run);
  std::optional<int64_t> Trip = Code.March ? marchedTrip(Code, Run) : 1;
  if (!Trip || (!Steps && Code.March))
    return std::nullopt;
  LaunchShape Shape =
      straightAxes(Code, Run, Steps.value_or(StoreSteps()), *Trip);
  Shape.Axes.truncate(std::max(1u, Code.L.Dimensions)); // others have one item
  auto HasLoop = [](const LaunchAxis &A) { return A.HasLoop; };
  if (!Code.March || any_of(Shape.Axes, HasLoop))
    return Shape;
  Shape.Axes.push_back({std::nullopt, std::nullopt, 0, 1, true, *Trip});
  auto StepAlong = [&](const LaunchAxis &A) {
    return std::abs(!A.ItemOf      ? Steps->PerIteration
                    : A.Items == 1 ? Steps->PerGroup[*A.GroupOf]
                                   : Steps->PerItem[*A.ItemOf]);
  };
  llvm::stable_sort(Shape.Axes, [&](const LaunchAxis &L, const LaunchAxis &R) {
    return StepAlong(L) < StepAlong(R);
  });
  Shape.IsNew = true;
  return Shape.Axes.size() <= 3 ? std::optional(Shape) : std::nullopt;
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
    L.Global[D] = uint64_t(A.size());
    if (!A.ItemOf)
      continue;
    L.Global[D] *= uint64_t(Code.Groups[*A.GroupOf]);
    Value *Id = globalId(Builder, unsigned(D));
    Group[*A.GroupOf] =
        Builder.CreateUDiv(Id, Builder.getInt64(uint64_t(A.size())));
    Item[*A.ItemOf] = Builder.CreateAdd(
        Builder.CreateURem(Id, Builder.getInt64(uint64_t(A.Items))),
        Builder.getInt64(uint64_t(A.First)));
  }
  for (CallInst *Call : Asked) {
    const PlaceSum Sum = *Code.answerOf(*Call);
    Value *Answer = Builder.getInt64(uint64_t(Sum.Constant));
    for (unsigned D = 0; D < 3; ++D) {
      auto Add = [&](Value *V, int64_t Factor) {
        if (Factor)
          Answer = Builder.CreateAdd(
              Answer, Builder.CreateMul(V, Builder.getInt64(uint64_t(Factor))));
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
