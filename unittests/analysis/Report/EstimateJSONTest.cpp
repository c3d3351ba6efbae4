// The analysis as JSON: the fields that docs/report-json.md promises.
#include "roofline/Report/EstimateJSON.h"

#include "SampleResult.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace roofline;

namespace {

/// The report of one kernel, after a trip through text.
json::Object reportOf(const AnalysisResult &R) {
  std::string Text =
      formatv("{0:2}", toJSON(std::vector<AnalysisResult>{R})).str();
  Expected<json::Value> Root = json::parse(Text);
  EXPECT_TRUE(bool(Root)) << toString(Root.takeError());
  EXPECT_EQ(Root->getAsObject()->getString("format"),
            StringRef("roofline-report"));
  EXPECT_EQ(Root->getAsObject()->getInteger("version"), 3);
  return std::move(
      *(*Root->getAsObject()->getArray("kernels"))[0].getAsObject());
}

/// The child of the child of the hierarchy: the block.
const json::Object &firstChild(const json::Object &Node) {
  return *Node.getArray("children")->front().getAsObject();
}

TEST(EstimateJSON, HeadAndTotals) {
  json::Object R = reportOf(sampleResult());
  EXPECT_EQ(R.getString("kernel"), StringRef("scale"));
  EXPECT_EQ(R.getString("device"), StringRef("toy"));
  EXPECT_EQ(R.getString("model"), StringRef("hpca16-repaired"));
  EXPECT_EQ(R.getNumber("clock_hz"), 200e6);
  EXPECT_EQ(R.getNumber("cycles"), 950);
  EXPECT_DOUBLE_EQ(*R.getNumber("time_s"), 4.75e-6); // 950 / 200 MHz
  EXPECT_EQ(R.getNumber("transactions"), 512);
  EXPECT_EQ(R.getBoolean("complete"), true);
  EXPECT_EQ(R.getString("time_bound"), StringRef("exact"));
  EXPECT_TRUE(R.getArray("missing")->empty());
  EXPECT_EQ(*R.getObject("launch")->getArray("global"),
            (json::Array{1024, 1, 1}));
  EXPECT_EQ(R.getObject("launch")->getObject("args")->getInteger("N"), 8);
  EXPECT_EQ(R.getObject("design")->getInteger("simd"), 1);
  EXPECT_EQ(R.getObject("potentials")->getNumber("mem"), 0.25);
  EXPECT_NE(R.getObject("potentials")->get("comp")->getAsNull(), std::nullopt);
  EXPECT_EQ(R.getObject("potentials")->getNumber("itpp"), 0.125);
}

TEST(EstimateJSON, WhatMoreWorkItemsGainIsUnknownWithoutTheirNumber) {
  AnalysisResult R = sampleResult();
  R.Priced.Potential.Itpp.reset();
  R.Priced.Potential.ItppRepaired.reset();
  json::Object P = *reportOf(R).getObject("potentials");
  EXPECT_EQ(*P.get("itpp"), json::Value(nullptr));
  EXPECT_EQ(*P.get("itpp_repaired"), json::Value(nullptr));
}

TEST(EstimateJSON, HierarchyLoopBlockAndAccesses) {
  json::Object R = reportOf(sampleResult());
  const json::Object &Root = *R.getObject("hierarchy");
  EXPECT_EQ(Root.getString("kind"), StringRef("sequence"));
  const json::Object &Loop = firstChild(Root);
  EXPECT_EQ(Loop.getString("kind"), StringRef("loop"));
  EXPECT_EQ(Loop.getNumber("share"), 1);
  EXPECT_EQ(Loop.getObject("loop")->getNumber("trip"), 8);
  EXPECT_EQ(Loop.getObject("loop")->getString("trip_form"), StringRef("N"));
  EXPECT_EQ(Loop.getObject("loop")->getString("trip_kind"), StringRef("exact"));
  EXPECT_EQ(Loop.getObject("loop")->getObject("location")->getInteger("line"),
            2);
  const json::Object &Block = *firstChild(Loop).getObject("block");
  EXPECT_EQ(Block.getNumber("depth"), 5);
  EXPECT_EQ(Block.getNumber("comp_min"), 901);
  EXPECT_EQ(Block.getNumber("mem_trans"), 512);
  EXPECT_EQ(Block.getString("limited_by"), StringRef("computation"));
  const json::Object &Form = *Block.getObject("closed_form");
  EXPECT_EQ(Form.getString("comp_min"), StringRef("8196")); // 1024 * 8 + 5 - 1
  EXPECT_EQ(Form.getString("mem_trans"), StringRef("512"));
  EXPECT_EQ(Form.getBoolean("at_most"), false);
  EXPECT_EQ(Block.getBoolean("limiting"), true);
  const json::Array &Accesses = *Block.getArray("accesses");
  ASSERT_EQ(Accesses.size(), 2u);
  const json::Object &Read = *Accesses[0].getAsObject();
  EXPECT_EQ(Read.getString("object"), StringRef("A"));
  EXPECT_EQ(Read.getString("kind"), StringRef("read"));
  EXPECT_EQ(Read.getNumber("transactions"), 256); // half of 512
  EXPECT_EQ(Read.getNumber("share"), 0.25);       // half of 475 / 950
  const json::Object &AlongLoop =
      *Read.getArray("along_loops")->front().getAsObject();
  EXPECT_EQ(AlongLoop.getString("kind"), StringRef("strided"));
  EXPECT_EQ(AlongLoop.getInteger("bytes"), 256);
  EXPECT_EQ(AlongLoop.getInteger("line"), 2);
  const json::Object &Dim0 =
      *Read.getArray("along_work_items")->front().getAsObject();
  EXPECT_EQ(Dim0.getString("kind"), StringRef("consecutive"));
}

TEST(EstimateJSON, WhatIsMissingIsListed) {
  json::Object R = reportOf(sampleResult(std::nullopt));
  EXPECT_EQ(R.getBoolean("complete"), false);
  EXPECT_EQ(R.getString("time_bound"), StringRef("lower"));
  EXPECT_FALSE(R.getArray("missing")->empty());
}

TEST(EstimateJSON, AdviceHasPlaceAndGain) {
  AnalysisResult R = sampleResult();
  R.Advices.push_back({PotentialKind::Mem,
                       0.25,
                       "SM",
                       {"scale.cl", 2, 3},
                       "stage A",
                       2.5,
                       {"if it fits"}});
  json::Object O = reportOf(R);
  const json::Object &A = *O.getArray("advice")->front().getAsObject();
  EXPECT_EQ(A.getString("potential"), StringRef("B_mem"));
  EXPECT_EQ(A.getString("optimisation"), StringRef("SM"));
  EXPECT_EQ(A.getNumber("gain"), 2.5);
  EXPECT_EQ(A.getObject("location")->getInteger("line"), 2);
  EXPECT_EQ(*A.getArray("notes"), (json::Array{"if it fits"}));
  EXPECT_NE(A.get("board")->getAsNull(), std::nullopt);
}

TEST(EstimateJSON, AdviceOfTheBoardHasItsDesign) {
  AnalysisResult R = sampleResult();
  Advice New;
  New.Optimisation = "CU";
  New.OnBoard = PricedChange{Seconds(3),
                             Seconds(1.5),
                             Hertz(250e6),
                             Hertz(200e6),
                             Utilization{0.5, 0.25, 0},
                             "memory",
                             "cu=2"};
  R.Advices.push_back(New);
  json::Object O = reportOf(R);
  const json::Object &A = *O.getArray("advice")->front().getAsObject();
  EXPECT_NE(A.get("potential")->getAsNull(), std::nullopt);
  const json::Object &Board = *A.getObject("board");
  EXPECT_EQ(Board.getNumber("now_s"), 3);
  EXPECT_EQ(Board.getNumber("then_s"), 1.5);
  EXPECT_EQ(Board.getNumber("clock_then_hz"), 200e6);
  EXPECT_EQ(Board.getString("limit"), StringRef("memory"));
  EXPECT_EQ(Board.getObject("used")->getNumber("logic"), 0.5);
  EXPECT_EQ(Board.getString("what_if"), StringRef("cu=2"));
}

TEST(EstimateJSON, WhatIsNotFiniteIsNull) {
  AnalysisResult R = sampleResult();
  R.Priced.Total = Cycles(std::numeric_limits<double>::infinity());
  R.Priced.Blocks[0].Mem = std::numeric_limits<double>::quiet_NaN();
  json::Object O = reportOf(R); // parses
  EXPECT_NE(O.get("cycles")->getAsNull(), std::nullopt);
}

} // namespace
