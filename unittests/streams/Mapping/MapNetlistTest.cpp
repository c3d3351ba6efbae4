// Cells of a netlist and its longest path, counted by hand.
#include "roofline/Mapping/MappedPath.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

using Op = DatapathOp;
using Lengths = std::map<uint32_t, uint32_t>;

/// A netlist with ports x, y, c and enable.
class MapNetlistTest : public testing::Test {
protected:
  NetlistBuilder B;
  CellId X, Y, C, Enable;
  void ports(uint32_t Width) {
    B.section("", CellPurpose::Datapath);
    X = B.input("x", Width);
    Y = B.input("y", Width);
    C = B.input("c", 1);
    Enable = B.input("enable", 1);
  }
  MappedNetlist map(const FamilyCells &Family = {}) {
    EXPECT_EQ(checkNetlist(B.N), std::nullopt);
    return mapNetlist(B.N, Family);
  }
  CellId registers(CellId Data, unsigned Count) {
    for (; Count > 0; --Count)
      Data = B.reg("", Data, {});
    return Data;
  }
};

TEST_F(MapNetlistTest, ALongDelayIsShiftRegisters) {
  ports(8);
  B.output("out", {B.delay("", X, 9, {})});
  const MappedNetlist M = map();
  EXPECT_EQ(M.ShiftRegisters, (Lengths{{9, 8}}));
  EXPECT_EQ(M.FlipFlops, 0u);
  EXPECT_EQ(M.Logic.Count.total(), 0u);
}

TEST_F(MapNetlistTest, AShortDelayIsFlipFlops) {
  ports(8);
  B.output("out", {B.delay("", X, 2, {})});
  const MappedNetlist M = map();
  EXPECT_EQ(M.ShiftRegisters, Lengths());
  EXPECT_EQ(M.FlipFlops, 16u);
}

TEST_F(MapNetlistTest, RegistersOneBehindTheOtherAreADelay) {
  ports(8);
  B.output("out", {registers(B.delay("", X, 2, {}), 3)});
  EXPECT_EQ(map().ShiftRegisters, (Lengths{{5, 8}}));
}

TEST_F(MapNetlistTest, AFamilyMayHaveNoShiftRegisters) {
  ports(8);
  B.output("out", {B.delay("", X, 9, {})});
  FamilyCells Family;
  Family.LeastShift = std::nullopt;
  const MappedNetlist M = map(Family);
  EXPECT_EQ(M.ShiftRegisters, Lengths());
  EXPECT_EQ(M.FlipFlops, 72u);
}

TEST_F(MapNetlistTest, AReaderEndsAShiftRegister) {
  ports(1);
  const CellId Third = registers(X, 3);
  B.output("tap", {Third});
  B.output("out", {registers(Third, 4)});
  const MappedNetlist M = map();
  EXPECT_EQ(M.ShiftRegisters, (Lengths{{3, 1}, {4, 1}}));
  EXPECT_EQ(M.FlipFlops, 0u);
}

TEST_F(MapNetlistTest, AnotherEnableEndsAShiftRegister) {
  ports(1);
  B.output("out", {B.delay("", registers(X, 2), 3, Enable)});
  const MappedNetlist M = map();
  EXPECT_EQ(M.ShiftRegisters, (Lengths{{3, 1}}));
  EXPECT_EQ(M.FlipFlops, 2u);
}

TEST_F(MapNetlistTest, AResetIsNoShiftRegister) {
  ports(4);
  CellId Word = X;
  for (unsigned I = 0; I < 5; ++I)
    Word = B.reg("", Word, {{}, C, B.constant(0, 4)});
  B.output("out", {Word});
  const MappedNetlist M = map();
  EXPECT_EQ(M.ShiftRegisters, Lengths());
  EXPECT_EQ(M.FlipFlops, 20u);
  EXPECT_EQ(M.Logic.Count.total(), 0u);
}

TEST_F(MapNetlistTest, ASum) {
  ports(32);
  B.output("out", {B.op(Op::Add, X, Y)});
  const MappedNetlist M = map();
  EXPECT_EQ(M.Bits.Chains.size(), 1u);
  EXPECT_EQ(M.CarryBits, 32u);
  EXPECT_EQ(M.Logic.Count.total(), 32u); // of the propagates
  EXPECT_EQ(M.ChainLuts, 0u);
}

TEST_F(MapNetlistTest, ASumOfThreeIsOneChain) {
  ports(32);
  const CellId Z = B.input("z", 32);
  B.output("out", {B.op(Op::Add, B.op(Op::Add, X, Y), Z)});
  const MappedNetlist M = map();
  EXPECT_EQ(M.Bits.Chains.size(), 1u);
  EXPECT_EQ(M.CarryBits, 32u);
  // A chain's bit reads the sum of three bits, and whether it differs from the
  // carry of the three below; there are none below the lowest.
  EXPECT_EQ(M.Logic.Count.total(), 32u + 31u);
}

