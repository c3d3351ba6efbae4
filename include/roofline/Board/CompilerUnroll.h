// Loops that the board's compiler unrolls without being asked.
//
/// \file
/// The OpenCL compilers for FPGAs of Altera and Intel are built on LLVM, whose
/// loop unroller takes small loops with a constant trip count to pieces. What
/// such a loop costs is its hardware, and what it gains is its iterations at
/// once: a design that ignores it is off by the trip count.
#ifndef ROOFLINE_BOARD_COMPILERUNROLL_H
#define ROOFLINE_BOARD_COMPILERUNROLL_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"

namespace roofline {

/// [instruction] Loops that are not larger once they are unrolled, are.
/// Source: LLVM 3.x, LoopUnrollPass.cpp, UnrollThreshold.
constexpr double MostUnrolledInstructions = 150;

/// \p D with a full unrolling of each loop without a pragma whose trip count is
/// constant and whose iterations fit into MostUnrolledInstructions together,
/// from the innermost loops outwards. A barrier keeps a loop.
Design unrolledByCompiler(const KernelSummary &Kernel, Design D);

} // namespace roofline

#endif
