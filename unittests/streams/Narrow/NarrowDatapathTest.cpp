// narrowed() equals the kernel, with fewer bits.
#include "CodegenKernels.h"
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Core/StreamSchedule.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;
constexpr ValueType Byte = {ScalarKind::Int, 8, 1};
constexpr ValueType Int16 = {ScalarKind::Int, 16, 1};

void expectEqual(const StreamKernel &K, uint64_t Seed) {
  StreamKernel N = narrowed(K);
  ASSERT_EQ(verifyStreamKernel(N), std::nullopt);
  std::mt19937 Random(Seed);
  for (unsigned I = 0; I < 4; ++I) {
    StreamMemory Wide = randomMemory(K, Random);
    if (I == 3) // few different values: equal operands, zeros, ends of ranges
      for (StreamMemory::Buffer &B : Wide.Buffers)
        for (uint64_t &E : B.Elements)
          E = E % 3 == 0 ? 0 : E % 3 == 1 ? E : E | E >> 1;
    StreamMemory Narrow = Wide;
    evaluate(K, Wide);
    evaluate(N, Narrow);
    ASSERT_EQ(Wide, Narrow);
  }
}

TEST(Narrowed, EqualsRandomKernelsOfEveryOperator) {
  for (uint64_t Seed = 0; Seed < 600; ++Seed) {
    SCOPED_TRACE(Seed);
    expectEqual(randomKernel(Seed), Seed);
  }
}

TEST(Narrowed, EqualsRecurrences) {
  for (uint64_t Seed = 0; Seed < 300; ++Seed) {
    SCOPED_TRACE(Seed);
    expectEqual(recurrentKernel(Seed), Seed);
  }
}

TEST(Narrowed, EqualsRandomStencils) {
  std::mt19937 Random(1);
  for (uint64_t Seed = 0; Seed < 200; ++Seed) {
    SCOPED_TRACE(Seed);
    expectEqual(randomStreamKernel(Random), Seed);
  }
}

/// The widths of what computes, in order.
std::vector<unsigned> widths(const StreamKernel &K) {
  std::vector<unsigned> W;
  for (const DatapathNode &N : narrowed(K).Nodes)
    if (N.Operands.size() >= 2)
      W.push_back(N.Type.Bits);
  return W;
}

/// Nine bytes: 8 bits and as many more as the number of terms needs.
TEST(Narrowed, SumsHoldTheirLargestValue) {
  StreamKernelBuilder B("sum", {64, 1, 1});
  uint32_t In = B.input("in", Byte), Sum = 0;
  for (int I = 0; I < 9; ++I) {
    uint32_t X = B.op(Op::ZeroExtend, Int32, {B.tap(In, {I - 4, 0, 0})});
    Sum = I ? B.op(Op::Add, Int32, {Sum, X}) : X;
  }
  B.output("out", Sum);
  // 510, 765, 1020, 1275, 1530, 1785, 2040, 2295
  EXPECT_EQ(widths(B.K),
            (std::vector<unsigned>{9, 10, 10, 11, 11, 11, 11, 12}));
}

/// b - a of one column, doubled, and of the next one: the doubled one needs a
/// bit less, but they are one subtraction.
TEST(Narrowed, WhatTwoPositionsShareKeepsOneWidth) {
  StreamKernelBuilder B("columns", {64, 1, 1});
  uint32_t In = B.input("in", Int32);
  auto Column = [&](int64_t X) {
    return B.op(Op::Sub, Int32,
                {B.tap(In, {X, 0, 0}), B.tap(In, {X + 8, 0, 0})});
  };
  uint32_t Doubled = B.op(Op::Shl, Int32, {Column(0), B.constant(1, Int32)});
  uint32_t Sum = B.op(Op::Add, Int32, {Doubled, Column(1)});
  B.output("out", Sum);
  std::vector<unsigned> Subtractions;
  for (const DatapathNode &N : narrowed(B.K).Nodes)
    if (N.Op == Op::Sub)
      Subtractions.push_back(N.Type.Bits);
  EXPECT_EQ(Subtractions, (std::vector<unsigned>{32, 32}));
}

/// |a - b| of bytes, limited to 100: -255 to 255, then 0 to 255.
TEST(Narrowed, DifferencesHaveASign) {
  StreamKernelBuilder B("difference", {64, 1, 1});
  uint32_t A = B.op(Op::ZeroExtend, Int32, {B.tap(B.input("a", Byte), {})});
  uint32_t C = B.op(Op::ZeroExtend, Int32, {B.tap(B.input("b", Byte), {})});
  uint32_t D = B.op(Op::Sub, Int32, {A, C});
  uint32_t Minus = B.op(Op::Sub, Int32, {B.constant(0), D});
  uint32_t Abs = B.op(Op::SMax, Int32, {D, Minus});
  B.output("out", B.op(Op::SMin, Int32, {Abs, B.constant(100)}));
  EXPECT_EQ(widths(B.K), (std::vector<unsigned>{9, 9, 9, 8}));
}

