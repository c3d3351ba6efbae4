// Conditions of the source as progressions, worked out by hand.
#include "Patterns.h"

#include "roofline/Kernel/KernelSummary.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::dataflow;

namespace {

Expr loop(uint32_t Id) { return Expr::symbol(symbolOfLoop(Id)); }
Expr equal(const Expr &L, const Expr &R) {
  return max(Expr::constant(0), Expr::constant(1) - max(L - R, R - L));
}
Expr below(const Expr &L, int64_t Limit) {
  return max(Expr::constant(0),
             min(Expr::constant(1), Expr::constant(Limit) - L));
}

/// for i of 8: for j of 10, II 2.
PatternRequest nest(std::vector<Expr> Conditions) {
  return {{{0, 8, 20, 1}, {1, 10, 2, 1}}, {}, std::move(Conditions)};
}

using Parts = std::vector<CycleProgression>;

TEST(Patterns, WithoutAConditionAllIterationsAreOneRow) {
  EXPECT_EQ(patternOf(nest({})), (Parts{{0, {{80, 2}}}}));
}

TEST(Patterns, OneCounterOfEachLevel) {
  EXPECT_EQ(patternOf(nest({equal(loop(1), Expr::constant(9))})),
            (Parts{{18, {{8, 20}}}}));
  EXPECT_EQ(patternOf(nest({equal(loop(0), Expr::constant(0))})),
            (Parts{{0, {{10, 2}}}}));
  EXPECT_EQ(patternOf(nest({below(loop(1), 4)})),
            (Parts{{0, {{8, 20}, {4, 2}}}}));
  EXPECT_EQ(patternOf(nest({below(loop(1), 0)})), Parts());
}

TEST(Patterns, EveryFourthIsARow) {
  EXPECT_EQ(
      patternOf({{{0, 64, 1, 1}},
                 {},
                 {equal(mod(loop(0), Expr::constant(4)), Expr::constant(0))}}),
      (Parts{{0, {{16, 4}}}}));
}

TEST(Patterns, TwoCountersTogether) {
  // j == i: one iteration of each row, a step further each time.
  const std::optional<Parts> Diagonal =
      patternOf(nest({equal(loop(0), loop(1))}));
  ASSERT_TRUE(Diagonal);
  uint64_t Count = 0;
  for (const CycleProgression &P : *Diagonal)
    Count += countOf(P);
  EXPECT_EQ(Count, 8u);
  EXPECT_EQ(increasing(*Diagonal).size(), 1u);
}

TEST(Patterns, SomeLaneIsEnough) {
  // 4 i + lane == 9 in iteration 2, in lane 1.
  const Expr Index = Expr::constant(4) * loop(0) + loop(5);
  EXPECT_EQ(
      patternOf({{{0, 8, 3, 1}}, {{5, 4}}, {equal(Index, Expr::constant(9))}}),
      (Parts{{6}}));
  // A loop of two copies takes iterations 2 n and 2 n + 1.
  EXPECT_EQ(
      patternOf({{{0, 8, 3, 2}}, {}, {equal(loop(0), Expr::constant(9))}}),
      (Parts{{12}}));
}

TEST(Patterns, WhatIsNotFollowedIsNothing) {
  EXPECT_EQ(patternOf(nest({equal(Expr::symbol("n"), loop(0))})), std::nullopt);
  PatternRequest Large = nest({equal(loop(0), loop(1))});
  Large.Budget = 20;
  EXPECT_EQ(patternOf(Large), std::nullopt);
}

TEST(Patterns, ListsIncrease) {
  // 0, 10, 20 and 5, 15, 25 cross; 40 follows the first.
  const Parts All{{40}, {5, {{3, 10}}}, {0, {{3, 10}}}};
  EXPECT_EQ(increasing(All),
            (std::vector<Parts>{{{0, {{3, 10}}}, {40}}, {{5, {{3, 10}}}}}));
}

} // namespace
