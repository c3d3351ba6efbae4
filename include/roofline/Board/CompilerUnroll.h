// Loops that the board's compiler unrolls without a pragma.
//
/// \file
/// Altera's and Intel's OpenCL compilers for FPGAs are built on LLVM. LLVM's
/// loop unroller fully unrolls small loops with a constant trip count. Such a
/// loop has hardware for every iteration and runs all iterations at once, so a
/// design that ignores the unrolling is off by the trip count.
#ifndef ROOFLINE_BOARD_COMPILERUNROLL_H
#define ROOFLINE_BOARD_COMPILERUNROLL_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"

namespace roofline {

/// [instruction] Largest size of an unrolled loop that version \p Sdk of the
/// compiler accepts. Source: LoopUnrollPass.cpp of LLVM 3.x, UnrollThreshold,
/// and of LLVM 4 at -O3. Seen: mm of Spector with 14.1; with 18.1 an inner loop
/// of 16 integer products (kenter/OpenCL-FPGA-examples, mmult.cl).
constexpr double mostUnrolledInstructions(double Sdk) {
  return Sdk < 15 ? 150 : 300;
}

/// Returns \p D with small loops fully unrolled, from the innermost outwards. A
/// small loop has a constant trip count, no pragma and no barrier, and all its
/// iterations fit into mostUnrolledInstructions().
Design unrolledByCompiler(const KernelSummary &Kernel, Design D,
                          double Sdk = 0);

} // namespace roofline

#endif
