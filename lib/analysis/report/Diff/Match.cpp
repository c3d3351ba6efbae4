// Matches the loops, accesses and kernels of two reports.
#include "Match.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace roofline {
namespace {

/// Pairs beyond which likeness is not looked at: 4 million are some 50 ms.
constexpr size_t MostPairs = 1 << 22;

/// Appends what is left between two pairs.
void addRest(std::vector<Match> &Result, const std::vector<uint32_t> &Old,
             const std::vector<uint32_t> &New, bool PairsRest) {
  if (PairsRest && Old.size() == New.size()) {
    for (size_t I = 0; I < Old.size(); ++I)
      Result.push_back({Old[I], New[I]});
    return;
  }
  for (uint32_t I : Old)
    Result.push_back({I, std::nullopt});
  for (uint32_t I : New)
    Result.push_back({std::nullopt, I});
}

/// Best[I][J]: the largest sum of the first I old and J new things.
class Sums {
public:
  Sums(size_t NumOld, size_t NumNew)
      : Columns(NumNew + 1), Best((NumOld + 1) * Columns, 0) {}
  double &at(size_t Old, size_t New) { return Best[Old * Columns + New]; }

private:
  size_t Columns;
  std::vector<double> Best;
};

std::vector<Match>
bestPairs(const std::vector<uint32_t> &Old, const std::vector<uint32_t> &New,
          const std::function<double(uint32_t, uint32_t)> &Likeness) {
  Sums Of(Old.size(), New.size());
  for (size_t I = 1; I <= Old.size(); ++I)
    for (size_t J = 1; J <= New.size(); ++J) {
      const double Alike = Likeness(Old[I - 1], New[J - 1]);
      Of.at(I, J) = std::max(Of.at(I - 1, J), Of.at(I, J - 1));
      if (Alike > 0)
        Of.at(I, J) = std::max(Of.at(I, J), Of.at(I - 1, J - 1) + Alike);
    }
  std::vector<Match> Pairs;
  for (size_t I = Old.size(), J = New.size(); I && J;) {
    if (Of.at(I, J) == Of.at(I - 1, J))
      --I;
    else if (Of.at(I, J) == Of.at(I, J - 1))
      --J;
    else
      Pairs.push_back({Old[--I], New[--J]});
  }
  std::reverse(Pairs.begin(), Pairs.end());
  return Pairs;
}

/// Indices of loops, or of accesses, by the loop that they are in.
using ByLoop = std::map<std::optional<uint32_t>, std::vector<uint32_t>>;

ByLoop loopsByParent(const ReportedKernel &K) {
  ByLoop Result;
  for (uint32_t I = 0; I < K.Loops.size(); ++I)
    Result[K.Loops[I].Parent].push_back(I);
  return Result;
}

std::vector<uint32_t> in(const ByLoop &All, std::optional<uint32_t> Loop) {
  auto It = All.find(Loop);
  return It == All.end() ? std::vector<uint32_t>() : It->second;
}

/// The traits that a loop is known by, whatever its lines are.
struct LoopTraits {
  std::set<std::string> Objects; ///< "read A", loops inside included
  std::string TripForm;
  std::optional<double> Trip;
  size_t NumChildren = 0;
};

std::vector<LoopTraits> traitsOf(const ReportedKernel &K) {
  std::vector<LoopTraits> Result(K.Loops.size());
  for (uint32_t I = 0; I < K.Loops.size(); ++I) {
    Result[I].TripForm = withoutLines(K.Loops[I].TripForm);
    Result[I].Trip = K.Loops[I].Trip;
    if (auto Parent = K.Loops[I].Parent)
      ++Result[*Parent].NumChildren;
  }
  for (const ReportedAccess &A : K.Accesses)
    if (A.Loop)
      Result[*A.Loop].Objects.insert(A.Kind + " " + A.Object);
  // A parent comes before its children.
  for (size_t I = K.Loops.size(); I-- > 0;)
    if (auto Parent = K.Loops[I].Parent)
      Result[*Parent].Objects.insert(Result[I].Objects.begin(),
                                     Result[I].Objects.end());
  return Result;
}

/// Objects tell loops apart best, then the trip count, then what is inside.
double loopLikeness(const LoopTraits &Old, const LoopTraits &New) {
  size_t Shared = 0;
  for (const std::string &Object : Old.Objects)
    Shared += New.Objects.count(Object);
  const size_t All = Old.Objects.size() + New.Objects.size() - Shared;
  const double Objects = All ? double(Shared) / double(All) : 1;
  const bool SameForm = Old.TripForm == New.TripForm;
  if (Objects == 0 && !SameForm)
    return 0;
  return 1 + 8 * Objects + 4 * SameForm + 2 * (Old.Trip == New.Trip) +
         (Old.NumChildren == New.NumChildren);
}

class LoopMatcher {
public:
  LoopMatcher(const ReportedKernel &Old, const ReportedKernel &New)
      : OldLoops(loopsByParent(Old)), NewLoops(loopsByParent(New)),
        OldTraits(traitsOf(Old)), NewTraits(traitsOf(New)) {}

