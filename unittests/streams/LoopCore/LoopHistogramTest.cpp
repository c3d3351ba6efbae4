// A histogram, made by hand: evaluated, scheduled, and run as a netlist.
#include "LoopLeaves.h"

#include "roofline/LoopCore/LoopNetlist.h"
#include "roofline/LoopCore/VerifyLoopNetlist.h"
#include "roofline/Netlist/EvaluateNetlist.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;

namespace {

constexpr ValueType Byte = {ScalarKind::Int, 8, 1};
constexpr uint32_t Bins = 0, In = 1, Out = 2;

/// bins[] = 0; for N bytes ++bins[byte]; out[] = bins[].
LoopKernel histogram(uint64_t N) {
  LoopKernel K;
  K.Name = "histogram";
  K.Memories = {{"bins", Word, LoopMemoryKind::Private, 256, {}, {}},
                {"in", Byte, LoopMemoryKind::Input, 0, {}, {}},
                {"out", Word, LoopMemoryKind::Output, 0, {}, {}}};
  K.Ports = {{In, "in", 0, {{N, 1}}}, {Out, "out", 0, {{256, 1}}}};
  LoopLeaf Clear;
  Clear.Levels = {{256, {}}};
  uint32_t I = addSource(Clear, LoopSourceKind::Counter, 0, Byte);
  Clear.Accesses = {
      {Bins, I, addNode(Clear, DatapathOp::Constant, {}), {}, {}}};
  LoopLeaf Count;
  Count.Levels = {{N, {}}};
  const uint32_t Bin = addSource(Count, LoopSourceKind::Word, 0, Byte);
  const uint32_t Before = addSource(Count, LoopSourceKind::Word, 1, Word);
  const uint32_t One = addNode(Count, DatapathOp::Constant, {}, 1);
  const uint32_t More = addNode(Count, DatapathOp::Add, {Before, One});
  Count.Accesses = {{In, One, {}, {}, {}},
                    {Bins, Bin, {}, {}, {}},
                    {Bins, Bin, More, {}, {}}};
  LoopLeaf Drain;
  Drain.Levels = {{256, {}}};
  I = addSource(Drain, LoopSourceKind::Counter, 0, Byte);
  Drain.Accesses = {
      {Bins, I, {}, {}, {}},
      {Out, I, addSource(Drain, LoopSourceKind::Word, 0, Word), {}, {}}};
  K.Leaves = {Clear, Count, Drain};
  K.Root.Children = {leafRegion(0), leafRegion(1), leafRegion(2)};
  return K;
}

/// Bytes of few values, so that equal ones follow each other.
StreamMemory bytes(uint64_t N) {
  StreamMemory M;
  M.Buffers = {{"in", {}}, {"out", std::vector<uint64_t>(256)}};
  std::mt19937 Random(5);
  for (uint64_t I = 0; I < N; ++I)
    M.Buffers[0].Elements.push_back(Random() % (I % 2 ? 3 : 256));
  return M;
}

TEST(LoopHistogramTest, EvaluatesToTheCounts) {
  const LoopKernel K = histogram(1024);
  ASSERT_EQ(checkLoopKernel(K), std::nullopt);
  StreamMemory M = bytes(1024);
  std::vector<uint64_t> Counts(256);
  for (uint64_t B : M.Buffers[0].Elements)
    ++Counts[B];
  const LoopLog Log = evaluate(K, M);
  EXPECT_EQ(Log.Problem, std::nullopt);
  EXPECT_EQ(M.Buffers[1].Elements, Counts);
  EXPECT_EQ(Log.Leaves[1], (RegionCount{1, 0, 1024}));
}

TEST(LoopHistogramTest, HasTheScheduleByHand) {
  const LoopKernel K = histogram(1024);
  StreamMemory M = bytes(1024);
  const LoopSchedule S = scheduleLoops(K, factsOf(K, M));
  // Depths 1, 3, 2 at interval 1; the update takes what two stores before it
  // write: ceil((2 + 1 - 0) / 1) - 1 of them.
  for (uint32_t L : {0u, 1u, 2u})
    EXPECT_EQ(S.Leaves[L].Interval, 1u) << L;
  EXPECT_EQ(S.Leaves[0].Depth, 1u);
  EXPECT_EQ(S.Leaves[1].Depth, 3u);
  EXPECT_EQ(S.Leaves[2].Depth, 2u);
  EXPECT_EQ(S.Leaves[1].Forwards,
            (std::vector<Forwarding>{{2, 1, 1}, {2, 1, 2}}));
  EXPECT_EQ(cyclesOf(K, S, evaluate(K, M)), 256u + 1026u + 257u);
}

TEST(LoopHistogramTest, NetlistCountsWithAndWithoutPauses) {
  const LoopKernel K = histogram(300);
  const StreamMemory Before = bytes(300);
  const LoopSchedule S = scheduleLoops(K, factsOf(K, Before));
  StreamMemory After = Before;
  const uint64_t Cycles = cyclesOf(K, S, evaluate(K, After));
  const Netlist N = loopNetlist(K, S, "histogram");
  ASSERT_EQ(checkNetlist(N), std::nullopt);
  EXPECT_EQ(verifyLoopNetlist(K, N, Before, After, {{}, Cycles}), std::nullopt);
  for (uint64_t Seed : {1, 2, 3})
    EXPECT_EQ(verifyLoopNetlist(K, N, Before, After, {Seed, Cycles}),
              std::nullopt)
        << Seed;
}

/// With one forwarding less, the netlist reads words that are being written:
/// the simulator gives any.
TEST(LoopHistogramTest, EachForwardingIsNeeded) {
  const LoopKernel K = histogram(300);
  const StreamMemory Before = bytes(300);
  LoopSchedule S = scheduleLoops(K, factsOf(K, Before));
  StreamMemory After = Before;
  const uint64_t Cycles = cyclesOf(K, S, evaluate(K, After));
  for (size_t Dropped : {0, 1}) {
    LoopSchedule Less = S;
    Less.Leaves[1].Forwards.erase(Less.Leaves[1].Forwards.begin() + Dropped);
    EXPECT_NE(verifyLoopNetlist(K, loopNetlist(K, Less, "histogram"), Before,
                                After, {{}, Cycles}),
              std::nullopt)
        << Dropped;
  }
}

} // namespace
