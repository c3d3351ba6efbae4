// Initial values of private arrays that a kernel reads before it writes them.
//
/// \file
/// A shift register holds undefined values until it is full, and the results of
/// its first windows are unused. The core and the original that proves it need
/// the same value: 0, as in the registers of an FPGA.
/// Source: OpenCL C 1.2 6.5, C99 6.7.8.
#ifndef ROOFLINE_NEST_PRIVATEARRAYS_H
#define ROOFLINE_NEST_PRIVATEARRAYS_H

namespace llvm {
class Module;
}

namespace roofline {

/// Clears all private arrays of \p M to 0 at the entry of their functions.
void clearPrivateArrays(llvm::Module &M);

} // namespace roofline

#endif
