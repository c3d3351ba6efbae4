// Stream kernels run on small memories; every result is by hand.
#include "StreamKernelBuilder.h"

#include "roofline/Stream/EvaluateStreamKernel.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

using Elements = std::vector<uint64_t>;

StreamMemory memory(std::vector<StreamMemory::Buffer> Buffers,
                    Elements Scalars = {}) {
  return {std::move(Buffers), std::move(Scalars)};
}

TEST(EvaluateStreamKernelTest, ThreePointLeavesItsBorder) {
  StreamMemory M =
      memory({{"in", {1, 2, 4, 8, 16}}, {"out", {91, 92, 93, 94, 95}}});
  evaluate(threePoint(5), M);
  EXPECT_EQ(M.find("out")->Elements, (Elements{91, 7, 14, 28, 95}));
}

TEST(EvaluateStreamKernelTest, GuardedStencilCopiesItsBorder) {
  // 4 * -100 + 20 + 60 + 40 + 50 = -230, by 8 and down: -29.
  uint64_t Minus100 = uint32_t(-100), Minus29 = uint32_t(-29);
  StreamMemory M = memory({{"in", {10, 20, 30, 40, Minus100, 50, 70, 60, 80}},
                           {"out", Elements(9)}});
  evaluate(fivePoint(3, 3), M);
  EXPECT_EQ(M.find("out")->Elements,
            (Elements{10, 20, 30, 40, Minus29, 50, 70, 60, 80}));
}

TEST(EvaluateStreamKernelTest, AFalseEnableKeepsTheElement) {
  StreamKernelBuilder B("odd", {4, 1, 1});
  uint32_t X = B.tap(B.input("x", Int32), {0, 0, 0});
  uint32_t IsOdd = B.op(DatapathOp::Truncate, Bool, {X});
  B.output("x", B.constant(0)).Enable = IsOdd;
  StreamMemory M = memory({{"x", {3, 4, 5, 6}}});
  evaluate(B.K, M);
  EXPECT_EQ(M.find("x")->Elements, (Elements{0, 4, 0, 6}));
}

TEST(EvaluateStreamKernelTest, InputsAreReadBeforeOutputsAreWritten) {
  StreamKernelBuilder B("shift", {4, 1, 1});
  B.output("x", B.tap(B.input("x", Int32), {-1, 0, 0}));
  B.K.Active = {{1, 0, 0}, {3, 1, 1}};
  StreamMemory M = memory({{"x", {1, 2, 3, 4}}});
  evaluate(B.K, M);
  EXPECT_EQ(M.find("x")->Elements, (Elements{1, 1, 2, 3}));
}

TEST(EvaluateStreamKernelTest, WindowsPlaceElements) {
  // The second row of a 2 x 2 space; its elements follow three others.
  StreamKernelBuilder B("row", {2, 2, 1});
  B.output("out", B.tap(B.input("in", Int32), {0, 1, 0}));
  B.K.Inputs[0].Window = {{0, 1, 0}, {2, 1, 1}};
  B.K.Inputs[0].FirstElement = 3;
  B.K.Outputs[0].Window = {{0, 0, 0}, {2, 1, 1}};
  B.K.Outputs[0].FirstElement = 1;
  StreamMemory M = memory({{"in", {1, 2, 3, 4, 5}}, {"out", Elements(3)}});
  evaluate(B.K, M);
  EXPECT_EQ(M.find("out")->Elements, (Elements{0, 4, 5}));
}

TEST(EvaluateStreamKernelTest, ReductionContinuesFromTheBuffer) {
  StreamMemory M =
      memory({{"a", {1, 2, 3}}, {"b", {4, 5, 6}}, {"sum", {1000}}});
  StreamKernel K = dotProduct(3);
  evaluate(K, M);
  EXPECT_EQ(M.find("sum")->Elements[0], 1032u);
  K.Reductions[0].Initial = 0;
  evaluate(K, M);
  EXPECT_EQ(M.find("sum")->Elements[0], 32u);
}

