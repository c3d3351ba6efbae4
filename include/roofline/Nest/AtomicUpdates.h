// Atomic updates, lowered to plain updates.
//
/// \file
/// NDRange kernels sum up by `atomic_add(&n[0], v)` in every work-item. The
/// order of integer updates does not matter, so they may run one after another,
/// and an element that every work-item updates is a reduction. An update whose
/// result is used observes the order: where work-items run one after another,
/// theirs is one. Source: OpenCL C 1.2 6.12.11, 2.0 6.13.11.
#ifndef ROOFLINE_NEST_ATOMICUPDATES_H
#define ROOFLINE_NEST_ATOMICUPDATES_H

namespace llvm {
class Function;
}

namespace roofline {

enum class AtomicOrder {
  Any,      ///< of work-items
  OneByOne, ///< each work-item ends before the next one begins, or waits
};

/// Replaces each integer update in \p F whose result is unused by a load, an
/// operation and a store: add, sub, inc, dec, min, max, and, or, xor, of OpenCL
/// 1.x (atom_, atomic_) and 2.0 (atomic_fetch_). One by one, also those whose
/// result is used, and atomic_xchg, atomic_exchange and atomic_cmpxchg.
void lowerAtomicUpdates(llvm::Function &F, AtomicOrder Order);

} // namespace roofline

#endif