// Two bits a CCU2C; a first carry of 1 is its input.
TEST_F(MapNetlistTest, AChainMayHaveTablesOfItsOwn) {
  ports(33);
  B.output("out", {B.op(Op::Add, X, Y)});
  FamilyCells Family;
  Family.Luts = LutTarget::ecp5();
  Family.Style = {4, 5, false, true, false, 1, 2, 0};
  const MappedNetlist M = map(Family);
  EXPECT_EQ(M.CarryBits, 33u);
  EXPECT_EQ(M.ChainLuts, 34u);
  EXPECT_EQ(M.Logic.Count.total(), 0u);
}

// yosys' ecp5/arith_map.v inverts an operand by the third input of a CCU2C.
TEST_F(MapNetlistTest, AChainMayInvertItsOperands) {
  ports(16);
  B.output("out", {B.op(Op::Sub, X, Y)});
  FamilyCells Family;
  Family.Luts = LutTarget::ecp5();
  Family.Style = {4, 5, false, true, false, 1, 2, 0};
  EXPECT_EQ(map(Family).Logic.Count.total(), 0u);
  Family.Style.ChainsInvert = false;
  EXPECT_EQ(map(Family).Logic.Count.total(), 16u);
}

TEST_F(MapNetlistTest, AFirstCarryMayNeedATable) {
  ports(8);
  B.output("sum", {B.op(Op::Add, X, Y)});
  B.output("difference", {B.op(Op::Sub, X, Y)});
  FamilyCells Family;
  Family.Style = {6, 1, false, true, true, 1, 1, 1};
  EXPECT_EQ(map(Family).ChainLuts, 8u + 9u);
}

TEST_F(MapNetlistTest, ASelectOf0IsAReset) {
  ports(8);
  B.output("out", {B.reg("", B.select(C, B.constant(0, 8), X), {})});
  const MappedNetlist M = map();
  EXPECT_EQ(M.Logic.Count.total(), 0u);
  EXPECT_EQ(M.FlipFlops, 8u);
  for (const FlipFlop &F : M.Bits.FlipFlops) {
    EXPECT_EQ(F.Reset, M.Bits.Inputs[2][0]);
    EXPECT_FALSE(F.ResetTo);
  }
}

TEST_F(MapNetlistTest, ASelectOfTheWordItselfIsAnEnable) {
  ports(8);
  const CellId R = B.reg("", 8);
  B.connect(R, B.select(C, X, R), {});
  B.output("out", {R});
  const MappedNetlist M = map();
  EXPECT_EQ(M.Logic.Count.total(), 0u);
  EXPECT_EQ(M.FlipFlops, 8u);
  for (const FlipFlop &F : M.Bits.FlipFlops)
    EXPECT_EQ(F.Enable, M.Bits.Inputs[2][0]);
}

TEST_F(MapNetlistTest, EqualRegistersAreOne) {
  ports(8);
  B.output("one", {B.reg("", X, {Enable, {}, {}})});
  B.output("same", {B.reg("", X, {Enable, {}, {}})});
  B.output("other", {B.reg("", X, {C, {}, {}})});
  EXPECT_EQ(map().FlipFlops, 16u);
}

// Equal words that are different cells until their registers are one.
TEST_F(MapNetlistTest, EqualSumsAreOneChain) {
  ports(8);
  for (const char *Name : {"one", "same"}) {
    const CellId Register = B.reg("", X, {Enable, {}, {}});
    B.output(Name, {B.reg("", B.op(Op::Add, Register, Y), {Enable, {}, {}})});
  }
  const MappedNetlist M = map();
  EXPECT_EQ(M.CarryBits, 8u);
  EXPECT_EQ(M.FlipFlops, 16u);
}

TEST_F(MapNetlistTest, EqualRegistersAreFoundThroughTheirReaders) {
  ports(8);
  std::vector<CellId> Counters = {B.reg("", 8), B.reg("", 8)};
  const CellId Sum = B.op(Op::Add, Counters[0], X);
  for (CellId R : Counters) {
    B.connect(R, Sum, {Enable, C, B.constant(0, 8)});
    B.output("out" + std::to_string(R), {R});
  }
  const MappedNetlist M = map();
  EXPECT_EQ(M.FlipFlops, 8u);
  EXPECT_EQ(M.Bits.Outputs[0], M.Bits.Outputs[1]);
}

TEST_F(MapNetlistTest, ARegisterThatNeverChangesVanishesWithItsEnable) {
  ports(8);
  const CellId R = B.reg("", 8);
  B.connect(R, R, {registers(Enable, 1), C, B.constant(5, 8)});
  B.output("out", {R});
  B.output("and", {B.both(R, X)});
  const MappedNetlist M = map();
  EXPECT_EQ(M.FlipFlops, 0u);
  EXPECT_EQ(M.Logic.Count.total(), 0u);
  for (uint32_t I = 0; I < 8; ++I)
    EXPECT_EQ(M.Bits.Outputs[0][I], Literal::constant(5 >> I & 1)) << I;
}

