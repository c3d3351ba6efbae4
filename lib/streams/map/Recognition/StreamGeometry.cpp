// Places of buffers' elements in the space that streams walk.
#include "StreamGeometry.h"

#include "roofline/Nest/StreamBody.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace roofline {

static int64_t roundedDivision(int64_t N, int64_t Divisor) {
  int64_t Floor = N >= 0 ? N / Divisor : -((-N + Divisor - 1) / Divisor);
  return 2 * (N - Floor * Divisor) > Divisor ? Floor + 1 : Floor;
}

StreamGeometry::Coordinates
StreamGeometry::coordinates(int64_t Elements,
                            const Coordinates &Pitches) const {
  Coordinates C = {0, 0, 0};
  for (unsigned D = NumDimensions; D-- > 1;) {
    C[D] = roundedDivision(Elements, Pitches[D]);
    Elements -= C[D] * Pitches[D];
  }
  C[0] = Elements;
  return C;
}

StreamGeometry::Coordinates
StreamGeometry::pitchOf(const StreamAccess &A) const {
  Coordinates P = {1, 1, 1};
  for (unsigned D = 0; D < NumDimensions; ++D)
    P[D] = A.Stride[LoopDimension[D]];
  return P;
}

/// The dimension whose neighbours stand side by side in memory is the fastest,
/// unless the loops' order is asked for.
Error StreamGeometry::orderDimensions(const std::vector<StreamAccess> &Accesses,
                                      const std::array<int64_t, 3> &Sizes,
                                      unsigned Dimensions, WalkOrder O) {
  std::vector<unsigned> InUse;
  for (unsigned D = 0; D < Dimensions; ++D)
    if (Sizes[D] > 1)
      InUse.push_back(D);
  if (InUse.empty())
    InUse.push_back(0);
  NumDimensions = InUse.size();
  const StreamAccess *First = nullptr; // that moves most; of those, a store
  auto Moves = [](const StreamAccess &A) {
    return 2 * (3 - count(A.Stride, 0)) + A.IsStore;
  };
  for (const StreamAccess &A : Accesses)
    if (!A.isUniform() && (!First || Moves(A) > Moves(*First)))
      First = &A;
  if (!First && Accesses.empty() && !Keeps)
    return notAStream(nullptr, "no position of this launch accesses a buffer");
  if (!First && !Accesses.empty())
    return notAStream(Accesses[0].Inst,
                      "every position accesses the same element");
  if (First && O == WalkOrder::Memory)
    stable_sort(InUse, [&](unsigned L, unsigned R) {
      return std::abs(First->Stride[L]) < std::abs(First->Stride[R]);
    });
  std::array<bool, 3> Taken = {false, false, false};
  for (unsigned D = 0; D < NumDimensions; ++D) {
    LoopDimension[D] = InUse[D];
    Taken[InUse[D]] = true;
  }
  for (unsigned D = 0, Next = NumDimensions; D < 3; ++D)
    if (!Taken[D])
      LoopDimension[Next++] = D;
  for (unsigned D = 0; D < 3; ++D)
    SpaceDimension[LoopDimension[D]] = D;
  return Error::success();
}

/// Elements in another order than that of the walk: backwards, by columns,
/// every so many, the same ones for each row.
bool StreamGeometry::isReordered(const StreamAccess &A) const {
  Coordinates P = pitchOf(A);
  for (unsigned D = 0; D < NumDimensions; ++D)
    if (P[D] <= 0 || (D == 0 ? P[D] != 1 : P[D] % P[D - 1] != 0))
      return true;
  return false;
}

/// The largest rows and planes are those of the space.
void StreamGeometry::findPitches(const std::vector<StreamAccess> &Accesses) {
  for (const StreamAccess &A : Accesses) {
    if (A.isUniform())
      continue;
    if (isReordered(A)) {
      Reordered.try_emplace(A.Buffer, &A);
      continue;
    }
    Coordinates P = pitchOf(A);
    if (NumDimensions > 1 && P[NumDimensions - 1] > Pitch[NumDimensions - 1])
      Pitch = P;
  }
}