  std::vector<Match> all() {
    std::vector<Match> Result = below({});
    // Breadth first: no depth of nesting is too deep.
    for (size_t I = 0; I < Result.size(); ++I)
      for (const Match &M : below(Result[I]))
        Result.push_back(M);
    return Result;
  }

private:
  /// Loops inside of \p Parent; of none: the outermost ones.
  std::vector<Match> below(const Match &Parent) const {
    const bool IsTop = !Parent.Old && !Parent.New;
    std::vector<uint32_t> Olds, News;
    if (IsTop || Parent.Old)
      Olds = in(OldLoops, Parent.Old);
    if (IsTop || Parent.New)
      News = in(NewLoops, Parent.New);
    auto Likeness = [&](uint32_t O, uint32_t N) {
      return loopLikeness(OldTraits[O], NewTraits[N]);
    };
    return matchInOrder(Olds, News, Likeness, /*PairsRest=*/true);
  }

  ByLoop OldLoops, NewLoops;
  std::vector<LoopTraits> OldTraits, NewTraits;
};

using ByObject = std::map<std::string, std::vector<uint32_t>>;

/// Accesses by kind and object, by the loop that they are in.
std::map<std::optional<uint32_t>, ByObject>
accessesByLoop(const ReportedKernel &K) {
  std::map<std::optional<uint32_t>, ByObject> Result;
  for (uint32_t I = 0; I < K.Accesses.size(); ++I) {
    const ReportedAccess &A = K.Accesses[I];
    Result[A.Loop][A.Kind + " " + A.Object].push_back(I);
  }
  return Result;
}

/// Appends the pairs of each object's indices, and what is left of them.
void matchObjects(const ByObject &Old, ByObject New,
                  const std::function<double(uint32_t, uint32_t)> &Likeness,
                  bool PairsRest, std::vector<Match> &Result) {
  for (const auto &[Object, Indices] : Old) {
    for (const Match &M :
         matchInOrder(Indices, New[Object], Likeness, PairsRest))
      Result.push_back(M);
    New.erase(Object);
  }
  for (const auto &[Object, Indices] : New)
    addRest(Result, {}, Indices, PairsRest);
}

/// Sorts by place in the new report; what is gone comes last.
void sortByNew(std::vector<Match> &Matches) {
  std::stable_sort(
      Matches.begin(), Matches.end(), [](const Match &A, const Match &B) {
        return A.New.value_or(UINT32_MAX) < B.New.value_or(UINT32_MAX);
      });
}

/// Accesses of one object are told apart by how they move; their column is a
/// hint.
double accessLikeness(const ReportedAccess &Old, const ReportedAccess &New) {
  const bool SamePattern = Old.AlongWorkItems == New.AlongWorkItems &&
                           Old.AlongLoops == New.AlongLoops;
  return 1 + 4 * SamePattern + 2 * (Old.NumBytes == New.NumBytes) +
         (Old.Predicated == New.Predicated) +
         0.5 * (Old.Loc.Column == New.Loc.Column);
}

} // namespace

std::vector<Match>
matchInOrder(const std::vector<uint32_t> &Old, const std::vector<uint32_t> &New,
             const std::function<double(uint32_t, uint32_t)> &Likeness,
             bool PairsRest) {
  std::vector<Match> Pairs;
  if (Old.size() * New.size() <= MostPairs)
    Pairs = bestPairs(Old, New, Likeness);
  else // by position
    for (size_t I = 0; I < std::min(Old.size(), New.size()); ++I)
      Pairs.push_back({Old[I], New[I]});
  std::vector<Match> Result;
  auto OldAt = Old.begin();
  auto NewAt = New.begin();
  for (const Match &Pair : Pairs) {
    auto OldEnd = std::find(OldAt, Old.end(), *Pair.Old);
    auto NewEnd = std::find(NewAt, New.end(), *Pair.New);
    addRest(Result, {OldAt, OldEnd}, {NewAt, NewEnd}, PairsRest);
    Result.push_back(Pair);
    OldAt = std::next(OldEnd);
    NewAt = std::next(NewEnd);
  }
  addRest(Result, {OldAt, Old.end()}, {NewAt, New.end()}, PairsRest);
  return Result;
}

