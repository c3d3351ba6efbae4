// The model on kernels of the paper, against arithmetic done by hand.
//
/// \file
/// Board: 2 banks, 64 bytes, DRAM latency 100 cycles, 400 MHz (TestKernels.h).
#include "TestKernels.h"

#include "roofline/Hpca16/Estimate.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <string>

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
  EXPECT_DOUBLE_EQ(Blocks[1].ActiveWorkItems, 384.0 / 43634 * 1024);   // 9 > 3
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
  EXPECT_DOUBLE_EQ(*B.Balance,
                   (131074 - 16386 * (3 * 43634.0 / (48 * 1024))) / 131074);
  // 2 * (4 * 3 * 16) / (64 * 6) = 1: nothing to gain.
  EXPECT_DOUBLE_EQ(B.Mem, 0);
  EXPECT_DOUBLE_EQ(*B.Comp, 0.5); // (1 - 0.585) / 0.83
  EXPECT_DOUBLE_EQ(*B.Itpp, 1); // the entry has no memory: (43634 - 0) / 43634
  EXPECT_DOUBLE_EQ(B.ItppRepaired.value(), (43634 - 1024.0) / 43634);
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
  // The counter's copies are offsets, which wait for nothing.
  EXPECT_DOUBLE_EQ(E.Depth, 3);
  EXPECT_DOUBLE_EQ(E.CompMin, 1024 * 32 + 3 - 1);
  EXPECT_DOUBLE_EQ(E.MemTrans, 3.5625 * 1024 * 32 / (12 / 3.5625));
}

// Matrix product, 64 x 64. In the loop's block A stays the same from work-item
// to work-item and the loop strides over B: Mem_insts 2 of burst 1.
TEST(EstimateTest, MatrixMultiply) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published);
  const BlockEstimate &E = P.E.Blocks[1];
  EXPECT_DOUBLE_EQ(E.MemInsts, 2);
  EXPECT_DOUBLE_EQ(E.MemBurst, 1);
  EXPECT_DOUBLE_EQ(E.MemTrans, 524288); // 2 * 4096 * 64
  // Every block sees the whole kernel's transactions at 2 per cycle: C adds
  // 4096 / 16 = 256.
  EXPECT_NEAR(E.Mem, 262272, 1e-6);
  EXPECT_NEAR(P.E.Blocks[2].Mem, 262272, 1e-6);
  EXPECT_DOUBLE_EQ(E.Comp, 262160); // 4096 * 64 + 17 - 1
  EXPECT_NEAR(P.E.Total.value(), 262272, 1e-6);
  // Two blocks wait for memory: the loop moves more.
  EXPECT_EQ(P.E.LimitingBlock, 1u);
  EXPECT_NEAR(*P.E.Potential.Balance, 0, 1e-9);
  // Blocks: 4 * 2 * 1 = 8 and 4 * 1 * 16 = 64 of 64 * 3: 1 - 72 / 192.
  EXPECT_DOUBLE_EQ(P.E.Potential.Mem, 0.625);
}

// SM, section 6.3.3: A and B in local memory leave C. Depth: mul 3, add 1, gep
// 1, load 7, fmul 5, fadd 7 = 24; the entry's 4096 + 3 - 1 are second.
TEST(EstimateTest, StagedMatrixMultiply) {
  Priced P(stagedMatrixMultiply(), launchMatrixMultiply(64), Published);
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 262167); // 4096 * 64 + 24 - 1
  EXPECT_EQ(P.E.Potential.Mem, 0);
  EXPECT_DOUBLE_EQ(*P.E.Potential.Balance, (262167.0 - 4098) / 262167);
  // SM_UL64: 4096 + (24 + 63 * 7) - 1 = 4560 cycles.
  Priced U(stagedMatrixMultiply(), launchMatrixMultiply(64), Published,
           [](Design &D) { D.Unroll[0] = 64; });
  EXPECT_DOUBLE_EQ(U.E.Total.value(), 4560);
  EXPECT_DOUBLE_EQ(*U.E.Potential.Balance, (4560.0 - 4098) / 4560);
}