/// From the place of \p Access, the first access of a buffer in another order,
/// to that of \p A; nothing where it is no whole number of rows and columns.
std::optional<StreamGeometry::Coordinates>
StreamGeometry::reorderedOffset(const StreamAccess &Access,
                                const StreamAccess &A,
                                const Coordinates &Along) const {
  Coordinates P = pitchOf(Access), Offset = {0, 0, 0};
  if (P != pitchOf(A))
    return std::nullopt;
  std::array<unsigned, 3> Order = {0, 1, 2}; // the largest pitch first
  stable_sort(Order, [&](unsigned L, unsigned R) {
    return std::abs(P[L]) > std::abs(P[R]);
  });
  int64_t Left = A.Base - Access.Base;
  for (unsigned D : Order) {
    if (D >= NumDimensions)
      continue;
    int64_t Moved = Along[LoopDimension[D]];
    if (P[D] == 0) {
      if (Moved)
        return std::nullopt;
      continue;
    }
    int64_t By = roundedDivision(Left, std::abs(P[D])) * (P[D] < 0 ? -1 : 1);
    Left -= By * P[D];
    if (Moved % P[D])
      return std::nullopt;
    Offset[D] = By + Moved / P[D];
  }
  return Left == 0 ? std::optional(Offset) : std::nullopt;
}

/// The elements of a buffer in another order stand where they are accessed.
Error StreamGeometry::placeReordered(const StreamAccess &A) {
  const StreamAccess &Of = *Reordered[A.Buffer];
  Coordinates P = pitchOf(Of);
  int64_t Rows = 1; // [element] up to which the faster dimensions reach
  std::array<unsigned, 3> Order = {0, 1, 2};
  stable_sort(Order, [&](unsigned L, unsigned R) {
    return std::abs(P[L]) < std::abs(P[R]);
  });
  for (unsigned D : Order) {
    auto [First, Last] = A.Executed[LoopDimension[D]];
    if (A.IsStore && First != Last && std::abs(P[D]) < Rows)
      return notAStream(A.Inst, "work-items write to the same element");
    Rows = std::abs(P[D]) * (Last - First) + Rows;
  }
  auto [It, IsNew] = Windows.try_emplace(A.Buffer);
  Box &W = It->second.first;
  for (unsigned D = 0; D < NumDimensions; ++D) {
    auto [First, Last] = A.Executed[LoopDimension[D]];
    std::vector<IndexRun> Runs = A.Runs[LoopDimension[D]];
    Runs.push_back({First, Last, 0});
    for (const IndexRun &R : Runs) {
      Coordinates Along = {0, 0, 0};
      Along[LoopDimension[D]] = R.Shift;
      std::optional<Coordinates> At = reorderedOffset(Of, A, Along);
      if (!At)
        return notAStream(A.Inst,
                          "another place of a buffer that is walked in "
                          "another order than the space" +
                              Twine(Space.volume() == 2
                                        ? "; the neighbours on a ring of "
                                          "two are one element: take a "
                                          "longer one"
                                        : ""));
      int64_t Low = Origin[D] + R.First + (*At)[D],
              High = Origin[D] + R.Last + (*At)[D];
      if (!IsNew || &R != &Runs[0]) {
        High = std::max(High, W.Origin[D] + W.Size[D] - 1);
        Low = std::min(Low, W.Origin[D]);
      }
      W.Origin[D] = Low;
      W.Size[D] = High - Low + 1;
    }
    int64_t End = W.Origin[D] + W.Size[D];
    if (D + 1 == NumDimensions)
      Space.Size[D] = std::max(Space.Size[D], End);
    if (W.Origin[D] < 0 || End > Space.Size[D])
      return notAStream(A.Inst,
                        "a neighbour beside the space, of a buffer that "
                        "is walked in another order");
  }
  int64_t From = Of.Base;
  for (unsigned D = 0; D < NumDimensions; ++D)
    From += P[D] * (W.Origin[D] - Origin[D]);
  int64_t Lowest = From;
  for (unsigned D = 0; D < NumDimensions; ++D)
    Lowest += std::min<int64_t>(0, P[D] * (W.Size[D] - 1));
  if (Lowest < 0)
    return notAStream(A.Inst, "an element before the buffer's first");
  It->second.second = From;
  return Error::success();
}

std::optional<Offset> StreamGeometry::pitch(unsigned Buffer) const {
  auto It = Reordered.find(Buffer);
  if (It == Reordered.end())
    return std::nullopt;
  Offset P = pitchOf(*It->second);
  std::fill(P.begin() + NumDimensions, P.end(), 0);
  return P;
}

