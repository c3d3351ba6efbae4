// The iterations in which conditions hold, as progressions.
#include "Patterns.h"

#include "roofline/Kernel/KernelSummary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

namespace roofline::dataflow {
namespace {

using Parts = std::vector<CycleProgression>;

class PatternFinder {
public:
  explicit PatternFinder(const PatternRequest &R) : R(R), Left(R.Budget) {
    std::set<uint32_t> Used;
    for (const Expr &Condition : R.Conditions)
      for (const std::string &Symbol : symbols(Condition)) {
        std::optional<uint32_t> Loop = loopOfSymbol(Symbol);
        IsKnown &= Loop.has_value();
        if (Loop)
          Used.insert(*Loop);
      }
    for (size_t Level = 0; Level < R.Levels.size(); ++Level) {
      const PatternLevel &L = R.Levels[Level];
      if (Used.contains(L.Loop)) {
        FirstFree = Level + 1;
        if (L.Factor > 1)
          Copies.push_back({L.Loop, L.Factor});
      }
      IsUsed.push_back(Used.contains(L.Loop));
    }
    for (const PatternLane &L : R.Lanes)
      if (Used.contains(L.Loop))
        Lanes.push_back(L);
  }

  std::optional<Parts> find() {
    Parts Result = find(0);
    if (!IsKnown)
      return std::nullopt;
    for (CycleProgression &P : Result)
      P = shortest(P);
    return Result;
  }

private:
  bool holds() {
    if (Left == 0)
      IsKnown = false;
    if (!IsKnown)
      return false;
    --Left;
    auto Value = [&](std::string_view Symbol) -> std::optional<int64_t> {
      auto Found = Values.find(*loopOfSymbol(Symbol));
      return Found == Values.end() ? std::nullopt
                                   : std::optional(Found->second);
    };
    return std::ranges::all_of(R.Conditions, [&](const Expr &Condition) {
      std::optional<int64_t> Result = evaluate(Condition, Value);
      IsKnown &= Result.has_value();
      return Result == 1;
    });
  }

  bool holdsInSomeLane(size_t Lane) {
    if (Lane == Lanes.size())
      return holdsInSomeCopy(0);
    for (uint64_t I = 0; I < Lanes[Lane].Count; ++I) {
      Values[Lanes[Lane].Loop] = int64_t(I);
      if (holdsInSomeLane(Lane + 1))
        return true;
    }
    return false;
  }

  /// The copies of an iteration take the numbers that follow it.
  bool holdsInSomeCopy(size_t Copy) {
    if (Copy == Copies.size())
      return holds();
    const int64_t First = Values[Copies[Copy].Loop];
    bool Holds = false;
    for (uint64_t I = 0; I < Copies[Copy].Count && !Holds; ++I) {
      Values[Copies[Copy].Loop] = First + int64_t(I);
      Holds = holdsInSomeCopy(Copy + 1);
    }
    Values[Copies[Copy].Loop] = First;
    return Holds;
  }

  Parts find(size_t Level) {
    if (Level >= FirstFree) {
      if (!holdsInSomeLane(0))
        return {};
      CycleProgression All{0};
      for (size_t I = Level; I < R.Levels.size(); ++I)
        All.Levels.push_back({R.Levels[I].Count, R.Levels[I].Step});
      return {All};
    }
    const PatternLevel &L = R.Levels[Level];
    if (!IsUsed[Level]) {
      Parts Inside = find(Level + 1);
      for (CycleProgression &P : Inside)
        P.Levels.insert(P.Levels.begin(), {L.Count, L.Step});
      return Inside;
    }
    // Iterations with equal patterns inside.
    std::vector<std::pair<Parts, std::vector<Run>>> Groups;
    const std::vector<uint64_t> Begins = changesIn(L);
    for (size_t S = 0; S < Begins.size() && IsKnown; ++S) {
      const uint64_t End = S + 1 < Begins.size() ? Begins[S + 1] : L.Count;
      Values[L.Loop] = int64_t(Begins[S] * L.Factor);
      Parts Inside = find(Level + 1);
      if (Inside.empty())
        continue;
      auto Group = std::ranges::find(
          Groups, Inside, &std::pair<Parts, std::vector<Run>>::first);
      if (Group == Groups.end())
        Group = Groups.insert(Group, {std::move(Inside), {}});
      Group->second.push_back({Begins[S], End - Begins[S]});
    }
    Parts Result;
    for (auto &[Inside, Runs] : Groups)
      addRuns(Inside, joined(std::move(Runs)), L.Step, Result);
    return Result;
  }

