// Tests of buffers against null.
#ifndef ROOFLINE_CANONICAL_NULLTESTS_H
#define ROOFLINE_CANONICAL_NULLTESTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Drops the branches of kernel \p F that tests of an address in a buffer
/// against null decide: a buffer that the host has bound is not null. The tests
/// stay, and are counted. Returns whether any was dropped.
bool dropNullBranches(llvm::Function &F);

/// Puts the answers in the place of such tests in kernel \p F.
void answerNullTests(llvm::Function &F);

} // namespace roofline

#endif
