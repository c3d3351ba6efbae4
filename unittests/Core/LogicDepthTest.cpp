// Levels and carries of hand-built datapaths, counted by hand.
#include "StreamKernelBuilder.h"

#include "roofline/Core/LogicDepth.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

LogicDepth depth(const StreamKernel &K, ElementForm Form) {
  return logicDepth(K, scheduleDatapath(K, Form));
}

/// Two sums of 32 bits: a register behind each, or both carries side by side.
TEST(LogicDepth, SumsInARowShareTheirCarry) {
  StreamKernel K = threePoint(64);
  EXPECT_EQ(depth(K, ElementForm::Pipe), (LogicDepth{1, 32, {}}));
  EXPECT_EQ(depth(K, ElementForm::Comb), (LogicDepth{2, 32, {}}));
}

/// A comparison waits for the last carry of the sum, and then has its own.
TEST(LogicDepth, AComparisonFollowsTheCarryOfItsOperands) {
  StreamKernelBuilder B("limit", {64, 1, 1});
  uint32_t In = B.input("in", Int32);
  uint32_t Sum = B.op(DatapathOp::Add, Int32,
                      {B.tap(In, {0, 0, 0}), B.tap(In, {1, 0, 0})});
  B.output("out", B.op(DatapathOp::SMin, Int32, {Sum, B.constant(100)}));
  EXPECT_EQ(depth(B.K, ElementForm::Pipe), (LogicDepth{2, 32, {}}));
  EXPECT_EQ(depth(B.K, ElementForm::Comb), (LogicDepth{3, 64, {}}));
}

/// 32 pairs of bits: 11 LUTs of 3 pairs, joined by 2, joined by 1.
TEST(LogicDepth, EqualityIsATree) {
  StreamKernelBuilder B("equal", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {}),
           Y = B.tap(B.input("b", Int32), {});
  B.output("out", B.op(DatapathOp::Equal, Bool, {X, Y}));
  EXPECT_EQ(depth(B.K, ElementForm::Pipe), (LogicDepth{3, 0, {}}));
}

TEST(LogicDepth, ModulesAreNamed) {
  EXPECT_EQ(depth(saxpy(64, 2), ElementForm::Pipe),
            (LogicDepth{0, 0, {"fmul", "fadd"}}));
}

} // namespace
