// Flattens rows that pass on a shift register into one loop.
#include "FlatNest.h"

#include "LoopCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

namespace {

class Rows {
public:
  Rows(Loop &Outer, Loop &Inner, ScalarEvolution &SE)
      : Outer(Outer), Inner(Inner), SE(SE), Header(Inner.getHeader()),
        Before(Inner.getLoopPreheader()), Latch(Inner.getLoopLatch()) {}
  bool keepValues() const;
  /// False where they are no rows of one size, with nothing between them.
  bool flatten();

private:
  static std::optional<uint64_t> trip(Loop &L, ScalarEvolution &SE);
  bool isBetween(const BasicBlock &B) const {
    return Outer.contains(&B) && !Inner.contains(&B);
  }
  PHINode *handedOn(PHINode &Phi) const;
  bool goesOn(PHINode &Phi) const;
  /// And not what the row begins with.
  bool isInRow(const Use &U) const {
    const auto *User = cast<Instruction>(U.getUser());
    return Inner.contains(User) &&
           !(isa<PHINode>(User) && User->getParent() == Header);
  }
  bool nothingBetween() const;
  void repeatBefore();
  static void leave(BasicBlock &Latch, const Loop &L, Value *Ends);

  Loop &Outer, &Inner;
  ScalarEvolution &SE;
  BasicBlock *Header, *Before, *Latch;
};

} // namespace

/// Value that the row before left to \p Phi; null where it does not go on.
PHINode *Rows::handedOn(PHINode &Phi) const {
  auto *First = dyn_cast<PHINode>(Phi.getIncomingValueForBlock(Before));
  return First && First->getParent() == Outer.getHeader() &&
                 !indexVariable(*First, Outer, SE, 1)
             ? First
             : nullptr;
}

/// True where a row begins with what \p Phi has at the end of the one before,
/// and asks for it nowhere else.
bool Rows::goesOn(PHINode &Phi) const {
  const PHINode *First = handedOn(Phi);
  const Value *Left = First->getIncomingValueForBlock(Outer.getLoopLatch());
  while (const auto *Passed = dyn_cast<PHINode>(Left)) {
    if (Passed->getNumIncomingValues() != 1)
      break;
    Left = Passed->getIncomingValue(0);
  }
  return Left == Phi.getIncomingValueForBlock(Latch) &&
         all_of(First->users(), [&](const User *U) { return U == &Phi; });
}

/// Each iteration stores to a private array, or a phi goes on with another one,
/// the last of which comes from the row before.
bool Rows::keepValues() const {
  for (BasicBlock *B : Inner.blocks())
    for (Instruction &I : *B)
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store &&
          isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())))
        return true;
  if (!Before || !Latch)
    return false;
  return any_of(Header->phis(), [&](PHINode &Phi) {
    auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
    if (!Next || !handedOn(Phi))
      return false;
    // A sum goes on with itself; a place with another place, or with a value
    // that does not know it.
    SmallVector<Value *, 8> Work = {Next};
    SmallPtrSet<Value *, 16> Seen;
    while (!Work.empty()) {
      auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !Inner.contains(I) || !Seen.insert(I).second)
        continue;
      if (I == &Phi)
        return false;
      append_range(Work, I->operands());
    }
    return true;
  });
}

std::optional<uint64_t> Rows::trip(Loop &L, ScalarEvolution &SE) {
  const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
  if (!Taken || Taken->getAPInt().getActiveBits() > 31)
    return std::nullopt;
  return Taken->getAPInt().getZExtValue() + 1;
}

/// Straight code without memory, whose values are for the rows alone.
bool Rows::nothingBetween() const {
  for (BasicBlock *B : Outer.blocks()) {
    if (!isBetween(*B))
      continue;
    const auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || (Branch->isConditional() && B != Outer.getLoopLatch()))
      return false;
    for (const Instruction &I : *B) {
      const bool Passes = isa<PHINode>(I) && I.getNumOperands() == 1;
      if (I.mayReadOrWriteMemory() ||
          (!Passes && any_of(I.users(), [&](const User *U) {
            return !Outer.contains(cast<Instruction>(U));
          })))
        return false;
    }
  }
  return true;
}

/// Count of the loop of \p Phi in \p Iteration of that loop.
static Value *indexAt(const PHINode &Phi, const IndexVariable &Index,
                      Value *Iteration, IRBuilder<> &Builder) {
  Type *T = Phi.getType();
  return Builder.CreateAdd(
      Builder.CreateMul(Builder.CreateZExtOrTrunc(Iteration, T),
                        ConstantInt::getSigned(T, Index.Step)),
      ConstantInt::getSigned(T, Index.Start));
}

