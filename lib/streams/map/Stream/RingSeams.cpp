// Finds elements that few positions read from far away, and moves them there.
#include "roofline/Stream/RingSeams.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// Places along the slowest dimension, from First to before End.
struct Places {
  int64_t First = 0, End = 0;
  int64_t size() const noexcept { return std::max<int64_t>(0, End - First); }
};

Places joined(const std::optional<Places> &Set, const Places &With) noexcept {
  return Set ? Places{std::min(Set->First, With.First),
                      std::max(Set->End, With.End)}
             : With;
}

Places placesOf(const Box &B, unsigned D) noexcept {
  return {B.Origin[D], B.Origin[D] + B.Size[D]};
}

int64_t roundedDown(int64_t N, int64_t To) noexcept { return N / To * To; }
int64_t roundedUp(int64_t N, int64_t To) noexcept {
  return roundedDown(N + To - 1, To);
}

/// The elements of a port that far taps read on one side.
struct Seam {
  Places Elements;   ///< where the input has them
  int64_t Shift = 0; ///< [place] from where the seam has them to there
};

class SeamSplitter {
public:
  SeamSplitter(StreamKernel &K, int64_t Align)
      : K(K), D(K.NumDimensions - 1), Align(D ? 1 : Align) {}

  void run() {
    for (uint32_t Port = 0, End = uint32_t(K.Inputs.size()); Port < End; ++Port)
      for (bool IsAhead : {false, true})
        if (std::optional<Seam> S = find(Port, End, IsAhead))
          for (uint32_t I = Port; I < End; ++I)
            if (portOf(K.Inputs, I) == Port)
              split(I, *S, IsAhead);
  }

private:
  Places readers(const InputStream &In, const Offset &Tap) const noexcept;
  bool isFar(const InputStream &In, const Offset &Tap,
             bool IsAhead) const noexcept;
  std::optional<Seam> find(uint32_t Port, uint32_t End, bool IsAhead) const;
  void split(uint32_t Input, const Seam &S, bool IsAhead);

  StreamKernel &K;
  unsigned D; ///< the slowest dimension
  int64_t Align;
};

/// The active positions where \p Tap has an element of \p In.
Places SeamSplitter::readers(const InputStream &In,
                             const Offset &Tap) const noexcept {
  const Places Active = placesOf(K.Active, D), Of = placesOf(In.Window, D);
  return {std::max(Active.First, Of.First - Tap[D]),
          std::min(Active.End, Of.End - Tap[D])};
}

/// A walk that waits is longer than one that reads these elements twice.
bool SeamSplitter::isFar(const InputStream &In, const Offset &Tap,
                         bool IsAhead) const noexcept {
  constexpr int64_t Few = 4;
  const int64_t Away = IsAhead ? Tap[D] : -Tap[D];
  const int64_t Number = readers(In, Tap).size();
  return Number > 0 && Away > Few * roundedUp(Number, Align);
}

std::optional<Seam> SeamSplitter::find(uint32_t Port, uint32_t End,
                                       bool IsAhead) const {
  std::optional<Places> Elements, Readers;
  for (uint32_t I = Port; I < End; ++I) {
    const InputStream &In = K.Inputs[I];
    if (portOf(K.Inputs, I) != Port)
      continue;
    for (const Offset &Tap : In.Taps)
      if (isFar(In, Tap, IsAhead)) {
        const Places By = readers(In, Tap);
        Readers = joined(Readers, By);
        Elements = joined(Elements, {By.First + Tap[D], By.End + Tap[D]});
      }
    if (std::all_of(In.Taps.begin(), In.Taps.end(), [&](const Offset &Tap) {
          return isFar(In, Tap, false) || isFar(In, Tap, true);
        }))
      return std::nullopt;
  }
  if (!Elements)
    return std::nullopt;
  const Places Of = placesOf(K.Inputs[Port].Window, D);
  Seam S;
  S.Elements.First = Of.First + roundedDown(Elements->First - Of.First, Align);
  S.Shift = S.Elements.First - roundedDown(Readers->First, Align);
  S.Elements.End =
      std::min({Of.First + roundedUp(Elements->End - Of.First, Align), Of.End,
                K.Space.Size[D] + S.Shift});
  if (S.Elements.End < Elements->End)
    return std::nullopt;
  return S;
}

/// Gives the far taps of an input a stream of their own.
void SeamSplitter::split(uint32_t Input, const Seam &S, bool IsAhead) {
  const InputStream Whole = K.Inputs[Input];
  InputStream Part = Whole;
  Part.Taps.clear();
  Part.Window.Origin[D] = S.Elements.First - S.Shift;
  Part.Window.Size[D] = S.Elements.size();
  Part.FirstElement +=
      uint64_t(pitchOf(Whole)[D] * (S.Elements.First - Whole.Window.Origin[D]));
  const uint32_t Number = uint32_t(K.Inputs.size());
  for (const Offset &Tap : Whole.Taps) {
    if (!isFar(Whole, Tap, IsAhead))
      continue;
    Offset Moved = Tap;
    Moved[D] -= S.Shift;
    Part.Taps.push_back(Moved); // in the same order
    std::erase(K.Inputs[Input].Taps, Tap);
    for (DatapathNode &N : K.Nodes)
      if (N.Op == DatapathOp::Input && N.Value == Input && N.Delta == Tap) {
        N.Value = Number;
        N.Delta = Moved;
      }
  }
  if (!Part.Taps.empty())
    K.Inputs.push_back(std::move(Part));
}

} // namespace

StreamKernel withRingSeams(StreamKernel K, int64_t Align) {
  assert(Align >= 1 && "a seam moves by whole positions");
  if (!hasOffsets(K)) // else elements are read beside the active positions
    SeamSplitter(K, Align).run();
  return K;
}

} // namespace roofline