// Repaired: 2 transactions per iteration; the banks' bytes allow 1 per cycle.
TEST(EstimateTest, MatrixMultiplyRepaired) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Repaired);
  const BlockEstimate &E = P.E.Blocks[1];
  EXPECT_DOUBLE_EQ(E.MemTrans, 524288);
  EXPECT_NEAR(E.Mem, 524544, 1e-6); // + 256 of C
  EXPECT_NEAR(P.E.Total.value(), 524544, 1e-6);
  // 12 bytes used of (2 + 1/16) * 64 = 132 moved.
  EXPECT_DOUBLE_EQ(P.E.Potential.Mem, 1 - 12.0 / 132);
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
  // ceil(16 / 3) = 6 passes; depth 3.
  EXPECT_DOUBLE_EQ(P.E.Blocks[2].CompMin, 1024 * 6 + 3 - 1);
}

// A triangle's mean is a fraction; only whole passes of an unrolled loop exist.
TEST(EstimateTest, AMeanTripCountIsNotRounded) {
  Launch L = launch1D(1024);
  L.Trips[{5, 0}] = 2.5;
  Priced P(algorithm1(), L, Published);
  EXPECT_DOUBLE_EQ(P.E.Blocks[2].CompMin, 1024 * 2.5 + 3 - 1);
  Priced Unrolled(algorithm1(), L, Published,
                  [](Design &D) { D.Unroll[1] = 2; });
  EXPECT_DOUBLE_EQ(Unrolled.E.Blocks[2].CompMin,
                   1024 * 2 + 3 - 1); // ceil(1.25)
}

// A filter: a[n + t] with 16 taps and 4 lanes. The 64 copies read 4 + 15 * 4 =
// 64 bytes in one lane and 3 * 4 more in the others: 76 bytes, 2 transactions
// where they stand alone; in the order of the addresses 76 / 64 of one.
TEST(EstimateTest, CopiesThatOverlapAreOneRun) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("t", 2, Expr::constant(16));
  G.block();
  Expr Word = Expr::constant(4);
  G.access(MemoryAccess::Kind::Read, "a",
           {Expr::constant(0), {{"global_id(0)", Word}, {"loop:0", Word}}}, {},
           3);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  BoundKernel B = bindKernel(K, launch1D(1024), roundBoard());
  AccessEstimate E =
      estimateAccess(B, B.Blocks[0], B.Accesses[0], {1, 4, {16}}, Repaired);
  EXPECT_TRUE(E.LanesCoalesce);
  EXPECT_DOUBLE_EQ(E.F, 64);
  EXPECT_DOUBLE_EQ(E.Insts, 2);
  EXPECT_DOUBLE_EQ(E.Transactions, 76.0 / 64);
}

// a[n - i]: four lanes of 4 bytes lie side by side in either order.
TEST(EstimateTest, ADescendingRunIsARun) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  G.access(MemoryAccess::Kind::Read, "a",
           {Expr::constant(0), {{"global_id(0)", Expr::constant(-4)}}}, {}, 3);
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Block, 0);
  BoundKernel B = bindKernel(K, launch1D(1024), roundBoard());
  AccessEstimate E =
      estimateAccess(B, B.Blocks[0], B.Accesses[0], {1, 4, {}}, Repaired);
  EXPECT_TRUE(E.LanesCoalesce);
  EXPECT_DOUBLE_EQ(E.Insts, 1); // 16 bytes
}

/// a[i] at line 2; in an arm b[i] to c[i], at lines 3 and 4.
KernelSummary kernelWithArm() {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  AffineIndex Index{Expr::constant(0), {{"global_id(0)", Expr::constant(4)}}};
  G.block(); // load 0, br 1: 1
  G.op("br", {G.access(MemoryAccess::Kind::Read, "a", Index, {}, 2)});
  G.block(); // gep 1, load 0, store 0: 1
  uint32_t Load = G.access(MemoryAccess::Kind::Read, "b", Index,
                           {G.op("getelementptr")}, 3);
  G.access(MemoryAccess::Kind::Write, "c", Index, {Load}, 4);
  for (Operation &Op : K.Operations)
    if (Op.Access) {
      Op.Loc = K.Accesses[*Op.Access].Loc;
      Tally T;
      T.Name = Op.Name;
      T.NumBytes = 4;
      T.Space = AddressSpace::Global;
      T.Loc = Op.Loc;
      T.Predicated = T.Loc.Line > 2;
      K.Tallies.push_back(T);
    }
  G.node(Node::Kind::Sequence, 0, {1, 2});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Branch, 0, {3});
  G.node(Node::Kind::Block, 1);
  return K;
}