TEST(EvaluateStreamKernelTest, ARecurrenceComesBackAfterItsDistance) {
  StreamKernelBuilder B("sums", {8, 1, 1});
  const uint32_t X = B.tap(B.input("x", Int32), {0, 0, 0});
  const uint32_t Before = B.op(DatapathOp::Previous, Int32, {});
  const uint32_t Sum = B.op(DatapathOp::Add, Int32, {X, Before});
  B.output("out", Sum);
  B.K.Recurrences.push_back({Int32, Sum, 10, {}, /*Distance=*/3, {}});
  ASSERT_EQ(verifyStreamKernel(B.K), std::nullopt);
  StreamMemory M =
      memory({{"x", {1, 2, 3, 4, 5, 6, 7, 8}}, {"out", Elements(8)}});
  evaluate(B.K, M);
  EXPECT_EQ(M.find("out")->Elements,
            (Elements{11, 12, 13, 15, 17, 19, 22, 25}));
}

TEST(EvaluateStreamKernelTest, PositionsOfADistanceFollowOneAnother) {
  StreamKernelBuilder B("sums", {8, 2, 1});
  const uint32_t Before = B.op(DatapathOp::Previous, Int32, {});
  B.output("out", Before);
  B.K.Recurrences.push_back({Int32, Before, 0, {}, /*Distance=*/2, {}});
  EXPECT_EQ(verifyStreamKernel(B.K), std::nullopt);
  B.K.Active = {{0, 0, 0}, {7, 2, 1}};
  EXPECT_EQ(verifyStreamKernel(B.K),
            "recurrence 0: its positions do not follow one another");
  B.K.Recurrences[0].Distance = 0;
  EXPECT_EQ(verifyStreamKernel(B.K),
            "recurrence 0: its distance is not from 1 to 1048576");
}

TEST(EvaluateStreamKernelTest, AFinishStoresWhatItMakesOfTheSum) {
  StreamMemory M =
      memory({{"a", {1, 2, 3}}, {"b", {4, 5, 6}}, {"sum", {7}}, {"out", {8}}});
  evaluate(squaredDotProduct(3), M);
  EXPECT_EQ(M.find("out")->Elements[0], 32u * 32u);
  EXPECT_EQ(M.find("sum")->Elements[0], 7u) << "the name of no buffer";
}

TEST(EvaluateStreamKernelTest, ProductAndSumRoundEach) {
  // (1 + e)(1 - e) = 1 - 2^-26 rounds to 1; the sum with -1 is then 0, and
  // -2^-26 where the two are fused.
  float E = 0x1p-13f;
  StreamMemory M =
      memory({{"x", {bits(1 - E), bits(3)}}, {"y", {bits(-1), bits(0.5f)}}},
             {bits(1 + E)});
  evaluate(saxpy(2, 0), M);
  EXPECT_EQ(M.find("y")->Elements[0], bits(0));
  // 3 (1 + 2^-13) + 0.5, exact.
  EXPECT_EQ(M.find("y")->Elements[1], bits(3.5f + 3 * E));
}

/// Op of two int32 or float32 constants.
uint64_t result(DatapathOp Op, ValueType Type, ValueType T, uint64_t A,
                uint64_t B) {
  StreamKernelBuilder Builder("one", {1, 1, 1});
  std::vector<uint32_t> Operands = {Builder.constant(A, T)};
  if (numOperands(Op) == 2)
    Operands.push_back(Builder.constant(B, T));
  Builder.output("out", Builder.op(Op, Type, Operands));
  EXPECT_EQ(verifyStreamKernel(Builder.K), std::nullopt) << name(Op);
  StreamMemory M = memory({{"out", {0}}});
  evaluate(Builder.K, M);
  return M.find("out")->Elements[0];
}

