// Fits of measured resources, and values read from them.
#include "roofline/Resources/CostModel.h"
#include "roofline/Resources/CostSampling.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace roofline;

namespace {

TEST(CostFit, ThreePointsGiveThePolynomialThroughThem) {
  // 2 w^2 - 3 w + 7, by hand. TYTRA17 section 6.2.1 fits a divider at 18, 32
  // and 64 bits and reads 654 LUTs at 24; it does not print the three values.
  const FitPoint Points[] = {{18, 601}, {32, 1959}, {64, 8007}};
  PiecewiseFit Fit = fitPiecewise(Points);
  ASSERT_EQ(Fit.size(), 1u);
  EXPECT_NEAR(valueAt(Fit, 24), 1087, 1e-6); // 1152 - 72 + 7
  EXPECT_NEAR(largestResidual(Fit, Points), 0, 1e-6);
}

TEST(CostFit, FindsTheStepsOfAMultiplier) {
  // DSP blocks of an unsigned product on Series 7: 1 up to 17 bits, 2 from 18,
  // 3 from 25.
  std::vector<FitPoint> Points;
  for (unsigned W = 10; W <= 33; ++W)
    Points.push_back({double(W), W < 18 ? 1. : W < 25 ? 2. : 3.});
  PiecewiseFit Fit = fitPiecewise(Points);
  ASSERT_EQ(Fit.size(), 3u);
  EXPECT_EQ(Fit[0].Last, 17);
  EXPECT_EQ(Fit[1].First, 18);
  EXPECT_EQ(Fit[1].Last, 24);
  EXPECT_EQ(Fit[2].First, 25);
  EXPECT_EQ(Fit[2].Coefficients.size(), 1u);
}

TEST(CostFit, LineThenConstant) {
  const FitPoint Points[] = {{1, 4}, {2, 8}, {3, 12}, {4, 16}, {5, 2}, {6, 2}};
  PiecewiseFit Fit = fitPiecewise(Points);
  ASSERT_EQ(Fit.size(), 2u);
  EXPECT_NEAR(valueAt(Fit, 3), 12, 1e-9);
  EXPECT_NEAR(valueAt(Fit, 6), 2, 1e-9);
}

TEST(CostFit, BetweenTwoPiecesTheUpperOneCounts) {
  const FitPoint Points[] = {{8, 1}, {9, 1}, {16, 3}, {17, 3}};
  PiecewiseFit Fit = fitPiecewise(Points);
  ASSERT_EQ(Fit.size(), 2u);
  EXPECT_EQ(valueAt(Fit, 12), 3);
}

TEST(CostFit, WhatIsNeverUsedHasNoFit) {
  const FitPoint Points[] = {{8, 0}, {9, 0}};
  EXPECT_TRUE(fitPiecewise(Points).empty());
  EXPECT_EQ(valueAt({}, 8), 0);
}

/// Measures \p Value at what sizesToMeasure() asks for, until it asks no more.
std::vector<FitPoint> measured(Growth Kind, double (*Value)(double)) {
  std::vector<uint32_t> Sizes;
  for (uint32_t W = 1; W <= 64; ++W)
    Sizes.push_back(W);
  std::vector<FitPoint> Points;
  for (auto Next = sizesToMeasure(Points, Sizes, Kind); !Next.empty();
       Next = sizesToMeasure(Points, Sizes, Kind)) {
    for (uint32_t W : Next)
      Points.push_back({double(W), Value(W)});
    std::sort(Points.begin(), Points.end(),
              [](auto &A, auto &B) { return A.Size < B.Size; });
  }
  return Points;
}

TEST(SizesToMeasure, PowersOfTwoAreEnoughForAPolynomial) {
  auto Points = measured(Growth::Smooth, [](double W) { return W * W + W; });
  EXPECT_EQ(Points.size(), 7u);
  EXPECT_EQ(measured(Growth::Smooth, [](double) { return 0.; }).size(), 7u);
}

TEST(SizesToMeasure, StepsAreFoundExactly) {
  auto Steps = [](double W) { return W < 18 ? 1. : W < 25 ? 2. : 3.; };
  PiecewiseFit Fit = fitPiecewise(measured(Growth::Steps, Steps));
  for (uint32_t W = 1; W <= 64; ++W)
    EXPECT_EQ(valueAt(Fit, W), Steps(W)) << W;
}

TEST(SizesToMeasure, ASmoothBreakpointIsFoundToAnEighth) {
  auto Line = [](double W) { return W <= 40 ? 2 * W : 3 * W + 60; };
  auto Points = measured(Growth::Smooth, Line);
  EXPECT_LE(Points.size(), 16u);
  PiecewiseFit Fit = fitPiecewise(Points);
  ASSERT_EQ(Fit.size(), 2u);
  EXPECT_LE(Fit[0].Last, 40);
  EXPECT_GT(Fit[1].First, 40);
  EXPECT_LE(Fit[1].First - Fit[0].Last, 0.125 * Fit[1].First);
}

TEST(SizesToMeasure, AsksForNothingThatIsNotASize) {
  const uint32_t Sizes[] = {8, 16, 24};
  EXPECT_EQ(sizesToMeasure({}, Sizes, Growth::Smooth),
            (std::vector<uint32_t>{8, 16, 24}));
  const FitPoint Points[] = {{8, 1}, {16, 5}, {24, 2}};
  EXPECT_TRUE(sizesToMeasure(Points, Sizes, Growth::Steps).empty());
}

CostCurve curve() {
  CostCurve C{"add", "variable", 0, {}, {}};
  for (uint32_t W : {8, 16, 32}) {
    CostPoint P;
    P.Size = W;
    P.Need.Luts = W;
    P.Need.Registers = W + (W == 16 ? 0.25 : 0); // within the tolerance
    C.Points.push_back(P);
  }
  fitCurve(C);
  return C;
}

TEST(CostCurve, MeasuredWhereItWasElseTheFit) {
  CostCurve C = curve();
  EXPECT_EQ(C.at(16)->Registers, 16.25);
  EXPECT_NEAR(C.at(24)->Luts, 24, 1e-9);
}

TEST(CostCurve, IsUnknownOutsideOfTheMeasuredSizes) {
  CostCurve C = curve();
  EXPECT_FALSE(C.at(7));
  EXPECT_FALSE(C.at(33));
}

/// TYTRA17 Fig. 10; the planes are those of a least squares in exact fractions.
const std::vector<ShellCost::Point> Shell = {
    {1, 1, 42272, 61312, 1604816}, {2, 1, 43055, 64929, 1719504},
    {3, 1, 44701, 67227, 1817808}, {4, 1, 41374, 58632, 2835664},
    {8, 1, 43723, 62715, 2967248}, {16, 1, 49809, 73404, 7185778},
    {1, 2, 42480, 59595, 2736848}, {1, 4, 48408, 68263, 2770128},
    {1, 8, 60155, 85709, 2836176}, {1, 16, 83917, 120857, 2967760}};

/// Least squares of \p Member over \p Points, which differ in streams and in
/// units.
ShellCost::Plane fitPlane(const std::vector<ShellCost::Point> &Points,
                          double ShellCost::Point::*Member) {
  // Deviations from the means leave two equations for the two slopes.
  double N = double(Points.size()), S = 0, U = 0, V = 0;
  for (const ShellCost::Point &P : Points) {
    S += P.Streams / N;
    U += P.Units / N;
    V += P.*Member / N;
  }
  double SS = 0, SU = 0, UU = 0, SV = 0, UV = 0;
  for (const ShellCost::Point &P : Points) {
    double DS = P.Streams - S, DU = P.Units - U, DV = P.*Member - V;
    SS += DS * DS;
    SU += DS * DU;
    UU += DU * DU;
    SV += DS * DV;
    UV += DU * DV;
  }
  double Determinant = SS * UU - SU * SU;
  ShellCost::Plane Fit;
  Fit.PerStream = (SV * UU - UV * SU) / Determinant;
  Fit.PerUnit = (UV * SS - SV * SU) / Determinant;
  Fit.Base = V - Fit.PerStream * S - Fit.PerUnit * U;
  return Fit;
}

TEST(ShellCost, IsTheRegressionOfThePublishedMeasurements) {
  using Point = ShellCost::Point;
  ShellCost::Plane Luts = fitPlane(Shell, &Point::Luts);
  EXPECT_NEAR(Luts.Base, 37806.507579, 1e-4);
  EXPECT_NEAR(Luts.PerStream, 546.133678, 1e-4);
  EXPECT_NEAR(Luts.PerUnit, 2807.662346, 1e-4);
  EXPECT_NEAR(largestResidual(Shell, &Point::Luts, Luts), 0.0548, 1e-4);
  ShellCost::Plane Registers = fitPlane(Shell, &Point::Registers);
  EXPECT_NEAR(Registers.PerUnit, 3980.855169, 1e-4);
}

TEST(ShellCost, IsThePublishedPointOrBetweenTwo) {
  ShellCost S;
  S.BlockBits = 20480;
  S.Points = Shell;
  EXPECT_EQ(S.at(4, 1)->Luts, 41374);
  EXPECT_EQ(S.at(4, 1)->MemoryBlocks, 139); // 2835664 / 20480 = 138.5
  EXPECT_EQ(S.at(1, 12)->Luts, (60155 + 83917) / 2);
  // Three streams add 2429 LUTs to one, four units 6136.
  EXPECT_EQ(S.at(3, 4)->Luts, 42272 + 2429 + 6136);
}

TEST(ShellCost, IsUnknownBeyondThePublishedPoints) {
  ShellCost S;
  S.BlockBits = 20480;
  S.Points = Shell;
  EXPECT_FALSE(S.at(17, 1));
  EXPECT_FALSE(S.at(1, 17));
  EXPECT_FALSE(S.at(0, 1));
  EXPECT_EQ(S.maxUnits(), 16u);
}

} // namespace
