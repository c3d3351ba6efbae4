// Turns line buffers of a single work-item into shift registers.
//
/// \file
/// `line[x]` is read, and then gets the element of this row: what is read was
/// written a row ago. A walk through the launch finds which iteration wrote an
/// element, so that rings, pairs of rows that take turns and `x & 1023` are
/// line buffers, too. Not handled: an array that some iterations do not write,
/// or that data indexes.
#include "LineBuffer.h"

#include "LoopCounters.h"

#include "roofline/IndexForms/IndexForm.h"
#include "roofline/Nest/StreamBody.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

/// [iteration] of a loop that is gone through, and between a write and a read.
constexpr uint64_t MaxIterations = uint64_t(1) << 23;
constexpr int64_t MaxDelay = 1 << 14;

namespace {

/// An access of the array in the loop; its element is that of Address.
struct Access {
  Instruction *I;
  IndexForm Address; ///< [byte]
  IndexSet Executed;
  Type *type() const { return getLoadStoreType(I); }
};

/// Origin of a loaded value: Store's value of Delay iterations ago; Firsts
/// before.
struct Origin {
  std::optional<size_t> Store; ///< of the accesses
  int64_t Delay = 0;
  SmallVector<Value *> Firsts;
};

class Buffer {
public:
  Buffer(AllocaInst &Array, Loop &L, uint64_t Trip, IndexForms &Forms,
         const DominatorTree &DT)
      : Array(Array), L(L), Trip(Trip), Forms(Forms), DT(DT),
        DL(Array.getModule()->getDataLayout()) {}
  /// False where data decides an index, or the loop does not store.
  bool collect();
  Error open();

private:
  bool addFirst(Instruction &I);
  bool addUsers(Value &Pointer);
  Error trace(SmallVectorImpl<Origin> &Origins) const;
  Error note(Origin &O, const Access &A, std::optional<size_t> Store,
             int64_t Delay, uint64_t Iteration, int64_t Element) const;
  Value *first(int64_t Element, Type *T) const;
  Value *delayed(const Origin &O, const Access &A);

  AllocaInst &Array;
  Loop &L;
  uint64_t Trip; ///< [iteration]
  IndexForms &Forms;
  const DominatorTree &DT;
  const DataLayout &DL;
  int64_t Size = 0; ///< [byte] of an element
  SmallVector<Access> Accesses;
  SmallVector<Instruction *> Before;
  DenseMap<int64_t, Value *> Firsts; ///< by element; others are 0
};

} // namespace

/// A store of one element, or zeros for all, before the loop.
bool Buffer::addFirst(Instruction &I) {
  Before.push_back(&I);
  if (I.isLifetimeStartOrEnd())
    return true;
  if (!DT.dominates(I.getParent(), L.getHeader()))
    return false;
  int64_t Bytes = 0;
  if (auto *Clear = dyn_cast<MemSetInst>(&I)) { // the compiler may cut it
    auto *Byte = dyn_cast<ConstantInt>(Clear->getValue());
    return Byte && Byte->isZero() && Firsts.empty() &&
           GetPointerBaseWithConstantOffset(Clear->getDest(), Bytes, DL) ==
               &Array;
  }
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store ||
      GetPointerBaseWithConstantOffset(Store->getPointerOperand(), Bytes, DL) !=
          &Array ||
      Bytes % Size || Store->getValueOperand()->getType() != Accesses[0].type())
    return false;
  Firsts[Bytes / Size] = Store->getValueOperand();
  return true;
}

/// All accesses by \p Pointer, those before the loop in Before.
bool Buffer::addUsers(Value &Pointer) {
  for (User *U : Pointer.users()) {
    auto *I = cast<Instruction>(U);
    if (isa<GetElementPtrInst>(I)) {
      if (!addUsers(*I))
        return false;
    } else if (!L.contains(I)) {
      Before.push_back(I);
    } else {
      Value *At = getLoadStorePointerOperand(I);
      std::optional<Place> P =
          At == &Pointer ? Forms.placeOf(At) : std::nullopt;
      if (!P || P->Base != &Array)
        return false;
      Accesses.push_back(
          {I, std::move(P->Offset), Forms.runs(I->getParent())[0]});
    }
  }
  return true;
}

