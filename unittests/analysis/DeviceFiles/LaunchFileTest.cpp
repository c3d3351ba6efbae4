// Launch files: values, and the place of each kind of mistake.
#include "TestFile.h"

#include "roofline/DeviceFiles/LaunchFile.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

const char Valid[] = R"(format: roofline-launch
version: 1
kernel: mm
global: [1024, 512]
local: [16, 8]
args: { N: 1024, offset: -5, c: 0.25, small: -1e-3 }
trips: { 12: 2.5 }
buffers:
  A: { elements: 1048576, fill: random }
  B: { elements: 4 }
)";

TEST(LaunchFile, ReadsEverything) {
  TestFile File(Valid);
  Expected<LaunchFile> F = loadLaunch(File.path());
  ASSERT_TRUE(bool(F)) << toString(F.takeError());
  EXPECT_EQ(F->Kernel, "mm");
  EXPECT_EQ(F->L.Dimensions, 2u);
  EXPECT_EQ(F->L.Global, (std::array<uint64_t, 3>{1024, 512, 1}));
  EXPECT_EQ(F->L.Local, (std::array<uint64_t, 3>{16, 8, 1}));
  EXPECT_EQ(F->L.Args.at("N"), 1024);
  EXPECT_EQ(F->L.Args.at("offset"), -5);
  EXPECT_EQ(F->L.Args.size(), 2u);
  EXPECT_EQ(F->L.Floats.at("c"), 0.25);
  EXPECT_EQ(F->L.Floats.at("small"), -0.001);
  EXPECT_EQ(F->L.Trips.at({12, 0}), 2.5);
  ASSERT_EQ(F->Buffers.size(), 2u);
  EXPECT_EQ(F->Buffers.at("A"),
            (BufferFill{BufferFill::Kind::Random, 1048576}));
  EXPECT_EQ(F->Buffers.at("B").Elements, 4u);
}

TEST(LaunchFile, ASingleWorkItemNeedsNoRange) {
  TestFile File("format: roofline-launch\nversion: 1\n");
  Expected<LaunchFile> F = loadLaunch(File.path());
  ASSERT_TRUE(bool(F)) << toString(F.takeError());
  EXPECT_EQ(F->Kernel, "");
  EXPECT_EQ(F->L.Dimensions, 0u);
}

TEST(LaunchFile, AListIsUnrolled) {
  TestFile File(R"(format: roofline-launch
version: 1
kernel: pass
local: [4]
global: [8]
args: { n: 8 }
launches:
  - for: { name: w, from: 1, times: 2, until: n / 2 }
    global: [ n / w, 2 * (w + 1) ]
    local: [ 1, 2 ]
    args: { left: -w % 3, n: 16 }
  - times: 3
    launches:
      - kernel: other
        times: 2
      - together:
          - for: { name: k, from: 4, to: 0, step: -3 }
)");
  Expected<LaunchFile> F = loadLaunch(File.path());
  ASSERT_TRUE(bool(F)) << toString(F.takeError());
  ASSERT_EQ(F->Plan.size(), 6u);
  // w = 1, 2, 4.
  const PlannedLaunch &Second = F->Plan[1], &Third = F->Plan[2];
  EXPECT_EQ(Second.Kernel, "pass");
  EXPECT_EQ(Second.L.Global, (std::array<uint64_t, 3>{4, 6, 1}));
  EXPECT_EQ(Second.L.Local, (std::array<uint64_t, 3>{1, 2, 1}));
  EXPECT_EQ(Second.L.Args.at("left"), -2);
  EXPECT_EQ(Second.L.Args.at("n"), 16);
  EXPECT_EQ(Third.L.Args.at("w"), 4);
  EXPECT_EQ(Third.L.Args.at("left"), -1);
  EXPECT_EQ(Third.Variables, std::vector<std::string>{"w"});
  EXPECT_EQ(Third.Row, 0u);
  const PlannedLaunch &Other = F->Plan[3], &Last = F->Plan[5];
  EXPECT_EQ(Other.Kernel, "other");
  EXPECT_EQ(Other.Times, 6u);
  EXPECT_EQ(Other.L.Args.at("n"), 8);
  EXPECT_EQ(Other.L.Global, (std::array<uint64_t, 3>{8, 1, 1}));
  EXPECT_FALSE(Other.Together.has_value());
  EXPECT_EQ(Last.L.Args.at("k"), 1);
  EXPECT_EQ(Last.Times, 3u);
  EXPECT_EQ(Last.Row, 2u);
  EXPECT_TRUE(Last.Together.has_value());
}

