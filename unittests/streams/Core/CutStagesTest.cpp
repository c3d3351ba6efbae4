// Cut kernels compute what the kernels do, in operators of few bits.
#include "CodegenKernels.h"
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Core/CutStages.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include "gtest/gtest.h"

#include <array>

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;

void expectEqual(const StreamKernel &K, uint32_t Bits, uint64_t Seed) {
  SCOPED_TRACE(testing::Message() << Bits << " bits");
  const StreamKernel Cut = cutStages(K, Bits);
  ASSERT_EQ(verifyStreamKernel(Cut), std::nullopt);
  std::mt19937_64 Random(Seed);
  std::mt19937 Narrow(Seed);
  for (unsigned I = 0; I < 4; ++I) {
    StreamMemory Whole = randomMemory(K, Narrow);
    if (I > 1) // zeros, ones, and ends of ranges
      for (StreamMemory::Buffer &B : Whole.Buffers)
        for (uint64_t &E : B.Elements)
          switch (Random() % 4) {
          case 0:
            E = 0;
            break;
          case 1:
            E |= E >> 1;
            break;
          case 2:
            E &= E >> 1 & E >> 2;
            break;
          }
    StreamMemory InParts = Whole;
    evaluate(K, Whole);
    evaluate(Cut, InParts);
    ASSERT_EQ(Whole, InParts);
  }
}

/// Divisions by 0, of which any result is right, are by variables.
bool dividesByVariable(const StreamKernel &K) {
  for (const DatapathNode &N : K.Nodes)
    if (facts(N.Op).Class == OperatorClass::Quotient &&
        K.Nodes[N.Operands[1]].Op != Op::Constant)
      return true;
  return false;
}

TEST(CutStagesTest, EqualsRandomKernelsOfEveryOperator) {
  unsigned Number = 0;
  for (uint64_t Seed = 0; Number < 400; ++Seed) {
    SCOPED_TRACE(Seed);
    const StreamKernel K = randomKernel(Seed);
    if (dividesByVariable(K))
      continue;
    ++Number;
    for (uint32_t Bits : {4, 7, 8, 16})
      expectEqual(K, Bits, Seed);
  }
}

TEST(CutStagesTest, EqualsRandomStencils) {
  std::mt19937 Random(1);
  for (uint64_t Seed = 0; Seed < 100; ++Seed) {
    SCOPED_TRACE(Seed);
    expectEqual(randomStreamKernel(Random), 8, Seed);
  }
}

ValueType intOf(unsigned Bits) { return {ScalarKind::Int, uint16_t(Bits), 1}; }

/// out = \p O(in, \p Constant) in \p Bits.
StreamKernel ofConstant(Op O, uint32_t Bits, uint64_t Constant) {
  StreamKernelBuilder B("f", {512, 1, 1});
  const uint32_t X = B.tap(B.input("in", intOf(Bits)), {0, 0, 0});
  B.output("out", B.op(O, intOf(Bits), {X, B.constant(Constant, intOf(Bits))}));
  return B.K;
}

TEST(CutStagesTest, DividesByEveryConstant) {
  for (uint32_t Bits : {8u, 16u, 32u})
    for (uint64_t By :
         {2u,          3u,          5u,          7u,         10u,
          11u,         25u,         64u,         100u,       127u,
          128u,        131u,        200u,        249u,       255u,
          641u,        1000u,       65535u,      65536u,     1000000007u,
          0x7fffffffu, 0x80000000u, 0xfffffffbu, 0xffffffffu})
      for (Op O : {Op::UDiv, Op::URem, Op::SDiv, Op::SRem})
        if (uint64_t Divisor = By & ((uint64_t(1) << Bits) - 1)) {
          SCOPED_TRACE(testing::Message()
                       << name(O) << " of " << Bits << " bits by " << Divisor);
          const StreamKernel K = ofConstant(O, Bits, Divisor);
          expectEqual(K, 8, Divisor);
          if (Divisor > 1) { // no divider is left
            const StreamKernel Cut = cutStages(K, 8);
            for (uint32_t I = 0; I < Cut.Nodes.size(); ++I)
              EXPECT_NE(operatorUnit(Cut, I).Kind, UnitKind::ConstantDivider);
          }
        }
}