Offset StreamGeometry::offset(const StreamAccess &A,
                              const Coordinates &Along) const {
  if (auto Of = Reordered.find(A.Buffer); Of != Reordered.end())
    return reorderedOffset(*Of->second, A, Along).value_or(Offset{0, 0, 0});
  Coordinates P = pitchOf(A), Moved = {0, 0, 0};
  Offset Line = offset(A, 0);
  int64_t Shift = 0;
  for (unsigned D = 0; D < NumDimensions; ++D) {
    int64_t By = Along[LoopDimension[D]], Top = D + 1 == NumDimensions;
    if (By % P[D] == 0 && (Top || std::abs(Line[D] * P[D] + By) < P[D + 1]))
      Moved[D] = By / P[D]; // to the other end of the row, at the most
    else
      Shift += By;
  }
  Offset Delta = offset(A, Shift);
  for (unsigned D = 0; D < NumDimensions; ++D)
    Delta[D] += Moved[D];
  return Delta;
}

Offset StreamGeometry::offset(const StreamAccess &A, int64_t Shift) const {
  Coordinates P = pitchOf(A);
  bool IsSmall = NumDimensions > 1 && P != Pitch;
  int64_t From = shift(A.Buffer);
  if (IsSmall)
    return coordinates(A.Base + Shift - From, P);
  // The difference is what is nearest, not the place.
  int64_t Own = 0;
  for (unsigned D = 0; D < NumDimensions; ++D)
    Own += Origin[D] * Pitch[D];
  Coordinates Row = coordinates(A.Base + Shift - From - Own, Pitch);
  turnIntoRow(A, Origin, Row);
  return Row;
}

/// More than half a row away another row's end is nearer: it is not meant where
/// the own row has what \p A accesses \p Distance beside \p Centre.
void StreamGeometry::turnIntoRow(const StreamAccess &A,
                                 const Coordinates &Centre,
                                 Coordinates &Distance) const {
  for (unsigned D = 0; D + 1 < NumDimensions; ++D) {
    const int64_t Row = Pitch[D + 1] / Pitch[D];
    auto [First, Last] = A.Executed[LoopDimension[D]];
    const int64_t Low = Centre[D] + Distance[D] + First,
                  High = Centre[D] + Distance[D] + Last;
    const int64_t Turn = Low < 0 ? 1 : High >= Row ? -1 : 0;
    if (Low + Turn * Row < 0 || High + Turn * Row >= Row)
      continue;
    Distance[D] += Turn * Row;
    Distance[D + 1] -= Turn;
  }
}

/// Widens the window by what \p A touches, which no row's end may cut. Runs
/// along several dimensions move it together.
Error StreamGeometry::touch(const StreamAccess &A) {
  const unsigned Top = NumDimensions - 1;
  auto [It, IsNew] = Windows.try_emplace(A.Buffer);
  Box &W = It->second.first;
  if (IsNew)
    W.Size[Top] = 0;
  auto Touch = [&](unsigned D, int64_t Low, int64_t High) {
    if (D != Top)
      return Low >= 0 && High < Pitch[D + 1] / Pitch[D];
    if (Low < 0)
      return false;
    int64_t End =
        W.Size[D] ? std::max(W.Origin[D] + W.Size[D] - 1, High) : High;
    W.Origin[D] = W.Size[D] ? std::min(W.Origin[D], Low) : Low;
    W.Size[D] = End - W.Origin[D] + 1;
    return true;
  };
  std::optional<unsigned> Left; // the dimension that A leaves
  Coordinates Along = {0, 0, 0}, First = {0, 0, 0}, Last = {0, 0, 0};
  auto Choose = [&](auto &&Next, unsigned D) -> void {
    if (D < NumDimensions)
      return forEachRun(A, LoopDimension[D],
                        [&](int64_t From, int64_t To, int64_t Shift) {
                          First[D] = From;
                          Last[D] = To;
                          Along[LoopDimension[D]] = Shift;
                          Next(Next, D + 1);
                        });
    const Offset Delta = offset(A, Along);
    for (unsigned Of = 0; Of < NumDimensions; ++Of)
      if (const int64_t By = Origin[Of] + Delta[Of];
          !Left && !Touch(Of, By + First[Of], By + Last[Of]))
        Left = Of;
  };
  Choose(Choose, 0);
  if (Left)
    return notAStream(A.Inst, *Left == Top ? "an element before the buffer's "
                                             "first"
                                           : "an access that leaves its row");
  for (unsigned D = 0; D < Top; ++D)
    W.Size[D] = Pitch[D + 1] / Pitch[D];
  return Error::success();
}