  /// Entries of a level, one after another.
  struct Run {
    uint64_t First = 0, Count = 1;
  };

  /// Joins runs without a gap between them.
  static std::vector<Run> joined(std::vector<Run> Runs) {
    std::vector<Run> Result;
    for (const Run &R : Runs)
      if (!Result.empty() &&
          Result.back().First + Result.back().Count == R.First)
        Result.back().Count += R.Count;
      else
        Result.push_back(R);
    return Result;
  }

  /// Entries of \p L from which on conditions may have other values, 0 first:
  /// all of them where that cannot be told. A condition is 0 or 1, so it stands
  /// still while its minima and maxima take the same operands.
  std::vector<uint64_t> changesIn(const PatternLevel &L) {
    std::set<uint64_t> Begins = {0};
    bool IsTold = IsKnown;
    for (const Expr &Condition : R.Conditions)
      IsTold = IsTold && addChanges(Condition, L, Begins);
    std::vector<uint64_t> Result(Begins.begin(), Begins.end());
    if (!IsKnown || (IsTold && Result.size() < L.Count))
      return Result;
    Result.resize(L.Count);
    std::iota(Result.begin(), Result.end(), uint64_t(0));
    return Result;
  }

  static bool contains(const Expr &E, const std::string &Symbol) {
    return std::ranges::count(symbols(E), Symbol) != 0;
  }

  bool addChanges(const Expr &E, const PatternLevel &L,
                  std::set<uint64_t> &Begins) {
    const std::string Symbol = symbolOfLoop(L.Loop);
    if (!contains(E, Symbol))
      return true;
    if (E.K != Expr::Kind::Min && E.K != Expr::Kind::Max)
      return (E.K == Expr::Kind::Add || E.K == Expr::Kind::Mul) &&
             std::ranges::all_of(E.Operands, [&](const Expr &Operand) {
               return addChanges(Operand, L, Begins);
             });
    std::vector<Expr> Atoms;
    addAtoms(E, Atoms);
    for (size_t I = 0; I < Atoms.size(); ++I)
      for (size_t J = 0; J < I; ++J)
        if (const Expr Gap = Atoms[I] - Atoms[J];
            contains(Gap, Symbol) && !addCrossing(Gap, L, Begins))
          return false;
    return true;
  }

  /// The operands of \p E and of minima and maxima that are operands.
  static void addAtoms(const Expr &E, std::vector<Expr> &Atoms) {
    if (E.K != Expr::Kind::Min && E.K != Expr::Kind::Max)
      return Atoms.push_back(E);
    for (const Expr &Operand : E.Operands)
      addAtoms(Operand, Atoms);
  }

  /// Adds the entries around the zero of \p Gap, which has to be a constant
  /// and a multiple of the loop's number.
  bool addCrossing(const Expr &Gap, const PatternLevel &L,
                   std::set<uint64_t> &Begins) {
    if (!isLinear(Gap, symbolOfLoop(L.Loop)))
      return false;
    const std::optional<int64_t> First = valueAt(Gap, L.Loop, 0),
                                 Second = valueAt(Gap, L.Loop, 1);
    if (!First || !Second || *First == *Second)
      return First && Second;
    const double Zero =
        double(*First) / double(*First - *Second) / double(L.Factor);
    // Wide enough for copies of an iteration, and for rounding.
    for (double Entry = std::floor(Zero) - 1; Entry <= Zero + 2; ++Entry)
      if (Entry > 0 && Entry < double(L.Count))
        Begins.insert(uint64_t(Entry));
    return true;
  }

