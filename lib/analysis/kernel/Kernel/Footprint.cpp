// Bytes of global memory that a kernel touches, each counted once.
#include "Footprint.h"

#include "roofline/Base/Blocks.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace roofline {
namespace {

/// Intervals that a union is made of, at most: beyond them it gets bounds.
constexpr double MaxIntervals = 1 << 18;

/// Length contiguous bytes at Offset + all sums of Stride * (0 ... Number - 1).
struct Places {
  int64_t Offset = 0, Length = 0;
  bool IsCertain = true; ///< every one of them is touched
  struct Step {
    int64_t Stride, Number;
  };
  std::vector<Step> Steps; ///< strides ascend and exceed Length

  double numIntervals() const {
    double Number = 1;
    for (const Step &S : Steps)
      Number *= double(S.Number);
    return Number;
  }
  /// From the first byte to the last.
  double extent() const {
    double Extent = double(Length);
    for (const Step &S : Steps)
      Extent += double(S.Stride) * double(S.Number - 1);
    return Extent;
  }
  /// No two sums are the same place.
  bool isDisjoint() const {
    double Inner = double(Length);
    for (const Step &S : Steps) {
      if (double(S.Stride) < Inner)
        return false;
      Inner += double(S.Stride) * double(S.Number - 1);
    }
    return true;
  }
};

/// \p E with each global id as its place in the group, where \p E has that or
/// the group, too: such symbols do not move apart.
Expr independent(Expr E) {
  for (const char *Dim : {"(0)", "(1)", "(2)"}) {
    auto Symbol = [&](const char *What) {
      return Expr::symbol(What + std::string(Dim));
    };
    const std::vector<std::string> Names = symbols(E);
    auto Has = [&](const char *What) {
      return std::ranges::find(Names, Symbol(What).Name) != Names.end();
    };
    if (Has("local_id") || Has("group_id"))
      E = replace(E, Symbol("global_id"),
                  Symbol("local_id") +
                      Symbol("local_size") * Symbol("group_id"));
  }
  return E;
}

class FootprintCounter {
public:
  FootprintCounter(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), L(L), Symbols(launchSymbols(Kernel, L)),
        LoopOf(loopsOfBlocks(Kernel)) {}

  /// Places that \p A touches at most; nothing where they are not known.
  std::optional<std::vector<Places>> places(const MemoryAccess &A) {
    if (!isAffine(A) && !isInBlocks(A))
      return std::nullopt;
    IsExact = !A.Predicated && !A.Index->Clamped && !A.NumBytesAtMost;
    for (std::optional<uint32_t> Around = LoopOf[A.BlockId]; Around;
         Around = Kernel.Loops[*Around].Parent) {
      const std::optional<int64_t> Trip = tripOf(*Around);
      IsExact &= Trip.has_value();
      if (Trip && *Trip <= 0)
        return std::vector<Places>{Places{}};
    }
    const auto Sums = sumsOf(*A.Index);
    if (!Sums)
      return std::nullopt;
    std::vector<Places> Result;
    for (const DigitSum &Sum : *Sums)
      if (const auto P = placesOf(Sum, A.NumBytes))
        Result.push_back(*P);
      else
        return std::nullopt;
    return Result;
  }

private:
  /// \p Index as sums of counters. A part that all work-items share, which is
  /// data, counts as 0.
  std::optional<std::vector<DigitSum>> sumsOf(const AffineIndex &Index) {
    Expr Whole = Index.Offset;
    if (Index.Blockwise)
      Whole = Whole + Index.Irregular;
    for (const IndexTerm &T : Index.Terms)
      Whole = Whole + T.Coefficient * Expr::symbol(T.Variable);
    Whole = substitute(independent(std::move(Whole)), Symbols);
    std::vector<Digit> Counters;
    for (const std::string &S : symbols(Whole)) {
      const bool IsCounter = loopOfSymbol(S) || S.find("_id(") != S.npos;
      const auto Number = IsCounter ? rangeOf(S) : std::nullopt;
      if (!Number)
        return std::nullopt;
      if (*Number <= 0)
        return std::vector<DigitSum>{};
      Counters.push_back({S, *Number});
    }
    return inDigits(Whole, Counters);
  }

