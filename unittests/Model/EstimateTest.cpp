// The model on kernels of the paper, against arithmetic done by hand.
//
/// \file
/// Board: 2 banks, 64 bytes, DRAM latency 100 cycles, 400 MHz (TestKernels.h).
#include "roofline/Model/Estimate.h"

#include "TestKernels.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr ModelForm Published = ModelForm::Hpca16;
constexpr ModelForm Repaired = ModelForm::Hpca16Repaired;

struct Priced {
  Priced(KernelSummary Summary, const Launch &L, ModelForm Form,
         void (*Change)(Design &) = nullptr)
      : K(std::move(Summary)), B(bindKernel(K, L, Board)), E(makeEstimate(B)) {
    Design D = sourceDesign(B);
    if (Change)
      Change(D);
    estimate(B, D, Form, Utilization{0.585, 0.11, 0}, Board, E);
  }
  Device Board = roundBoard();
  KernelSummary K;
  BoundKernel B;
  Estimate E;
};

// Algorithm 1 with 1024 work-items. Each loop: three coalesced accesses of 4
// bytes, f = 1: Mem_insts 3, Mem_burst (3 * 16) / 3 = 16. A work-item waits 3 *
// 100 cycles per iteration.
//   Comp_cycles_total: 1 + 3 * 128 + 3 * 16 + 1 = 434
//   Mem_cycles_total:  300 * 128 + 300 * 16 = 38400 + 4800 = 43200
//   Cycles_total = 43634
TEST(EstimateTest, Algorithm1) {
  Priced P(algorithm1(), launch1D(1024), Published);
  const auto &Blocks = P.E.Blocks;
  ASSERT_EQ(Blocks.size(), 4u);
  EXPECT_DOUBLE_EQ(Blocks[1].MemInsts, 3);
  EXPECT_DOUBLE_EQ(Blocks[1].MemBytes, 4);
  EXPECT_DOUBLE_EQ(Blocks[1].MemBurst, 16);
  EXPECT_DOUBLE_EQ(Blocks[1].MemTrans, 24576); // 3 * 1024 * 128 / 16
  EXPECT_DOUBLE_EQ(Blocks[2].MemTrans, 3072);  // 3 * 1024 * 16 / 16
  EXPECT_DOUBLE_EQ(P.E.MemTransTotal, 27648);
  EXPECT_DOUBLE_EQ(P.E.ActiveMemoryWorkItems, 43200.0 / 43634 * 1024); // 1014
  EXPECT_DOUBLE_EQ(Blocks[1].ActiveWorkItems, 384.0 / 43634 * 1024);    // 9 > 3
  // 1014 / 100 exceeds 2 banks: MTP_lsu = 2; the block's share is 128 / 144.
  EXPECT_DOUBLE_EQ(Blocks[1].Mem, 24576 / (2 * 8.0 / 9)); // 13824
  EXPECT_DOUBLE_EQ(Blocks[1].Comp, 131074);               // 1024 * 128 + 3 - 1
  // 1024 * 16 + 3 - 1 = 16386, delayed by 3 / (48 / 43634 * 1024) = 2.66.
  EXPECT_DOUBLE_EQ(Blocks[2].CompMin, 16386);
  EXPECT_DOUBLE_EQ(Blocks[2].Comp, 16386 * (3 * 43634.0 / (48 * 1024)));
  // The entry: 1024 * 1 / (1 / 43634 * 1024) = 43634 by Eq. (12).
  EXPECT_DOUBLE_EQ(Blocks[0].CompMin, 1024);
  EXPECT_DOUBLE_EQ(Blocks[0].Total, 43634);
  // The root is the largest child; 131074 / 400 MHz.
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 131074);
  EXPECT_DOUBLE_EQ(P.E.Time.value(), 131074 / 400e6);
  EXPECT_EQ(P.E.LimitingBlock, 1u);
  EXPECT_DOUBLE_EQ(P.E.NodeCycles[2], 131074); // the loop of one block
  EXPECT_DOUBLE_EQ(P.E.NodeCycles[6], 43634);
}

TEST(EstimateTest, PotentialsOfAlgorithm1) {
  Priced P(algorithm1(), launch1D(1024), Published);
  const Potentials &B = P.E.Potential;
  // The second is the 16_loop, 16386 * 2.6632... = 43639.3.
  EXPECT_DOUBLE_EQ(B.Balance,
                   (131074 - 16386 * (3 * 43634.0 / (48 * 1024))) / 131074);
  // 2 * (4 * 3 * 16) / (64 * 6) = 1: nothing to gain.
  EXPECT_DOUBLE_EQ(B.Mem, 0);
  EXPECT_DOUBLE_EQ(*B.Comp, 0.5); // (1 - 0.585) / 0.83
  EXPECT_DOUBLE_EQ(B.Itpp, 1);    // the entry has no memory: (43634 - 0) / 43634
  EXPECT_DOUBLE_EQ(B.ItppRepaired, (43634 - 1024.0) / 43634);
}

