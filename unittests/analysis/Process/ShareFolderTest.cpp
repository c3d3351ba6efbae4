// Binaries of each layout that is installed or built.
#include "roofline/Process/ShareFolder.h"

#include <gtest/gtest.h>

using namespace roofline;

TEST(ShareFolder, IsBesideBinOrLib) {
  EXPECT_EQ(shareFolder("/usr/bin/roofline"), "/usr/share/roofline");
  EXPECT_EQ(shareFolder("/src/build/lib/libRoofline.so"),
            "/src/build/share/roofline");
}

TEST(ShareFolder, OfPluginsOfSeveralLLVMsIsOne) {
  EXPECT_EQ(shareFolder("/usr/lib/roofline/19/libRoofline.so"),
            "/usr/share/roofline");
  EXPECT_EQ(shareFolder("/opt/lib/r/lib/roofline/22/libRoofline.so"),
            "/opt/lib/r/share/roofline");
}

TEST(ShareFolder, OfAnotherLayoutIsBesideItsOwnFolder) {
  EXPECT_EQ(shareFolder("/x/plugins/libRoofline.so"), "/x/share/roofline");
}
