// Cost files: what is read, where mistakes are reported, and the shipped ones.
#include "TestFile.h"

#include "roofline/DeviceFiles/CostFile.h"
#include "roofline/Resources/LogicPath.h"

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

/// RAMB18E1 is 512 x 36: three of them hold a row of 1280 words of 32 bits,
/// five one of 2560; of 1920 four are needed, as of 2048.
TEST(ShippedCosts, RingsBetweenPowersOfTwoHaveTheirOwnBlocks) {
  CostModel C = shipped("xc7");
  auto Blocks = [&](const char *Form, uint32_t Parameter) {
    const CostCurve *Curve = C.find("ring", Form, Parameter);
    return Curve ? Curve->at(32)->MemoryBlocks : -1;
  };
  EXPECT_EQ(Blocks("part", 3), 1.5);
  EXPECT_EQ(Blocks("part", 5), 2.5);
  EXPECT_EQ(Blocks("", 11), 2);
}

} // namespace