  std::optional<Places> placesOf(const DigitSum &Sum, uint32_t NumBytes) {
    std::vector<Places::Step> Terms;
    Places P{Sum.Offset, NumBytes, true, {}};
    for (const Digit &D : Sum.Digits) {
      // Beyond 64 bits there is no address: such a launch touches what it can.
      int64_t Extent;
      if (__builtin_mul_overflow(D.Step, D.Number - 1, &Extent) ||
          Extent == INT64_MIN ||
          __builtin_add_overflow(P.Offset, std::min<int64_t>(0, Extent),
                                 &P.Offset))
        return std::nullopt;
      if (D.Step != 0 && D.Number > 1)
        Terms.push_back({std::abs(D.Step), D.Number});
    }
    int64_t End = P.Offset;
    for (const Places::Step &T : Terms)
      if (__builtin_add_overflow(End, T.Stride * (T.Number - 1), &End))
        return std::nullopt;
    if (__builtin_add_overflow(End, P.Length, &End))
      return std::nullopt;
    std::sort(Terms.begin(), Terms.end(),
              [](auto &L, auto &R) { return L.Stride < R.Stride; });
    for (const Places::Step &T : Terms)
      if (T.Stride > P.Length)
        P.Steps.push_back(T);
      else
        P.Length += T.Stride * (T.Number - 1);
    P.IsCertain = IsExact;
    return P;
  }

  /// How many values a variable takes; the most, of a loop whose count varies.
  std::optional<int64_t> rangeOf(const std::string &Variable) {
    if (auto Id = loopOfSymbol(Variable))
      return tripOf(*Id);
    size_t Open = Variable.find('(');
    std::string Dim = Variable.substr(Open);
    if (Variable.starts_with("global_id"))
      return Symbols("global_size" + Dim);
    return Symbols(
        (Variable.starts_with("local_id") ? "local_size" : "num_groups") + Dim);
  }

  std::optional<int64_t> tripOf(uint32_t Id) {
    const Loop &Source = Kernel.Loops[Id];
    IsExact &= !Source.Predicated;
    if (std::optional<double> Given = boundTrip(Source, L)) {
      IsExact = false;
      return int64_t(std::ceil(*Given));
    }
    if (Source.Trip.K == TripCount::Kind::Unknown)
      return std::nullopt;
    IsExact &= Source.Trip.K == TripCount::Kind::Exact;
    // The largest count lies at a corner of what an affine one varies with.
    std::vector<std::string> Varying;
    for (const std::string &S : symbols(Source.Trip.Count))
      if (!Symbols(S))
        Varying.push_back(S);
    if (Varying.size() > 4)
      return std::nullopt;
    IsExact &= Varying.empty();
    std::map<std::string, int64_t, std::less<>> Last;
    for (const std::string &S : Varying) {
      auto Number = S.find("_id(") != S.npos || loopOfSymbol(S) ? rangeOf(S)
                                                                : std::nullopt;
      if (!Number)
        return std::nullopt;
      Last[S] = std::max<int64_t>(0, *Number - 1);
    }
    std::optional<int64_t> Most;
    for (unsigned Corner = 0; Corner < 1u << Varying.size(); ++Corner) {
      auto Count = evaluate(Source.Trip.Count, [&](std::string_view S) {
        for (size_t I = 0; I < Varying.size(); ++I)
          if (Varying[I] == S)
            return std::optional<int64_t>(Corner >> I & 1 ? Last[Varying[I]]
                                                          : 0);
        return Symbols(S);
      });
      if (!Count)
        return std::nullopt;
      Most = std::max(Most.value_or(0), *Count);
    }
    return Most;
  }

  const KernelSummary &Kernel;
  const Launch &L;
  SymbolValue Symbols;
  const std::vector<std::optional<uint32_t>> LoopOf; ///< by block
  bool IsExact = true; ///< all that was read of the access at hand
};

void addIntervals(const Places &P,
                  std::vector<std::pair<int64_t, int64_t>> &Intervals,
                  size_t Step, int64_t Offset) {
  if (Step == P.Steps.size()) {
    Intervals.emplace_back(Offset, Offset + P.Length);
    return;
  }
  for (int64_t I = 0; I < P.Steps[Step].Number; ++I)
    addIntervals(P, Intervals, Step + 1, Offset + I * P.Steps[Step].Stride);
}

/// Bytes in the union of \p All; nothing where that would take too long.
std::optional<double> unionOf(const std::vector<Places> &All) {
  double Number = 0;
  for (const Places &P : All)
    Number += P.numIntervals();
  if (All.size() == 1 && All[0].isDisjoint())
    return Number * double(All[0].Length);
  if (Number > MaxIntervals)
    return std::nullopt;
  std::vector<std::pair<int64_t, int64_t>> Intervals;
  for (const Places &P : All)
    addIntervals(P, Intervals, 0, P.Offset);
  std::sort(Intervals.begin(), Intervals.end());
  double Bytes = 0;
  int64_t End = INT64_MIN;
  for (auto [First, Last] : Intervals) {
    Bytes += double(std::max<int64_t>(0, Last - std::max(First, End)));
    End = std::max(End, Last);
  }
  return Bytes;
}

/// An upper bound of unionOf().
double mostOf(const std::vector<Places> &All) {
  double Sum = 0, First = INFINITY, Last = -INFINITY;
  for (const Places &P : All) {
    Sum += P.numIntervals() * double(P.Length);
    First = std::min(First, double(P.Offset));
    Last = std::max(Last, double(P.Offset) + P.extent());
  }
  return std::min(Sum, Last - First);
}

} // namespace