/// A buffer whose rows are shorter than those of the space: its elements stand
/// at the positions of the iterations that access them.
Error StreamGeometry::placeSmallStream(const StreamAccess &A) {
  Coordinates P = pitchOf(A);
  auto [It, IsNew] = Windows.try_emplace(A.Buffer);
  const StreamAccess *&Small = SmallStreams[A.Buffer];
  if (IsNew) {
    Small = &A;
    Shifts[A.Buffer] = A.Base;
  } else if (!Small) {
    return notAStream(A.Inst, "rows that are shorter than those in which the "
                              "buffer is accessed elsewhere");
  } else if (A.Stride != Small->Stride || offset(A, 0) != Offset{0, 0, 0}) {
    return notAStream(A.Inst, "rows that are shorter than those of another "
                              "buffer, at more than one place");
  }
  Box &W = It->second.first;
  for (unsigned D = 0; D < NumDimensions; ++D) {
    auto [First, Last] = A.Executed[LoopDimension[D]];
    bool IsTop = D + 1 == NumDimensions;
    int64_t Row = IsTop ? Last - First + 1 : P[D + 1] / P[D];
    int64_t Before = IsTop ? 0 : (A.Base / P[D]) % Row;
    int64_t Low = Origin[D] - Before + (IsTop ? First : 0), End = Low + Row;
    // Where the first positions of a row store nothing, its elements begin
    // later than the row.
    const bool IsCut =
        Before < 0 && Origin[D] + First >= Low && Origin[D] + Last < End;
    if (Row < Last + 1 && !IsTop && !IsCut)
      return notAStream(A.Inst, "rows that overlap");
    if (!IsNew) {
      Low = std::min(Low, W.Origin[D]);
      End = std::max(End, W.Origin[D] + W.Size[D]);
    }
    W.Origin[D] = Low;
    W.Size[D] = End - Low;
    if (Low < 0 || End > Space.Size[D])
      return notAStream(A.Inst, "rows that do not fit into those of another "
                                "buffer");
  }
  unsigned Top = NumDimensions - 1;
  It->second.second =
      A.Base - A.Base % P[Top] + (W.Origin[Top] - Origin[Top]) * P[Top];
  return Error::success();
}

/// Its elements stand in the order of the walk, in rows of the space.
bool StreamGeometry::isOfSpace(const StreamAccess &A) const {
  return !A.isUniform() && !Reordered.contains(A.Buffer) &&
         (NumDimensions == 1 || pitchOf(A) == Pitch);
}

int64_t StreamGeometry::shift(unsigned Buffer) const {
  auto It = Shifts.find(Buffer);
  return It == Shifts.end() ? 0 : It->second;
}

/// In one dimension a buffer may begin anywhere: where it is first accessed. In
/// several, a part of a buffer does so at a row.
void StreamGeometry::findShifts(const std::vector<StreamAccess> &Accesses) {
  struct Range {
    int64_t Base, LastBase; ///< [element] of any access
    int64_t First;          ///< [element] that is accessed
  };
  std::map<unsigned, Range> Ranges;
  for (const StreamAccess &A : Accesses)
    if (isOfSpace(A) && (NumDimensions == 1 || A.IsPart)) {
      const int64_t First = placesOf(A).first;
      Range &R =
          Ranges.try_emplace(A.Buffer, A.Base, A.Base, First).first->second;
      R.Base = std::min(R.Base, A.Base);
      R.LastBase = std::max(R.LastBase, A.Base);
      R.First = std::min(R.First, First);
    }
  for (const auto &[Buffer, R] : Ranges)
    if (const int64_t Row = Pitch[NumDimensions - 1]; NumDimensions > 1)
      Shifts[Buffer] = divideFloorSigned(R.First, Row) * Row;
    else if (R.Base > R.LastBase - R.Base + 1)
      Shifts[Buffer] = R.First;
}

/// Moves all buffers so that the first iteration is at position 0.
void StreamGeometry::beginWithFirst(const std::vector<StreamAccess> &Accesses) {
  std::map<unsigned, int64_t> Moved;
  for (const StreamAccess &A : Accesses)
    if (isOfSpace(A))
      Moved[A.Buffer] = shift(A.Buffer) + Origin[0];
  Shifts = std::move(Moved);
  Origin[0] = 0;
}

/// The first iteration stands where it stores, or reads, first.
const StreamAccess *
StreamGeometry::findOrigin(const std::vector<StreamAccess> &Accesses) {
  const StreamAccess *Reference = nullptr;
  for (const StreamAccess &A : Accesses)
    if (isOfSpace(A) &&
        (!Reference || (A.IsStore && !Reference->IsStore) ||
         (A.IsStore == Reference->IsStore && Reference->Base < 0)))
      Reference = &A;
  if (Reference) {
    Origin = coordinates(Reference->Base - shift(Reference->Buffer), Pitch);
    turnIntoRow(*Reference, {0, 0, 0}, Origin);
  }
  if (Keeps && NumDimensions == 1 && Origin[0] < 0)
    beginWithFirst(Accesses);
  for (unsigned D = 0; D < 3; ++D)
    LoopOrigin[LoopDimension[D]] = Origin[D];
  return Reference;
}

