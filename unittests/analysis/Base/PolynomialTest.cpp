// Polynomials from their values: known ones come back, others do not.
#include "roofline/Base/Polynomial.h"

#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace roofline;

namespace {

using Point = std::vector<int64_t>;

/// The grid below \p Most at \p Steps, and one point beyond it.
std::vector<Point> pointsBelow(const Point &Most, const Point &Steps) {
  std::vector<Point> Points = {Most};
  const int64_t Degree = highestPower(Most.size());
  for (size_t V = 0; V < Most.size(); ++V) {
    const size_t Count = Points.size();
    for (int64_t S = 1; S <= Degree; ++S)
      for (size_t I = 0; I < Count; ++I) {
        Points.push_back(Points[I]);
        Points.back()[V] -= S * Steps[V];
      }
  }
  Points.push_back(Most);
  for (size_t V = 0; V < Most.size(); ++V)
    Points.back()[V] -= (Degree + 1) * Steps[V];
  return Points;
}

std::vector<int64_t> numbersAt(const std::vector<Point> &Points,
                               const std::function<int64_t(const Point &)> &F) {
  std::vector<int64_t> Numbers;
  for (const Point &P : Points)
    Numbers.push_back(F(P));
  return Numbers;
}

TEST(PolynomialTest, ReadsAsWritten) {
  const auto Points = pointsBelow({1920, 1080}, {64, 8});
  auto Text = [&](const std::function<int64_t(const Point &)> &F) {
    const auto P = fitPolynomial(Points, numbersAt(Points, F));
    return P ? toString(toExpr(*P, {"w", "h"})) : "none";
  };
  EXPECT_EQ(Text([](auto &X) { return X[0] * X[1] + 2 * X[0] + 9; }),
            "h*w + 2*w + 9");
  EXPECT_EQ(Text([](auto &X) { return X[0] * X[1] / 4 - 3; }),
            "(h*w - 12) / 4");
  EXPECT_EQ(Text([](auto &X) { return X[1] * X[1] - X[0]; }), "h*h - w");
  EXPECT_EQ(Text([](auto &) { return -7; }), "-7");
  EXPECT_EQ(Text([](auto &) { return 0; }), "0");
}

TEST(PolynomialTest, OthersAreNone) {
  const auto Points = pointsBelow({1920, 1080}, {64, 8});
  auto IsNone = [&](const std::function<int64_t(const Point &)> &F) {
    return !fitPolynomial(Points, numbersAt(Points, F));
  };
  EXPECT_TRUE(IsNone([](auto &X) { return X[0] % 128; }));
  EXPECT_TRUE(IsNone([](auto &X) { return X[0] > 1800; }));
  EXPECT_TRUE(IsNone([](auto &X) { return X[0] * X[0] * X[0]; }));
  EXPECT_TRUE(IsNone([](auto &X) { return X[0] / 64 * 5 + X[1] / 8 % 2; }));
  // Thirds, which no hardware divides by for free.
  EXPECT_TRUE(fitPolynomial(pointsBelow({96}, {3}),
                            numbersAt(pointsBelow({96}, {3}), [](auto &X) {
                              return X[0] / 3;
                            })) == std::nullopt);
}

TEST(PolynomialTest, RandomOnesComeBack) {
  std::mt19937_64 Random(7);
  auto Any = [&](int64_t Low, int64_t High) {
    return std::uniform_int_distribution<int64_t>(Low, High)(Random);
  };
  for (int Run = 0; Run < 300; ++Run) {
    const size_t Count = size_t(Any(1, 3));
    Polynomial Of;
    for (int T = 0, Most = int(Any(1, 4)); T < Most; ++T) {
      PolynomialTerm Term = {Any(-50, 50), {}};
      for (size_t V = 0; V < Count; ++V)
        Term.Powers.push_back(uint32_t(Any(0, highestPower(Count))));
      Of.Terms.push_back(Term);
    }
    Point Most, Steps;
    for (size_t V = 0; V < Count; ++V) {
      Steps.push_back(int64_t(1) << Any(0, 6));
      Most.push_back(Steps[V] * Any(5, 40));
    }
    const auto Points = pointsBelow(Most, Steps);
    const auto Found = fitPolynomial(
        Points, numbersAt(Points, [&](const Point &X) { return Of.at(X); }));
    ASSERT_TRUE(Found) << Run;
    for (int Check = 0; Check < 20; ++Check) {
      Point X;
      for (size_t V = 0; V < Count; ++V)
        X.push_back(Any(0, Most[V]));
      EXPECT_EQ(Found->at(X), Of.at(X)) << Run;
      for (int64_t &Each : X)
        Each = std::max<int64_t>(Each, 1);
      EXPECT_LE(Of.at(X), Of.mostUpTo(Most)) << Run;
    }
  }
}

} // namespace
