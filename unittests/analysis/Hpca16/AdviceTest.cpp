// Advice: its optimisation, place, gain and conditions.
#include "TestKernels.h"

#include "roofline/Hpca16/Advice.h"
#include "roofline/Hpca16/WhatIf.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

struct Advised {
  Advised(KernelSummary Summary, const Launch &L, ModelForm Form,
          std::optional<Utilization> Used = {}, double Clock = 400e6)
      : K(std::move(Summary)), B(bindKernel(K, L, Board, Hertz(Clock))),
        D(sourceDesign(B)), E(makeEstimate(B)) {
    estimate(B, D, Form, Used, Board, E);
    All = advise(B, D, Form, Used, Board, E);
  }
  const Advice *find(std::string_view Optimisation) const {
    auto It = std::find_if(All.begin(), All.end(), [&](const Advice &A) {
      return A.Optimisation == Optimisation;
    });
    return It == All.end() ? nullptr : &*It;
  }
  Device Board = roundBoard();
  KernelSummary K;
  BoundKernel B;
  Design D;
  Estimate E;
  std::vector<Advice> All;
};

TEST(AdviceTest, LargestPotentialFirst) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64), ModelForm::Hpca16,
            Utilization{0.585, 0.11, 0});
  ASSERT_GT(A.All.size(), 1u);
  auto Order = [](const Advice &L, const Advice &R) {
    return L.PotentialValue > R.PotentialValue;
  };
  EXPECT_TRUE(std::is_sorted(A.All.begin(), A.All.end(), Order));
}

// SM to SM_UL, section 6.3.3: 262167 cycles against the entry's 4098 of
// B_balance (EstimateTest.cpp); UL64 takes 4096 + (24 + 63 * 7) - 1 = 4560.
TEST(AdviceTest, UnrollTheSlowestLoop) {
  Advised A(stagedMatrixMultiply(), launchMatrixMultiply(64),
            ModelForm::Hpca16);
  ASSERT_FALSE(A.All.empty());
  const Advice &UL = A.All.front();
  EXPECT_EQ(UL.Optimisation, "UL");
  EXPECT_EQ(UL.Potential, PotentialKind::Balance);
  EXPECT_EQ(UL.Loc.Line, 4u);
  EXPECT_NE(UL.Text.find("#pragma unroll 64"), std::string::npos) << UL.Text;
  EXPECT_DOUBLE_EQ(UL.Gain, 262167.0 / 4560);
}

// Repaired, f copies cost 1 transaction of A and f of B: 3/2, 5/4, 9/8, 17/16
// per iteration, and 256 of C. From 8 to 16 is less than a tenth.
TEST(AdviceTest, UnrollAsFarAsItPays) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64),
            ModelForm::Hpca16Repaired);
  const Advice *UL = A.find("UL");
  ASSERT_TRUE(UL);
  EXPECT_EQ(UL->Potential, PotentialKind::Mem);
  EXPECT_NE(UL->Text.find("#pragma unroll 8"), std::string::npos) << UL->Text;
  EXPECT_DOUBLE_EQ(UL->Gain, 524544.0 / (262144 * 9 / 8.0 + 256));
}

// Repaired, the product waits for 524544 transactions. With UL16 A is 1 per 16
// iterations, B 1 when consecutive and 1/16 when the 16 work-items along
// dimension 1 share it: 2 * 16384 + 256 = 33024 and 17408 + 256 = 17664, above
// the 4096 * 4 + (17 + 15 * 7) - 1 = 16505 cycles of computation.
TEST(AdviceTest, StageOrCoalesceTheScatteredAccess) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64),
            ModelForm::Hpca16Repaired);
  ASSERT_GE(A.All.size(), 3u);
  const Advice &SM = A.All[0], &MC = A.All[1];
  EXPECT_EQ(SM.Optimisation, "SM");
  EXPECT_EQ(SM.Potential, PotentialKind::Mem);
  EXPECT_EQ(SM.Loc.Line, 5u);
  EXPECT_NE(SM.Text.find("`B`"), std::string::npos) << SM.Text;
  EXPECT_DOUBLE_EQ(SM.Gain, 524544.0 / 17664);
  EXPECT_EQ(SM.Guards.size(), 2u);
  EXPECT_EQ(MC.Optimisation, "MC");
  EXPECT_NE(MC.Text.find("`B`"), std::string::npos) << MC.Text;
  EXPECT_DOUBLE_EQ(MC.Gain, 524544.0 / 33024);
}

