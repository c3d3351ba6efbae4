// The steps of a lane, and the cycles of a launch.
#include "roofline/Core/StreamWalk.h"

#include "roofline/Core/StreamSchedule.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace roofline {

Box beatBox(const Box &B, uint32_t Vector) noexcept {
  assert(Vector >= 1 && "a beat has at least one position");
  if (Vector == 1)
    return B;
  Box Beats = B;
  int64_t End = (B.Origin[0] + B.Size[0] + Vector - 1) / Vector;
  Beats.Origin[0] = B.Origin[0] / Vector;
  Beats.Size[0] = B.Size[0] ? End - Beats.Origin[0] : 0;
  return Beats;
}

Box written(const StreamKernel &K, const OutputStream &Out) noexcept {
  return intersection(Out.Window, K.Active);
}

namespace {
Halo inBeats(const Halo &H, uint32_t Vector) noexcept {
  return {(H.Ahead + Vector - 1) / Vector, (H.Behind + Vector - 1) / Vector};
}
} // namespace

Halo beatHalo(const StreamKernel &K, const InputStream &In,
              uint32_t Vector) noexcept {
  assert(Vector >= 1 && "a beat has at least one position");
  return inBeats(tapHalo(K, In), Vector);
}

namespace {

/// Beats in the order of the walk, as numbers and as coordinates.
struct Order {
  Box Space; ///< in beats

  std::array<int64_t, 3> coordinates(int64_t Beat) const noexcept {
    int64_t Row = Beat / Space.Size[0];
    return {Beat % Space.Size[0], Row % Space.Size[1], Row / Space.Size[1]};
  }
  int64_t beat(const std::array<int64_t, 3> &Position) const noexcept {
    return Position[0] +
           Space.Size[0] * (Position[1] + Space.Size[1] * Position[2]);
  }
};

/// The first beat of \p B that is not before \p From; -1: none.
int64_t firstInBox(const Order &O, const Box &B, int64_t From) noexcept {
  if (B.volume() == 0)
    return -1;
  std::array<int64_t, 3> Position = O.coordinates(From);
  for (int D = 2; D >= 0; --D) {
    int64_t End = B.Origin[D] + B.Size[D];
    if (Position[D] >= B.Origin[D] && Position[D] < End)
      continue;
    // Before the box: its first beat from here on. Behind: one further in the
    // next dimension, which may lead out of that one too.
    int Up = D;
    while (Position[Up] >= B.Origin[Up] + B.Size[Up] - (Up > D ? 1 : 0))
      if (++Up == 3)
        return -1;
    if (Up > D)
      ++Position[Up];
    else
      Position[D] = B.Origin[D];
    for (int Low = 0; Low < Up; ++Low)
      Position[Low] = B.Origin[Low];
    break;
  }
  return O.beat(Position);
}

/// The last beat of \p B that is not behind \p To; -1: none.
int64_t lastInBox(const Order &O, const Box &B, int64_t To) noexcept {
  // The same, looked at from the other end.
  Box Mirror = B;
  for (int D = 0; D < 3; ++D)
    Mirror.Origin[D] = O.Space.Size[D] - B.Origin[D] - B.Size[D];
  int64_t Count = O.Space.volume();
  int64_t Found = firstInBox(O, Mirror, Count - 1 - To);
  return Found < 0 ? -1 : Count - 1 - Found;
}

/// Beats [First, Last) of what lies in \p B and in [From, To).
StepRange beatsIn(const Order &O, const Box &B, int64_t From,
                  int64_t To) noexcept {
  if (From >= To)
    return {};
  if (B == O.Space)
    return {From, To};
  int64_t First = firstInBox(O, B, From), Last = lastInBox(O, B, To - 1);
  if (First < 0 || Last < First)
    return {};
  return {First, Last + 1};
}

/// The beats that one lane owns.
struct LaneSpan {
  Order O;
  uint32_t Vector;
  int64_t Count, Beats, Base;

  LaneSpan(const StreamKernel &K, const StreamDesign &D, uint32_t Lane) noexcept
      : O{beatBox(K.Space, D.Vector)}, Vector(D.Vector),
        Count(O.Space.volume()), Beats(Count / D.Lanes), Base(Lane * Beats) {}

