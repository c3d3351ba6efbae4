// Sums of conditions against sums point by point, and by hand.
#include "Forms.h"

#include "roofline/Kernel/GuardedSum.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

const Expr X = symbol("global_id(0)"), Y = symbol("global_id(1)"),
           Lid = symbol("local_id(0)"), Group = symbol("group_id(0)"),
           I = symbol("loop:0"), J = symbol("loop:1"), N = symbol("n");

/// 1 where L >= R.
Expr atLeast(const Expr &L, const Expr &R) {
  return max(number(0), min(number(1), L - R + number(1)));
}
Expr equal(const Expr &L, const Expr &R) {
  return max(number(0), number(1) - max(L - R, R - L));
}
Expr differ(const Expr &L, const Expr &R) {
  return min(number(1), max(L - R, R - L));
}

/// Work-items in two dimensions, a loop of n iterations, and one of as many as
/// \p Inner in it.
KernelSummary nest(const Expr &Inner) {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  K.Loops.resize(2);
  for (Loop &L : K.Loops)
    L.Trip.K = TripCount::Kind::Exact;
  K.Loops[0].Trip.Count = N;
  K.Loops[1].Trip.Count = Inner;
  K.Loops[1].Parent = 0;
  return K;
}

Launch launch(uint64_t Width, uint64_t Height, uint64_t GroupSize, int64_t n) {
  Launch L;
  L.Dimensions = 2;
  L.Global = {Width, Height, 1};
  L.Local = {{GroupSize, 1, 1}};
  L.Args["n"] = n;
  return L;
}

/// Every point of the launch, one after the other.
double byHand(const KernelSummary &K, const Launch &L,
              std::optional<uint32_t> Innermost,
              const std::vector<Expr> &Conditions) {
  std::map<std::string, int64_t, std::less<>> At{{"n", L.Args.at("n")}};
  auto Value = [&](std::string_view S) -> std::optional<int64_t> {
    auto It = At.find(S);
    return It == At.end() ? std::nullopt : std::optional(It->second);
  };
  double Sum = 0;
  auto Visit = [&](uint32_t Level, auto &&Self) -> void {
    if (!Innermost || Level > *Innermost) {
      bool Holds = true;
      for (const Expr &E : Conditions)
        Holds &= *evaluate(E, Value) >= 1;
      Sum += Holds;
      return;
    }
    const int64_t Trip = *evaluate(K.Loops[Level].Trip.Count, Value);
    for (int64_t V = 0; V < Trip; ++V) {
      At[symbolOfLoop(Level)] = V;
      Self(Level + 1, Self);
    }
  };
  for (uint64_t y = 0; y < L.Global[1]; ++y)
    for (uint64_t x = 0; x < L.Global[0]; ++x) {
      At["global_id(0)"] = int64_t(x);
      At["global_id(1)"] = int64_t(y);
      At["local_id(0)"] = int64_t(x % (*L.Local)[0]);
      At["group_id(0)"] = int64_t(x / (*L.Local)[0]);
      Visit(0, Visit);
    }
  return Sum;
}

TEST(GuardedSum, AgreesWithPointsThatAreGoneThrough) {
  std::mt19937 Random(1);
  auto Number = [&](int64_t Least, int64_t Most) {
    return std::uniform_int_distribution<int64_t>(Least, Most)(Random);
  };
  const std::vector<Expr> Counters{X, Y, Lid, Group, I, J};
  auto Side = [&] {
    Expr E = number(Number(-3, 9));
    for (int64_t Terms = Number(1, 2); Terms > 0; --Terms)
      E = E + number(Number(-2, 2)) * Counters[size_t(Number(0, 5))];
    if (Number(0, 4) == 0)
      E = mod(Counters[size_t(Number(0, 5))] + number(Number(0, 2)),
              number(Number(1, 4)));
    if (Number(0, 6) == 0)
      E = div(Counters[size_t(Number(0, 5))], exp2(I));
    if (Number(0, 6) == 0)
      E = min(E, Counters[size_t(Number(0, 5))]);
    return Number(0, 3) == 0 ? E + N : E;
  };
  auto Condition = [&](auto &&Self, int Depth) -> Expr {
    switch (Number(0, Depth ? 6 : 2)) {
    case 0:
      return atLeast(Side(), Side());
    case 1:
      return equal(Side(), Side());
    case 2:
      return differ(Side(), Side());
    case 3:
      return Self(Self, Depth - 1) * Self(Self, Depth - 1);
    case 4:
      return max(Self(Self, Depth - 1), Self(Self, Depth - 1));
    case 5:
      return number(1) - Self(Self, Depth - 1);
    default:
      return min(Self(Self, Depth - 1), Self(Self, Depth - 1));
    }
  };
  const std::vector<Expr> Inner{N, I, I + number(1), N - I, X - I, number(3)};
  for (int Case = 0; Case < 4000; ++Case) {
    const KernelSummary K = nest(Inner[size_t(Number(0, 5))]);
    const Launch L = launch(uint64_t(Number(1, 12)), uint64_t(Number(1, 4)),
                            uint64_t(Number(1, 4)), Number(0, 5));
    std::vector<Expr> Conditions{Condition(Condition, 2)};
    if (Number(0, 1))
      Conditions.push_back(Condition(Condition, 1));
    const auto P = GuardedSums(K, L).points(1, Conditions);
    ASSERT_TRUE(P) << toString(Conditions.front());
    ASSERT_FALSE(P->IsSampled);
    ASSERT_EQ(P->Number, byHand(K, L, 1, Conditions))
        << toString(Conditions.front()) << " and "
        << toString(Conditions.back()) << " inner "
        << toString(K.Loops[1].Trip.Count) << " of " << L.Global[0] << " x "
        << L.Global[1] << " by " << (*L.Local)[0] << ", n = " << L.Args.at("n");
  }
}

