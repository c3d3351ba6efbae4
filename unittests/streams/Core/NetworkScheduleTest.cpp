// Schedules of tiles, and the contents of their pipes.
#include "StreamKernelBuilder.h"

#include "roofline/Core/NetworkSchedule.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

StreamDesign design(std::vector<uint32_t> X, std::vector<uint32_t> Y,
                    uint32_t Steps, bool HasPipes) {
  StreamDesign D;
  D.Steps = Steps;
  D.Tiles = {std::move(X), std::move(Y), {1}};
  D.HasPipes = HasPipes;
  return D;
}

TileNetwork network(const StreamDesign &D) {
  int64_t Width = 0, Height = 0;
  for (uint32_t X : D.Tiles[0])
    Width += X;
  for (uint32_t Y : D.Tiles[1])
    Height += Y;
  TileNetwork N;
  EXPECT_EQ(tilesOf(wide({Width, Height, 1}), {8, {{"a", "b"}}, true}, D, N),
            std::nullopt);
  return N;
}

/// [cycle] of all steps of the slowest tile, where none waits: each step takes
/// a launch, and a cycle to begin.
int64_t unhindered(const TileNetwork &N, const StreamDesign &D) {
  int64_t Most = 0;
  for (const NetworkTile &T : N.Tiles)
    Most = std::max(Most, launchCycles(N.Shapes[T.Shape], designOfTile(D)));
  return D.Steps * (Most + 1);
}

TEST(NetworkScheduleTest, TilesWithoutPipesRunOnTheirOwn) {
  const StreamDesign D = design({6, 10}, {9, 4}, 5, false);
  const TileNetwork N = network(D);
  const auto S = scheduleNetwork(N, D);
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Steps, unhindered(N, D));
  // All beats come, and go, through one port.
  EXPECT_EQ(S->Cycles, 2 * 16 * 13 + S->Steps + 2);
  for (size_t I = 0; I < N.Tiles.size(); ++I)
    EXPECT_EQ(
        S->TileSteps[I],
        D.Steps *
            (launchCycles(N.Shapes[N.Tiles[I].Shape], designOfTile(D)) + 1));
}

TEST(NetworkScheduleTest, EqualTilesWaitForTheFirstBeatsAlone) {
  // Two tiles of 9 columns with their neighbour's, side by side: in each step
  // the first beat from the other side is there before it is needed.
  const StreamDesign D = design({8, 7}, {9}, 6, true);
  const TileNetwork N = network(D);
  const auto S = scheduleNetwork(N, D);
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Steps, unhindered(N, D));
}

/// With the depths that were found nothing changes; with one less of any pipe
/// its tiles take longer, or do not end.
TEST(NetworkScheduleTest, OneLessStallsOrDeadlocks) {
  for (const StreamDesign &D :
       {design({8, 8}, {9}, 6, true), design({8, 8}, {6, 6}, 6, true),
        design({4, 9, 5}, {9}, 6, true)}) {
    const TileNetwork N = network(D);
    const auto Free = scheduleNetwork(N, D);
    ASSERT_TRUE(Free);
    const auto Exact = scheduleNetwork(N, D, Free->Depths);
    ASSERT_TRUE(Exact);
    EXPECT_EQ(Exact->Cycles, Free->Cycles);
    EXPECT_EQ(Exact->TileSteps, Free->TileSteps);
    for (size_t I = 0; I < N.Pipes.size(); ++I) {
      std::vector<uint32_t> Depths = Free->Depths;
      ASSERT_GT(Depths[I]--, 0u);
      const auto Less = scheduleNetwork(N, D, Depths);
      ASSERT_TRUE(Less);
      EXPECT_GT(Less->FullCycles, 0) << I;
    }
  }
}

TEST(NetworkScheduleTest, PipesThatHoldLessThanAFaceEndInADeadlock) {
  const StreamDesign D = design({8, 8}, {9}, 6, true);
  const TileNetwork N = network(D);
  // A tile's first step gives 18 beats to the right, or 9 to the left. If both
  // hold one less neither tile ends it; one alone waits for the other's second
  // step.
  std::vector<uint32_t> Faces;
  for (const TilePipe &P : N.Pipes)
    Faces.push_back(uint32_t(P.Positions.volume()));
  EXPECT_EQ(Faces, (std::vector<uint32_t>{9, 18}));
  const auto DeadlockOf = [&](uint32_t Left, uint32_t Right) {
    const auto S = scheduleNetwork(N, D, {Left, Right});
    EXPECT_TRUE(S);
    return S->Deadlock;
  };
  EXPECT_EQ(DeadlockOf(9, 18), std::vector<uint32_t>());
  EXPECT_EQ(DeadlockOf(8, 18), std::vector<uint32_t>());
  EXPECT_EQ(DeadlockOf(9, 17), std::vector<uint32_t>());
  EXPECT_EQ(DeadlockOf(8, 17), (std::vector<uint32_t>{0, 1}));
}

} // namespace
