// Cells by hand, cycle by cycle.
#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

using Op = DatapathOp;

/// A netlist with ports x, enable, load and initial.
class NetlistSimulatorTest : public testing::Test {
protected:
  NetlistBuilder B;
  CellId X, Enable, Load, Initial;
  NetlistSimulatorTest() {
    B.section("", CellPurpose::Control);
    X = B.input("x", 8);
    Enable = B.input("enable", 1);
    Load = B.input("load", 1);
    Initial = B.input("initial", 8);
  }
  struct Cycle {
    uint64_t X, Enable, Load, Initial, Out;
  };
  /// Compares the word of \p C, in each cycle before its edge.
  void expect(CellId C, const std::vector<Cycle> &Cycles) {
    ASSERT_EQ(checkNetlist(B.N), std::nullopt);
    NetlistSimulator S(B.N);
    for (size_t I = 0; I < Cycles.size(); ++I) {
      S.setInput(0, Cycles[I].X);
      S.setInput(1, Cycles[I].Enable);
      S.setInput(2, Cycles[I].Load);
      S.setInput(3, Cycles[I].Initial);
      EXPECT_EQ(S.word(C), Cycles[I].Out) << "cycle " << I;
      S.clock();
    }
  }
};

TEST_F(NetlistSimulatorTest, ALoadGoesBeforeAnEnable) {
  expect(B.reg("", X, {Enable, Load, Initial}), {{1, 0, 0, 9, 0},
                                                 {2, 1, 0, 9, 0},
                                                 {3, 0, 0, 9, 2},
                                                 {4, 0, 1, 9, 2},
                                                 {5, 1, 1, 7, 9},
                                                 {6, 1, 0, 9, 7},
                                                 {0, 0, 0, 0, 6}});
}

TEST_F(NetlistSimulatorTest, ADelayStopsWithoutItsEnable) {
  expect(B.delay("", X, 3, Enable), {{1, 1, 0, 0, 0},
                                     {2, 1, 0, 0, 0},
                                     {7, 0, 0, 0, 0},
                                     {3, 1, 0, 0, 0},
                                     {4, 1, 0, 0, 1},
                                     {5, 1, 0, 0, 2},
                                     {6, 1, 0, 0, 3}});
}

// Length 4: three words, and the output register. As rtl/roofline_ring.v: the
// load sets the address, and the word goes where it was.
TEST_F(NetlistSimulatorTest, ARingRestarts) {
  B.N.Rings = {{4}};
  const CellId Ring = B.ring("", X, 0, {Enable, Load, {}});
  expect(Ring, {{1, 1, 0, 0, 0},   // to word 0
                {2, 1, 0, 0, 0},   // to 1
                {3, 1, 1, 0, 0},   // to 2, restarts
                {4, 1, 0, 0, 0},   // reads 1
                {5, 1, 1, 0, 1},   // reads 2 of word 1, restarts
                {6, 1, 0, 0, 2},   // reads 4 of word 0
                {9, 0, 0, 0, 4},   // waits
                {7, 1, 0, 0, 4},   // reads 5 of word 1
                {8, 1, 0, 0, 5},   // reads 3 of word 2
                {0, 0, 0, 0, 3}}); // address 0 again
}

TEST_F(NetlistSimulatorTest, AUnitIsAPipeline) {
  const CellId Square = B.unit("", {"roofline_mul", {{"WIDTH", "8"}}, 2, true},
                               Op::Mul, {X, X}, 8, Enable);
  expect(Square, {{3, 1, 0, 0, 0},
                  {5, 1, 0, 0, 0},
                  {9, 0, 0, 0, 9},
                  {20, 1, 0, 0, 9},
                  {0, 1, 0, 0, 25},
                  {0, 1, 0, 0, 400 - 256}});
}

TEST_F(NetlistSimulatorTest, AUnitMayBeCombinational) {
  const CellId Ones =
      B.unit("", {"roofline_popcount", {{"REGISTERED", "0"}}, 0, true},
             Op::PopCount, {X}, 8, {});
  expect(Ones, {{0xff, 0, 0, 0, 8}, {0x12, 0, 0, 0, 2}});
}

