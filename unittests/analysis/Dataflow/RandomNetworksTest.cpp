// Random networks, run and simulated clock by clock.
#include "RandomNetworks.h"

#include "roofline/Dataflow/DataflowRun.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

PlainResult resultOf(const DataflowRun &R) {
  PlainResult To;
  To.IsDeadlock = R.isDeadlock();
  To.Cycles = R.Cycles;
  for (const ProcessRun &P : R.Processes)
    To.Dones.push_back(P.Done);
  To.Peaks = R.Peaks;
  return To;
}

void compare(StallStyle Style, unsigned NumSeeds) {
  unsigned Deadlocks = 0;
  for (unsigned Seed = 0; Seed < NumSeeds; ++Seed) {
    RandomNetworks G(Seed, Style);
    const PlainNetwork Plain = G.network();
    const unsigned Calls = G.upTo(1, 3);
    const DataflowNetwork N = networkOf(Plain);
    ASSERT_EQ(checkNetwork(N), std::nullopt) << "seed " << Seed;
    const PlainResult Expected = simulateByCycle(Plain, Calls);
    Deadlocks += Expected.IsDeadlock;
    for (bool Jumps : {true, false}) {
      const PlainResult Found = resultOf(runDataflow(N, {Calls, Jumps}));
      EXPECT_EQ(Found.IsDeadlock, Expected.IsDeadlock) << "seed " << Seed;
      EXPECT_EQ(Found.Dones, Expected.Dones) << "seed " << Seed;
      EXPECT_EQ(Found.Peaks, Expected.Peaks) << "seed " << Seed;
    }
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(Deadlocks, NumSeeds / 20);
  EXPECT_LT(Deadlocks, NumSeeds / 2);
}

TEST(RandomNetworks, FreezingPipelines) { compare(StallStyle::Freezes, 2000); }

TEST(RandomNetworks, FlushingPipelines) { compare(StallStyle::Flushes, 2000); }

/// Few iterations are the walk's, many the jump's.
TEST(RandomNetworks, JumpsChangeNothing) {
  uint64_t Walked = 0, Jumped = 0;
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    RandomNetworks G(Seed, StallStyle::Freezes);
    DataflowNetwork N = networkOf(G.network());
    const uint64_t Times = G.upTo(3, 200);
    for (DataflowProcess &P : N.Processes) {
      const uint64_t Row = P.Cycles;
      for (FifoAccess &A : P.Accesses) {
        if (A.Issues.size() > 1) {
          // Several parts cannot be repeated as one pattern.
          std::vector<CycleProgression> Parts;
          for (uint64_t I = 0; I < Times; ++I)
            for (CycleProgression Part : A.Issues) {
              Part.First += I * Row;
              Parts.push_back(Part);
            }
          A.Issues = Parts;
          continue;
        }
        A.Issues[0].Levels.insert(A.Issues[0].Levels.begin(), {Times, Row});
        A.Issues[0] = shortest(A.Issues[0]);
      }
      P.Cycles = Row * Times;
    }
    ASSERT_EQ(checkNetwork(N), std::nullopt) << "seed " << Seed;
    DataflowRun Jumping = runDataflow(N);
    DataflowRun Walking = runDataflow(N, {1, false});
    Walked += Walking.NumEvents;
    Jumped += Jumping.NumEvents;
    Walking.NumEvents = Jumping.NumEvents;
    EXPECT_EQ(Jumping, Walking) << "seed " << Seed;
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_LT(Jumped, Walked / 4 * 3);
}

} // namespace
