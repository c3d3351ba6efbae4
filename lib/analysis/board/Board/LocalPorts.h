// Intervals at which a pipeline can access local arrays.
#ifndef ROOFLINE_LIB_BOARD_LOCALPORTS_H
#define ROOFLINE_LIB_BOARD_LOCALPORTS_H

#include "BoundLaunch.h"

namespace roofline {

/// [cycle] Least interval between iterations by the ports of local arrays, by
/// loop; the last is that of the kernel's body. An array has as many banks as
/// accesses, a power of two, selected by the lowest bits of the element's
/// index. W and R count the stores and reads of the bank with most.
///   Stores: 1 for W <= 2, else (W + 2) / 4. A memory block has four ports,
///   which run at twice the clock, and reads take two of them.
///   Stores to addresses that data choose are in W, for each copy and each
///   work-item of a vector; so are A atomic updates, which read as well:
///   (W + max(A, 2)) / 4.
///   Stores to parts of an element by work-items of a vector that lie apart:
///   one by one.
///   Reads: 1 for R <= 4, where neighbours count together; else R / 4.
///   Reads at a fixed address in a rolled loop move in front of it. More than
///   64 bytes of them are read element by element: (R + W) / 4.
/// Source: Intel FPGA SDK for OpenCL Best Practices Guide, "Simplifying Memory
/// Access to Local Memories": four ports, and arbitration of further accesses.
/// The rules of arbitration come from measured designs (docs/model-board.md).
std::vector<double> portIntervals(const BoundKernel &Bound,
                                  BoundLaunch &Launched, const Design &D);

} // namespace roofline

#endif
