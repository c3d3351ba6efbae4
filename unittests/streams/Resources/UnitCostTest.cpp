// Prices of modules, read by hand from measurements made up for each test.
#include "UnitBoxes.h"

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;
using Parameters = std::vector<std::pair<std::string, std::string>>;
using Price = std::optional<Amounts>;

class UnitCostTest : public UnitBoxesTest {
protected:
  /// Returns the price of the netlist's only box.
  std::optional<UnitPrice> unitPriceOf(CellId Word) {
    read(Word);
    const std::vector<BitBox> Boxes = boxes();
    EXPECT_EQ(Boxes.size(), 1u);
    return unitPrice(Costs, B.N, Boxes[0]);
  }
  Price priceOf(CellId Word) {
    const auto P = unitPriceOf(Word);
    return P ? Price(amountsOf(*P)) : std::nullopt;
  }
  CellId product(CellId X, CellId Y, uint32_t Width, Parameters Set = {}) {
    return unit(Op::Mul, {X, Y}, Width, {"roofline_mul", Set, 3, true});
  }
  /// A product of \p Width bits of numbers of \p X and \p Y bits.
  CellId productOf(uint32_t X, uint32_t Y, uint32_t Width) {
    return product(B.resized(input(X), Width), B.resized(input(Y), Width),
                   Width);
  }
  CellId timesConstant(uint32_t Bits, uint64_t Factor, uint32_t Width) {
    return product(B.resized(input(Bits), Width), B.constant(Factor, Width),
                   Width);
  }
};

class ProductCostTest : public UnitCostTest {
protected:
  ProductCostTest() {
    measured("mul", "variable", {0, 49, 3});
    measured("mul", "full", {0, 69, 2}, 40, 12);
    measured("mul", "full", {0, 0, 1}, 16, 16);
    measured("mul", "full", {0, 65, 2}, 24, 24);
    measured("mul", "constant", {0, 49, 3}, 32, 20);
    measured("mul", "constant", {0, 49, 3}, 32, 32);
  }
};

// Products by 12 bits were measured beside 40 alone: 16 by 16 are cheaper.
TEST_F(ProductCostTest, OfFewBitsIsTheCheapestOneThatHoldsIt) {
  EXPECT_EQ(priceOf(productOf(12, 12, 32)), Price({0, 0, 1}));
}

// 24 by 24 bits, without 16 of 48 bits of the result.
TEST_F(ProductCostTest, OfFewBitsHasTheRegistersOfItsResult) {
  EXPECT_EQ(priceOf(productOf(20, 20, 32)), Price({0, 65 - 16, 2}));
}

TEST_F(ProductCostTest, BeyondTheMeasuredFactorsIsACutOne) {
  EXPECT_EQ(priceOf(productOf(28, 28, 32)), Price({0, 49, 3}));
}

TEST_F(ProductCostTest, OfAllBitsIsMeasured) {
  EXPECT_EQ(priceOf(productOf(32, 32, 32)), Price({0, 49, 3}));
}

TEST_F(ProductCostTest, OfAnotherWidthIsUnknown) {
  EXPECT_EQ(priceOf(productOf(48, 48, 48)), std::nullopt);
}

ResultRegisters behind(const CostModel &Costs, const Netlist &N,
                       const std::vector<BitBox> &Boxes) {
  return registersBehindBlocks(Costs, N, Boxes.at(0));
}

// Without DSP registers both factors have theirs outside, too: 4 x 18 bits.
TEST_F(UnitCostTest, AProductHasTwoRegistersBehindItsBlocks) {
  measured("mul", "variable", {0, 72, 2}, 18);
  read(productOf(18, 18, 18));
  const ResultRegisters Of = behind(Costs, B.N, boxes());
  EXPECT_EQ(Of.Bits, 18u);
  EXPECT_EQ(Of.Number, 2 * 18u);
}

TEST_F(UnitCostTest, AProductOfGatesHasNoBlocksToStandBehind) {
  measured("mul", "variable", {50, 40, 0}, 10);
  read(productOf(10, 10, 10));
  EXPECT_EQ(behind(Costs, B.N, boxes()).Number, 0u);
}

// The 5 lowest bits are missing in the last stage and in the one before, which
// has 17 bits in registers.
TEST_F(ProductCostTest, HasNoRegistersOfBitsThatNothingReads) {
  const CellId Word = productOf(32, 32, 32);
  EXPECT_EQ(priceOf(B.bits(Word, 5, 27)), Price({0, 49 - 2 * 5, 3}));
}

