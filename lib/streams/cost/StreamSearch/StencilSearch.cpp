// The best designs of an iterated kernel.
#include "roofline/StreamSearch/StencilSearch.h"

#include "StencilRows.h"

#include "roofline/Steps/LowerVariant.h"

#include <algorithm>
#include <map>

namespace roofline {

static bool isNoWorse(const StencilDesign &L, const StencilDesign &R) noexcept {
  if (L.Price.time() > R.Price.time())
    return false;
  const auto &A = L.Price.Pass.Need, &B = R.Price.Pass.Need;
  if (!A || !B)
    return uint64_t(L.Design.Lanes) * L.Design.Vector * L.Design.Steps <=
           uint64_t(R.Design.Lanes) * R.Design.Vector * R.Design.Steps;
  return A->Luts <= B->Luts && A->Registers <= B->Registers &&
         A->DspBlocks <= B->DspBlocks && A->MemoryBlocks <= B->MemoryBlocks;
}

namespace {

using UseFn = std::function<void(const StencilDesign &)>;

constexpr const char *BlockRam = "block RAM";

/// Notes that a part of \p D, a design of \p P's kernel, has no measured cost.
void exclude(std::vector<ExcludedDesigns> &Excluded, StreamDesign D,
             const StreamPricing &P) {
  D.Steps = 1;
  D.Block = {};
  std::string Why = "the resources of its passes are not known";
  if (auto Unknowns = P.Platform.UnmeasuredOf(P.Kernel, D); !Unknowns.empty())
    Why += ": " + Unknowns.front();
  if (std::none_of(Excluded.begin(), Excluded.end(),
                   [&](const ExcludedDesigns &E) { return E.Why == Why; }))
    Excluded.push_back({D, Why});
}

/// Calls \p Use for each design that fits; \p R gets the others' reasons.
void forEachFitting(StencilPricing &P, const StencilSpace &Space,
                    StencilReport &R, const UseFn &Use) {
  const std::vector<uint32_t> Numbers =
      stepsToTry(P.Loop.Steps, Space.MaxSteps);
  const bool HasCosts = bool(P.One.Platform.UnmeasuredOf);
  auto Take = [&](StreamDesign D, int64_t Positions, const PassPrice &Price) {
    ++R.Priced;
    if (HasCosts && !Price.Pass.Need) {
      exclude(R.Excluded, D, P.Whole.Two);
      return false;
    }
    if (Price.Pass.fits()) {
      Use({D, Positions, Price});
      return true;
    }
    if (!R.TooLarge || Price.Pass.Share < R.TooLarge->Price.Pass.Share)
      R.TooLarge = {D, Positions, Price};
    return false;
  };
  // Data stays in device memory from pass to pass: form B.
  const bool IsBlocked = P.Block != BlockSize();
  if (!IsBlocked)
    forEachDesign(P.One, Space.OfPass, R.Excluded,
                  [&](const StreamDesign &D, int64_t Positions) {
                    if (D.Memory != MemoryForm::B)
                      return false;
                    Take(D, Positions, pricePasses(P, D));
                    return true;
                  });
  if (Numbers.back() == 1 && !IsBlocked)
    return;
  StreamSpace OfPass = Space.OfPass;
  OfPass.MaxVector = std::min(OfPass.MaxVector, P.MostVector);
  forEachDesign(
      P.Whole.Two, OfPass, R.Excluded, [&](StreamDesign D, int64_t Positions) {
        if (D.Memory != MemoryForm::B)
          return false;
        D.Block = P.Block;
        const PassGrowth Whole = passGrowth(P.Whole, D),
                         Stopping = passGrowth(P.Stopping, D);
        for (uint32_t T : Numbers) {
          D.Steps = T;
          if (T == 1 || (!P.MayStop && P.Loop.Steps % T != 0))
            continue;
          const PassPrice Price =
              pricePasses(P, D, P.Loop.Steps % T == 0 ? Whole : Stopping);
          if (Price.Blocks == 0)
            break; // more steps reach further
          // More steps need more, but to stop needs something too.
          if (!Take(D, Positions, Price) && P.Loop.Steps % T == 0)
            break;
        }
        return true;
      });
}

/// The fastest, and of equally fast ones that with the smaller share.
bool isBetter(const StencilDesign &L, const StencilDesign &R) noexcept {
  return std::pair(L.Price.time(), L.Price.Pass.Share) <
         std::pair(R.Price.time(), R.Price.Pass.Share);
}

std::optional<StencilDesign> fastest(StencilPricing &P,
                                     const StencilSpace &Space) {
  std::optional<StencilDesign> Best;
  StencilReport Ignored;
  forEachFitting(P, Space, Ignored, [&](const StencilDesign &D) {
    if (!Best || isBetter(D, *Best))
      Best = D;
  });
  return Best;
}

/// \p Best is the fastest of \p P.
std::vector<StencilGain> gainsOf(const StencilPricing &P,
                                 const StencilSpace &Space,
                                 const StencilDesign &Best) {
  struct Kind {
    const char *Name;
    double FabricResources::*Resource; ///< null: the memory's bandwidth
  };
  constexpr Kind Kinds[] = {{"memory bandwidth", nullptr},
                            {"LUTs", &FabricResources::Luts},
                            {"registers", &FabricResources::Registers},
                            {"DSP blocks", &FabricResources::DspBlocks},
                            {BlockRam, &FabricResources::MemoryBlocks}};
  std::vector<StencilGain> Gains;
  for (const Kind &K : Kinds) {
    StencilPricing More = P;
    for (StreamPricing *Of : {&More.One, &More.Whole.Two, &More.Whole.Three,
                              &More.Stopping.Two, &More.Stopping.Three})
      if (K.Resource)
        Of->Platform.Available.*K.Resource *= GainFactor;
      else
        Of->Platform.Memory =
            BytesPerSecond(GainFactor * Of->Platform.Memory.value());
    if (std::optional<StencilDesign> Then = fastest(More, Space))
      Gains.push_back(
          {K.Name, Best.Price.time() / Then->Price.time(), Then->Design});
  }
  return Gains;
}

/// The last one, powers of two, and what lies a half above them.
bool isShown(uint32_t Steps) noexcept {
  while (Steps > 3 && Steps % 2 == 0)
    Steps /= 2;
  return Steps <= 3;
}

} // namespace

std::vector<uint32_t> stepsToTry(int64_t Steps, uint32_t MaxSteps) {
  std::vector<uint32_t> All;
  for (int64_t T = 1; T <= std::min<int64_t>(Steps, MaxSteps);) {
    All.push_back(uint32_t(T));
    const int64_t Passes = passesOf(Steps, uint32_t(T));
    if (Passes == 1)
      break;
    T = (Steps + Passes - 2) / (Passes - 1); // the least with a pass less
  }
  return All;
}

namespace {

/// The results of a search so far.
struct Found {
  StencilReport R;
  std::map<uint32_t, StencilDesign> BySteps;

