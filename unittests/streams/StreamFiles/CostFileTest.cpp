// Cost files: values, places of mistakes, and the shipped files.
#include "TestFile.h"

#include "roofline/Resources/LogicPath.h"
#include "roofline/Resources/RingCost.h"
#include "roofline/StreamFiles/CostFile.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

const char Valid[] = R"(format: roofline-costs
version: 1
target: xc7
tool: "Yosys 0.23"
command: "synth_xilinx"
source: "measured: by hand"
memory_block_bits: 36864
memory_shapes:
- [0.5, 16384, 1, 18, 129, 2]
routing: { low: 0.5, typical: 1, high: 2, source: "measured: by hand" }
structures:
- structure: add
  form: variable
  points:
  - [8, 8, 8, 0, 0, 2, 1100]
  - [32, 32, 33, 0, 0, 8, 1784]
  fit:
    luts: { pieces: [[8, 32, 0, 1]], residual: 0.0000 }
    registers: { pieces: [[8, 8, 8], [32, 32, 33]], residual: 0.0000 }
shell:
  source: "a paper"
  block_bits: 20480
  points:
  - [1, 1, 100, 100, 100]
  - [2, 1, 100, 100, 100]
  - [1, 2, 100, 100, 110]
  fit:
    luts: { base: 100, per_stream: 0, per_unit: 0, residual: 0 }
    registers: { base: 100, per_stream: 0, per_unit: 0, residual: 0 }
    memory_bits: { base: 90, per_stream: 0, per_unit: 10, residual: 0 }
)";

TEST(CostFile, ReadsPointsFitsAndShell) {
  TestFile File(Valid);
  Expected<CostModel> C = loadCosts(File.path());
  ASSERT_TRUE(bool(C)) << toString(C.takeError());
  const CostCurve *Add = C->find("add", "variable");
  ASSERT_TRUE(Add);
  EXPECT_EQ(Add->at(32)->Registers, 33);
  EXPECT_EQ(Add->at(20)->Luts, 20); // between them: the fit
  EXPECT_EQ(Add->Points[0].Carries, 2);
  EXPECT_EQ(Add->delayAt(4), 1100);
  EXPECT_EQ(Add->delayAt(20), 1442); // half way between them
  EXPECT_EQ(Add->delayAt(32), 1784);
  EXPECT_FALSE(Add->delayAt(33));
  EXPECT_FALSE(C->find("add", "constant"));
  EXPECT_EQ(C->Shell->at(2, 2)->MemoryBlocks, 1); // 110 bits
  EXPECT_FALSE(C->Shell->at(3, 1));
  EXPECT_EQ(C->MemoryBlockBits, 36864);
  EXPECT_EQ(C->Memory, (std::vector<MemoryShape>{{0.5, 16384, 1, 18, 129, 2}}));
}

TEST(CostFile, WritesWhatItReads) {
  TestFile File(Valid);
  Expected<CostModel> C = loadCosts(File.path());
  ASSERT_TRUE(bool(C));
  std::string Text;
  raw_string_ostream OS(Text);
  printCosts(*C, OS);
  TestFile Again(Text);
  Expected<CostModel> Read = loadCosts(Again.path());
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(*Read, *C);
}

TEST(CostFile, RoutingBoundsTheClock) {
  TestFile File(Valid);
  Expected<CostModel> C = loadCosts(File.path());
  ASSERT_TRUE(bool(C));
  ASSERT_TRUE(C->Routing);
  const ClockRange Range = clockRange(*C->Routing, 2000); // 3, 4, 6 ns
  EXPECT_NEAR(Range.Low.value(), 166.667e6, 1e3);
  EXPECT_NEAR(Range.Typical.value(), 250e6, 1);
  EXPECT_NEAR(Range.High.value(), 333.333e6, 1e3);
}

