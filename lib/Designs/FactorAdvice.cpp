// The best single factor of each kind, as the model "board" prices it.
#include "AdviceParts.h"

#include "roofline/Designs/KernelChoices.h"
#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>

namespace roofline {
namespace {

/// Replays of the launch that advice on one kernel may take, and of these for
/// unrolling.
constexpr unsigned MostReplays = 16, MostOfLoops = 8;
/// [1] A loop that decides less of the time than this is not unrolled.
constexpr double LeastHeat = 0.05;
/// Of changes whose times differ by less than this, the smallest is taken.
constexpr double AsGood = 1.05;
/// A doubling that gains less than this ends the doublings.
constexpr double LeastStep = 1.02;

struct Change {
  PricedKernelDesign P;
  WhatIf To;
};

class FactorAdvisor {
public:
  explicit FactorAdvisor(const KernelOnBoard &K)
      : K(K), Kernel(*K.Bound.Kernel), Own(withGroup(K)),
        Choices(K.Bound, Own, Space, K.D),
        Now(priceDesign(K.Bound, K.E, K.F, K.D, std::nullopt)) {}

  std::vector<Advice> advise() {
    adviseUnits();
    adviseLanes();
    adviseLoops();
    adviseGroups();
    return std::move(Result);
  }

private:
  /// The launch with the groups that the replay took, where it names none.
  static Launch withGroup(const KernelOnBoard &K) {
    Launch L = K.L;
    if (!L.Local && L.Dimensions)
      L.Local = K.E.Of.GroupSize;
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

  PricedKernelDesign priced(const BoundKernel &Of, const BoardEstimate &E,
                            const Design &D) const {
    return priceDesign(Of, E, *fitDesign(Kernel, E, K.Board), D, std::nullopt);
  }

  PricedKernelDesign replayed(const Design &D) {
    ++Replays;
    return priced(K.Bound, estimateBoard(K.Bound, Own, D, K.Board, K.With), D);
  }

  // Kinds of changes
  // -------------------------------------------------------------------------

  void adviseUnits() {
    double NumGroups = 1;
    for (uint64_t Number : K.E.Of.NumGroups)
      NumGroups *= double(Number);
    std::vector<Change> Found;
    for (uint32_t Units : Choices.computeUnits(NumGroups)) {
      if (Units <= K.D.ComputeUnits)
        continue;
      const BoardEstimate E =
          withComputeUnits(K.Bound, K.L, K.E, Units, K.Board, K.With);
      Found.push_back({priced(K.Bound, E, K.D), {K.D, std::nullopt}});
      Found.back().To.D.ComputeUnits = Units;
    }
    say("CU", Found, Kernel.Loc, [](const Change &C) {
      return "replicate the pipeline: num_compute_units(" +
             std::to_string(C.To.D.ComputeUnits) + ")";
    });
  }

  /// Prices designs that grow, until one is too large or gains nothing over the
  /// one before.
  void grow(const std::vector<Design> &Growing, unsigned Most,
            std::vector<Change> &Found) {
    double Before = Now.Time.value();
    for (const Design &D : Growing) {
      if (Replays >= Most)
        return;
      PricedKernelDesign P = replayed(D);
      if (!fits(P))
        return;
      const double Then = P.Time.value();
      Found.push_back({std::move(P), {D, std::nullopt}});
      if (Before < Then * LeastStep)
        return;
      Before = Then;
    }
  }

  void adviseLanes() {
    std::vector<Design> Wider;
    for (uint32_t Simd : Choices.lanes(0))
      if (Simd > K.D.Simd) {
        Wider.push_back(K.D);
        Wider.back().Simd = Simd;
      }
    std::vector<Change> Found;
    grow(Wider, MostReplays, Found);
    say("SIMD", Found, Kernel.Loc, [](const Change &C) {
      return "vectorise the kernel: num_simd_work_items(" +
             std::to_string(C.To.D.Simd) + ")";
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

  /// True where the compiler, or the source, leaves no loop of \p Of.
  bool isGone(const LoopChoice &Of) const {
    return std::all_of(Of.Loops.begin(), Of.Loops.end(), [&](uint32_t Id) {
      return K.E.D.Unroll[Id] >= K.Bound.Loops[Id].Trip;
    });
  }

  /// The designs with 2, 4, 8, 16 times as many copies of \p Of and with all of
  /// its iterations, as far as its factors permit.
  std::vector<Design> unrolled(const LoopChoice &Of) const {
    const uint32_t Own = K.E.D.Unroll[Of.Loops.front()];
    const double Trip = K.Bound.Loops[Of.Loops.front()].Trip;
    std::vector<Design> Growing;
    for (uint32_t Factor : Of.Factors) {
      const uint32_t Times = Factor / std::max(1u, Own);
      const bool IsStep = Factor % Own == 0 && Times >= 2 && Times <= 16 &&
                          (Times & (Times - 1)) == 0;
      if (!IsStep && (Factor <= Own || Factor != Trip))
        continue;
      Design D = K.D;
      for (uint32_t Id : Of.Loops)
        D.Unroll[Id] = Factor;
      if (Choices.mayUnroll(D))
        Growing.push_back(std::move(D));
    }
    return Growing;
  }

  void adviseLoops() {
    std::vector<std::pair<double, const LoopChoice *>> Hot;
    for (const LoopChoice &Of : Choices.loops()) {
      double Heat = 0;
      for (uint32_t Id : Of.Loops)
        Heat = std::max(Heat, heatOf(Id));
      if (Heat >= LeastHeat && !isGone(Of))
        Hot.push_back({Heat, &Of});
    }
    std::stable_sort(Hot.begin(), Hot.end(), [](const auto &L, const auto &R) {
      return L.first > R.first;
    });
    std::vector<Change> Found;
    const unsigned Most = std::min(MostReplays, Replays + MostOfLoops);
    for (const auto &[Heat, Of] : Hot)
      grow(unrolled(*Of), Most, Found);
    const Change *Best = best(Found);
    if (!Best)
      return;
    uint32_t Id = 0;
    while (Best->To.D.Unroll[Id] == K.D.Unroll[Id])
      ++Id;
    const SourceLocation &Loc = Kernel.Loops[Id].Loc;
    say("UL", Found, Loc, [&](const Change &C) {
      return "unroll the loop" + atLine(Kernel, Loc) + ": #pragma unroll " +
             std::to_string(C.To.D.Unroll[Id]);
    });
  }

  /// The largest groups that are permitted, the widest along dimension 0 first,
  /// and twice the present one.
  std::vector<GroupSize> largeGroups() const {
    std::vector<GroupSize> Sizes;
    uint64_t Most = 0;
    auto Items = [](const GroupSize &S) { return S[0] * S[1] * S[2]; };
    for (const auto &Size : Choices.Groups)
      if (Size && *Size != K.E.Of.GroupSize && (*Size)[0] % K.D.Simd == 0) {
        Sizes.push_back(*Size);
        Most = std::max(Most, Items(*Size));
      }
    std::erase_if(Sizes, [&](const GroupSize &S) { return Items(S) < Most; });
    std::stable_sort(Sizes.begin(), Sizes.end(),
                     [](const GroupSize &L, const GroupSize &R) {
                       return L[0] != R[0] ? L[0] > R[0] : L[1] > R[1];
                     });
    return Sizes;
  }

  void adviseGroups() {
    std::vector<Change> Found;
    for (const GroupSize &Size : largeGroups()) {
      if (Replays >= MostReplays)
        break;
      ++Replays;
      Launch Changed = Own;
      Changed.Local = Size;
      const BoundKernel Bound =
          bindKernel(Kernel, Changed, K.Board, Hertz(K.Bound.Clock));
      Found.push_back(
          {priced(Bound, estimateBoard(Bound, Changed, K.D, K.Board, K.With),
                  K.D),
           {K.D, Size}});
    }
    say("WG", Found, Kernel.Loc, [](const Change &C) {
      return "launch it in groups of " + groupText(*C.To.Local);
    });
  }

  // Lines
  // -------------------------------------------------------------------------

  /// The smallest of \p Found that fit and are as fast as the fastest; nothing
  /// where none is worth it.
  const Change *best(const std::vector<Change> &Found) const {
    double Least = Now.Time.value() / LeastBoardGain;
    for (const Change &C : Found)
      if (fits(C.P))
        Least = std::min(Least, C.P.Time.value());
    const Change *Best = nullptr;
    for (const Change &C : Found)
      if (fits(C.P) && C.P.Time.value() <= Least * AsGood &&
          C.P.Time.value() * LeastBoardGain <= Now.Time.value() &&
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
    A.Gain = Now.Time.value() / P.Time.value();
    A.Guards = guardsOf(Best->To);
    A.OnBoard =
        PricedChange{Now.Time,
                     P.Time,
                     Now.Clock,
                     P.Clock,
                     P.Used,
                     P.Limit,
                     whatIfText(K.Bound, sourceDesign(K.Bound), Best->To)};
    Result.push_back(std::move(A));
  }

  /// The catches that the change adds, and what it asks of the work-group.
  std::vector<std::string> guardsOf(const WhatIf &To) const {
    const std::vector<std::string> Before = unrollGuards(K.Bound, K.D);
    std::vector<std::string> Guards;
    if (To.Local || (To.D.Simd > 1 && To.D.Simd != K.D.Simd))
      if (!Kernel.Attributes.ReqdWorkGroupSize) {
        const GroupSize Size = To.Local.value_or(K.E.Of.GroupSize);
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
  const Launch Own;
  KernelSpace Space = space();
  const KernelChoices Choices;
  const PricedKernelDesign Now;
  unsigned Replays = 0;
  std::vector<Advice> Result;
};

} // namespace

std::vector<Advice> factorAdvice(const KernelOnBoard &K) {
  return FactorAdvisor(K).advise();
}

} // namespace roofline