  StepRange own(const Box &Positions) const noexcept {
    return beatsIn(O, beatBox(Positions, Vector), Base, Base + Beats);
  }
  /// With a halo, in beats.
  StepRange around(const Box &Positions, const Halo &H) const noexcept {
    return beatsIn(O, beatBox(Positions, Vector),
                   std::max<int64_t>(0, Base - H.Behind),
                   std::min(Count, Base + Beats + H.Ahead));
  }
};

/// Calls \p Use(Kind, Index, Range, Stage) for each stream, reduction and
/// recurrence that takes part, the range in beats at stage 0.
enum class Part { Input, Output, Reduction, Recurrence };
template <typename UseFn>
void forEachPart(const StreamKernel &K, const DatapathSchedule &S,
                 const StreamDesign &D, uint32_t Lane, UseFn Use) noexcept {
  LaneSpan Span(K, D, Lane);
  auto Add = [&](Part P, uint32_t I, StepRange R, int64_t Stage) {
    if (R.First != R.Last)
      Use(P, I, StepRange{R.First + Stage, R.Last + Stage}, Stage);
  };
  for (uint32_t I = 0; I < K.Inputs.size(); ++I) {
    Halo H = inBeats(S.Halos[I], D.Vector);
    Add(Part::Input, I, Span.around(K.Inputs[I].Window, H),
        -inBeats(S.TapHalos[I], D.Vector).Ahead);
  }
  for (uint32_t I = 0; I < K.Outputs.size(); ++I)
    Add(Part::Output, I, Span.own(written(K, K.Outputs[I])), S.Outputs[I]);
  for (uint32_t I = 0; I < K.Reductions.size(); ++I)
    Add(Part::Reduction, I, Span.own(K.Active),
        S.Reductions[I] + vectorTreeLevels(D));
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
    Add(Part::Recurrence, I, Span.own(K.Active), S.Recurrences[I]);
}

/// [step] in which the values of recurrence \p R go to later positions, all of
/// which read it in \p Read.
StepRange leavingSteps(const StreamKernel &K, const DatapathSchedule &S,
                       uint32_t R, StepRange Read) noexcept {
  const int64_t First = Read.First + leavingStage(K, S, R) - S.Recurrences[R];
  return First < Read.Last ? StepRange{First, Read.Last} : StepRange{0, 0};
}

/// Begin and end of a lane, in beats at stage 0.
StepRange laneSteps(const StreamKernel &K, const DatapathSchedule &S,
                    const StreamDesign &D, uint32_t Lane) noexcept {
  StepRange All = {std::numeric_limits<int64_t>::max(),
                   std::numeric_limits<int64_t>::min()};
  int64_t Behind = inBeats({0, S.Behind}, D.Vector).Behind;
  forEachPart(
      K, S, D, Lane, [&](Part P, uint32_t I, StepRange R, int64_t Stage) {
        int64_t Begin = R.First;
        if (P != Part::Input)
          Begin = std::max<int64_t>(0, Begin - Stage - Behind) - S.Lead;
        All.First = std::min(All.First, Begin);
        All.Last = std::max(All.Last, R.Last);
        if (P == Part::Reduction)
          All.Last = std::max(
              All.Last, R.Last + foldSteps(K.Reductions[I], R.Last - R.First));
      });
  return All.First < All.Last ? All : StepRange{0, 1};
}

} // namespace

StepRange inputBeats(const StreamKernel &K, const StreamDesign &D,
                     uint32_t Lane, uint32_t Input) noexcept {
  assert(Lane < D.Lanes && Input < K.Inputs.size() &&
         "lane and input are those of the core");
  const InputStream &In = K.Inputs[Input];
  return LaneSpan(K, D, Lane).around(In.Window, inBeats(halo(K, In), D.Vector));
}

StepRange outputBeats(const StreamKernel &K, const StreamDesign &D,
                      uint32_t Lane, uint32_t Output) noexcept {
  assert(Lane < D.Lanes && Output < K.Outputs.size() &&
         "lane and output are those of the core");
  return LaneSpan(K, D, Lane).own(written(K, K.Outputs[Output]));
}