bool Buffer::collect() {
  if (!addUsers(Array) || Accesses.empty())
    return false;
  DenseMap<const BasicBlock *, unsigned> Order;
  for (const BasicBlock *B :
       ReversePostOrderTraversal<Function *>(Array.getFunction()))
    Order.try_emplace(B, Order.size());
  auto IsBefore = [&](Instruction *A, Instruction *B) {
    return A->getParent() == B->getParent()
               ? A->comesBefore(B)
               : Order[A->getParent()] < Order[B->getParent()];
  };
  sort(Accesses,
       [&](const Access &A, const Access &B) { return IsBefore(A.I, B.I); });
  Size = DL.getTypeStoreSize(Accesses[0].type());
  SmallVector<Instruction *> All;
  std::swap(All, Before);
  sort(All, IsBefore);
  return all_of(All, [&](Instruction *I) { return addFirst(*I); }) &&
         any_of(Accesses,
                [](const Access &A) { return isa<StoreInst>(A.I); }) &&
         all_of(Accesses, [&](const Access &A) {
           return A.type() == Accesses[0].type() &&
                  (isa<LoadInst>(A.I) ||
                   DT.dominates(A.I->getParent(), L.getLoopLatch()));
         });
}

Value *Buffer::first(int64_t Element, Type *T) const {
  Value *V = Firsts.lookup(Element);
  return V ? V : Constant::getNullValue(T);
}

Error Buffer::note(Origin &O, const Access &A, std::optional<size_t> Store,
                   int64_t Delay, uint64_t Iteration, int64_t Element) const {
  static constexpr StringLiteral Advice =
      "; a line buffer is read at the place that is written "
      "next, or as many iterations later each time";
  if (!Store && !O.Store) { // those that it does not read do not matter
    O.Firsts.resize(Iteration, Constant::getNullValue(A.type()));
    O.Firsts.push_back(first(Element, A.type()));
    return Error::success();
  }
  if (!Store || (!O.Store && O.Firsts.size() > uint64_t(Delay)))
    return notAStream(A.I, "this element of a private array was never "
                           "written, others of this read were" +
                               Advice);
  if (!O.Store) {
    O.Store = Store;
    O.Delay = Delay;
  }
  if (O.Store != Store || O.Delay != Delay)
    return notAStream(A.I, "an element of a private array that was written " +
                               Twine(O.Delay) + " iterations before, and " +
                               Twine(Delay) + " elsewhere" + Advice);
  return Error::success();
}

/// Goes through the loop for what wrote each element that is read.
Error Buffer::trace(SmallVectorImpl<Origin> &Origins) const {
  const int64_t Elements = DL.getTypeAllocSize(Array.getAllocatedType()) / Size;
  std::vector<std::pair<size_t, int64_t>> Written(Elements, {0, -1});
  for (uint64_t Iteration = 0; Iteration < Trip; ++Iteration)
    for (auto [Index, A] : enumerate(Accesses)) {
      const int64_t Now = int64_t(Iteration);
      if (A.Executed && none_of(*A.Executed, [&](auto Run) {
            return Run.first <= Now && Now <= Run.second;
          }))
        continue;
      const int64_t Byte = A.Address.Constant + A.Address.Axes[0].at(Now);
      if (Byte < 0 || Byte % Size || Byte / Size >= Elements)
        return notAStream(A.I, "an element beside a private array");
      auto &[Store, When] = Written[Byte / Size];
      if (isa<StoreInst>(A.I)) {
        Store = Index;
        When = Now;
      } else if (Error E = note(Origins[Index], A,
                                When < 0 ? std::nullopt : std::optional(Store),
                                Now - When, Iteration, Byte / Size)) {
        return E;
      }
    }
  return Error::success();
}

