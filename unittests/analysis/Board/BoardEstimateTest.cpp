// The model "board" against arithmetic done by hand.
//
/// \file
/// Board: TestKernels.h, with overlap 2, so that two activities of 3 and 4
/// cycles take 5 together.
#include "TestKernels.h"

#include "roofline/Board/BoardEstimate.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr auto Load = MemoryAccess::Kind::Read;

Device timedBoard() {
  Device D = roundBoard();
  BoardTimes T;
  T.WordInterval.Value = 0.75;
  T.RepeatInterval.Value = 0.5;
  T.Overlap.Value = 2;
  T.ErrorLow.Value = 0.5;
  T.ErrorHigh.Value = 1.5;
  D.Times = T;
  return D;
}

struct Priced {
  Priced(KernelSummary Summary, const Launch &L, BoardMechanisms With = {},
         void (*Change)(Design &) = nullptr)
      : K(std::move(Summary)), B(bindKernel(K, L, Board)) {
    EXPECT_TRUE(B.Missing.empty());
    Design D = sourceDesign(B);
    if (Change)
      Change(D);
    E = estimateBoard(B, L, D, Board, With);
  }

  Device Board = timedBoard();
  KernelSummary K;
  BoundKernel B;
  BoardEstimate E;
};

BoardMechanisms withoutLatency() {
  BoardMechanisms With;
  With.Latency = false;
  return With;
}

/// A chain of 100 products, 300 cycles deep.
void addProducts(GraphBuilder &G) {
  uint32_t Last = G.op("mul");
  for (int I = 1; I < 100; ++I)
    Last = G.op("mul", {Last});
}

KernelSummary products() {
  KernelSummary K;
  K.Name = "products";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  addProducts(G);
  G.node(Node::Kind::Block, 0);
  return K;
}

/// A word of memory for each work-item.
KernelSummary gather() {
  KernelSummary K;
  K.Name = "gather";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  AffineIndex Index;
  Index.Offset = Expr::constant(0);
  Index.Terms = {{"global_id(0)", Expr::constant(64)}};
  G.access(Load, "A", Index, {}, 2);
  G.node(Node::Kind::Block, 0);
  return K;
}

/// 1000 iterations that add to a sum, 7 cycles each; a counter of 1 cycle.
KernelSummary sum(bool UsesIds) {
  KernelSummary K;
  K.Name = "sum";
  K.UsesWorkItemIds = UsesIds;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.block();
  const uint32_t Sum = G.op("phi", {}, ScalarKind::Float);
  const uint32_t Added = G.op("fadd", {Sum}, ScalarKind::Float);
  G.carry(0, Added, Sum);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  return K;
}

// 400 passes; one work-item alone takes 300 cycles; together 500.
TEST(BoardEstimateTest, PassesAndDepthHinderEachOther) {
  Priced P(products(), launch1D(400));
  ASSERT_EQ(P.E.Pipelines.size(), 1u);
  EXPECT_EQ(P.E.Pipelines[0].Passes, 400);
  EXPECT_EQ(P.E.Pipelines[0].Depth, 300);
  EXPECT_EQ(P.E.Pipelines[0].Cycles, 400);
  EXPECT_EQ(P.E.MemoryCycles, 0);
  EXPECT_EQ(P.E.LatencyCycles, 300);
  EXPECT_DOUBLE_EQ(P.E.Cycles, 500);
  EXPECT_DOUBLE_EQ(P.E.Time.value(), 500 / 400e6);
  EXPECT_DOUBLE_EQ(P.E.Fastest.value(), 250 / 400e6);
  EXPECT_DOUBLE_EQ(P.E.Slowest.value(), 750 / 400e6);
  EXPECT_EQ(P.E.doubt(), Doubt::None);
}

TEST(BoardEstimateTest, PassesAloneAreTheTime) {
  EXPECT_EQ(Priced(products(), launch1D(400), withoutLatency()).E.Cycles, 400);
}

TEST(BoardEstimateTest, ComputeUnitsShareThePasses) {
  Priced P(products(), launch1D(400), withoutLatency(),
           [](Design &D) { D.ComputeUnits = 4; });
  EXPECT_EQ(P.E.Cycles, 100);
}

// 1200 work-items ask for a word each, 0.75 cycles apart: 900 cycles of memory
// and 1200 of passes are 1500.
TEST(BoardEstimateTest, PassesAndMemoryHinderEachOther) {
  Priced P(gather(), launch1D(1200), withoutLatency());
  EXPECT_DOUBLE_EQ(P.E.words(), 1200);
  EXPECT_DOUBLE_EQ(P.E.MemoryCycles, 900);
  EXPECT_DOUBLE_EQ(P.E.Pipelines[0].Words, 1200);
  EXPECT_DOUBLE_EQ(P.E.Cycles, 1500);
}

