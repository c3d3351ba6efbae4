// Pointers that loops carry as offsets from what they point into.
#ifndef ROOFLINE_LIB_LOOPFORMS_CARRIEDOFFSETS_H
#define ROOFLINE_LIB_LOOPFORMS_CARRIEDOFFSETS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Replaces pointers of \p F that a loop carries, or a branch chooses, by
/// offsets [byte], where one object is behind all of them.
void carryOffsets(llvm::Function &F);

} // namespace roofline

#endif
