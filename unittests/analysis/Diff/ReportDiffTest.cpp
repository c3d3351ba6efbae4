// Numbers that changed, and the inputs that they changed with.
#include "roofline/Diff/ReportDiff.h"

#include "Reports.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace roofline;

namespace {

MetricChange change(std::optional<Reading> Old, std::optional<Reading> New) {
  return {Metric::Time, Old, New};
}

Trend trendOf(std::optional<Reading> Old, std::optional<Reading> New) {
  return change(Old, New).trend();
}

const Reading Unknown;

KernelDiff diffOf(const ReportedKernel &Old, const ReportedKernel &New) {
  ReportDiff D = diffReports(fileOf({Old}), fileOf({New}));
  EXPECT_EQ(D.Kernels.size(), 1u);
  return D.Kernels.front();
}

/// "kernel trip count: n = 4096 -> n = 64", one for each input.
std::vector<std::string> inputsOf(const KernelDiff &K) {
  std::vector<std::string> Result;
  for (const PartDiff &P : K.Parts)
    for (const InputChange &C : P.Inputs)
      Result.push_back((P.Name.empty() ? "kernel" : P.Name) + " " + C.What +
                       ": " + C.Old + " -> " + C.New);
  return Result;
}

using Texts = std::vector<std::string>;

TEST(MetricChange, AnUnknownIsNoZero) {
  EXPECT_EQ(trendOf(exactly(0), Unknown), Trend::BecameUnknown);
  EXPECT_EQ(trendOf(Unknown, exactly(0)), Trend::BecameKnown);
  EXPECT_EQ(trendOf(Unknown, Unknown), Trend::StaysUnknown);
  EXPECT_EQ(trendOf(exactly(0), std::nullopt), Trend::Vanished);
  EXPECT_EQ(trendOf(std::nullopt, Unknown), Trend::Appeared);
  EXPECT_EQ(trendOf(std::nullopt, std::nullopt), Trend::Absent);
  EXPECT_EQ(change(Unknown, exactly(1)).growth(), std::nullopt);
  EXPECT_EQ(change(exactly(0), exactly(1)).growth(), std::nullopt);
}

TEST(MetricChange, RangesAreOrderedOnlyWhereTheyDoNotMeet) {
  EXPECT_EQ(trendOf(exactly(4), exactly(5)), Trend::More);
  EXPECT_EQ(trendOf(exactly(4), exactly(3)), Trend::Less);
  EXPECT_EQ(trendOf(Reading{1, 4}, Reading{1, 4}), Trend::Same);
  EXPECT_EQ(trendOf(Reading{1, 4}, Reading{5, 6}), Trend::More);
  EXPECT_EQ(trendOf(Reading{1, 4}, Reading{2, 6}), Trend::Bounds);
  EXPECT_EQ(trendOf(exactly(4), atLeast(5)), Trend::More);
  EXPECT_EQ(trendOf(exactly(4), atLeast(3)), Trend::Bounds);
  EXPECT_EQ(trendOf(exactly(4), atMost(3)), Trend::Less);
  EXPECT_EQ(trendOf(atMost(4), atMost(5)), Trend::Bounds);
}

TEST(MetricChange, GrowthIsRelativeToTheOldNumber) {
  EXPECT_DOUBLE_EQ(*change(exactly(4), exactly(5)).growth(), 0.25);
  EXPECT_DOUBLE_EQ(*change(atMost(4), atMost(2)).growth(), -0.5);
  EXPECT_EQ(change(exactly(4), atMost(5)).growth(), std::nullopt);
}

TEST(MetricChange, LastBitsOfASumAreNoChange) {
  EXPECT_EQ(trendOf(exactly(0.1 + 0.2), exactly(0.3)), Trend::Same);
  EXPECT_EQ(trendOf(exactly(1), exactly(1 + 1e-9)), Trend::More);
}

TEST(ReportDiff, EqualReportsAndInsertedLinesAreNoChange) {
  ReportedKernel Old = kernelAt("k", 1);
  EXPECT_TRUE(diffReports(fileOf({Old}), fileOf({Old})).isSame());
  KernelDiff Moved = diffOf(Old, kernelAt("k", 40));
  EXPECT_TRUE(Moved.isSame());
  EXPECT_FALSE(Moved.isUnexplained());
}

TEST(ReportDiff, TripCountAndIntervalWithTheirReasons) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 5);
  New.Loops[0].Trip = 64;
  New.Loops[0].ForcedBy = {
      "memory", {"k.cl", 7, 5}, {"k.cl", 7, 12}, std::nullopt};
  New.Loops[0].Numbers[Metric::Interval] = exactly(7);
  KernelDiff K = diffOf(Old, New);
  EXPECT_EQ(inputsOf(K),
            (Texts{"loop trip count: n = 4096 -> n = 64",
                   "loop dependence behind the interval: none -> memory from "
                   "7:5 to 7:12, distance unknown"}));
  const PartDiff &Loop = K.Parts[1];
  EXPECT_EQ(Loop.Old.Line, 2u);
  EXPECT_EQ(Loop.New.Line, 6u);
  ASSERT_EQ(Loop.Numbers.size(), 1u);
  EXPECT_EQ(Loop.Numbers[0].M, Metric::Interval);
  EXPECT_EQ(Loop.Numbers[0].trend(), Trend::More);
}