TEST(EvaluateStreamKernelTest, IntegersOfOddWidthWrap) {
  constexpr ValueType Int5 = {ScalarKind::Int, 5, 1};
  constexpr ValueType Int24 = {ScalarKind::Int, 24, 1};
  auto of5 = [&](DatapathOp Op, uint64_t A, uint64_t B) {
    return result(Op, Int5, Int5, A, B);
  };
  EXPECT_EQ(of5(DatapathOp::Add, 30, 5), 3u);
  EXPECT_EQ(of5(DatapathOp::Sub, 1, 2), 31u);
  EXPECT_EQ(of5(DatapathOp::Mul, 9, 9), 17u);
  EXPECT_EQ(of5(DatapathOp::UDiv, 29, 4), 7u);
  EXPECT_EQ(of5(DatapathOp::UDiv, 29, 0), 31u);
  EXPECT_EQ(of5(DatapathOp::SDiv, 29, 2), 31u);  // -3 / 2 = -1
  EXPECT_EQ(of5(DatapathOp::SDiv, 16, 31), 16u); // -16 / -1 wraps
  EXPECT_EQ(of5(DatapathOp::SRem, 29, 2), 31u);
  EXPECT_EQ(of5(DatapathOp::URem, 29, 0), 29u);
  EXPECT_EQ(of5(DatapathOp::AShr, 18, 2), 28u); // -14 >> 2 = -4
  EXPECT_EQ(of5(DatapathOp::AShr, 18, 9), 31u);
  EXPECT_EQ(of5(DatapathOp::LShr, 18, 2), 4u);
  EXPECT_EQ(of5(DatapathOp::Shl, 18, 1), 4u);
  EXPECT_EQ(of5(DatapathOp::SMin, 18, 3), 18u);
  EXPECT_EQ(of5(DatapathOp::UMin, 18, 3), 3u);
  EXPECT_EQ(of5(DatapathOp::SMax, 18, 3), 3u);
  EXPECT_EQ(of5(DatapathOp::UAbsDiff, 18, 3), 15u);
  EXPECT_EQ(of5(DatapathOp::SAbsDiff, 18, 3), 17u); // -14 and 3
  EXPECT_EQ(of5(DatapathOp::UAbsDiff, 15, 16), 1u);
  EXPECT_EQ(of5(DatapathOp::SAbsDiff, 15, 16), 31u); // 15 and -16
  EXPECT_EQ(of5(DatapathOp::PopCount, 22, 0), 3u);
  EXPECT_EQ(of5(DatapathOp::CountLeadingZeros, 5, 0), 2u);
  EXPECT_EQ(of5(DatapathOp::CountLeadingZeros, 0, 0), 5u);
  EXPECT_EQ(of5(DatapathOp::CountTrailingZeros, 12, 0), 2u);
  EXPECT_EQ(of5(DatapathOp::CountTrailingZeros, 0, 0), 5u);
  EXPECT_EQ(of5(DatapathOp::ReverseBits, 0b00110, 0), 0b01100u);
  EXPECT_EQ(of5(DatapathOp::RotateLeft, 0b10010, 6), 0b00101u);
  EXPECT_EQ(result(DatapathOp::SwapBytes, Int24, Int24, 0x123456, 0),
            0x563412u);
  EXPECT_EQ(result(DatapathOp::SLess, Bool, Int5, 18, 3), 1u);
  EXPECT_EQ(result(DatapathOp::ULess, Bool, Int5, 18, 3), 0u);
  EXPECT_EQ(result(DatapathOp::SignExtend, Int32, Int5, 18, 0), 0xfffffff2u);
  EXPECT_EQ(result(DatapathOp::ZeroExtend, Int32, Int5, 18, 0), 18u);
  EXPECT_EQ(result(DatapathOp::Truncate, Int5, Int32, 0xffff, 0), 31u);
}

