// Closed forms: canonical sums of products, exact values, and text.
#include "roofline/Base/Expr.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace roofline;

namespace {

Expr c(int64_t V) { return Expr::constant(V); }
Expr s(const char *Name) { return Expr::symbol(Name); }

SymbolValue values(std::map<std::string, int64_t, std::less<>> Values) {
  return [Values](std::string_view Name) -> std::optional<int64_t> {
    auto It = Values.find(Name);
    return It == Values.end() ? std::nullopt : std::optional(It->second);
  };
}

TEST(ExprTest, EqualPolynomialsCompareEqual) {
  Expr N = s("N"), M = s("M");
  EXPECT_EQ(N + M, M + N);
  EXPECT_EQ(N + N, c(2) * N);
  EXPECT_EQ(N - N, c(0));
  EXPECT_EQ((N + c(1)) * (N - c(1)), N * N - c(1));
  EXPECT_EQ((N + M) * c(4), c(4) * M + c(4) * N);
  EXPECT_EQ(c(4) * N * M - M * N * c(4), c(0));
}

TEST(ExprTest, QuotientsAreAtomsOfASum) {
  Expr Q = div(s("N") + c(15), c(16));
  EXPECT_EQ(Q + Q, c(2) * Q);
  EXPECT_NE(Q, div(s("N"), c(16)));
  EXPECT_EQ(div(s("N"), c(1)), s("N"));
  EXPECT_EQ(mod(s("N"), c(1)), c(0));
}

TEST(ExprTest, DivisionTruncatesTowardZero) {
  EXPECT_EQ(div(c(-7), c(2)), c(-3));
  EXPECT_EQ(mod(c(-7), c(2)), c(-1));
}

TEST(ExprTest, MinAndMaxAreFlatSortedAndFolded) {
  Expr N = s("N"), M = s("M");
  EXPECT_EQ(min(min(N, M), N), min(M, N));
  EXPECT_EQ(max(max(N, c(3)), c(5)), max(N, c(5)));
  EXPECT_EQ(min(c(3), c(5)), c(3));
}

TEST(ExprTest, LogarithmIsFloored) {
  EXPECT_EQ(log2(c(1024)), c(10));
  EXPECT_EQ(log2(c(1023)), c(9));
  EXPECT_EQ(log2(c(0)), c(-1));
  EXPECT_EQ(evaluate(log2(s("N")), values({{"N", 8}})), 3);
  EXPECT_EQ(substitute(log2(s("N")), values({{"N", 8}})), c(3));
}

TEST(ExprTest, PowersOfTwoHaveSixtyTwoBits) {
  EXPECT_EQ(exp2(c(0)), c(1));
  EXPECT_EQ(exp2(c(62)), c(4611686018427387904));
  EXPECT_EQ(evaluate(exp2(s("K")), values({{"K", 63}})), std::nullopt);
  EXPECT_EQ(evaluate(exp2(s("K")), values({{"K", -1}})), std::nullopt);
  EXPECT_EQ(substitute(c(3) * exp2(s("K")), values({{"K", 4}})), c(48));
  EXPECT_EQ(toString(exp2(s("K") + c(1))), "exp2(K + 1)");
}

TEST(ExprTest, EvaluationIsExactOrNothing) {
  Expr N = s("N");
  EXPECT_EQ(evaluate(div(N + c(15), c(16)), values({{"N", 100}})),
            7); // 115 / 16
  EXPECT_EQ(evaluate(N, values({})), std::nullopt);
  EXPECT_EQ(evaluate(div(c(1), N), values({{"N", 0}})), std::nullopt);
  EXPECT_EQ(evaluate(mod(c(1), N), values({{"N", 0}})), std::nullopt);
  EXPECT_EQ(evaluate(N + c(1), values({{"N", INT64_MAX}})), std::nullopt);
  EXPECT_EQ(evaluate(N * c(2), values({{"N", INT64_MIN}})), std::nullopt);
  EXPECT_EQ(evaluate(div(N, c(-1)), values({{"N", INT64_MIN}})), std::nullopt);
}

TEST(ExprTest, OverflowingFoldStaysUnfolded) {
  Expr Sum = c(INT64_MAX) + c(1);
  EXPECT_FALSE(Sum.isConstant());
  EXPECT_EQ(evaluate(Sum, values({})), std::nullopt);
  Expr Product = c(INT64_MAX) * c(2);
  EXPECT_FALSE(Product.isConstant());
  EXPECT_EQ(evaluate(Product, values({})), std::nullopt);
}

TEST(ExprTest, SubstitutionSimplifies) {
  Expr E = s("N") * s("M") + s("M");
  EXPECT_EQ(substitute(E, values({{"N", 3}})), c(4) * s("M"));
  EXPECT_EQ(substitute(E, values({{"N", 3}, {"M", 5}})), c(20));
}

TEST(ExprTest, SymbolsComeOnceInOrder) {
  Expr E = max(s("b"), s("a")) + s("b") * c(2);
  std::vector<std::string> Names = symbols(E);
  ASSERT_EQ(Names.size(), 2u);
  EXPECT_NE(Names[0], Names[1]);
  EXPECT_TRUE(symbols(c(1)).empty());
}

TEST(ExprTest, TextHasFewestParentheses) {
  Expr N = s("N"), M = s("M");
  EXPECT_EQ(toString(div(N + c(15), c(16))), "(N + 15) / 16");
  EXPECT_EQ(toString(max(N, c(1))), "max(N, 1)");
  EXPECT_EQ(toString(c(4) * N), "4*N");
  EXPECT_EQ(toString(N - c(1)), "N - 1");
  EXPECT_EQ(toString(c(0) - N), "-N");
  EXPECT_EQ(toString(div(c(1), div(N, M))), "1 / (N / M)");
  EXPECT_EQ(toString(c(-3)), "-3");
}

/// A quotient beside a product: the text has to group as the tree does.
TEST(ExprTest, TextOfAProductWithAQuotientIsUnambiguous) {
  Expr E =
      s("N") * div(s("M"), c(2)); // N=3, M=5: 3 * (5 / 2) = 6, not 15 / 2 = 7
  EXPECT_EQ(evaluate(E, values({{"N", 3}, {"M", 5}})), 6);
  EXPECT_EQ(toString(E), "N*(M / 2)");
}

/// The simplified form has the value of the operation, on random trees.
TEST(ExprTest, LowBitsAreThoseOfTwosComplement) {
  const Expr X = s("x"), Y = s("y");
  const Expr Sums[] = {X,
                       c(-5) - X,
                       c(3) * X - Y,
                       c(100) - c(7) * X,
                       c(16) * X + c(3),
                       lowBits(X - c(1), 4) - c(2) * lowBits(Y, 5),
                       div(X - c(9), c(2)) - Y};
  for (const Expr &E : Sums)
    for (unsigned Bits : {1, 3, 4})
      for (int64_t AtX = 0; AtX < 40; AtX += 3)
        for (int64_t AtY = 0; AtY < 20; AtY += 7) {
          auto At = values({{"x", AtX}, {"y", AtY}});
          const int64_t Mask = (int64_t(1) << Bits) - 1;
          EXPECT_EQ(evaluate(lowBits(E, Bits), At), *evaluate(E, At) & Mask)
              << toString(E) << " at " << AtX << ", " << AtY;
        }
  EXPECT_EQ(lowBits(lowBits(X, 5) - c(1), 4), lowBits(X + c(15), 4));
}

TEST(ExprTest, SimplificationKeepsTheValue) {
  std::mt19937_64 Random(1);
  for (int Round = 0; Round < 2000; ++Round) {
    int64_t N = int64_t(Random() % 41) - 20, M = int64_t(Random() % 41) - 20;
    SymbolValue Value = values({{"N", N}, {"M", M}});
    std::vector<std::pair<Expr, int64_t>> Pool = {
        {s("N"), N}, {s("M"), M}, {c(3), 3}, {c(-2), -2}};
    for (int Step = 0; Step < 6; ++Step) {
      auto [L, LV] = Pool[Random() % Pool.size()];
      auto [R, RV] = Pool[Random() % Pool.size()];
      if (std::abs(LV) > 10000 || std::abs(RV) > 10000)
        continue;
      switch (Random() % 7) {
      case 0:
        Pool.push_back({L + R, LV + RV});
        break;
      case 1:
        Pool.push_back({L - R, LV - RV});
        break;
      case 2:
        Pool.push_back({L * R, LV * RV});
        break;
      case 3:
        Pool.push_back({min(L, R), std::min(LV, RV)});
        break;
      case 4:
        Pool.push_back({max(L, R), std::max(LV, RV)});
        break;
      case 5:
        if (RV != 0)
          Pool.push_back({div(L, R), LV / RV});
        break;
      case 6:
        if (RV != 0)
          Pool.push_back({mod(L, R), LV % RV});
        break;
      }
      ASSERT_EQ(evaluate(Pool.back().first, Value), Pool.back().second)
          << toString(Pool.back().first) << " at N=" << N << ", M=" << M;
      Expr Folded = substitute(Pool.back().first, Value);
      ASSERT_TRUE(Folded.isConstant(Pool.back().second)) << toString(Folded);
    }
  }
}

} // namespace
