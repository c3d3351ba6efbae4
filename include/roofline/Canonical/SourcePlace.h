// Where instructions and loops stand in the source.
#ifndef ROOFLINE_CANONICAL_SOURCEPLACE_H
#define ROOFLINE_CANONICAL_SOURCEPLACE_H

#include "roofline/Kernel/KernelSummary.h"

namespace llvm {
class Loop;
class Value;
} // namespace llvm

namespace roofline {

/// The source place of \p V, an instruction or a function: the innermost
/// inlined location, the one that the user wrote; line 0 where there is none.
SourceLocation sourceLocation(const llvm::Value *V);

/// The loop statement; of a loop made of jumps its first statement.
SourceLocation loopPlace(const llvm::Loop &L);

} // namespace roofline

#endif
