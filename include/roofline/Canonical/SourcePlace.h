// Source places of instructions and loops.
#ifndef ROOFLINE_CANONICAL_SOURCEPLACE_H
#define ROOFLINE_CANONICAL_SOURCEPLACE_H

#include "roofline/Kernel/KernelSummary.h"

namespace llvm {
class Loop;
class Value;
} // namespace llvm

namespace roofline {

/// Returns the source place of \p V, an instruction or a function. For inlined
/// code this is the place in the helper, where the user wrote it. Line 0 where
/// the place is unknown.
SourceLocation sourceLocation(const llvm::Value *V);

/// Returns the place of the loop statement; for a loop made of jumps, the place
/// of its first statement.
SourceLocation loopPlace(const llvm::Loop &L);

} // namespace roofline

#endif