// 1024 work-items, of which 256 take the arm. Side by side, an access is 1 / 16
// of a transaction: 64 before the arm, 2 * 256 / 16 = 32 in it; the banks take
// one in each cycle, so 96 cycles for both.
TEST(EstimateTest, AnArmCostsWhatTakesIt) {
  Launch L = launch1D(1024);
  L.Measured.Shares = {{{{3, 1}, "load"}, 0.25}, {{{4, 1}, "store"}, 0.25}};
  Priced P(kernelWithArm(), L, Repaired);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].MemTrans, 64);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemTrans, 32);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].CompMin, 1024 + 1 - 1);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].CompMin, 256 + 1 - 1);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].Mem, 96);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].Mem, 96);
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 1024);
  // As published, and without a profile, all take the slower arm, Eq. (8).
  Priced All(kernelWithArm(), launch1D(1024), Repaired);
  EXPECT_DOUBLE_EQ(All.E.Blocks[1].MemTrans, 128);
  EXPECT_DOUBLE_EQ(All.E.Blocks[1].Mem, 192);
  Priced Eq8(kernelWithArm(), L, Published);
  EXPECT_DOUBLE_EQ(Eq8.E.Blocks[1].CompMin, 1024);
}

// One operator of an arm that is executed ahead, in the block before the arm,
// does not make that block an arm. An arm that none took costs nothing.
TEST(EstimateTest, TheMostFrequentOperatorTellsABlocksShare) {
  KernelSummary K = kernelWithArm();
  Operation Ahead = K.Operations[3]; // the arm's load
  K.Operations[1].Name = Ahead.Name;
  K.Operations[1].Loc = Ahead.Loc;
  Launch L = launch1D(1024);
  L.Measured.Shares = {{{{3, 1}, "load"}, 0}, {{{4, 1}, "store"}, 0}};
  Priced P(K, L, Repaired);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].MemTrans, 64);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].Total, 0);
}

// A loop that half of the work-items enter: 1024 / 2 * 8 accesses of 1 / 16.
TEST(EstimateTest, ALoopOfAnArmCostsWhatEntersIt) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("t", 2, Expr::constant(8));
  G.block();
  AffineIndex Index{
      Expr::constant(0),
      {{"global_id(0)", Expr::constant(32)}, {"loop:0", Expr::constant(4)}}};
  G.access(MemoryAccess::Kind::Read, "a", Index, {G.op("getelementptr")}, 3);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Launch L = launch1D(1024);
  L.Measured.EntryShares = {{{2, 1}, 0.5}};
  Priced P(K, L, Repaired);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].MemTrans, 1024 / 2 * 8 / 16);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].CompMin, 1024 / 2 * 8 + 1 - 1);
  // The loop makes its test 9 times for 8 iterations: 8 of 9 are all of the
  // iterations.
  Tally T;
  T.Name = "load";
  T.Loop = 0;
  T.AlsoAtExit = true;
  T.Loc = {"k.cl", 3, 1};
  K.Tallies.push_back(T);
  K.Operations[1].Loc = T.Loc;
  L.Measured.Shares = {{{{3, 1}, "load"}, 8.0 / 9}};
  Priced Tested(K, L, Repaired);
  EXPECT_NEAR(Tested.E.Blocks[0].MemTrans, 1024 / 2 * 8 / 16, 1e-9);
}

/// A read of 4 bytes at \p Place, which goes in blocks along dimension 0.
KernelSummary kernelInBlocks(Expr Place) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  AffineIndex Index{Expr::constant(0), {}};
  Index.Irregular = std::move(Place);
  Index.IrregularAlong = {"global_id(0)"};
  Index.Blockwise = true;
  G.access(MemoryAccess::Kind::Read, "a", Index, {G.op("getelementptr")}, 3);
  G.node(Node::Kind::Block, 0);
  return K;
}