// No layout makes A[i][k] increase with j: it can be staged, and only that.
// Staged, 16 work-items along dimension 0 share it and 1/16 of a transaction:
// 262144 * (1 + 1/256) + 256 = 263424.
TEST(AdviceTest, NoLayoutForWhatWorkItemsShare) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64),
            ModelForm::Hpca16Repaired);
  auto Of = [&](std::string_view Optimisation) {
    return std::find_if(A.All.begin(), A.All.end(), [&](const Advice &X) {
      return X.Optimisation == Optimisation &&
             X.Text.find("`A`") != X.Text.npos;
    });
  };
  EXPECT_EQ(Of("MC"), A.All.end());
  ASSERT_NE(Of("SM"), A.All.end());
  EXPECT_DOUBLE_EQ(Of("SM")->Gain, 524544.0 / 263424);
}

// The paper's first step of MM, published: B_mem 0.625 leads, for B staged.
// UL8: Mem_insts 1.4375 * 17/16, sum of bursts 1 + 2/16; UL16 gains less than a
// tenth.
TEST(AdviceTest, StagingBIsTheFirstStepOfTheBaseline) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64), ModelForm::Hpca16);
  ASSERT_FALSE(A.All.empty());
  EXPECT_EQ(A.All[0].Optimisation, "SM");
  EXPECT_EQ(A.All[0].PotentialValue, 0.625);
  EXPECT_NE(A.All[0].Text.find("`B`"), std::string::npos) << A.All[0].Text;
  double Insts = 1.4375 * 17 / 16;
  double Transactions =
      Insts * Insts / 1.125 * 4096 * 8 + 256; // 68203 at 2 per cycle,
  // above the 4096 * 8 + (17 + 7 * 7) - 1 = 32833 cycles of computation.
  EXPECT_NEAR(A.All[0].Gain, 262272 / (Transactions / 2), 1e-9);
}

// At 240 MHz the bytes allow 25.6e9 / (64 * 240e6) = 5/3 transactions per
// cycle. UL16 of the consecutive form: 33024 * 0.6 = 19814.4 cycles of
// 314726.4; alone it computes 262160.
TEST(AdviceTest, AChangeIsPricedWithTheUnrollingThatItAllows) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64),
            ModelForm::Hpca16Repaired, {}, 240e6);
  ASSERT_NEAR(A.E.Total.value(), 314726.4, 1e-6);
  const Advice *MC = A.find("MC");
  ASSERT_TRUE(MC);
  EXPECT_NEAR(MC->Gain, 314726.4 / 19814.4, 1e-9);
  ASSERT_EQ(MC->Guards.size(), 1u);
  EXPECT_NE(MC->Guards[0].find("#pragma unroll 16"), std::string::npos);
  EXPECT_NE(MC->Guards[0].find("alone it is 1.20 times"), std::string::npos);
}

TEST(AdviceTest, TheSameAdviceIsGivenOnce) {
  Advised A(stagedMatrixMultiply(), launchMatrixMultiply(64), ModelForm::Hpca16,
            Utilization{0.3, 0.2, 0.1}); // B_comp and B_balance say UL
  EXPECT_EQ(
      std::count_if(A.All.begin(), A.All.end(),
                    [](const Advice &X) { return X.Optimisation == "UL"; }),
      1);
}

TEST(AdviceTest, NoWorkItemsForAKernelThatHasOne) {
  KernelSummary K = algorithm1();
  K.UsesWorkItemIds = false;
  Advised A(K, {}, ModelForm::Hpca16, Utilization{0.3, 0.2, 0.1});
  EXPECT_FALSE(A.find("WI"));
  EXPECT_FALSE(A.find("CU"));
  EXPECT_FALSE(A.find("SIMD"));
}

