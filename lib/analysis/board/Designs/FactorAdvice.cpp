// The best single factor of each kind, as the model "board" prices it.
#include "AdviceParts.h"

#include "roofline/Designs/KernelChoices.h"
#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <thread>

namespace roofline {
namespace {

/// Replays of the launch that advice on one kernel may take for unrolling, and
/// for vectors. A replay takes some milliseconds.
constexpr unsigned MostOfLoops = 6, MostOfLanes = 4;
/// [1] A loop that decides less of the time than this is not unrolled.
constexpr double LeastHeat = 0.05;
/// The smallest change wins where times differ by less than this factor.
constexpr double AsGood = 1.05;

struct Change {
  PricedKernelDesign P;
  WhatIf Next;
};

class FactorAdvisor {
public:
  explicit FactorAdvisor(const KernelOnBoard &K)
      : K(K), Kernel(*K.Bound.Kernel), OwnLaunch(withGroup(K)),
        Replays(K.Bound, OwnLaunch, K.With),
        Choices(K.Bound, OwnLaunch, Space, K.D),
        Current(priceDesign(K.E, K.F, K.D, K.Clock)) {}

  /// Runs the parts that take replays at the same time.
  std::vector<Advice> advise() {
    std::vector<Change> Lanes, Loops, Groups;
    std::thread OfLanes([&] { Lanes = lanes(); });
    std::thread OfGroups([&] { Groups = groups(); });
    Loops = loops();
    OfLanes.join();
    OfGroups.join();
    sayUnits(units());
    sayLanes(Lanes);
    sayLoops(Loops);
    sayGroups(Groups);
    return std::move(Result);
  }

private:
  /// The launch with the groups that the replay took, where it names none.
  static Launch withGroup(const KernelOnBoard &K) {
    Launch L = K.L;
    if (!L.Local && L.Dimensions)
      L.Local = K.E.LaunchReplay.GroupSize;
    return L;
  }

  static KernelSpace space() {
    KernelSpace S;
    S.MostReplays = UINT64_MAX; // most of them are not asked for
    return S;
  }

  bool fits(const PricedKernelDesign &P) const {
    return P.Used.Logic <= 1 && P.Used.Memory <= 1 && P.Used.Dsp <= 1;
  }

  PricedKernelDesign priced(const BoardEstimate &E, const Design &D) const {
    return priceDesign(E, *fitDesign(Kernel, E, K.Board), D, K.Clock);
  }

  PricedKernelDesign replayed(const Design &D) const {
    return priced(estimateBoard(K.Bound, Replays, D, K.Board, K.With), D);
  }

  /// True where one work-item alone takes longer than all passes: to go through
  /// several pipelines, or in vectors, makes it no shorter. Seen: hist, where
  /// the model's overlap gains up to 9 % of another unit and the board none.
  bool waitsForLatency() const { return K.E.limit() == BoardLimit::Latency; }

  // Kinds of changes
  // -------------------------------------------------------------------------

  std::vector<Change> units() const {
    double NumGroups = 1;
    for (uint64_t Number : K.E.LaunchReplay.NumGroups)
      NumGroups *= double(Number);
    std::vector<Change> Found;
    if (waitsForLatency())
      return Found;
    for (uint32_t Units : Choices.computeUnits(NumGroups)) {
      if (Units <= K.D.ComputeUnits)
        continue;
      const BoardEstimate E =
          withComputeUnits(K.Bound, K.E, Units, K.Board, K.With);
      Found.push_back({priced(E, K.D), {K.D, std::nullopt}});
      Found.back().Next.D.ComputeUnits = Units;
    }
    return Found;
  }

  void sayUnits(const std::vector<Change> &Found) {
    say("CU", Found, Kernel.Loc, [](const Change &C) {
      return "replicate the pipeline: num_compute_units(" +
             std::to_string(C.Next.D.ComputeUnits) + ")";
    });
  }