class CostMistake : public testing::TestWithParam<Mistake> {};
TEST_P(CostMistake, IsReportedAtItsPlace) {
  expectLocated(GetParam(), Valid, loadCosts);
}
const Mistake Mistakes[] = {
    {"Format", "roofline-costs", "roofline-device", "roofline-device",
     "expected 'roofline-costs'"},
    {"Version", "version: 1", "version: 2", "2", "reads version 1"},
    {"UnknownKey", "target:", "targets:", "targets", "unknown key"},
    {"NoTool", "tool: \"Yosys 0.23\"\n", "", "format", "'tool' is missing"},
    {"NoBlock", "memory_block_bits: 36864", "memory_block_bits: 0", "0\n",
     "a memory block has bits"},
    {"ShortShape", "1, 18, 129, 2]", "1, 18, 129]", "[0.5",
     "a row is [blocks, words of one bit"},
    {"NoShape", "16384, 1, 18", "16384, 18, 9", "[0.5",
     "a narrowest to a widest width"},
    {"NoSource", "\"measured: by hand\"", "\"TODO\"", "\"TODO\"",
     "'source' needs a text"},
    {"ShortRow", "[8, 8, 8, 0, 0, 2, 1100]", "[8, 8, 8, 0, 2]",
     "[8, 8, 8, 0, 2]", "a row is [size, luts"},
    {"Negative", "[8, 8, 8, 0, 0, 2, 1100]", "[8, -8, 8, 0, 0, 2]", "-8",
     "'-8' is negative"},
    {"NoNumber", "[8, 8, 8, 0, 0, 2, 1100]", "[8, x, 8, 0, 0, 2]", "x, 8",
     "'x' is not a number"},
    {"Descending", "[32, 32, 33", "[7, 32, 33", "[7, 32", "sizes must ascend"},
    {"Residual", "residual: 0.0000 }\n    registers",
     "residual: 3.5 }\n    registers", "3.5", "contradiction"},
    {"NoFit", "    luts: { pieces: [[8, 32, 0, 1]], residual: 0.0000 }\n", "",
     "fit:\n", "no fit of the luts"},
    {"NotCovered", "[32, 32, 33]], residual", "[31, 31, 33]], residual",
     "[[8, 8, 8]", "do not cover"},
    {"ShellResidual", "per_unit: 10, residual: 0 }",
     "per_unit: 20, residual: 0.00 }", "0.00 }\n", "contradiction"},
    {"Twice", "shell:",
     "- { structure: add, form: variable, points: [[1, 0, 0, 0, 0, 0]], fit: "
     "{} }\nshell:",
     "{ structure: add", "is given twice"},
};
INSTANTIATE_TEST_SUITE_P(All, CostMistake, testing::ValuesIn(Mistakes),
                         [](const auto &I) { return I.param.Name; });

CostModel shipped(StringRef Target) {
  Expected<CostModel> C = loadCosts(
      (StringRef(ROOFLINE_SOURCE_DIR) + "/devices/costs/" + Target + ".yaml")
          .str());
  EXPECT_TRUE(bool(C)) << toString(C.takeError());
  return C ? std::move(*C) : CostModel();
}

TEST(ShippedCosts, MultipliersOfSeries7) {
  // DSP48E1 of products: 32x32 is 3 for 32 bits of result and 4 for 64; 18x18
  // is 2.
  CostModel C = shipped("xc7");
  EXPECT_EQ(C.find("mul", "variable")->at(32)->DspBlocks, 3);
  EXPECT_EQ(C.find("mul", "full", 32)->at(32)->DspBlocks, 4);
  EXPECT_EQ(C.find("mul", "full", 18)->at(18)->DspBlocks, 2);
}

TEST(ShippedCosts, ShiftRegistersOfSeries7) {
  // SRL16E from three registers on; 17 are an SRL16E and a flip-flop.
  CostModel C = shipped("xc7");
  const CostCurve *Delay = C.find("delay");
  ASSERT_TRUE(Delay);
  EXPECT_EQ(Delay->at(2)->Registers, 2);
  EXPECT_EQ(Delay->at(3)->Registers, 0);
  EXPECT_EQ(Delay->at(3)->Luts, 1);
  EXPECT_EQ(Delay->at(32)->Luts, 1);
}

TEST(ShippedCosts, ShellOfTheStratixV) {
  CostModel C = shipped("stratixv-opencl-shell");
  ASSERT_TRUE(C.Shell);
  EXPECT_EQ(C.Shell->at(4, 1)->Luts, 41374); // Fig. 10
}

/// DSP48E1 multiplies 25 x 18 signed bits; a quotient by a constant is a
/// product of two unsigned numbers of the width.
TEST(ShippedCosts, QuotientsByConstantsHaveTheStepsOfDspBlocks) {
  CostModel C = shipped("xc7");
  const CostCurve *Curve = C.find("udiv", "constant");
  ASSERT_TRUE(Curve);
  for (uint32_t W : {12, 16, 17})
    EXPECT_EQ(Curve->at(W)->DspBlocks, 1) << W;
  for (uint32_t W : {18, 19, 20, 22, 24})
    EXPECT_EQ(Curve->at(W)->DspBlocks, 2) << W;
}

