// Sequences of places as nested strides.
#include "roofline/Loops/LoopPorts.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

using Walk = std::vector<WalkLevel>;

TEST(WalkTest, NestedStrides) {
  EXPECT_EQ(walkOf({7}), (Walk{{1, 1}}));
  EXPECT_EQ(walkOf({3, 4, 5, 6}), (Walk{{4, 1}}));
  EXPECT_EQ(walkOf({5, 4, 3}), (Walk{{3, -1}}));
  // Two rows of three, a row apart of ten; each twice.
  EXPECT_EQ(walkOf({0, 1, 2, 0, 1, 2, 10, 11, 12, 10, 11, 12}),
            (Walk{{3, 1}, {2, 0}, {2, 10}}));
  EXPECT_EQ(walkOf({0, 1, 3, 4, 9}), std::nullopt);
}

TEST(WalkTest, PlacesAreThoseOfTheWalk) {
  const std::vector<uint64_t> Places = {4,  6,  8,  1,  3,  5,
                                        40, 42, 44, 37, 39, 41};
  const LoopPort P = {0, "a", 4, *walkOf(Places)};
  ASSERT_EQ(P.elements(), Places.size());
  for (uint64_t I = 0; I < Places.size(); ++I)
    EXPECT_EQ(P.place(I), Places[I]) << I;
}

} // namespace
