// All mappings of blocks on units: the Pareto front, exactly.
#include "roofline/Explore/PlatformSearch.h"

#include "FeasibleSplit.h"
#include "WhyNoPlatform.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace roofline {
namespace {

/// Out[M] = min over S in M of Combine(First[S], Rest[M - S]).
template <typename Fn>
void bestSplit(const Table &First, BlockSet Candidates, const Table &Rest,
               Table &Out, Fn Combine) {
  for (BlockSet M = 0; M < Out.size(); ++M) {
    double Best = Rest[M]; // The empty set, which costs nothing.
    for (BlockSet S = M & Candidates; S; S = (S - 1) & M & Candidates)
      Best = std::min(Best, Combine(First[S], Rest[M ^ S]));
    Out[M] = Best;
  }
}

constexpr auto Larger = [](double A, double B) { return std::max(A, B); };

struct Point {
  double Risk = 0, Cost = 0, Power = 0;
  bool dominates(const Point &P) const {
    return Risk <= P.Risk && Cost <= P.Cost && Power <= P.Power;
  }
};

class Search {
public:
  Search(const System &S, const PlatformOptions &O, PlatformResult &R)
      : S(S), O(O), R(R), NumSets(size_t(1) << S.Blocks.size()),
        Full(BlockSet(NumSets - 1)) {}

  void run() {
    listInstances();
    for (const PricedUnit &P : R.Prices) {
      Risk.emplace_back(NumSets, Infinite);
      for (BlockSet B = P.Candidates;; B = (B - 1) & P.Candidates) {
        Risk.back()[B] = loadOf(P, B).risk();
        if (!B)
          break;
      }
    }
    listBetter();
    prepareBounds();
    countMeetingRate();
    Table None(NumSets, Infinite);
    None[0] = 0;
    grow({None, {0}}, 0, {}, {});
    for (auto &[P, Used] : Points)
      R.Front.push_back(bestMapping(Used));
    keepFront();
    if (!R.Front.empty())
      listFeasible();
    if (R.Front.empty())
      R.WhyNone = whyNoPlatform(S, R, nearest());
  }

private:
  struct Instance {
    uint32_t Unit, Place; ///< Place in R.Instances
    bool SameAsLast;
    double Cost, Power;
    /// Earlier instances that do all that this one does, with no more risk, at
    /// no more cost and power; those equal to it among them.
    std::vector<size_t> Better = {};
  };

  /// Costs and powers that are unknown are of units that no mapping has.
  static double costOf(const SystemUnit &U) {
    return U.Cost ? U.Cost->Value : 0;
  }
  static double powerOf(const SystemUnit &U) {
    return U.Power ? U.Power->Value.value() : 0;
  }

  /// By rising cost, so that cheap points, which dominate, are found first.
  void listInstances() {
    for (uint32_t U = 0; U < S.Units.size(); ++U)
      for (uint32_t N = 1; N <= S.Units[U].Count; ++N) {
        Order.push_back({U, uint32_t(R.Instances.size()), N > 1,
                         R.HasCost ? costOf(S.Units[U]) : 0,
                         R.HasPower ? powerOf(S.Units[U]) : 0});
        R.Instances.push_back({U, N});
      }
    std::stable_sort(Order.begin(), Order.end(),
                     [](const Instance &A, const Instance &B) {
                       return std::tie(A.Cost, A.Power, A.Unit) <
                              std::tie(B.Cost, B.Power, B.Unit);
                     });
  }

  void listBetter() {
    for (size_t I = 0; I < Order.size(); ++I)
      for (size_t J = 0; J < I; ++J) {
        const Table &OwnTable = Risk[Order[I].Unit],
                    &Other = Risk[Order[J].Unit];
        bool IsBetter = Order[J].Power <= Order[I].Power; // Cost: by order.
        for (BlockSet B = 0; IsBetter && B < NumSets; ++B)
          IsBetter = Other[B] <= OwnTable[B];
        if (IsBetter)
          Order[I].Better.push_back(J);
      }
  }

  BlockSet candidates(uint32_t Unit) const { return R.Prices[Unit].Candidates; }

