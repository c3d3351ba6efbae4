// Accesses of a position: a line through the elements of a buffer.
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
  A.Base = Bytes.Constant;
  for (unsigned D = 0; D < 3; ++D) {
    const Mask &M = Masks[D];
    int64_t First = 0, Last = Sizes[D] - 1;
    while (!M.empty() && First < Last && !M[First])
      ++First;
    while (!M.empty() && Last > First && !M[Last])
      --Last;
    assert((M.empty() || M[First]) && "an access that is never executed");
    A.Executed[D] = {First, Last};
    int64_t Slope = Bytes.Axes[D].Slope, Constant = 0;
    if (!Bytes.Axes[D].Table.empty())
      if (auto Why = fitTable(Bytes.Axes[D], M, First, Last, Slope, Constant,
                              A.Runs[D]))
        return *Why + " " + std::to_string(D);
    A.Base += Constant;
    A.Stride[D] = Sizes[D] == 1 ? 0 : Slope;
  }
  return std::nullopt;
}

/// [byte] from a position of one buffer to its neighbour: the least of all its
/// accesses; 0 where none of them moves.
static int64_t leastStep(const std::vector<StreamAccess> &Accesses,
                         unsigned Buffer) {
  int64_t Least = 0;
  for (const StreamAccess &A : Accesses)
    for (int64_t Step : A.Stride)
      if (A.Buffer == Buffer && Step && (!Least || std::abs(Step) < Least))
        Least = std::abs(Step);
  return Least;
}

/// \p A in elements of \p Bytes each, \p Fields of which are one place.
static std::optional<std::string> scale(StreamAccess &A, int64_t Bytes,
                                        uint32_t Fields) {
  int64_t Place = Bytes * Fields, Rest = (A.Base % Place + Place) % Place;
  bool IsWhole = Rest % Bytes == 0;
  for (unsigned D = 0; D < 3; ++D) {
    IsWhole &= A.Stride[D] % Place == 0;
    A.Stride[D] /= Place;
    for (IndexRun &R : A.Runs[D]) {
      IsWhole &= R.Shift % Place == 0;
      R.Shift /= Place;
    }
  }
  if (!IsWhole)
    return "this access is not at whole elements";
  A.Base = (A.Base - Rest) / Place;
  A.Fields = Fields;
  A.Field = uint32_t(Rest / Bytes);
  return std::nullopt;
}

Error toElements(std::vector<StreamAccess> &Accesses) {
  std::vector<StreamAccess> Result;
  for (const StreamAccess &Wide : Accesses) {
    ValueType Element = Wide.Type;
    for (const StreamAccess &A : Accesses)
      if (A.Buffer == Wide.Buffer && A.Type.Bits < Element.Bits)
        Element = {ScalarKind::Int, A.Type.Bits, 1};
    if (Wide.Type.Bits % Element.Bits)
      return notAStream(Wide.At,
                        "'" + Wide.Name + "' is accessed by two types");
    int64_t Bytes = Element.Bits / 8, Step = leastStep(Accesses, Wide.Buffer);
    bool HasFields =
        Step > Bytes && Step % Bytes == 0 && uint64_t(Step) * 8 <= MaxPortBits;
    for (int64_t At = 0; At < Wide.Type.Bits / 8; At += Bytes) {
      StreamAccess A = Wide;
      A.Type = Element;
      A.Base += At;
      if (auto Why = scale(A, Bytes, HasFields ? uint32_t(Step / Bytes) : 1))
        return notAStream(A.At, *Why);
      Result.push_back(std::move(A));
    }
  }
  Accesses = std::move(Result);
  return Error::success();
}

} // namespace roofline
