// DAC17's equations, repaired, against numbers by hand.
#include "roofline/Dac17/Dac17.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace roofline;

namespace {

/// Jacobi-2D of Table 2.
StencilFeatures jacobi2d() {
  StencilFeatures S;
  S.Lengths = {2048, 2048};
  S.Reaches = {{1, 1}, {1, 1}};
  S.Steps = 1024;
  return S;
}

ConeMachine machine() {
  ConeMachine M;
  M.Bandwidth = 400;
  M.Elements = 6;
  M.Launch = 2000;
  return M;
}

ConeDesign fourByFour(bool HasPipes) {
  return {24, {{128, 128, 128, 128}, {160, 160, 160, 160}}, HasPipes};
}

// 16 tiles of 128 x 160, cones of 24 steps: read 32 * 176 * 208 / 25, written
// 32 * 128 * 160 / 25, computed sum over n = 0 .. 23 of (128 + 2n)(160 + 2n)/6.
TEST(Dac17Test, ABaselineTile) {
  const TileCycles T =
      coneTileCycles(jacobi2d(), machine(), fourByFour(false), {1, 1}, 24);
  EXPECT_NEAR(T.Read, 46858.24, 1e-6 * T.Read);
  EXPECT_NEAR(T.Write, 26214.4, 1e-6 * T.Write);
  EXPECT_NEAR(T.Compute, 667792 / 6.0, 1e-6 * T.Compute);
  EXPECT_NEAR(T.total(), 186371.3, 0.05);
  // 43 passes, the last of 16 steps, of 4 x 4 whole regions.
  EXPECT_EQ(coneRegions(jacobi2d(), fourByFour(false)), 16);
}

// At a corner two faces grow: 152 x 184 cells are read, and
// sum of (128 + n)(160 + n) / 6 computed; between, none grows.
TEST(Dac17Test, PipesGrowAtTheEdgeAlone) {
  const ConeDesign D = fourByFour(true);
  const TileCycles Corner =
      coneTileCycles(jacobi2d(), machine(), D, {0, 3}, 24);
  EXPECT_NEAR(Corner.Read, 35799.04, 1e-6 * Corner.Read);
  EXPECT_NEAR(Corner.Write, 26214.4, 1e-6 * Corner.Write);
  EXPECT_NEAR(Corner.Compute, 575332 / 6.0, 1e-6 * Corner.Compute);
  EXPECT_NEAR(Corner.total(), 159902.1, 0.05);
  const TileCycles Between =
      coneTileCycles(jacobi2d(), machine(), D, {1, 2}, 24);
  EXPECT_NEAR(Between.Read, Between.Write, 1e-6);
  EXPECT_NEAR(Between.Compute, 24 * 128 * 160 / 6.0, 1e-6);
}

// Two steps of 4 x 4 cells with 32 elements: 0.5 cycles each; four faces of 4
// cells of two fields at 1 cycle: 32.
TEST(Dac17Test, AShareThatIsNotHidden) {
  StencilFeatures S = jacobi2d();
  S.Iterated = 2;
  ConeMachine M = machine();
  M.Elements = 32;
  const ConeDesign D{2, {{4, 4, 4}, {4, 4, 4}}, true};
  EXPECT_EQ(coneTileCycles(S, M, D, {1, 1}, 2).Compute, 2 * 2 * 16);
}

// Constant fields are read one step less far; kernels start one after another.
TEST(Dac17Test, FieldsAndStarts) {
  StencilFeatures S = jacobi2d();
  S.Constant = 1;
  ConeMachine M = machine();
  M.LaunchDelay = 100;
  const ConeDesign D{2, {{10, 10}, {20, 20}}, false};
  const TileCycles T = coneTileCycles(S, M, D, {1, 1}, 2);
  EXPECT_NEAR(T.Read, 4 * 32 * (14 * 24 + 12 * 22) / 400.0, 1e-9);
  EXPECT_NEAR(T.Write, 4 * 32 * 10 * 20 / 400.0, 1e-9);
  EXPECT_EQ(T.Launch, 2300); // the fourth of four
  // 512 passes of 103 x 52 regions; all tiles are alike but for their start.
  EXPECT_NEAR(coneCycles(S, M, D), 512.0 * 103 * 52 * T.total(), 1);
  // 14 x 24 cells of 32 bits in blocks of 36864: one block each.
  EXPECT_EQ(coneBlocks(S, D, 36864), 4 * 3);
  EXPECT_EQ(coneBlocks(S, D, 32 * 100), 4 * 3 * 4);
}

// Three in a row: an edge, one between, an edge; pipes bring 1 cell a face.
TEST(Dac17Test, BlocksHoldWhatPipesBring) {
  StencilFeatures S;
  S.Lengths = {1000};
  S.Reaches = {{1, 1}};
  const ConeDesign D{5, {{10, 20, 10}}, true};
  // 10 + 5 + 1 and 20 + 2 cells of 32 bits, twice, in blocks of one cell.
  EXPECT_EQ(coneBlocks(S, D, 32), 2 * (16 + 22 + 16));
}

// Against a sum over the steps, in one to four dimensions, with and without
// pipes that show.
TEST(Dac17Test, StepsAddUp) {
  const StencilReach Reaches[] = {{1, 2}, {0, 1}, {2, 2}, {1, 0}};
  for (size_t Dims = 1; Dims <= 4; ++Dims)
    for (double PipeCycles : {0.001, 10.0}) {
      StencilFeatures S;
      S.Lengths.assign(Dims, 1000);
      S.Reaches.assign(Reaches, Reaches + Dims);
      ConeMachine M = machine();
      M.PipeCycles = PipeCycles;
      ConeDesign D{7, {}, true};
      for (size_t Dim = 0; Dim < Dims; ++Dim)
        D.Tiles.push_back({10, 20, 12.5});
      // The first tile along each dimension: its high face has a pipe.
      double Sum = 0;
      for (int Left = 0; Left < 7; ++Left) {
        double Box = 1, Pipes = 0;
        for (size_t Dim = 0; Dim < Dims; ++Dim)
          Box *= 10 + Reaches[Dim].Low * Left;
        for (size_t Dim = 0; Dim < Dims; ++Dim)
          Pipes += Reaches[Dim].High * Box / (10 + Reaches[Dim].Low * Left);
        Sum += std::max(Box / 6, PipeCycles * Pipes);
      }
      const TileCycles T = coneTileCycles(S, M, D, TilePlace(Dims, 0), D.Fused);
      EXPECT_NEAR(T.Compute, Sum, 1e-9 * Sum) << Dims << ", " << PipeCycles;
    }
}

// Against every tile of a region; those alike differ by their start alone.
TEST(Dac17Test, TheSlowestTileIsNoFasterThanAnyOther) {
  StencilFeatures S = jacobi2d();
  S.Reaches = {{1, 3}, {2, 0}};
  ConeMachine M = machine();
  for (bool HasPipes : {false, true})
    for (double Delay : {0.0, 30.0}) {
      M.LaunchDelay = Delay;
      const ConeDesign D{9, {{30, 30, 30, 26}, {20, 24, 24, 24, 20}}, HasPipes};
      double Slowest = 0;
      for (uint32_t Row = 0; Row < 4; ++Row)
        for (uint32_t Column = 0; Column < 5; ++Column)
          Slowest = std::max(Slowest,
                             coneTileCycles(S, M, D, {Row, Column}, 9).total());
      EXPECT_EQ(slowestTile(S, M, D).total(), Slowest);
    }
}

// 10 steps in cones of 4: two passes of 4 and one of 2.
TEST(Dac17Test, TheLastPassIsShorter) {
  StencilFeatures S;
  S.Lengths = {100};
  S.Reaches = {{0, 0}};
  S.Steps = 10;
  ConeMachine M;
  M.Bandwidth = 1e9;
  EXPECT_NEAR(coneCycles(S, M, {4, {{25, 25}}, false}), 2 * 10 * 25, 1e-3);
}

// The mean box is a bound for every share of unequal tiles.
TEST(Dac17Test, TheMeanTileIsNoSlower) {
  const StencilFeatures S = jacobi2d();
  for (bool HasPipes : {false, true})
    for (double Smaller : {0.0, 5.0, 20.0}) {
      ConeDesign D = fourByFour(HasPipes);
      for (std::vector<double> &Row : D.Tiles) {
        Row.front() -= Smaller;
        Row.back() -= Smaller;
        Row[1] += Smaller;
        Row[2] += Smaller;
      }
      const double Least = leastConeCycles(S, machine(), D);
      EXPECT_LE(Least, coneCycles(S, machine(), D) * (1 + 1e-9));
      EXPECT_GT(Least, 0.7 * coneCycles(S, machine(), D));
    }
}

// Against all designs one by one.
TEST(Dac17Test, TheSearchIsExact) {
  StencilFeatures S;
  S.Lengths = {96, 60};
  S.Reaches = {{1, 2}, {1, 1}};
  S.Steps = 13;
  ConeMachine M = machine();
  M.Launch = 50;
  const ConeSpace Space{{2, 3}, 8, 40, 2048};
  for (ConeKind Kind : {ConeKind::Overlapped, ConeKind::Piped}) {
    double Least = INFINITY;
    for (double Height = 4; Height <= 48; ++Height)
      for (double Width = 3; Width <= 20; ++Width)
        for (uint32_t Fused = 1; Fused <= 8; ++Fused) {
          const ConeDesign D{Fused,
                             {{Height, Height}, {Width, Width, Width}},
                             Kind == ConeKind::Piped};
          if (coneBlocks(S, D, 2048) <= 40)
            Least = std::min(Least, coneCycles(S, M, D));
        }
    const BestCone Best = bestCone(S, M, Space, Kind);
    EXPECT_DOUBLE_EQ(Best.Cycles, Least);
    EXPECT_LE(Best.Blocks, 40);
  }
  // Three in a row along the second dimension: what the outer ones give up of
  // their growth, the middle one takes. Reach is 1 to both sides.
  double Least = INFINITY;
  for (double Height = 4; Height <= 48; ++Height)
    for (double Width = 3; Width <= 20; ++Width)
      for (uint32_t Fused = 1; Fused <= 8; ++Fused)
        for (int Tenths = 0; Tenths <= 15; ++Tenths) {
          const double Less = 0.1 * Tenths * (Fused - 1) / 2;
          const ConeDesign D{Fused,
                             {{Height, Height},
                              {Width - Less, Width + 2 * Less, Width - Less}},
                             true};
          if (Width - Less >= 3 && coneBlocks(S, D, 2048) <= 40)
            Least = std::min(Least, coneCycles(S, M, D));
        }
  const BestCone Balanced = bestCone(S, M, Space, ConeKind::Balanced);
  EXPECT_NEAR(Balanced.Cycles, Least, 1e-9 * Least);
  EXPECT_LE(Balanced.Cycles, bestCone(S, M, Space, ConeKind::Piped).Cycles);
  EXPECT_EQ(bestCone(S, M, {{2, 3}, 8, 1, 2048}, ConeKind::Piped).Cycles, 0);
}

} // namespace