  /// Prices some of \p Growing, each of which has the copies of the one before
  /// and more: the largest that fits, and of the smaller ones the smallest that
  /// is as fast. A design is no faster than its copies are more.
  void grow(const std::vector<Design> &Growing, unsigned &Replays,
            std::vector<Change> &Found) const {
    std::vector<std::optional<Change>> Priced(Growing.size());
    auto At = [&](size_t I) -> const PricedKernelDesign * {
      if (!Priced[I] && Replays == 0)
        return nullptr;
      if (!Priced[I]) {
        --Replays;
        Priced[I] = {replayed(Growing[I]), {Growing[I], std::nullopt}};
      }
      return fits(Priced[I]->P) ? &Priced[I]->P : nullptr;
    };
    size_t Fit = Growing.size(), First = 0; // designs from Fit on are too large
    if (Fit > 0 && !At(--Fit))
      while (First < Fit) {
        const size_t Middle = (First + Fit) / 2;
        if (At(Middle))
          First = Middle + 1;
        else
          Fit = Middle;
      }
    else
      Fit = Growing.size();
    if (Fit == 0)
      return;
    double Best = std::min(At(Fit - 1)->Time.value(),
                           Current.Time.value() / LeastBoardGain);
    auto MayBeAsGood = [&](size_t I) {
      return Current.Time.value() <= Best * AsGood * copies(Growing[I]);
    };
    size_t Least = 0, End = Fit - 1;
    while (Least < End) {
      const size_t Middle = (Least + End) / 2;
      const PricedKernelDesign *P = MayBeAsGood(Middle) ? At(Middle) : nullptr;
      if (P && P->Time.value() <= Best * AsGood)
        End = Middle;
      else
        Least = Middle + 1;
      if (P)
        Best = std::min(Best, P->Time.value());
    }
    for (auto &P : Priced)
      if (P)
        Found.push_back(std::move(*P));
  }

  /// [1] How many times as many copies of something \p D has.
  double copies(const Design &D) const {
    double Most = double(D.Simd) / K.D.Simd;
    for (size_t Id = 0; Id < D.Unroll.size(); ++Id)
      Most = std::max(Most, double(D.Unroll[Id]) / K.E.D.Unroll[Id]);
    return Most;
  }

  std::vector<Change> lanes() const {
    std::vector<Design> Wider;
    if (waitsForLatency())
      return {};
    for (uint32_t Simd : Choices.lanes(0))
      if (Simd > K.D.Simd) {
        Wider.push_back(K.D);
        Wider.back().Simd = Simd;
      }
    std::vector<Change> Found;
    unsigned Replays = MostOfLanes;
    grow(Wider, Replays, Found);
    return Found;
  }

  void sayLanes(const std::vector<Change> &Found) {
    say("SIMD", Found, Kernel.Loc, [](const Change &C) {
      return "vectorise the kernel: num_simd_work_items(" +
             std::to_string(C.Next.D.Simd) + ")";
    });
  }

  /// True where loop \p Id is loop \p Around or inside of it.
  bool isInside(std::optional<uint32_t> Id, uint32_t Around) const {
    while (Id && *Id != Around)
      Id = Kernel.Loops[*Id].Parent;
    return Id.has_value();
  }

  /// [1] How much of the time loop \p Id, with what is inside, decides.
  double heatOf(uint32_t Id) const {
    double Sum = 0;
    for (const Pipeline &P : K.E.Pipelines)
      if (isInside(P.Loop, Id))
        Sum += P.Passes * P.Interval;
    if (K.E.limit() == BoardLimit::Latency)
      Sum = std::max(Sum, K.E.LatencyCycles);
    double Words = 0;
    for (const Pipeline &P : K.E.Pipelines)
      if (isInside(P.Loop, Id))
        Words += P.Words;
    if (K.E.words() > 0)
      Sum = std::max(Sum, K.E.MemoryCycles * Words / K.E.words());
    return Sum / std::max(1.0, K.E.Cycles);
  }

  /// True where the compiler, or the source, leaves no loop of \p Choice.
  bool isGone(const LoopChoice &Choice) const {
    return std::all_of(Choice.Loops.begin(), Choice.Loops.end(),
                       [&](uint32_t Id) {
                         return K.E.D.Unroll[Id] >= K.Bound.Loops[Id].Trip;
                       });
  }