/// Finds the window of the active iterations: all of them, or those that store.
Error StreamGeometry::findActive(const std::vector<StreamAccess> &Accesses,
                                 const std::array<int64_t, 3> &Sizes,
                                 const StreamAccess *Reference) {
  bool HasStore = !Keeps && any_of(Accesses, [](const StreamAccess &A) {
    return A.IsStore;
  });
  for (unsigned D = 0; D < NumDimensions; ++D) {
    unsigned LD = LoopDimension[D];
    int64_t First = HasStore ? Sizes[LD] : 0,
            Last = HasStore ? -1 : Sizes[LD] - 1;
    for (const StreamAccess &A : Accesses)
      if (A.IsStore) {
        First = std::min(First, A.Executed[LD].first);
        Last = std::max(Last, A.Executed[LD].second);
      }
    Active.Origin[D] = Origin[D] + First;
    Active.Size[D] = Last - First + 1;
    bool IsTop = D + 1 == NumDimensions;
    if (Active.Origin[D] < 0 ||
        (!IsTop && Active.Origin[D] + Active.Size[D] > Space.Size[D]))
      return notAStream(
          Reference ? Reference->Inst : nullptr,
          "rows of " + Twine(Space.Size[D]) + " elements are shorter than " +
              (HasStore ? "what is written of them: work-items write to the "
                          "same element, or beside the row"
                        : "the work-items or iterations along them, all of "
                          "which take part in a sum: give a size without "
                          "those beside the row"));
  }
  return Error::success();
}

/// Where the slowest dimension ends, and where windows begin in their buffers.
/// \p Iterations of a single dimension are walked to their end where fewer
/// would be odd, so that no vector divides them: a guard that leaves the last
/// one out.
void StreamGeometry::closeWindows(int64_t Iterations) {
  unsigned Top = NumDimensions - 1;
  Space.Size[Top] = Active.Origin[Top] + Active.Size[Top];
  for (auto &[Buffer, W] : Windows)
    Space.Size[Top] =
        std::max(Space.Size[Top], W.first.Origin[Top] + W.first.Size[Top]);
  constexpr int64_t Few = 16;
  if (int64_t More = Origin[0] + Iterations - Space.Size[0];
      Top == 0 && Space.Size[0] % 2 && More > 0 && More <= Iterations / Few)
    Space.Size[0] += More;
  for (auto &[Buffer, W] : Windows)
    W.second = W.first.Origin[Top] * Pitch[Top] + shift(Buffer);
}

Error StreamGeometry::layOut(const std::vector<StreamAccess> &Accesses,
                             const std::array<int64_t, 3> &Sizes,
                             unsigned Dimensions, bool KeepsValues,
                             WalkOrder O) {
  assert(Dimensions >= 1 && Dimensions <= 3 &&
         "a space has one to three dimensions");
  Keeps = KeepsValues;
  if (Error E = orderDimensions(Accesses, Sizes, Dimensions, O))
    return E;
  findPitches(Accesses);
  findShifts(Accesses);
  auto IsOfSpace = [this](const StreamAccess &A) { return isOfSpace(A); };
  if (none_of(Accesses, IsOfSpace)) // the space is that of the loops
    for (unsigned D = 0; D + 1 < NumDimensions; ++D)
      Pitch[D + 1] = Pitch[D] * Sizes[LoopDimension[D]];
  const StreamAccess *Reference = findOrigin(Accesses);
  for (const StreamAccess &A : Accesses)
    if (isOfSpace(A))
      if (Error E = touch(A))
        return E;
  for (unsigned D = 0; D + 1 < NumDimensions; ++D)
    Space.Size[D] = Pitch[D + 1] / Pitch[D];
  if (Error E = findActive(Accesses, Sizes, Reference))
    return E;
  closeWindows(Sizes[LoopDimension[0]]);
  for (const StreamAccess &A : Accesses)
    if (!A.isUniform() && !isOfSpace(A))
      if (Error E = Reordered.contains(A.Buffer) ? placeReordered(A)
                                                 : placeSmallStream(A))
        return E;
  return Error::success();
}

} // namespace roofline
