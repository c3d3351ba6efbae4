// Registers, delay lines, ring buffers, counters and flags of a lane.
#ifndef ROOFLINE_CORE_STREAMLAYOUT_H
#define ROOFLINE_CORE_STREAMLAYOUT_H

#include "roofline/Core/StreamCopies.h"
#include "roofline/Core/StreamWalk.h"
#include "roofline/Stream/StreamDesign.h"

#include <limits>

namespace roofline {

/// A value with its delay line.
struct DelayLine {
  enum class Origin : uint8_t { Node, Tap, Coordinate };
  Origin Source = Origin::Node;
  /// Index of a node or of an input stream. For a coordinate: dimension + 3 *
  /// index into PositionStages.
  uint32_t Index = 0;
  uint32_t Slot = 0;  ///< [position] within the beat
  uint32_t Width = 0; ///< [bit] low bits, up to the highest one that is read
  uint32_t Low = 0;   ///< [bit] those below are 0, or nothing reads them
  /// [step] Delays that are read, ascending, each > 0. Delays of a tap count
  /// from the step at which its element is on the input port. One segment lies
  /// before the first delay and one between each two. Delays that nothing reads
  /// cut a segment for its ring buffers.
  std::vector<int64_t> Points;
  bool AtOnce = false; ///< is also read without a delay
  bool operator==(const DelayLine &) const = default;
};

/// [step], [bit] A delay of at least 64 elements and 1024 bits is a ring
/// buffer: block RAM behind an address counter.
constexpr int64_t MinRingLength = 64, MinRingBits = 1024;

/// [step], [bit] Delays of one length that together are at least as large are
/// a ring buffer that they share. Half a block RAM of Series 7 takes 36 bits,
/// and the devices have 147 lookup tables for it, each a delay of 32 steps;
/// ECP5 and Cyclone V have 300 to 400 flip-flops for a block of such a width.
struct LeastRing {
  int64_t Length, Bits;
};
constexpr LeastRing leastSharedRing(DelayCells Cells) noexcept {
  return Cells == DelayCells::FlipFlops ? LeastRing{16, 512}
                                        : LeastRing{128, 4096};
}

/// True when a delay by \p Length of \p Width bits is better in block RAM than
/// in \p Cells; \p Together [bit] is the width of all delays of that length.
/// Other delays are registers: Length * Width flip-flops, which Xilinx maps to
/// SRLs where Length is 3 or more.
constexpr bool isRing(DelayCells Cells, int64_t Length, uint32_t Width,
                      uint64_t Together) noexcept {
  const LeastRing Least = leastSharedRing(Cells);
  return (Length >= MinRingLength && Length * Width >= MinRingBits) ||
         (Length >= Least.Length &&
          uint64_t(Length) * Together >= uint64_t(Least.Bits));
}

/// [step] Longest ring buffer; longer ones are several in a row, side by side
/// in one memory. A block of ECP5 or Cyclone V has all of its bits up to 2048
/// words; memories of several blocks in depth have a choice behind them. What
/// such a memory takes of Series 7 is known at any depth.
constexpr int64_t maxRingLength(DelayCells Cells) noexcept {
  return Cells == DelayCells::FlipFlops ? 2049
                                        : std::numeric_limits<int64_t>::max();
}

/// Part of a delay line between two delays that are read, or cut there.
struct DelaySegment {
  uint32_t Line = 0;  ///< index into LaneLayout::Lines
  uint32_t Point = 0; ///< index of its end in DelayLine::Points
  int64_t Length = 0; ///< [step]
  /// Index into LaneLayout::Rings; empty for registers.
  std::optional<uint32_t> Ring;
  uint32_t RingBit = 0; ///< [bit] position of its lowest bit in the ring
  /// A register that is not in the shift register or the ring before it, whose
  /// word comes late in a cycle. See StreamKernel::StageBits.
  bool IsApart = false;
  bool operator==(const DelaySegment &) const = default;
};

/// [bit] Most register bits spent to share a ring: about an address counter.
constexpr int64_t MaxSharingBits = 16;
/// A delay whose length follows from the sizes of a launch is always a ring.
/// One roofline_ring: a memory of Length - 1 words that is read before it is
/// written, its output register, and an address counter of bits(Length - 2).
/// Segments of the same length share a ring side by side; one may follow
/// another. A longer segment also shares it where registers of at most
/// MaxSharingBits before the ring make up the difference; these registers are a
/// segment with a point of its own.
struct RingBuffer {
  int64_t Length = 0; ///< [step]
  uint32_t Width = 0; ///< [bit]
  bool operator==(const RingBuffer &) const = default;
};

/// Counts the coordinates of a beat in the dimensions below Dimensions;
/// dimension 0 counts beats. Each coordinate is a register of bits(Size - 1)
/// that wraps to 0.
struct CoordinateCounter {
  int64_t Shift = 0; ///< [beat] by which it leads the beat whose taps are read
  uint32_t Dimensions = 0; ///< number of coordinates
  bool operator==(const CoordinateCounter &) const = default;
};

/// A flip-flop that says whether the beat is within a box. Its value is
/// computed one step earlier from Counter, by one comparison for each side of
/// the box that is not a side of the space.
struct BoxFlag {
  uint32_t Counter = 0; ///< index into LaneLayout::Counters
  Box Beats;            ///< dimension 0 in beats
  bool operator==(const BoxFlag &) const = default;
};

/// A flip-flop that says whether the step is within a range. One comparison of
/// the step counter with a constant sets it, another clears it. Comparisons
/// whose constants are equal in all lanes are shared (Events).
struct RangeFlag {
  uint32_t Set = 0, Clear = 0; ///< indices into LaneLayout::Events
  bool operator==(const RangeFlag &) const = default;
};

/// Condition under which a stream or a reduction takes part in a step.
struct Gate {
  uint32_t Range = 0;          ///< index into LaneLayout::Ranges
  std::optional<uint32_t> Box; ///< index into LaneLayout::Boxes
  /// Indices into LaneLayout::Boxes by position of the beat, where positions
  /// differ (outputs, reductions).
  std::vector<std::optional<uint32_t>> Slots;
  bool operator==(const Gate &) const = default;
};

/// Steps of an interleaved reduction (StreamKernel.h), as indices into
/// LaneLayout::Ranges.
struct FoldFlags {
  uint32_t First = 0;             ///< of the first value
  uint32_t Fresh = 0;             ///< of the first value of each partial sum
  uint32_t Runs = 0;              ///< in which the adder works
  std::vector<uint32_t> Halvings; ///< in which sums are joined, by halving
  bool operator==(const FoldFlags &) const = default;
};

/// Parts of one lane, without the operators. Lanes differ only in constants.
/// A lane also has parts that are not listed: the step counter; a flip-flop
/// `busy`; for each output a flip-flop that says its beat is gone; for each
/// reduction an accumulator and Vector - 1 registers of its type; with
/// DatapathSchedule::Interval > 1 a counter of bits(Interval - 1). The core has
/// a flip-flop for `done` and one for each of combineCycles(). Where lanes are
/// combined it has joinedValues() - 1 registers for each reduction.
struct LaneLayout {
  uint32_t StepBits = 0;        ///< [bit] of the step counter
  std::vector<NodeCopy> Copies; ///< see builtCopies()
  std::vector<DelayLine> Lines;
  std::vector<DelaySegment> Segments;
  std::vector<RingBuffer> Rings;
  std::vector<CoordinateCounter> Counters;
  /// Indices into Counters, by PositionStages; nothing where the space has one
  /// position.
  std::vector<std::optional<uint32_t>> PositionCounters;
  /// Step before which a flag changes, by event and lane; -1 where the flag
  /// never changes.
  std::vector<std::vector<int64_t>> Events;
  uint32_t Finish = 0; ///< index into Events: the last step
  std::vector<RangeFlag> Ranges;
  std::vector<BoxFlag> Boxes;
  std::vector<Gate> Inputs, Outputs, Reductions, Recurrences;
  /// By reduction; nothing of those in order.
  std::vector<std::optional<FoldFlags>> Folds;
  std::vector<LaneWalk> Walks; ///< by lane
  /// The lane for each of StreamKernel::Sizes, without segments: its numbers
  /// differ (Core/SizeForms.h). Empty where the sizes are constants.
  std::vector<LaneLayout> Sizes;
  bool operator==(const LaneLayout &) const = default;
};
/// Returns the parts of a lane of design \p D.
LaneLayout layOutLane(const StreamKernel &K, const DatapathSchedule &S,
                      const StreamDesign &D);

} // namespace roofline

#endif
