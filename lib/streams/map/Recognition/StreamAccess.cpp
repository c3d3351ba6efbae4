// Accesses of a position: a line through the elements of a buffer.
#include "StreamAccess.h"

#include "roofline/Nest/StreamBody.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

using namespace llvm;

namespace roofline {

constexpr size_t MaxRuns = 64;
/// [byte] More than any machine addresses, and steps of it can be counted.
constexpr int64_t MaxPlace = int64_t(1) << 48;

static bool isPlace(int64_t Byte) {
  return -MaxPlace < Byte && Byte < MaxPlace;
}
/// True where \p Steps of \p Slope bytes each stay near.
static bool isNear(int64_t Slope, int64_t Steps) {
  const int64_t Most = MaxPlace / std::max<int64_t>(Steps, 1);
  return -Most <= Slope && Slope <= Most;
}

/// How often each value is there; the most frequent one, which is the least of
/// equals.
using Counts = std::map<int64_t, int64_t>;
static int64_t mode(const Counts &Values) {
  auto Less = [](const auto &L, const auto &R) { return L.second < R.second; };
  return std::max_element(Values.begin(), Values.end(), Less)->first;
}

/// The line of \p Slope through most of a table's entries, and the runs beside
/// it [byte]; false where these are too many.
static bool fitAlong(const std::vector<Line> &Lines, int64_t Slope,
                     int64_t &Constant, std::vector<IndexRun> &Runs) {
  std::vector<Line> Beside; // of one rest each: the lines of another slope fall
  for (const Line &L : Lines) { // into their entries, all of which differ
    bool IsAlong = L.Slope == Slope || L.size() == 1;
    if (!IsAlong && L.size() > int64_t(MaxRuns) + 2)
      return false;
    for (int64_t I = L.First; I <= L.Last; I = IsAlong ? L.Last + 1 : I + 1) {
      // Wraps where few entries are along so steep a line.
      const uint64_t Rest = uint64_t(L.at(I)) - uint64_t(Slope) * uint64_t(I);
      Beside.push_back({I, IsAlong ? L.Last : I, int64_t(Rest), 0});
    }
  }
  Counts Rests;
  for (const Line &L : Beside)
    Rests[L.Value] += L.size();
  Constant = mode(Rests);
  Runs.clear();
  for (const Line &L : Beside) {
    if (L.Value == Constant)
      continue;
    if (!isPlace(L.Value) || !isPlace(Constant))
      return false;
    const int64_t Shift = L.Value - Constant;
    if (!Runs.empty() && Runs.back().Last == L.First - 1 &&
        Runs.back().Shift == Shift)
      Runs.back().Last = L.Last;
    else
      Runs.push_back({L.First, L.Last, Shift});
    if (Runs.size() > MaxRuns)
      return false;
  }
  return true;
}

/// As fitAlong(), for the step that is there most often; \p Lines are where the
/// access is executed. An index that stands still here and there, as a clamped
/// index does, moves along a line all the same.
static bool fitTable(const std::vector<Line> &Lines, int64_t &Slope,
                     int64_t &Constant, std::vector<IndexRun> &Runs) {
  Counts Steps;
  for (size_t I = 0; I < Lines.size(); ++I) {
    if (Lines[I].size() > 1)
      Steps[Lines[I].Slope] += Lines[I].size() - 1;
    if (I && Lines[I - 1].Last + 1 == Lines[I].First)
      ++Steps[Lines[I].Value - Lines[I - 1].end()];
  }
  Slope = Steps.empty() ? 0 : mode(Steps);
  const bool Fits = fitAlong(Lines, Slope, Constant, Runs);
  if (Slope != 0 || (Fits && Runs.empty()))
    return Fits;
  Steps.erase(0);
  if (Steps.empty())
    return false;
  Slope = mode(Steps);
  return fitAlong(Lines, Slope, Constant, Runs);
}

/// Says how a table of \p Lines along dimension \p D jumps too often.
static std::string tooManyJumps(const std::vector<Line> &Lines, unsigned D) {
  int64_t Stays = 0; // [position] at one element, at most
  for (const Line &L : Lines)
    if (L.Slope == 0)
      Stays = std::max(Stays, L.size());
  const std::string Along = " along dimension " + std::to_string(D);
  if (Stays <= int64_t(MaxRuns) ||
      llvm::all_of(Lines, [](const Line &L) { return L.Slope == 0; }))
    return "the index of this access jumps too often" + Along + ": more than " +
           std::to_string(MaxRuns) + " times";
  return "the index of this access stands still too long" + Along + ": at " +
         std::to_string(Stays) + " positions it is that of one element, as " +
         "where a condition keeps the last value or clamps the index; choose " +
         "a constant there, as in 'i < size ? in[i] : 0'";
}

std::optional<std::string> fitAccess(const IndexForm &Bytes,
                                     const std::array<IndexSet, 3> &Sets,
                                     const std::array<int64_t, 3> &Sizes,
                                     StreamAccess &A) {
  assert(Sizes[0] >= 1 && Sizes[1] >= 1 && Sizes[2] >= 1 &&
         "a launch has a position along each dimension");
  const char *TooFar = "this access is 2^48 bytes away, or more";
  A.Base = Bytes.Constant;
  if (!isPlace(A.Base))
    return TooFar;
  for (unsigned D = 0; D < 3; ++D) {
    assert((!Sets[D] || !Sets[D]->empty()) && "an access never executed");
    auto Executed = Sets[D].value_or(
        std::vector<std::pair<int64_t, int64_t>>{{0, Sizes[D] - 1}});
    A.Executed[D] = {Executed.front().first, Executed.back().second};
    int64_t Slope = Bytes.Axes[D].Slope, Constant = 0;
    std::vector<Line> Lines;
    if (Bytes.Axes[D].isTable())
      for (auto [First, Last] : Executed)
        llvm::append_range(Lines, Bytes.Axes[D].within(First, Last));
    if (llvm::any_of(Lines, [](const Line &L) {
          return !isPlace(L.Value) || !isNear(L.Slope, L.size());
        }))
      return TooFar;
    if (!Lines.empty())
      if (!fitTable(Lines, Slope, Constant, A.Runs[D]))
        return tooManyJumps(Lines, D);
    if (!isPlace(Constant) || !isNear(Slope, A.Executed[D].second))
      return TooFar;
    A.Base += Constant;
    A.Stride[D] = Sizes[D] == 1 ? 0 : Slope;
  }
  return std::nullopt;
}

/// Properties that all accesses of one buffer have in common.
struct Spacing {
  uint32_t Narrowest = 0; ///< [bit] of an access
  /// [byte] The widest elements that all of them are whole numbers of, also
  /// where members of a structure stand at no multiple of their size.
  int64_t Common = 0;
  /// [byte] from a position to its neighbour, the least; 0 where none moves.
  int64_t Step = 0;
};

static void add(Spacing &S, const StreamAccess &A) {
  if (!S.Narrowest || A.Type.Bits < S.Narrowest)
    S.Narrowest = A.Type.Bits;
  S.Common = std::gcd(std::gcd(S.Common, A.Base), int64_t(A.Type.Bits / 8));
  for (unsigned D = 0; D < 3; ++D) {
    int64_t Step = std::abs(A.Stride[D]);
    S.Common = std::gcd(S.Common, Step);
    for (const IndexRun &R : A.Runs[D])
      S.Common = std::gcd(S.Common, R.Shift);
    if (Step && (!S.Step || Step < S.Step))
      S.Step = Step;
  }
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
  std::map<unsigned, Spacing> Spacings; // by buffer
  for (const StreamAccess &A : Accesses)
    add(Spacings[A.Buffer], A);
  std::vector<StreamAccess> Result;
  for (const StreamAccess &Wide : Accesses) {
    const Spacing &All = Spacings.find(Wide.Buffer)->second;
    ValueType Element = Wide.Type;
    uint32_t Bits = std::min<uint32_t>(All.Narrowest, uint32_t(8 * All.Common));
    if (Bits < Element.Bits)
      Element = {ScalarKind::Int, uint16_t(Bits), 1};
    if (Wide.Type.Bits % Element.Bits)
      return notAStream(Wide.Inst,
                        "'" + Wide.Name + "' is accessed by two types");
    int64_t Bytes = Element.Bits / 8, Step = All.Step;
    bool HasFields =
        Step > Bytes && Step % Bytes == 0 && uint64_t(Step) * 8 <= MaxPortBits;
    for (int64_t At = 0; At < Wide.Type.Bits / 8; At += Bytes) {
      StreamAccess A = Wide;
      A.Type = Element;
      A.Base += At;
      if (auto Why = scale(A, Bytes, HasFields ? uint32_t(Step / Bytes) : 1))
        return notAStream(A.Inst, *Why);
      Result.push_back(std::move(A));
    }
  }
  Accesses = std::move(Result);
  return Error::success();
}

std::pair<int64_t, int64_t> placesOf(const StreamAccess &A) {
  int64_t Low = A.Base, High = A.Base;
  for (unsigned D = 0; D < 3; ++D) {
    int64_t Least = INT64_MAX, Most = INT64_MIN;
    forEachRun(A, D, [&](int64_t First, int64_t Last, int64_t Shift) {
      for (int64_t I : {First, Last}) {
        Least = std::min(Least, A.Stride[D] * I + Shift);
        Most = std::max(Most, A.Stride[D] * I + Shift);
      }
    });
    Low += Least;
    High += Most;
  }
  return {Low, High};
}

namespace {
/// [element] From the first to the last place of some accesses.
struct Places {
  int64_t First, Last;
  std::vector<StreamAccess *> Accesses;
};
} // namespace

unsigned separateOrders(std::vector<StreamAccess> &Accesses, unsigned Next) {
  SmallDenseSet<unsigned> Stored, Known;
  for (const StreamAccess &A : Accesses)
    if (A.IsStore)
      Stored.insert(A.Buffer);
  std::map<std::pair<unsigned, std::array<int64_t, 3>>, unsigned> Numbers;
  for (StreamAccess &A : Accesses) {
    if (A.isUniform() || Stored.contains(A.Buffer))
      continue;
    const unsigned Buffer = A.Buffer;
    const auto [It, IsNew] =
        Numbers.try_emplace(std::pair(Buffer, A.Stride), Buffer);
    if (IsNew && !Known.insert(Buffer).second)
      It->second = Next++;
    A.Buffer = It->second;
  }
  return Next;
}

void separateParts(std::vector<StreamAccess> &Accesses, unsigned Next) {
  std::map<unsigned, std::vector<Places>> OfBuffer;
  for (StreamAccess &A : Accesses) {
    std::vector<Places> &All = OfBuffer[A.Buffer];
    const auto [First, Last] = placesOf(A);
    auto Same = find_if(All, [&](const Places &P) {
      return P.Accesses.front()->isSamePlace(A);
    });
    if (Same == All.end())
      Same = All.insert(Same, {First, Last, {}});
    Same->First = std::min(Same->First, First);
    Same->Last = std::max(Same->Last, Last);
    Same->Accesses.push_back(&A);
  }
  for (auto &[Buffer, All] : OfBuffer) {
    sort(All, [](const Places &L, const Places &R) {
      return std::pair(L.First, L.Last) < std::pair(R.First, R.Last);
    });
    std::vector<Places> Parts;
    for (Places &P : All) {
      if (Parts.empty() || P.First > Parts.back().Last) {
        Parts.push_back(std::move(P));
        continue;
      }
      Parts.back().Last = std::max(Parts.back().Last, P.Last);
      append_range(Parts.back().Accesses, P.Accesses);
    }
    const StreamAccess &One = *Parts.front().Accesses.front();
    const bool IsMixed = any_of(Accesses, [&](const StreamAccess &A) {
      return A.Buffer == One.Buffer && A.Fields != One.Fields;
    });
    if (Parts.size() == 1 || IsMixed ||
        Parts.size() * One.Fields * One.Type.Bits > MaxPortBits)
      continue;
    for (const Places &P : Parts) {
      for (StreamAccess *A : P.Accesses) {
        A->Buffer = Next;
        A->IsPart = true;
      }
      ++Next;
    }
  }
}

static uint64_t numExecuted(const StreamAccess &A) {
  uint64_t Positions = 1;
  for (const auto &[First, Last] : A.Executed)
    Positions = SaturatingMultiply(
        Positions, uint64_t(std::max<int64_t>(0, Last - First + 1)));
  return Positions;
}

/// Calls \p Visit with the element of each position at which \p A may run.
template <typename VisitFn>
static void forEachElement(const StreamAccess &A, VisitFn Visit) {
  auto Along = [&](unsigned D, int64_t I) {
    int64_t Moved = A.Stride[D] * I;
    for (const IndexRun &R : A.Runs[D])
      if (I >= R.First && I <= R.Last)
        Moved += R.Shift;
    return Moved;
  };
  const auto &[X, Y, Z] = A.Executed;
  for (int64_t K = Z.first; K <= Z.second; ++K)
    for (int64_t J = Y.first; J <= Y.second; ++J) {
      const int64_t Row = A.Base + Along(2, K) + Along(1, J);
      for (int64_t I = X.first; I <= X.second; ++I)
        Visit((Row + Along(0, I)) * A.Fields + A.Field);
    }
}

bool mayMeet(const StreamAccess &A, const StreamAccess &B) {
  constexpr uint64_t Most = uint64_t(1) << 20;
  if (numExecuted(A) > Most || numExecuted(B) > Most)
    return true;
  DenseSet<int64_t> Of;
  forEachElement(A, [&](int64_t Element) { Of.insert(Element); });
  bool Meets = false;
  forEachElement(B, [&](int64_t Element) { Meets |= Of.contains(Element); });
  return Meets;
}

} // namespace roofline
