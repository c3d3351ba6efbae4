// Values that a work-item keeps across a barrier: arrays of local memory.
#include "KeptValues.h"

#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace roofline {

/// True for a phi whose value the path of a work-item decides. All work-items
/// run a loop with a barrier as often.
static bool isByPath(const PHINode &Phi, const LoopInfo &LI) {
  const llvm::Loop *L = LI.getLoopFor(Phi.getParent());
  const bool IsCarried = L && L->getHeader() == Phi.getParent();
  return IsCarried ? !hasBarrier(*L) : Phi.getNumIncomingValues() > 1;
}

bool isUniform(const Value *V, const LoopInfo &LI) {
  SmallVector<const Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (I->mayReadFromMemory())
      return false;
    if (auto Query = itemQuery(*I); Query && Query->first != ItemQuery::Group)
      return false;
    if (const auto *Phi = dyn_cast<PHINode>(I); Phi && isByPath(*Phi, LI))
      return false;
    append_range(Work, I->operands());
  }
  return true;
}

namespace {

class Keeper {
public:
  explicit Keeper(OpenLoops &Open) : Open(Open), F(*Open.F) {}

  void run() {
    parkBarriers();
    if (Barriers.empty())
      return;
    DT = &Analyses.FAM.getResult<DominatorTreeAnalysis>(F);
    LI = &Analyses.FAM.getResult<LoopAnalysis>(F);
    assert(
        all_of(LI->getLoopsInPreorder(),
               [](const llvm::Loop *L) { return L->isLoopSimplifyForm(); }) &&
        "loops have a preheader and a latch");
    keepArrays();
    dropCopies();
    chooseCarried();
    chooseOthers();
    for (auto &[V, Place] : Places)
      replaceUses(*V, *Place);
    for (PHINode *Phi : Carried) {
      Phi->replaceAllUsesWith(PoisonValue::get(Phi->getType()));
      Phi->eraseFromParent();
    }
  }

private:
  OpenLoops &Open;
  Function &F;
  PassAnalyses Analyses;
  DominatorTree *DT = nullptr;
  LoopInfo *LI = nullptr;
  SmallPtrSet<const BasicBlock *, 8> Barriers; ///< begin with one
  SmallVector<PHINode *, 4> Carried;           ///< by loops with barriers
  MapVector<Instruction *, GlobalVariable *> Places;

  /// Each barrier begins a block of its own.
  void parkBarriers() {
    SmallVector<Instruction *, 8> All;
    for (Instruction &I : instructions(F))
      if (isBarrier(I))
        All.push_back(&I);
    for (Instruction *I : All)
      Barriers.insert(SplitBlock(I->getParent(), I->getIterator()));
  }

  /// True where code before and behind a barrier accesses \p Array.
  bool isAcrossBarriers(const AllocaInst &Array) const {
    SmallPtrSet<const BasicBlock *, 8> Where;
    for (const Instruction &I : instructions(F))
      if (const Value *Pointer = getLoadStorePointerOperand(&I);
          Pointer && getUnderlyingObject(Pointer) == &Array)
        Where.insert(I.getParent());
    auto Reaches = [&](const BasicBlock *From, const BasicBlock *To) {
      return From == To || reaches(From, To, nullptr);
    };
    return any_of(Barriers, [&](const BasicBlock *B) {
      return any_of(
                 Where,
                 [&](auto *From) { return From != B && Reaches(From, B); }) &&
             any_of(Where, [&](auto *To) { return Reaches(B, To); });
    });
  }
  /// Gives each work-item an element of its own of what was its array.
  void keepArrays() {
    SmallVector<AllocaInst *, 4> Arrays;
    for (Instruction &I : instructions(F))
      if (auto *Array = dyn_cast<AllocaInst>(&I);
          Array && items() > 1 && isAcrossBarriers(*Array))
        Arrays.push_back(Array);
    for (AllocaInst *Array : Arrays) {
      GlobalVariable *Place =
          newPlace(*Array, ArrayType::get(Array->getAllocatedType(), items()));
      IRBuilder<> B(&F.getEntryBlock(),
                    F.getEntryBlock().getFirstInsertionPt());
      Array->replaceAllUsesWith(
          B.CreateAddrSpaceCast(elementAt(B, *Place), Array->getType()));
      Array->eraseFromParent();
    }
  }

  bool leavesPhases(const PHINode &Copy) const {
    const auto *From = dyn_cast<Instruction>(Copy.getIncomingValue(0));
    const llvm::Loop *L = From ? LI->getLoopFor(From->getParent()) : nullptr;
    return L && hasBarrier(*L);
  }
  /// Lets what leaves a loop with barriers be read where it is needed.
  void dropCopies() {
    for (BasicBlock &B : F)
      for (PHINode &Phi : make_early_inc_range(B.phis()))
        if (Phi.getNumIncomingValues() == 1 && leavesPhases(Phi) &&
            !isUniform(&Phi, *LI)) {
          Phi.replaceAllUsesWith(Phi.getIncomingValue(0));
          Phi.eraseFromParent();
        }
  }

