// The best designs of a stream kernel on a device.
#include "roofline/StreamSearch/StreamSearch.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/Variant.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace roofline {
namespace {

/// Needs to minimise, besides time.
using Needs = std::array<double, 4>;

Needs needsOf(const StreamDesign &D,
              const std::optional<FabricResources> &Need) noexcept {
  if (!Need) // no cost model
    return {double(D.Lanes) * D.Vector, double(D.Lanes), 0, 0};
  return {Need->Luts, Need->Registers, Need->DspBlocks, Need->MemoryBlocks};
}

bool isNoLess(const Needs &L, const Needs &R) noexcept {
  for (size_t I = 0; I < L.size(); ++I)
    if (L[I] < R[I])
      return false;
  return true;
}

void setPositions(StreamPricing &P, int64_t Positions) {
  Box &Space = P.Kernel.Space;
  int64_t &Last = Space.Size[P.Kernel.NumDimensions - 1];
  Last = Positions / (Space.volume() / Last);
}

/// Lanes, vectors and forms of one execution.
struct Row {
  ElementForm Form;
  MemoryForm Memory;
  uint32_t Vector;
};

void exclude(std::vector<ExcludedDesigns> &Excluded, const StreamDesign &D,
             const std::string &Why) {
  if (std::none_of(Excluded.begin(), Excluded.end(),
                   [&](const ExcludedDesigns &E) { return E.Why == Why; }))
    Excluded.push_back({D, Why});
}

/// Calls \p Use for each row with a legal design of one lane.
template <typename UseFn>
void forEachRow(const StreamPricing &P, const StreamSpace &Space,
                std::vector<ExcludedDesigns> &Excluded, UseFn Use) {
  for (ElementForm Form :
       {ElementForm::Pipe, ElementForm::Comb, ElementForm::Seq})
    for (MemoryForm Memory : {MemoryForm::B, MemoryForm::C, MemoryForm::A})
      for (uint32_t V = 1; V <= Space.MaxVector && V <= 1u << MaxLogVector;
           V *= 2) {
        StreamDesign D = {1, V, Form, Memory};
        if (P.Kernel.Space.Size[0] % V != 0 ||
            Space.Form.value_or(Form) != Form)
          continue;
        std::optional<std::string> Why = whyNotParallel(P.Kernel, D);
        if (!Why)
          Why = whyNotPriced(P, D);
        if (Why)
          exclude(Excluded, D, *Why);
        else
          Use(Row{Form, Memory, V});
      }
}

/// Names padding where \p Beats of a row permit no few lanes without.
void notePadding(const StreamPricing &P, const StreamSpace &Space, const Row &R,
                 int64_t Beats, std::vector<ExcludedDesigns> &Excluded) {
  const StreamDesign Two = {2, R.Vector, R.Form, R.Memory};
  if (Space.Padded || Space.MaxLanes == 1 || Beats <= 2 ||
      whyNotParallel(P.Kernel, Two))
    return;
  // As many lanes as beats, one each, are no help.
  for (int64_t L = 2; L <= Space.MaxLanes && L < Beats; ++L)
    if (Beats % L == 0)
      return;
  exclude(Excluded, Two,
          "no few lanes divide the positions: with --pad they may, with some "
          "behind the last");
}

/// Calls \p Use for each legal number of lanes, ascending, until it gives
/// false.
template <typename UseFn>
void forEachLane(StreamPricing &P, const StreamSpace &Space, const Row &R,
                 std::vector<ExcludedDesigns> &Excluded, UseFn Use) {
  int64_t Volume = P.Kernel.Space.volume(), Beats = Volume / R.Vector;
  notePadding(P, Space, R, Beats, Excluded);
  for (int64_t L = 1; L <= std::min<int64_t>(Space.MaxLanes, Beats); ++L) {
    StreamDesign D = {uint32_t(L), R.Vector, R.Form, R.Memory};
    int64_t Positions = Volume;
    if (L > 1) {
      if (std::optional<std::string> Why = whyNotParallel(P.Kernel, D))
        return exclude(Excluded, D, *Why);
      if (Beats % L != 0 && !Space.Padded)
        continue;
      const auto &Need =
          P.Forms[unsigned(R.Form)]->Needs[std::countr_zero(R.Vector)];
      if ((!P.Platform.Shell.empty() && size_t(L) > P.Platform.Shell.size()) ||
          (isLookedAt(P, D) && Need && !Need->knows(uint32_t(L))))
        return exclude(Excluded, D, *whyNotPriced(P, D));
      Positions = paddedPositions(P.Kernel, L * R.Vector);
      setPositions(P, Positions);
    }
    bool More = !isLookedAt(P, D) || Use(D, Positions);
    setPositions(P, Volume);
    if (!More)
      return;
  }
}

/// True when more lanes never need less; of a shell they may.
bool growsWithLanes(const StreamPricing &P, const Row &R) noexcept {
  if (!P.Platform.Shell.empty())
    return false;
  const auto &Need =
      P.Forms[unsigned(R.Form)]->Needs[std::countr_zero(R.Vector)];
  return !Need ||
         (Need->knows(2) && isNoLess(needsOf({}, Need->PerLane), Needs{}) &&
          isNoLess(needsOf({}, Need->of(2)), needsOf({}, Need->One)));
}

/// A design that is in nothing worse than any of the row.
PricedDesign rowBound(const StreamPricing &P, const StreamSpace &Space,
                      const Row &R) noexcept {
  PricedDesign Bound;
  Bound.Design = {1, R.Vector, R.Form, R.Memory};
  Bound.Price = price(P, Bound.Design);
  // Some lane has its part of the largest result to compute.
  int64_t Largest = P.Kernel.Reductions.empty() ? 0 : P.Kernel.Active.volume();
  for (const OutputStream &Out : P.Kernel.Outputs)
    Largest = std::max(Largest, written(P.Kernel, Out).volume());
  StreamDesign Several = Bound.Design;
  Several.Lanes = 2; // or more: the same clock
  Seconds Compute = Cycles(double(Largest) / R.Vector / Space.MaxLanes) /
                    std::max(clockRange(P, Bound.Design).Typical,
                             clockRange(P, Several).Typical);
  Bound.Price.Time = std::max({Compute, Bound.Price.Memory, Bound.Price.Host});
  return Bound;
}

std::optional<PricedDesign> bestOf(const std::vector<PricedDesign> &Front,
                                   Objective O) {
  // Energy is time by a constant.
  auto Key = [&](const PricedDesign &D) {
    double Time = D.Price.Time.value(), Share = D.Price.Share;
    return O == Objective::Area ? std::tuple(Share, Time)
                                : std::tuple(Time, Share);
  };
  auto Best =
      std::min_element(Front.begin(), Front.end(),
                       [&](const PricedDesign &L, const PricedDesign &R) {
                         return Key(L) < Key(R);
                       });
  return Best == Front.end() ? std::nullopt : std::optional(*Best);
}

} // namespace

