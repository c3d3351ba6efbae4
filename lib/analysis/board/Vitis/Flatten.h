// Decides which loops of a nest the compiler joins.
#ifndef ROOFLINE_LIB_VITIS_FLATTEN_H
#define ROOFLINE_LIB_VITIS_FLATTEN_H

#include "Body.h"

namespace roofline::vitis {

/// Accesses in the subtree of \p Node, in the order of the source.
std::vector<uint32_t> accessesIn(const KernelSummary &K, uint32_t Node);

/// Loops that become one pipeline, from \p Loop inward; empty where \p Loop is
/// not the outermost of one.
std::vector<uint32_t> spineFrom(const Frame &F, uint32_t Loop);

/// Loops below \p Loop that are still there, directly or in unrolled ones.
std::vector<uint32_t> remainingIn(const Frame &F, uint32_t Loop);

} // namespace roofline::vitis

#endif