/// A register of Delay places, the last one of which is read.
Value *Buffer::delayed(const Origin &O, const Access &A) {
  if (!O.Store)
    return Constant::getNullValue(A.type()); // never executed
  Value *V = cast<StoreInst>(Accesses[*O.Store].I)->getValueOperand();
  BasicBlock *Header = L.getHeader();
  for (int64_t Place = 0; Place < O.Delay; ++Place) {
    // The place's first value is read when it has moved to the end.
    const size_t Read = size_t(O.Delay - 1 - Place);
    Value *First = Read < O.Firsts.size() ? O.Firsts[Read]
                                          : Constant::getNullValue(A.type());
    PHINode *Phi = PHINode::Create(A.type(), 2, "line", Header->begin());
    Phi->addIncoming(First, L.getLoopPreheader());
    Phi->addIncoming(V, L.getLoopLatch());
    V = Phi;
  }
  return V;
}

Error Buffer::open() {
  SmallVector<Origin> Of(Accesses.size());
  if (Error E = trace(Of))
    return E;
  for (auto [A, From] : zip_equal(Accesses, Of))
    if (isa<LoadInst>(A.I) && From.Delay > MaxDelay)
      return notAStream(A.I, "a line buffer of " + Twine(From.Delay) +
                                 " elements; " + Twine(MaxDelay) +
                                 " are the most");
  // A value that one load reads may be stored from another load.
  for (auto [A, From] : zip_equal(Accesses, Of))
    if (isa<LoadInst>(A.I)) {
      Value *V = delayed(From, A);
      A.I->replaceAllUsesWith(V);
    }
  for (const Access &A : Accesses)
    A.I->eraseFromParent();
  for (Instruction *I : Before)
    I->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(&Array);
  return Error::success();
}

/// The one loop with accesses of \p Array, where it is a nest of its own.
static Loop *loopOf(const AllocaInst &Array, const LoopInfo &LI) {
  Loop *Only = nullptr;
  SmallVector<const Value *, 8> Work = {&Array};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *I = cast<Instruction>(U);
      if (isa<GetElementPtrInst>(I)) {
        Work.push_back(I);
        continue;
      }
      Loop *L = LI.getLoopFor(I->getParent());
      if (L && ((Only && Only != L) || !L->isInnermost() || !L->isOutermost()))
        return nullptr;
      Only = L ? L : Only;
    }
  return Only;
}

Expected<bool> openLineBuffers(Function &F, LoopInfo &LI, ScalarEvolution &SE) {
  SmallVector<AllocaInst *> Arrays;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Array = dyn_cast<AllocaInst>(&I))
      Arrays.push_back(Array);
  DominatorTree DT(F);
  bool Changed = false;
  for (AllocaInst *Array : Arrays) {
    Loop *L = loopOf(*Array, LI);
    const auto *Taken =
        L ? dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(L)) : nullptr;
    if (!Taken || Taken->getAPInt().uge(MaxIterations) || !L->getLoopLatch() ||
        !L->getLoopPreheader())
      continue;
    const uint64_t Trip = Taken->getAPInt().getZExtValue() + 1;
    DenseMap<const Value *, IndexVariable> Variables;
    for (PHINode &Phi : L->getHeader()->phis())
      if (std::optional<IndexVariable> V = indexVariable(Phi, *L, SE, 0))
        Variables[&Phi] = *V;
    IndexForms Forms({int64_t(Trip), 1, 1}, Variables, DT, F.getDataLayout());
    Buffer B(*Array, *L, Trip, Forms, DT);
    if (!B.collect())
      continue;
    if (Error E = B.open())
      return E;
    SE.forgetLoop(L);
    Changed = true;
  }
  return Changed;
}

} // namespace roofline