// 1200 work-items in 50 rows of 24 floats: each row takes 96 / 64, rounded up,
// 2 transactions. In rows of 4 each takes one.
TEST(EstimateTest, ABlockBeginsATransactionRepaired) {
  const Expr G = Expr::symbol("global_id(0)");
  auto Rows = [&](int64_t Width) {
    const Expr W = Expr::constant(Width);
    return kernelInBlocks(Expr::constant(128) * div(G, W) +
                          Expr::constant(4) * mod(G, W));
  };
  const Launch L = launch1D(1200);
  EXPECT_NEAR(Priced(Rows(24), L, Repaired).E.Blocks[0].MemTrans, 100, 1e-9);
  EXPECT_NEAR(Priced(Rows(4), L, Repaired).E.Blocks[0].MemTrans, 300, 1e-9);
  // As published, what fills a transaction is in order, and 4 floats do not.
  EXPECT_NEAR(Priced(Rows(24), L, Published).E.Blocks[0].MemTrans, 75, 1e-9);
  EXPECT_NEAR(Priced(Rows(4), L, Published).E.Blocks[0].MemTrans, 1200, 1e-9);
  // Lanes side by side may be in two blocks: each is an access of its own.
  Priced Lanes(Rows(24), L, Repaired, [](Design &D) { D.Simd = 4; });
  EXPECT_NEAR(Lanes.E.Blocks[0].MemInsts, 4, 1e-9);
}

TEST(EstimateTest, SimdDividesTheWorkItems) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published,
           [](Design &D) { D.Simd = 4; });
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].CompMin, 1024 * 64 + 17 - 1);
  // A is the same for the lanes, which f counts all the same; B's lanes lie
  // side by side. Each becomes 1 + 4 * 3 / 64 instructions, of burst 1 as
  // before.
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemInsts, 2.375);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemBurst, 2 / 2.375);
}

TEST(EstimateTest, LanesThatShareAnAddressLoadItOnceRepaired) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Repaired,
           [](Design &D) { D.Simd = 4; });
  // A: one address of 4 bytes, B: one run of 16 bytes, each a transaction of
  // its own in every iteration.
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemTrans, 2 * 1024 * 64);
}

TEST(EstimateTest, ComputeUnitsShareTheMemory) {
  Priced P(matrixMultiply(), launchMatrixMultiply(64), Published,
           [](Design &D) { D.ComputeUnits = 2; });
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].CompMin, 4096 * 32 + 17 - 1);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].MemTrans, 2 * 4096 * 64);
}

TEST(EstimateTest, FewWorkItemsStarveThePipeline) {
  // 16 work-items: WI_mem = 43200 / 43634 * 16 = 15.8 of 200 that fill the
  // banks.
  Priced P(algorithm1(), launch1D(16), Published);
  double Rate = 43200.0 / 43634 * 16 / 100;
  // 27648 / 64 transactions.
  EXPECT_NEAR(P.E.Blocks[1].Mem, 432 / Rate, 1e-9);
  EXPECT_GT(P.E.Potential.ItppRepaired.value(), 0.5);
}

// c[gid] = a[gid] + b[gid] by one work-item. It stays a pipeline of work-items:
//   depth: gep 1, add 1 = 2; Comp_cycles_total 2, Mem_cycles_total 3 * 100
//   Comp_min 1 + 2 - 1 = 2, WI_k = 2 / 302, Comp = 2 * 2 / (2 / 302) = 604
//   Mem_trans 3 / 16, WI_mem = 300 / 302, at WI_mem / 100 per cycle: 18.875
TEST(EstimateTest, OneWorkItemOfAnNDRangeStarvesThePipeline) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  AffineIndex Index{Expr::constant(0), {{"global_id(0)", Expr::constant(4)}}};
  uint32_t Id = G.op("get_global_id");
  uint32_t A = G.access(MemoryAccess::Kind::Read, "a", Index,
                        {G.op("getelementptr", {Id})}, 2);
  uint32_t B = G.access(MemoryAccess::Kind::Read, "b", Index,
                        {G.op("getelementptr", {Id})}, 2);
  uint32_t Sum = G.op("add", {A, B});
  G.access(MemoryAccess::Kind::Write, "c", Index,
           {Sum, G.op("getelementptr", {Id})}, 2);
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Block, 0);
  for (ModelForm Form : {Published, Repaired}) {
    Priced P(K, launch1D(1), Form);
    EXPECT_FALSE(P.B.SingleWorkItem);
    EXPECT_DOUBLE_EQ(P.E.Blocks[0].Comp, 604);
    EXPECT_DOUBLE_EQ(P.E.Blocks[0].Mem, 18.875);
    EXPECT_DOUBLE_EQ(P.E.Potential.ItppRepaired.value(), 602.0 / 604);
  }
  // Fig. 6: the potential falls with the work-items, to 0 from 604 on (300 /
  // 302 of them fill 2 banks well before; the pipeline needs WI_k = 2).
  double Last = 1;
  for (uint64_t WorkItems = 1; WorkItems <= 256; WorkItems *= 2) {
    double Now =
        Priced(K, launch1D(WorkItems), Repaired).E.Potential.Itpp.value();
    EXPECT_LT(Now, Last) << WorkItems;
    Last = Now;
  }
  EXPECT_EQ(Priced(K, launch1D(604), Repaired).E.Potential.Itpp, 0);
  EXPECT_FALSE(Priced(K, {}, Repaired).E.Potential.Itpp.has_value());
  EXPECT_FALSE(Priced(K, {}, Published).E.Potential.Itpp.has_value());
}