class LaunchMistake : public testing::TestWithParam<Mistake> {};

TEST_P(LaunchMistake, IsReportedAtItsPlace) {
  expectLocated(GetParam(), Valid, loadLaunch);
}

const Mistake Mistakes[] = {
    {"UnknownKey", "args:", "arguments:", "arguments",
     "unknown key 'arguments'"},
    {"DuplicateKey", "local: [16, 8]", "global: [1, 1]", "global: [1, 1]",
     "key 'global' is given twice"},
    {"WrongFormat", "roofline-launch", "launch", "launch",
     "expected 'roofline-launch'"},
    {"WrongVersion", "version: 1", "version: one", "one", "version 'one'"},
    {"EmptyKernel", "kernel: mm", "kernel: []", "[]", "a kernel's name"},
    {"ZeroSize", "1024, 512", "0, 512", "0, 512", "'0' is not a size"},
    {"NegativeSize", "1024, 512", "-1, 512", "-1, 512", "'-1' is not a size"},
    {"HugeSize", "1024, 512", "4294967297, 512", "4294967297", "is not a size"},
    {"HugeProduct", "1024, 512", "4294967296, 4294967296", "[4294967296",
     "multiply to 2^63"},
    {"FourDimensions", "[1024, 512]", "[1, 2, 3, 4]", "[1, 2, 3, 4]",
     "one to three sizes"},
    {"NoList", "[1024, 512]", "1024", "1024\nlocal", "one to three sizes"},
    {"OtherDimensions", "[16, 8]", "[16]", "[16]",
     "different numbers of dimensions"},
    {"LocalAlone", "global: [1024, 512]\n", "", "local", "without global"},
    {"ArgNoNumber", "N: 1024", "N: many", "many", "'many' is neither"},
    {"ArgInfinite", "c: 0.25", "c: inf", "inf", "'inf' is neither"},
    {"ArgTooLarge", "N: 1024", "N: 9223372036854775808", "9223",
     "neither an integer of 64 bits"},
    {"ArgsNoMapping", "{ N: 1024, offset: -5, c: 0.25, small: -1e-3 }", "[1]",
     "[1]", "a mapping of argument"},
    {"TripLine", "{ 12: 2.5 }", "{ main: 2.5 }", "main",
     "'main' is not a line number"},
    {"TripNegative", "{ 12: 2.5 }", "{ 12: -1 }", "-1 }",
     "'-1' is not a trip count"},
    {"TripsNoMapping", "{ 12: 2.5 }", "12", "12\nbuffers", "a mapping of line"},
    {"UnknownFill", "fill: random", "fill: ones", "ones", "fill 'ones'"},
    {"NoElements", "{ elements: 4 }", "{ fill: zero }", "B: { fill",
     "key 'elements' is missing"},
    {"ZeroElements", "elements: 4", "elements: 0", "0 }\n",
     "'0' is not a number of"},
    {"UnknownBufferKey", "{ elements: 4 }", "{ elements: 4, size: 3 }", "size",
     "unknown key 'size'"},
    {"NotYaml", "[16, 8]", "[16, 8", "trips", ""},
};

INSTANTIATE_TEST_SUITE_P(, LaunchMistake, testing::ValuesIn(Mistakes),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace
