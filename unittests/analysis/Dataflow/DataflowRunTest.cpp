// Networks whose cycles are worked out by hand.
//
/// \file
/// Reads stand in stage 1, writes in stage depth - 2, II 1. P has depth 5, C
/// depth 4, so token k is written in local cycle 4 + k and read in 2 + k.
#include "SmallNetworks.h"

#include "roofline/Dataflow/DataflowRun.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

/// Both ways to run agree.
DataflowRun run(const DataflowNetwork &N, uint32_t Calls = 1) {
  EXPECT_EQ(checkNetwork(N), std::nullopt);
  DataflowRun Jumping = runDataflow(N, {Calls, true});
  DataflowRun Walking = runDataflow(N, {Calls, false});
  Walking.NumEvents = Jumping.NumEvents;
  EXPECT_EQ(Jumping, Walking);
  return Jumping;
}

DataflowNetwork chain(uint64_t Depth) {
  return {{process("P", 100, 5, {writes(0, 5, {100})}),
           process("C", 100, 4, {reads(0, {100})})},
          {fifo("A", Depth)},
          {}};
}

TEST(DataflowRun, AChainOfDepthTwoNeverStalls) {
  // C reads one cycle after the write, 3 later than alone: 104 + 3.
  EXPECT_EQ(run(chain(2)).Cycles, 107u);
  // One slot: two cycles for each token. The last read is in 5 + 2 * 99 = 203
  // and the last stage two later.
  DataflowRun Slow = run(chain(1));
  EXPECT_EQ(Slow.Cycles, 206u);
  EXPECT_EQ(Slow.Processes[0].Waits,
            (std::vector<DataflowWait>{{DataflowWait::Kind::Space, 0, 99}}));
  EXPECT_EQ(Slow.Processes[1].Waits,
            (std::vector<DataflowWait>{{DataflowWait::Kind::Data, 0, 102}}));
}

TEST(DataflowRun, AShortFifoMayCostNothing) {
  // The last read is in iteration 60 of 64, as late as without P: 3 + 68.
  for (uint64_t Depth : {2, 16}) {
    DataflowNetwork N{{process("P", 16, 5, {writes(0, 5, {16})}),
                       process("C", 64, 4, {reads(0, {16, 4})})},
                      {fifo("A", Depth)},
                      {}};
    EXPECT_EQ(run(N).Cycles, 71u) << Depth;
  }
}

DataflowNetwork halves(uint64_t Depth) {
  return {{process("P", 16, 5, {writes(0, 5, {8}), writes(1, 5, {8, 1, 8})}),
           process("C", 8, 4, {reads(0, {8}), reads(1, {8})})},
          {fifo("A", Depth), fifo("B", 2)},
          {}};
}

TEST(DataflowRun, TheFirstHalfMustFit) {
  // B's first token is written in cycle 12, read in 13: 11 late.
  EXPECT_EQ(run(halves(8)).Cycles, 23u);
  DataflowNetwork N = halves(7);
  DataflowRun R = run(N);
  EXPECT_TRUE(R.isDeadlock());
  EXPECT_EQ(R.NumCyclic, 2u);
  EXPECT_EQ(stuckText(N, R), "P waits for space in A, C for data in B");
}

TEST(DataflowRun, AnArrayWaitsForTheWholeOfIt) {
  // P is done in cycle 21, C starts in 22 and takes 20.
  DataflowNetwork N{{process("P", 16, 5, {}), process("C", 16, 4, {})},
                    {},
                    {{"x", 0, {1}, 2, {}}}};
  DataflowRun R = run(N);
  EXPECT_EQ(R.Cycles, 42u);
  EXPECT_EQ(R.Processes[1].Waits,
            (std::vector<DataflowWait>{{DataflowWait::Kind::Start, 0, 22}}));
  N.Arrays.clear();
  N.Fifos = {fifo("x", 2)};
  N.Processes[0].Accesses = {writes(0, 5, {16})};
  N.Processes[1].Accesses = {reads(0, {16})};
  EXPECT_EQ(run(N).Cycles, 23u);
}

TEST(DataflowRun, AConsumerThatTakesAllAtOnceRunsAfterItsProducer) {
  // Eight tokens, one in the last iteration of each row of P. The last is
  // written in 4 + 63 = 67, read in 68: row 0 ends then, 56 more follow.
  DataflowNetwork N{{process("P", 64, 5, {writes(0, 5, {8, 8, 7})}),
                     process("C", 64, 4, {reads(0, {8})})},
                    {fifo("A", 8)},
                    {}};
  EXPECT_EQ(run(N).Cycles, 127u);
  N.Processes[1].Accesses = {reads(0, {8, 8})};
  // Token k is written in 11 + 8 k and read in 12 + 8 k, 10 late.
  EXPECT_EQ(run(N).Cycles, 78u);
}

DataflowNetwork fork(uint64_t Depth, StallStyle Style) {
  DataflowNetwork N{
      {process("S", 100, 4, {writes(0, 4, {100}), writes(1, 4, {100})}),
       process("F", 100, 20, {reads(0, {100}), writes(2, 20, {100})}),
       process("J", 100, 4, {reads(1, {100}), reads(2, {100})})},
      {fifo("x", 2), fifo("y", Depth), fifo("z", 2)},
      {}};
  for (DataflowProcess &P : N.Processes)
    P.Style = Style;
  return N;
}

TEST(DataflowRun, AForkNeedsTheDepthOfItsLongBranch) {
  EXPECT_EQ(run(fork(20, StallStyle::Freezes)).Cycles, 124u);
  EXPECT_EQ(run(fork(19, StallStyle::Freezes)).Cycles, 165u);
  EXPECT_EQ(run(fork(18, StallStyle::Freezes)).Cycles, 288u);
  // A frozen F needs 18 inputs to push out its first output.
  for (uint64_t Depth : {17, 10, 2})
    EXPECT_TRUE(run(fork(Depth, StallStyle::Freezes)).isDeadlock()) << Depth;
  EXPECT_EQ(run(fork(2, StallStyle::Flushes)).Cycles, 1006u);
}

TEST(DataflowRun, TwoBuffersLetTheWriterRunAhead) {
  // Each call takes 21 and 20 cycles, with one cycle before each start: P ends
  // in 21, 43, 65; C runs after it, 22 to 42, 44 to 64, 66 to 86.
  DataflowNetwork N{{process("P", 16, 5, {}), process("C", 16, 4, {})},
                    {},
                    {{"x", 0, {1}, 2, {}}}};
  DataflowRun R = run(N, 3);
  EXPECT_EQ(R.Cycles, 86u);
  EXPECT_EQ(R.Interval, 22u);
  // With one buffer P waits for C: 43 to 64 and 86 to 107.
  N.Arrays[0].Buffers = 1;
  EXPECT_EQ(run(N, 3).Cycles, 128u);
}

TEST(DataflowRun, TokensThatNobodyWritesAreNamed) {
  DataflowNetwork N = chain(2);
  N.Processes[0].Accesses = {writes(0, 5, {99})};
  DataflowRun R = run(N);
  EXPECT_EQ(R.NumCyclic, 0u);
  EXPECT_EQ(stuckText(N, R), "C waits for data in A, and nothing more comes");
}

TEST(DataflowRun, ALongChainTakesFewEvents) {
  constexpr uint64_t Tokens = 100'000'000;
  DataflowNetwork N;
  for (uint32_t I = 0; I < 100; ++I) {
    DataflowProcess P = process("p", Tokens, 5, {});
    if (I > 0)
      P.Accesses.push_back(reads(I - 1, {Tokens}));
    if (I < 99) {
      P.Accesses.push_back(writes(I, 5, {Tokens}));
      N.Fifos.push_back(fifo("f", 2));
    }
    N.Processes.push_back(std::move(P));
  }
  DataflowRun R = runDataflow(N);
  // Each hop is 3 late.
  EXPECT_EQ(R.Cycles, Tokens + 5 + 99 * 3);
  EXPECT_LT(R.NumEvents, 1'000'000u);
}

TEST(DataflowNetwork, WhatCannotRunIsRefused) {
  DataflowNetwork N = chain(2);
  N.Fifos[0].Depth = 0;
  EXPECT_EQ(checkNetwork(N), "A: neither depth nor latency may be 0");
  N = chain(2);
  N.Processes[1].Accesses = {writes(0, 4, {100})};
  EXPECT_EQ(checkNetwork(N), "A: two processes write it");
  N = chain(2);
  N.Processes[0].Cycles = 50;
  EXPECT_EQ(checkNetwork(N), "P: an access behind the end");
  N = chain(2);
  N.Processes[0].Accesses[0].Fifo = 1;
  EXPECT_EQ(checkNetwork(N), "P: no FIFO 1");
  N = chain(2);
  N.Processes[0].Accesses[0].Issues[0].Levels = {{4, 3}, {4, 1}};
  EXPECT_EQ(checkNetwork(N), "P: the cycles of an access do not increase");
}

} // namespace
