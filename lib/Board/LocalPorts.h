// Intervals at which a pipeline can access local arrays.
#ifndef ROOFLINE_LIB_BOARD_LOCALPORTS_H
#define ROOFLINE_LIB_BOARD_LOCALPORTS_H

#include "BoundLaunch.h"

namespace roofline {

/// [cycle] Least interval between iterations by the ports of local arrays, by
/// loop; the last is that of the kernel's body. An array has as many banks as
/// accesses, a power of two, selected by the lowest bits of the element's
/// index. W and R count the stores and reads of the bank with most.
///   W <= 2 stores: 1; more: (W + 2) / 4, of the four ports of a memory block
///   that runs at twice the clock, with two of them taken by reads.
///   Parts of an element, of work-items that lie apart in a vector: one by one.
///   R <= 4 reads, of neighbours together: 1; more: R / 4.
///   Reads that stand still in a loop that is not unrolled are made before it;
///   of more than 64 bytes they fall apart: element by element, (R + W) / 4.
/// Source: Intel FPGA SDK for OpenCL Best Practices Guide, "Simplifying Memory
/// Access to Local Memories": four ports, and accesses beyond them are
/// arbitrated; how, was read off measured designs (docs/model-board.md).
std::vector<double> portIntervals(const BoundKernel &Bound, BoundLaunch &Of,
                                  const Design &D);

} // namespace roofline

#endif
