// Rules of resources on numbers computed by hand.
#include "Resources.h"
#include "Doubt.h"
#include "Memories.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::vitis;

namespace {

/// Units of \p Number operators at interval \p Interval.
double units(double Number, double Interval, double Invariant = 0) {
  OperatorCount O;
  O.Number = Number;
  O.Invariant = Invariant;
  return unitsOf(O, 1, {Interval, 100});
}

// A pass over a matrix takes 2 products and 2 sums a cycle. A matrix-vector
// product with a factor has an interval of 6, a sum's latency. A product is 8
// blocks and a sum 3, and loops share: the vendor's 30, 38, 49, 68 and 133.
TEST(Sharing, LoopsShareUnitsWithinTheInterval) {
  const std::pair<double, double> Published[] = {
      {8, 30}, {10, 38}, {15, 49}, {20, 68}, {40, 133}};
  for (auto [Factor, Dsp] : Published) {
    double Products = std::max(units(2, 1), units(2 * Factor, 6));
    double Sums = std::max(units(2, 1), units(Factor, 6));
    EXPECT_EQ(8 * Products + 3 * Sums, Dsp) << "factor " << Factor;
  }
}

TEST(Sharing, WhatMovesInFrontHasItsOwnUnit) {
  EXPECT_EQ(units(2, 1, 1), 2);
  EXPECT_EQ(units(2, 6, 0), 1);
  EXPECT_EQ(units(2, 6, 1), 2);
}

// 118 elements in two sweeps of two sums each: four levels, all in step.
TEST(Sharing, TightPipelineStartsALevelAtOnce) {
  OperatorCount Sums;
  Sums.Number = 472;
  Sums.Levels = 4;
  EXPECT_EQ(unitsOf(Sums, 1, {34, 35}), 118);
  EXPECT_EQ(unitsOf(Sums, 1, {34, 60}), 14);
}

// The shapes of a block of 18 Kbit: 512 x 36, 1,024 x 18, 2,048 x 9, 8,192 x 2.
TEST(Memories, BlocksFollowFromDepthAndWidth) {
  struct Row {
    double Words, Bits, BlockRam, UltraRam;
  };
  const Row Rows[] = {{64, 64, 0, 0},     {120, 64, 2, 0},  {480, 64, 2, 0},
                      {512, 64, 2, 0},    {960, 64, 4, 0},  {1024, 64, 4, 0},
                      {1600, 64, 0, 1},   {4096, 64, 0, 1}, {6400, 64, 32, 0},
                      {14400, 64, 32, 0}, {1666, 32, 4, 0}, {8192, 32, 16, 0}};
  for (const Row &R : Rows) {
    MemoryCost Cost = memoryCost(R.Words, R.Bits);
    EXPECT_EQ(Cost.BlockRam, R.BlockRam) << R.Words << " x " << R.Bits;
    EXPECT_EQ(Cost.UltraRam, R.UltraRam) << R.Words << " x " << R.Bits;
    EXPECT_EQ(Cost.IsSmall, R.Words == 64) << R.Words << " x " << R.Bits;
  }
}

TEST(Memories, WordsOfTheLargestBank) {
  ArrayForm Array;
  Array.Extents = {120, 120};
  Split S;
  S.Banks[0] = 16;
  EXPECT_EQ(wordsOf(Array, S), 8 * 120);
  ArrayUse Use;
  Use.Spread[0] = 4;
  EXPECT_EQ(waysOf(Use, S), 4);
  Use.Around[0] = 2;
  EXPECT_EQ(waysOf(Use, S), 2);
}

// docs/model-vitis.md: a sum of doubles takes 800 LUTs, 540 registers and 3 DSP
// blocks, a product 150, 490 and 8, one of floats 78, 143 and 3. An integer sum
// takes 30 LUTs, and no rule prices a comparison.
TEST(UnitCost, IsThatOfTheTable) {
  Operation O;
  O.Type = {ScalarKind::Float, 64, 1};
  O.Name = "fadd";
  EXPECT_EQ(unitCost(O, Hertz(250e6)), (VitisResources{800, 540, 3, 0, 0}));
  O.Name = "fmul";
  EXPECT_EQ(unitCost(O, Hertz(250e6)), (VitisResources{150, 490, 8, 0, 0}));
  O.Type.Bits = 32;
  EXPECT_EQ(unitCost(O, Hertz(250e6)), (VitisResources{78, 143, 3, 0, 0}));
  O.Type = {ScalarKind::Int, 32, 1};
  O.Name = "add";
  EXPECT_EQ(unitCost(O, Hertz(250e6)), (VitisResources{30, 0, 0, 0, 0}));
  O.Name = "icmp";
  EXPECT_EQ(unitCost(O, Hertz(250e6)), std::nullopt);
}

TEST(AddressProducts, SumsOfTwoPowersNeedNone) {
  EXPECT_EQ(signedPowers(64), 1u);
  EXPECT_EQ(signedPowers(80), 2u);  // 64 + 16
  EXPECT_EQ(signedPowers(60), 2u);  // 64 - 4
  EXPECT_EQ(signedPowers(120), 2u); // 128 - 8
  EXPECT_EQ(signedPowers(50), 3u);  // 32 + 16 + 2
  EXPECT_EQ(signedPowers(70), 3u);  // 64 + 8 - 2
  EXPECT_EQ(signedPowers(116), 3u); // 128 - 8 - 4
}

TEST(Fabric, PricesAreSums) {
  FabricCounts Counts;
  Counts.Pipelines = 2;
  Counts.Ways = 3;
  FabricCosts Costs = {};
  Costs.Kernel = 100;
  Costs.Pipeline = 10;
  Costs.Way = 5;
  EXPECT_EQ(priceOf(Counts, Costs), 100 + 2 * 10 + 3 * 5);
}

/// A function with straight code alone.
class StraightCode : public testing::Test {
protected:
  StraightCode() {
    F.Kernel = &Kernel;
    F.Arrays = &Arrays;
    F.Options = &Options;
    Arrays.Arrays.resize(1);
    Arrays.Arrays[0].Name = "a";
    Splits.resize(1);
  }
  KernelSummary Kernel;
  Forms Arrays;
  VitisOptions Options;
  Frame F;
  std::vector<Split> Splits;
};

// 10 copies of 30 operations, 5 of them under a condition, in a pipeline that
// reads 4 elements of an array of 7 banks: 10 (30 + 5*5 + 24 + 7 + 4*6/450),
// and 1.5 * 7.
TEST_F(StraightCode, WorkIsThatOfAllCopies) {
  Part P;
  P.Spine = {0};
  P.Copies = 10;
  P.Operations = 30;
  P.Guarded = 5;
  ArrayUse Use;
  Use.Loads = 4;
  P.Arrays = {Use};
  Splits[0].Banks[0] = 7;
  EXPECT_NEAR(compileWork(F, {P}, Splits), 871.033333, 1e-6);
  EXPECT_EQ(buildDoubt(F, {P}, Splits), "");
}

TEST_F(StraightCode, HopelessDesignsAreToldBeforeASchedule) {
  Part P;
  P.Copies = 64;
  P.Operations = 4096;
  EXPECT_EQ(buildDoubt(F, {P}, Splits),
            "the compiler would not finish in 15 minutes: 262144 operations "
            "after unrolling, in 64 parts; smaller factors help");
  Options.Without = {"finish"};
  EXPECT_EQ(buildDoubt(F, {P}, Splits), "");
}

} // namespace
