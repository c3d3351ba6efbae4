// Elements that a lane's stream moves, as boxes of beats.
#include "roofline/Core/StreamTransfers.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace roofline {
namespace {

/// The beats of [First, Last) of \p Space that are in \p Within and in row
/// (\p Y, \p Z).
Box rowPart(const Box &Space, const Box &Within, StepRange Beats, int64_t Y,
            int64_t Z) noexcept {
  const int64_t Row = (Z * Space.Size[1] + Y) * Space.Size[0];
  const int64_t Begin = std::max(Within.Origin[0], Beats.First - Row);
  const int64_t End =
      std::min(Within.Origin[0] + Within.Size[0], Beats.Last - Row);
  return {{Begin, Y, Z}, {std::max<int64_t>(End - Begin, 0), 1, 1}};
}

/// Appends \p Next to \p B and returns true where it continues B along \p Dim
/// and both are alike in all others.
bool extend(Box &B, const Box &Next, unsigned Dim) noexcept {
  Box Longer = B;
  Longer.Size[Dim] += Next.Size[Dim];
  Box Rest = Next;
  Rest.Origin[Dim] = B.Origin[Dim];
  Rest.Size[Dim] = B.Size[Dim];
  if (Rest != B || Next.Origin[Dim] != B.Origin[Dim] + B.Size[Dim])
    return false;
  B = Longer;
  return true;
}

std::vector<Box> boxesOf(const Box &Space, const Box &Within, StepRange Beats) {
  std::vector<Box> Boxes;
  const int64_t FirstRow = Beats.First / Space.Size[0];
  const int64_t EndRow = (Beats.Last - 1) / Space.Size[0] + 1;
  // The part of dimension D of Within that [Begin, End) has.
  auto Part = [&](unsigned D, int64_t Begin, int64_t End) {
    return std::pair(std::max(Within.Origin[D], Begin),
                     std::min(Within.Origin[D] + Within.Size[D], End));
  };
  const auto [FirstZ, EndZ] =
      Part(2, FirstRow / Space.Size[1], (EndRow - 1) / Space.Size[1] + 1);
  for (int64_t Z = FirstZ; Z < EndZ; ++Z) {
    const size_t Before = Boxes.size(); // of other planes
    const int64_t Plane = Z * Space.Size[1];
    const auto [FirstY, EndY] = Part(1, FirstRow - Plane, EndRow - Plane);
    for (int64_t Y = FirstY; Y < EndY; ++Y) {
      const Box Row = rowPart(Space, Within, Beats, Y, Z);
      if (Row.volume() > 0 &&
          (Boxes.size() == Before || !extend(Boxes.back(), Row, 1)))
        Boxes.push_back(Row);
    }
    if (Before > 0 && Boxes.size() == Before + 1 &&
        extend(Boxes[Before - 1], Boxes[Before], 2))
      Boxes.pop_back();
  }
  return Boxes;
}

/// Makes one run of rows and of planes that follow one another.
void flatten(BeatTransfer &T) noexcept {
  for (unsigned D : {1, 2})
    if (T.Beats[D] > 1 && (D == 1 || T.Beats[1] == 1) &&
        T.Pitches[D] == T.Beats[0] * T.Pitches[0]) {
      T.Beats[0] *= T.Beats[D];
      T.Beats[D] = 1;
    }
}

/// True where \p Next goes on where the run \p T ends.
bool follows(const BeatTransfer &T, const BeatTransfer &Next) noexcept {
  return T.Beats[1] * T.Beats[2] * Next.Beats[1] * Next.Beats[2] == 1 &&
         Next.FirstElement == T.FirstElement + T.Beats[0] * T.Pitches[0];
}

} // namespace

std::vector<BeatTransfer> transfersOf(const StreamKernel &K, uint32_t Vector,
                                      const Stream &S, StepRange Beats,
                                      const Box &Window) {
  assert(Vector >= 1 && "a beat has at least one position");
  assert(Beats.First <= Beats.Last && "a range of beats begins before it ends");
  const Offset Pitch = pitchOf(S);
  const int64_t First = int64_t(S.FirstElement) - S.field();
  std::vector<BeatTransfer> Transfers;
  for (const Box &B :
       boxesOf(beatBox(K.Space, Vector), beatBox(Window, Vector), Beats)) {
    BeatTransfer T = {First, B.Size};
    for (unsigned D = 0; D < 3; ++D) {
      const int64_t Positions = D == 0 ? Vector : 1; // of a beat
      T.FirstElement +=
          (B.Origin[D] * Positions - S.Window.Origin[D]) * Pitch[D];
      T.Pitches[D] = Positions * Pitch[D];
    }
    flatten(T);
    if (!Transfers.empty() && follows(Transfers.back(), T))
      Transfers.back().Beats[0] += T.Beats[0];
    else
      Transfers.push_back(T);
  }
  return Transfers;
}

} // namespace roofline