  /// True where a path from the end of \p From to the one of \p To, other than
  /// through \p From, has a barrier.
  bool isParted(const BasicBlock *From, const BasicBlock *To) const {
    if (From == To)
      return false;
    SmallVector<std::pair<const BasicBlock *, bool>, 16> Work = {{From, false}};
    SmallSet<std::pair<const BasicBlock *, bool>, 16> Seen;
    while (!Work.empty()) {
      const auto [B, Crossed] = Work.pop_back_val();
      for (const BasicBlock *Next : successors(B)) {
        const std::pair State(Next, Crossed || Barriers.contains(Next));
        if (Next == From || !Seen.insert(State).second)
          continue;
        if (Next == To && State.second)
          return true;
        Work.push_back(State);
      }
    }
    return false;
  }

  static const BasicBlock *blockOf(const Use &U) {
    const auto *User = cast<Instruction>(U.getUser());
    const auto *Phi = dyn_cast<PHINode>(User);
    return Phi ? Phi->getIncomingBlock(U) : User->getParent();
  }
  bool isKept(const Instruction &I) const {
    return any_of(I.uses(), [&](const Use &U) {
      return isParted(I.getParent(), blockOf(U));
    });
  }

  static bool isCopied(const Instruction &I) {
    return I.getType()->isIntegerTy() || I.getType()->isFloatingPointTy();
  }
  /// True where the value follows anew from ids, arguments and uniform values.
  bool isCheap(const Instruction &I) const {
    SmallVector<const Value *, 8> Work = {&I};
    SmallPtrSet<const Value *, 8> Seen;
    while (!Work.empty()) {
      const auto *Next = dyn_cast<Instruction>(Work.pop_back_val());
      if (!Next || !Seen.insert(Next).second || isUniform(Next, *LI))
        continue;
      if (isa<PHINode>(Next) || Next->mayReadFromMemory())
        return false;
      append_range(Work, Next->operands());
    }
    return true;
  }

  uint64_t items() const {
    return Open.Local[0] * Open.Local[1] * Open.Local[2];
  }
  /// Numbers of memories are whole bytes.
  Type *elementOf(Type *T) const {
    return T->isIntegerTy()
               ? Type::getIntNTy(F.getContext(),
                                 std::max(8u, unsigned(PowerOf2Ceil(
                                                  T->getIntegerBitWidth()))))
               : T;
  }
  GlobalVariable *newPlace(const Instruction &I) {
    return newPlace(I, ArrayType::get(elementOf(I.getType()), items()));
  }
  GlobalVariable *newPlace(const Instruction &I, Type *Array) {
    constexpr unsigned LocalMemory = 3; // SPIR's address space
    const std::string Name =
        I.hasName() ? ("kept." + I.getName().split('.').first).str() : "kept";
    return new GlobalVariable(*Open.M, Array, false,
                              GlobalValue::InternalLinkage,
                              PoisonValue::get(Array), Name, nullptr,
                              GlobalValue::NotThreadLocal, LocalMemory);
  }

