// The comparisons that end a loop.
#include "roofline/Canonical/LoopTests.h"

#include "roofline/Canonical/SourcePlace.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

bool testsBeforeBody(const llvm::Loop &L) {
  return L.isLoopExiting(L.getHeader()) && !L.isLoopLatch(L.getHeader()) &&
         none_of(*L.getHeader(),
                 [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
}

/// Adds the tests all of which \p Condition has to pass for the loop to go on,
/// if it does where the condition is \p GoesOnIf.
static void addTests(Value *Condition, bool GoesOnIf, const llvm::Loop &L,
                     SmallVectorImpl<ContinueTest> &Tests) {
  Value *One, *Other;
  if (auto *Compare = dyn_cast<ICmpInst>(Condition)) {
    ContinueTest T{GoesOnIf ? Compare->getPredicate()
                            : Compare->getInversePredicate(),
                   Compare->getOperand(0), Compare->getOperand(1)};
    if (L.isLoopInvariant(T.Counter)) {
      std::swap(T.Counter, T.Limit);
      T.Predicate = CmpInst::getSwappedPredicate(T.Predicate);
    }
    if (L.isLoopInvariant(T.Limit))
      Tests.push_back(T);
  } else if (GoesOnIf
                 ? match(Condition, m_LogicalAnd(m_Value(One), m_Value(Other)))
                 : match(Condition,
                         m_LogicalOr(m_Value(One), m_Value(Other)))) {
    addTests(One, GoesOnIf, L, Tests);
    addTests(Other, GoesOnIf, L, Tests);
  }
}

SmallVector<ContinueTest, 2> continueTests(const llvm::Loop &L,
                                           const BasicBlock *Exiting) {
  SmallVector<ContinueTest, 2> Tests;
  const auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (Branch && Branch->isConditional())
    addTests(Branch->getCondition(), L.contains(Branch->getSuccessor(0)), L,
             Tests);
  return Tests;
}

bool hasOneTest(const BasicBlock *Exiting) {
  const auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  return Branch && Branch->isConditional() &&
         isa<ICmpInst>(Branch->getCondition());
}

bool isAskedBefore(const llvm::Loop &L, const Value *Limit) {
  const BranchInst *Guard = L.getLoopGuardBranch();
  const auto *Asked =
      Guard ? dyn_cast<ICmpInst>(Guard->getCondition()) : nullptr;
  return Asked && is_contained(Asked->operand_values(), Limit);
}

/// Tests of \p Branch, each part of a conjunction or disjunction by itself.
static SmallVector<const Value *, 4> tests(const Instruction *Branch) {
  SmallVector<const Value *, 4> Result, Work;
  const auto *Conditional = dyn_cast<BranchInst>(Branch);
  if (Conditional && Conditional->isConditional())
    Work.push_back(Conditional->getCondition());
  for (unsigned Steps = 0; !Work.empty() && Steps < 64; ++Steps) {
    const Value *Test = Work.pop_back_val(), *L, *R;
    if (match(Test, m_CombineOr(m_LogicalAnd(m_Value(L), m_Value(R)),
                                m_LogicalOr(m_Value(L), m_Value(R)))))
      Work.append({R, L});
    else
      Result.push_back(Test);
  }
  return Result;
}

bool isOwnTest(const llvm::Loop &L, const Value *Test) {
  const auto *Before = dyn_cast<CmpInst>(Test);
  if (!Before)
    return false;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  auto IsOf = [&](const Value *Exit) {
    const auto *After = dyn_cast<CmpInst>(Exit);
    if (!After)
      return false;
    SourceLocation First = sourceLocation(Before), Next = sourceLocation(After);
    if (First && Next)
      return First == Next;
    return any_of(Before->operand_values(), [&](const Value *V) {
      return !isa<Constant>(V) && is_contained(After->operand_values(), V);
    });
  };
  return any_of(Exiting, [&](const BasicBlock *B) {
    return any_of(tests(B->getTerminator()), IsOf);
  });
}

bool isOwnGuard(const llvm::Loop &L, const BranchInst *Guard) {
  const auto Tests = tests(Guard);
  return !Tests.empty() &&
         all_of(Tests, [&](const Value *Test) { return isOwnTest(L, Test); });
}

const BranchInst *branchBefore(const llvm::Loop &L) {
  const BasicBlock *Preheader = L.getLoopPreheader();
  const BasicBlock *Before =
      Preheader ? Preheader->getSinglePredecessor() : nullptr;
  const auto *Branch =
      Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  return Branch && Branch->isConditional() ? Branch : nullptr;
}

} // namespace roofline
