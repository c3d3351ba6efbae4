// Walk of a lane: the step of each beat, and the cycles of a launch.
#ifndef ROOFLINE_CORE_STREAMWALK_H
#define ROOFLINE_CORE_STREAMWALK_H

#include "roofline/Core/StreamSchedule.h"

namespace roofline {

/// Returns the box of beats that hold a position of \p B; dimension 0 counts
/// beats.
Box beatBox(const Box &B, uint32_t Vector) noexcept;
/// Returns the [bit] of a beat on the port of \p S, with all fields.
constexpr uint32_t beatBits(const Stream &S, const StreamDesign &D) noexcept {
  return S.Type.Bits * S.Fields * D.Vector;
}
/// Returns the positions that \p Out writes: the active part of its Window.
Box written(const StreamKernel &K, const OutputStream &Out) noexcept;
/// Returns tapHalo() of Stream/StreamHalo.h in [beat].
Halo beatHalo(const StreamKernel &K, const InputStream &In,
              uint32_t Vector) noexcept;

/// Steps [First, Last) of a lane; empty where First == Last.
struct StepRange {
  int64_t First = 0, Last = 0; ///< [step]
  bool operator==(const StepRange &) const = default;
};

/// Returns the range [First, Last) of beats of the space that holds a lane's
/// stream. The stream has the beats of the range that are in beatBox(Window,
/// Vector), in order. A beat carries Vector elements. Positions outside the
/// Window (for outputs: outside written()) have no element: an input ignores
/// those bits, and an output's tstrb is 0 there.
StepRange inputBeats(const StreamKernel &K, const StreamDesign &D,
                     uint32_t Lane, uint32_t Input) noexcept;
StepRange outputBeats(const StreamKernel &K, const StreamDesign &D,
                      uint32_t Lane, uint32_t Output) noexcept;

/// Calls \p Beat(position of its first element) for each beat of \p Beats that
/// holds a position of \p Window, in order.
template <typename BeatFn>
void forEachBeat(const StreamKernel &K, uint32_t Vector, StepRange Beats,
                 const Box &Window, BeatFn Beat) {
  const Box Space = beatBox(K.Space, Vector), Within = beatBox(Window, Vector);
  for (int64_t I = Beats.First; I < Beats.Last; ++I) {
    std::array<int64_t, 3> Place = {I % Space.Size[0],
                                    I / Space.Size[0] % Space.Size[1],
                                    I / Space.Size[0] / Space.Size[1]};
    if (!Within.contains(Place))
      continue;
    Place[0] *= Vector;
    Beat(Place);
  }
}

/// Positions of one lane, and the steps at which its streams move.
struct LaneWalk {
  int64_t FirstBeat = 0; ///< [beat] first own position / Vector
  int64_t Beats = 0;     ///< [beat] own positions / Vector
  int64_t Begin = 0; ///< [beat] whose taps are read at step 0; may be negative
  int64_t Steps = 0; ///< [step] of the whole launch
  /// Steps from the first to the last beat of each stream. A stream whose
  /// Window is not one run of beats (see LaneLayout::Boxes) moves only at some
  /// of these steps.
  std::vector<StepRange> Inputs, Outputs, Reductions, Recurrences;
  bool operator==(const LaneWalk &) const = default;
};
/// Returns the walk of lane \p Lane.
LaneWalk laneWalk(const StreamKernel &K, const DatapathSchedule &S,
                  const StreamDesign &D, uint32_t Lane);

/// Place of an Input node's element.
struct TapPlace {
  int64_t Delay = 0; ///< [step] from the input port to stage 0
  uint32_t Slot = 0; ///< position within the element's own beat
};
/// Returns the place of \p Input's element for position \p Slot of a beat.
TapPlace tapPlace(const StreamKernel &K, const DatapathNode &Input,
                  uint32_t Slot, uint32_t Vector) noexcept;

/// Returns the [cycle] from the clock edge that takes `start` to the one that
/// raises `done`, without back-pressure:
///   Interval * max over lanes of Steps + CombineCycles + FinishCycles
/// where a lane's Steps are the cycles between its first input beat and its
/// last output beat: own beats + beats of halo in use + Latency.
/// Exact. The design must be buildable: whyNotBuildable() returns nothing.
int64_t launchCycles(const StreamKernel &K, const DatapathSchedule &S,
                     const StreamDesign &D) noexcept;
int64_t launchCycles(const StreamKernel &K, const StreamDesign &D);

/// Returns the number of values that a reduction joins over the lanes: a result
/// of each lane, and the initial value unless it is the operator's identity.
uint32_t joinedValues(const Reduction &R, const StreamDesign &D) noexcept;

/// Returns the [cycle] after the last step to join the lanes' reductions: one
/// for each level of a binary tree. 0 for one lane, or without a reduction.
int64_t combineCycles(const StreamKernel &K, const StreamDesign &D) noexcept;

/// Returns the levels of the operator tree that joins the values of a beat
/// before a reduction: one for each halving of Vector.
unsigned vectorTreeLevels(const StreamDesign &D) noexcept;

} // namespace roofline

#endif
