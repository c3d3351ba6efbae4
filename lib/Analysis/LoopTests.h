// The comparisons that end a loop.
#ifndef ROOFLINE_LIB_ANALYSIS_LOOPTESTS_H
#define ROOFLINE_LIB_ANALYSIS_LOOPTESTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace roofline {

/// True when the header only tests whether to go on: then the body runs once
/// less often than the header.
bool testsBeforeBody(const llvm::Loop &L);

/// `Counter continues-while Limit` at an exit of a loop.
struct ContinueTest {
  llvm::CmpInst::Predicate Predicate;
  llvm::Value *Counter, *Limit;
};

/// Tests of integers at the exit from \p Exiting.
llvm::SmallVector<ContinueTest, 2>
continueTests(const llvm::Loop &L, const llvm::BasicBlock *Exiting);

/// True where one comparison of integers decides at \p Exiting.
bool hasOneTest(const llvm::BasicBlock *Exiting);

/// True where the branch that may pass \p L by compares something with
/// \p Limit.
bool isAskedBefore(const llvm::Loop &L, const llvm::Value *Limit);

} // namespace roofline

#endif
