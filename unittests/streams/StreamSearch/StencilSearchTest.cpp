// Extrapolated passes against each pass priced by itself, and the search
// against all designs one by one.
#include "StreamKernelBuilder.h"

#include "roofline/Core/StreamWalk.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Steps/StreamIterate.h"
#include "roofline/StreamSearch/StencilSearch.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

const Iteration Hundred = {100, {{"in", "out"}}, true};

StreamKernel pass(const StreamKernel &K, const Iteration &I, uint32_t T,
                  bool MayStop) {
  StepState S;
  FusedSteps F;
  EXPECT_EQ(stateOf(K, I, S), std::nullopt);
  EXPECT_EQ(fuseSteps(S, T, MayStop, F), std::nullopt);
  return F.Kernel;
}

/// A node of a position takes a LUT, a lane a memory block. \p NumAsked counts
/// the cores that were priced.
StreamPricing priced(StreamKernel K, double Luts, double Bandwidth,
                     uint64_t *NumAsked = nullptr) {
  StreamPlatform Platform;
  Platform.Clock = Hertz(1e8);
  Platform.Memory = BytesPerSecond(Bandwidth);
  Platform.Available = {Luts, 1e9, 1e9, 64, 0};
  auto Need = [NumAsked](const StreamKernel &K, const StreamDesign &D) {
    FabricResources R;
    if (NumAsked)
      ++*NumAsked;
    R.Luts = double(K.Nodes.size()) * D.Vector * D.Lanes;
    R.MemoryBlocks = D.Lanes;
    return std::optional(R);
  };
  auto Lines = [](const StreamKernel &, const StreamDesign &D) {
    FabricResources R;
    R.MemoryBlocks = D.Lanes;
    return std::optional(R);
  };
  PricedForms Of;
  Of.OnDemand = NumAsked;
  return makePricing(std::move(K), std::move(Platform), Need, nullptr, Of,
                     Lines);
}

PassChain chain(const StreamKernel &K, const Iteration &I, bool MayStop,
                double Luts, double Bandwidth, uint64_t *NumAsked) {
  return {priced(pass(K, I, 2, MayStop), Luts, Bandwidth, NumAsked),
          priced(pass(K, I, 3, MayStop), Luts, Bandwidth, NumAsked)};
}

StencilPricing pricing(const StreamKernel &K, const Iteration &I, double Luts,
                       double Bandwidth, uint64_t *NumAsked = nullptr) {
  return {I,
          priced(K, Luts, Bandwidth, NumAsked),
          chain(K, I, false, Luts, Bandwidth, NumAsked),
          chain(K, I, true, Luts, Bandwidth, NumAsked),
          {},
          {},
          true,
          64};
}

TEST(StencilSearchTest, EachNumberOfStepsSavesAPass) {
  for (int64_t Steps : {1, 2, 7, 12, 100, 1000}) {
    std::vector<uint32_t> Want; // the least with as many passes
    for (uint32_t T = 1; T <= std::min<int64_t>(Steps, 64); ++T)
      if (T == 1 || passesOf(Steps, T) < passesOf(Steps, T - 1))
        Want.push_back(T);
    EXPECT_EQ(stepsToTry(Steps, 64), Want) << Steps;
  }
}

TEST(StencilSearchTest, PassesGrowByAsMuchForEachStep) {
  const StreamKernel K = fivePoint(64, 12);
  const StencilPricing P = pricing(K, Hundred, 1e9, 1e12);
  for (uint32_t T = 2; T <= 12; ++T)
    for (StreamDesign D : {StreamDesign{1, 1}, {1, 4}, {2, 2}, {3, 1}}) {
      const StreamPricing OwnPricing =
          priced(pass(K, Hundred, T, 100 % T != 0), 1e9, 1e12);
      D.Steps = T;
      const PassPrice Grown = pricePasses(P, D);
      const StreamPrice Exact = price(OwnPricing, D);
      EXPECT_EQ(Grown.Passes, (100 + T - 1) / T);
      // The halo of a lane ends where the space ends.
      if (T * 2 < 12 / D.Lanes || D.Lanes == 1) {
        EXPECT_EQ(Grown.Pass.LaunchCycles, Exact.LaunchCycles)
            << T << " steps, lanes " << D.Lanes << ", vector " << D.Vector;
        EXPECT_NEAR(Grown.Pass.Need->Luts, Exact.Need->Luts, 1e-6);
      }
      EXPECT_EQ(Exact.LaunchCycles,
                launchCycles(pass(K, Hundred, T, 100 % T != 0), D));
    }
}

