// Pipelines that flush, as processes that freeze.
#include "StagedNetwork.h"
#include "RandomNetworks.h"
#include "SmallNetworks.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::dataflow;

namespace {

DataflowRun runStaged(const DataflowNetwork &N) {
  const StagedNetwork S = stagedNetwork(N);
  EXPECT_EQ(checkNetwork(S.Network), std::nullopt);
  return joinStages(N, S, runDataflow(S.Network));
}

/// S feeds x and y, F brings x to z, J reads y and z.
DataflowNetwork forkAndJoin(uint64_t DepthOfY) {
  return {{process("S", 100, 4, {writes(0, 4, {100}), writes(1, 4, {100})}),
           process("F", 100, 20, {reads(0, {100}), writes(2, 20, {100})}),
           process("J", 100, 4, {reads(1, {100}), reads(2, {100})})},
          {fifo("x", 2), fifo("y", DepthOfY), fifo("z", 2)},
          {}};
}

TEST(StagedNetwork, AFlushingPipelineGivesItsTokensAway) {
  // Frozen, F would want 18 tokens to give the first one away.
  EXPECT_TRUE(runDataflow(forkAndJoin(2)).isDeadlock());
  // Two tokens of y are under way at once, 20 cycles for each two.
  EXPECT_EQ(runStaged(forkAndJoin(2)).Cycles, 1006u);
  EXPECT_EQ(runStaged(forkAndJoin(20)).Cycles, 124u);
}

TEST(StagedNetwork, OnePipelineOwnsItsWaits) {
  DataflowNetwork N = forkAndJoin(20);
  // Twice as slow: S waits for space in x, y or both.
  N.Processes[1].Accesses[0].Issues = {{1, {{100, 2}}}};
  N.Processes[1].Accesses[1].Issues = {{1, {{100, 2}}}};
  N.Processes[1].Cycles = 220;
  const DataflowRun R = runStaged(N);
  ASSERT_EQ(R.Processes.size(), 3u);
  EXPECT_EQ(R.Peaks.size(), 3u);
  for (const ProcessRun &P : R.Processes)
    for (const DataflowWait &W : P.Waits)
      EXPECT_LT(W.Index, 3u);
  EXPECT_GT(R.Processes[0].waiting(), 90u);
}

/// A link holds one iteration more than the stages do, and so do iterations
/// that pass a stage without an access.
TEST(StagedNetwork, RunsAsFlushingPipelinesDo) {
  constexpr unsigned NumSeeds = 1000;
  unsigned NumEqual = 0, NumEnds = 0;
  for (unsigned Seed = 0; Seed < NumSeeds; ++Seed) {
    RandomNetworks G(Seed, StallStyle::Flushes, /*IsPlain=*/true);
    DataflowNetwork N = networkOf(G.network());
    for (DataflowProcess &P : N.Processes)
      P.Style = StallStyle::Flushes;
    ASSERT_EQ(checkNetwork(N), std::nullopt) << "seed " << Seed;
    const DataflowRun Flushing = runDataflow(N);
    const DataflowRun Staged = runStaged(N);
    if (Flushing.isDeadlock())
      continue;
    ++NumEnds;
    EXPECT_FALSE(Staged.isDeadlock()) << "seed " << Seed;
    EXPECT_LE(Staged.Cycles, Flushing.Cycles + 2) << "seed " << Seed;
    NumEqual += Staged.Cycles == Flushing.Cycles;
  }
  EXPECT_GT(NumEnds, NumSeeds / 2);
  EXPECT_GT(NumEqual, NumEnds / 10 * 9);
}

} // namespace
