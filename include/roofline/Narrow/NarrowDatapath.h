// A datapath in which each value has the bits that matter, and no more.
//
/// \file
/// OpenCL computes in `int` what reads and writes `uchar`. Of each node, bits
/// that are known (a sum of 25 bytes has 13 bits) and bits that nothing looks
/// at (of what is stored as `uchar`, all above the 8th) are left out: the
/// schedule, the prices and the Verilog are those of narrow operators, delays
/// and line buffers. What is wider at its ends is extended there, by wires.
/// Arguments are ports and have any value. Floats stay as they are.
/// Try: roofline variants k.cl --global 64,48 --streams-out k.json
#ifndef ROOFLINE_NARROW_NARROWDATAPATH_H
#define ROOFLINE_NARROW_NARROWDATAPATH_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// A kernel that evaluate() makes of any memory what it makes of it by \p K, of
/// divisions by 0 and shifts beyond the width too.
StreamKernel narrowed(const StreamKernel &K);

} // namespace roofline

#endif
