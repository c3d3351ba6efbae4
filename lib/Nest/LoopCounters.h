// Pointers and indices that run along, in terms of the loops' counters.
//
/// \file
/// `*out++ = *in++` and `i++` of an inner loop step from where the last
/// iteration left them. A value that scalar evolution finds to be
/// base + a * outer + b * inner is written so: an index of the place, not of
/// what came before.
#ifndef ROOFLINE_LIB_NEST_LOOPCOUNTERS_H
#define ROOFLINE_LIB_NEST_LOOPCOUNTERS_H

#include "roofline/IndexForms/IndexForm.h"

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// \p Phi of the header of \p L as the index of \p Dimension; nothing where it
/// does not go on by the same constant each iteration.
std::optional<IndexVariable> indexVariable(llvm::PHINode &Phi,
                                           const llvm::Loop &L,
                                           llvm::ScalarEvolution &SE,
                                           unsigned Dimension);

/// Rewrites them in the loops of \p LI. Analyses hold no longer afterwards.
void indexByCounters(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
