// Stores of some components of a vector.
#include "ComponentStores.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

/// Components change by a chain of at most this many steps: a vector has 16.
static constexpr unsigned MaxSteps = 16;

namespace {
/// A lane of a vector, or a scalar.
struct LaneSource {
  Value *V;
  std::optional<unsigned> Lane; ///< nothing for a scalar
};
} // namespace

/// Returns where lane \p Lane of \p V comes from.
static LaneSource sourceOf(Value *V, unsigned Lane) {
  for (unsigned Step = 0; Step < MaxSteps; ++Step) {
    if (const auto *Insert = dyn_cast<InsertElementInst>(V)) {
      const auto *At = dyn_cast<ConstantInt>(Insert->getOperand(2));
      if (At && At->getZExtValue() == Lane)
        return {Insert->getOperand(1), std::nullopt};
      if (!At)
        break;
      V = Insert->getOperand(0);
    } else if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(V);
               Shuffle && isa<FixedVectorType>(Shuffle->getType()) &&
               Shuffle->getMaskValue(Lane) >= 0) {
      const unsigned From = Shuffle->getMaskValue(Lane);
      const unsigned Width =
          cast<FixedVectorType>(Shuffle->getOperand(0)->getType())
              ->getNumElements();
      V = Shuffle->getOperand(From >= Width);
      Lane = From % Width;
    } else {
      break;
    }
  }
  return {V, Lane};
}

/// The load at the pointer of \p Store from which a lane of its value comes.
static LoadInst *oldValue(const StoreInst &Store) {
  SmallVector<Value *, 4> Work = {const_cast<Value *>(Store.getValueOperand())};
  for (unsigned Step = 0; Step < MaxSteps && !Work.empty(); ++Step) {
    Value *V = Work.pop_back_val();
    if (auto *Load = dyn_cast<LoadInst>(V)) {
      if (Load->getPointerOperand() == Store.getPointerOperand() &&
          Load->getType() == Store.getValueOperand()->getType() &&
          Load->isSimple() && Load->getParent() == Store.getParent())
        return Load;
    } else if (auto *Insert = dyn_cast<InsertElementInst>(V)) {
      Work.push_back(Insert->getOperand(0));
    } else if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) {
      Work.push_back(Shuffle->getOperand(1));
      Work.push_back(Shuffle->getOperand(0));
    }
  }
  return nullptr;
}

/// True where nothing is written between \p From and \p To, of one block, but
/// to their own pointer: that is a part of the same vector.
static bool isUnchanged(const LoadInst &From, const StoreInst &To) {
  for (const Instruction *I = From.getNextNode(); I != &To;
       I = I->getNextNode()) {
    if (!I)
      return false; // the store comes first
    const auto *Own = dyn_cast<StoreInst>(I);
    if (I->mayWriteToMemory() &&
        !(Own && Own->getPointerOperand() == To.getPointerOperand() &&
          oldValue(*Own) == &From))
      return false;
  }
  return true;
}

/// True where \p Later has all that \p Earlier, of the same old value, has
/// written: a lane that stays in the later one is the old one.
static bool keeps(const ComponentStore &Earlier, const ComponentStore &Later) {
  return !Earlier.Lanes.test(Later.Lanes);
}

static std::optional<ComponentStore> changedLanes(const StoreInst &Store) {
  auto *V = const_cast<Value *>(Store.getValueOperand());
  const auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  if (!Vector || !Store.isSimple())
    return std::nullopt;
  ComponentStore Result;
  Result.Old = oldValue(Store);
  if (!Result.Old)
    return std::nullopt;
  Result.Lanes.resize(Vector->getNumElements());
  for (unsigned Lane = 0; Lane < Vector->getNumElements(); ++Lane)
    if (const LaneSource From = sourceOf(V, Lane);
        From.V != Result.Old || From.Lane != Lane)
      Result.Lanes.set(Lane);
  if (Result.Lanes.none() || Result.Lanes.all())
    return std::nullopt;
  return Result;
}

std::optional<ComponentStore> componentStore(const StoreInst &Store) {
  std::optional<ComponentStore> Result = changedLanes(Store);
  if (!Result || !isUnchanged(*Result->Old, Store))
    return std::nullopt;
  for (const Instruction *I = Result->Old->getNextNode(); I != &Store;
       I = I->getNextNode())
    if (const auto *Own = dyn_cast<StoreInst>(I)) {
      const auto Earlier = changedLanes(*Own);
      if (!Earlier || !keeps(*Earlier, *Result))
        return std::nullopt;
    }
  return Result;
}