std::vector<Match> matchLoops(const ReportedKernel &Old,
                              const ReportedKernel &New) {
  return LoopMatcher(Old, New).all();
}

/// Pairs those of \p Result that are new in one loop and gone from another:
/// they moved.
static void
matchMoved(const ReportedKernel &Old, const ReportedKernel &New,
           const std::function<double(uint32_t, uint32_t)> &Likeness,
           std::vector<Match> &Result) {
  ByObject GoneOf, NewOf;
  for (const Match &M : Result) {
    const ReportedAccess &A =
        M.Old ? Old.Accesses[*M.Old] : New.Accesses[*M.New];
    if (!M.New)
      GoneOf[A.Kind + " " + A.Object].push_back(*M.Old);
    else if (!M.Old)
      NewOf[A.Kind + " " + A.Object].push_back(*M.New);
  }
  std::erase_if(Result, [](const Match &M) { return !M.Old || !M.New; });
  matchObjects(GoneOf, NewOf, Likeness, /*PairsRest=*/false, Result);
}

std::vector<Match> matchAccesses(const ReportedKernel &Old,
                                 const ReportedKernel &New,
                                 const std::vector<Match> &Loops) {
  auto OldIn = accessesByLoop(Old), NewIn = accessesByLoop(New);
  auto Likeness = [&](uint32_t O, uint32_t N) {
    return accessLikeness(Old.Accesses[O], New.Accesses[N]);
  };
  std::vector<Match> Result;
  auto MatchIn = [&](const ByObject &Olds, const ByObject &News) {
    matchObjects(Olds, News, Likeness, /*PairsRest=*/false, Result);
  };
  MatchIn(OldIn[std::nullopt], NewIn[std::nullopt]);
  for (const Match &Loop : Loops)
    MatchIn(Loop.Old ? OldIn[Loop.Old] : ByObject(),
            Loop.New ? NewIn[Loop.New] : ByObject());
  matchMoved(Old, New, Likeness, Result);
  sortByNew(Result);
  return Result;
}

std::vector<Match> matchKernels(const std::vector<ReportedKernel> &Old,
                                const std::vector<ReportedKernel> &New) {
  ByObject OldOf, NewOf;
  for (uint32_t I = 0; I < Old.size(); ++I)
    OldOf[Old[I].Name].push_back(I);
  for (uint32_t I = 0; I < New.size(); ++I)
    NewOf[New[I].Name].push_back(I);
  auto Likeness = [&](uint32_t O, uint32_t N) {
    return 1.0 + isSameLaunch(Old[O], New[N]);
  };
  std::vector<Match> Result;
  matchObjects(OldOf, NewOf, Likeness, /*PairsRest=*/true, Result);
  sortByNew(Result);
  return Result;
}

bool isSameLaunch(const ReportedKernel &Old, const ReportedKernel &New) {
  if (Old.Global != New.Global)
    return false;
  for (const auto &[Name, Value] : Old.Args)
    if (auto It = New.Args.find(Name);
        It != New.Args.end() && It->second != Value)
      return false;
  return true;
}

std::string withoutLines(const std::string &Text) {
  constexpr const char *Digits = "0123456789";
  std::string Result;
  for (size_t I = 0; I < Text.size();) {
    const size_t End = std::min(Text.find_first_not_of(Digits, I), Text.size());
    if (End == I) {
      Result += Text[I++];
      continue;
    }
    const bool IsPair = End + 1 < Text.size() && Text[End] == ':' &&
                        std::isdigit((unsigned char)Text[End + 1]);
    const bool IsLine = Result.ends_with("trip(") ||
                        Result.ends_with("iteration(") ||
                        Result.ends_with("line ");
    if (!IsPair && !IsLine)
      Result.append(Text, I, End - I);
    I = IsPair ? std::min(Text.find_first_not_of(Digits, End + 1), Text.size())
               : End;
  }
  return Result;
}

} // namespace roofline