TEST(EvaluateStreamKernelTest, Float32IsIeee) {
  constexpr uint64_t NaN = 0x7fc00000, Infinity = 0x7f800000,
                     NegativeZero = 0x80000000;
  auto f = [&](DatapathOp Op, uint64_t A, uint64_t B) {
    return result(Op, Float32, Float32, A, B);
  };
  auto is = [&](DatapathOp Op, uint64_t A, uint64_t B) {
    return result(Op, Bool, Float32, A, B);
  };
  // Half of the least normal number is a subnormal one.
  EXPECT_EQ(f(DatapathOp::FMul, 0x00800000, bits(0.5f)), 0x00400000u);
  EXPECT_EQ(f(DatapathOp::FAdd, bits(0x1p24f), bits(1)), bits(0x1p24f)); // tie
  EXPECT_EQ(f(DatapathOp::FDiv, bits(1), NegativeZero), 0xff800000u);
  EXPECT_EQ(f(DatapathOp::FSub, Infinity, Infinity), NaN);
  EXPECT_EQ(f(DatapathOp::FSqrt, bits(2.25f), 0), bits(1.5f));
  EXPECT_EQ(f(DatapathOp::FNeg, NaN, 0), 0xffc00000u);
  EXPECT_EQ(f(DatapathOp::FAbs, bits(-2), 0), bits(2));
  EXPECT_EQ(f(DatapathOp::FMin, NaN, bits(3)), bits(3));
  EXPECT_EQ(f(DatapathOp::FMin, 0, NegativeZero), NegativeZero);
  EXPECT_EQ(f(DatapathOp::FMax, NegativeZero, 0), 0u);
  EXPECT_EQ(f(DatapathOp::FMax, bits(-1), bits(-2)), bits(-1));
  // The first of two that are equal, or where one is a NaN.
  EXPECT_EQ(f(DatapathOp::FMaxFirst, NegativeZero, 0), NegativeZero);
  EXPECT_EQ(f(DatapathOp::FMaxFirst, bits(-2), bits(-1)), bits(-1));
  EXPECT_EQ(f(DatapathOp::FMaxFirst, bits(3), NaN), bits(3));
  EXPECT_EQ(f(DatapathOp::FMinFirst, NaN, bits(3)), NaN);
  EXPECT_EQ(f(DatapathOp::FMinFirst, bits(-1), bits(-2)), bits(-2));
  EXPECT_EQ(f(DatapathOp::FMaxLast, NegativeZero, 0), 0u);
  EXPECT_EQ(f(DatapathOp::FMaxLast, bits(3), NaN), NaN);
  EXPECT_EQ(f(DatapathOp::FMinLast, bits(-2), bits(-1)), bits(-2));
  EXPECT_EQ(is(DatapathOp::FEqual, NaN, NaN), 0u);
  EXPECT_EQ(is(DatapathOp::FEqual, 0, NegativeZero), 1u);
  EXPECT_EQ(is(DatapathOp::FLess, bits(-1), bits(1)), 1u);
  EXPECT_EQ(is(DatapathOp::FLessEqual, NaN, bits(1)), 0u);
  EXPECT_EQ(is(DatapathOp::FUnordered, NaN, bits(1)), 1u);
}

TEST(EvaluateStreamKernelTest, Conversions) {
  constexpr ValueType Int8 = {ScalarKind::Int, 8, 1};
  auto to = [&](DatapathOp Op, ValueType To, ValueType Type, uint64_t A) {
    return result(Op, To, Type, A, 0);
  };
  EXPECT_EQ(to(DatapathOp::FToSInt, Int8, Float32, bits(-1.75f)), 0xffu);
  EXPECT_EQ(to(DatapathOp::FToUInt, Int8, Float32, bits(200.5f)), 200u);
  EXPECT_EQ(to(DatapathOp::SIntToF, Float32, Int8, 0xff), bits(-1));
  EXPECT_EQ(to(DatapathOp::UIntToF, Float32, Int8, 0xff), bits(255));
  // 2^24 + 1 is a tie: to the even neighbour.
  EXPECT_EQ(to(DatapathOp::SIntToF, Float32, Int32, 0x1000001), bits(0x1p24f));
  EXPECT_EQ(to(DatapathOp::FToF, Float64, Float32, bits(1.5f)),
            0x3ff8000000000000u);
  EXPECT_EQ(to(DatapathOp::FToF, Float32, Float64, 0x3ff8000000000000u),
            bits(1.5f));
  EXPECT_EQ(to(DatapathOp::Bitcast, Int32, Float32, bits(1)), 0x3f800000u);
}

} // namespace
