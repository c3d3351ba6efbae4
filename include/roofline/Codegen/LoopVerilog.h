// Prints the core of a loop kernel as Verilog, with its testbench.
//
/// \file
/// One module, the modules of rtl/ that it uses, a self-checking testbench with
/// the data of a launch, loops.json and a README. Ports are AXI4-Streams, as
/// those of a core of streams; loops.json says which elements of its buffer a
/// port takes, in which order.
#ifndef ROOFLINE_CODEGEN_LOOPVERILOG_H
#define ROOFLINE_CODEGEN_LOOPVERILOG_H

#include "roofline/Codegen/Verilog.h"
#include "roofline/LoopCore/LoopSchedule.h"

namespace roofline {

/// Random data for the ports of \p K, by \p Seed: buffers as long as the ports
/// reach, and scalars. Indices stay below their limits, shifted right by \p
/// Shrink.
StreamMemory randomLoopMemory(const LoopKernel &K, uint64_t Seed,
                              unsigned Shrink = 0);

/// A launch for the testbench.
struct LoopBench {
  StreamMemory Before, After; ///< buffers before and after it
  uint64_t Cycles = 0;        ///< [cycle] of it
  uint64_t Seed = 1;          ///< of pauses
};

/// The core \p Name of \p K with its testbench. Fails where \p RtlFolder lacks
/// a module that it uses.
llvm::Expected<VerilogCore>
emitLoops(const LoopKernel &K, const LoopSchedule &S, const std::string &Name,
          const LoopBench &Bench, const std::string &RtlFolder);

} // namespace roofline

#endif
