// The comparisons that end a loop.
#ifndef ROOFLINE_LIB_ANALYSIS_LOOPTESTS_H
#define ROOFLINE_LIB_ANALYSIS_LOOPTESTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstrTypes.h"

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

} // namespace roofline

#endif
