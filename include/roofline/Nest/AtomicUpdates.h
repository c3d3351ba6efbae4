// Atomic updates whose result nobody reads, as plain ones.
//
/// \file
/// `atomic_add(&n[0], v)` of every work-item is how an NDRange kernel sums up:
/// the order of integer updates does not matter, so that they may be made one
/// after another, and an element that all of them update is a reduction. What
/// reads the result sees an order, and stays atomic. Source: OpenCL C 1.2
/// 6.12.11, 2.0 6.13.11.
#ifndef ROOFLINE_NEST_ATOMICUPDATES_H
#define ROOFLINE_NEST_ATOMICUPDATES_H

namespace llvm {
class Function;
}

namespace roofline {

/// Makes the updates of integers in \p F, whose results are not read, a load,
/// an operation and a store: add, sub, inc, dec, min, max, and, or, xor, of
/// OpenCL 1.x (atom_, atomic_) and 2.0 (atomic_fetch_).
void lowerAtomicUpdates(llvm::Function &F);

} // namespace roofline

#endif
