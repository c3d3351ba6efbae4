// AXI4 masters in front of a core: what they move, and when it is done.
//
/// \file
/// A core's streams become a read master for each input and lane and a write
/// master for each output and lane. Each moves one run of addresses, or rows at
/// a pitch; what an output leaves alone within a run is StreamGaps.h's. Not
/// handled: rows that begin or end within a beat's vector, lanes of rows at a
/// pitch (whyNotMasters() says so), results of reductions (they stay ports).
/// Protocol: AMBA AXI4, ARM IHI 0022, sections A3.3 to A3.5.
#ifndef ROOFLINE_CORE_STREAMMASTERS_H
#define ROOFLINE_CORE_STREAMMASTERS_H

#include "roofline/Core/StreamSchedule.h"

namespace roofline {

/// Parameters that all masters of a core share.
struct MemoryMasters {
  uint32_t DataBits = 0;     ///< [bit] of the bus; 0: see chooseBus()
  uint32_t AddressBits = 32; ///< [bit]
  uint32_t Burst = 16;       ///< [bus word] longest; a power of two
  uint32_t Outstanding = 4;  ///< [burst] begun and not answered, at most
  bool operator==(const MemoryMasters &) const = default;
};

/// \p M with a bus as wide as the widest stream, at least 32 bits, where none
/// is given.
MemoryMasters chooseBus(MemoryMasters M, const StreamKernel &K,
                        const StreamDesign &D) noexcept;

/// Why the masters cannot be built for that design ("a burst of 128 words of 64
/// bytes is longer than 4 KiB"), or nothing.
std::optional<std::string> whyNotMasters(const StreamKernel &K,
                                         const StreamDesign &D,
                                         const MemoryMasters &M);

/// Rows whose addresses do not follow one another.
struct TransferRows {
  int64_t Row = 1;   ///< [beat] of one
  int64_t Pitch = 1; ///< [beat] from a row to the next one
  int64_t Rows = 1;  ///< of a plane
  int64_t Plane = 0; ///< [beat] from a plane to the next one; 0: there is none
  bool operator==(const TransferRows &) const = default;
};

/// Transfer of one stream of one lane, in beats of the stream from the start of
/// the buffer on.
struct Transfer {
  int64_t First = 0; ///< [beat]
  int64_t Beats = 0; ///< [beat] of all rows
  std::optional<TransferRows> Rows = {};
  bool operator==(const Transfer &) const = default;

  int64_t row() const noexcept { return Rows ? Rows->Row : Beats; }
  int64_t numRows() const noexcept { return Rows ? Beats / Rows->Row : 1; }
  /// [beat] of the buffer where row \p R begins.
  int64_t rowAt(int64_t R) const noexcept {
    return First +
           (Rows ? R / Rows->Rows * Rows->Plane + R % Rows->Rows * Rows->Pitch
                 : 0);
  }
  /// [beat] of the buffer behind the last one.
  int64_t end() const noexcept { return rowAt(numRows() - 1) + row(); }
};
Transfer inputTransfer(const StreamKernel &K, const StreamDesign &D,
                       uint32_t Lane, uint32_t Input) noexcept;
Transfer outputTransfer(const StreamKernel &K, const StreamDesign &D,
                        uint32_t Lane, uint32_t Output) noexcept;

/// [cycle] from the edge that takes `start` to the first word of a stream:
/// address, memory, queue, its register.
constexpr int64_t ReadLatency = 3;

/// [cycle] from the clock edge that takes `start` to the one that raises
/// `done`, with buffers at multiples of 4 KiB in a memory that takes an
/// address and a word each cycle, and answers from the next cycle on: the
/// core's own launchCycles(), later by what it waits for its first words, and
///   E(k) = max(F(k) + 1, E(k-1)) + n(k),    done = E(last) + 1
/// of the write master that is last; F(k) [cycle]: the last word of its burst k
/// is in the queue, n(k) [bus word] of that burst, E(k): they are written.
/// Exact for bursts of at least 4 words.
int64_t memoryLaunchCycles(const StreamKernel &K, const DatapathSchedule &S,
                           const StreamDesign &D, const MemoryMasters &M);

/// [cycle] likewise, of tiles (Core/NetworkSchedule.h) that take
/// \p StreamCycles where no stream waits: all is loaded ReadLatency later.
int64_t memoryNetworkCycles(const StreamKernel &K, const StreamDesign &D,
                            const MemoryMasters &M, int64_t StreamCycles);

} // namespace roofline

#endif