  /// Computes the least risk, cost and power that the instances from the i-th
  /// on need for each set of blocks.
  void prepareBounds() {
    Table None(NumSets, Infinite);
    None[0] = 0;
    LeastRisk.assign(Order.size() + 1, None);
    LeastCost = LeastPower = LeastRisk;
    for (size_t I = Order.size(); I-- > 0;) {
      const Instance &Candidate = Order[I];
      const Table &OwnTable = Risk[Candidate.Unit];
      BlockSet C = candidates(Candidate.Unit);
      bestSplit(OwnTable, C, LeastRisk[I + 1], LeastRisk[I], Larger);
      auto Add = [](double Price) {
        return [=](double Risk, double Rest) {
          return isFeasible(Risk) ? Price + Rest : Infinite;
        };
      };
      bestSplit(OwnTable, C, LeastCost[I + 1], LeastCost[I],
                Add(Candidate.Cost));
      bestSplit(OwnTable, C, LeastPower[I + 1], LeastPower[I],
                Add(Candidate.Power));
    }
  }

  /// Equal units are interchangeable: each set of sets of blocks counts once,
  /// the set with the lowest block first.
  void countMeetingRate() {
    Table Count(NumSets, 0);
    Count[0] = 1;
    for (uint32_t U = 0; U < S.Units.size(); ++U) {
      Table Parts(NumSets, 0), Sum(NumSets, 0); // Of exactly, of up to N.
      Parts[0] = Sum[0] = 1;
      for (uint32_t N = 1;
           N <= std::min<size_t>(S.Units[U].Count, S.Blocks.size()); ++N) {
        Table Next(NumSets, 0);
        for (BlockSet M = 1; M < NumSets; ++M) {
          BlockSet Lowest = M & -M;
          if (!(Lowest & candidates(U)))
            continue;
          BlockSet Others = M & candidates(U) & ~Lowest;
          for (BlockSet Set = Others;; Set = (Set - 1) & Others) {
            if (isFeasible(Risk[U][Set | Lowest]))
              Next[M] += Parts[M ^ (Set | Lowest)];
            if (!Set)
              break;
          }
        }
        Parts = std::move(Next);
        for (BlockSet M = 1; M < NumSets; ++M)
          Sum[M] += Parts[M];
      }
      Table Total(NumSets, 0);
      for (BlockSet M = 0; M < NumSets; ++M)
        for (BlockSet Set = M;; Set = (Set - 1) & M) {
          Total[M] += Sum[Set] * Count[M ^ Set];
          if (!Set)
            break;
        }
      Count = std::move(Total);
    }
    R.NumMeetRate = Count[Full];
  }

  /// Sums of costs differ by their order in the last digits.
  bool withinLimits(double Cost, double Power) const {
    constexpr double Slack = 1 + 1e-9;
    return (!S.MaxCost || Cost <= *S.MaxCost * Slack) &&
           (!S.MaxPower || Power <= S.MaxPower->value() * Slack);
  }

  bool isDominated(const Point &P) {
    // Neighbours in a walk over sets are often dominated by the same point.
    if (LastDominating < Points.size() &&
        Points[LastDominating].first.dominates(P))
      return true;
    for (size_t I = 0; I < Points.size(); ++I)
      if (Points[I].first.dominates(P)) {
        LastDominating = I;
        return true;
      }
    return false;
  }

  /// Least risk by set of blocks on some instances, and the sets that may be a
  /// part of a mapping that is looked for.
  struct Reach {
    Table Risk;
    std::vector<BlockSet> Sets;
  };

  /// min over B of max(Have[B], OwnTable[Full - B]), where it is feasible.
  double bestJoin(const Reach &Have, const Table &OwnTable) const {
    double Best = Infinite;
    for (BlockSet B : Have.Sets)
      Best = std::min(Best, std::max(Have.Risk[B], OwnTable[Full ^ B]));
    return Best;
  }

  /// No mapping of \p Set, at \p Risk and \p Current, with the other blocks on
  /// instances from the I-th on is better in any respect.
  Point bound(BlockSet Set, double Risk, size_t I, const Point &Current) const {
    const BlockSet Rest = Full ^ Set;
    return {std::max(Risk, LeastRisk[I][Rest]),
            Current.Cost + LeastCost[I][Rest],
            Current.Power + LeastPower[I][Rest]};
  }