  /// True for sums of constants, other symbols and multiples of \p Symbol.
  static bool isLinear(const Expr &E, const std::string &Symbol) {
    if (!contains(E, Symbol) || E.K == Expr::Kind::Symbol)
      return true;
    const auto NumWith =
        std::ranges::count_if(E.Operands, [&](const Expr &Operand) {
          return contains(Operand, Symbol);
        });
    return (E.K == Expr::Kind::Add ||
            (E.K == Expr::Kind::Mul && NumWith == 1)) &&
           std::ranges::all_of(E.Operands, [&](const Expr &Operand) {
             return isLinear(Operand, Symbol);
           });
  }

  /// The value of \p E in iteration \p Number of \p Loop.
  std::optional<int64_t> valueAt(const Expr &E, uint32_t Loop, int64_t Number) {
    if (Left == 0)
      return std::nullopt;
    --Left;
    return evaluate(E, [&](std::string_view Symbol) -> std::optional<int64_t> {
      const uint32_t Other = *loopOfSymbol(Symbol);
      if (Other == Loop)
        return Number;
      // Loops further in have no number yet.
      const bool IsOutside = std::ranges::any_of(
          R.Levels | std::views::take_while([&](const PatternLevel &Level) {
            return Level.Loop != Loop;
          }),
          [&](const PatternLevel &Level) {
            return Level.Loop == Other && Level.Factor == 1;
          });
      return IsOutside ? std::optional(Values.at(Other)) : std::nullopt;
    });
  }

  /// Adds \p Inside at the entries of \p Runs, times \p Step: runs of equal
  /// distance, and entries on their own at equal distances.
  static void addRuns(const Parts &Inside, const std::vector<Run> &Runs,
                      uint64_t Step, Parts &Result) {
    auto Add = [&](uint64_t First, uint64_t Count, uint64_t Distance,
                   uint64_t Length) {
      for (CycleProgression P : Inside) {
        P.First += First * Step;
        P.Levels.insert(P.Levels.begin(), {Length, Step});
        P.Levels.insert(P.Levels.begin(), {Count, Distance * Step});
        Result.push_back(std::move(P));
      }
    };
    for (size_t I = 0; I < Runs.size();) {
      size_t End = I + 1;
      uint64_t Distance = 1;
      if (End < Runs.size() && Runs[End].Count == Runs[I].Count) {
        Distance = Runs[End].First - Runs[I].First;
        while (End < Runs.size() && Runs[End].Count == Runs[I].Count &&
               Runs[End].First - Runs[End - 1].First == Distance)
          ++End;
      }
      Add(Runs[I].First, End - I, Distance, Runs[I].Count);
      I = End;
    }
  }

  const PatternRequest &R;
  uint64_t Left;
  bool IsKnown = true;
  size_t FirstFree = 0; ///< level from which on no condition has a loop
  std::vector<bool> IsUsed;
  std::vector<PatternLane> Lanes, Copies;
  std::map<uint32_t, int64_t> Values;
};

} // namespace

std::optional<Parts> patternOf(const PatternRequest &R) {
  return PatternFinder(R).find();
}

std::vector<Parts> increasing(Parts All) {
  std::ranges::sort(All, {}, &CycleProgression::First);
  std::vector<Parts> Lists;
  for (CycleProgression &P : All) {
    auto Free = std::ranges::find_if(Lists, [&](const Parts &List) {
      return lastOf(List.back()) < P.First;
    });
    if (Free == Lists.end())
      Free = Lists.insert(Free, Parts());
    Free->push_back(std::move(P));
  }
  return Lists;
}

} // namespace roofline::dataflow
