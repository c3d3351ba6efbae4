// A datapath whose values keep only the bits that matter.
//
/// \file
/// OpenCL computes in `int` even when a kernel reads and writes `uchar`. A
/// narrowed node drops its known bits (a sum of 25 bytes has 13 bits) and the
/// bits without a reader (all above the 8th of a value stored as `uchar`).
/// Schedule, prices and Verilog then have narrow operators, delays and line
/// buffers. Wires extend the values at the ends of the datapath. Arguments are
/// ports and may have any value. Floats stay as they are.
/// Try: roofline variants k.cl --global 64,48 --streams-out k.json
#ifndef ROOFLINE_NARROW_NARROWDATAPATH_H
#define ROOFLINE_NARROW_NARROWDATAPATH_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Narrows \p K. For every memory evaluate() gives the same result with both
/// kernels, also after divisions by 0 and shifts beyond the width.
StreamKernel narrowed(const StreamKernel &K);

} // namespace roofline

#endif