  /// No mapping that adds instances from the I-th on to \p Have, which costs
  /// \p Current, is better in any respect.
  Point bestFrom(const Reach &Have, size_t I, const Point &Current) const {
    Point Best{Infinite, Infinite, Infinite};
    for (BlockSet B : Have.Sets) {
      const Point P = bound(B, Have.Risk[B], I, Current);
      if (!isFeasible(P.Risk) || !withinLimits(P.Cost, P.Power))
        continue;
      Best.Risk = std::min(Best.Risk, P.Risk);
      Best.Cost = std::min(Best.Cost, P.Cost);
      Best.Power = std::min(Best.Power, P.Power);
    }
    return Best;
  }

  /// bestSplit() of what is feasible of \p Unit.
  void split(uint32_t Unit, const Table &Have, Table &Next) {
    if (NumSets >= FeasibleSplit::RowSize)
      Split.run(Risk[Unit], candidates(Unit), Have, Next);
    else
      bestSplit(Risk[Unit], candidates(Unit), Have, Next, Larger);
  }

  /// Leaves out what instances from the I-th on do not complete, or to no
  /// mapping that is new.
  void prune(Reach &R, size_t I, const Point &Current) {
    R.Sets.clear();
    for (BlockSet M = 0; M < NumSets; ++M) {
      const Point P = bound(M, R.Risk[M], I, Current);
      if (isFeasible(P.Risk) && withinLimits(P.Cost, P.Power) &&
          !isDominated(P))
        R.Sets.push_back(M);
      else
        R.Risk[M] = Infinite;
    }
  }

  /// Adds each instance from \p From on to those in \p Used, of which \p Have
  /// is the least risk by set of blocks, and goes on from there.
  void grow(const Reach &Have, size_t From, const Point &Current,
            const std::vector<size_t> &Used) {
    if (Used.size() == S.Blocks.size())
      return;
    const bool IsOutermost = Used.empty();
    Reach Next = {Table(NumSets), {}};
    for (size_t I = From; I < Order.size(); ++I) {
      const Instance &Candidate = Order[I];
      if (IsOutermost && O.Progress)
        O.Progress(I, Order.size());
      // In place of this one, a better one that is free would do.
      if (!std::includes(Used.begin(), Used.end(), Candidate.Better.begin(),
                         Candidate.Better.end()))
        continue;
      Point Bound = bestFrom(Have, I, Current);
      if (!isFeasible(Bound.Risk))
        return; // Later instances are fewer, and do no better.
      Point Reached{bestJoin(Have, Risk[Candidate.Unit]),
                    Current.Cost + Candidate.Cost,
                    Current.Power + Candidate.Power};
      Bound.Cost = std::max(Bound.Cost, Reached.Cost);
      Bound.Power = std::max(Bound.Power, Reached.Power);
      if (!withinLimits(Reached.Cost, Reached.Power) || isDominated(Bound))
        continue;
      std::vector<size_t> With = Used;
      With.push_back(I);
      if (isFeasible(Reached.Risk) && !isDominated(Reached)) {
        std::erase_if(Points, [&](const auto &Known) {
          return Reached.dominates(Known.first);
        });
        Points.emplace_back(Reached, With);
      }
      if (I + 1 == Order.size() || isDominated(Bound))
        continue;
      split(Candidate.Unit, Have.Risk, Next.Risk);
      prune(Next, I + 1, Reached);
      grow(Next, I + 1, Reached, With);
    }
  }

  /// A mapping of least risk on the instances \p Used, on which it is feasible.
  Mapping bestMapping(const std::vector<size_t> &Used) {
    std::vector<Table> Have(1, Table(NumSets, Infinite));
    Have[0][0] = 0;
    for (size_t I : Used) {
      Table Next(NumSets);
      split(Order[I].Unit, Have.back(), Next);
      Have.push_back(std::move(Next));
    }
    std::vector<BlockSet> Sets(Order.size());
    BlockSet Rest = Full;
    for (size_t K = Used.size(); K-- > 0;) {
      const Table &OwnTable = Risk[Order[Used[K]].Unit];
      BlockSet Set = Rest;
      while (Set &&
             std::max(OwnTable[Set], Have[K][Rest ^ Set]) > Have[K + 1][Rest])
        Set = (Set - 1) & Rest;
      Sets[Used[K]] = Set;
      Rest ^= Set;
    }
    sortEqualUnits(Sets);
    return mappingOf(Sets);
  }