/// Burst of a 4-byte access whose address moves by \p LoopBytes along a loop
/// (none: no loop) and by \p WIBytes along dimensions 0 and 1.
double burstOf(std::optional<int64_t> LoopBytes, std::array<int64_t, 2> WIBytes,
               const Launch &L, ModelForm Form, bool UsesIds = true) {
  KernelSummary K;
  K.UsesWorkItemIds = UsesIds;
  GraphBuilder G(K);
  if (LoopBytes)
    G.loop("i", 2, Expr::constant(64));
  G.block();
  AffineIndex Index{Expr::constant(0), {}};
  if (LoopBytes && *LoopBytes)
    Index.Terms.push_back({"loop:0", Expr::constant(*LoopBytes)});
  for (unsigned Dim = 0; Dim < 2; ++Dim)
    if (WIBytes[Dim])
      Index.Terms.push_back({"global_id(" + std::to_string(Dim) + ")",
                             Expr::constant(WIBytes[Dim])});
  G.access(MemoryAccess::Kind::Read, "a", Index, {}, 3);
  G.node(LoopBytes ? Node::Kind::Loop : Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Block, 0);
  BoundKernel B = bindKernel(K, L, roundBoard());
  return estimateAccess(B, B.Blocks[0], B.Accesses[0], sourceDesign(B), Form)
      .Burst;
}

// Eq. (4): in order, 4 bytes have a burst of 64 / 4 = 16; otherwise 1.
TEST(EstimateTest, OrderNeedsWorkItemsAndLoop) {
  Launch L = launch1D(1024);
  L.Local = {256, 1, 1};
  auto Burst = [&](std::optional<int64_t> Loop, int64_t WI,
                   ModelForm Form = Published) {
    return burstOf(Loop, {WI, 0}, L, Form);
  };
  EXPECT_EQ(Burst({}, 4), 16);  // a[gid]
  EXPECT_EQ(Burst({}, 8), 1);   // a[2 * gid]
  EXPECT_EQ(Burst(4, 256), 16); // a[64 * gid + i]
  EXPECT_EQ(Burst(4, 512), 16); // a[128 * gid + i]: rows with a gap
  EXPECT_EQ(Burst(4, 4), 16);   // a[gid + i]: a window
  EXPECT_EQ(Burst(4, 0), 1);    // A[i][k] of section 6.3: the address does not
                                // increase with the work-item
  EXPECT_EQ(Burst(4, -256), 1); // it decreases
  EXPECT_EQ(Burst(4096, 4), 1); // B[k][j]: the loop breaks the order
  EXPECT_EQ(Burst(1024, 4),
            16); // a[lid + 256 * i]: goes on where the group ends
  EXPECT_EQ(Burst(2048, 4), 1); // every second group's worth
  EXPECT_EQ(Burst(0, 4), 1);    // a[gid] again in each iteration
  EXPECT_EQ(Burst(0, 4, Repaired), 16);
  EXPECT_EQ(Burst(0, 0), 1); // a[0]
  EXPECT_EQ(Burst(0, 0, Repaired), 16);
  EXPECT_EQ(Burst(4, 0, Repaired), 1);
}

