// The iterations in which conditions hold, as progressions.
#include "Patterns.h"

#include "roofline/Kernel/KernelSummary.h"

#include <algorithm>
#include <map>
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
    std::vector<std::pair<Parts, std::vector<uint64_t>>> Groups;
    for (uint64_t I = 0; I < L.Count && IsKnown; ++I) {
      Values[L.Loop] = int64_t(I * L.Factor);
      Parts Inside = find(Level + 1);
      if (Inside.empty())
        continue;
      auto Group = std::ranges::find(
          Groups, Inside, &std::pair<Parts, std::vector<uint64_t>>::first);
      if (Group == Groups.end())
        Group = Groups.insert(Group, {std::move(Inside), {}});
      Group->second.push_back(I);
    }
    Parts Result;
    for (const auto &[Inside, Numbers] : Groups)
      addRuns(Inside, Numbers, L.Step, Result);
    return Result;
  }

  /// Adds \p Inside at \p Numbers times \p Step: runs of equal distance.
  static void addRuns(const Parts &Inside, const std::vector<uint64_t> &Numbers,
                      uint64_t Step, Parts &Result) {
    for (size_t I = 0; I < Numbers.size();) {
      size_t End = I + 1;
      uint64_t Distance = 1;
      if (End < Numbers.size()) {
        Distance = Numbers[End] - Numbers[I];
        while (End < Numbers.size() &&
               Numbers[End] - Numbers[End - 1] == Distance)
          ++End;
      }
      for (CycleProgression P : Inside) {
        P.First += Numbers[I] * Step;
        P.Levels.insert(P.Levels.begin(), {End - I, Distance * Step});
        Result.push_back(std::move(P));
      }
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
