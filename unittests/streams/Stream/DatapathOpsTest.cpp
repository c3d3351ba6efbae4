// Columns of Kernel/Operators.def against what the operators compute.
#include "roofline/Kernel/Operators.h"
#include "roofline/Stream/OperatorParts.h"
#include "roofline/Stream/StreamOperation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

using namespace roofline;

namespace {

constexpr unsigned MaxOperands = 3;
using Operands = std::array<uint64_t, MaxOperands>;

std::vector<DatapathOp> allOps() {
  std::vector<DatapathOp> All;
  for (unsigned I = 0; I < NumDatapathOps; ++I)
    All.push_back(DatapathOp(I));
  return All;
}

ValueType typeOf(const DatapathOperator &Operator, unsigned Bits) {
  const bool IsFloat = Operator.Types == OperandTypes::Float ||
                       Operator.Types == OperandTypes::FloatCompare;
  return {IsFloat ? ScalarKind::Float : ScalarKind::Int, uint16_t(Bits), 1};
}

ValueType resultOf(const DatapathOperator &Operator, const ValueType &T) {
  const bool IsTest = Operator.Types == OperandTypes::Compare ||
                      Operator.Types == OperandTypes::FloatCompare;
  return IsTest ? ValueType{ScalarKind::Int, 1, 1} : T;
}

/// Operators of two operands of one type.
bool isBinary(const DatapathOperator &Operator) {
  return Operator.NumOperands == 2;
}

/// Bits of values of \p T: those of every kind, then random ones. A NaN is the
/// canonical one, as operators give it.
std::vector<uint64_t> samples(const ValueType &T) {
  const uint64_t Ones = ~uint64_t(0) >> (64 - T.Bits);
  const uint64_t Sign = uint64_t(1) << (T.Bits - 1);
  std::mt19937_64 Random(T.Bits);
  std::vector<uint64_t> Values = {0, 1, Ones, Sign, Sign - 1};
  if (T.Scalar == ScalarKind::Float) {
    const bool Single = T.Bits == 32;
    const uint64_t One = Single ? 0x3f800000 : 0x3ff0000000000000;
    const uint64_t Infinity = Single ? 0x7f800000 : 0x7ff0000000000000;
    const uint64_t NaN = Single ? 0x7fc00000 : 0x7ff8000000000000;
    Values = {0, Sign, 1, One, One | Sign, Infinity, Infinity | Sign, NaN};
    while (Values.size() < 20)
      if (uint64_t V = Random() & Ones; (V & Infinity) != Infinity)
        Values.push_back(V);
  }
  while (Values.size() < 20)
    Values.push_back(Random() & Ones);
  return Values;
}

uint64_t apply(DatapathOp Op, const ValueType &T, uint64_t A, uint64_t B) {
  const uint64_t Ones = ~uint64_t(0) >> (64 - T.Bits);
  const Operands Of = {A & Ones, B & Ones, (3 * A + 5 * B) & Ones};
  return applyOperation(Op, resultOf(facts(Op), T), T, Of.data());
}

/// True where \p Holds of all samples of \p Op's types, a pair and a third.
template <typename Law> bool holds(DatapathOp Op, Law Holds) {
  const bool IsFloat = typeOf(facts(Op), 32).Scalar == ScalarKind::Float;
  for (unsigned Bits : {1, 7, 32, 64}) {
    if (IsFloat && Bits < 32)
      continue;
    const ValueType T = typeOf(facts(Op), Bits);
    for (uint64_t A : samples(T))
      for (uint64_t B : samples(T))
        for (uint64_t C : samples(T))
          if (!Holds(T, A, B, C))
            return false;
  }
  return true;
}

/// Operators of integers with an expression.
bool hasParts(const DatapathOperator &Operator) {
  return !Operator.Expression.empty() &&
         (Operator.Types == OperandTypes::Integer ||
          Operator.Types == OperandTypes::Compare ||
          Operator.Types == OperandTypes::Select);
}

TEST(DatapathOpsTest, ExpressionsAreRead) {
  for (DatapathOp Op : allOps())
    if (hasParts(facts(Op)))
      EXPECT_EQ(whyNoParts(facts(Op), facts(Op).Expression), std::nullopt)
          << name(Op) << ": " << facts(Op).Expression;
}

TEST(DatapathOpsTest, AWrongExpressionHasAReason) {
  const DatapathOperator &Sum = facts(DatapathOp::Add);
  for (auto [Text, Why] :
       {std::pair{"(a & b) + ((a ^ b >> 1)", "column 24: ')' is expected"},
        {"a b", "column 3: an operator is expected"},
        {"a + c", "column 5: an operand, a decimal number or '(' is expected"},
        {"a + 0x3", "column 6: an operator is expected"},
        {"a ? b", "column 6: ':' is expected"},
        {"($signed(a) >>> b) + a",
         "column 23: a signed shift or division stands alone"},
        {"$signed(a) < b ? a : b",
         "column 16: one operand alone is $signed()"}})
    EXPECT_EQ(whyNoParts(Sum, Text), Why) << Text;
  EXPECT_EQ(whyNoParts(facts(DatapathOp::Equal), "a + b"),
            "column 6: a comparison gives 1 bit");
}

TEST(DatapathOpsTest, AnOperatorCommutesWhereTheListSaysSo) {
  for (DatapathOp Op : allOps())
    if (isBinary(facts(Op)))
      EXPECT_EQ(
          facts(Op).commutes(),
          holds(Op,
                [&](const ValueType &T, uint64_t A, uint64_t B, uint64_t) {
                  return apply(Op, T, A, B) == apply(Op, T, B, A);
                }))
          << name(Op);
    else
      EXPECT_FALSE(facts(Op).commutes()) << name(Op);
}

TEST(DatapathOpsTest, AnOperatorAssociatesWhereTheListSaysSo) {
  for (DatapathOp Op : allOps())
    if (isBinary(facts(Op)) && resultOf(facts(Op), {}) == ValueType())
      EXPECT_EQ(
          facts(Op).associates(),
          holds(Op,
                [&](const ValueType &T, uint64_t A, uint64_t B, uint64_t C) {
                  return apply(Op, T, apply(Op, T, A, B), C) ==
                         apply(Op, T, A, apply(Op, T, B, C));
                }))
          << name(Op);
    else
      EXPECT_FALSE(facts(Op).associates()) << name(Op);
}

TEST(DatapathOpsTest, LowBitsComeFromLowBitsWhereTheListSaysSo) {
  constexpr ValueType Byte = {ScalarKind::Int, 8, 1},
                      Word = {ScalarKind::Int, 32, 1};
  for (DatapathOp Op : allOps()) {
    if (facts(Op).Types != OperandTypes::Integer)
      continue;
    bool Keeps = true;
    for (uint64_t A : samples(Word))
      for (uint64_t B : samples(Word))
        Keeps &= (apply(Op, Word, A, B) & 0xff) == apply(Op, Byte, A, B);
    EXPECT_EQ(facts(Op).keepsLow(), Keeps) << name(Op);
  }
}

TEST(DatapathOpsTest, EveryOperatorHasAMeaningOfItsOwn) {
  std::map<std::vector<uint64_t>, DatapathOp> Seen;
  for (DatapathOp Op : allOps()) {
    const OperandTypes Types = facts(Op).Types;
    if (Types != OperandTypes::Integer && Types != OperandTypes::Compare &&
        Types != OperandTypes::Float && Types != OperandTypes::FloatCompare)
      continue;
    const ValueType T = typeOf(facts(Op), 32);
    std::vector<uint64_t> Results = {uint64_t(T.Scalar)};
    for (uint64_t A : samples(T))
      for (uint64_t B : samples(T))
        Results.push_back(apply(Op, T, A, B));
    const auto [Same, IsNew] = Seen.emplace(std::move(Results), Op);
    EXPECT_TRUE(IsNew) << name(Op) << " computes " << name(Same->second);
  }
}

TEST(DatapathOpsTest, AnIdentityElementChangesNothing) {
  for (DatapathOp Op : allOps())
    if (facts(Op).Identity != IdentityElement::None)
      EXPECT_TRUE(holds(Op, [&](const ValueType &T, uint64_t A, uint64_t,
                                uint64_t) {
        return apply(Op, T, *identity(Op, T.Bits), A) == A;
      })) << name(Op);
  EXPECT_EQ(identity(DatapathOp::Sub, 32), std::nullopt);
  EXPECT_EQ(identity(DatapathOp::UMin, 7), 127u);
  EXPECT_EQ(identity(DatapathOp::SMax, 8), 128u);
  EXPECT_EQ(identity(DatapathOp::FMul, 32), 0x3f800000u);
}

TEST(DatapathOpsTest, AnOperatorThatMayBeRegroupedHasAnIdentity) {
  for (DatapathOp Op : allOps())
    if (facts(Op).associates())
      EXPECT_TRUE(identity(Op, 32)) << name(Op);
}

TEST(DatapathOpsTest, AKernelAsksForWhatADatapathHas) {
  for (const KernelOperator &O : kernelOperators()) {
    if (O.Datapath.empty())
      continue;
    for (bool IsUnsigned : {false, true}) {
      const auto Op = datapathOp(O.datapath(IsUnsigned));
      ASSERT_TRUE(Op) << O.Name;
      const OperatorClass Class = facts(*Op).Class;
      EXPECT_EQ(O.Latency.empty(), Class == OperatorClass::Wiring) << O.Name;
      EXPECT_EQ(O.isFloat(), Class == OperatorClass::Float) << O.Name;
    }
  }
}

TEST(DatapathOpsTest, AModuleComputesWhatOneLevelOfLogicDoesNot) {
  for (DatapathOp Op : allOps()) {
    const OperatorClass Class = facts(Op).Class;
    const bool Needs =
        Class == OperatorClass::Product || Class == OperatorClass::Quotient ||
        Class == OperatorClass::Count ||
        (Class == OperatorClass::Float && Op != DatapathOp::FToF);
    EXPECT_EQ(!facts(Op).Module.empty(), Needs) << name(Op);
  }
  EXPECT_EQ(facts(DatapathOp::FMul).moduleName(), "roofline_fmul");
  EXPECT_EQ(facts(DatapathOp::FMul).moduleParameters(), "");
  EXPECT_EQ(facts(DatapathOp::SRem).moduleParameters(),
            ".SIGNED(1), .REMAINDER(1)");
}

TEST(DatapathOpsTest, OperandsReplaceTheirLetters) {
  EXPECT_EQ(expression(DatapathOp::SMin, {"ab", "7"}),
            "$signed(ab) < $signed(7) ? ab : 7");
  EXPECT_EQ(expression(DatapathOp::SMin, {"ab", "7"}, {"s(ab)", "s(7)"}),
            "s(ab) < s(7) ? ab : 7");
  EXPECT_EQ(expression(DatapathOp::FAbs, {"b"}), "fabs(b)");
}

TEST(DatapathOpsTest, AnExpressionComputesWhatItsOperatorDoes) {
  for (DatapathOp Op : allOps()) {
    EXPECT_EQ(!partsOf(Op).empty(), hasParts(facts(Op))) << name(Op);
    if (partsOf(Op).empty())
      continue;
    EXPECT_TRUE(holds(Op, [&](const ValueType &T, uint64_t A, uint64_t B,
                              uint64_t C) {
      const bool Selects = facts(Op).Types == OperandTypes::Select;
      const Operands Of = {Selects ? A & 1 : A, B, C};
      const ValueType To = resultOf(facts(Op), T);
      const uint64_t Mask = ~uint64_t(0) >> (64 - To.Bits);
      const ValueType From = Selects ? ValueType{ScalarKind::Int, 1, 1} : T;
      return (applyExpression(Op, T.Bits, Of.data()) & Mask) ==
             applyOperation(Op, To, From, Of.data());
    })) << name(Op);
  }
}

/// The number that the bits of a finite half stand for.
double valueOfHalf(uint64_t Bits) {
  const int Exponent = int(Bits >> 10 & 31);
  const double Size =
      Exponent == 0 ? std::ldexp(double(Bits & 1023), -24)
                    : std::ldexp(double((Bits & 1023) + 1024), Exponent - 25);
  return Bits & 0x8000 ? -Size : Size;
}

// Sums and products of halves are exact in double: the result is as near as any
// half, and where two are, the even one.
TEST(DatapathOpsTest, HalvesAreRoundedToTheNearestOne) {
  constexpr ValueType Half = {ScalarKind::Float, 16, 1};
  constexpr uint64_t Infinity = 0x7c00;
  std::mt19937_64 Random(7);
  for (unsigned Turn = 0; Turn < 60000; ++Turn) {
    const uint64_t A = Random() % 0x10000, B = Random() % 0x10000;
    if ((A & Infinity) == Infinity || (B & Infinity) == Infinity)
      continue;
    for (DatapathOp Op :
         {DatapathOp::FAdd, DatapathOp::FSub, DatapathOp::FMul}) {
      const double X = valueOfHalf(A), Y = valueOfHalf(B);
      const double Exact = Op == DatapathOp::FAdd   ? X + Y
                           : Op == DatapathOp::FSub ? X - Y
                                                    : X * Y;
      const uint64_t Size = apply(Op, Half, A, B) & 0x7fff;
      ASSERT_LE(Size, Infinity);
      // Beyond the greatest one, 65520 is as far from the next.
      const double Here = Size == Infinity ? 65536 : valueOfHalf(Size);
      const double Off = std::fabs(Here - std::fabs(Exact));
      for (uint64_t Next : {Size - 1, Size + 1}) {
        if (Next > Infinity || (Size == Infinity && Next > Size))
          continue;
        const double Other = std::fabs(
            (Next == Infinity ? 65536 : valueOfHalf(Next)) - std::fabs(Exact));
        EXPECT_TRUE(Off < Other || (Off == Other && Size % 2 == 0) ||
                    (Size == Infinity && std::fabs(Exact) >= 65520))
            << name(Op) << ' ' << A << ' ' << B;
      }
    }
  }
}

TEST(DatapathOpsTest, ExpressionsNameTheOperandsThatThereAre) {
  for (DatapathOp Op : allOps())
    for (unsigned I = 0; I < MaxOperands; ++I) {
      const std::string_view Text = facts(Op).Expression;
      bool IsNamed = false;
      for (size_t At = 0; At < Text.size(); ++At)
        IsNamed |= Text[At] == "abc"[I] &&
                   (At == 0 || !std::isalpha(Text[At - 1])) &&
                   (At + 1 == Text.size() || !std::isalpha(Text[At + 1]));
      EXPECT_EQ(IsNamed, !Text.empty() && I < numOperands(Op)) << name(Op);
    }
}

} // namespace