// Two compute units have 600 passes each, and the same memory.
TEST(BoardEstimateTest, ComputeUnitsShareOneMemory) {
  Priced P(gather(), launch1D(1200), withoutLatency(),
           [](Design &D) { D.ComputeUnits = 2; });
  EXPECT_DOUBLE_EQ(P.E.MemoryCycles, 900);
  EXPECT_DOUBLE_EQ(P.E.Cycles, std::hypot(600, 900));
}

TEST(BoardEstimateTest, MechanismsAreLeftOut) {
  BoardMechanisms With = withoutLatency();
  With.Overlap = false; // the longer of 1200 and 900
  EXPECT_DOUBLE_EQ(Priced(gather(), launch1D(1200), With).E.Cycles, 1200);
  With = withoutLatency();
  With.Words = false;
  EXPECT_DOUBLE_EQ(Priced(gather(), launch1D(1200), With).E.Cycles, 1200);
}

// 4 lanes 8 bytes apart, 1024 work-items: 512 words, 384 of them repeats
// (ReplayTest): 128 * 0.75 + 384 * 0.5 cycles, 512 * 0.75 without.
TEST(BoardEstimateTest, RepeatsCostLess) {
  KernelSummary K = gather();
  K.Accesses[0].Index->Terms[0].Coefficient = Expr::constant(8);
  auto Simd4 = [](Design &D) { D.Simd = 4; };
  EXPECT_DOUBLE_EQ(Priced(K, launch1D(1024), {}, Simd4).E.MemoryCycles, 288);
  BoardMechanisms Without;
  Without.Repeats = false;
  EXPECT_DOUBLE_EQ(Priced(K, launch1D(1024), Without, Simd4).E.MemoryCycles,
                   384);
}

// One work-item waits for each sum: 1 + 1000 * 7 cycles. Nothing else fills
// the pipelines: their 1000 and 1 passes come one after another.
TEST(BoardEstimateTest, OneWorkItemOfAnNDRangeWaits) {
  Priced P(sum(true), launch1D(1));
  ASSERT_EQ(P.E.Pipelines.size(), 2u);
  EXPECT_EQ(P.E.Pipelines[1].Passes, 1000);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 1);
  EXPECT_EQ(P.E.LatencyCycles, 7001);
  EXPECT_DOUBLE_EQ(P.E.Cycles, std::hypot(1001, 7001));
}

// A single work-item's loop begins an iteration every 7 cycles: 7000, the
// body's one pass, and depths of 7 and 1.
TEST(BoardEstimateTest, ASingleWorkItemWaitsForTheChain) {
  Priced P(sum(false), Launch());
  ASSERT_EQ(P.E.Pipelines.size(), 2u);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 7);
  EXPECT_EQ(P.E.Pipelines[1].Passes, 1000);
  EXPECT_EQ(P.E.LatencyCycles, 0);
  EXPECT_EQ(P.E.Cycles, 7000 + 1 + 7 + 1);
  EXPECT_EQ(P.E.Limiting, 1u);
}

// `#pragma ii 9` asks for more than the chain does.
TEST(BoardEstimateTest, ARequestedIntervalHolds) {
  KernelSummary K = sum(false);
  K.Loops[0].RequestedII = 9;
  EXPECT_EQ(Priced(K, Launch()).E.Pipelines[1].Interval, 9);
}

// Four copies of the sum wait for each other, so that unrolling gains nothing:
// 250 passes of 28 cycles.
TEST(BoardEstimateTest, CopiesOfAChainWaitForEachOther) {
  Priced P(sum(false), Launch(), {}, [](Design &D) { D.Unroll[0] = 4; });
  EXPECT_EQ(P.E.Pipelines[1].Passes, 250);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 28);
  EXPECT_EQ(P.E.Pipelines[1].Depth, 28); // 7 + 3 * 7
}

// Four iterations of one sum are unrolled by the compiler: no pipeline of
// their own, but 28 cycles of depth.
TEST(BoardEstimateTest, UnrolledLoopsAreAPartOfWhatIsAround) {
  KernelSummary K = sum(false);
  K.Loops[0].Trip.Count = Expr::constant(4);
  Priced P(K, Launch());
  EXPECT_EQ(P.E.D.Unroll[0], 4u);
  ASSERT_EQ(P.E.Pipelines.size(), 1u);
  EXPECT_EQ(P.E.Pipelines[0].Depth, 28);
  EXPECT_EQ(P.E.Cycles, 1 + 28);
  BoardMechanisms Without;
  Without.CompilerUnrolls = false;
  EXPECT_EQ(Priced(K, Launch(), Without).E.Pipelines.size(), 2u);
}