// The stage before has 2 bits in registers.
TEST_F(UnitCostTest, AProductLosesNoMoreThanTheStageBeforeHas) {
  measured("mul", "variable", {0, 26, 3}, 24);
  const CellId Word = productOf(24, 24, 24);
  EXPECT_EQ(priceOf(B.bits(Word, 5, 19)), Price({0, 26 - 5 - 2, 3}));
}

// The 16 bits above the result of 24 by 24 are no bits of it.
TEST_F(ProductCostTest, HasNoBitsAboveItsResult) {
  const CellId Word = productOf(24, 24, 64);
  EXPECT_EQ(priceOf(B.bits(Word, 0, 48)), Price({0, 65, 2}));
}

TEST_F(ProductCostTest, HasNoBitsAboveItsResultThatMayGoUnread) {
  const CellId Word = productOf(24, 24, 64);
  // 8 bits of 48 in the last stage, and 8 of 17 before it.
  EXPECT_EQ(priceOf(B.bits(Word, 8, 40)), Price({0, 65 - 2 * 8, 2}));
}

// Both stages have all 48 bits: each loses 16, and so does the sum.
TEST_F(UnitCostTest, AProductIsCutInBothStages) {
  measured("mul", "full", {20, 100, 2}, 24, 24);
  EXPECT_EQ(priceOf(productOf(20, 20, 32)), Price({20 - 16, 100 - 32, 2}));
}

TEST_F(UnitCostTest, AFactorThatIsConstantHasItsBits) {
  measured("mul", "constant", {1, 30, 1}, 32, 8);
  measured("mul", "constant", {3, 40, 2}, 32, 12);
  measured("mul", "constant", {5, 50, 3}, 32, 20);
  EXPECT_EQ(priceOf(timesConstant(32, 1000, 32)), Price({3, 40, 2}));
}

TEST_F(UnitCostTest, AProductByAConstantIsNotAFullOneOfAsManyBlocks) {
  measured("mul", "constant", {3, 40, 2}, 32, 12);
  measured("mul", "full", {0, 36, 2}, 16, 12);
  EXPECT_EQ(priceOf(timesConstant(16, 1000, 32)), Price({3, 40, 2}));
}

TEST_F(UnitCostTest, AFullProductOfFewerBlocksThanByAConstantIsTaken) {
  measured("mul", "constant", {3, 40, 2}, 32, 12);
  measured("mul", "full", {0, 0, 1}, 16, 12);
  EXPECT_EQ(priceOf(timesConstant(16, 1000, 32)), Price({0, 0, 1}));
}

// 2 bits above the 30 of the result are cut, the 32 of the word are read.
TEST_F(UnitCostTest, AProductOfSignedNumbersHasItsOwnCurve) {
  measured("mul", "full", {9, 99, 9}, 20, 12);
  measured("mul", "signed", {5, 40, 1}, 20, 12);
  const CellId Word = product(
      input(), input(), 32, {{"WIDTH", "32"}, {"LEFT", "10"}, {"RIGHT", "20"}});
  EXPECT_EQ(priceOf(Word), Price({5, 38, 1}));
}

TEST_F(UnitCostTest, ASquareOfPartsHasOneProductLess) {
  measured("mul", "variable", {30, 60, 4});
  const Parameters Parts = {{"WIDTH", "32"}, {"PARTS", "1"}};
  const CellId X = input();
  EXPECT_EQ(priceOf(product(X, X, 32, Parts)), Price({30, 60, 3}));
}

TEST_F(UnitCostTest, AProductOfPartsOfTwoNumbersHasAll) {
  measured("mul", "variable", {30, 60, 4});
  const Parameters Parts = {{"WIDTH", "32"}, {"PARTS", "1"}};
  EXPECT_EQ(priceOf(product(input(), input(), 32, Parts)), Price({30, 60, 4}));
}

TEST_F(UnitCostTest, ASquareWithoutPartsIsAProduct) {
  measured("mul", "variable", {30, 60, 4});
  const CellId X = input();
  EXPECT_EQ(priceOf(product(X, X, 32)), Price({30, 60, 4}));
}