LaneWalk laneWalk(const StreamKernel &K, const DatapathSchedule &S,
                  const StreamDesign &D, uint32_t Lane) {
  assert(Lane < D.Lanes && "a lane is one of the design");
  assert(S.Halos.size() == K.Inputs.size() &&
         S.Outputs.size() == K.Outputs.size() &&
         "the schedule is that of the kernel");
  LaneWalk W;
  W.Beats = beatBox(K.Space, D.Vector).volume() / D.Lanes;
  W.FirstBeat = Lane * W.Beats;
  StepRange All = laneSteps(K, S, D, Lane);
  W.Begin = All.First;
  W.Steps = All.Last - All.First;
  W.Inputs.resize(K.Inputs.size());
  W.Outputs.resize(K.Outputs.size());
  W.Reductions.resize(K.Reductions.size());
  W.Recurrences.resize(K.Recurrences.size());
  forEachPart(K, S, D, Lane, [&](Part P, uint32_t I, StepRange R, int64_t) {
    StepRange Steps = {R.First - W.Begin, R.Last - W.Begin};
    if (P == Part::Recurrence)
      Steps = leavingSteps(K, S, I, Steps);
    (P == Part::Input       ? W.Inputs
     : P == Part::Output    ? W.Outputs
     : P == Part::Reduction ? W.Reductions
                            : W.Recurrences)[I] = Steps;
  });
  return W;
}

unsigned vectorTreeLevels(const StreamDesign &D) noexcept {
  assert(std::has_single_bit(D.Vector) &&
         "the positions of a beat are a power of two");
  return std::bit_width(D.Vector) - 1;
}

uint32_t joinedValues(const Reduction &R, const StreamDesign &D) noexcept {
  const bool BeginsEmpty =
      R.Initial && R.Initial == identity(R.Op, R.Type.Bits);
  return D.Lanes + !BeginsEmpty;
}

int64_t combineCycles(const StreamKernel &K, const StreamDesign &D) noexcept {
  int64_t Levels = 0;
  if (D.Lanes > 1)
    for (const Reduction &R : K.Reductions)
      Levels =
          std::max<int64_t>(Levels, std::bit_width(joinedValues(R, D) - 1));
  return Levels;
}

int64_t launchCycles(const StreamKernel &K, const DatapathSchedule &S,
                     const StreamDesign &D) noexcept {
  assert(D.Lanes >= 1 && std::has_single_bit(D.Vector) &&
         "a design has a lane, and a power of two of positions a beat");
  assert(S.TapHalos.size() == K.Inputs.size() &&
         S.Halos.size() == K.Inputs.size() &&
         "the schedule is that of the kernel");
  // No lane takes longer than one with all of its halo; the second one has it
  // in most kernels, which saves looking at the others.
  int64_t Halos = S.Lead + inBeats({0, S.Behind}, D.Vector).Behind;
  for (size_t I = 0; I < K.Inputs.size(); ++I)
    Halos = std::max(Halos, inBeats(S.TapHalos[I], D.Vector).Ahead +
                                inBeats(S.Halos[I], D.Vector).Behind);
  int64_t Most = beatBox(K.Space, D.Vector).volume() / D.Lanes + Halos +
                 S.Latency + (K.Reductions.empty() ? 0 : vectorTreeLevels(D));
  int64_t Folds = 0;
  for (const Reduction &R : K.Reductions)
    Folds = std::max(Folds, foldSteps(R, 1));
  Most += Folds;
  int64_t Steps = 0;
  for (uint32_t I = 0; I < D.Lanes && Steps < Most; ++I) {
    StepRange R = laneSteps(K, S, D, (I + 1) % D.Lanes);
    Steps = std::max(Steps, R.Last - R.First);
  }
  return S.Interval * Steps + combineCycles(K, D) + S.FinishCycles;
}

int64_t launchCycles(const StreamKernel &K, const StreamDesign &D) {
  return launchCycles(K, scheduleDatapath(K, D.Form, D.Vector), D);
}

} // namespace roofline
