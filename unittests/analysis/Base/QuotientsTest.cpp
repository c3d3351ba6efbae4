// Quotients and remainders that ranges decide.
#include "roofline/Base/Quotients.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace roofline;

namespace {

Expr symbol(const char *Name) { return Expr::symbol(Name); }
Expr number(int64_t Value) { return Expr::constant(Value); }

/// i in 0 to 9, j in 0 to 31, n in 1 to 6, s in -5 to 5.
const std::map<std::string, std::pair<int64_t, int64_t>, std::less<>> Ranges = {
    {"i", {0, 9}}, {"j", {0, 31}}, {"n", {1, 6}}, {"s", {-5, 5}}};

FormRange rangeOf(std::string_view S) {
  const auto &[Least, Most] = Ranges.find(S)->second;
  return {Least, Most};
}

Expr folded(const Expr &E) { return foldQuotients(E, rangeOf); }

const Expr I = symbol("i"), J = symbol("j"), N = symbol("n"), S = symbol("s");

TEST(QuotientsTest, AMultipleIsTheFactor) {
  EXPECT_EQ(folded(div(number(32) * I, number(32))), I);
  EXPECT_EQ(folded(mod(number(64) * I, number(32))), number(0));
  EXPECT_EQ(folded(div(number(96) * S, number(32))), number(3) * S);
  EXPECT_EQ(folded(div(N * I, N)), I);
}

TEST(QuotientsTest, WhatIsBelowTheDivisorIsTheRest) {
  EXPECT_EQ(folded(div(number(32) * I + J, number(32))), I);
  EXPECT_EQ(folded(mod(number(32) * I + J, number(32))), J);
  EXPECT_EQ(folded(mod(J, number(32))), J);
  EXPECT_EQ(folded(div(J, number(32))), number(0));
}

TEST(QuotientsTest, ARestThatMayReachTheDivisorStays) {
  EXPECT_EQ(folded(mod(J, number(31))), mod(J, number(31)));
  EXPECT_EQ(folded(div(number(32) * I + J, number(16))),
            number(2) * I + div(J, number(16)));
  // -1 / 32 is 0, and (32 - 1) / 32 is 0 as well.
  const Expr Below = div(number(32) * I + S, number(32));
  EXPECT_EQ(folded(Below), Below);
}

TEST(QuotientsTest, NeighboursAreAStepAwayButAtTheBorder) {
  const Expr Next = mod(J + number(1), number(40)),
             Last = mod(J + number(49), number(50));
  EXPECT_EQ(folded(Last), Last);
  auto Meets = [](std::string_view S) { return S == "j"; };
  const InsideBorders Left = foldInsideBorders(Last, rangeOf, Meets);
  EXPECT_EQ(Left.Form, J - number(1));
  EXPECT_TRUE(Left.LeavesOut);
  const InsideBorders Right = foldInsideBorders(Next, rangeOf, Meets);
  EXPECT_EQ(Right.Form, J + number(1)); // at most 32, of 40
  EXPECT_FALSE(Right.LeavesOut);
}

TEST(QuotientsTest, RowAndColumnAreThePlace) {
  EXPECT_EQ(folded(number(4) * N * div(J, N) + number(4) * mod(J, N)),
            number(4) * J);
  const Expr Row = div(mod(J, number(16)), number(4)),
             Plane = div(J, number(16)), Column = mod(J, number(4));
  EXPECT_EQ(folded(number(16) * Plane + number(4) * Row + Column), J);
}

Expr randomForm(std::mt19937 &Random, unsigned Depth) {
  auto Below = [&](uint64_t Limit) { return Random() % Limit; };
  const Expr Symbols[] = {I, J, N, S};
  if (Depth == 0 || Below(5) == 0)
    return Below(3) == 0 ? number(int64_t(Below(70)) - 6) : Symbols[Below(4)];
  const Expr L = randomForm(Random, Depth - 1);
  const int64_t Sizes[] = {1, 2, 3, 4, 8, 16, 24, 32, 48};
  const Expr By = Below(4) == 0 ? N : number(Sizes[Below(std::size(Sizes))]);
  switch (Below(6)) {
  case 0:
  case 1:
    return L + randomForm(Random, Depth - 1);
  case 2:
    return L * By;
  case 3:
    return min(L, randomForm(Random, Depth - 1));
  case 4:
    return div(L, By);
  default:
    return mod(L, By);
  }
}

TEST(QuotientsTest, EveryFormKeepsItsValues) {
  std::mt19937 Random(7);
  unsigned Changed = 0;
  for (unsigned Form = 0; Form < 5000; ++Form) {
    const Expr E = randomForm(Random, 5), Folded = folded(E);
    Changed += Folded != E;
    for (unsigned Point = 0; Point < 40; ++Point) {
      std::map<std::string, int64_t, std::less<>> At;
      for (const auto &[Name, Range] : Ranges)
        At[Name] = Range.first +
                   int64_t(Random() % uint64_t(Range.second - Range.first + 1));
      auto Value = [&](std::string_view Name) -> std::optional<int64_t> {
        return At.find(Name)->second;
      };
      ASSERT_EQ(evaluate(E, Value), evaluate(Folded, Value))
          << toString(E) << " became " << toString(Folded);
    }
  }
  EXPECT_GT(Changed, 500u); // the rules apply
}

} // namespace
