// Iterations between two accesses to the same element.
#include "roofline/VitisNests/Distance.h"

#include <algorithm>
#include <cstdlib>

namespace roofline::vitis {
namespace {

int64_t coefficientOf(const AccessForm &Form, uint32_t Loop, unsigned Dim) {
  for (const FormTerm &T : Form.Terms)
    if (T.Loop == Loop && T.Dim == Dim)
      return T.Coefficient;
  return 0;
}

/// Searches the spans of loops Index.. that close the gaps of all dimensions.
class SpanSearch {
public:
  SpanSearch(const SpanQuery &Query, const std::vector<SpanLoop> &Loops)
      : Loops(Loops), Steps(Loops.size()), Result(Loops.size(), 0),
        LeastOuter(Query.LeastOuter) {
    for (size_t I = 0; I < Loops.size(); ++I)
      for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
        Steps[I][Dim] = Query.IsIgnored[Dim]
                            ? 0
                            : coefficientOf(*Query.Form, Loops[I].Loop, Dim) *
                                  Loops[I].Factor;
  }

  bool find(size_t Index, Coordinates Gap, bool IsPositive) {
    if (Index == Loops.size())
      return IsPositive && Gap == Coordinates{};
    if (--Budget < 0)
      return false;
    auto [First, Last] = rangeOf(Index, Gap, IsPositive);
    for (int64_t Delta = First; Delta <= Last; ++Delta) {
      Coordinates Rest = Gap;
      for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
        Rest[Dim] -= Steps[Index][Dim] * Delta;
      Result[Index] = Delta;
      if (find(Index + 1, Rest, IsPositive || Delta > 0))
        return true;
    }
    return false;
  }

  Span found() const { return Result; }

private:
  /// Iterations of loop \p Index that leave gaps that the inner loops can
  /// close.
  std::pair<int64_t, int64_t> rangeOf(size_t Index, const Coordinates &Gap,
                                      bool IsPositive) const {
    int64_t Least = IsPositive ? 1 - Loops[Index].Trip : 0;
    if (Index == 0)
      Least = LeastOuter;
    int64_t Most = Loops[Index].Trip - 1;
    bool IsFree = true;
    for (unsigned Dim = 0; Dim < MaxDims; ++Dim) {
      int64_t Step = Steps[Index][Dim];
      if (Step == 0)
        continue;
      IsFree = false;
      int64_t Reach = 0;
      for (size_t I = Index + 1; I < Loops.size(); ++I)
        Reach += std::abs(Steps[I][Dim]) * (Loops[I].Trip - 1);
      int64_t Size = std::abs(Step), Middle = Step > 0 ? Gap[Dim] : -Gap[Dim];
      Least = std::max(Least, divideUp(Middle - Reach, Size));
      Most = std::min(Most, divideDown(Middle + Reach, Size));
    }
    if (!IsFree)
      return {Least, Most};
    // No index varies with this loop: zero, and one where nothing inside can
    // make the span positive.
    if (IsPositive)
      return {0, 0};
    Least = std::max<int64_t>(Least, 0);
    return {Least, std::min<int64_t>(std::max<int64_t>(1, Least), Most)};
  }
  static int64_t divideDown(int64_t A, int64_t B) {
    return A / B - (A % B < 0);
  }
  static int64_t divideUp(int64_t A, int64_t B) { return -divideDown(-A, B); }

  const std::vector<SpanLoop> &Loops;
  std::vector<Coordinates> Steps;
  Span Result;
  int64_t LeastOuter;
  int Budget = 2000;
};

} // namespace

std::optional<Span> shortestSpan(const SpanQuery &Query,
                                 const std::vector<SpanLoop> &Loops) {
  Coordinates Gap = {};
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
    if (!Query.IsIgnored[Dim])
      Gap[Dim] = Query.StoreAt[Dim] - Query.LoadAt[Dim];
  SpanSearch Search(Query, Loops);
  if (!Search.find(0, Gap, false))
    return std::nullopt;
  return Search.found();
}

int64_t iterationsOf(const Span &S, const std::vector<SpanLoop> &Loops) {
  int64_t Count = 0;
  for (size_t I = 0; I < Loops.size(); ++I)
    Count = Count * Loops[I].Trip + S[I];
  return std::max<int64_t>(1, Count);
}

bool sameTerms(const AccessForm &L, const AccessForm &R, unsigned Dim) {
  auto Covers = [Dim](const AccessForm &A, const AccessForm &B) {
    return std::ranges::all_of(A.Terms, [&](const FormTerm &T) {
      return T.Dim != Dim || coefficientOf(B, T.Loop, Dim) == T.Coefficient;
    });
  };
  return Covers(L, R) && Covers(R, L);
}

} // namespace roofline::vitis
