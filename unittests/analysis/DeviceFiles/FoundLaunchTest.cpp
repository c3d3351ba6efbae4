// Launch files found beside a source, and their values for a kernel.
#include "TestFile.h"

#include "roofline/DeviceFiles/FoundLaunch.h"

using namespace llvm;
using namespace roofline;

namespace {

LaunchFile fileOf(const std::string &Kernel, uint64_t Global) {
  LaunchFile File;
  File.Kernel = Kernel;
  File.L.Dimensions = 1;
  File.L.Global = {Global, 1, 1};
  File.L.Local = {4, 1, 1};
  File.L.Args["n"] = 3;
  return File;
}

TEST(FoundLaunch, TheSourcesOwnFileComesFirst) {
  SmallString<128> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("found", Folder));
  const std::string Source = (Folder + "/k.cl").str();
  auto Write = [&](StringRef Name, StringRef Text = "format: roofline-launch") {
    std::error_code EC;
    raw_fd_ostream((Folder + "/" + Name).str(), EC) << Text << "\n";
    ASSERT_FALSE(EC);
  };
  EXPECT_EQ(findLaunch(Source), "");
  Write("launch.yaml");
  EXPECT_EQ(findLaunch(Source), (Folder + "/launch.yaml").str());
  Write("k.launch.yaml");
  EXPECT_EQ(findLaunch(Source), (Folder + "/k.launch.yaml").str());
  EXPECT_EQ(findLaunch((Folder + "/other.cl").str()),
            (Folder + "/launch.yaml").str());
  EXPECT_EQ(findLaunch((Folder + "/k.ll").str()), "");
  EXPECT_EQ(findLaunch((Folder + "/k.cpp").str()), "");
  EXPECT_EQ(launchBeside((Folder + "/k.cpp").str()),
            (Folder + "/k.launch.yaml").str());
  for (const char *Foreign :
       {"launch: [{ arg: { name: n } }]", "format: other", "- a list", "",
        "a: &x 1\nb: *x", "a: 1\n---\nb: 2", "a: ["}) {
    Write("k.launch.yaml", Foreign);
    std::vector<std::string> Skipped;
    auto Keep = [&](StringRef Path) { Skipped.push_back(Path.str()); };
    EXPECT_EQ(findLaunch(Source, Keep), (Folder + "/launch.yaml").str())
        << Foreign;
    EXPECT_EQ(Skipped,
              std::vector<std::string>{(Folder + "/k.launch.yaml").str()})
        << Foreign;
  }
  // A mistake in a file of ours is to be heard.
  for (const char *Ours : {"format: roofline-launch\nglobal: [",
                           "format: roofline-launch\nx: 1"}) {
    Write("k.launch.yaml", Ours);
    EXPECT_EQ(findLaunch(Source), (Folder + "/k.launch.yaml").str()) << Ours;
  }
  sys::fs::remove_directories(Folder);
}

TEST(FoundLaunch, AKernelThatIsNotMentionedHasNone) {
  EXPECT_TRUE(launchOf(fileOf("", 64), "any"));
  EXPECT_TRUE(launchOf(fileOf("a,b,c", 64), "b"));
  EXPECT_TRUE(launchOf(fileOf("a,b,c", 64), "a,b"));
  EXPECT_FALSE(launchOf(fileOf("a,b", 64), "b,c"));
  EXPECT_FALSE(launchOf(fileOf("ab", 64), "a"));
}

TEST(FoundLaunch, OfAListTheFirstOne) {
  LaunchFile File = fileOf("", 64);
  for (uint64_t Size : {8, 16}) {
    PlannedLaunch P;
    P.Kernel = "a";
    P.L.Global = {Size, 1, 1};
    File.Plan.push_back(P);
  }
  ASSERT_TRUE(launchOf(File, "a"));
  EXPECT_EQ(launchOf(File, "a")->Global[0], 8u);
  EXPECT_FALSE(launchOf(File, "b"));
}

TEST(FoundLaunch, OptionsWinAndTakeTheLocalSizeAway) {
  LaunchTexts Texts;
  Texts.Args = {"n=5"};
  Expected<Launch> Kept = launchOf(fileOf("a", 64), "a", Texts);
  ASSERT_TRUE(bool(Kept));
  EXPECT_EQ(Kept->Args.at("n"), 5);
  EXPECT_TRUE(Kept->Local);
  EXPECT_TRUE(adds(fileOf("a", 64), "a", Texts));
  Texts.Global = "10";
  Expected<Launch> Changed = launchOf(fileOf("a", 64), "a", Texts);
  ASSERT_TRUE(bool(Changed));
  EXPECT_EQ(Changed->Global[0], 10u);
  EXPECT_FALSE(Changed->Local);
  EXPECT_FALSE(adds(fileOf("a", 64), "a", Texts));
}

} // namespace
