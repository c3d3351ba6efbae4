// The registers, delays, ring buffers, counters and flags of a lane.
#ifndef ROOFLINE_CORE_STREAMLAYOUT_H
#define ROOFLINE_CORE_STREAMLAYOUT_H

#include "roofline/Core/StreamCopies.h"
#include "roofline/Core/StreamWalk.h"

namespace roofline {

/// A value, the ports of its delay line, and their distance.
struct DelayLine {
  enum class From : uint8_t { Node, Tap, Coordinate };
  From Source = From::Node;
  /// Node, input stream, or dimension + 3 * index into PositionStages.
  uint32_t Index = 0;
  uint32_t Slot = 0;  ///< [position] within the beat
  uint32_t Width = 0; ///< [bit] the lowest ones, up to the highest that is read
  /// [step] delays in use, ascending, each > 0. The delays of a tap count from
  /// the step of its element on the input port. Between two delays (and before
  /// the first) is one segment.
  std::vector<int64_t> Points;
  bool AtOnce = false; ///< it is read before the line, too
  bool operator==(const DelayLine &) const = default;
};

enum class SegmentKind : uint8_t {
  Registers, ///< Length * Width flip-flops; Xilinx maps 3 and more to SRLs
  Ring,      ///< block RAM behind an address counter
};

/// [step], [bit] from which on a delay is a ring buffer: 64 elements and 1024
/// bits; below that shift registers are the smaller ones on Series 7.
constexpr int64_t MinRingLength = 64, MinRingBits = 1024;
constexpr SegmentKind segmentKind(int64_t Length, uint32_t Width) noexcept {
  return Length >= MinRingLength && Length * Width >= MinRingBits
             ? SegmentKind::Ring
             : SegmentKind::Registers;
}

struct DelaySegment {
  uint32_t Line = 0;            ///< index into LaneLayout::Lines
  uint32_t Point = 0;           ///< ends at this one of the line's Points
  int64_t Length = 0;           ///< [step]
  std::optional<uint32_t> Ring; ///< index into LaneLayout::Rings
  uint32_t RingBit = 0;         ///< [bit] of its lowest bit in the ring
  bool operator==(const DelaySegment &) const = default;
};

/// One roofline_ring: a memory of Length - 1 words read before written, its
/// output register, and an address counter of bits(Length - 2). Segments of
/// one length share it side by side; so do longer ones, when registers of at
/// most MaxSharingBits before them make up the difference (a segment and a
/// point of their own).
constexpr int64_t MaxSharingBits = 16; ///< [bit] about an address counter
struct RingBuffer {
  int64_t Length = 0; ///< [step]
  uint32_t Width = 0; ///< [bit]
  bool operator==(const RingBuffer &) const = default;
};

/// Coordinates of a beat in the dimensions below Dimensions; dimension 0 counts
/// beats. Each is a register of bits(Size - 1) and a wrap to 0.
struct CoordinateCounter {
  int64_t Shift = 0; ///< [beat] ahead of the beat whose taps are read
  uint32_t Dimensions = 0;
  bool operator==(const CoordinateCounter &) const = default;
};

/// A flip-flop: the beat is within a box. Computed one step before from
/// Counter: one comparison for each side at which the box is not the space.
struct BoxFlag {
  uint32_t Counter = 0; ///< index into LaneLayout::Counters
  Box Beats;            ///< dimension 0 in beats
  bool operator==(const BoxFlag &) const = default;
};

/// A flip-flop: set by one comparison of the step counter with a constant,
/// cleared by another. Comparisons with equal constants in all lanes are shared
/// (Events).
struct RangeFlag {
  uint32_t Set = 0, Clear = 0; ///< indices into LaneLayout::Events
  bool operator==(const RangeFlag &) const = default;
};

/// When a stream or a reduction takes part.
struct Gate {
  uint32_t Range = 0;          ///< index into LaneLayout::Ranges
  std::optional<uint32_t> Box; ///< index into LaneLayout::Boxes
  /// Gates of each position of the beat, where they differ (outputs,
  /// reductions).
  std::vector<std::optional<uint32_t>> Slots;
  bool operator==(const Gate &) const = default;
};

/// Everything in one lane but the operators. Lanes are equal but for constants.
/// Beside what is listed, a lane has: the step counter; a flip-flop `busy`; one
/// for each output (its beat is gone); for each reduction an accumulator and
/// Vector - 1 registers of its type; with DatapathSchedule::Interval > 1 a
/// counter of bits(Interval - 1). The core has a flip-flop for `done`, one for
/// each of combineCycles(), and with those joinedValues() - 1 registers for
/// each reduction.
struct LaneLayout {
  uint32_t StepBits = 0;        ///< [bit] of the step counter
  std::vector<NodeCopy> Copies; ///< see builtCopies()
  std::vector<DelayLine> Lines;
  std::vector<DelaySegment> Segments;
  std::vector<RingBuffer> Rings;
  std::vector<CoordinateCounter> Counters;
  /// By PositionStages; nothing where the space has one position.
  std::vector<std::optional<uint32_t>> PositionCounters;
  /// Step before which a flag changes, by lane: -1 where it never does.
  std::vector<std::vector<int64_t>> Events;
  uint32_t Finish = 0; ///< index into Events: the last step
  std::vector<RangeFlag> Ranges;
  std::vector<BoxFlag> Boxes;
  std::vector<Gate> Inputs, Outputs, Reductions;
  std::vector<LaneWalk> Walks; ///< by lane
  bool operator==(const LaneLayout &) const = default;
};
LaneLayout layOutLane(const StreamKernel &K, const DatapathSchedule &S,
                      const StreamDesign &D);

} // namespace roofline

#endif
