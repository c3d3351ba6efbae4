// Parts that float units share, by hand from measurements made up for each
// test.
#include "UnitBoxes.h"

#include <algorithm>

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;

constexpr Amounts Nothing = {0, 0, 0};

class SharedUnitsTest : public UnitBoxesTest {
protected:
  CellId X = input(), Y = input(), Z = input();

  void add(Op O, CellId L, CellId R,
           std::optional<CellId> Enable = std::nullopt) {
    read(floatOp(O, {L, R}, B.width(L), Enable));
  }
  CellId negated(CellId F) {
    return B.join({B.bits(F, 0, 31), B.opposite(B.bit(F, 31))});
  }
  /// Returns the part that the last unit shares with those before it.
  Amounts shared() const {
    const std::vector<BitBox> Boxes = boxes();
    EXPECT_EQ(Boxes.size(), B.N.Outputs.size());
    return amountsOf(SharedParts(Costs, B.N, Boxes).of(Boxes.size() - 1));
  }
};

class SharedDivisionTest : public SharedUnitsTest {
protected:
  SharedDivisionTest() {
    measured("fdiv", "variable", {100, 200, 0});
    measured("fdiv", "common", {150, 310, 0});
    add(Op::FDiv, X, Z);
  }
};

TEST_F(SharedDivisionTest, TheFirstSharesNothing) {
  EXPECT_EQ(shared(), Nothing);
}

TEST_F(SharedDivisionTest, ByOneDivisor) {
  add(Op::FDiv, Y, Z);
  EXPECT_EQ(shared(), Amounts({200 - 150, 400 - 310, 0}));
}

TEST_F(SharedDivisionTest, NotByAnotherDivisor) {
  add(Op::FDiv, X, Y);
  EXPECT_EQ(shared(), Nothing);
}

TEST_F(SharedDivisionTest, NotUnderAnotherEnable) {
  add(Op::FDiv, Y, Z, input(1));
  EXPECT_EQ(shared(), Nothing);
}

// A divisor that is known has no registers that two could share.
TEST_F(SharedDivisionTest, NotByOneConstant) {
  add(Op::FDiv, X, B.constant(0x40400000, 32)); // 3
  add(Op::FDiv, Y, B.constant(0x40400000, 32));
  EXPECT_EQ(shared(), Nothing);
}

TEST_F(SharedUnitsTest, NothingIsSharedThatWasNotMeasured) {
  measured("fdiv", "variable", {100, 200, 0});
  add(Op::FDiv, X, Z);
  add(Op::FDiv, Y, Z);
  EXPECT_EQ(shared(), Nothing);
}

/// Products by constants of 24 bits, and pairs of them.
class SharedFactorTest : public SharedUnitsTest {
protected:
  static constexpr uint64_t Third = 0x3eaaaaab, Sixth = 0x3e2aaaab,
                            MinusThird = 0xbeaaaaab, ThreeFifths = 0x3f19999a;

  SharedFactorTest() {
    measured("fmul", "constant", {20, 30, 2}, 32, 24);
    measured("fmul", "constant", {18, 8, 0}, 32, 1);
    measured("fmul", "scaled", {30, 45, 2});
    measured("fmul", "opposite", {22, 31, 2});
    measured("fmul", "constants", {35, 58, 4});
  }
  void times(CellId F, uint64_t Constant) {
    add(Op::FMul, F, B.constant(Constant, 32));
  }
};

TEST_F(SharedFactorTest, OfOneSignificandIsMultipliedOnce) {
  times(X, Third);
  times(X, Sixth);
  EXPECT_EQ(shared(), Amounts({40 - 30, 60 - 45, 4 - 2}));
}

TEST_F(SharedFactorTest, OfOppositeSignsIsMultipliedOnce) {
  times(X, Third);
  times(X, MinusThird);
  EXPECT_EQ(shared(), Amounts({40 - 22, 60 - 31, 4 - 2}));
}

TEST_F(SharedFactorTest, OfAnyConstantsSharesTheFactor) {
  times(X, Third);
  times(X, ThreeFifths);
  EXPECT_EQ(shared(), Amounts({40 - 35, 60 - 58, 0}));
}

TEST_F(SharedFactorTest, OnTheLeftIsAnother) {
  add(Op::FMul, B.constant(Third, 32), X);
  times(X, Sixth);
  EXPECT_EQ(shared(), Amounts({40 - 30, 60 - 45, 4 - 2}));
}

TEST_F(SharedFactorTest, OfAnotherNumberIsNotShared) {
  times(X, Third);
  times(Y, Third);
  EXPECT_EQ(shared(), Nothing);
}

// The one of opposite sign shares more than the first one of that significand.
TEST_F(SharedFactorTest, TakesTheNearestOfSeveral) {
  times(X, Sixth);
  times(X, Third);
  times(X, MinusThird);
  EXPECT_EQ(shared(), Amounts({40 - 22, 60 - 31, 4 - 2}));
}

