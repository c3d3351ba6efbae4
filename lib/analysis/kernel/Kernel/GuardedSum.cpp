// Sums of conditions over work-items and iterations.
#include "roofline/Kernel/GuardedSum.h"

#include "LevelForm.h"

#include "roofline/Kernel/Summation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <set>

namespace roofline {
namespace {

/// Values that one sum goes through, and all sums of a kernel together.
constexpr uint64_t MostOfSum = 1 << 16, MostOfKernel = 1 << 18;
/// Runs of a level that is sampled, at least.
constexpr uint64_t LeastValues = 16;
/// Nodes of conditions, all together, that are followed.
constexpr size_t MostNodes = 4096;

/// A counter, and how many values it has.
struct Level {
  std::string Symbol;
  Expr Size;                    ///< over levels further out; bound
  std::optional<uint32_t> Loop; ///< that it counts
  bool NeverNegative = true;    ///< Size is at least 0 as it stands
};

/// Exact below 2^63.
using Sum = long double;

/// The sum over a nest, level by level, the outermost first.
class Nest {
public:
  Nest(size_t NumLevels, uint64_t Budget) : Point(NumLevels), Budget(Budget) {}

  std::vector<LevelForm> Sizes;      ///< by level
  std::vector<bool> NeverNegative;   ///< by level
  std::vector<LevelForm> Conditions; ///< by level: those that it completes
  std::vector<size_t> CompletedAt;   ///< by condition: its innermost level
  bool IsSampled = false;

  /// Nothing where a form has no value, or where samples take too long.
  std::optional<Sum> total() {
    for (size_t I = 0; I < Conditions.size(); ++I)
      if (CompletedAt[I] == Nowhere && Conditions[I].at(Point).value_or(0) < 1)
        return 0;
    std::optional<Sum> All = total(0);
    for (int Try = 0; IsSpent && Try < 2; ++Try) {
      IsSpent = IsSampled = false;
      Splits = Try == 0;
      Most = Spent + 8 * Budget;
      Runs = std::max(
          LeastValues,
          uint64_t(std::pow(double(Budget), 1.0 / double(Point.size()))));
      All = total(0);
    }
    return All;
  }
  uint64_t spent() const { return Spent; }

  static constexpr size_t Nowhere = ~size_t(0);

private:
  size_t numLevels() const { return Point.size(); }

  std::optional<Sum> total(size_t Level) {
    if (Level == numLevels())
      return 1;
    const std::optional<int64_t> Size = Sizes[Level].at(Point);
    if (!Size)
      return std::nullopt;
    if (*Size <= 0)
      return 0;
    return over(Level, {}, *Size, /*MaySplit=*/true);
  }

  /// Collects how forms that are not decided yet read \p Level.
  AlongLevel along(size_t Level, const Residue &Values, int64_t Size,
                   bool &SizesMove) const {
    AlongLevel Result;
    for (size_t I = 0; I < Conditions.size(); ++I)
      if (CompletedAt[I] != Nowhere && CompletedAt[I] >= Level &&
          Conditions[I].reads(Level))
        Conditions[I].along(Level, Values, Size, Point, Result);
    for (size_t I = Level + 1; I < numLevels(); ++I)
      SizesMove |= Sizes[I].reads(Level);
    return Result;
  }

  /// The sum over the values \p Values of \p Level, \p Size of them.
  std::optional<Sum> over(size_t Level, const Residue &Values, int64_t Size,
                          bool MaySplit) {
    bool SizesMove = false;
    AlongLevel Does = along(Level, Values, Size, SizesMove);
    if (Does.IsOpaque && MaySplit && Splits && !Does.IsMixed)
      if (const std::optional<int64_t> Period = periodOf(Level);
          Period && *Period > 1 && *Period * 4 < Size)
        return byResidue(Level, Size, *Period);
    if (Does.IsOpaque || Does.IsMixed)
      return oneByOne(Level, Values, Size);
    std::optional<size_t> Degree = 0;
    if (SizesMove && !(Degree = degreeAlong(Level, Values, Size, Does)))
      return oneByOne(Level, Values, Size);
    std::vector<int64_t> &Breaks = Does.Breaks;
    Breaks.insert(Breaks.end(), {0, Size});
    std::sort(Breaks.begin(), Breaks.end());
    Breaks.erase(std::unique(Breaks.begin(), Breaks.end()), Breaks.end());
    Sum All = 0;
    for (size_t I = 0; I + 1 < Breaks.size(); ++I) {
      const auto Part = run(Level, Values, Breaks[I], Breaks[I + 1], *Degree);
      if (!Part)
        return std::nullopt;
      All += *Part;
    }
    return All;
  }

