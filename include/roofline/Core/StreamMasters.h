// AXI4 masters of a core: their transfers, and the cycles of a launch.
//
/// \file
/// Each input and lane of a core gets a read master, and each output and lane a
/// write master. A master moves one run of addresses, or rows at a pitch.
/// StreamGaps.h describes the words of a run that an output does not write. Not
/// handled: rows that begin or end within a beat's vector, lanes of rows at a
/// pitch (whyNotMasters() says so), results of reductions (they stay ports).
/// Protocol: AMBA AXI4, ARM IHI 0022, sections A3.3 to A3.5.
#ifndef ROOFLINE_CORE_STREAMMASTERS_H
#define ROOFLINE_CORE_STREAMMASTERS_H

#include "roofline/Core/StreamSchedule.h"

namespace roofline {

/// Parameters that all masters of a core share.
struct MemoryMasters {
  uint32_t DataBits = 0;     ///< [bit] bus width; 0 lets chooseBus() choose
  uint32_t AddressBits = 32; ///< [bit]
  uint32_t Burst = 16;       ///< [bus word] longest burst; a power of two
  uint32_t Outstanding = 4;  ///< [burst] most that wait for an answer
  bool operator==(const MemoryMasters &) const = default;
};

/// Returns \p M with a bus width. Where \p M has none, the bus is as wide as
/// the widest stream and at least 32 bits.
MemoryMasters chooseBus(MemoryMasters M, const StreamKernel &K,
                        const StreamDesign &D) noexcept;

/// Returns why the masters cannot be built for the design ("a burst of 128
/// words of 64 bytes is longer than 4 KiB"); nothing where they can.
std::optional<std::string> whyNotMasters(const StreamKernel &K,
                                         const StreamDesign &D,
                                         const MemoryMasters &M);

/// Rows with a distance between their addresses.
struct TransferRows {
  int64_t Row = 1;   ///< [beat] in a row
  int64_t Pitch = 1; ///< [beat] from the start of a row to the next start
  int64_t Rows = 1;  ///< [row] in a plane
  int64_t Plane = 0; ///< [beat] from plane to plane; 0 with a single plane
  bool operator==(const TransferRows &) const = default;
};

/// Transfer of one stream of one lane. Addresses are in beats of the stream
/// from the start of the buffer.
struct Transfer {
  int64_t First = 0; ///< [beat] address of the first beat
  int64_t Beats = 0; ///< [beat] number in all rows
  std::optional<TransferRows> Rows = {};
  bool operator==(const Transfer &) const = default;

  int64_t row() const noexcept { return Rows ? Rows->Row : Beats; }
  int64_t numRows() const noexcept { return Rows ? Beats / Rows->Row : 1; }
  /// Returns the [beat] of the buffer at which row \p R begins.
  int64_t rowAt(int64_t R) const noexcept {
    return First +
           (Rows ? R / Rows->Rows * Rows->Plane + R % Rows->Rows * Rows->Pitch
                 : 0);
  }
  /// Returns the [beat] of the buffer after the last one.
  int64_t end() const noexcept { return rowAt(numRows() - 1) + row(); }
};
/// Returns the transfer of an input, or of an output, of a lane.
Transfer inputTransfer(const StreamKernel &K, const StreamDesign &D,
                       uint32_t Lane, uint32_t Input) noexcept;
Transfer outputTransfer(const StreamKernel &K, const StreamDesign &D,
                        uint32_t Lane, uint32_t Output) noexcept;

/// [cycle] from the edge that takes `start` to the first word of a stream. The
/// word passes address channel, memory, queue and the queue's register.
constexpr int64_t ReadLatency = 3;

/// Returns the [cycle] from the clock edge that takes `start` to the one that
/// raises `done`. This is the later of two ends: that of the core, whose
/// launchCycles() begin with its first input words, and that of the last write
/// master:
///   E(k) = max(F(k) + 1, E(k-1)) + n(k),    done = E(last) + 1
///   E(k) [cycle] burst k is written, F(k) [cycle] its last word is in the
///   queue, n(k) [bus word] its length
/// Assumes buffers at multiples of 4 KiB, and a memory that takes an address
/// and a word each cycle and answers from the next cycle on. Exact for bursts
/// of at least 4 words.
int64_t memoryLaunchCycles(const StreamKernel &K, const DatapathSchedule &S,
                           const StreamDesign &D, const MemoryMasters &M);

/// Returns the same [cycle] for tiles (Core/NetworkSchedule.h). The tiles take
/// \p StreamCycles [cycle] where no stream waits; their loads begin ReadLatency
/// later.
int64_t memoryNetworkCycles(const StreamKernel &K, const StreamDesign &D,
                            const MemoryMasters &M, int64_t StreamCycles);

} // namespace roofline

#endif
