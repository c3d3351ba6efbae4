// Memories of blocks, as yosys builds them.
#include "roofline/Resources/MemoryBlocks.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

/// Blocks of 36 Kb and their halves, by hand: no weight but their number.
constexpr MemoryShape Halves[] = {{0.5, 1 << 14, 1, 36, 1, 0}};

TEST(MemoryBlocksTest, WideWordsLieSideBySide) {
  // 512 words of 36 bits each.
  EXPECT_EQ(mapMemory(Halves, 512, 36), (MemoryMapping{0.5, 1}));
  EXPECT_EQ(mapMemory(Halves, 512, 37), (MemoryMapping{1, 1}));
  EXPECT_EQ(mapMemory(Halves, 512, 72), (MemoryMapping{1, 1}));
}

TEST(MemoryBlocksTest, SectionsShareBlocks) {
  // 1500 words of 27 bits: 3 sections of 512 are 81 bits, 3 blocks of 36; but
  // 3 blocks of 2048 x 9 have no choice between them.
  EXPECT_EQ(mapMemory(Halves, 1500, 27), (MemoryMapping{1.5, 1}));
  constexpr MemoryShape Wide[] = {{0.5, 1 << 14, 36, 36, 100, 0}};
  EXPECT_EQ(mapMemory(Wide, 1500, 27), (MemoryMapping{1.5, 3}));
}

TEST(MemoryBlocksTest, ChoicesWeighAgainstBlocks) {
  // 4096 words of 8 bits: two sections of 2048 x 9, or 2 blocks of 4096 x 4.
  EXPECT_EQ(mapMemory(Halves, 4096, 8), (MemoryMapping{1, 1}));
  // 4096 words of 9 bits: 3 blocks of 4, or 2 of 9 and 9 choices.
  constexpr MemoryShape Light[] = {{0.5, 1 << 14, 1, 36, 1, 0}},
                        Heavy[] = {{0.5, 1 << 14, 1, 36, 100, 0}};
  EXPECT_EQ(mapMemory(Light, 4096, 9), (MemoryMapping{1.5, 1}));
  EXPECT_EQ(mapMemory(Heavy, 4096, 9), (MemoryMapping{1, 2}));
}

TEST(MemoryBlocksTest, WithoutShapesNothingIsKnown) {
  EXPECT_FALSE(mapMemory({}, 512, 36));
}

} // namespace
