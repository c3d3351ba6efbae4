// Rewrites running pointers and indices in terms of loop counters.
//
/// \file
/// `*out++ = *in++` and `i++` of an inner loop continue from the last
/// iteration. A value that scalar evolution finds to be base + a * outer + b *
/// inner is rewritten to that form, which depends on the position alone.
#ifndef ROOFLINE_LIB_NEST_LOOPCOUNTERS_H
#define ROOFLINE_LIB_NEST_LOOPCOUNTERS_H

#include "roofline/IndexForms/IndexForm.h"

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Describes \p Phi of the header of \p L as the index of \p Dimension; nothing
/// unless it steps by a constant.
std::optional<IndexVariable> indexVariable(llvm::PHINode &Phi,
                                           const llvm::Loop &L,
                                           llvm::ScalarEvolution &SE,
                                           unsigned Dimension);

/// Rewrites running values in the loops of \p LI. Invalidates analyses.
void indexByCounters(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