TEST(StencilSearchTest, BlocksAreCountedForEachNumberOfSteps) {
  const StreamKernel K = fivePoint(96, 12);
  StepState S;
  ASSERT_EQ(stateOf(K, Hundred, S), std::nullopt);
  auto Block = [&](uint32_t T) {
    StencilPass B;
    EXPECT_EQ(blockSteps(S, T, true, {32, 0}, 4, B), std::nullopt);
    return B;
  };
  StencilPricing P = pricing(K, Hundred, 1e9, 1e12);
  P.Block = {32, 0};
  P.Reach = reachOf(S.Step);
  EXPECT_EQ(P.Reach, (StepReach{{1, 1, 0}, {1, 1, 0}}));
  P.Stopping = {priced(Block(2).Kernel, 1e9, 1e12),
                priced(Block(3).Kernel, 1e9, 1e12)};
  P.Whole = P.Stopping;
  for (uint32_t T = 2; T <= 12; ++T) {
    StreamDesign D = {1, 4};
    D.Steps = T;
    D.Block = P.Block;
    const StencilPass Own = Block(T);
    const PassPrice Price = pricePasses(P, D);
    EXPECT_EQ(Price.Blocks, int64_t(numBlocks(Own.Places))) << T;
    EXPECT_EQ(Price.Pass.LaunchCycles, launchCycles(Own.Kernel, D)) << T;
  }
}

/// The winner and the front are those of all designs one by one.
TEST(StencilSearchTest, FindsTheBestOfAll) {
  const StreamKernel K = fivePoint(64, 12);
  for (auto [Luts, Bandwidth] :
       {std::pair(300.0, 1e9), std::pair(2000.0, 1e8), std::pair(2000.0, 1e11),
        std::pair(20000.0, 1e9)}) {
    StencilPricing P = pricing(K, Hundred, Luts, Bandwidth);
    StencilSpace Space = {{8, 8}, 40};
    double Least = 1e30;
    for (uint32_t Lanes = 1; Lanes <= 8; ++Lanes)
      for (uint32_t Vector = 1; Vector <= 8; Vector *= 2)
        for (ElementForm Form :
             {ElementForm::Pipe, ElementForm::Comb, ElementForm::Seq})
          for (uint32_t T = 1; T <= 40; ++T) {
            const StreamDesign D = {Lanes, Vector, Form, MemoryForm::B, T};
            if (K.Space.volume() / Vector % Lanes)
              continue;
            const PassPrice Price = pricePasses(P, D);
            if (Price.Pass.fits())
              Least = std::min(Least, Price.time().value());
          }
    const StencilReport R =
        exploreSteps(P, Space, [&](const StreamDesign &D, int64_t) {
          return std::optional(pricePasses(P, D).Pass);
        });
    ASSERT_TRUE(R.Best) << Luts;
    EXPECT_DOUBLE_EQ(R.BySteps[*R.Best].Price.time().value(), Least);
    EXPECT_DOUBLE_EQ(R.Front.front().Price.time().value(), Least);
    for (const StencilGain &G : R.Gains)
      EXPECT_GE(G.Gain, 1) << G.Resource;
  }
}

void expectEqual(const std::vector<StencilDesign> &L,
                 const std::vector<StencilDesign> &R) {
  ASSERT_EQ(L.size(), R.size());
  for (size_t I = 0; I < L.size(); ++I) {
    EXPECT_EQ(L[I].Design, R[I].Design) << I;
    EXPECT_EQ(L[I].Price.time(), R[I].Price.time()) << I;
    EXPECT_EQ(L[I].Price.Pass.Need, R[I].Price.Pass.Need) << I;
  }
}

/// Designs that cannot be better have no price: the report is the same, and
/// where memory limits, few cores are asked for.
TEST(StencilSearchTest, PricesOnDemandWhatMayBeBetter) {
  const StreamKernel K = fivePoint(64, 12);
  const StencilSpace Space = {{8, 64}, 40};
  for (auto [Luts, Bandwidth, Most] :
       {std::tuple(300.0, 1e9, 1000u), std::tuple(20000.0, 1e6, 15u),
        std::tuple(20000.0, 1e9, 1000u), std::tuple(2000.0, 1e11, 1000u)}) {
    auto Report = [&](StencilPricing P) {
      return exploreSteps(P, Space, [&](const StreamDesign &D, int64_t) {
        return std::optional(pricePasses(P, D).Pass);
      });
    };
    uint64_t NumAsked = 0;
    StencilReport All = Report(pricing(K, Hundred, Luts, Bandwidth)),
                  Few = Report(pricing(K, Hundred, Luts, Bandwidth, &NumAsked));
    EXPECT_LE(NumAsked, Most) << Luts << ", " << Bandwidth;
    expectEqual(All.Front, Few.Front);
    ASSERT_EQ(All.Gains.size(), Few.Gains.size());
    for (size_t I = 0; I < All.Gains.size(); ++I)
      EXPECT_EQ(All.Gains[I].Gain, Few.Gains[I].Gain) << All.Gains[I].Resource;
  }
}

} // namespace
