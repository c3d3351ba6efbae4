// Processes that run at the same time, joined by FIFOs and arrays.
//
/// \file
/// A process has a clock of its own, which stands still while the process
/// waits: its local cycles. Cycle 0 is its start, cycle 1 the first issue.
#ifndef ROOFLINE_DATAFLOW_DATAFLOWNETWORK_H
#define ROOFLINE_DATAFLOW_DATAFLOWNETWORK_H

#include "roofline/Base/SourceLocation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Numbers of one level: 0, Step, 2 Step, ...
struct ProgressionLevel {
  uint64_t Count = 1; ///< at least 1
  uint64_t Step = 1;  ///< [cycle] from one to the next
  bool operator==(const ProgressionLevel &) const = default;
};

/// Cycles First + a number of each level, outermost first. They increase in
/// that order.
struct CycleProgression {
  uint64_t First = 0; ///< [cycle]
  std::vector<ProgressionLevel> Levels = {};
  bool operator==(const CycleProgression &) const = default;
};

/// Numbers of \p P together.
uint64_t countOf(const CycleProgression &P);
/// The greatest number of \p P.
uint64_t lastOf(const CycleProgression &P);
/// \p P with the fewest levels.
CycleProgression shortest(const CycleProgression &P);

/// One read or write of the source, in all iterations that execute it.
struct FifoAccess {
  uint32_t Fifo = 0; ///< index into DataflowNetwork::Fifos
  bool IsWrite = false;
  uint32_t Stage = 0;    ///< [cycle] after the issue of its iteration
  uint32_t Interval = 1; ///< [cycle] II of its pipeline
  /// Local cycles in which those iterations issue; they increase.
  std::vector<CycleProgression> Issues = {};
  SourceLocation Loc = {};
  bool operator==(const FifoAccess &) const = default;
};

/// Behaviour of a pipeline when an access has to wait.
enum class StallStyle : uint8_t {
  Freezes, ///< all stages wait: `stp`, the default
  Flushes, ///< later stages go on: `flp`
};

/// A called function, or the loops at the top that write one array.
struct DataflowProcess {
  std::string Name = {};
  uint64_t Cycles = 0; ///< [cycle] from start to done where it never waits
  StallStyle Style = StallStyle::Freezes;
  std::vector<FifoAccess> Accesses = {};
  SourceLocation Loc = {};
  bool operator==(const DataflowProcess &) const = default;
};

/// A FIFO; one of each lane counts as one, since lanes move together.
struct Fifo {
  std::string Name = {};
  uint64_t Depth = 2;   ///< [token]
  uint32_t Latency = 1; ///< [cycle] from a write to the read that gets it
  uint32_t Bits = 32;   ///< of a token
  uint32_t Lanes = 1;
  SourceLocation Loc = {};
  bool IsFixed = false; ///< no line of the source gives its depth
  bool operator==(const Fifo &) const = default;
};

/// An array between processes: readers start when the writer is done. The
/// writer may run ahead by as many calls as there are buffers.
struct BufferedArray {
  std::string Name = {};
  uint32_t Writer = 0; ///< index into DataflowNetwork::Processes
  std::vector<uint32_t> Readers = {};
  uint32_t Buffers = 2;
  SourceLocation Loc = {};
  bool operator==(const BufferedArray &) const = default;
};

struct DataflowNetwork {
  std::vector<DataflowProcess> Processes = {};
  std::vector<Fifo> Fifos = {};
  std::vector<BufferedArray> Arrays = {};
  bool operator==(const DataflowNetwork &) const = default;
};

/// The process that writes or reads a FIFO; nothing where none does.
std::optional<uint32_t> writerOf(const DataflowNetwork &N, uint32_t Fifo);
std::optional<uint32_t> readerOf(const DataflowNetwork &N, uint32_t Fifo);

/// [token] that one call writes to or reads from a FIFO.
uint64_t tokensOf(const DataflowNetwork &N, uint32_t Fifo, bool Written);

/// Returns why \p N is malformed: an index out of range, cycles that do not
/// increase or lie behind the end, two writers or two readers of a FIFO;
/// nothing where it is well formed.
std::optional<std::string> checkNetwork(const DataflowNetwork &N);

} // namespace roofline

#endif
