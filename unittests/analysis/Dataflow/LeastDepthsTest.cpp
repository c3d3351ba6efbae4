// Least depths of networks that are worked out by hand.
#include "RandomNetworks.h"
#include "SmallNetworks.h"

#include "roofline/Dataflow/LeastDepths.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

using Depths = std::vector<uint64_t>;

TEST(LeastDepths, AChainNeedsTwo) {
  DataflowNetwork N{{process("P", 100, 5, {writes(0, 5, {100})}),
                     process("C", 100, 4, {reads(0, {100})})},
                    {fifo("A", 1000)},
                    {}};
  EXPECT_EQ(leastDepths(N, 107)->Depths, Depths{2});
  EXPECT_EQ(leastDepths(N, 107)->Bits, 2u * 32);
  // With one slot it takes 206.
  EXPECT_EQ(leastDepths(N, 205)->Depths, Depths{2});
  EXPECT_EQ(leastDepths(N, 206)->Depths, Depths{1});
  EXPECT_EQ(leastDepths(N, 106), std::nullopt);
  std::vector<LeastDepths> Curve = depthCurve(N);
  ASSERT_EQ(Curve.size(), 2u);
  EXPECT_EQ(Curve[0].Cycles, 206u);
  EXPECT_EQ(Curve[1].Cycles, 107u);
}

TEST(LeastDepths, AForkNeedsTheDepthOfItsLongBranch) {
  DataflowNetwork N{
      {process("S", 100, 4, {writes(0, 4, {100}), writes(1, 4, {100})}),
       process("F", 100, 20, {reads(0, {100}), writes(2, 20, {100})}),
       process("J", 100, 4, {reads(1, {100}), reads(2, {100})})},
      {fifo("x", 100), fifo("y", 100), fifo("z", 100)},
      {}};
  // Depth of y: 20 for 124 cycles, 19 for 165, 18 for 288, as in DataflowRun.
  EXPECT_EQ(leastDepths(N, 124)->Depths, (Depths{2, 20, 2}));
  EXPECT_EQ(leastDepths(N, 165)->Depths[1], 19u);
}

TEST(LeastDepths, NoDepthCuresATokenThatIsMissing) {
  DataflowNetwork N{{process("P", 99, 5, {writes(0, 5, {99})}),
                     process("C", 100, 4, {reads(0, {100})})},
                    {fifo("A", 2)},
                    {}};
  EXPECT_EQ(leastDepths(N, UINT64_MAX), std::nullopt);
  EXPECT_TRUE(depthCurve(N).empty());
}

TEST(LeastDepths, OneLessStallsOrDeadlocks) {
  unsigned NumFifos = 0;
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    DataflowNetwork N =
        networkOf(RandomNetworks(Seed, StallStyle::Freezes).network());
    for (Fifo &F : N.Fifos)
      F.Depth = 100;
    const DataflowRun Deep = runDataflow(N);
    if (Deep.isDeadlock())
      continue;
    const std::optional<LeastDepths> Least = leastDepths(N, Deep.Cycles);
    ASSERT_TRUE(Least) << "seed " << Seed;
    EXPECT_EQ(Least->Cycles, Deep.Cycles) << "seed " << Seed;
    for (size_t F = 0; F < N.Fifos.size(); ++F)
      N.Fifos[F].Depth = Least->Depths[F];
    for (Fifo &F : N.Fifos) {
      ++NumFifos;
      if (F.Depth == 1)
        continue;
      --F.Depth;
      const DataflowRun Shorter = runDataflow(N);
      EXPECT_TRUE(Shorter.isDeadlock() || Shorter.Cycles > Deep.Cycles)
          << "seed " << Seed;
      ++F.Depth;
    }
  }
  EXPECT_GT(NumFifos, 500u);
}

TEST(LeastDepths, TooFewEventsAreNoResult) {
  DataflowNetwork N{{process("P", 100, 5, {writes(0, 5, {100})}),
                     process("C", 100, 4, {reads(0, {100})})},
                    {fifo("A", 1000)},
                    {}};
  EXPECT_EQ(leastDepths(N, 107, 10), std::nullopt);
  EXPECT_TRUE(depthCurve(N, 10).empty());
}

} // namespace
