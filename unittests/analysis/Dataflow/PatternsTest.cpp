// Conditions of the source as progressions, worked out by hand.
#include "Patterns.h"
#include "Cursor.h"

#include "roofline/Kernel/KernelSummary.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

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

TEST(Patterns, LimitsOfLongLoopsAreFound) {
  constexpr uint64_t Many = uint64_t(1) << 40;
  EXPECT_EQ(patternOf({{{0, Many, 2, 1}}, {}, {below(loop(0), 1'000'000'007)}}),
            (Parts{{0, {{1'000'000'007, 2}}}}));
  // Copies 3 n, 3 n + 1 and 3 n + 2: entries 0 to 33 have one below 100.
  EXPECT_EQ(patternOf({{{0, Many, 2, 3}}, {}, {below(loop(0), 100)}}),
            (Parts{{0, {{34, 2}}}}));
}

/// The same cycles as trying each iteration.
TEST(Patterns, EachIterationIsThere) {
  std::mt19937 Random(1);
  auto UpTo = [&](int Least, int Most) {
    return std::uniform_int_distribution<int>(Least, Most)(Random);
  };
  for (int Seed = 0; Seed < 500; ++Seed) {
    const auto Outer = uint64_t(UpTo(1, 12)), Inner = uint64_t(UpTo(1, 12)),
               Copies = uint64_t(UpTo(1, 3));
    std::vector<Expr> Conditions;
    for (int Number = UpTo(1, 3); Number > 0; --Number) {
      const Expr Index = Expr::constant(UpTo(-2, 2)) * loop(0) +
                         Expr::constant(UpTo(-2, 2)) * loop(1);
      Expr Condition = below(Index, UpTo(-8, 20));
      if (UpTo(0, 3) == 0)
        Condition = Expr::constant(1) - Condition;
      if (UpTo(0, 3) == 0)
        Condition = Condition * below(mod(loop(1), Expr::constant(3)), 2);
      if (UpTo(0, 7) == 0)
        Condition = equal(Index, Expr::constant(UpTo(0, 5)));
      Conditions.push_back(Condition);
    }
    std::set<uint64_t> Expected, Found;
    for (uint64_t I = 0; I < Outer; ++I)
      for (uint64_t J = 0; J < Inner * Copies; ++J)
        if (std::ranges::all_of(Conditions, [&](const Expr &E) {
              return evaluate(E, [&](std::string_view S) {
                       return std::optional(
                           int64_t(loopOfSymbol(S) == 0 ? I : J));
                     }) == 1;
            }))
          Expected.insert(I * 100 + J / Copies * 2);
    const auto Patterns = patternOf(
        {{{0, Outer, 100, 1}, {1, Inner, 2, Copies}}, {}, Conditions});
    ASSERT_TRUE(Patterns);
    size_t Count = 0;
    for (const CycleProgression &P : *Patterns) {
      FifoAccess Access;
      Access.Issues = {P};
      for (Cursor C(Access); C.cycle() != Never; C.next(), ++Count)
        Found.insert(C.cycle());
    }
    EXPECT_EQ(Found, Expected) << "seed " << Seed;
    EXPECT_EQ(Count, Expected.size()) << "seed " << Seed;
  }
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
