// Sums over nests, against executed loops and binomial coefficients.
#include "NestSum.h"

#include <gtest/gtest.h>
#include <random>

using namespace roofline;

namespace {

using Counters = std::vector<int64_t>;
using Bound = std::function<int64_t(const Counters &, size_t Level)>;

/// \p Levels loops, each to \p Extent of the counters around; all are the key.
SummedNest nest(size_t Levels, const Bound &Extent) {
  SummedNest N;
  N.Levels = Levels;
  N.Key = [](size_t Level, const Counters &Point) {
    return Counters(Point.begin(), Point.begin() + int64_t(Level));
  };
  N.Extent = [=](size_t Level, const Counters &Point) {
    return Extent(Point, Level);
  };
  N.Point = [](const Counters &) { return NestTotals{1, 1}; };
  return N;
}

int64_t run(size_t Levels, const Bound &Extent, Counters &Point) {
  if (Point.size() == Levels)
    return 1;
  int64_t Sum = 0;
  const int64_t Size = Extent(Point, Point.size());
  Point.push_back(0);
  for (; Point.back() < Size; ++Point.back())
    Sum += run(Levels, Extent, Point);
  Point.pop_back();
  return Sum;
}

// for i < 300, j <= i, k <= j: as many as 3 of 302 can be chosen.
TEST(NestSum, ATripleTriangle) {
  SummedNest N = nest(3, [](const Counters &Point, size_t Level) {
    return Level ? Point[Level - 1] + 1 : 300;
  });
  N.Degree = 3;
  ASSERT_TRUE(sumNest(N));
  EXPECT_EQ(int64_t(sumNest(N)->Entries), 4545100);
}

// Thirty levels of n = 1000: 30 of 1029, which has 56 digits, do not fit; 10 of
// 1009 do. The level around is all that one depends on.
TEST(NestSum, DeepNestsTakeNoTime) {
  auto Triangle = [](size_t Levels) {
    SummedNest N = nest(Levels, [](const Counters &Point, size_t Level) {
      return Level ? Point[Level - 1] + 1 : 1000;
    });
    N.Degree = Levels;
    N.Key = [](size_t Level, const Counters &Point) {
      return Level ? Counters{Point[Level - 1]} : Counters{};
    };
    return sumNest(N);
  };
  NestTotals::Whole Choose = 1; // 10 of 1009
  for (int I = 1; I <= 10; ++I)
    Choose = Choose * (999 + I) / I;
  ASSERT_TRUE(Triangle(10));
  EXPECT_TRUE(Triangle(10)->Entries == Choose);
  EXPECT_FALSE(Triangle(30));
}

// Every value is added, or none.
TEST(NestSum, OtherForms) {
  SummedNest Modulo = nest(2, [](const Counters &Point, size_t Level) {
    return Level ? Point[0] % 16 : 1000;
  });
  ASSERT_TRUE(sumNest(Modulo));
  EXPECT_EQ(int64_t(sumNest(Modulo)->Entries), 62 * 120 + 28); // 0 + .. + 7
  SummedNest Clamped = nest(2, [](const Counters &Point, size_t Level) {
    return Level ? std::min<int64_t>(Point[0], 200) : 300;
  });
  ASSERT_TRUE(sumNest(Clamped));
  EXPECT_EQ(int64_t(sumNest(Clamped)->Entries), 200 * 199 / 2 + 100 * 200);
  SummedNest Many = nest(2, [](const Counters &Point, size_t Level) {
    return Level ? Point[0] % 16 : 1000000000;
  });
  EXPECT_FALSE(sumNest(Many));
}

TEST(NestSum, AgreesWithLoopsThatRun) {
  std::mt19937 Random(7);
  auto Pick = [&](int64_t Low, int64_t High) {
    return std::uniform_int_distribution<int64_t>(Low, High)(Random);
  };
  for (int Trial = 0; Trial < 400; ++Trial) {
    const size_t Levels = size_t(Pick(1, 4));
    const bool IsPolynomial = Trial % 2; // no negative bound, and no limit
    std::vector<Counters> Factors(Levels);
    for (size_t Level = 0; Level < Levels; ++Level) {
      Factors[Level].push_back(Pick(IsPolynomial ? 0 : -3, Level ? 5 : 20));
      for (size_t Around = 0; Around < Level; ++Around)
        Factors[Level].push_back(Pick(IsPolynomial ? 0 : -1, 1));
    }
    const int64_t Most = IsPolynomial ? INT64_MAX : Pick(5, 60);
    const Bound Extent = [&](const Counters &Point, size_t Level) {
      int64_t Size = Factors[Level][0];
      for (size_t Around = 0; Around < Level; ++Around)
        Size += Factors[Level][Around + 1] * Point[Around];
      return std::min(Size, Most);
    };
    SummedNest N = nest(Levels, Extent);
    if (IsPolynomial)
      N.Degree = Levels;
    Counters Point;
    const auto Sum = sumNest(N);
    ASSERT_TRUE(Sum);
    EXPECT_EQ(int64_t(Sum->Entries), run(Levels, Extent, Point)) << Trial;
  }
}

} // namespace