TEST(GuardedSum, LargeLaunchesInClosedForm) {
  const KernelSummary K = nest(I + number(1));
  const Launch L = launch(1 << 20, 1, 256, 1000);
  GuardedSums S(K, L);
  // The first n work-items; the first of each group; a tree of 8 steps.
  EXPECT_EQ(S.points({}, {atLeast(N - number(1), X)})->Number, 1000);
  EXPECT_EQ(S.points({}, {equal(Lid, number(0))})->Number, 4096);
  // 2^20 = 3 * 349525 + 1: the remainders 1 and 2 have one less.
  EXPECT_EQ(S.points({}, {equal(mod(X, number(3)), number(1))})->Number,
            349525);
  // The triangle of a loop in the first n work-items.
  EXPECT_EQ(S.points(1, {atLeast(N - number(1), X)})->Number, 1000. * 500500);
  // Half of a square: j <= i of 1000 x 1000, in every work-item.
  const KernelSummary Square = nest(N);
  EXPECT_EQ(GuardedSums(Square, L).points(1, {atLeast(I, J)})->Number,
            500500. * (1 << 20));
}

TEST(GuardedSum, BordersOfAnImage) {
  const Launch L = launch(4096, 4096, 64, 4096);
  const KernelSummary K = nest(N);
  GuardedSums S(K, L);
  auto Inside = [](const Expr &E) {
    return atLeast(E, number(1)) * atLeast(N - number(2), E);
  };
  auto Outside = [](const Expr &E) {
    return max(equal(E, number(0)), equal(E, N - number(1)));
  };
  EXPECT_EQ(S.points({}, {Inside(X) * Inside(Y)})->Number, 4094. * 4094);
  EXPECT_EQ(S.points({}, {max(Outside(X), Outside(Y))})->Number,
            4096. * 4096 - 4094. * 4094);
}

TEST(GuardedSum, TreeOfAReduction) {
  KernelSummary K = nest(number(1));
  K.Loops[0].Trip.Count = number(8);
  const Launch L = launch(4096, 1, 256, 0);
  // 128 + 64 + ... + 1 of each of 16 groups.
  const Expr Left = div(number(128), exp2(I));
  EXPECT_EQ(
      GuardedSums(K, L).points(0, {atLeast(Left, Lid + number(1))})->Number,
      16 * 255);
}

TEST(GuardedSum, WhatIsSampledSaysSo) {
  const Launch L = launch(1 << 20, 1 << 20, 1, 1 << 30);
  const KernelSummary K = nest(N);
  const auto P = GuardedSums(K, L).points({}, {atLeast(N, X * Y)});
  ASSERT_TRUE(P);
  EXPECT_TRUE(P->IsSampled);
  double Truth = 1 << 20; // x = 0
  for (uint64_t x = 1; x < 1 << 20; ++x)
    Truth += double(std::min<uint64_t>(1 << 20, (1u << 30) / x + 1));
  EXPECT_NEAR(P->Number / Truth, 1, 0.15);
}

TEST(GuardedSum, NothingWhereTheLaunchLeavesItOpen) {
  const KernelSummary K = nest(N);
  Launch L = launch(64, 1, 8, 4);
  EXPECT_FALSE(GuardedSums(K, L).points({}, {atLeast(symbol("m"), X)}));
  L.Args.clear();
  EXPECT_FALSE(GuardedSums(K, L).points(0, {atLeast(number(3), X)}));
  L.Local.reset();
  EXPECT_FALSE(GuardedSums(K, L).points({}, {equal(Lid, number(0))}));
}

} // namespace
