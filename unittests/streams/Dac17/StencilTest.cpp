// Steps of stencils found in kernels written by hand.
#include "StreamKernelBuilder.h"

#include "roofline/Dac17/Stencil.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// u' = f(u[x - 2], u[x + 1]); w = g(u' at [y + 1], c): 8 x 6 cells, u of 64
/// bits, c of 16.
StreamKernel twoFields() {
  StreamKernelBuilder B("k", {8, 6, 1});
  const uint32_t U = B.input("u", Float64),
                 C = B.input("c", {ScalarKind::Int, 16, 1});
  const uint32_t New = B.op(DatapathOp::FAdd, Float64,
                            {B.tap(U, {-2, 0, 0}), B.tap(U, {1, 0, 0})});
  const uint32_t Below = B.op(DatapathOp::AtOffset, Float64, {New});
  B.K.Nodes[Below].Delta = {0, 1, 0};
  const uint32_t W =
      B.op(DatapathOp::FAdd, Float64, {Below, B.tap(C, {0, 0, 0})});
  B.output("u", New);
  B.output("w", W);
  return B.K;
}

TEST(StencilTest, ReachAddsUpThroughOffsets) {
  Stencil S;
  EXPECT_EQ(findStencil(twoFields(), {{"c", "w"}}, 10, S), std::nullopt);
  ASSERT_EQ(S.Fields.size(), 2u);
  EXPECT_EQ(S.Fields[0].Written, "u"); // in place
  EXPECT_EQ(S.Fields[0].Reaches[0].Low, 2);
  EXPECT_EQ(S.Fields[0].Reaches[0].High, 1);
  EXPECT_EQ(S.Fields[0].Reaches[1].Low, 0);
  EXPECT_EQ(S.Fields[0].Reaches[1].High, 1); // of w, one row further
  EXPECT_EQ(S.Fields[1].Written, "w");
  EXPECT_EQ(S.Fields[1].Reaches[1].High, 0);
  ASSERT_EQ(S.Operators.size(), 1u);
  EXPECT_EQ(S.Operators[0], (std::pair{DatapathOp::FAdd, 2u}));
}

TEST(StencilTest, NarrowFieldsAreAPartOfOne) {
  Stencil S;
  EXPECT_EQ(findStencil(twoFields(), {{"c", "w"}}, 10, S), std::nullopt);
  const StencilFeatures F = S.features();
  EXPECT_EQ(F.ElementBits, 64);
  EXPECT_EQ(F.Iterated, 1 + 16 / 64.0);
  EXPECT_EQ(F.Constant, 0);
  EXPECT_EQ(F.Steps, 10u);
  EXPECT_EQ(F.Lengths, (std::vector<double>{8, 6}));
  EXPECT_EQ(F.Reaches[0].Low, 2);
  EXPECT_EQ(F.Reaches[1].High, 1);
}

/// next = cur[x + 1] - prev.
StreamKernel twoLevels() {
  StreamKernelBuilder B("k", {8, 6, 1});
  const uint32_t Prev = B.input("prev", Float64), Cur = B.input("cur", Float64);
  B.output("next", B.op(DatapathOp::FSub, Float64,
                        {B.tap(Cur, {1, 0, 0}), B.tap(Prev, {0, 0, 0})}));
  return B.K;
}

TEST(StencilTest, TimeLevelsAreFields) {
  Stencil S;
  EXPECT_EQ(findStencil(twoLevels(), {{"prev", "cur"}, {"cur", "next"}}, 10, S),
            std::nullopt);
  ASSERT_EQ(S.Fields.size(), 2u);
  for (const StencilField &F : S.Fields)
    EXPECT_EQ(F.Written, F.Name == "prev" ? "cur" : "next");
  EXPECT_EQ(S.features().Iterated, 2);
  EXPECT_EQ(S.features().Constant, 0);
  EXPECT_EQ(findStencil(twoLevels(), {{"prev", "cur"}}, 10, S),
            "it writes no buffer 'cur' to swap");
}

TEST(StencilTest, NoStepSaysWhy) {
  Stencil S;
  StreamKernel K = twoFields();
  EXPECT_EQ(findStencil(K, {}, 1, S),
            "nothing says what the next step reads of 'w', which this one "
            "writes: --swap READ=w");
  EXPECT_EQ(findStencil(K, {{"x", "w"}}, 1, S),
            "it reads no buffer 'x' to swap");
  EXPECT_EQ(findStencil(K, {{"c", "x"}}, 1, S),
            "it writes no buffer 'x' to swap");
  K.Outputs.clear();
  EXPECT_EQ(findStencil(K, {}, 1, S), "it writes no field");
  K.Reductions.resize(1);
  K.Reductions[0].Name = "sum";
  EXPECT_EQ(findStencil(K, {}, 1, S),
            "it leaves one value for all cells, in 'sum'");
}

} // namespace
