// Private arrays that a kernel reads before it has written them.
//
/// \file
/// A shift register that nobody fills holds any values at first, and a window
/// of it gives results that nobody looks at. A core needs one value, and the
/// original that proves it the same one: 0, as in the registers of an FPGA.
/// Source: OpenCL C 1.2 6.5, C99 6.7.8.
#ifndef ROOFLINE_NEST_PRIVATEARRAYS_H
#define ROOFLINE_NEST_PRIVATEARRAYS_H

namespace llvm {
class Module;
}

namespace roofline {

/// Puts 0 into all private arrays of \p M at the beginning of their functions.
void clearPrivateArrays(llvm::Module &M);

} // namespace roofline

#endif