// 20 by 20 bits were not timed: the path of two blocks is the one of 24 by 24.
TEST_F(UnitCostTest, ProductsOfAsManyBlocksHaveOnePath) {
  measured("mul", "full", 20, {{20, {0, 40, 2}, 0, {}}});
  measured("mul", "full", 16, {{16, {0, 0, 1}, 0, 3000}});
  measured("mul", "full", 24, {{24, {9, 65, 2}, 0, 5000}});
  const auto P = unitPriceOf(productOf(20, 20, 40));
  ASSERT_TRUE(P);
  EXPECT_EQ(amountsOf(*P), Amounts({0, 40, 2}));
  EXPECT_EQ(P->Delay, 5000);
}

class OneStageCostTest : public UnitCostTest {
protected:
  OneStageCostTest() {
    measured("mul", "variable", 0,
             {{16, {2, 33, 1}, 0, 700}, {32, {4, 49, 3}, 0, 800}});
    measured("xor", "variable", 0,
             {{16, {16, 16}, 0, 900}, {32, {32, 32}, 0, 1000}});
  }
  std::optional<UnitPrice> priceAtOnce(uint32_t Width) {
    return unitPriceOf(B.op(Op::Mul, input(Width), input(Width)));
  }
  void measureOneStage() {
    measured("mul", "comb", 0,
             {{16, {23, 16, 1}, 0, 4000}, {24, {74, 24, 3}, 0, 9100}});
  }
};

// The exclusive-or that was measured behind it has a LUT a bit.
TEST_F(OneStageCostTest, IsWithoutTheOperatorBehindIt) {
  measureOneStage();
  const auto P = priceAtOnce(16);
  ASSERT_TRUE(P);
  EXPECT_EQ(amountsOf(*P), Amounts({23 - 16, 0, 1}));
  EXPECT_EQ(P->Delay, 4000 - 900);
}

// The exclusive-or of 24 bits is between those of 16 and 32.
TEST_F(OneStageCostTest, HasThePathOfAsManyBlocks) {
  measureOneStage();
  const auto P = priceAtOnce(32);
  ASSERT_TRUE(P);
  EXPECT_EQ(amountsOf(*P), Amounts({74 - 24, 0, 3}));
  EXPECT_EQ(P->Delay, 9100 - 950);
}

TEST_F(OneStageCostTest, IsUnknownWhereNoneWasMeasured) {
  EXPECT_FALSE(priceAtOnce(16));
}

TEST_F(UnitCostTest, AnOperatorWithoutGatesIsMeasuredWithoutItsRegister) {
  measured("udiv", "variable", {50, 16, 0}, 16);
  EXPECT_EQ(priceOf(B.op(Op::UDiv, input(16), input(16))), Price({50, 0, 0}));
}

/// Quotients of 16 bits by constants. Reciprocals, by theorem 4.2 of Granlund
/// and Montgomery:
///   unsigned by 3:  43691 / 2^17, quotients of 15 bits (21845)
///   unsigned by 10: 52429 / 2^19, of 13 bits (6553)
///   signed by 3:    10923 / 2^15, of 15 bits with the sign (10922)
///   signed by 10:   26215 / 2^18, of 13 bits with the sign (3276)
class ReciprocalCostTest : public UnitCostTest {
protected:
  CellId quotient(const char *Divisor, bool Signed = false) {
    return unit(Op::UDiv, {input(16)}, 16,
                {"roofline_mul",
                 {{"WIDTH", "16"},
                  {"SIGNED", Signed ? "1" : "0"},
                  {"DIVISOR", Divisor}},
                 3,
                 true});
  }
};

TEST_F(ReciprocalCostTest, By3IsMeasured) {
  measured("udiv", "constant", {20, 30, 1}, 16);
  EXPECT_EQ(priceOf(quotient("16'h0003")), Price({20, 30, 1}));
}

// Two bits less in both stages. The sum has the 3 bits below the quotient,
// where that by 3 has 1: as many bits in all.
TEST_F(ReciprocalCostTest, OfALongerDivisorHasAShorterQuotient) {
  measured("udiv", "constant", {20, 30, 1}, 16);
  EXPECT_EQ(priceOf(quotient("16'h000a")), Price({20, 30 - 2 * 2, 1}));
}

TEST_F(ReciprocalCostTest, InOneBlockHasNoSum) {
  measured("udiv", "constant", {20, 15, 1}, 16);
  EXPECT_EQ(priceOf(quotient("16'h000a")), Price({20, 15 - 2, 1}));
}