/// As yosys 0.23 makes of rtl/roofline_ring.v: read_verilog; synth_xilinx
/// -family xc7 -flatten -noiopad -noclkbuf; stat, with WIDTH, LENGTH and the
/// least BITS.
struct SynthesisedRing {
  RingBuffer Ring; ///< LENGTH, WIDTH
  FabricResources Need;
};
constexpr SynthesisedRing SynthesisedRings[] = {
    {{1537, 32}, {50, 13, 0, 1.5}},       {{2561, 32}, {89, 15, 0, 2.5}},
    {{2048, 32}, {14, 11, 0, 2}},         {{256, 32}, {10, 8, 0, 0.5}},
    {{256, 512}, {10, 8, 0, 7.5}},        {{1024, 256}, {12, 10, 0, 7.5}},
    {{700, 129}, {12, 10, 0, 4}},         {{1025, 513}, {12, 10, 0, 14.5}},
    {{2049, 512}, {14, 11, 0, 28.5}},     {{3000, 77}, {96, 14, 0, 7}},
    {{3585, 40}, {15, 12, 0, 5}},         {{5001, 300}, {626, 16, 0, 42.5}},
    {{8192, 32}, {16, 13, 0, 8}},         {{6000, 72}, {93, 15, 0, 12}},
    {{10000, 384}, {794, 17, 0, 107.5}},  {{20000, 200}, {428, 18, 0, 115}},
    {{33000, 500}, {4510, 21, 0, 476}},   {{65537, 1}, {20, 16, 0, 2}},
    {{65537, 384}, {2384, 20, 0, 688}},   {{100001, 4}, {107, 22, 0, 12.5}},
    {{100000, 200}, {3921, 23, 0, 564}},  {{131073, 1}, {24, 18, 0, 4}},
    {{131073, 512}, {6875, 22, 0, 1824}},
};

TEST(ShippedCosts, RingsOfSeries7AreThoseOfYosys) {
  const CostModel C = shipped("xc7");
  for (const auto &[Of, Need] : SynthesisedRings) {
    SCOPED_TRACE(std::to_string(Of.Length) + " x " + std::to_string(Of.Width));
    std::vector<std::string> Unknowns;
    const FabricResources R = ringCost(C, Of, Unknowns);
    EXPECT_TRUE(Unknowns.empty());
    EXPECT_EQ(R.MemoryBlocks, Need.MemoryBlocks);
    EXPECT_EQ(R.Registers, Need.Registers);
    EXPECT_NEAR(R.Luts, Need.Luts, std::max(4.0, 0.07 * Need.Luts));
    EXPECT_TRUE(ringDelay(C, Of));
  }
}

TEST(ShippedCosts, RingsOfMoreSectionsThanMeasuredAreUnknown) {
  const CostModel C = shipped("xc7");
  std::vector<std::string> Unknowns;
  ringCost(C, {65 * 4096 + 1, 36}, Unknowns);
  ASSERT_EQ(Unknowns.size(), 2u);
  EXPECT_NE(Unknowns[0].find("ring sections of size 65"), std::string::npos);
  EXPECT_FALSE(ringDelay(C, {65 * 4096 + 1, 36}));
}

/// As yosys 0.23 makes of rtl/roofline_ring.v by synth_intel_alm and
/// synth_ecp5: a table of memory for each bit where a block would be used to
/// less than 5 %.
TEST(ShippedCosts, ShortRingsMayBeLookupTables) {
  auto NeedOf = [](const char *Target, const RingBuffer &R) {
    std::vector<std::string> Unknowns;
    FabricResources Need = ringCost(shipped(Target), R, Unknowns);
    EXPECT_TRUE(Unknowns.empty());
    return Need;
  };
  EXPECT_EQ(NeedOf("cyclonev", {17, 64}), (FabricResources{73, 68, 0, 0}));
  EXPECT_EQ(NeedOf("cyclonev", {33, 64}), (FabricResources{12, 5, 0, 4}));
  EXPECT_EQ(NeedOf("ecp5", {33, 64}), (FabricResources{82, 140, 0, 2}));
}

/// The other families have what was measured alone: M10K are 512 x 20.
TEST(ShippedCosts, RingsOfCycloneVAreThoseMeasured) {
  std::vector<std::string> Unknowns;
  const FabricResources R = ringCost(shipped("cyclonev"), {512, 36}, Unknowns);
  EXPECT_EQ(R.MemoryBlocks, 2);
  EXPECT_EQ(R.Registers, 9);
  EXPECT_TRUE(Unknowns.empty());
}

} // namespace
