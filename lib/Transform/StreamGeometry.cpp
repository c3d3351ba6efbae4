// Where the elements of buffers stand in the space that streams walk through.
#include "StreamGeometry.h"

#include "StreamBody.h"

#include <algorithm>

using namespace llvm;

namespace roofline {

constexpr size_t MaxRuns = 64;

/// The most frequent of \p Values, which are not empty.
static int64_t mode(std::vector<int64_t> Values) {
  std::sort(Values.begin(), Values.end());
  int64_t Best = Values[0];
  size_t Most = 0;
  for (size_t I = 0, J; I < Values.size(); I = J) {
    for (J = I; J < Values.size() && Values[J] == Values[I];)
      ++J;
    if (J - I > Most)
      Most = J - I, Best = Values[I];
  }
  return Best;
}

/// A line through most of a table's entries, and the runs beside it [byte].
static std::optional<std::string> fitTable(const Axis &A, const Mask &M,
                                           int64_t First, int64_t Last,
                                           int64_t &Slope, int64_t &Constant,
                                           std::vector<IndexRun> &Runs) {
  auto IsIn = [&](int64_t I) { return M.empty() || M[I]; };
  std::vector<int64_t> Steps, Rests;
  for (int64_t I = First; I < Last; ++I)
    if (IsIn(I) && IsIn(I + 1))
      Steps.push_back(A.at(I + 1) - A.at(I));
  Slope = Steps.empty() ? 0 : mode(std::move(Steps));
  for (int64_t I = First; I <= Last; ++I)
    if (IsIn(I))
      Rests.push_back(A.at(I) - Slope * I);
  Constant = mode(Rests);
  for (int64_t I = First; I <= Last; ++I) {
    int64_t Shift = IsIn(I) ? A.at(I) - Slope * I - Constant : 0;
    if (Shift == 0)
      continue;
    if (!Runs.empty() && Runs.back().Last == I - 1 &&
        Runs.back().Shift == Shift)
      Runs.back().Last = I;
    else
      Runs.push_back({I, I, Shift});
    if (Runs.size() > MaxRuns)
      return "the index of this access jumps too often along dimension";
  }
  return std::nullopt;
}

std::optional<std::string> fitAccess(const IndexForm &Bytes,
                                     const std::array<Mask, 3> &Masks,
                                     const std::array<int64_t, 3> &Sizes,
                                     StreamAccess &A) {
  int64_t ElementBytes = A.Type.Bits / 8, Base = Bytes.Constant;
  for (unsigned D = 0; D < 3; ++D) {
    const Mask &M = Masks[D];
    int64_t First = 0, Last = Sizes[D] - 1;
    while (!M.empty() && First < Last && !M[First])
      ++First;
    while (!M.empty() && Last > First && !M[Last])
      --Last;
    if (!M.empty() && !M[First])
      return "this access is never executed";
    A.Executed[D] = {First, Last};
    int64_t Slope = Bytes.Axes[D].Slope, Constant = 0;
    if (!Bytes.Axes[D].Table.empty())
      if (auto Why = fitTable(Bytes.Axes[D], M, First, Last, Slope, Constant,
                              A.Runs[D]))
        return *Why + " " + std::to_string(D);
    Base += Constant;
    for (IndexRun &R : A.Runs[D]) {
      if (R.Shift % ElementBytes)
        return "this access is not at whole elements";
      R.Shift /= ElementBytes;
    }
    if (Slope % ElementBytes)
      return "this access is not at whole elements";
    A.Stride[D] = Sizes[D] == 1 ? 0 : Slope / ElementBytes;
  }
  if (Base % ElementBytes)
    return "this access is not at whole elements";
  A.Base = Base / ElementBytes;
  return std::nullopt;
}

static int64_t roundedDivision(int64_t N, int64_t By) {
  int64_t Floor = N >= 0 ? N / By : -((-N + By - 1) / By);
  return 2 * (N - Floor * By) > By ? Floor + 1 : Floor;
}

StreamGeometry::Coordinates
StreamGeometry::coordinates(int64_t Elements, const Coordinates &Of) const {
  Coordinates C = {0, 0, 0};
  for (unsigned D = NumDimensions; D-- > 1;) {
    C[D] = roundedDivision(Elements, Of[D]);
    Elements -= C[D] * Of[D];
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

/// The dimension whose neighbours stand side by side in memory is the fastest.
Error StreamGeometry::orderDimensions(const std::vector<StreamAccess> &Accesses,
                                      const std::array<int64_t, 3> &Sizes,
                                      unsigned Dimensions) {
  std::vector<unsigned> InUse;
  for (unsigned D = 0; D < Dimensions; ++D)
    if (Sizes[D] > 1)
      InUse.push_back(D);
  if (InUse.empty())
    InUse.push_back(0);
  NumDimensions = InUse.size();
  auto First =
      find_if(Accesses, [](const StreamAccess &A) { return !A.isUniform(); });
  if (First == Accesses.end())
    return Accesses.empty()
               ? notAStream(nullptr, "the kernel accesses no buffer")
               : notAStream(Accesses[0].At, "every position accesses the same "
                                            "element");
  stable_sort(InUse, [&](unsigned L, unsigned R) {
    return First->Stride[L] < First->Stride[R];
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

/// The largest rows and planes are those of the space.
Error StreamGeometry::findPitches(const std::vector<StreamAccess> &Accesses) {
  for (const StreamAccess &A : Accesses) {
    if (A.isUniform())
      continue;
    Coordinates P = pitchOf(A);
    for (unsigned D = 0; D < NumDimensions; ++D) {
      if (P[D] == 0)
        return notAStream(A.At, "the same elements for every index of "
                                "dimension " +
                                    Twine(LoopDimension[D]));
      if (P[D] < 0)
        return notAStream(A.At, "an access that runs backwards");
    }
    if (P[0] != 1)
      return notAStream(A.At, "neighbours are " + Twine(P[0]) +
                                  " elements apart; a stream takes each "
                                  "element");
    for (unsigned D = 1; D < NumDimensions; ++D)
      if (P[D] % P[D - 1])
        return notAStream(A.At, "planes that are no whole number of rows "
                                "apart");
    if (NumDimensions > 1 && P[NumDimensions - 1] > Pitch[NumDimensions - 1])
      Pitch = P;
  }
  return Error::success();
}

Offset StreamGeometry::offset(const StreamAccess &A, int64_t Shift) const {
  Coordinates P = pitchOf(A);
  bool IsSmall = NumDimensions > 1 && P != Pitch;
  auto Base = Shifts.find(A.Buffer);
  int64_t From = Base == Shifts.end() ? 0 : Base->second;
  if (IsSmall)
    return coordinates(A.Base + Shift - From, P);
  // The difference is what is nearest, not the place.
  int64_t Own = 0;
  for (unsigned D = 0; D < NumDimensions; ++D)
    Own += Origin[D] * Pitch[D];
  return coordinates(A.Base + Shift - From - Own, Pitch);
}

/// Widens the window by what \p A touches, which no row's end may cut.
Error StreamGeometry::touch(const StreamAccess &A) {
  unsigned Top = NumDimensions - 1;
  auto [It, IsNew] = Windows.try_emplace(A.Buffer);
  Box &W = It->second.first;
  if (IsNew)
    W.Size[Top] = 0;
  auto Touch = [&](unsigned D, int64_t First, int64_t Last, int64_t Shift) {
    int64_t At = offset(A, Shift)[D];
    int64_t Low = Origin[D] + First + At, High = Origin[D] + Last + At;
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
  for (unsigned D = 0; D < NumDimensions; ++D) {
    unsigned LD = LoopDimension[D];
    auto [First, Last] = A.Executed[LD];
    bool Fits = true;
    for (const IndexRun &R : A.Runs[LD]) {
      Fits = Fits && Touch(D, R.First, R.Last, R.Shift);
      if (R.First == First)
        First = R.Last + 1;
    }
    for (const IndexRun &R : reverse(A.Runs[LD]))
      if (R.Last == Last)
        Last = R.First - 1;
    if (First <= Last)
      Fits = Fits && Touch(D, First, Last, 0);
    if (!Fits)
      return notAStream(A.At, D == Top ? "an element before the buffer's first"
                                       : "an access that leaves its row");
  }
  for (unsigned D = 0; D < Top; ++D)
    W.Size[D] = Pitch[D + 1] / Pitch[D];
  return Error::success();
}

/// A buffer whose rows are shorter than those of the space: its elements stand
/// at the positions of the iterations that access them.
Error StreamGeometry::placeSmallStream(const StreamAccess &A) {
  Coordinates P = pitchOf(A);
  auto [It, IsNew] = Windows.try_emplace(A.Buffer);
  if (!IsNew) {
    if (offset(A, 0) != Offset{0, 0, 0})
      return notAStream(A.At, "rows that are shorter than those of another "
                              "buffer, at more than one place");
    return Error::success();
  }
  Shifts[A.Buffer] = A.Base;
  Box &W = It->second.first;
  for (unsigned D = 0; D < NumDimensions; ++D) {
    auto [First, Last] = A.Executed[LoopDimension[D]];
    bool IsTop = D + 1 == NumDimensions;
    int64_t Row = IsTop ? Last - First + 1 : P[D + 1] / P[D];
    int64_t Before = IsTop ? 0 : (A.Base / P[D]) % Row;
    if (Row < Last + 1 && !IsTop)
      return notAStream(A.At, "rows that overlap");
    W.Origin[D] = Origin[D] - Before + (IsTop ? First : 0);
    W.Size[D] = Row;
    if (W.Origin[D] < 0 || W.Origin[D] + W.Size[D] > Space.Size[D])
      return notAStream(A.At, "rows that do not fit into those of another "
                              "buffer");
  }
  unsigned Top = NumDimensions - 1;
  It->second.second =
      A.Base - A.Base % P[Top] + A.Executed[LoopDimension[Top]].first * P[Top];
  return Error::success();
}

Error StreamGeometry::layOut(const std::vector<StreamAccess> &Accesses,
                             const std::array<int64_t, 3> &Sizes,
                             unsigned Dimensions) {
  if (Error E = orderDimensions(Accesses, Sizes, Dimensions))
    return E;
  if (Error E = findPitches(Accesses))
    return E;
  auto IsOfSpace = [&](const StreamAccess &A) {
    return !A.isUniform() && (NumDimensions == 1 || pitchOf(A) == Pitch);
  };
  // In one dimension a buffer may begin anywhere: where it is nearest.
  std::map<unsigned, std::pair<int64_t, int64_t>> Span;
  for (const StreamAccess &A : Accesses)
    if (IsOfSpace(A)) {
      auto [It, IsNew] = Span.try_emplace(A.Buffer, A.Base, A.Base);
      It->second.first = std::min(It->second.first, A.Base);
      It->second.second = std::max(It->second.second, A.Base);
    }
  if (NumDimensions == 1)
    for (auto &[Buffer, S] : Span) {
      int64_t Slack = S.second - S.first + 1;
      if (S.first > Slack)
        Shifts[Buffer] = S.first;
    }
  const StreamAccess *Reference = nullptr;
  for (const StreamAccess &A : Accesses)
    if (IsOfSpace(A) && (!Reference || (A.IsStore && !Reference->IsStore)))
      Reference = &A;
  if (Reference) {
    auto From = Shifts.find(Reference->Buffer);
    Origin = coordinates(
        Reference->Base - (From == Shifts.end() ? 0 : From->second), Pitch);
  }
  for (unsigned D = 0; D < 3; ++D)
    LoopOrigin[LoopDimension[D]] = Origin[D];
  for (const StreamAccess &A : Accesses)
    if (IsOfSpace(A))
      if (Error E = touch(A))
        return E;
  unsigned Top = NumDimensions - 1;
  for (unsigned D = 0; D < Top; ++D)
    Space.Size[D] = Pitch[D + 1] / Pitch[D];
  // What an iteration does: all of it, or what it stores.
  bool HasStore =
      any_of(Accesses, [](const StreamAccess &A) { return A.IsStore; });
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
    if (Active.Origin[D] < 0 ||
        (D < Top && Active.Origin[D] + Active.Size[D] > Space.Size[D]))
      return notAStream(Reference ? Reference->At : nullptr,
                        "rows of " + Twine(Space.Size[D]) +
                            " elements are shorter than what is written of "
                            "them: work-items write to the same element, or "
                            "beside the row");
  }
  Space.Size[Top] = Active.Origin[Top] + Active.Size[Top];
  for (auto &[Buffer, W] : Windows)
    Space.Size[Top] =
        std::max(Space.Size[Top], W.first.Origin[Top] + W.first.Size[Top]);
  for (auto &[Buffer, W] : Windows) {
    auto From = Shifts.find(Buffer);
    W.second = W.first.Origin[Top] * Pitch[Top] +
               (From == Shifts.end() ? 0 : From->second);
  }
  for (const StreamAccess &A : Accesses)
    if (!A.isUniform() && !IsOfSpace(A))
      if (Error E = placeSmallStream(A))
        return E;
  return Error::success();
}

} // namespace roofline