  /// A mapping of least risk, which none may keep.
  Mapping nearest() const {
    Mapping None;
    None.Risk = Infinite;
    if (LeastRisk[0][Full] == Infinite)
      return None;
    std::vector<BlockSet> Sets(Order.size());
    BlockSet Rest = Full;
    for (size_t I = 0; I < Order.size(); ++I) {
      const BlockSet Own = Rest & candidates(Order[I].Unit);
      for (BlockSet Set = Own;; Set = (Set - 1) & Own) {
        const double Both = std::max(Set ? Risk[Order[I].Unit][Set] : 0,
                                     LeastRisk[I + 1][Rest ^ Set]);
        if (Both <= LeastRisk[I][Rest]) {
          Sets[I] = Set;
          break;
        }
      }
      Rest ^= Sets[I];
    }
    return mappingOf(Sets);
  }

  /// As list() has them: of equal units the one with the lowest block first.
  void sortEqualUnits(std::vector<BlockSet> &Sets) const {
    for (size_t I = 0, End; I < Sets.size(); I = End) {
      for (End = I + 1; End < Sets.size() && Order[End].SameAsLast;)
        ++End;
      std::sort(Sets.begin() + I, Sets.begin() + End,
                [](BlockSet A, BlockSet B) {
                  return std::countr_zero(A) < std::countr_zero(B);
                });
    }
  }

  /// \p Sets is by place in Order.
  Mapping mappingOf(const std::vector<BlockSet> &Sets) const {
    Mapping M;
    M.Blocks.resize(Sets.size());
    for (size_t I = 0; I < Sets.size(); ++I) {
      if (!Sets[I])
        continue;
      M.Blocks[Order[I].Place] = Sets[I];
      M.Risk = std::max(M.Risk, Risk[Order[I].Unit][Sets[I]]);
      M.Cost += Order[I].Cost;
      M.Power += Order[I].Power;
    }
    return M;
  }

  static bool isBefore(const Mapping &A, const Mapping &B) {
    return std::tie(A.Risk, A.Cost, A.Power, B.Blocks) <
           std::tie(B.Risk, B.Cost, B.Power, A.Blocks);
  }

  /// One mapping for each point that no other one dominates.
  void keepFront() {
    std::sort(R.Front.begin(), R.Front.end(), isBefore);
    std::vector<Mapping> Kept;
    for (Mapping &M : R.Front)
      if (std::none_of(Kept.begin(), Kept.end(), [&](const Mapping &K) {
            return K.Cost <= M.Cost && K.Power <= M.Power;
          }))
        Kept.push_back(std::move(M));
    R.Front = std::move(Kept);
  }

  void listFeasible() {
    std::vector<BlockSet> Sets(Order.size());
    R.FeasibleComplete = O.MaxListed > 0 && list(0, Full, {}, Sets);
    if (!R.FeasibleComplete)
      R.Feasible.clear();
    std::sort(R.Feasible.begin(), R.Feasible.end(), isBefore);
  }

  /// False where there are too many.
  bool list(size_t I, BlockSet Rest, const Point &Current,
            std::vector<BlockSet> &Sets) {
    if (!isFeasible(LeastRisk[I][Rest]) ||
        !withinLimits(Current.Cost + LeastCost[I][Rest],
                      Current.Power + LeastPower[I][Rest]))
      return true;
    if (!Rest) {
      if (R.Feasible.size() == O.MaxListed)
        return false;
      R.Feasible.push_back(mappingOf(Sets));
      return true;
    }
    const Instance &Candidate = Order[I];
    BlockSet Allowed = Rest & candidates(Candidate.Unit);
    for (BlockSet Set = Allowed;; Set = (Set - 1) & Allowed) {
      if (!Set)
        break;
      // Equal units come in the order of their lowest blocks.
      BlockSet Last = Candidate.SameAsLast ? Sets[I - 1] : 0;
      bool InOrder =
          !Candidate.SameAsLast || (Last && (Last & -Last) < (Set & -Set));
      if (!InOrder || !isFeasible(Risk[Candidate.Unit][Set]))
        continue;
      Sets[I] = Set;
      Point With{0, Current.Cost + Candidate.Cost,
                 Current.Power + Candidate.Power};
      bool Fits = list(I + 1, Rest ^ Set, With, Sets);
      Sets[I] = 0;
      if (!Fits)
        return false;
    }
    return list(I + 1, Rest, Current, Sets);
  }