TEST(CutStagesTest, MultipliesNumbersWithSigns) {
  for (const auto &[Left, Right, Bits] : {std::array{32u, 32u, 64u},
                                          {32u, 16u, 48u},
                                          {20u, 20u, 40u},
                                          {33u, 20u, 53u},
                                          {27u, 9u, 36u},
                                          {32u, 32u, 50u},
                                          {17u, 32u, 64u}}) {
    SCOPED_TRACE(testing::Message() << Left << " by " << Right);
    StreamKernelBuilder B("f", {512, 1, 1});
    const auto Extended = [&](const char *Name, uint32_t From) {
      const uint32_t X = B.tap(B.input(Name, intOf(64)), {0, 0, 0});
      return B.op(Op::SignExtend, intOf(Bits),
                  {B.op(Op::Truncate, intOf(From), {X})});
    };
    const uint32_t Product =
        B.op(Op::Mul, intOf(Bits), {Extended("a", Left), Extended("b", Right)});
    B.output("out",
             Bits == 64 ? Product : B.op(Op::SignExtend, intOf(64), {Product}));
    expectEqual(B.K, 8, Left);
    const StreamKernel Cut = cutStages(B.K, 8);
    for (uint32_t I = 0; I < Cut.Nodes.size(); ++I) // each in a DSP block
      if (operatorUnit(Cut, I).Kind == UnitKind::Multiplier)
        EXPECT_LE(Cut.Nodes[I].Type.Bits, 18u + 17u);
  }
  for (uint64_t Factor :
       {0xfffffffffffe1dc0u, 0x123456789abcdefu, 0x8000000000000001u})
    expectEqual(ofConstant(Op::Mul, 64, Factor), 16, Factor);
}

/// Greatest width of an operator with a carry chain in \p K.
uint32_t widest(const StreamKernel &K) {
  uint32_t Widest = 0;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (operatorUnit(K, I).Kind == UnitKind::Logic &&
        (facts(N.Op).Class == OperatorClass::Sum ||
         facts(N.Op).Class == OperatorClass::Order))
      Widest = std::max<uint32_t>(Widest, K.Nodes[N.Operands[0]].Type.Bits);
  }
  return Widest;
}

TEST(CutStagesTest, CarriesAreShort) {
  for (uint32_t Bits : {4u, 8u, 16u}) {
    for (Op O : {Op::Add, Op::Sub, Op::Mul, Op::SMin, Op::UMax, Op::UDiv})
      // A carry or a borrow is a bit more.
      EXPECT_LE(widest(cutStages(ofConstant(O, 32, 0x12345677), Bits)),
                Bits + Bits / 2 + 1)
          << name(O) << " " << Bits;
    EXPECT_LE(widest(cutStages(threePoint(100), Bits)), Bits + Bits / 2 + 1);
  }
}

TEST(CutStagesTest, PartsOfChainsAreAStageApart) {
  // Three sums of 32 bits in a row: a stage each, then one for each part but
  // the lowest.
  StreamKernelBuilder B("chain", {64, 1, 1});
  uint32_t Sum = B.tap(B.input("a", Int32), {0, 0, 0});
  const uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
  for (unsigned I = 0; I < 3; ++I)
    Sum = B.op(Op::Add, Int32, {Sum, Y});
  B.output("out", Sum);
  const auto DepthOf = [&](uint32_t Bits) {
    return scheduleDatapath(cutStages(B.K, Bits), ElementForm::Pipe).Depth;
  };
  EXPECT_EQ(scheduleDatapath(B.K, ElementForm::Pipe).Depth, 3);
  EXPECT_EQ(DepthOf(64), 3);
  EXPECT_EQ(DepthOf(16), 3 + 1);
  EXPECT_EQ(DepthOf(8), 3 + 3);
}

TEST(CutStagesTest, WhatIsShortStays) {
  const StreamKernel K = fivePoint(32, 16);
  StreamKernel Same = cutStages(K, 64);
  EXPECT_EQ(Same.StageBits, 64u);
  const auto Units = [](const StreamKernel &Kernel) {
    std::vector<UnitKind> All;
    for (uint32_t I = 0; I < Kernel.Nodes.size(); ++I)
      if (OperatorUnit U = operatorUnit(Kernel, I); U.Latency > 0)
        All.push_back(U.Kind);
    return All;
  };
  EXPECT_EQ(Units(Same), Units(K));
}

} // namespace