// By 3, with a sign: -6 gives -3, as the factor is above 2^n / 3.
TEST_F(NetlistSimulatorTest, AReciprocalProductRoundsDown) {
  const CellId Third = B.unit(
      "", {"roofline_mul", {{"SIGNED", "1"}, {"DIVISOR", "8'h3"}}, 1, true},
      Op::UDiv, {X}, 8, {});
  expect(Third, {{7, 0, 0, 0, 0},
                 {6, 0, 0, 0, 2},
                 {uint64_t(256 - 6), 0, 0, 0, 2},
                 {uint64_t(256 - 7), 0, 0, 0, 256 - 3},
                 {128, 0, 0, 0, 256 - 3},
                 {0, 0, 0, 0, 256 - 43}});
}

TEST_F(NetlistSimulatorTest, ACellMayReadARegisterThatComesLater) {
  const CellId Count = B.reg("", 8), Twice = B.reg("", 8);
  B.connect(Twice, Count, {});
  B.connect(Count, B.op(Op::Add, Count, X), {});
  expect(Twice,
         {{1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 1}, {1, 0, 0, 0, 2}});
}

TEST_F(NetlistSimulatorTest, AFloatIsOneOfItsWidth) {
  const CellId Wide = B.join({X, B.constant(0x3f8000, 24)}); // 1 and a bit
  const CellId Sum = B.unit("", {"roofline_fadd", {}, 0, false}, Op::FAdd,
                            {Wide, Wide}, 32, {});
  const CellId Less = B.unit("", {"roofline_fcompare", {}, 0, false}, Op::FLess,
                             {Wide, Sum}, 1, {});
  const CellId Long =
      B.unit("", {"roofline_fextend", {}, 0, false}, Op::FToF, {Sum}, 64, {});
  expect(Sum, {{0, 0, 0, 0, 0x40000000}}); // 2
  // 0x3f800000 needs the join's order: x is its lowest byte.
  expect(Less, {{1, 0, 0, 0, 1}});
  expect(Long, {{0, 0, 0, 0, 0x4000000000000000}});
}

TEST(NetlistPortsTest, WiderThanAWord) {
  NetlistBuilder B;
  B.section("", CellPurpose::Control);
  const uint32_t Port = B.inputPort("x", 130);
  const CellId Low = B.input(Port, 0, 60), High = B.input(Port, 60, 64),
               Top = B.input(Port, 124, 6);
  B.output("y", {Top, High, Low});
  NetlistSimulator S(B.N);
  S.setInput(Port, 0, 60, 0x123456789abcdef);
  S.setInput(Port, 60, 64, 0xfedcba9876543210);
  S.setInput(Port, 124, 6, 0x2a);
  EXPECT_EQ(S.word(Low), 0x123456789abcdefu);
  EXPECT_EQ(S.word(High), 0xfedcba9876543210u);
  EXPECT_EQ(S.word(Top), 0x2au);
  EXPECT_EQ(S.output(0, 0, 6), 0x2au);
  EXPECT_EQ(S.output(0, 6, 64), 0xfedcba9876543210u);
  EXPECT_EQ(S.output(0, 70, 60), 0x123456789abcdefu);
  EXPECT_EQ(S.output(0, 66, 8), 0xffu); // 0xf of one word, 0xf of the next
  EXPECT_EQ(S.output(0, 4, 4), 0x2u);
}

TEST(NetlistPortsTest, AParameterIsItsInstances) {
  NetlistBuilder B;
  B.section("", CellPurpose::Control);
  B.output("y", {B.parameter("P", 8, {3, 4})});
  EXPECT_EQ(NetlistSimulator(B.N, 0).output(0), 3u);
  EXPECT_EQ(NetlistSimulator(B.N, 1).output(0), 4u);
  EXPECT_EQ(findPort(B.N.Outputs, "y"), 0u);
  EXPECT_EQ(findPort(B.N.Outputs, "x"), std::nullopt);
}

TEST(NetlistPortsTest, StateBeginsWithRandomWordsOrWith0) {
  NetlistBuilder B;
  B.section("", CellPurpose::Control);
  B.output("y", {B.reg("", B.input("x", 64), {})});
  EXPECT_EQ(NetlistSimulator(B.N).output(0), 0u);
  EXPECT_NE(NetlistSimulator(B.N, 0, 1).output(0),
            NetlistSimulator(B.N, 0, 2).output(0));
}

} // namespace