  void look(StencilPricing &P, const StencilSpace &Space) {
    priceRows(P, Space);
    forEachFitting(P, Space, R, [&](const StencilDesign &D) {
      auto [It, IsNew] = BySteps.emplace(D.Design.Steps, D);
      if (!IsNew && isBetter(D, It->second))
        It->second = D;
      addToFront(R.Front, D);
    });
  }
  auto winner() const {
    return std::min_element(BySteps.begin(), BySteps.end(),
                            [](const auto &L, const auto &R) {
                              return isBetter(L.second, R.second);
                            });
  }
};

/// The sides of blocks of dimension \p D: powers of two below its length, and
/// none.
std::vector<uint32_t> blockSides(const StreamKernel &K, unsigned D) {
  constexpr uint32_t Least = 32;
  std::vector<uint32_t> Sides = {0};
  if (D + 1 < K.NumDimensions)
    for (uint32_t Side = Least; Side < K.Space.Size[D]; Side *= 2)
      Sides.push_back(Side);
  return Sides;
}

/// Looks at blocks of all sizes.
void lookAtBlocks(const StencilPricing &Whole, const StencilSpace &Space,
                  const BlockPricing &Blocks, Found &F) {
  const StreamKernel &K = Whole.One.Kernel;
  StencilSpace OfBlock = Space;
  OfBlock.OfPass.Form = ElementForm::Pipe;
  for (uint32_t X : blockSides(K, 0))
    for (uint32_t Y : blockSides(K, 1))
      if (X > 0 || Y > 0)
        if (std::optional<StencilPricing> P = Blocks(Whole, {X, Y}))
          F.look(*P, OfBlock);
}

} // namespace

StencilReport exploreSteps(StencilPricing P, const StencilSpace &Space,
                           const ExactPrice &Exactly,
                           const BlockPricing &Blocks) {
  Found F;
  StencilReport &R = F.R;
  F.look(P, Space);
  auto Winner = F.winner();
  if (Winner != F.BySteps.end())
    R.Gains = gainsOf(P, Space, Winner->second);
  const bool LacksMemory =
      R.Gains.empty() ||
      std::any_of(R.Gains.begin(), R.Gains.end(), [](const StencilGain &G) {
        return G.Resource == BlockRam && G.Gain > 1;
      });
  if (Blocks && LacksMemory &&
      Space.OfPass.Form.value_or(ElementForm::Pipe) == ElementForm::Pipe) {
    lookAtBlocks(P, Space, Blocks, F);
    Winner = F.winner();
  }
  for (auto It = F.BySteps.begin(); It != F.BySteps.end(); ++It) {
    if (!isShown(It->first) && It != Winner && std::next(It) != F.BySteps.end())
      continue;
    StencilDesign D = It->second;
    if (!D.Price.Exact) {
      std::optional<StreamPrice> Own = Exactly(D.Design, D.Positions);
      if (!Own)
        continue;
      D.Price.Pass = *Own;
      D.Price.Exact = true;
      settle(P, D.Design, D.Price);
    }
    if (D.Price.Pass.fits())
      R.BySteps.push_back(D);
  }
  std::erase_if(R.Excluded, [](const ExcludedDesigns &E) {
    return E.Example.Memory != MemoryForm::B;
  });
  std::stable_sort(R.Front.begin(), R.Front.end(),
                   [](const StencilDesign &L, const StencilDesign &R) {
                     return L.Price.time() < R.Price.time();
                   });
  if (!R.BySteps.empty())
    R.Best = std::min_element(R.BySteps.begin(), R.BySteps.end(), isBetter) -
             R.BySteps.begin();
  R.Pricing = std::move(P);
  return std::move(R);
}

} // namespace roofline