  /// The sum over the values from \p First up to \p End, along which it is a
  /// polynomial of \p Degree: by Newton's forward differences.
  std::optional<Sum> run(size_t Level, const Residue &Residues, int64_t First,
                         int64_t End, size_t Degree) {
    if (End - First <= int64_t(Degree) + 1)
      return each(Level, Residues, First, End);
    std::vector<Sum> Values;
    for (size_t I = 0; I <= Degree; ++I) {
      const auto Value = valueAt(Level, Residues, First + int64_t(I));
      if (!Value)
        return std::nullopt;
      Values.push_back(*Value);
    }
    Sum All = 0, Choose = 1;
    for (size_t Order = 0; Order <= Degree; ++Order) {
      Choose *= Sum(End - First - int64_t(Order)) / Sum(Order + 1);
      All += Values.front() * std::round(Choose);
      for (size_t I = 0; I + 1 < Values.size(); ++I)
        Values[I] = Values[I + 1] - Values[I];
      Values.pop_back();
    }
    return All;
  }

  /// The degree of the sums inside of \p Level in its values, where the sizes
  /// of levels inside move with it, between the breaks that it adds.
  std::optional<size_t> degreeAlong(size_t Level, const Residue &Values,
                                    int64_t Size, AlongLevel &Does) const {
    for (size_t I = Level + 1; I < numLevels(); ++I) {
      bool IsOfOuter = true; // the sign of the size is known at this level
      for (size_t Inner = Level + 1; Inner < I; ++Inner)
        IsOfOuter &= !Sizes[I].reads(Inner);
      if (!Sizes[I].isAffine() && (Sizes[I].reads(Level) || !IsOfOuter))
        return std::nullopt;
      if (IsOfOuter)
        Sizes[I].along(Level, Values, Size, Point, Does);
      else if (!NeverNegative[I])
        return std::nullopt;
      // A condition at a level whose size moves changes where it ends.
      for (size_t C = 0; C < Conditions.size(); ++C)
        if (CompletedAt[C] != Nowhere && CompletedAt[C] >= I &&
            Conditions[C].reads(I) && (Sizes[I].reads(Level) || !IsOfOuter))
          return std::nullopt;
    }
    return numLevels() - Level - 1;
  }

  std::optional<int64_t> periodOf(size_t Level) const {
    int64_t Period = 1;
    for (size_t I = 0; I < Conditions.size(); ++I) {
      const std::optional<int64_t> Own = Conditions[I].periodAlong(Level);
      if (!Own || (Period = std::lcm(Period, *Own)) > 4096)
        return std::nullopt;
    }
    return Period;
  }

  /// Values with one remainder at a time.
  std::optional<Sum> byResidue(size_t Level, int64_t Size, int64_t Period) {
    Sum All = 0;
    for (int64_t First = 0; First < Period; ++First) {
      const auto Part = over(Level, {First, Period},
                             (Size - First + Period - 1) / Period, false);
      if (!Part)
        return std::nullopt;
      All += *Part;
    }
    return All;
  }

  std::optional<Sum> valueAt(size_t Level, const Residue &Values,
                             int64_t Number) {
    if (++Spent > Most) {
      IsSpent = true;
      return std::nullopt;
    }
    Point[Level] = Values.First + Values.Step * Number;
    for (size_t I = 0; I < Conditions.size(); ++I)
      if (CompletedAt[I] == Level) {
        const std::optional<int64_t> Holds = Conditions[I].at(Point);
        if (!Holds)
          return std::nullopt;
        if (*Holds < 1)
          return 0;
      }
    return total(Level + 1);
  }

  std::optional<Sum> each(size_t Level, const Residue &Values, int64_t First,
                          int64_t End) {
    Sum All = 0;
    for (int64_t I = First; I < End; ++I) {
      const auto Value = valueAt(Level, Values, I);
      if (!Value)
        return std::nullopt;
      All += *Value;
    }
    return All;
  }

  /// Every value, or some of them: one of each run, at no regular distance,
  /// which conditions on remainders would answer alike.
  std::optional<Sum> oneByOne(size_t Level, const Residue &Values,
                              int64_t Size) {
    if (!Runs || uint64_t(Size) <= *Runs)
      return each(Level, Values, 0, Size);
    IsSampled = true;
    Sum All = 0;
    for (uint64_t I = 0; I < *Runs; ++I) {
      const auto First = int64_t(__int128(Size) * I / *Runs),
                 End = int64_t(__int128(Size) * (I + 1) / *Runs);
      Random = Random * 6364136223846793005u + 1442695040888963407u;
      const auto Value =
          valueAt(Level, Values,
                  First + int64_t((Random >> 33) % uint64_t(End - First)));
      if (!Value)
        return std::nullopt;
      All += *Value * Sum(End - First);
    }
    return All;
  }

  std::vector<int64_t> Point;
  uint64_t Budget, Most = Budget, Spent = 0, Random = 1;
  bool IsSpent = false, Splits = true;
  std::optional<uint64_t> Runs; ///< of a level that is sampled
};

size_t numNodes(const std::vector<Expr> &All) {
  size_t Number = All.size();
  for (const Expr &E : All)
    Number += numNodes(E.Operands);
  return Number;
}

/// The levels of a nest, and what of it needs none.
class Domain {
public:
  Domain(const KernelSummary &Kernel, const Launch &L,
         const SymbolValue &Symbols)
      : Kernel(Kernel), L(L), Symbols(Symbols) {}

  /// False where the launch leaves something open.
  bool build(std::optional<uint32_t> Innermost,
             const std::vector<Expr> &Conditions) {
    for (const Expr &E : Conditions)
      addSymbols(Asked.emplace_back(substitute(E, Symbols)));
    for (auto Id = Innermost; Id; Id = Kernel.Loops[*Id].Parent)
      Chain.insert(Chain.begin(), *Id);
    return addLoopTrips() && addDimensions() && addLoops();
  }

  std::optional<Sum> sum(uint64_t Budget, bool &Sampled, uint64_t &Spent) {
    order();
    Nest N(Levels.size(), Budget);
    auto LevelOf = [&](std::string_view S) -> std::optional<size_t> {
      for (size_t I = 0; I < Levels.size(); ++I)
        if (Levels[I].Symbol == S)
          return I;
      return std::nullopt;
    };
    auto Parse = [&](const Expr &E) {
      return LevelForm::parse(E, Levels.size(), LevelOf);
    };
    for (const Level &L : Levels) {
      auto Size = Parse(L.Size);
      if (!Size)
        return std::nullopt;
      N.Sizes.push_back(std::move(*Size));
      N.NeverNegative.push_back(L.NeverNegative);
    }
    for (const Expr &E : Asked) {
      auto Condition = Parse(E);
      if (!Condition)
        return std::nullopt;
      size_t Innermost = Nest::Nowhere;
      for (size_t I = 0; I < Levels.size(); ++I)
        if (Condition->reads(I))
          Innermost = I;
      N.CompletedAt.push_back(Innermost);
      N.Conditions.push_back(std::move(*Condition));
    }
    const std::optional<Sum> All = N.total();
    Sampled |= N.IsSampled || IsOfMean;
    Spent += N.spent();
    return All ? std::optional(*All * Factor) : std::nullopt;
  }

private:
  void addSymbols(const Expr &E) {
    for (std::string &S : symbols(E))
      Read.insert(std::move(S));
  }

  /// The trip counts of the loops, and what those that vary read.
  bool addLoopTrips() {
    for (uint32_t Id : Chain) {
      const Loop &Source = Kernel.Loops[Id];
      if (std::optional<double> Given = boundTrip(Source, L)) {
        Trips.push_back(Expr::constant(std::llround(*Given)));
        Means.push_back(*Given);
        continue;
      }
      if (Source.Trip.K == TripCount::Kind::Unknown)
        return false;
      Trips.push_back(substitute(Source.Trip.Count, Symbols));
      Means.push_back(std::nullopt);
      addSymbols(Trips.back());
    }
    return true;
  }

  /// A level for each dimension that is asked for: of work-items, or of those
  /// of a group and of groups.
  bool addDimensions() {
    for (unsigned Dim = 0; Dim < 3; ++Dim) {
      const std::string Of = "(" + std::to_string(Dim) + ")";
      const std::string Global = "global_id" + Of, Local = "local_id" + Of,
                        Group = "group_id" + Of;
      const bool ReadsGlobal = Read.contains(Global),
                 ReadsLocal = Read.contains(Local),
                 ReadsGroup = Read.contains(Group);
      const auto Size = L.Dimensions || isSingleWorkItem(Kernel)
                            ? std::optional(int64_t(L.Global[Dim]))
                            : std::nullopt;
      const auto GroupSize = Symbols("local_size" + Of);
      if (!Size)
        return false;
      if (!ReadsLocal && !ReadsGroup) {
        if (ReadsGlobal)
          Levels.push_back({Global, Expr::constant(*Size), {}});
        else
          Factor *= Sum(*Size);
        continue;
      }
      if (GroupSize.value_or(0) <= 0)
        return false;
      const Expr InGroup = Expr::constant(*GroupSize);
      if (*Size % *GroupSize != 0) { // the last group is smaller
        Levels.push_back({Global, Expr::constant(*Size), {}});
        replaceAll(Local, mod(Expr::symbol(Global), InGroup));
        replaceAll(Group, div(Expr::symbol(Global), InGroup));
        continue;
      }
      const int64_t Groups = *Size / *GroupSize;
      if (ReadsGlobal)
        replaceAll(Global, Expr::symbol(Group) * InGroup + Expr::symbol(Local));
      if (ReadsGlobal || ReadsGroup)
        Levels.push_back({Group, Expr::constant(Groups), {}});
      else
        Factor *= Sum(Groups);
      if (ReadsGlobal || ReadsLocal)
        Levels.push_back({Local, InGroup, {}});
      else
        Factor *= Sum(*GroupSize);
    }
    return true;
  }

  void replaceAll(const std::string &Symbol, const Expr &Replacement) {
    for (auto *Forms : {&Asked, &Trips})
      for (Expr &E : *Forms)
        E = replace(E, Expr::symbol(Symbol), Replacement);
    for (Level &L : Levels)
      L.Size = replace(L.Size, Expr::symbol(Symbol), Replacement);
  }

  bool addLoops() {
    for (size_t I = 0; I < Chain.size(); ++I) {
      const std::string Symbol = symbolOfLoop(Chain[I]);
      if (Trips[I].isConstant() && !Read.contains(Symbol)) {
        Factor *= Means[I] ? Sum(*Means[I])
                           : Sum(std::max<int64_t>(0, Trips[I].Value));
        continue;
      }
      IsOfMean |= Means[I] && *Means[I] != std::floor(*Means[I]);
      Levels.push_back({Symbol, Trips[I], Chain[I],
                        Trips[I].isConstant() ||
                            sumsAsItStands(Kernel, Kernel.Loops[Chain[I]])});
    }
    return true;
  }

  /// Moves levels whose values are gone through to the outside, where their
  /// sizes allow it: inside of them the others are straight. The outer one of
  /// two that are asked for together is gone through: the smaller.
  void order() {
    std::erase_if(Levels, [&](const Level &L) {
      if (!L.Size.isConstant(1))
        return false;
      replaceAll(L.Symbol, Expr::constant(0));
      return true;
    });
    auto IsOpaque = [&](const std::string &Symbol) {
      auto Level = [&](std::string_view S) {
        return std::optional<size_t>(S == Symbol ? 0 : 1);
      };
      return std::any_of(Asked.begin(), Asked.end(), [&](const Expr &E) {
        const auto F = LevelForm::parse(E, 2, Level);
        return F && F->isOpaqueAlong(0) && !F->periodAlong(0);
      });
    };
    auto Mid =
        std::stable_partition(Levels.begin(), Levels.end(), [](const Level &L) {
          return L.Size.isConstant();
        });
    std::stable_sort(Levels.begin(), Mid, [](const Level &A, const Level &B) {
      return A.Size.Value < B.Size.Value;
    });
    std::stable_partition(Levels.begin(), Mid,
                          [&](const Level &L) { return IsOpaque(L.Symbol); });
  }

  const KernelSummary &Kernel;
  const Launch &L;
  const SymbolValue &Symbols;
  std::vector<Expr> Asked; ///< the conditions, bound
  std::set<std::string> Read;
  std::vector<uint32_t> Chain;              ///< loops, outermost first
  std::vector<Expr> Trips;                  ///< by Chain
  std::vector<std::optional<double>> Means; ///< by Chain: a given trip count
  std::vector<Level> Levels;
  Sum Factor = 1; ///< of levels that nothing reads
  bool IsOfMean = false;
};

} // namespace

std::optional<PointCount>
GuardedSums::sum(std::optional<uint32_t> Innermost,
                 const std::vector<Expr> &Conditions) {
  Domain Over(Kernel, L, Symbols);
  if (numNodes(Conditions) > MostNodes || !Over.build(Innermost, Conditions))
    return std::nullopt;
  const uint64_t Left = MostOfKernel - std::min(MostOfKernel, Spent);
  PointCount Result;
  const auto All = Over.sum(std::clamp(Left / 4, MostOfSum / 256, MostOfSum),
                            Result.IsSampled, Spent);
  if (!All)
    return std::nullopt;
  Result.Number = double(*All);
  return Result;
}

std::optional<PointCount>
GuardedSums::points(std::optional<uint32_t> Innermost,
                    const std::vector<Expr> &Conditions) {
  assert((!Innermost || *Innermost < Kernel.Loops.size()) &&
         "points are those of a loop of the kernel");
  std::string Key;
  for (const Expr &E : Conditions)
    Key += toString(E) + ";";
  auto [It, IsNew] = Known.try_emplace({Innermost, std::move(Key)});
  if (IsNew)
    It->second = sum(Innermost, Conditions);
  return It->second;
}

} // namespace roofline
