// Closed forms of the equations, before numbers replace their symbols.
#include "roofline/Report/ClosedForm.h"

#include "SampleResult.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

/// The sample kernel under \p D in the given form: no launch, N unbound, depth
/// 5 (the fp_mul); its two accesses have a stride of 256 B along the loop.
AnalysisResult unbound(ModelForm Form = ModelForm::Hpca16, Design D = {}) {
  AnalysisResult R = sampleResult(std::nullopt);
  R.L.Dimensions = 0;
  R.Form = Form;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  R.D = sourceDesign(R.Bound);
  R.D.Simd = D.Simd;
  R.D.ComputeUnits = D.ComputeUnits;
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  return R;
}

TEST(ClosedForm, WorkItemsTimesTripCount) {
  ClosedForm Form = closedForm(unbound(), 0);
  EXPECT_EQ(Form.CompMin, "N*WI + 4"); // Eq. (11): WI Trip + Cycle - 1
  // Eq. (14): 2 instructions of burst 1 each, Mem_burst = 2 / 2.
  EXPECT_EQ(Form.MemTrans, "2*N*WI");
  EXPECT_FALSE(Form.AtMost);
}

TEST(ClosedForm, SimdAndComputeUnitsDivide) {
  Design D;
  D.Simd = 4;
  D.ComputeUnits = 2;
  EXPECT_EQ(closedForm(unbound(ModelForm::Hpca16, D), 0).CompMin,
            "N*((WI + 3) / 4) / 2 + 4"); // rounded up to whole groups of 4
}

TEST(ClosedForm, WhatIsBoundIsPutIn) {
  AnalysisResult R = sampleResult(8);
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  ClosedForm Form = closedForm(R, 0);
  EXPECT_EQ(Form.CompMin, "8196");   // 1024 * 8 + 4
  EXPECT_EQ(Form.MemTrans, "16384"); // 2 * 1024 * 8
}

// Eq. (14): 2 instructions in each of WI * N iterations.
TEST(ClosedForm, AWholeFactorKeepsItsDigits) {
  AnalysisResult R = sampleResult(std::nullopt);
  R.L.Global = {1048579, 1, 1};
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  EXPECT_EQ(closedForm(R, 0).MemTrans, "2097158*N");
}

// 2 accesses in each of 2.5 iterations of a mean; the loop's pipeline has no
// half.
TEST(ClosedForm, AMeanTripCountKeepsItsTransactions) {
  AnalysisResult R = unbound();
  R.L.Trips[{2, 0}] = 2.5;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  EXPECT_EQ(closedForm(R, 0).CompMin, "3*WI + 4");
  EXPECT_EQ(closedForm(R, 0).MemTrans, "5*WI");
}

TEST(ClosedForm, ALoopThatMayEndEarlierMakesItABound) {
  AnalysisResult R = unbound();
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops[0].Trip.K = TripCount::Kind::AtMost;
  R.Kernel = Changed;
  EXPECT_TRUE(closedForm(R, 0).AtMost);
  R.L.Trips[{2, 0}] = 3;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  EXPECT_FALSE(closedForm(R, 0).AtMost);
  EXPECT_EQ(closedForm(R, 0).CompMin, "3*WI + 4");
}

TEST(ClosedForm, TheRepairedFormCountsTheInitiationInterval) {
  AnalysisResult R = unbound(ModelForm::Hpca16Repaired);
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->UsesWorkItemIds = false; // a single work-item kernel
  Changed->Loops[0].RequestedII = 6;
  R.Kernel = Changed;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  EXPECT_EQ(closedForm(R, 0).CompMin, "6*N - 1"); // II (Trip - 1) + Cycle
}

/// The sample kernel with its loop N a work-item-dependent count.
AnalysisResult varying(Expr Trip, Design D = {}) {
  AnalysisResult R = unbound(ModelForm::Hpca16, D);
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops[0].Trip.Count = Trip;
  R.Kernel = Changed;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  return R;
}

// for i < N, for j < i: 0 + 1 + ... + N - 1 passes of a work-item.
TEST(ClosedForm, ATripCountThatVariesIsSummed) {
  AnalysisResult R = unbound();
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops.push_back(Changed->Loops[0]);
  Changed->Loops[1].Parent = 0;
  Changed->Loops[1].Loc.Line = 3;
  Changed->Loops[1].Trip.Count = Expr::symbol("loop:0");
  Changed->Nodes.push_back(Changed->Nodes[2]); // the block
  Changed->Nodes[2] = {Node::Kind::Loop, 1, {3}, Changed->Nodes[1].Range};
  R.Kernel = Changed;
  R.Bound = bindKernel(*R.Kernel, R.L, sampleBoard());
  R.D = sourceDesign(R.Bound);
  R.Priced = makeEstimate(R.Bound);
  estimate(R.Bound, R.D, R.Form, R.Used, sampleBoard(), R.Priced);
  EXPECT_EQ(closedForm(R, 0).CompMin, "WI*((N*N - N) / 2) + 4");
  EXPECT_TRUE(closedForm(R, 0).Means.empty());
}

// Work-item g runs g times: of a row of G, G (G - 1) / 2.
TEST(ClosedForm, ATripCountOfAGlobalIdIsSummedOverTheRow) {
  EXPECT_EQ(closedForm(varying(Expr::symbol("global_id(0)")), 0).CompMin,
            "WI / global_size(0)*((global_size(0)*global_size(0) - "
            "global_size(0)) / 2) + 4");
}

TEST(ClosedForm, WhatHasNoSumIsANamedMean) {
  Design OfTwoLanes;
  OfTwoLanes.Simd = 2; // work-items of two lanes: their sum has no form
  for (const AnalysisResult &R :
       {varying(Expr::symbol("local_id(0)")),
        varying(Expr::symbol("global_id(0)"), OfTwoLanes)}) {
    ClosedForm Form = closedForm(R, 0);
    EXPECT_NE(Form.CompMin.find("trip(2)"), std::string::npos) << Form.CompMin;
    EXPECT_EQ(Form.CompMin.find("_id("), std::string::npos) << Form.CompMin;
    EXPECT_EQ(Form.Means, std::vector<uint32_t>{0});
  }
}

TEST(ClosedForm, IterationsAreNamedByTheirLine) {
  AnalysisResult R = unbound();
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops.push_back(Changed->Loops[0]);
  Changed->Loops[1].Parent = 0;
  Changed->Loops[1].Trip.Count = Expr::symbol("loop:0") + Expr::constant(1);
  EXPECT_EQ(formText(*Changed, Changed->Loops[1].Trip.Count),
            "iteration(2) + 1");
}

} // namespace
