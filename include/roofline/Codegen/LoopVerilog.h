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

struct LoopOptions {
  std::string Name;                 ///< of the core
  std::string RtlFolder;            ///< folder of the modules
  const CostModel *Costs = nullptr; ///< of the family to predict for
};

struct LoopCore : VerilogCore {
  LoopKernel K;
  LoopBench Bench;
  Netlist Words;                ///< of its one module
  std::optional<CoreCost> Cost; ///< where LoopOptions has costs
};

/// The core of \p K with its testbench. Fails where the folder lacks a module
/// that it uses.
llvm::Expected<LoopCore> emitLoops(const LoopKernel &K, const LoopSchedule &S,
                                   const LoopBench &Bench,
                                   const LoopOptions &O);

} // namespace roofline

#endif
