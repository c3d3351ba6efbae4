// How an index moves along a direction.
#include "roofline/Model/Stride.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

Expr c(int64_t V) { return Expr::constant(V); }
const SymbolValue Nothing = [](std::string_view) { return std::nullopt; };

TEST(StrideTest, CoefficientOfADimensionAddsGlobalAndLocalIds) {
  AffineIndex I{c(0),
                {{"global_id(0)", c(4)}, {"local_id(0)", c(8)}, {"group_id(0)", c(99)}}};
  EXPECT_EQ(workItemCoefficient(I, 0), c(12)); // inside a group
  EXPECT_EQ(workItemCoefficient(I, 1), c(0));
  EXPECT_EQ(loopCoefficient(I, 0), c(0));
}

TEST(StrideTest, KindsByTheStepInBytes) {
  EXPECT_EQ(strideOf(c(4), 4, Nothing), (Stride{Stride::Kind::Consecutive, 4}));
  EXPECT_EQ(strideOf(c(0), 4, Nothing), (Stride{Stride::Kind::Same, 0}));
  EXPECT_EQ(strideOf(c(4096), 4, Nothing), (Stride{Stride::Kind::Strided, 4096}));
  EXPECT_EQ(strideOf(c(-4), 4, Nothing), (Stride{Stride::Kind::Strided, -4}));
  EXPECT_EQ(strideOf(Expr::symbol("N"), 4, Nothing).K, Stride::Kind::Unbound);
}

TEST(StrideTest, InWords) {
  Expr Row = c(4) * Expr::symbol("N");
  EXPECT_EQ(describe({Stride::Kind::Unbound, 0}, Row), "stride 4*N B");
  EXPECT_EQ(describe({Stride::Kind::Strided, 4096}, Row), "stride 4096 B");
  EXPECT_EQ(describe({Stride::Kind::Consecutive, 4}, c(4)), "consecutive");
  EXPECT_EQ(describe({Stride::Kind::Same, 0}, c(0)), "same");
  EXPECT_EQ(describe({Stride::Kind::Irregular, 0}, c(0)), "irregular");
}

} // namespace