TEST_F(ReciprocalCostTest, HasNoBitsAboveTheHighestThatIsRead) {
  measured("udiv", "constant", {20, 30, 1}, 16);
  const CellId Word = quotient("16'h0003");
  EXPECT_EQ(priceOf(B.bits(Word, 4, 4)), Price({20 - 7, 30 - 2 * 7, 1}));
}

TEST_F(ReciprocalCostTest, WithoutBlocksIsUnknown) {
  measured("udiv", "constant", {120, 30, 0}, 16);
  EXPECT_EQ(priceOf(quotient("16'h0003")), std::nullopt);
}

TEST_F(ReciprocalCostTest, OfSignedNumbersIsWithoutTheRounding) {
  measured("sdiv", "constant", {40, 15 + 15 + 16, 1}, 16);
  EXPECT_EQ(priceOf(quotient("16'h0003", true)), Price({40 - 16, 30, 1}));
}

// Two bits less in both stages; the sum has 3 bits below the quotient, where
// that by 3 has none: one more in all.
TEST_F(ReciprocalCostTest, OfSignedNumbersByALongerDivisor) {
  measured("sdiv", "constant", {40, 15 + 15 + 16, 1}, 16);
  EXPECT_EQ(priceOf(quotient("16'h000a", true)),
            Price({40 - 16 + 1, 30 - 2 * 2, 1}));
}

constexpr uint64_t OneFloat = 0x3f800000; // 1.0f

class FloatCostTest : public UnitCostTest {
protected:
  Price withConstant(Op O, uint64_t Value, bool Left = false) {
    const CellId X = input(), C = B.constant(Value, 32);
    return priceOf(Left ? floatOp(O, {C, X}) : floatOp(O, {X, C}));
  }
};

TEST_F(FloatCostTest, ASumIsWithoutTheRegistersOfItsOperands) {
  measured("fadd", "variable", {10, 90, 0});
  EXPECT_EQ(priceOf(floatOp(Op::FAdd, {input(), input()})),
            Price({10, 90 - 2 * 32, 0}));
}

TEST_F(FloatCostTest, AProductIsWithoutTheFractionsOfItsFactors) {
  measured("fmul", "variable", {10, 90, 2});
  EXPECT_EQ(priceOf(floatOp(Op::FMul, {input(), input()})),
            Price({10, 90 - 2 * 23, 2}));
}

TEST_F(FloatCostTest, AConstantOperandHasItsCurve) {
  measured("fsub", "variable", {10, 90, 0});
  measured("fsub", "constant", {7, 50, 0});
  measured("fsub", "constant-left", {8, 51, 0});
  EXPECT_EQ(withConstant(Op::FSub, OneFloat), Price({7, 50, 0}));
}

TEST_F(FloatCostTest, AConstantFirstOperandHasItsCurve) {
  measured("fsub", "constant", {7, 50, 0});
  measured("fsub", "constant-left", {8, 51, 0});
  EXPECT_EQ(withConstant(Op::FSub, OneFloat, true), Price({8, 51, 0}));
}

TEST_F(FloatCostTest, AConstantWithoutACurveIsAnyOperand) {
  measured("fadd", "variable", {10, 90, 0});
  EXPECT_EQ(withConstant(Op::FAdd, OneFloat), Price({10, 90, 0}));
}

/// Products by constants, measured for significands of 1 and of 4 bits.
struct FactorCase {
  uint64_t Factor;
  double Luts;
};
class FactorCostTest : public FloatCostTest,
                       public testing::WithParamInterface<FactorCase> {};

TEST_P(FactorCostTest, CountsTheBitsOfTheSignificand) {
  measured("fmul", "variable", {20, 0, 2});
  measured("fmul", "constant", {7, 0, 0}, 32, 1);
  measured("fmul", "constant", {11, 0, 1}, 32, 4);
  const auto P = withConstant(Op::FMul, GetParam().Factor);
  ASSERT_TRUE(P);
  EXPECT_EQ((*P)[0], GetParam().Luts);
}

INSTANTIATE_TEST_SUITE_P(Factors, FactorCostTest,
                         testing::Values(FactorCase{0x3e000000, 7},  // 0.125
                                         FactorCase{0xc0000000, 7},  // -2
                                         FactorCase{0x3fc00000, 11}, // 1.5
                                         FactorCase{0x3fb00000, 11}, // 1.375
                                         FactorCase{0x3fa80000, 20}, // 1.3125
                                         FactorCase{0x3e99999a, 20}, // 0.3
                                         FactorCase{0x00000001,
                                                    20}, // subnormal
                                         FactorCase{0x7f800000, 20}, // infinity
                                         FactorCase{0x80000000, 20})); // -0