TEST_F(MapNetlistTest, WhatNoOutputReadsVanishes) {
  ports(32);
  const CellId Sum = B.reg("", B.op(Op::Add, X, Y), {});
  B.output("low", {B.bits(Sum, 0, 10)});
  const MappedNetlist M = map();
  EXPECT_EQ(M.CarryBits, 10u);
  EXPECT_EQ(M.FlipFlops, 10u);
  EXPECT_EQ(M.Logic.Count.total(), 10u);
}

class LongestPathTest : public MapNetlistTest {
protected:
  double path(CellId Ends) {
    B.output("out", {Ends});
    const MappedNetlist M = map();
    const MappedPath P = longestPath(B.N, M, CellDelays::xc7(), {});
    EXPECT_EQ(P.Ends, Ends);
    return P.Delay;
  }
};

TEST_F(LongestPathTest, ARegisterBehindAnother) {
  ports(1);
  EXPECT_EQ(path(registers(X, 2)), 303);
}

TEST_F(LongestPathTest, AShiftRegister) {
  ports(1);
  EXPECT_EQ(path(registers(B.both(registers(X, 3), registers(Y, 3)), 1)),
            1472 + 238);
}

// A table of two inputs has the two fastest pins, 238 and 127.
TEST_F(LongestPathTest, ATable) {
  ports(1);
  EXPECT_EQ(path(registers(B.both(registers(X, 1), registers(Y, 1)), 1)),
            303 + 238);
}

TEST_F(LongestPathTest, AnEnable) {
  ports(1);
  EXPECT_EQ(path(B.reg("", X, {registers(Y, 1), {}, {}})), 303 + 109);
}

TEST_F(LongestPathTest, AReset) {
  ports(1);
  EXPECT_EQ(path(B.reg("", X, {{}, registers(Y, 1), B.constant(0, 1)})),
            303 + 404);
}

// The propagate's table; from the second bit of the first block to its carry,
// 528; six blocks of 114; to the second sum of the last block, 334.
TEST_F(LongestPathTest, ASum) {
  ports(32);
  const CellId Sum = B.op(Op::Add, registers(X, 1), registers(Y, 1));
  EXPECT_EQ(path(registers(Sum, 1)), 303 + 238 + 528 + 6 * 114 + 334);
}

// As `sta` of yosys 0.23 has it of synth_intel_alm: from the flip-flop 890, the
// first bit's carry 1082, six carries of 36, the last sum 368.
TEST_F(LongestPathTest, ASumOfCellsOfABit) {
  ports(8);
  const CellId Sum = B.op(Op::Add, registers(X, 1), registers(Y, 1));
  const CellId R = registers(Sum, 1);
  B.output("out", {R});
  FamilyCells Family;
  Family.LeastShift = std::nullopt;
  Family.Style.LeastSum = 1;
  Family.Style.ReadsPropagate = false;
  const MappedPath P =
      longestPath(B.N, map(Family), CellDelays::cyclonev(), {});
  EXPECT_EQ(P.Delay, 2556);
  EXPECT_EQ(P.Ends, R);
}

// Two bits a block: the first one's carry 447, two of 71, the last sum 474.
TEST_F(LongestPathTest, CellsOfAnEcp5) {
  ports(8);
  const CellId Sum = B.op(Op::Add, registers(X, 1), registers(Y, 1));
  const CellId R = registers(Sum, 1);
  B.output("out", {R});
  FamilyCells Family;
  Family.Luts = LutTarget::ecp5();
  Family.LeastShift = std::nullopt;
  Family.Style = {4, 5, false, true, false, 1, 2, 0};
  const MappedPath P = longestPath(B.N, map(Family), CellDelays::ecp5(), {});
  EXPECT_EQ(P.Delay, 525 + 447 + 2 * 71 + 474);
  EXPECT_EQ(P.Ends, R);
}

TEST_F(LongestPathTest, ABox) {
  ports(8);
  const CellId Product = B.unit("", {"roofline_mul", {{"WIDTH", "8"}}, 3, true},
                                Op::Mul, {X, Y}, 8, {});
  const CellId R = B.reg("", Product, {});
  B.output("out", {R});
  const MappedPath P = longestPath(B.N, map(), CellDelays::xc7(), {{700}});
  EXPECT_EQ(P.Delay, 700);
  EXPECT_EQ(P.Ends, R);
}

// A sum of two blocks, and two boxes.
TEST_F(LongestPathTest, BoxesWithoutRegistersArePartsOfAPath) {
  ports(8);
  const CellId Sum = B.op(Op::Add, registers(X, 1), registers(Y, 1));
  auto Box = [&](CellId Id) {
    return B.unit("", {"roofline_mul", {{"WIDTH", "8"}}, 0, false}, Op::Mul,
                  {Id, Y}, 8, {});
  };
  const CellId R = B.reg("", Box(Box(Sum)), {});
  B.output("out", {R});
  const MappedPath P =
      longestPath(B.N, map(), CellDelays::xc7(), {{500, true}, {70, true}});
  EXPECT_EQ(P.Delay, 303 + 238 + 528 + 334 + 500 + 70);
  EXPECT_EQ(P.Ends, R);
}

} // namespace