TEST(EstimateTest, OrderInOtherLaunches) {
  Launch Tile = launchMatrixMultiply(64); // groups of 16 x 16
  // a[16 * y + x + 256 * i]: a group's 256 elements, then the next 256.
  EXPECT_EQ(burstOf(1024, {4, 64}, Tile, Published), 16);
  EXPECT_EQ(burstOf(1024, {4, 128}, Tile, Published), 1);
  // a[1040 * y + x + 16 * i]: each row of 16 fills a transaction of 64 bytes.
  EXPECT_EQ(burstOf(64, {4, 4160}, Tile, Published), 16);
  EXPECT_EQ(burstOf(128, {4, 4160}, Tile, Published), 1); // every second row's
  Launch Half = launchMatrixMultiply(64);
  Half.Local = {8, 8, 1};
  EXPECT_EQ(burstOf(32, {4, 4160}, Half, Published), 1); // fills half of one
  // Consecutive work-items differ in dimension 1 where 0 has a single one.
  Launch Column = launch1D(1);
  Column.Dimensions = 2;
  Column.Global = {1, 1024, 1};
  EXPECT_EQ(burstOf({}, {0, 4}, Column, Published), 16);
  // Without ids the loop's order is all there is.
  EXPECT_EQ(burstOf(4, {0, 0}, {}, Published, false), 16);
  EXPECT_EQ(burstOf(8, {0, 0}, {}, Published, false), 1);
  EXPECT_EQ(burstOf({}, {0, 0}, {}, Published, false), 1); // one load
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

// A loop over two parts with a load each.
TEST(EstimateTest, PartsOfALoopThatNeverRunsCostNothing) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("outer", 2, Expr::constant(0));
  for (uint32_t Line : {3, 4}) {
    G.block();
    G.access(MemoryAccess::Kind::Read, "a", along({{"global_id(0)", 4}}), {},
             Line);
  }
  G.block();
  G.access(MemoryAccess::Kind::Read, "b", along({{"global_id(0)", 4}}), {}, 6);
  G.node(Node::Kind::Sequence, 0, {1, 4});
  G.node(Node::Kind::Loop, 0, {2, 3});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Block, 1);
  G.node(Node::Kind::Block, 2);
  for (ModelForm Form : {Published, Repaired}) {
    Priced P(K, launch1D(1024), Form);
    EXPECT_EQ(P.E.Blocks[0].Mem, 0);
    EXPECT_EQ(P.E.NodeCycles[1], 0);
    EXPECT_TRUE(std::isfinite(P.E.Total.value()));
  }
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

/// A filter of one work-item: 1024 times a product (3 cycles), the sum of 16
/// products in a loop of its own (5 + 7, carried over 7), an addition (1).
KernelSummary filter() {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1024));
  G.loop("t", 3, Expr::constant(16));
  K.Loops[1].Parent = 0;
  G.block();
  uint32_t Last = G.op("phi"), Next = G.op("mul", {Last});
  G.block();
  uint32_t Sum = G.op("phi", {}, ScalarKind::Float);
  uint32_t Product = G.op("fmul", {}, ScalarKind::Float);
  uint32_t Added = G.op("fadd", {Product, Sum}, ScalarKind::Float);
  G.block();
  G.op("add", {Added});
  G.carry(0, Next, Last);
  G.carry(1, Added, Sum);
  G.node(Node::Kind::Loop, 0, {1, 2, 4});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Loop, 1, {3});
  G.node(Node::Kind::Block, 1);
  G.node(Node::Kind::Block, 2);
  return K;
}

// A loop whose inner loops are fully unrolled starts an iteration every
// interval of what it carries, here the product's 3 cycles.
TEST(EstimateTest, ALoopOverUnrolledOnesIsOnePipeline) {
  const double Taps = 5 + 16 * 7;
  auto Unroll = [](Design &D) { D.Unroll[1] = 16; };
  Priced P(filter(), launch1D(1), Repaired, Unroll);
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 1023 * 3 + 3 + Taps + 1);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].Total, 1023 * 3 + Taps);
  EXPECT_DOUBLE_EQ(P.E.Blocks[1].Repeat, 1);
  EXPECT_EQ(P.E.Blocks[1].ChainLength, 2u);
  // Eq. (9), where the inner loop runs on its own, and as published.
  EXPECT_DOUBLE_EQ(Priced(filter(), launch1D(1), Repaired).E.Total.value(),
                   3 + Taps + 1 + 1023 * Taps);
  Priced Eq9(filter(), launch1D(1), Published, Unroll);
  EXPECT_DOUBLE_EQ(Eq9.E.Blocks[1].Repeat, 1024);
  EXPECT_EQ(Eq9.E.Blocks[1].ChainLength, 1u);
}