/// Products of doubles, of four rows of three blocks: the last one is of the
/// two highest bits of the significand.
class DoubleFactorCostTest : public UnitCostTest,
                             public testing::WithParamInterface<FactorCase> {};

TEST_P(DoubleFactorCostTest, CountsTheRowsThatMultiply) {
  measured("fmul", "variable", {20, 0, 12}, 64);
  measured("fmul", "constant", {5, 0, 0}, 64, 4);
  measured("fmul", "constant", {7, 0, 3}, 64, 6);
  measured("fmul", "constant", {11, 0, 9}, 64, 53);
  const auto P = unitPriceOf(
      floatOp(Op::FMul, {input(64), B.constant(GetParam().Factor, 64)}, 64));
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Luts, GetParam().Luts);
}

INSTANTIATE_TEST_SUITE_P(
    Factors, DoubleFactorCostTest,
    testing::Values(FactorCase{0x3fb999999999999a, 20},  // 0.1: 11 and three
                    FactorCase{0x3ff199999999999a, 11},  // 1.1: 10 and three
                    FactorCase{0x3ff0000000001000, 5},   // 1 + 2^-40: none
                    FactorCase{0x3ff0000000003000, 7})); // 1 + 3 * 2^-40: one

TEST_F(FloatCostTest, AConstantFirstFactorIsAnother) {
  measured("fmul", "constant", {7, 60, 0}, 32, 1);
  EXPECT_EQ(withConstant(Op::FMul, OneFloat, true), Price({7, 60, 0}));
}

TEST_F(FloatCostTest, ASquareHasOneRegisterOfItsFactor) {
  measured("fmul", "variable", {20, 90, 2});
  measured("fmul", "square", {15, 60, 1});
  const CellId X = input();
  EXPECT_EQ(priceOf(floatOp(Op::FMul, {X, X})), Price({15, 60 - 23, 1}));
}

TEST_F(FloatCostTest, ASquareWithoutACurveIsAProduct) {
  measured("fmul", "variable", {20, 90, 2});
  const CellId X = input();
  EXPECT_EQ(priceOf(floatOp(Op::FMul, {X, X})), Price({20, 90 - 23, 2}));
}

TEST_F(FloatCostTest, AComparisonHasTheWidthOfItsOperands) {
  measured("olt", "variable", {5, 3, 0});
  EXPECT_EQ(priceOf(floatOp(Op::FLess, {input(), input()}, 1)),
            Price({5, 3, 0}));
}

TEST_F(FloatCostTest, AConversionToIntegersHasTheFloatsWidthAsParameter) {
  measured("fptosi", "variable", {60, 40, 0}, 16, 32);
  EXPECT_EQ(priceOf(floatOp(Op::FToSInt, {input(32)}, 16)), Price({60, 40, 0}));
}

TEST_F(FloatCostTest, AConversionFromIntegersHasTheFloatsWidthAsParameter) {
  measured("sitofp", "variable", {70, 50, 0}, 16, 32);
  EXPECT_EQ(priceOf(floatOp(Op::SIntToF, {input(16)}, 32)), Price({70, 50, 0}));
}

TEST_F(FloatCostTest, AConversionOfFloatsHasBothWidths) {
  measured("fpcast", "variable", {30, 64, 0}, 64, 32);
  EXPECT_EQ(priceOf(floatOp(Op::FToF, {input(32)}, 64)), Price({30, 64, 0}));
}

// The clock enable is no second operand of a root.
TEST_F(FloatCostTest, AnEnableIsNoOperand) {
  measured("sqrt", "variable", {80, 70, 0});
  measured("sqrt", "constant", {1, 1, 0});
  EXPECT_EQ(priceOf(floatOp(Op::FSqrt, {input()}, 32, B.constant(1, 1))),
            Price({80, 70, 0}));
}

TEST_F(FloatCostTest, AWidthThatWasNotMeasuredIsUnknown) {
  measured("fdiv", "variable", {80, 70, 0});
  EXPECT_EQ(priceOf(floatOp(Op::FDiv, {input(64), input(64)}, 64)),
            std::nullopt);
}

} // namespace
