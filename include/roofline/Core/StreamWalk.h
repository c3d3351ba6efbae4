// When a lane takes and gives each element, and how long a launch takes.
#ifndef ROOFLINE_CORE_STREAMWALK_H
#define ROOFLINE_CORE_STREAMWALK_H

#include "roofline/Core/StreamSchedule.h"

namespace roofline {

/// The beats that hold a position of \p B; dimension 0 counts beats.
Box beatBox(const Box &B, uint32_t Vector) noexcept;
/// [bit] of a beat on the port of \p S, with all fields.
constexpr uint32_t beatBits(const Stream &S, const StreamDesign &D) noexcept {
  return S.Type.Bits * S.Fields * D.Vector;
}
/// The positions that \p Out has elements for: its Window, where active.
Box written(const StreamKernel &K, const OutputStream &Out) noexcept;
/// [beat] as tapHalo() of Stream/StreamKernel.h.
Halo beatHalo(const StreamKernel &K, const InputStream &In,
              uint32_t Vector) noexcept;

/// Steps [First, Last) of a lane; empty where First == Last.
struct StepRange {
  int64_t First = 0, Last = 0; ///< [step]
  bool operator==(const StepRange &) const = default;
};

/// Beats [First, Last) of the space between which a lane's stream lies: all
/// that are in beatBox(Window, Vector) are its beats, in order. A beat carries
/// Vector elements; what lies beside the Window (of outputs: beside written())
/// has no element: an input's bits there do not matter, an output's tstrb is 0.
StepRange inputBeats(const StreamKernel &K, const StreamDesign &D,
                     uint32_t Lane, uint32_t Input) noexcept;
StepRange outputBeats(const StreamKernel &K, const StreamDesign &D,
                      uint32_t Lane, uint32_t Output) noexcept;

/// The walk of one lane: its positions and when its streams move.
struct LaneWalk {
  int64_t FirstBeat = 0; ///< [beat] first own position / Vector
  int64_t Beats = 0;     ///< [beat] own positions / Vector
  int64_t Begin = 0; ///< [beat] whose taps are read at step 0; may be negative
  int64_t Steps = 0; ///< [step] of the whole launch
  /// From the first to the last beat of each stream; a stream whose Window is
  /// not one run of beats (see LaneLayout::Boxes) takes part at some of them.
  std::vector<StepRange> Inputs, Outputs, Reductions;
  bool operator==(const LaneWalk &) const = default;
};
LaneWalk laneWalk(const StreamKernel &K, const DatapathSchedule &S,
                  const StreamDesign &D, uint32_t Lane);

/// Where an Input node's element is, for position \p Slot of a beat: so many
/// steps after it was on the input port, in this slot of its own beat.
struct TapPlace {
  int64_t Delay = 0; ///< [step] at stage 0
  uint32_t Slot = 0;
};
TapPlace tapPlace(const StreamKernel &K, const DatapathNode &Input,
                  uint32_t Slot, uint32_t Vector) noexcept;

/// [cycle] from the clock edge that takes `start` to the one that raises
/// `done`, without back-pressure:
///   Interval * max over lanes of Steps + CombineCycles + FinishCycles
/// where a lane's Steps are the cycles between its first input beat and its
/// last output beat: own beats + beats of halo in use + Latency.
/// Exact; needs whyNotBuildable() to be silent.
int64_t launchCycles(const StreamKernel &K, const DatapathSchedule &S,
                     const StreamDesign &D) noexcept;
int64_t launchCycles(const StreamKernel &K, const StreamDesign &D);

/// Number of values that a reduction of several lanes joins: their results, and
/// what it begins with unless that changes nothing.
uint32_t joinedValues(const Reduction &R, const StreamDesign &D) noexcept;

/// [cycle] that joining the lanes' reductions takes after the last step: one
/// for each level of a binary tree; 0 of one lane, or without a reduction.
int64_t combineCycles(const StreamKernel &K, const StreamDesign &D) noexcept;

/// [stage] registers that the values of one beat pass before a reduction: a
/// level of the operator for each halving of Vector.
unsigned vectorTreeLevels(const StreamDesign &D) noexcept;

} // namespace roofline

#endif
