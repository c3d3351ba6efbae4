// Iterations between a store and a load, counted by hand.
#include "roofline/VitisNests/Distance.h"

#include <gtest/gtest.h>

using namespace roofline::vitis;

namespace {

/// A[i][j] in loops 0 (i, 6 iterations) and 1 (j, 10).
const AccessForm Plane{.Array = 0,
                       .IsAffine = true,
                       .Base = {},
                       .Terms = {{0, 0, 1}, {1, 1, 1}},
                       .IrregularLoops = {},
                       .Irregular = ""};
const std::vector<SpanLoop> Nest{{0, 6, 1}, {1, 10, 1}};

std::optional<int64_t> iterations(Coordinates Store, Coordinates Load,
                                  const AccessForm &Form = Plane,
                                  const std::vector<SpanLoop> &Loops = Nest) {
  auto Found = shortestSpan({&Form, Store, Load, {}, 0}, Loops);
  if (!Found)
    return std::nullopt;
  return iterationsOf(*Found, Loops);
}

TEST(Distance, ARowBeforeIsARowOfIterations) {
  // A[i][j] written, A[i-1][j] read: one i later.
  EXPECT_EQ(iterations({0, 0}, {-1, 0}), 10);
  // A[i-1][j+1]: one i later and one j earlier.
  EXPECT_EQ(iterations({0, 0}, {-1, 1}), 9);
  EXPECT_EQ(iterations({0, 0}, {0, -1}), 1);
}

TEST(Distance, AnElementThatIsNotYetWrittenIsNoDependence) {
  EXPECT_EQ(iterations({0, 0}, {0, 1}), std::nullopt);
  EXPECT_EQ(iterations({0, 0}, {0, 0}), std::nullopt);
}

TEST(Distance, ALoopThatNoIndexNamesComesBackAtOnce) {
  // C[i][j] in i, k, j: the next k, which is 10 iterations of j.
  const AccessForm Sum{.Array = 0,
                       .IsAffine = true,
                       .Base = {},
                       .Terms = {{0, 0, 1}, {2, 1, 1}},
                       .IrregularLoops = {},
                       .Irregular = ""};
  const std::vector<SpanLoop> Loops{{0, 6, 1}, {1, 8, 1}, {2, 10, 1}};
  EXPECT_EQ(iterations({}, {}, Sum, Loops), 10);
}

TEST(Distance, AFlatIndexIsTakenApart) {
  // A[16 i + j], 10 iterations of j: 15 back is one i later and one j on.
  const AccessForm Flat{.Array = 0,
                        .IsAffine = true,
                        .Base = {},
                        .Terms = {{0, 0, 16}, {1, 0, 1}},
                        .IrregularLoops = {},
                        .Irregular = ""};
  EXPECT_EQ(iterations({0}, {-17}, Flat), 11);
  // 15 = 16 - 1.
  EXPECT_EQ(iterations({0}, {-15}, Flat), 9);
  // 12 = 16 - 4, as j goes on by 9 at most.
  EXPECT_EQ(iterations({0}, {-12}, Flat), 6);
  EXPECT_EQ(iterations({0}, {-10}, Flat), 4);
}

TEST(Distance, AnUnrolledLoopCountsItsOwnIterations) {
  const std::vector<SpanLoop> ByTwo{{0, 6, 1}, {1, 5, 2}};
  EXPECT_EQ(iterations({0, 0}, {0, -2}, Plane, ByTwo), 1);
  EXPECT_EQ(iterations({0, 0}, {0, -1}, Plane, ByTwo), std::nullopt);
}

} // namespace