/// dst[16 * gid] = a[4 * gid] + ... + a[4 * gid + 3].
KernelSummary fourNeighbours() {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  for (int I = 0; I < 4; ++I)
    G.access(MemoryAccess::Kind::Read, "a",
             {Expr::constant(4 * I), {{"global_id(0)", Expr::constant(16)}}},
             {}, 3);
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Block, 0);
  return K;
}

// Repaired: 4 strided loads are 4 transactions per work-item, at 1 per cycle
// 4096; as one vector of 16 bytes a quarter of a transaction, so that the
// pipeline's 1024 cycles decide.
TEST(AdviceTest, NeighboursBecomeAVector) {
  Advised A(fourNeighbours(), launch1D(1024), ModelForm::Hpca16Repaired);
  ASSERT_DOUBLE_EQ(A.E.Total.value(), 4096);
  const Advice *VT = A.find("VT");
  ASSERT_TRUE(VT);
  EXPECT_EQ(VT->Loc.Line, 3u);
  EXPECT_NE(VT->Text.find("vector of 4"), std::string::npos);
  // WI_k = 1 / (1 + 25) * 1024 = 39 > 1, no delay.
  EXPECT_DOUBLE_EQ(VT->Gain, 4);
  EXPECT_EQ(
      std::count_if(A.All.begin(), A.All.end(),
                    [](const Advice &X) { return X.Optimisation == "VT"; }),
      1);
}

// sum[gid] += a[gid * 64 + i] in memory: the sum's address does not change.
TEST(AdviceTest, AScratchValueBelongsInPrivateMemory) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(64));
  G.block();
  AffineIndex Sum{Expr::constant(0), {{"global_id(0)", Expr::constant(4)}}};
  G.access(MemoryAccess::Kind::Read, "sum", Sum, {}, 3);
  G.access(MemoryAccess::Kind::Write, "sum", Sum, {}, 3);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  Advised A(K, launch1D(1024), ModelForm::Hpca16);
  // Published: 2 instructions of burst 1 in 64 iterations: 131072 transactions
  // at 2 per cycle = 65536 cycles, as many as the loop's own 65536: no gain.
  ASSERT_DOUBLE_EQ(A.E.Total.value(), 65536);
  EXPECT_FALSE(A.find("PM"));
  // One bank: 131072 cycles of memory against 65536 of computation.
  A.Board.MemoryBanks.Value = 1;
  A.B = bindKernel(A.K, launch1D(1024), A.Board);
  estimate(A.B, A.D, ModelForm::Hpca16, {}, A.Board, A.E);
  A.All = advise(A.B, A.D, ModelForm::Hpca16, {}, A.Board, A.E);
  const Advice *PM = A.find("PM");
  ASSERT_TRUE(PM);
  EXPECT_DOUBLE_EQ(PM->Gain, 2);
}

TEST(AdviceTest, MoreWorkItemsFillTheBanks) {
  Advised A(algorithm1(), launch1D(16), ModelForm::Hpca16);
  const Advice *WI = A.find("WI");
  ASSERT_TRUE(WI);
  EXPECT_EQ(WI->Potential, PotentialKind::Itpp);
  EXPECT_GT(WI->Gain, 1);
}

TEST(AdviceTest, ComputePotentialNeedsUtilization) {
  Advised Without(stagedMatrixMultiply(), launchMatrixMultiply(64),
                  ModelForm::Hpca16);
  EXPECT_FALSE(Without.find("CU"));
  Advised With(stagedMatrixMultiply(), launchMatrixMultiply(64),
               ModelForm::Hpca16, Utilization{0.3, 0.2, 0.1});
  const Advice *CU = With.find("CU");
  ASSERT_TRUE(CU);
  // 4096 * 64 / 2 + 24 - 1 = 131095.
  EXPECT_DOUBLE_EQ(CU->Gain, 262167.0 / 131095);
}

// Section 6.6: compute units do not reduce the transactions of the baseline.
TEST(AdviceTest, NoComputeUnitsForAKernelThatWaitsForMemory) {
  Advised A(matrixMultiply(), launchMatrixMultiply(64), ModelForm::Hpca16,
            Utilization{0.3, 0.2, 0.1});
  EXPECT_FALSE(A.find("CU"));
}

