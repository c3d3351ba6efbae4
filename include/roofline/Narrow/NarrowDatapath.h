// A datapath in which each value has the bits that matter, and no more.
//
/// \file
/// OpenCL computes in `int` what reads and writes `uchar`. A narrowed node
/// leaves out its known bits (a sum of 25 bytes has 13 bits) and bits that
/// nothing looks at (all above the 8th, if it is stored as `uchar`). The
/// schedule, the prices and the Verilog are those of narrow operators, delays
/// and line buffers. Wires extend values that are wider at the ends of the
/// datapath.
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