/// A loop of 8 iterations, each a chain of 100 products, 300 cycles deep, that
/// work-items from \p Id 1000 on pass by, before a barrier.
KernelSummary passedBy(const char *Id) {
  KernelSummary K;
  K.Name = "passedBy";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("i", 3, Expr::constant(8));
  G.block();
  addProducts(G);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  K.Loops[0].When.Form =
      max(Expr::constant(0), Expr::constant(1000) - Expr::symbol(Id));
  K.Barriers = {{"k.cl", 9, 1}};
  K.DivergentBranches = {{"k.cl", 2, 1}};
  return K;
}

Launch inGroups(uint64_t Size) {
  Launch L = launch1D(1024);
  L.Local = {Size, 1, 1};
  return L;
}

// 64 work-items go round 8 times in 300 cycles each, and come out one after
// another: 2464 cycles for 512 passes. 512 take 512 cycles a round: 4396 for
// 4096. Vectors are ignored.
TEST(BoardEstimateTest, ALoopThatIsPassedByHoldsOneGroup) {
  for (uint32_t Simd : {1, 4}) {
    Priced Few(
        passedBy("local_id(0)"), inGroups(64), {},
        Simd == 1 ? nullptr : [](Design &D) { D.Simd = 4; });
    ASSERT_EQ(Few.E.Pipelines.size(), 2u);
    EXPECT_TRUE(Few.E.Pipelines[1].HoldsGroup);
    EXPECT_EQ(Few.E.Pipelines[1].Passes, 8192);
    EXPECT_DOUBLE_EQ(Few.E.Pipelines[1].Interval, 2464.0 / 512);
    EXPECT_EQ(Few.E.D.Simd, 1u);
  }
  Priced Many(passedBy("local_id(0)"), inGroups(512));
  EXPECT_DOUBLE_EQ(Many.E.Pipelines[1].Interval, 4396.0 / 4096);
}

// Work-items 0 to 7 of each group of 64 enter: 8 rounds of 300 cycles and 8 to
// come out, for 64 passes.
TEST(BoardEstimateTest, AGroupIsThoseThatEnter) {
  KernelSummary K = passedBy("local_id(0)");
  K.Loops[0].When.Form =
      max(Expr::constant(0), Expr::constant(8) - Expr::symbol("local_id(0)"));
  Priced P(K, inGroups(64));
  EXPECT_EQ(P.E.Pipelines[1].Passes, 8 * 128);
  EXPECT_DOUBLE_EQ(P.E.Pipelines[1].Interval, 2408.0 / 64);
}

// A loop in the copies of one that is passed by is passed by, too.
TEST(BoardEstimateTest, ALoopInsideIsPassedBy) {
  KernelSummary K = passedBy("local_id(0)");
  GraphBuilder G(K);
  G.loop("j", 4, Expr::constant(1000));
  K.Loops[1].Parent = 0;
  K.Nodes.clear();
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Loop, 1, {2});
  G.node(Node::Kind::Block, 0);
  Priced P(K, inGroups(64), {}, [](Design &D) {
    D.Unroll[0] = 8;
    D.Simd = 4;
  });
  ASSERT_EQ(P.E.Pipelines.size(), 2u);
  EXPECT_TRUE(P.E.Pipelines[1].HoldsGroup);
  EXPECT_EQ(P.E.D.Simd, 1u);
}

TEST(BoardEstimateTest, OtherLoopsHoldManyGroups) {
  auto Interval = [](const KernelSummary &K, BoardMechanisms With = {}) {
    return Priced(K, inGroups(64), With).E.Pipelines[1].Interval;
  };
  EXPECT_EQ(Interval(passedBy("group_id(0)")), 1);
  KernelSummary NoBarrier = passedBy("local_id(0)");
  NoBarrier.Barriers.clear();
  EXPECT_EQ(Interval(NoBarrier), 1);
  BoardMechanisms Without;
  Without.Groups = false;
  EXPECT_EQ(Interval(passedBy("local_id(0)"), Without), 1);
}

// A bound, or words at addresses that data choose, is no prediction.
TEST(BoardEstimateTest, DoubtsAreNamed) {
  KernelSummary K = gather();
  K.Accesses[0].Index.reset();
  EXPECT_EQ(Priced(K, launch1D(1200)).E.doubt(), Doubt::Irregular);
  K.Blocks[0].When.IsOfData = true;
  EXPECT_EQ(Priced(K, launch1D(1200)).E.doubt(), Doubt::DataDecides);
}

} // namespace
