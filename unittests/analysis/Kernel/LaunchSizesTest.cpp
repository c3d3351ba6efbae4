// Sizes as text: their limits, and the part of a list that an error names.
#include "roofline/Kernel/LaunchSizes.h"

#include "gtest/gtest.h"

#include <vector>

using namespace roofline;

using Texts = std::vector<std::string_view>;

TEST(LaunchSizes, AreReadInOrder) {
  LaunchSizes Sizes;
  EXPECT_FALSE(parseSizes(Texts{"4294967296", "2147483647"}, Sizes));
  EXPECT_EQ(Sizes, (LaunchSizes{{4294967296, 2147483647, 1}, 2}));
}

TEST(LaunchSizes, NameTheTextThatIsNone) {
  LaunchSizes Sizes;
  for (std::string_view Bad : {"", "0", "-1", "+1", " 1", "1 ", "0x10", "1.5",
                               "4294967297", "18446744073709551617"}) {
    const auto Problem = parseSizes(Texts{"1", Bad}, Sizes);
    ASSERT_TRUE(Problem) << Bad;
    EXPECT_EQ(Problem->Text, 1u) << Bad;
  }
}

TEST(LaunchSizes, AreLimitedTogether) {
  LaunchSizes Sizes;
  for (const Texts &Bad :
       {Texts{}, Texts{"1", "1", "1", "1"}, Texts{"4294967296", "2147483648"},
        Texts{"4294967296", "4294967296", "4294967296"}}) {
    const auto Problem = parseSizes(Bad, Sizes);
    ASSERT_TRUE(Problem);
    EXPECT_FALSE(Problem->Text);
  }
}