TEST(ReportDiff, ALongerChainBehindTheSameDependence) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.Loops[0].ForcedBy =
      New.Loops[0].ForcedBy = {"register", {"k.cl", 3, 5}, {"k.cl", 3, 5}, 1};
  EXPECT_TRUE(diffOf(Old, New).isSame());
  New.Loops[0].Numbers[Metric::Interval] = exactly(28);
  EXPECT_EQ(inputsOf(diffOf(Old, New)),
            (Texts{"loop dependence behind the interval: register from 3:5 to "
                   "3:5, distance 1 -> register from 3:5 to 3:5, distance 1"}));
  EXPECT_TRUE(diffOf(Old, New).isUnexplained());
}

TEST(ReportDiff, ATripCountThatBecameUnknownIsNamed) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Loops[0].TripKind = "unknown";
  New.Loops[0].TripReason = "data-dependent exit at 2:3";
  New.Loops[0].Trip.reset();
  New.Missing = {{"trip count", {"k.cl", 2, 3}}};
  EXPECT_EQ(inputsOf(diffOf(Old, New)),
            (Texts{"kernel missing: known -> trip count (2:3)",
                   "loop trip count: n = 4096 -> unknown: data-dependent exit "
                   "at 2:3"}));
}

TEST(ReportDiff, WhatIsMissingMayMove) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 5);
  Old.Missing = {{"trip count of the loop at line 2", {"k.cl", 2, 3}}};
  New.Missing = {{"trip count of the loop at line 6", {"k.cl", 6, 3}}};
  EXPECT_TRUE(diffOf(Old, New).isSame());
  New.Missing.push_back({"trip count of the loop at line 9", {"k.cl", 9, 3}});
  EXPECT_EQ(inputsOf(diffOf(Old, New)),
            (Texts{"kernel missing: known -> trip count of the loop at line 9 "
                   "(9:3)"}));
}

TEST(ReportDiff, DesignDeviceAndLaunch) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.DeviceEntries = {{"memory.banks", 2}, {"memory.latency", 64}};
  New.DeviceEntries = {{"memory.banks", 2}, {"memory.latency", 80}};
  Old.Simd = New.Simd = 1;
  Old.ComputeUnits = 1;
  New.ComputeUnits = 2;
  New.Clock = 200e6;
  New.Args = {{"n", 64}, {"m", 3}};
  Old.Channels = {{"c", "read, depth 8"}};
  New.Channels = {{"c", "read, depth 0"}};
  Old.Loops[0].Unroll = 4;
  New.Loops[0].Unroll = 1;
  KernelDiff K = diffOf(Old, New);
  EXPECT_EQ(
      inputsOf(K),
      (Texts{"kernel clock: 240 MHz -> 200 MHz",
             "kernel device file: memory.latency: 64 -> 80",
             "kernel argument n: 4096 -> 64", "kernel argument m: none -> 3",
             "kernel channel c: read, depth 8 -> read, depth 0",
             "kernel compute units: 1 -> 2", "loop unrolled: 4 -> 1"}));
  EXPECT_EQ(K.Differs, (std::set<Setting>{Setting::Device, Setting::Launch}));
}

TEST(ReportDiff, ClockAndDeviceFileMakeAnotherDevice) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.DeviceEntries = New.DeviceEntries = {{"memory.banks", 2}};
  EXPECT_TRUE(diffOf(Old, New).Differs.empty());
  New.Clock = 400e6; // a result of the design
  EXPECT_TRUE(diffOf(Old, New).Differs.empty());
  Old.IsClockGiven = true;
  EXPECT_EQ(diffOf(Old, New).Differs, std::set<Setting>{Setting::Device});
  New.Clock = Old.Clock;
  New.DeviceEntries["memory.banks"] = 4;
  EXPECT_EQ(diffOf(Old, New).Differs, std::set<Setting>{Setting::Device});
  New.DeviceEntries.clear(); // an entry that only one of them says
  EXPECT_EQ(diffOf(Old, New).Differs, std::set<Setting>{Setting::Device});
}