bool isNoWorse(const PricedDesign &L, const PricedDesign &R) noexcept {
  return L.Price.Time <= R.Price.Time &&
         isNoLess(needsOf(R.Design, R.Price.Need),
                  needsOf(L.Design, L.Price.Need));
}

void forEachDesign(
    StreamPricing &P, const StreamSpace &Space,
    std::vector<ExcludedDesigns> &Excluded,
    const std::function<bool(const StreamDesign &, int64_t)> &Use) {
  forEachRow(P, Space, Excluded,
             [&](const Row &R) { forEachLane(P, Space, R, Excluded, Use); });
}

std::vector<PricedDesign> allDesigns(StreamPricing P, const StreamSpace &Space,
                                     std::vector<ExcludedDesigns> &Excluded) {
  std::vector<PricedDesign> All;
  forEachDesign(P, Space, Excluded,
                [&](const StreamDesign &D, int64_t Positions) {
                  All.push_back({D, Positions, price(P, D)});
                  return true;
                });
  return All;
}

StreamSearchResult exploreStreams(StreamPricing P, const StreamSpace &Space,
                                  Objective O) {
  StreamSearchResult Result;
  forEachRow(P, Space, Result.Excluded, [&](const Row &R) {
    bool Grows = growsWithLanes(P, R);
    if (Grows) {
      PricedDesign Bound = rowBound(P, Space, R);
      ++Result.Priced;
      for (const PricedDesign &Kept : Result.Front)
        if (isNoWorse(Kept, Bound))
          return;
    }
    auto Use = [&](const StreamDesign &D, int64_t Positions) {
      PricedDesign Priced = {D, Positions, price(P, D)};
      ++Result.Priced;
      if (Priced.Price.fits())
        addToFront(Result.Front, Priced);
      else if (!Result.TooLarge ||
               Priced.Price.Share < Result.TooLarge->Price.Share)
        Result.TooLarge = Priced;
      return !Grows || (Priced.Price.fits() &&
                        Priced.Price.Limit == StreamLimit::Compute);
    };
    forEachLane(P, Space, R, Result.Excluded, Use);
  });
  std::stable_sort(Result.Front.begin(), Result.Front.end(),
                   [](const PricedDesign &L, const PricedDesign &R) {
                     return L.Price.Time < R.Price.Time;
                   });
  Result.Best = bestOf(Result.Front, O);
  return Result;
}

