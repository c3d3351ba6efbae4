// Time that a board's memory takes for what a launch asks for.
//
/// \file
/// Memory has a clock of its own: it serves words at a share of its banks'
/// peak, in seconds. What leads to it runs at the kernel's clock: a ring for
/// reads, one for writes, an arbiter. The slowest of them limits a launch.
/// docs/model-board.md has the evidence for each.
#ifndef ROOFLINE_BOARD_MEMORYTIME_H
#define ROOFLINE_BOARD_MEMORYTIME_H

#include "roofline/Board/Mechanisms.h"
#include "roofline/Board/Replay.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Machine/Device.h"

#include <vector>

namespace roofline {

/// Part of a memory that makes a launch wait.
enum class MemoryLimit : uint8_t {
  Words,     ///< the memory's rate
  ReadRing,  ///< the way of all reads
  WriteRing, ///< the way of all writes
  WriteHold, ///< reads from a bank that writes hold
  Requests,  ///< a time for each request
};

/// Time of one part: cycles of the kernel's clock, and seconds.
struct MemoryPart {
  MemoryLimit Limit = MemoryLimit::Words;
  double Cycles = 0;  ///< [cycle]
  double Seconds = 0; ///< [s]
};

/// Demand of a launch on memory.
struct MemoryDemand {
  std::vector<MemoryPart> Parts; ///< the slowest of them counts
  double ArbitrationCycles = 0;  ///< [cycle] that each word adds, in all
  /// Each bank's mix of streams has a measured share of its peak.
  bool IsMeasuredMix = true;

  /// [cycle] of the slowest part and the arbiter at \p Clock.
  double cyclesAt(Hertz Clock) const;
  /// The slowest part at \p Clock.
  MemoryLimit limitAt(Hertz Clock) const;
};

/// Returns the demand of the units of \p R, for \p Kernel in vectors of \p Simd
/// work-items on \p Board. Buffers are in the banks of \p Banks, by argument;
/// without them they are interleaved over all banks. \p Board must have Times.
MemoryDemand memoryDemand(const KernelSummary &Kernel, const Replay &R,
                          uint32_t Simd, const BankMap &Banks,
                          const Device &Board, const BoardMechanisms &With);

} // namespace roofline

#endif