/// The lanes that component stores beside \p Load write into its vector.
static SmallBitVector lanesWrittenBeside(const LoadInst &Load, unsigned Width) {
  SmallBitVector Written(Width);
  for (const User *User : Load.getPointerOperand()->users()) {
    const auto *Store = dyn_cast<StoreInst>(User);
    if (!Store || Store->getParent() != Load.getParent() ||
        Store->getPointerOperand() != Load.getPointerOperand() ||
        Store->getValueOperand()->getType() != Load.getType())
      continue;
    if (const auto Own = componentStore(*Store))
      Written |= Own->Lanes;
  }
  return Written;
}

/// Adds to \p Read the lanes of \p Load from which \p Store takes what it
/// writes; false where it is no component store of the loaded vector.
static bool addLanesMoved(const LoadInst &Load, const StoreInst &Store,
                          SmallBitVector &Read) {
  const auto Own = componentStore(Store);
  if (!Own || Own->Old != &Load)
    return false;
  for (unsigned Lane : Own->Lanes.set_bits())
    if (const LaneSource From =
            sourceOf(const_cast<Value *>(Store.getValueOperand()), Lane);
        From.V == &Load)
      Read.set(*From.Lane);
  return true;
}

/// The lanes of \p Load that the source reads: none for a component store
/// alone, and those that it writes for `v[i].y += x`.
static SmallBitVector lanesRead(const LoadInst &Load) {
  const auto *Vector = dyn_cast<FixedVectorType>(Load.getType());
  const SmallBitVector All(Vector ? Vector->getNumElements() : 1, true);
  if (!Vector || Load.use_empty())
    return All;
  SmallBitVector Read(All.size());
  SmallVector<const User *, 8> Work(Load.users());
  for (unsigned Step = 0; !Work.empty(); ++Step) {
    const User *User = Work.pop_back_val();
    if (Step == 4 * MaxSteps)
      return All;
    const auto *Lane = dyn_cast<ExtractElementInst>(User);
    const auto *At =
        Lane ? dyn_cast<ConstantInt>(Lane->getIndexOperand()) : nullptr;
    if (At && Lane->getVectorOperand() == &Load &&
        At->getValue().ult(All.size()))
      Read.set(At->getZExtValue());
    else if (isa<InsertElementInst, ShuffleVectorInst>(User))
      append_range(Work, User->users());
    else if (const auto *Store = dyn_cast<StoreInst>(User);
             !Store || !addLanesMoved(Load, *Store, Read))
      return All;
  }
  if (Read.none())
    return Read;
  // A vector that is read for itself is read whole.
  return Read.test(lanesWrittenBeside(Load, All.size())) ? All : Read;
}

Type *movedPart(const Instruction &I, Type *Whole) {
  const auto *Vector = dyn_cast<FixedVectorType>(Whole);
  if (!Vector)
    return Whole;
  unsigned Lanes = Vector->getNumElements();
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    Lanes = lanesRead(*Load).count();
  else if (const auto *Store = dyn_cast<StoreInst>(&I))
    if (const auto Components = componentStore(*Store))
      Lanes = Components->Lanes.count();
  if (Lanes == 0 || Lanes == Vector->getNumElements())
    return Whole;
  Type *Element = Vector->getElementType();
  return Lanes == 1 ? Element : FixedVectorType::get(Element, Lanes);
}

bool isOldValue(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && lanesRead(*Load).none();
}

/// Lanes \p First to \p End - 1 of \p V.
static Value *runOf(IRBuilder<> &Builder, Value *V, unsigned First,
                    unsigned End) {
  SmallVector<LaneSource, 16> Sources;
  for (unsigned Lane = First; Lane < End; ++Lane)
    Sources.push_back(sourceOf(V, Lane));
  auto Scalar = [&](const LaneSource &From) {
    return From.Lane
               ? Builder.CreateExtractElement(From.V, uint64_t(*From.Lane))
               : From.V;
  };
  if (End - First == 1)
    return Scalar(Sources.front());
  if (all_of(Sources, [&](const LaneSource &From) {
        return From.Lane && From.V == Sources.front().V;
      })) {
    SmallVector<int, 16> Mask;
    for (const LaneSource &From : Sources)
      Mask.push_back(int(*From.Lane));
    return Builder.CreateShuffleVector(Sources.front().V, Mask);
  }
  Type *Element = cast<VectorType>(V->getType())->getElementType();
  Value *Run = PoisonValue::get(FixedVectorType::get(Element, End - First));
  for (const auto &[Lane, From] : enumerate(Sources))
    Run = Builder.CreateInsertElement(Run, Scalar(From), uint64_t(Lane));
  return Run;
}