TEST(ReportDiff, TripsAndProfilesMakeAnotherLaunch) {
  const std::set<Setting> Launch{Setting::Launch}, None;
  auto Differs = [](const char *OldSource, std::optional<double> OldTrip,
                    const char *NewSource, std::optional<double> NewTrip) {
    ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
    Old.Loops[0].TripSource = OldSource;
    Old.Loops[0].Trip = OldTrip;
    New.Loops[0].TripSource = NewSource;
    New.Loops[0].Trip = NewTrip;
    return diffOf(Old, New).Differs;
  };
  for (const char *Source : {"given", "measured", "scaled"}) {
    EXPECT_EQ(Differs(Source, 100, Source, 1), Launch) << Source;
    EXPECT_EQ(Differs(Source, 100, "form", 1), Launch) << Source;
    EXPECT_EQ(Differs("", std::nullopt, Source, 100), Launch) << Source;
    EXPECT_EQ(Differs(Source, 100, Source, 100), None) << Source;
  }
  EXPECT_EQ(Differs("given", 100, "measured", 100), Launch);
  EXPECT_EQ(Differs("form", 100, "form", 1), None); // of the source
  EXPECT_EQ(Differs("", std::nullopt, "form", 1), None);
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.Profile = New.Profile = "64 x 1 x 1";
  EXPECT_EQ(diffOf(Old, New).Differs, None);
  New.Profile += ", scaled";
  EXPECT_EQ(diffOf(Old, New).Differs, Launch);
}

TEST(ReportDiff, ANewArgumentIsNoOtherLaunch) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Args["m"] = 3;
  EXPECT_TRUE(diffOf(Old, New).Differs.empty());
}

TEST(ReportDiff, OfAnotherDeviceItsEntriesAreNotListed) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.DeviceEntries = {{"memory.banks", 2}};
  New.DeviceEntries = {{"memory.banks", 4}};
  New.Device = "other";
  New.Model = "hpca16";
  KernelDiff K = diffOf(Old, New);
  EXPECT_EQ(K.Differs, (std::set<Setting>{Setting::Device, Setting::Model}));
  EXPECT_EQ(inputsOf(K), (Texts{"kernel device: toy -> other",
                                "kernel model: board -> hpca16"}));
}

TEST(ReportDiff, AccessesThatComeGoMoveAndChangeTheirPattern) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.Accesses.push_back(accessAt(3, 30, 0, "read", "b"));
  New.Accesses[0].AlongLoops = {{"strided", 256, ""}};
  New.Accesses[0].Pattern = "stride 256 B along the loop at line 2";
  New.Accesses[0].Numbers[Metric::Transactions] = exactly(4096);
  New.Accesses.push_back(accessAt(5, 3, {}, "write", "c"));
  KernelDiff K = diffOf(Old, New);
  EXPECT_EQ(inputsOf(K),
            (Texts{"read of a pattern: consecutive along the loop at line 2 "
                   "-> stride 256 B along the loop at line 2"}));
  ASSERT_EQ(K.Parts.size(), 5u); // the kernel, its loop, a, c, b
  EXPECT_EQ(K.Parts[3].Name, "write of c");
  EXPECT_EQ(K.Parts[3].P, Presence::New);
  EXPECT_EQ(K.Parts[4].Name, "read of b");
  EXPECT_EQ(K.Parts[4].P, Presence::Gone);

  New = Old;
  New.Accesses[1].Loop.reset();
  EXPECT_EQ(inputsOf(diffOf(Old, New)),
            (Texts{"read of b place: in the loop at line 2 -> in no loop"}));
}

TEST(ReportDiff, CountsOfOperations) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  Old.Counts = {{"operations fadd float32", exactly(8)},
                {"operations fmul float32", exactly(8)}};
  New.Counts = {{"operations fadd float32", {8, 16}},
                {"operations fdiv float32", Unknown}};
  EXPECT_EQ(inputsOf(diffOf(Old, New)),
            (Texts{"counts operations fadd float32: 8 -> 8 to 16",
                   "counts operations fmul float32: 8 -> none",
                   "counts operations fdiv float32: none -> unknown"}));
}

TEST(ReportDiff, AChangeWithoutACauseIsSaidToHaveNone) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Numbers[Metric::Time] = exactly(3e-6);
  EXPECT_TRUE(diffOf(Old, New).isUnexplained());
  New.Clock = 160e6;
  EXPECT_FALSE(diffOf(Old, New).isUnexplained());
}

TEST(ReportDiff, KernelsThatAreNewOrGone) {
  ReportDiff D = diffReports(fileOf({kernelAt("a", 1), kernelAt("b", 9)}),
                             fileOf({kernelAt("b", 1), kernelAt("c", 9)}));
  ASSERT_EQ(D.Kernels.size(), 3u);
  EXPECT_TRUE(D.Kernels[0].isSame());
  EXPECT_EQ(D.Kernels[1].Name, "c");
  EXPECT_EQ(D.Kernels[1].P, Presence::New);
  EXPECT_EQ(D.Kernels[2].Name, "a");
  EXPECT_EQ(D.Kernels[2].P, Presence::Gone);
  EXPECT_FALSE(D.isSame());
}

} // namespace