/// Distances are 0 to 255 of bytes, signed or not, and 0 to 65535 of unsigned
/// numbers whose upper 8 bits are copies of the one below.
TEST(Narrowed, DistancesHaveTheWidthOfTheirOperands) {
  for (auto [Extend, Distance, Width] :
       {std::tuple{Op::ZeroExtend, Op::UAbsDiff, 8u},
        {Op::ZeroExtend, Op::SAbsDiff, 8u},
        {Op::SignExtend, Op::SAbsDiff, 8u},
        {Op::SignExtend, Op::UAbsDiff, 16u}}) {
    StreamKernelBuilder B("distance", {64, 1, 1});
    uint32_t X = B.op(Extend, Int16, {B.tap(B.input("a", Byte), {})});
    uint32_t Y = B.op(Extend, Int16, {B.tap(B.input("b", Byte), {})});
    B.output("out", B.op(Distance, Int16, {X, Y}));
    EXPECT_EQ(widths(B.K), std::vector<unsigned>{Width})
        << name(Extend) << ' ' << name(Distance);
  }
}

/// -9690 to 0, and no odd ones.
TEST(Narrowed, ProductsByEvenNegativeConstantsHaveASign) {
  StreamKernelBuilder B("chroma", {64, 1, 1});
  uint32_t X = B.op(Op::ZeroExtend, Int32, {B.tap(B.input("a", Byte), {})});
  B.output("out", B.op(Op::Mul, Int32, {X, B.constant(uint32_t(-38))}));
  EXPECT_EQ(widths(B.K), (std::vector<unsigned>{15}));
}

/// A value stored as a byte needs no carry from the 9th bit on.
TEST(Narrowed, WhatNothingReadsIsNotComputed) {
  StreamKernelBuilder B("low", {64, 1, 1});
  uint32_t In = B.input("in", Int32);
  uint32_t X = B.tap(In, {0, 0, 0}), Y = B.tap(In, {1, 0, 0});
  uint32_t Product = B.op(Op::Mul, Int32, {X, B.op(Op::Add, Int32, {X, Y})});
  B.output("out", B.op(Op::Truncate, Byte, {Product}));
  EXPECT_EQ(widths(B.K), (std::vector<unsigned>{8, 8}));
}

/// (a < b) ? 1 : 0 is the comparison; a choice of one value is none.
TEST(Narrowed, ChoicesThatAreNoneAreLeftOut) {
  StreamKernelBuilder B("choice", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {}),
           Y = B.tap(B.input("b", Int32), {});
  uint32_t Less = B.op(Op::SLess, Bool, {X, Y});
  uint32_t Bit = B.op(Op::Select, Int32, {Less, B.constant(1), B.constant(0)});
  B.output("less", Bit);
  B.output("same", B.op(Op::Select, Int32, {Less, X, X}));
  EXPECT_EQ(widths(B.K), (std::vector<unsigned>{1}));
}

/// An argument has any value, bound or not.
TEST(Narrowed, ArgumentsAreGeneral) {
  StreamKernelBuilder B("scaled", {64, 1, 1});
  uint32_t X = B.tap(B.input("in", Int32), {});
  uint32_t Scale = B.argument(B.scalar("scale", Int32, 3));
  B.output("out", B.op(Op::Mul, Int32, {X, Scale}));
  EXPECT_EQ(widths(B.K), (std::vector<unsigned>{32}));
}

/// r << 16 | g << 8 | b, written with sums too: three bytes side by side, and
/// wires. One bit may be set in both a << 7 and b.
TEST(Narrowed, WhatSharesNoBitIsWires) {
  for (Op Join : {Op::Or, Op::Add, Op::Xor})
    for (uint64_t By : {8, 7}) {
      StreamKernelBuilder B("packed", {64, 1, 1});
      uint32_t High =
          B.op(Op::ZeroExtend, Int32, {B.tap(B.input("g", Byte), {})});
      uint32_t Low =
          B.op(Op::ZeroExtend, Int32, {B.tap(B.input("b", Byte), {})});
      High = B.op(Op::Shl, Int32, {High, B.constant(By)});
      B.output("out", B.op(Join, Int32, {High, Low}));
      StreamKernel N = narrowed(B.K);
      unsigned Registers = 0;
      for (uint32_t I = 0; I < N.Nodes.size(); ++I)
        Registers += operatorUnit(N, I).Latency;
      EXPECT_EQ(Registers, By == 8 ? 0u : 1u);
    }
}

} // namespace