// A sum that starts where the last one ended waits for all of its copies: an
// iteration each 16 * 7 cycles.
TEST(EstimateTest, ALoopThatCarriesItsInnerLoopsSumWaitsForAllCopies) {
  KernelSummary K = filter();
  const uint32_t Last = 0, Sum = 2, Added = 4;
  K.Operations[Sum].Operands = {Last};
  K.Loops[0].Dependences[0].Producer = Added;
  Priced P(K, launch1D(1), Repaired, [](Design &D) { D.Unroll[1] = 16; });
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 3 + 117 + 1 + 1023 * 112.0);
  Design Unrolled = sourceDesign(P.B);
  Unrolled.Unroll[1] = 16;
  const auto Forced = forcedInterval(P.B, Unrolled, Repaired, P.E, 0);
  ASSERT_TRUE(Forced);
  EXPECT_EQ(Forced->Cycles, 112);
  EXPECT_EQ(Forced->Dependence, 0u);
}

// Twelve sums of 7 cycles in turn: 16 copies take ceil(16 * 7 / 12) = 10 cycles
// a pass, and the last four of them wait for the first four. 63 passes.
TEST(EstimateTest, CopiesWaitByTheDistance) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.block();
  const uint32_t Sum = G.op("phi", {}, ScalarKind::Float);
  const uint32_t Added = G.op("fadd", {Sum}, ScalarKind::Float);
  G.carry(0, Added, Sum);
  K.Loops[0].Dependences[0].Distance = 12;
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  EXPECT_DOUBLE_EQ(Priced(K, {}, Repaired).E.Total.value(), 999 + 7);
  Priced P(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 16; });
  EXPECT_DOUBLE_EQ(P.E.Total.value(), 62 * 10 + 14);
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
  G.carry(0, Add, Sum);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Priced R(K, {}, Repaired);
  EXPECT_DOUBLE_EQ(R.E.Total.value(), 7000);      // 7 * 999 + 7
  EXPECT_DOUBLE_EQ(R.E.Blocks[0].MemTrans, 62.5); // 4 * 1000 / 64
  EXPECT_DOUBLE_EQ(R.E.Blocks[0].Mem, 62.5);      // 1 per cycle, no throttle
  // As published the one work-item fills a pipeline of 7 stages: with
  // Comp_cycles 7000 and Mem_cycles 100000, p = 7 * 107000 / 7000 = 107.
  Priced P(K, {}, Published);
  EXPECT_DOUBLE_EQ(P.E.Blocks[0].Comp, 1006 * 107.0);
}

// Nothing is carried: 250 passes of four copies, two cycles apart, and depth 7.
TEST(EstimateTest, ARequestedIntervalIsThatOfTheUnrolledLoop) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  K.Loops[0].RequestedII = 2;
  G.block();
  G.op("fadd", {}, ScalarKind::Float);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Priced R(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 4; });
  EXPECT_DOUBLE_EQ(R.E.Total.value(), 505); // 2 * 249 + 7
}

// Five taps, fully unrolled: fmul 5 and fadd 7, then four sums that wait for
// it, 12 + 4 * 7, and no second pass that an interval of 35 would hold up.
TEST(EstimateTest, FullyUnrolledLoopIsOnePass) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("k", 2, Expr::constant(5));
  G.block();
  uint32_t Sum = G.op("phi", {}, ScalarKind::Float);
  AffineIndex Index{Expr::constant(0), {{"loop:0", Expr::constant(4)}}};
  uint32_t Load = G.access(MemoryAccess::Kind::Read, "x", Index, {}, 3);
  uint32_t Tap = G.op("fmul", {Load}, ScalarKind::Float);
  uint32_t Add = G.op("fadd", {Sum, Tap}, ScalarKind::Float);
  G.carry(0, Add, Sum);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Priced Rolled(K, {}, Repaired);
  EXPECT_DOUBLE_EQ(Rolled.E.Total.value(), 40); // 7 * 4 + 12
  Priced Full(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 5; });
  EXPECT_DOUBLE_EQ(Full.E.Total.value(), 40);
}

// Two blocks of an unknown number of work-items, or of iterations: which of
// them waits for which is not known either.
TEST(EstimateTest, BalanceNeedsWhatItsBlocksRun) {
  KernelSummary K = matrixMultiply();
  EXPECT_TRUE(Priced(K, launchMatrixMultiply(1024), Repaired)
                  .E.Potential.Balance.has_value());
  Launch NoSize;
  NoSize.Args["N"] = 1024;
  EXPECT_FALSE(Priced(K, NoSize, Repaired).E.Potential.Balance.has_value());
  Launch NoTrip = launchMatrixMultiply(1024);
  NoTrip.Args.clear();
  EXPECT_FALSE(Priced(K, NoTrip, Repaired).E.Potential.Balance.has_value());
}