// A product by a power of two has 8 registers and no blocks to share.
TEST_F(SharedFactorTest, SharesNoMoreThanAProductHas) {
  times(X, 0x40000000); // 2
  times(X, 0x3f000000); // 0.5
  EXPECT_EQ(shared(), Amounts({40 - 30, 8, 0}));
}

/// Minima and maxima; two of them have 2 x 32 registers of operands, which are
/// flip-flops of the netlist.
class SharedExtremeTest : public SharedUnitsTest {
protected:
  SharedExtremeTest() {
    measured("minnum", "variable", {75, 99, 0});
    measured("maxnum", "variable", {76, 99, 0});
    measured("minnum", "both", {113, 131, 0});
    measured("minnum", "common", {140, 165, 0});
    add(Op::FMin, X, Y);
  }
};

TEST_F(SharedExtremeTest, OfTheSameOperandsIsOneComparison) {
  add(Op::FMax, X, Y);
  EXPECT_EQ(shared(), Amounts({75 + 76 - 113, 2 * 99 - 131 - 2 * 32, 0}));
}

TEST_F(SharedExtremeTest, OfSwappedOperandsIsOneComparison) {
  add(Op::FMax, Y, X);
  EXPECT_EQ(shared(), Amounts({75 + 76 - 113, 2 * 99 - 131 - 2 * 32, 0}));
}

TEST_F(SharedExtremeTest, OfOneOperandSharesItsLogic) {
  add(Op::FMax, X, Z);
  EXPECT_EQ(shared(), Amounts({2 * 75 - 140, 2 * 99 - 165 - 32, 0}));
}

TEST_F(SharedExtremeTest, OfConstantsSharesNothing) {
  add(Op::FMin, Z, B.constant(0x3f800000, 32));
  add(Op::FMax, Z, B.constant(0x3f800000, 32));
  EXPECT_EQ(shared(), Nothing);
}

/// Sums and products of one operand in common.
class SharedOperandTest : public SharedUnitsTest {
protected:
  static constexpr Amounts OfSum = {2 * 355 - 694, 2 * 352 - 671 - 32, 0};
  static constexpr Amounts OfProduct = {2 * 305 - 596, 2 * 241 - 457 - 23, 0};

  SharedOperandTest() {
    measured("fadd", "variable", {355, 352, 0});
    measured("fsub", "variable", {355, 352, 0});
    measured("fadd", "common", {694, 671, 0});
    measured("fmul", "variable", {305, 241, 2});
    measured("fmul", "square", {242, 216, 2});
    measured("fmul", "common", {596, 457, 4});
  }
};

TEST_F(SharedOperandTest, OfTwoSums) {
  add(Op::FAdd, X, Y);
  add(Op::FAdd, Z, X);
  EXPECT_EQ(shared(), OfSum);
}

TEST_F(SharedOperandTest, OfASumAndADifferenceIsBoth) {
  add(Op::FAdd, X, Y);
  add(Op::FSub, X, Y);
  EXPECT_EQ(shared(), Amounts({2 * OfSum[0], 2 * OfSum[1], 0}));
}

TEST_F(SharedOperandTest, OfAnotherSignIsTheSame) {
  add(Op::FAdd, X, Y);
  add(Op::FAdd, negated(X), Z);
  EXPECT_EQ(shared(), OfSum);
}

TEST_F(SharedOperandTest, OfTwoProducts) {
  add(Op::FMul, X, Y);
  add(Op::FMul, X, Z);
  EXPECT_EQ(shared(), OfProduct);
}

TEST_F(SharedOperandTest, OfASumAndAProductIsNone) {
  add(Op::FAdd, X, Y);
  add(Op::FMul, X, Y);
  EXPECT_EQ(shared(), Nothing);
}

TEST_F(SharedOperandTest, OfASumWithAConstantIsNone) {
  add(Op::FAdd, X, Y);
  add(Op::FAdd, X, B.constant(0x3f800000, 32));
  EXPECT_EQ(shared(), Nothing);
}

TEST_F(SharedOperandTest, OfASquareBeforeAProduct) {
  add(Op::FMul, X, X);
  add(Op::FMul, X, Y);
  EXPECT_EQ(shared(), OfProduct);
}

TEST_F(SharedOperandTest, OfASquareBehindAProduct) {
  add(Op::FMul, X, Y);
  add(Op::FMul, X, X);
  EXPECT_EQ(shared(), OfProduct);
}

TEST_F(SharedUnitsTest, IntegersShareNothing) {
  measured("mul", "variable", {0, 49, 3});
  for (CellId Other : {Y, Z})
    read(unit(Op::Mul, {X, Other}, 32, {"roofline_mul", {}, 3, true}));
  EXPECT_EQ(shared(), Nothing);
}

} // namespace