  /// Gives places to what loops with barriers carry for each work-item.
  void chooseCarried() {
    for (llvm::Loop *L : LI->getLoopsInPreorder())
      if (hasBarrier(*L))
        for (PHINode &Phi : L->getHeader()->phis())
          if (isCopied(Phi) && !isUniform(&Phi, *LI))
            carry(Phi);
  }
  void carry(PHINode &Phi) {
    GlobalVariable *Place = placeOfInitial(Phi);
    if (!Place)
      Place = newPlace(Phi);
    Places[&Phi] = Place;
    Carried.push_back(&Phi);
    for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
      Value *V = Phi.getIncomingValue(I);
      auto *From = dyn_cast<Instruction>(V);
      if (From && Places.lookup(From) == Place)
        continue; // is there
      if (From && sharesPlace(*From, Phi)) {
        Places[From] = Place;
        continue;
      }
      IRBuilder<> B(Phi.getIncomingBlock(I)->getTerminator());
      B.SetCurrentDebugLocation(Phi.getDebugLoc());
      store(B, V, *Place);
    }
  }
  /// The place of what a loop around carries, if \p Phi begins with that,
  /// nobody else reads that, and the place may hold the next value of \p Phi as
  /// well.
  GlobalVariable *placeOfInitial(const PHINode &Phi) const {
    const llvm::Loop &L = *LI->getLoopFor(Phi.getParent());
    auto *Outer =
        dyn_cast<PHINode>(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
    const auto *Next =
        dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    return Outer && is_contained(Carried, Outer) && Outer->hasOneUse() &&
                   Next && L.contains(Next) && !isReadBehind(*Next, Phi)
               ? Places.lookup(Outer)
               : nullptr;
  }
  /// True where \p Phi is read between \p Next and the loop's next iteration.
  bool isReadBehind(const Instruction &Next, const PHINode &Phi) const {
    return any_of(Phi.uses(), [&](const Use &U) {
      const auto *I = cast<Instruction>(U.getUser());
      if (I->getParent() == Next.getParent() && !isa<PHINode>(I))
        return I != &Next && Next.comesBefore(I);
      return reaches(Next.getParent(), blockOf(U), Phi.getParent());
    });
  }
  bool sharesPlace(const Instruction &Next, const PHINode &Phi) const {
    return !Places.contains(const_cast<Instruction *>(&Next)) &&
           LI->getLoopFor(Phi.getParent())->contains(&Next) &&
           !isReadBehind(Next, Phi);
  }
  static bool reaches(const BasicBlock *From, const BasicBlock *To,
                      const BasicBlock *Avoided) {
    SmallVector<const BasicBlock *, 16> Work = {From};
    SmallPtrSet<const BasicBlock *, 16> Seen;
    while (!Work.empty())
      for (const BasicBlock *Next : successors(Work.pop_back_val())) {
        if (Next == Avoided || !Seen.insert(Next).second)
          continue;
        if (Next == To)
          return true;
        Work.push_back(Next);
      }
    return false;
  }

  void chooseOthers() {
    for (Instruction &I : instructions(F))
      if (isCopied(I) && !Places.contains(&I) && isKept(I) && !isCheap(I))
        Places[&I] = newPlace(I);
  }

  /// The work-item's element of \p Place.
  Value *elementAt(IRBuilder<> &B, GlobalVariable &Place) {
    return B.CreateInBoundsGEP(Place.getValueType(), &Place,
                               {B.getInt64(0), localItem(B, Open)});
  }
  void store(IRBuilder<> &B, Value *V, GlobalVariable &Place) {
    Type *Element = elementOf(V->getType());
    if (V->getType()->isIntegerTy())
      V = B.CreateZExt(V, Element);
    B.CreateStore(V, elementAt(B, Place));
  }
  Value *load(IRBuilder<> &B, Type *T, GlobalVariable &Place) {
    Value *V = B.CreateLoad(elementOf(T), elementAt(B, Place));
    return T->isIntegerTy() ? B.CreateTrunc(V, T) : V;
  }

  /// The block, from \p Use up to \p First, where the phase of \p Use begins:
  /// what is read there is read once.
  BasicBlock *phaseOf(BasicBlock *Use, const BasicBlock *First) const {
    BasicBlock *At = Use;
    while (At != First && !Barriers.contains(At)) {
      BasicBlock *Up = DT->getNode(At)->getIDom()->getBlock();
      const llvm::Loop *Around = LI->getLoopFor(Up);
      if (isParted(Up, At) || (Around && !Around->contains(At)))
        break;
      At = Up;
    }
    return At;
  }

  void replaceUses(Instruction &I, GlobalVariable &Place) {
    const bool IsCarried = is_contained(Carried, &I);
    SmallDenseMap<BasicBlock *, Value *, 4> Loaded;
    for (Use &U : make_early_inc_range(I.uses())) {
      auto *User = cast<Instruction>(U.getUser());
      if (auto *Phi = dyn_cast<PHINode>(User);
          Phi && is_contained(Carried, Phi))
        continue;
      auto *At = const_cast<BasicBlock *>(blockOf(U));
      if (!IsCarried && !isParted(I.getParent(), At))
        continue;
      BasicBlock *Phase = phaseOf(At, I.getParent());
      Value *&V = Loaded[Phase];
      if (!V) {
        IRBuilder<> B(Phase, behindBarrier(*Phase));
        B.SetCurrentDebugLocation(I.getDebugLoc());
        V = load(B, I.getType(), Place);
      }
      U.set(V);
    }
    if (IsCarried)
      return;
    IRBuilder<> B(I.getParent(), isa<PHINode>(I)
                                     ? I.getParent()->getFirstInsertionPt()
                                     : std::next(I.getIterator()));
    B.SetCurrentDebugLocation(I.getDebugLoc());
    store(B, &I, Place);
  }
  static BasicBlock::iterator behindBarrier(BasicBlock &B) {
    auto It = B.getFirstInsertionPt();
    return isBarrier(*It) ? std::next(It) : It;
  }
};

} // namespace

void keepInMemory(OpenLoops &Open) { Keeper(Open).run(); }

} // namespace roofline