// Unrolled by 4: trip 32, f = 4; per access 1 + 4 * 3 / 64 = 1.1875
// instructions of burst 64 / 16 = 4.
TEST(EstimateTest, UnrolledAlgorithm1) {
  Priced P(algorithm1(), launch1D(1024), Published,
           [](Design &D) { D.Unroll[0] = 4; });
  const BlockEstimate &E = P.E.Blocks[1];
  EXPECT_DOUBLE_EQ(E.MemInsts, 3.5625);
  EXPECT_DOUBLE_EQ(E.MemBytes, 4 * 12 / 3.5625);
  EXPECT_DOUBLE_EQ(E.MemBurst, 12 / 3.5625);
  // The counter's add of 1 cycle is carried: 3 + 3 * 1.
  EXPECT_DOUBLE_EQ(E.Depth, 6);
  EXPECT_DOUBLE_EQ(E.CompMin, 1024 * 32 + 6 - 1);
  EXPECT_DOUBLE_EQ(E.MemTrans, 3.5625 * 1024 * 32 / (12 / 3.5625));
}

// Matrix product, 64 x 64. The loop's block: A coalesces along k (burst 16), B
// does not (burst 1): Mem_insts 2, Mem_burst 17 / 2.
TEST(EstimateTest, MatrixMultiply) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published);
  const BlockEstimate &E = P.E.Blocks[1];
  EXPECT_DOUBLE_EQ(E.MemInsts, 2);
  EXPECT_DOUBLE_EQ(E.MemBurst, 8.5);
  EXPECT_DOUBLE_EQ(E.MemTrans, 2 * 4096 * 64 / 8.5);
  // Every block sees the whole kernel's transactions at 2 per cycle: C adds
  // 4096 / 16 = 256.
  EXPECT_NEAR(E.Mem, (1048576.0 / 17 + 256) / 2, 1e-6);
  EXPECT_NEAR(P.E.Blocks[2].Mem, (1048576.0 / 17 + 256) / 2, 1e-6);
  EXPECT_DOUBLE_EQ(E.Comp, 262160); // 4096 * 64 + 17 - 1
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 262160);
  // Blocks: 4 * 2 * 8.5 = 68 and 4 * 1 * 16 = 64 of 64 * 3: 1 - 132 / 192.
  EXPECT_DOUBLE_EQ(P.E.Potential.Mem, 0.3125);
}

// Repaired: A 4 / 64 = 1/16 of a transaction, B a whole one: 1.0625 per
// iteration; the banks' bytes allow 1 per cycle.
TEST(EstimateTest, MatrixMultiplyRepaired) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Repaired);
  const BlockEstimate &E = P.E.Blocks[1];
  EXPECT_DOUBLE_EQ(E.MemTrans, 278528); // 1.0625 * 4096 * 64
  EXPECT_DOUBLE_EQ(E.Mem, 278784);      // + 256 of C
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 278784);
  // 12 bytes used of (1.0625 + 0.0625) * 64 = 72 moved.
  EXPECT_DOUBLE_EQ(P.E.Potential.Mem, 1 - 12.0 / 72);
}

// The published form charges an uncoalesced access f^2: UL16 makes 1.9375 + 16
// instructions of burst (1 + 1) / 17.9375.
TEST(EstimateTest, UnrolledMatrixMultiplyInBothForms) {
  auto Unroll16 = [](Design &D) { D.Unroll[0] = 16; };
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published, Unroll16);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemTrans, 17.9375 * 17.9375 / 2 * 4096 * 4);
  // Repaired: one wide transaction of A and 16 of B in each of 4 iterations.
  Priced R(matrixMultiply(), launchMatrixMultiply(64), Repaired, Unroll16);
  EXPECT_DOUBLE_EQ(R.E.Blocks[1].MemTrans, 17 * 4096 * 4);
}

TEST(EstimateTest, AFactorThatDoesNotDivideTheTripCountRoundsUp) {
  Priced P(algorithm1(), launch1D(1024), Published,
           [](Design &D) { D.Unroll[1] = 3; });
  // ceil(16 / 3) = 6 passes; depth 3 + 2 * 1.
  EXPECT_DOUBLE_EQ(P.E.Blocks[2].CompMin, 1024 * 6 + 5 - 1);
}

TEST(EstimateTest, SimdDividesTheWorkItems) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published,
           [](Design &D) { D.Simd = 4; });
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].CompMin, 1024 * 64 + 17 - 1);
  // A is the same for the lanes, which f counts all the same, and consecutive
  // over k; B's lanes lie side by side, but rows apart over k. Each becomes 1 +
  // 4 * 3 / 64 instructions; bursts 64 / (4 * 4) = 4 and 1.
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemInsts, 2.375);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemBurst, 5 / 2.375);
}

