// The comparisons that end a loop.
#ifndef ROOFLINE_CANONICAL_LOOPTESTS_H
#define ROOFLINE_CANONICAL_LOOPTESTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace roofline {

/// True when the header only tests for the next iteration, so that it runs once
/// more than the body.
bool testsBeforeBody(const llvm::Loop &L);

/// `Counter continues-while Limit` at an exit of a loop.
struct ContinueTest {
  llvm::CmpInst::Predicate Predicate;
  llvm::Value *Counter, *Limit;
};

/// Integer tests at the exit from \p Exiting.
llvm::SmallVector<ContinueTest, 2>
continueTests(const llvm::Loop &L, const llvm::BasicBlock *Exiting);

/// True when a single integer comparison decides at \p Exiting.
bool hasOneTest(const llvm::BasicBlock *Exiting);

/// True when the branch around \p L compares a value with \p Limit.
bool isAskedBefore(const llvm::Loop &L, const llvm::Value *Limit);

/// True when \p Test, of a branch before \p L, is a test that rotation copied
/// out of it, and not an `if` of the source around the loop: it compares at the
/// same place as an exit of the loop, or, without places, with one limit.
bool isOwnTest(const llvm::Loop &L, const llvm::Value *Test);

/// True when \p Guard has such tests alone.
bool isOwnGuard(const llvm::Loop &L, const llvm::BranchInst *Guard);

/// The branch before \p L that may be its guard: it decides whether the loop is
/// entered.
const llvm::BranchInst *branchBefore(const llvm::Loop &L);

} // namespace roofline

#endif