/// Repeats in each iteration what was computed once a row: users before
/// operands, each in front of the others.
void Rows::repeatBefore() {
  ReversePostOrderTraversal<Function *> Order(Header->getParent());
  SmallVector<Instruction *> Between;
  for (BasicBlock *B : Order)
    if (isBetween(*B))
      for (Instruction &I : *B)
        if (!isa<PHINode>(I) && !I.isTerminator())
          Between.push_back(&I);
  auto IsInRow = [&](const Use &U) { return isInRow(U); };
  for (Instruction *I : reverse(Between))
    if (any_of(I->uses(), IsInRow)) {
      Instruction *Copy = I->clone();
      Copy->insertBefore(Header->getFirstInsertionPt());
      I->replaceUsesWithIf(Copy, IsInRow);
    }
}

/// \p L ends when \p Ends.
void Rows::leave(BasicBlock &Latch, const Loop &L, Value *Ends) {
  auto *Branch = cast<BranchInst>(Latch.getTerminator());
  if (L.contains(Branch->getSuccessor(0)))
    Branch->swapSuccessors();
  Branch->setCondition(Ends);
}

bool Rows::flatten() {
  std::optional<uint64_t> Height = trip(Outer, SE), Width = trip(Inner, SE);
  if (!Height || !Width || !Before || !Latch || !Outer.getLoopLatch() ||
      Inner.getExitingBlock() != Latch ||
      Outer.getExitingBlock() != Outer.getLoopLatch() || !nothingBetween())
    return false;
  std::vector<std::pair<PHINode *, IndexVariable>> Columns, Lines;
  std::vector<PHINode *> Restarted;
  for (PHINode &Phi : Outer.getHeader()->phis())
    if (std::optional<IndexVariable> V = indexVariable(Phi, Outer, SE, 1))
      Lines.push_back({&Phi, *V});
    else if (none_of(Header->phis(),
                     [&](PHINode &Row) { return handedOn(Row) == &Phi; }))
      return false;
  for (PHINode &Phi : Header->phis())
    if (std::optional<IndexVariable> V = indexVariable(Phi, Inner, SE, 0))
      Columns.push_back({&Phi, *V});
    else if (!handedOn(Phi))
      Restarted.push_back(&Phi);
    else if (!goesOn(Phi))
      return false;
  IRBuilder<> Builder(Header, Header->begin());
  PHINode *Counter = Builder.CreatePHI(Builder.getInt64Ty(), 2, "flat");
  // Code that is put in later stands in front, so that its users are known.
  Builder.SetInsertPoint(Header, Header->getFirstInsertionPt());
  Value *Begins = Builder.CreateICmpEQ(
      Builder.CreateURem(Counter, Builder.getInt64(*Width)),
      Builder.getInt64(0));
  for (PHINode *Phi : Restarted) {
    Value *Kept = Builder.CreateSelect(
        Begins, Phi->getIncomingValueForBlock(Before), Phi);
    Phi->replaceUsesWithIf(Kept, [&](Use &U) { return U.getUser() != Kept; });
  }
  repeatBefore();
  Builder.SetInsertPoint(Header, Header->getFirstInsertionPt());
  Value *Line = Builder.CreateUDiv(Counter, Builder.getInt64(*Width));
  Value *Column = Builder.CreateURem(Counter, Builder.getInt64(*Width));
  for (auto &[Phi, Index] : Lines)
    Phi->replaceUsesWithIf(indexAt(*Phi, Index, Line, Builder),
                           [&](Use &U) { return isInRow(U); });
  for (auto &[Phi, Index] : Columns)
    Phi->replaceAllUsesWith(indexAt(*Phi, Index, Column, Builder));
  Builder.SetInsertPoint(Latch->getTerminator());
  Value *Next = Builder.CreateNUWAdd(Counter, Builder.getInt64(1));
  Counter->addIncoming(Builder.getInt64(0), Before);
  Counter->addIncoming(Next, Latch);
  leave(*Latch, Inner,
        Builder.CreateICmpEQ(Next, Builder.getInt64(*Height * *Width)));
  BasicBlock *Last = Outer.getLoopLatch();
  leave(*Last, Outer, Builder.getTrue());
  ConstantFoldTerminator(Last);
  return true;
}

bool flattenRows(LoopInfo &LI, ScalarEvolution &SE) {
  for (Loop *Inner : LI.getLoopsInPreorder()) {
    Loop *Outer = Inner->getParentLoop();
    if (!Outer || !Inner->isInnermost() || Outer->getSubLoops().size() != 1)
      continue;
    if (Rows Of(*Outer, *Inner, SE); Of.keepValues() && Of.flatten())
      return true;
  }
  return false;
}

} // namespace roofline