TEST(EstimateTest, LanesThatShareAnAddressLoadItOnceRepaired) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Repaired,
           [](Design &D) { D.Simd = 4; });
  // A: one address of 4 bytes, in the order of k: 1/16. B: one run of 16 bytes
  // per iteration, a transaction of its own: 1.
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemTrans, 1.0625 * 1024 * 64);
}

TEST(EstimateTest, ComputeUnitsShareTheMemory) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published,
           [](Design &D) { D.ComputeUnits = 2; });
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].CompMin, 4096 * 32 + 17 - 1);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemTrans, 2 * 4096 * 64 / 8.5);
}

TEST(EstimateTest, FewWorkItemsStarveThePipeline) {
  // 16 work-items: WI_mem = 43200 / 43634 * 16 = 15.8 of 200 that fill the banks.
  Priced P(algorithm1(), launch1D(16), Published);
  double Rate = 43200.0 / 43634 * 16 / 100;
  // 27648 / 64 transactions.
  EXPECT_NEAR(P.E.Blocks[1].Mem, 432 / Rate, 1e-9);
  EXPECT_GT(P.E.Potential.ItppRepaired, 0.5);
}

// A loop of 10 over two blocks of 1 and 3 cycles, without memory.
TEST(EstimateTest, LoopOverSeveralChildrenIsEquation9) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("outer", 2, Expr::constant(10));
  G.block();
  G.op("add");
  G.block();
  G.op("mul");
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Loop, 0, {2, 3});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Block, 1);
  Launch L = launch1D(1000);
  Priced P(K, L, Published);
  // 1000 work-items: WI_k = 250 and 750, no delay; 1000 and 1002 cycles.
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].Total, 1000);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].Total, 1002);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].Repeat, 10);
  EXPECT_DOUBLE_EQ(P.E.NodeCycles[1], 1000 + 1002 + 9 * 1002.0);
}

TEST(EstimateTest, BranchIsItsSlowerArm) {
  KernelSummary K;
  GraphBuilder G(K);
  G.block();
  G.op("add");
  G.block();
  G.op("mul");
  G.node(Node::Kind::Branch, 0, {1, 2});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Block, 1);
  Priced P(K, launch1D(1000), Published);
  EXPECT_DOUBLE_EQ(P.E.NodeCycles[0], 1002); // 1000 + 3 - 1
}

TEST(EstimateTest, ALoopThatNeverRunsCostsNothing) {
  KernelSummary K = matrixMultiply();
  K.Loops[0].Trip.Count = Expr::constant(0);
  Priced P(K, launchMatrixMultiply(64), Published);
  EXPECT_EQ(P.E.Blocks[1].Total, 0);
  EXPECT_TRUE(std::isfinite(P.E.Total.value()));
}

TEST(EstimateTest, KernelWithoutMemoryHasNoTransactions) {
  KernelSummary K;
  GraphBuilder G(K);
  G.block();
  G.op("add");
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Block, 0);
  Priced P(K, launch1D(1000), Published);
  EXPECT_EQ(P.E.MemTransTotal, 0);
  EXPECT_EQ(P.E.Potential.Mem, 0);
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 1000);
  EXPECT_EQ(P.E.Potential.Balance, 0); // no second block
}

// A single work-item sums 1000 floats: a[i] coalesced, fadd 7 carried.
TEST(EstimateTest, SingleWorkItemLoopRunsAtItsInitiationInterval) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.block();
  uint32_t Sum = G.op("phi", {}, ScalarKind::Float);
  AffineIndex Index{Expr::constant(0), {{"loop:0", Expr::constant(4)}}};
  uint32_t Load = G.access(MemoryAccess::Kind::Read, "a", Index, {}, 3);
  uint32_t Add = G.op("fadd", {Sum, Load}, ScalarKind::Float);
  CarriedDependence D;
  D.Producer = Add;
  D.Consumer = Sum;
  D.Distance = 1;
  K.Loops[0].Dependences = {D};
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Priced R(K, {}, Repaired);
  EXPECT_DOUBLE_EQ(R.E.Total.value(), 7006);         // 7 * 1000 + 7 - 1
  EXPECT_DOUBLE_EQ(R.E.Blocks[0].MemTrans, 62.5);    // 4 * 1000 / 64
  EXPECT_DOUBLE_EQ(R.E.Blocks[0].Mem, 62.5);         // 1 per cycle, no throttle
  // As published the one work-item fills a pipeline of 7 stages: with
  // Comp_cycles 7000 and Mem_cycles 100000, p = 7 * 107000 / 7000 = 107.
  Priced P(K, {}, Published);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].Comp, 1006 * 107.0);
}

} // namespace
