// Designs for which the compiler gives no result.
#ifndef ROOFLINE_LIB_VITIS_DOUBT_H
#define ROOFLINE_LIB_VITIS_DOUBT_H

#include "Memories.h"
#include "Parts.h"

#include <string>

namespace roofline::vitis {

/// Rule `finish`: work of the vendor's scheduler and binder.
///   Work = sum over parts of C (N + 5 G + 24 [pipeline] + B + A (B - 1) / 450)
///        + 1.5 sum over arrays of B
///   C [1] copies, N [1] operations, G [1] those under a condition, B [1] banks
///   that the part uses, A [1] accesses to them
/// Source: HLSyn-Vitis, 15 minutes a design; constants fitted on half of it.
double compileWork(const Frame &F, const std::vector<Part> &Parts,
                   const std::vector<Split> &Splits);

/// Says why the compiler would not finish; empty if nothing speaks against it.
/// Needs no schedule.
std::string buildDoubt(const Frame &F, const std::vector<Part> &Parts,
                       const std::vector<Split> &Splits);

} // namespace roofline::vitis

#endif
