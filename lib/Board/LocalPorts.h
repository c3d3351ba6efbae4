// How often the stores of a pipeline can go to a local array.
#ifndef ROOFLINE_LIB_BOARD_LOCALPORTS_H
#define ROOFLINE_LIB_BOARD_LOCALPORTS_H

#include "BoundLaunch.h"

namespace roofline {

/// [cycle] from one pass of the code in \p Blocks to the next that stores to
/// local arrays leave it.
///   W <= 2 stores: 1; more: (W + 2) / 4, of the four ports of a memory block
///   that runs at twice the clock, with two of them taken by reads.
///   Parts of an element, of work-items that lie apart in a vector: one by one.
/// Source: Intel FPGA SDK for OpenCL Best Practices Guide, "Simplifying Memory
/// Access to Local Memories": four ports, and stores beyond them are
/// arbitrated; how, was read off measured designs (docs/model-board.md).
double storeInterval(BoundLaunch &Of, const Design &D,
                     const std::vector<uint32_t> &Blocks);

} // namespace roofline

#endif
