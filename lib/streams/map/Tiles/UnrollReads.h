// Unrolls loops over the cells of a window.
#ifndef ROOFLINE_LIB_TILES_UNROLLREADS_H
#define ROOFLINE_LIB_TILES_UNROLLREADS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Unrolls the loops of \p F that read local memory or use private arrays, if
/// they have a known trip count, no barrier and no store to a buffer. A border
/// may then cut each iteration of a window differently.
void unrollReads(llvm::Function &F);

} // namespace roofline

#endif