  const System &S;
  const PlatformOptions &O;
  PlatformResult &R;
  size_t NumSets;
  BlockSet Full;
  std::vector<Instance> Order;
  std::vector<Table> Risk;                             ///< by unit
  std::vector<Table> LeastRisk, LeastCost, LeastPower; ///< by place in Order
  std::vector<std::pair<Point, std::vector<size_t>>> Points;
  size_t LastDominating = 0; ///< of isDominated(), where it looks first
  FeasibleSplit Split;
};

/// Notes what cannot be compared. A unit that cannot be shown to meet a limit
/// is no candidate, and keeps nobody else from being compared.
void noteMissing(const System &S, PlatformResult &R) {
  for (size_t U = 0; U < S.Units.size(); ++U) {
    PricedUnit &P = R.Prices[U];
    const SystemUnit &Unit = S.Units[U];
    auto IsUnknown = [&](const char *Name) {
      return std::string(Name) + " of unit " + Unit.Name + " is unknown";
    };
    auto LeaveOut = [&](const char *Name) {
      if (!P.Candidates)
        return;
      R.Missing.push_back(IsUnknown(Name) + ", and limited: it is left out");
      for (PricedUnit::BlockPrice &B : P.Blocks)
        if (B.Unfit.empty())
          B.Unfit = std::string("its ") + Name + " is unknown, and limited";
      P.Candidates = 0;
    };
    auto DoNotCompare = [&](const char *Name, bool &Has) {
      if (!P.Candidates)
        return;
      Has = false;
      R.Missing.push_back(IsUnknown(Name) + ": mappings are not compared by " +
                          Name);
    };
    if (!Unit.Cost && S.MaxCost)
      LeaveOut("cost");
    if (!Unit.Power && S.MaxPower)
      LeaveOut("power");
    if (!Unit.Cost)
      DoNotCompare("cost", R.HasCost);
    if (!Unit.Power)
      DoNotCompare("power", R.HasPower);
    for (size_t B = 0; B < S.Blocks.size(); ++B)
      if (P.Blocks[B].Unfit.empty())
        for (const std::string &What : P.Blocks[B].Unchecked)
          R.Missing.push_back("block " + S.Blocks[B].Name + " on unit " +
                              Unit.Name + ": " + What);
  }
}

/// Rates that are not of the kind that was asked for.
void noteFallbacks(const System &S, PlatformResult &R) {
  auto Note = [&](const SystemUnit &U, const std::string &Name,
                  const auto &Rate) {
    bool Measured = R.Which == Peaks::Measured;
    if (Measured ? !Rate.Measured : !Rate.Theoretical)
      R.Fallbacks.push_back(Name + " of unit " + U.Name + " is " +
                            (Measured ? "theoretical" : "measured") +
                            ": there is no other");
  };
  for (const SystemUnit &U : S.Units) {
    for (const Ceiling &C : U.Unit.Ceilings)
      Note(U, "ceiling " + C.Name, C.Peak);
    for (const DataSource &D : U.Unit.Sources)
      Note(U, "bandwidth of " + D.Name, D.Bandwidth);
  }
}

} // namespace

PlatformResult choosePlatform(const System &S, const PlatformOptions &O) {
  PlatformResult R;
  R.Which = O.Which;
  noteFallbacks(S, R);
  for (const SystemUnit &U : S.Units)
    R.Prices.push_back(priceUnit(S, U, O.Which));
  noteMissing(S, R);
  Search(S, O, R).run();
  return R;
}

} // namespace roofline