// a[gid] / b: depth 32, one coalesced access. 100000 + 32 - 1 = 100031 cycles;
// two lanes: 50031.
TEST(AdviceTest, SimdSaysWhatItNeedsOfTheWorkGroup) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  AffineIndex Index{Expr::constant(0), {{"global_id(0)", Expr::constant(4)}}};
  G.op("sdiv", {G.access(MemoryAccess::Kind::Read, "a", Index, {}, 3)});
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Block, 0);
  auto Guard = [&] {
    Advised A(K, launch1D(100000), ModelForm::Hpca16,
              Utilization{0.3, 0.2, 0.1});
    const Advice *SIMD = A.find("SIMD");
    EXPECT_TRUE(SIMD && SIMD->Gain == 100031.0 / 50031);
    return SIMD && !SIMD->Guards.empty() ? SIMD->Guards[0] : "";
  };
  EXPECT_NE(Guard().find("needs a reqd_work_group_size"), std::string::npos);
  K.Attributes.ReqdWorkGroupSize = {25, 1, 1};
  EXPECT_EQ(Guard(), "2 does not divide the work-group size 25: needs "
                     "reqd_work_group_size(26,1,1)");
  K.Attributes.ReqdWorkGroupSize = {1, 1, 1};
  EXPECT_EQ(Guard(), "2 does not divide the work-group size 1: needs "
                     "reqd_work_group_size(2,1,1), for a single work-item has "
                     "unrolled loops alone");
  K.Attributes.ReqdWorkGroupSize = {50, 1, 1};
  EXPECT_EQ(Guard(), "");
}

TEST(AdviceTest, GuardsOfADesign) {
  KernelSummary K = algorithm1();
  BoundKernel B = bindKernel(K, launch1D(1024), roundBoard());
  Design D = sourceDesign(B);
  EXPECT_TRUE(designGuards(B, D).empty());
  D.Unroll[0] = 16; // divides 128; 16 * 4 = 64 bytes
  EXPECT_TRUE(designGuards(B, D).empty());
  D.Unroll[0] = 24; // does not divide; 96 bytes
  ASSERT_EQ(designGuards(B, D).size(), 2u);
  EXPECT_NE(designGuards(B, D)[0].find("does not divide"), std::string::npos);
  EXPECT_NE(designGuards(B, D)[1].find("wider"), std::string::npos);
}

TEST(AdviceTest, GuardsOfVectorsOfWorkItems) {
  KernelSummary K = algorithm1();
  K.Attributes.ReqdWorkGroupSize = {32, 1, 1};
  BoundKernel B = bindKernel(K, launch1D(1024), roundBoard());
  Design D = sourceDesign(B);
  D.Simd = 16; // divides 32; 16 * 4 = 64 bytes
  EXPECT_TRUE(designGuards(B, D).empty());
  K.Attributes.ReqdWorkGroupSize = {24, 1, 1};
  K.Accesses[0].NumBytes = 8;
  B = bindKernel(K, launch1D(1008), roundBoard()); // a multiple of 24
  std::vector<std::string> Guards = designGuards(B, D);
  ASSERT_EQ(Guards.size(), 2u);
  EXPECT_EQ(Guards[0], "16 does not divide the work-group size 24: needs "
                       "reqd_work_group_size(32,1,1)");
  EXPECT_EQ(Guards[1], "SIMD 16 is wider than a memory transaction");
}

