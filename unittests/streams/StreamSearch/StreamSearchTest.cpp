// The search against all designs, one by one.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/Variant.h"
#include "roofline/StreamSearch/StreamSearch.h"

#include <gtest/gtest.h>
#include <set>

using namespace roofline;
using namespace roofline::test;

namespace {

/// Time and needs: what no other design of a front is better in.
using Cost = std::array<double, 5>;

Cost costOf(const PricedDesign &D) {
  const auto &N = D.Price.Need;
  if (!N)
    return {D.Price.Time.value(), double(D.Design.Lanes) * D.Design.Vector,
            double(D.Design.Lanes)};
  return {D.Price.Time.value(), N->Luts, N->Registers, N->DspBlocks,
          N->MemoryBlocks};
}

bool dominates(const Cost &L, const Cost &R) {
  for (size_t I = 0; I < L.size(); ++I)
    if (L[I] > R[I])
      return false;
  return L != R;
}

double uniform(std::mt19937 &Random, double From, double To) {
  return std::uniform_real_distribution<>(From, To)(Random);
}

StreamPricing randomPricing(std::mt19937 &Random) {
  StreamPlatform Platform;
  Platform.Clock = Hertz(uniform(Random, 50e6, 400e6));
  Platform.Memory = BytesPerSecond(std::exp(uniform(Random, 18, 26)));
  if (Random() % 2)
    Platform.Host = BytesPerSecond(std::exp(uniform(Random, 18, 24)));
  if (Random() % 2)
    Platform.MemoryBlockBits = 1024;
  Platform.Launches = Random() % 2 ? 1 : 100;
  Platform.Available = {uniform(Random, 100, 3000), uniform(Random, 100, 3000),
                        uniform(Random, 1, 100), uniform(Random, 1, 100), 0};
  double A = uniform(Random, 0, 100), B = uniform(Random, 1, 50);
  auto Needs = [A, B](const StreamKernel &, const StreamDesign &D) {
    double Units = double(D.Lanes) * D.Vector;
    bool IsPipe = D.Form == ElementForm::Pipe;
    return std::optional(FabricResources{A + B * Units,
                                         (IsPipe ? B : 1) * Units + A / 2,
                                         Units, double(D.Lanes), 0});
  };
  StreamKernel K = Random() % 4 == 0   ? fivePoint(16, 9)
                   : Random() % 3 == 0 ? dotProduct(96)
                                       : randomStreamKernel(Random);
  CoreDelay Delay;
  if (Random() % 2) {
    double One = uniform(Random, 1e3, 2e4), Several = uniform(Random, 1e3, 2e4);
    Delay = [=](const StreamKernel &, const StreamDesign &D) {
      return std::optional((D.Lanes == 1 ? One : Several) +
                           100 * double(D.Form));
    };
  }
  if (Random() % 4 == 0)
    return makePricing(K, Platform, nullptr, Delay);
  return makePricing(K, Platform, Needs, Delay);
}

/// Each design of the space on its own: no rows, no bounds.
std::vector<PricedDesign> bruteForce(const StreamPricing &P,
                                     const StreamSpace &Space) {
  std::vector<PricedDesign> All;
  int64_t Volume = P.Kernel.Space.volume();
  for (int F = 0; F < 3; ++F)
    for (int M = 0; M < 3; ++M)
      for (uint32_t V = 1; V <= Space.MaxVector; ++V)
        for (uint32_t L = 1; L <= Space.MaxLanes && L * V <= Volume; ++L) {
          StreamDesign D = {L, V, ElementForm(F), MemoryForm(M)};
          StreamPricing OwnPricing = P;
          int64_t Positions = Volume;
          if (Space.Padded && L > 1 && OwnPricing.Kernel.Space.Size[0] % V == 0)
            Positions = paddedPositions(P.Kernel, L * V);
          OwnPricing.Kernel = padded(P.Kernel, Positions);
          LoweredVariant Lowered;
          Variant Text = variantOf(P.Kernel, D, Positions);
          if (lowerVariant(Text, P.Kernel, Lowered) ||
              whyNotPriced(OwnPricing, D))
            continue;
          EXPECT_EQ(Lowered.Design, D);
          All.push_back({D, Positions, price(OwnPricing, D)});
        }
  return All;
}

TEST(StreamSearchTest, FrontAndBestAreThoseOfAllDesigns) {
  std::mt19937 Random(15);
  uint64_t AllPriced = 0, SearchPriced = 0;
  for (int Trial = 0; Trial < 150; ++Trial) {
    StreamPricing P = randomPricing(Random);
    StreamSpace Space = {uint32_t(1 + Random() % 40),
                         uint32_t(1 + Random() % 16), Random() % 2 == 0};
    std::vector<PricedDesign> All = bruteForce(P, Space);
    std::vector<ExcludedDesigns> Excluded;
    EXPECT_EQ(allDesigns(P, Space, Excluded).size(), All.size());
    std::erase_if(All, [](const PricedDesign &D) { return !D.Price.fits(); });
    std::set<Cost> Front;
    for (const PricedDesign &D : All)
      if (std::none_of(All.begin(), All.end(), [&](const PricedDesign &Other) {
            return dominates(costOf(Other), costOf(D));
          }))
        Front.insert(costOf(D));
    for (Objective O : {Objective::Time, Objective::Area}) {
      StreamSearchResult Found = exploreStreams(P, Space, O);
      std::set<Cost> FoundFront;
      for (const PricedDesign &D : Found.Front)
        FoundFront.insert(costOf(D));
      ASSERT_EQ(FoundFront, Front) << "trial " << Trial;
      EXPECT_EQ(Found.Front.size(), Front.size()) << "one design twice";
      auto Value = [&](const PricedDesign &D) {
        return O == Objective::Time ? D.Price.Time.value() : D.Price.Share;
      };
      ASSERT_EQ(Found.Best.has_value(), !All.empty());
      for (const PricedDesign &D : All)
        ASSERT_LE(Value(*Found.Best), Value(D)) << "trial " << Trial;
      SearchPriced += Found.Priced;
      AllPriced += All.size();
    }
  }
  EXPECT_LT(SearchPriced, AllPriced);
}

// Vectors of 1, 2, ... positions need 3, 6, 12 and 24 of 10 LUTs.
TEST(StreamSearchTest, VectorsFarTooLargeAreNotPriced) {
  StreamPlatform Platform;
  Platform.Name = "small";
  Platform.Clock = Hertz(1e8);
  Platform.Memory = BytesPerSecond(1e12);
  Platform.Available = {10, 10, 10, 10, 0};
  uint32_t Longest = 0;
  auto Needs = [&](const StreamKernel &, const StreamDesign &D) {
    Longest = std::max(Longest, D.Vector);
    return std::optional(FabricResources{3.0 * D.Vector * D.Lanes, 1, 0, 0, 0});
  };
  const StreamPricing All = makePricing(threePoint(64), Platform, Needs);
  EXPECT_EQ(Longest, 64u);
  Longest = 0;
  const StreamPricing P = makePricing(threePoint(64), Platform, Needs, nullptr,
                                      {.WhatMayFit = true});
  EXPECT_EQ(Longest, 8u);
  EXPECT_EQ(whyNotPriced(P, {1, 16}),
            "vectors of more than 8 positions: one of those already needs more "
            "than twice what 'small' has");
  const StreamSearchResult R = exploreStreams(P, {}, Objective::Time);
  const StreamSearchResult OfAll = exploreStreams(All, {}, Objective::Time);
  ASSERT_TRUE(R.Best && OfAll.Best);
  EXPECT_EQ(R.Best->Design, OfAll.Best->Design);
  EXPECT_EQ(R.Front.size(), OfAll.Front.size());
}

TEST(StreamSearchTest, WhatDoesNotFitIsNamed) {
  StreamPlatform Platform;
  Platform.Clock = Hertz(1e8);
  Platform.Memory = BytesPerSecond(1e9);
  Platform.Available = {10, 10, 10, 10, 0};
  auto Needs = [](const StreamKernel &, const StreamDesign &D) {
    return std::optional(FabricResources{20.0 * D.Lanes, 1, 0, 0, 0});
  };
  StreamPricing P = makePricing(threePoint(64), Platform, Needs);
  StreamSearchResult R = exploreStreams(P, {}, Objective::Time);
  EXPECT_FALSE(R.Best);
  ASSERT_TRUE(R.TooLarge);
  EXPECT_EQ(R.TooLarge->Design.Lanes, 1u);
  EXPECT_DOUBLE_EQ(R.TooLarge->Price.Share, 2);
}

TEST(StreamSearchTest, ExcludedConditionsComeOnce) {
  StreamPlatform Platform;
  Platform.Name = "board";
  Platform.Clock = Hertz(1e8);
  Platform.Memory = BytesPerSecond(1e9);
  StreamPricing P = makePricing(saxpy(64, 2), Platform, nullptr);
  StreamSearchResult R = exploreStreams(P, {}, Objective::Time);
  std::set<std::string> Reasons;
  for (const ExcludedDesigns &E : R.Excluded)
    EXPECT_TRUE(Reasons.insert(E.Why).second) << E.Why;
  EXPECT_EQ(R.Excluded.size(), 3u); // forms A and C, comb of floats
}

} // namespace