/// The place of lane \p Lane of the vector at \p Pointer, and its alignment.
static std::pair<Value *, Align> placeOf(IRBuilder<> &Builder, Value *Pointer,
                                         Align Whole, Type *Element,
                                         unsigned Lane, const DataLayout &DL) {
  const uint64_t Bytes = DL.getTypeStoreSize(Element).getFixedValue();
  return {Lane ? Builder.CreateConstInBoundsGEP1_64(Element, Pointer, Lane)
               : Pointer,
          commonAlignment(Whole, Lane * Bytes)};
}

static void storeLanes(StoreInst &Store, const SmallBitVector &Lanes) {
  IRBuilder<> Builder(&Store);
  Type *Element =
      cast<VectorType>(Store.getValueOperand()->getType())->getElementType();
  for (int First = Lanes.find_first(); First >= 0;) {
    int End = Lanes.find_next_unset(First);
    End = End < 0 ? int(Lanes.size()) : End;
    Value *Run = runOf(Builder, Store.getValueOperand(), First, End);
    const auto [Pointer, Alignment] =
        placeOf(Builder, Store.getPointerOperand(), Store.getAlign(), Element,
                First, Store.getDataLayout());
    Builder.CreateAlignedStore(Run, Pointer, Alignment);
    First = End < int(Lanes.size()) ? Lanes.find_next(End) : -1;
  }
}

/// Loads the lanes of \p Load one by one, where each use takes one.
static void loadLanes(LoadInst &Load) {
  IRBuilder<> Builder(&Load);
  Type *Element = cast<VectorType>(Load.getType())->getElementType();
  DenseMap<uint64_t, Value *> Loaded;
  for (User *User : make_early_inc_range(Load.users())) {
    auto *Extract = cast<ExtractElementInst>(User);
    const uint64_t Lane =
        cast<ConstantInt>(Extract->getIndexOperand())->getZExtValue();
    Value *&Scalar = Loaded[Lane];
    if (!Scalar) {
      const auto [Pointer, Alignment] =
          placeOf(Builder, Load.getPointerOperand(), Load.getAlign(), Element,
                  unsigned(Lane), Load.getDataLayout());
      Scalar = Builder.CreateAlignedLoad(Element, Pointer, Alignment);
    }
    Extract->replaceAllUsesWith(Scalar);
    Extract->eraseFromParent();
  }
  Load.eraseFromParent();
}

PreservedAnalyses StoreComponentsPass::run(Function &F,
                                           FunctionAnalysisManager &) {
  struct Change {
    StoreInst *Store;
    ComponentStore Components;
  };
  SmallVector<Change, 8> Changes;
  MapVector<LoadInst *, SmallBitVector> Written;
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I))
      if (auto Components = componentStore(*Store)) {
        auto &Lanes = Written[Components->Old];
        Lanes.resize(Components->Lanes.size());
        Lanes |= Components->Lanes;
        Changes.push_back({Store, std::move(*Components)});
      }
  SmallVector<std::pair<WeakTrackingVH, SmallBitVector>, 8> Old(Written.begin(),
                                                                Written.end());
  SmallVector<WeakTrackingVH, 8> Unused;
  for (const auto &[Store, Components] : Changes) {
    storeLanes(*Store, Components.Lanes);
    WeakTrackingVH Whole = Store->getValueOperand();
    Store->eraseFromParent();
    if (Whole && Whole != Components.Old)
      Unused.push_back(Whole);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Unused, /*TLI=*/nullptr,
                                                       /*MSSAU=*/nullptr);
  for (const auto &[Handle, Lanes] : Old) {
    auto *Load = cast_or_null<LoadInst>(Handle);
    auto TakesWritten = [&](const User *User) {
      const auto *Lane = dyn_cast<ExtractElementInst>(User);
      const auto *At =
          Lane ? dyn_cast<ConstantInt>(Lane->getIndexOperand()) : nullptr;
      return At && At->getValue().ult(Lanes.size()) &&
             Lanes.test(At->getZExtValue());
    };
    if (Load && all_of(Load->users(), TakesWritten))
      loadLanes(*Load);
  }
  if (Changes.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace roofline