// a[i + 1] = a[i] + 1, unrolled by 16: each copy waits for the one before, a
// path of 1 + 15 cycles, and so does each of the 62 further passes for the last
// copy of the one before.
TEST(EstimateTest, CopiesWaitForEachOtherThroughMemory) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.block();
  AffineIndex Here{Expr::constant(0), {{"loop:0", Expr::constant(4)}}};
  AffineIndex Next{Expr::constant(4), {{"loop:0", Expr::constant(4)}}};
  uint32_t Load = G.access(MemoryAccess::Kind::Read, "a", Here, {}, 3);
  uint32_t Add = G.op("add", {Load});
  uint32_t Store = G.access(MemoryAccess::Kind::Write, "a", Next, {Add}, 3);
  G.carry(0, Store, Load, CarriedDependence::Kind::Memory);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Priced Once(K, {}, Repaired);
  EXPECT_DOUBLE_EQ(Once.E.Blocks[0].CompMin, 1000); // 1000 + 1 - 1
  Priced R(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 16; });
  EXPECT_DOUBLE_EQ(R.E.Blocks[0].CompMin, 62 * 16 + 16);
  // Four iterations apart, four copies run at once; the fifth waits.
  K.Loops[0].Dependences[0].Distance = 4;
  Priced Apart(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 4; });
  EXPECT_DOUBLE_EQ(Apart.E.Blocks[0].CompMin, 250 + 1 - 1);
  EXPECT_DOUBLE_EQ(
      Priced(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 1000; })
          .E.Blocks[0]
          .CompMin,
      1 + 249);
}

// 10 time steps of b = a + 1.0f and a = b + 1, 100 elements each: 100 + 7 - 1
// and 100 + 1 - 1 cycles. The next step reads what the second loop wrote.
TEST(EstimateTest, TimeStepsDoNotOverlapWhatMemoryCarries) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("t", 2, Expr::constant(10));
  for (uint32_t Line : {3, 5}) {
    G.loop("i", Line, Expr::constant(100));
    K.Loops.back().Parent = 0;
  }
  auto Along = [](const char *Loop) {
    return AffineIndex{Expr::constant(0), {{Loop, Expr::constant(4)}}};
  };
  using enum MemoryAccess::Kind;
  G.block();
  const uint32_t ReadA = G.access(Read, "a", Along("loop:1"), {}, 4);
  const uint32_t Sum = G.op("fadd", {ReadA}, ScalarKind::Float);
  const uint32_t WriteB = G.access(Write, "b", Along("loop:1"), {Sum}, 4);
  G.block();
  const uint32_t ReadB = G.access(Read, "b", Along("loop:2"), {}, 6);
  const uint32_t Next = G.op("add", {ReadB});
  const uint32_t WriteA = G.access(Write, "a", Along("loop:2"), {Next}, 6);
  G.node(Node::Kind::Loop, 0, {1, 3});
  G.node(Node::Kind::Loop, 1, {2});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Loop, 2, {4});
  G.node(Node::Kind::Block, 1);
  auto Cycles = [&] { return Priced(K, {}, Repaired).E.Total.value(); };
  const auto Memory = CarriedDependence::Kind::Memory;
  G.carry(0, WriteB, ReadB, Memory); // in the order of the parts
  EXPECT_DOUBLE_EQ(Cycles(), 206 + 9 * 106);
  G.carry(0, WriteA, ReadA, Memory);
  EXPECT_DOUBLE_EQ(Cycles(), 10 * 206);
  Priced Twice(K, {}, Repaired, [](Design &D) { D.Unroll[0] = 2; });
  EXPECT_DOUBLE_EQ(Twice.E.Total.value(), 10 * 206); // copies wait, too
  K.Loops[0].Dependences[1].Distance = 2;
  EXPECT_DOUBLE_EQ(Cycles(), 206 + 9 * 106); // 103 apart
  // Not known: looked for under the launch, where each step reads its own row.
  K.Loops[0].Dependences[1].Distance.reset();
  EXPECT_DOUBLE_EQ(Cycles(), 10 * 206);
  for (uint32_t Op : {ReadA, WriteA})
    K.Accesses[*K.Operations[Op].Access].Index->Terms.push_back(
        {"loop:0", Expr::constant(400)});
  EXPECT_DOUBLE_EQ(Cycles(), 206 + 9 * 106);
}

} // namespace
