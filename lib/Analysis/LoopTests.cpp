// The comparisons that end a loop.
#include "LoopTests.h"

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

} // namespace roofline