StreamReport variantsReport(StreamPricing P, const StreamSpace &Space) {
  StreamReport R;
  R.Designs = allDesigns(P, Space, R.Excluded);
  R.Priced = R.Designs.size();
  std::vector<PricedDesign> Front;
  for (const PricedDesign &D : R.Designs)
    if (D.Price.fits())
      addToFront(Front, D);
  std::optional<PricedDesign> Best = bestOf(Front, R.Goal);
  for (size_t I = 0; I < R.Designs.size(); ++I) {
    auto Is = [&](const PricedDesign &D) {
      return D.Design == R.Designs[I].Design;
    };
    R.InFront.push_back(std::any_of(Front.begin(), Front.end(), Is));
    if (Best && Is(*Best))
      R.Best = I;
  }
  R.Pricing = std::move(P);
  return R;
}

StreamReport exploreReport(StreamPricing P, const StreamSpace &Space,
                           Objective O) {
  StreamSearchResult Found = exploreStreams(P, Space, O);
  StreamReport R;
  R.Goal = O;
  R.Priced = Found.Priced;
  R.Excluded = std::move(Found.Excluded);
  R.TooLarge = Found.TooLarge;
  R.Designs = std::move(Found.Front);
  R.InFront.assign(R.Designs.size(), true);
  for (size_t I = 0; I < R.Designs.size(); ++I)
    if (R.Designs[I].Design == Found.Best->Design)
      R.Best = I;
  R.Pricing = std::move(P);
  return R;
}

/// True when \p L is at least as good as \p R in time and every resource.
/// Without costs nothing is known of one of them.
static bool isNoWorse(const StreamPrice &L, const StreamPrice &R) noexcept {
  return L.Need && R.Need && L.Time <= R.Time &&
         isNoLess(needsOf({}, R.Need), needsOf({}, L.Need));
}

void addLoops(StreamReport &R, const StreamPrice &Price,
              const ClockRange &Clock) {
  LoopDesign Loops = {Price, Clock, Price.fits()};
  for (size_t I = 0; I < R.Designs.size(); ++I)
    if (R.InFront[I] && isNoWorse(R.Designs[I].Price, Price))
      Loops.IsInFront = false;
  for (size_t I = 0; I < R.Designs.size(); ++I)
    if (Loops.IsInFront && isNoWorse(Price, R.Designs[I].Price))
      R.InFront[I] = false;
  auto Key = [&](const StreamPrice &P) {
    return R.Goal == Objective::Area ? std::pair(P.Share, P.Time.value())
                                     : std::pair(P.Time.value(), P.Share);
  };
  Loops.IsBest = Loops.IsInFront &&
                 (!R.Best || Key(Price) < Key(R.Designs[*R.Best].Price));
  if (Loops.IsBest)
    R.Best.reset();
  R.Loops = Loops;
}

static std::string sizeOf(const StreamPricing &P, const StreamDesign &D) {
  const StreamPrice At = price(P, D);
  char Share[32];
  std::snprintf(Share, sizeof Share, "%.4g", 100 * At.Share);
  return print(variantOf(P.Kernel, D, P.Kernel.Space.volume())) + " takes " +
         Share + " % of the " + scarcest(*At.Need, P.Platform.Available) +
         " that " + P.Platform.Name + " has for it";
}

std::optional<std::string> whyTooLarge(const StreamPricing &P, StreamDesign D) {
  if (std::optional<std::string> Why = whyNotPriced(P, D))
    return Why;
  StreamPrice Own = price(P, D);
  if (!Own.Need) {
    std::string Text =
        "what it needs of '" + P.Platform.Name + "' is not known";
    return P.Platform.Unmeasured.empty()
               ? Text + " without a cost file; --costs names one"
               : Text + ": " + P.Platform.Unmeasured.front();
  }
  if (Own.fits())
    return std::nullopt;
  std::string Text = "it does not fit: " + sizeOf(P, D);
  if (D.Steps > 1)
    Text += "; fewer steps a pass need less";
  uint32_t Lanes = D.Lanes;
  for (; D.Vector > 0; D.Vector /= 2)
    for (D.Lanes = Lanes; D.Lanes > 0; --D.Lanes)
      if (!whyNotBuildable(P.Kernel, D) && !whyNotPriced(P, D) &&
          price(P, D).fits())
        return Text + "; the largest that fits: " +
               print(variantOf(P.Kernel, D, P.Kernel.Space.volume()));
  return Text + "; no smaller one fits either";
}

std::optional<std::string> whyNoObjective(const StreamPricing &P, Objective O) {
  if (O == Objective::Energy && !P.Platform.Power)
    return "energy needs the power of device '" + P.Platform.Name +
           "', which gives none";
  if (O == Objective::Area && !P.HasCosts)
    return "area needs a cost model of device '" + P.Platform.Name +
           "', by --costs: roofline calibrate makes one";
  return std::nullopt;
}

} // namespace roofline