TEST(AdviceTest, UnrollingSaysWhatTheLoopDependsOn) {
  KernelSummary K = algorithm1();
  K.Loc = {"k.cl", 1, 1};
  K.Loops[0].Trip.K = TripCount::Kind::AtMost;
  K.Loops[0].Dependences = {
      {CarriedDependence::Kind::Memory, 1, 2, std::nullopt}};
  K.Operations[1].Loc = {"k.cl", 3, 5};
  K.Operations[2].Loc = {"lib/body.h", 7, 9};
  BoundKernel B = bindKernel(K, launch1D(1024), roundBoard());
  Design D = sourceDesign(B);
  D.Unroll[0] = 16;
  std::vector<std::string> Guards = designGuards(B, D);
  ASSERT_EQ(Guards.size(), 2u);
  EXPECT_EQ(Guards[0],
            "the trip count of the loop at line 2 is only a bound: fewer "
            "iterations leave copies idle");
  EXPECT_EQ(Guards[1], "copies wait for each other: line 3 writes what a later "
                       "iteration may read at line body.h:7");
  K.Loops[0].IgnoreDependences = true;
  B = bindKernel(K, launch1D(1024), roundBoard());
  EXPECT_EQ(designGuards(B, D).size(), 1u);
}

class WhatIfTest : public testing::Test {
protected:
  std::string error(std::string_view Text) {
    auto Result = parseWhatIf(Text, B, sourceDesign(B));
    auto *Error = std::get_if<std::string>(&Result);
    return Error ? *Error : "";
  }
  KernelSummary K = algorithm1();
  BoundKernel B = bindKernel(K, launch1D(1024), roundBoard());
};

TEST_F(WhatIfTest, Factors) {
  auto Result = parseWhatIf("ul@5=4,simd=2,cu=3", B, sourceDesign(B));
  ASSERT_TRUE(std::holds_alternative<WhatIf>(Result));
  EXPECT_EQ(std::get<WhatIf>(Result), (WhatIf{Design{3, 2, {1, 4}}}));
}

TEST_F(WhatIfTest, WorkGroup) {
  using Group = std::array<uint64_t, 3>;
  for (auto [Text, Size] : {std::pair("wg=64", Group{64, 1, 1}),
                            std::pair("wg=16x8", Group{16, 8, 1}),
                            std::pair("wg=4x2x3", Group{4, 2, 3})}) {
    auto Result = parseWhatIf(Text, B, sourceDesign(B));
    ASSERT_TRUE(std::holds_alternative<WhatIf>(Result));
    EXPECT_EQ(std::get<WhatIf>(Result).Local, Size);
    EXPECT_EQ(whatIfText(B, sourceDesign(B), std::get<WhatIf>(Result)), Text);
  }
  for (const char *Text : {"wg=", "wg=0", "wg=4x", "wg=1x2x3x4", "wg=4y4"})
    EXPECT_NE(error(Text), "");
}

TEST_F(WhatIfTest, TextReadsBack) {
  const Design Source = sourceDesign(B);
  EXPECT_EQ(whatIfText(B, Source, {Source}), "");
  for (const char *Text : {"ul@2=2,ul@5=4,simd=2,cu=3,wg=64", "cu=2"})
    EXPECT_EQ(
        whatIfText(B, Source, std::get<WhatIf>(parseWhatIf(Text, B, Source))),
        Text);
}

TEST_F(WhatIfTest, WhatTheSourceHasToSay) {
  const WhatIf Changed{Design{3, 2, {1, 4}}};
  using Lines = std::vector<std::string>;
  EXPECT_EQ(sourceChanges(B, sourceDesign(B), Changed, {{64, 1, 1}}),
            (Lines{"line 5: #pragma unroll 4", "num_simd_work_items(2)",
                   "num_compute_units(3)", "reqd_work_group_size(64,1,1)"}));
}

TEST_F(WhatIfTest, Errors) {
  EXPECT_EQ(error("ul@3=4"), "'ul@3=4': no loop starts at line 3");
  EXPECT_NE(error("simd=3"), "");
  EXPECT_NE(error("simd=32"), "");
  EXPECT_NE(error("cu=0"), "");
  EXPECT_NE(error("cu=-1"), "");
  EXPECT_NE(error("cu=4294967296"), "");
  EXPECT_NE(error("cu"), "");
  EXPECT_NE(error("ul@=2"), "");
  EXPECT_NE(error("ul@5="), "");
  EXPECT_NE(error("tile=2"), "");
  EXPECT_NE(error("cu=2,,simd=2"), "");
  EXPECT_NE(error("cu=2,"), "");
  EXPECT_EQ(error("cu=2,cu=4"), "'cu=4': cu is given twice");
}

} // namespace