  /// The designs with 2, 4, 8, 16 times as many copies of \p Choice and with
  /// all of its iterations, as far as its factors permit.
  std::vector<Design> unrolled(const LoopChoice &Choice) const {
    const uint32_t Own = K.E.D.Unroll[Choice.Loops.front()];
    const double Trip = K.Bound.Loops[Choice.Loops.front()].Trip;
    std::vector<Design> Growing;
    for (uint32_t Factor : Choice.Factors) {
      const uint32_t Times = Factor / std::max(1u, Own);
      const bool IsStep = Factor % Own == 0 && Times >= 2 && Times <= 16 &&
                          (Times & (Times - 1)) == 0;
      if (!IsStep && (Factor <= Own || Factor != Trip))
        continue;
      Design D = K.D;
      for (uint32_t Id : Choice.Loops)
        D.Unroll[Id] = Factor;
      if (Choices.mayUnroll(D))
        Growing.push_back(std::move(D));
    }
    return Growing;
  }

  std::vector<Change> loops() const {
    std::vector<std::pair<double, const LoopChoice *>> Hot;
    for (const LoopChoice &Choice : Choices.loops()) {
      double Heat = 0;
      for (uint32_t Id : Choice.Loops)
        Heat = std::max(Heat, heatOf(Id));
      if (Heat >= LeastHeat && !isGone(Choice))
        Hot.push_back({Heat, &Choice});
    }
    std::stable_sort(Hot.begin(), Hot.end(), [](const auto &L, const auto &R) {
      return L.first > R.first;
    });
    std::vector<Change> Found;
    unsigned Replays = MostOfLoops;
    for (const auto &[Heat, Of] : Hot)
      grow(unrolled(*Of), Replays, Found);
    return Found;
  }

  void sayLoops(const std::vector<Change> &Found) {
    const Change *Best = best(Found);
    if (!Best)
      return;
    uint32_t Id = 0;
    while (Best->Next.D.Unroll[Id] == K.D.Unroll[Id])
      ++Id;
    const SourceLocation &Loc = Kernel.Loops[Id].Loc;
    say("UL", Found, Loc, [&](const Change &C) {
      return "unroll the loop" + atLine(Kernel, Loc) + ": #pragma unroll " +
             std::to_string(C.Next.D.Unroll[Id]);
    });
  }

  /// At most three of the largest permitted groups: the widest along dimension
  /// 0, the narrowest, and one between.
  std::vector<GroupSize> largeGroups() const {
    std::vector<GroupSize> Sizes;
    uint64_t Most = 0;
    auto Items = [](const GroupSize &S) { return S[0] * S[1] * S[2]; };
    for (const auto &Size : Choices.Groups)
      if (Size && *Size != K.E.LaunchReplay.GroupSize &&
          (*Size)[0] % K.D.Simd == 0) {
        Sizes.push_back(*Size);
        Most = std::max(Most, Items(*Size));
      }
    std::erase_if(Sizes, [&](const GroupSize &S) { return Items(S) < Most; });
    std::stable_sort(Sizes.begin(), Sizes.end(),
                     [](const GroupSize &L, const GroupSize &R) {
                       return L[0] != R[0] ? L[0] > R[0] : L[1] > R[1];
                     });
    if (Sizes.size() > 3)
      Sizes = {Sizes.front(), Sizes[Sizes.size() / 2], Sizes.back()};
    return Sizes;
  }

  std::vector<Change> groups() const {
    std::vector<Change> Found;
    if (!wordsMatter(K))
      return Found; // the passes stay as many
    for (const GroupSize &Size : largeGroups()) {
      Launch Changed = OwnLaunch;
      Changed.Local = Size;
      const BoundKernel Bound =
          bindKernel(Kernel, Changed, K.Board, Hertz(K.Bound.Clock));
      Found.push_back(
          {priced(estimateBoard(Bound, Changed, K.D, K.Board, K.With), K.D),
           {K.D, Size}});
    }
    return Found;
  }

