// Loops over the cells of a window, laid out.
#ifndef ROOFLINE_LIB_TILES_UNROLLREADS_H
#define ROOFLINE_LIB_TILES_UNROLLREADS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Unrolls the loops of \p F that read local memory or use private arrays, run
/// a known number of times, have no barrier and write no buffer: a border may
/// cut a window short in each iteration in another way.
void unrollReads(llvm::Function &F);

} // namespace roofline

#endif