Count compulsoryTraffic(const KernelSummary &Kernel, const Launch &L,
                        const Count &Requested,
                        const RequestsByPlace &ByPlace) {
  FootprintCounter Counter(Kernel, L);
  struct Touched {
    std::vector<Places> All;
    std::set<RequestsByPlace::Place> Counted;
    double Requested = 0; ///< [byte] at most
    bool IsKnown = true;  ///< All is where they are
  };
  std::map<std::pair<std::string, bool>, Touched> Objects;
  // The components of a vector that are stored one by one are one access, at
  // the place of the last: the requests of that place alone do not bound it.
  std::map<RequestsByPlace::Place, double> Stored;
  for (const MemoryAccess &A : Kernel.Accesses)
    if (A.K == MemoryAccess::Kind::Write)
      Stored[ByPlace.place(A.Loc, true)] += A.NumBytes;
  auto IsOfSeveral = [&](const RequestsByPlace::Place &Place) {
    const auto Width = ByPlace.Width.find(Place);
    const auto Of = Stored.find(Place);
    return Width != ByPlace.Width.end() && Of != Stored.end() &&
           Of->second > Width->second;
  };
  auto Touch = [&](const MemoryAccess &A,
                   const std::optional<std::vector<Places>> &P, bool Writes) {
    Touched &T = Objects[{A.Base, Writes}];
    T.IsKnown &= P.has_value();
    if (P)
      T.All.insert(T.All.end(), P->begin(), P->end());
    // Accesses that inlining or unrolling repeats are one place.
    const auto Place = ByPlace.place(A.Loc, Writes);
    if (T.Counted.insert(Place).second)
      T.Requested += IsOfSeveral(Place) ? INFINITY : ByPlace.of(A, Writes);
  };
  for (const MemoryAccess &A : Kernel.Accesses) {
    if (A.Space == AddressSpace::Private || A.Space == AddressSpace::Local)
      continue;
    const auto P = Counter.places(A);
    if (A.K != MemoryAccess::Kind::Write)
      Touch(A, P, false);
    if (A.K != MemoryAccess::Kind::Read)
      Touch(A, P, true);
  }
  Count Bytes{std::nullopt, std::nullopt, 0, 0};
  for (const auto &[Object, Of] : Objects) {
    std::vector<Places> Certain;
    std::ranges::copy_if(Of.All, std::back_inserter(Certain),
                         &Places::IsCertain);
    // Without the union: any one of them.
    double Least = 0;
    for (const Places &P : Certain)
      if (P.isDisjoint())
        Least = std::max(Least, P.numIntervals() * double(P.Length));
    Least = unionOf(Certain).value_or(Least);
    *Bytes.Least += std::min(Least, Of.Requested);
    if (!Of.IsKnown) { // no more than is asked of it
      *Bytes.Most += Of.Requested;
      continue;
    }
    std::optional<double> Union = unionOf(Of.All);
    *Bytes.Most += std::min(Union ? *Union : mostOf(Of.All), Of.Requested);
  }
  if (std::isinf(*Bytes.Most))
    Bytes.Most = Requested.Most;
  else if (Requested.Most)
    Bytes.Most = std::min(*Bytes.Most, *Requested.Most);
  if (Bytes.Most)
    Bytes.Least = std::min(*Bytes.Least, *Bytes.Most);
  Bytes.IsSampled = Requested.IsSampled && Bytes.Most == Requested.Most;
  return Bytes;
}

} // namespace roofline