  void sayGroups(const std::vector<Change> &Found) {
    say("WG", Found, Kernel.Loc, [](const Change &C) {
      return "launch it in groups of " + groupText(*C.Next.Local);
    });
  }

  // Lines
  // -------------------------------------------------------------------------

  /// True where \p C fits and takes fewer cycles. A memory with more writers
  /// may have fewer copies and so a faster clock, but writers gain nothing by
  /// that.
  bool isWorthIt(const Change &C) const {
    return fits(C.P) && C.P.Cycles * LeastBoardGain <= Current.Cycles;
  }

  /// The smallest of \p Found that fit and are as fast as the fastest; nothing
  /// where none is worth it.
  const Change *best(const std::vector<Change> &Found) const {
    double Least = Current.Time.value() / LeastBoardGain;
    for (const Change &C : Found)
      if (isWorthIt(C))
        Least = std::min(Least, C.P.Time.value());
    const Change *Best = nullptr;
    for (const Change &C : Found)
      if (isWorthIt(C) && C.P.Time.value() <= Least * AsGood &&
          C.P.Time.value() * LeastBoardGain <= Current.Time.value() &&
          (!Best || C.P.Need.Logic < Best->P.Need.Logic))
        Best = &C;
    return Best;
  }

  template <typename TextOf>
  void say(const char *Kind, const std::vector<Change> &Found,
           const SourceLocation &Loc, TextOf Text) {
    const Change *Best = best(Found);
    if (!Best)
      return;
    const PricedKernelDesign &P = Best->P;
    Advice A;
    A.Optimisation = Kind;
    A.Loc = Loc;
    A.Text = Text(*Best);
    A.Gain = Current.Time.value() / P.Time.value();
    A.Guards = guardsOf(Best->Next);
    A.OnBoard = PricedChange{Current.Time, P.Time,  Current.Clock,     P.Clock,
                             P.Used,       P.Limit, textOf(Best->Next)};
    Result.push_back(std::move(A));
  }

  /// The argument of --what-if for \p To. Empty where no text names the design:
  /// a body that is included twice has two loops at one place.
  std::string textOf(const WhatIf &To) const {
    const Design Source = sourceDesign(K.Bound);
    std::string Text = whatIfText(K.Bound, Source, To);
    return std::holds_alternative<WhatIf>(parseWhatIf(Text, K.Bound, Source))
               ? Text
               : "";
  }

  /// The catches that the change adds, and what it asks of the work-group.
  std::vector<std::string> guardsOf(const WhatIf &To) const {
    const std::vector<std::string> Before = unrollGuards(K.Bound, K.D);
    std::vector<std::string> Guards;
    if (To.Local || (To.D.Simd > 1 && To.D.Simd != K.D.Simd))
      if (!Kernel.Attributes.ReqdWorkGroupSize) {
        const GroupSize Size = To.Local.value_or(K.E.LaunchReplay.GroupSize);
        Guards.push_back("the source has to say reqd_work_group_size(" +
                         std::to_string(Size[0]) + "," +
                         std::to_string(Size[1]) + "," +
                         std::to_string(Size[2]) + ")");
      }
    if (To.D.Simd != K.D.Simd && !Kernel.DivergentBranches.empty())
      Guards.push_back("the branch" +
                       atLine(Kernel, Kernel.DivergentBranches.front()) +
                       " depends on the work-item: all lanes run both sides "
                       "of it");
    for (std::string &G : unrollGuards(K.Bound, To.D))
      if (std::find(Before.begin(), Before.end(), G) == Before.end())
        Guards.push_back(std::move(G));
    return Guards;
  }

  const KernelOnBoard &K;
  const KernelSummary &Kernel;
  const Launch OwnLaunch;
  const LaunchReplays Replays;
  KernelSpace Space = space();
  const KernelChoices Choices;
  const PricedKernelDesign Current;
  std::vector<Advice> Result;
};

} // namespace

std::vector<Advice> factorAdvice(const KernelOnBoard &K) {
  return FactorAdvisor(K).advise();
}

} // namespace roofline
