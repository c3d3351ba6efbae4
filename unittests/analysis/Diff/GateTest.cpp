// Limits hold or break, and fail on numbers that they cannot compare.
#include "roofline/Diff/Gate.h"

#include "Reports.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

std::vector<Limit> limits(const char *Text) {
  std::vector<Limit> Result;
  EXPECT_EQ(parseLimits(Text, Result), std::nullopt);
  return Result;
}

std::string problem(const char *Text) {
  std::vector<Limit> Result;
  return parseLimits(Text, Result).value_or("none");
}

/// Reasons of all failures.
std::vector<std::string> check(const std::vector<ReportedKernel> &Old,
                               const std::vector<ReportedKernel> &New,
                               const char *Text,
                               std::set<Setting> Across = {}) {
  std::vector<std::string> Reasons;
  for (const GateFailure &F :
       checkLimits(diffReports(fileOf(Old), fileOf(New)), limits(Text), Across)
           .Failures)
    Reasons.push_back((F.Part.empty() ? "" : F.Part + ": ") + F.Reason);
  return Reasons;
}

/// The time of a kernel, before and after, against the limit \p Text.
std::vector<std::string> checkTime(Reading Old, Reading New, const char *Text) {
  ReportedKernel A = kernelAt("k", 1), B = kernelAt("k", 1);
  A.Numbers[Metric::Time] = Old;
  B.Numbers[Metric::Time] = New;
  return check({A}, {B}, Text);
}

using Reasons = std::vector<std::string>;
const Reasons Kept, Broken = {"more than the limit"};

TEST(ParseLimits, PercentAndAbsolute) {
  EXPECT_EQ(limits("time=5%,transactions=0,ii=1.5"),
            (std::vector<Limit>{{Metric::Time, 0.05, true},
                                {Metric::Transactions, 0, false},
                                {Metric::Interval, 1.5, false}}));
  EXPECT_EQ(limitText(limits("time=5%")[0]), "time=5%");
}

TEST(ParseLimits, Errors) {
  EXPECT_EQ(problem("speed=5%"),
            "'speed': no such metric; there are: time, cycles, ii, "
            "transactions, words, bytes, compulsory, work, logic, memory, dsp");
  EXPECT_EQ(problem("depth=0").substr(0, 24), "'depth': no such metric;");
  EXPECT_EQ(problem("time=-5%"), "'time=-5%': the growth allowed is negative");
  EXPECT_EQ(problem("time=-0"), "'time=-0': the growth allowed is negative");
  EXPECT_EQ(problem("time"), "'time': METRIC=GROWTH is expected, as time=5%");
  EXPECT_EQ(problem("time=1,,ii=0"),
            "'': METRIC=GROWTH is expected, as time=5%");
  for (const char *Text : {"time=", "time=%", "time=5%%", "time=x", "time=inf",
                           "time=nan", "time=1e999", "time=5 %"})
    EXPECT_EQ(problem(Text), std::string("'") + Text +
                                 "': a number or a percentage is expected "
                                 "after '='");
  EXPECT_EQ(problem("ii=0,time=1,ii=2"),
            "'ii=0,time=1,ii=2': ii is given twice");
}

TEST(ParseSettings, NamesAndErrors) {
  std::set<Setting> S;
  EXPECT_EQ(parseSettings("launch,device", S), std::nullopt);
  EXPECT_EQ(S, (std::set<Setting>{Setting::Launch, Setting::Device}));
  EXPECT_EQ(parseSettings("launch", S), "'launch': launch is given twice");
  EXPECT_EQ(parseSettings("clock", S),
            "'clock': device, model or launch is expected");
}

TEST(Gate, TheLimitItselfIsKept) {
  EXPECT_EQ(checkTime(exactly(100), exactly(105), "time=5%"), Kept);
  EXPECT_EQ(checkTime(exactly(100), exactly(105.001), "time=5%"), Broken);
  EXPECT_EQ(checkTime(exactly(100), exactly(105), "time=5"), Kept);
  EXPECT_EQ(checkTime(exactly(100), exactly(106), "time=5"), Broken);
  EXPECT_EQ(checkTime(exactly(100), exactly(50), "time=0"), Kept);
  EXPECT_EQ(checkTime(exactly(0), exactly(1), "time=500%"), Broken);
}

TEST(Gate, UnknownNumbersFail) {
  EXPECT_EQ(checkTime(exactly(1), {}, "time=5%"),
            Reasons{"the new one is unknown"});
  EXPECT_EQ(checkTime({}, exactly(0), "time=5%"),
            Reasons{"the old one is unknown"});
  EXPECT_EQ(checkTime({}, {}, "time=5%"), Reasons{"the new one is unknown"});
  EXPECT_EQ(checkTime(exactly(9), atLeast(1), "time=5%"),
            Reasons{"the new one is only known to be at least that"});
  EXPECT_EQ(checkTime(atLeast(1), atLeast(1), "time=5%"),
            Reasons{"the new one is only known to be at least that"});
}

TEST(Gate, TheReasonSaysWhatIsMissing) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Numbers[Metric::Time] = {};
  New.Missing = {{"argument n", {}}, {"argument m", {}}};
  EXPECT_EQ(check({Old}, {New}, "time=0"),
            Reasons{"the new one is unknown: it misses argument n, ..."});
}

TEST(Gate, ANumberThatAReportLacksFails) {
  ReportedKernel With = kernelAt("k", 1), Without = kernelAt("k", 1);
  With.Numbers[Metric::Dsp] = exactly(1);
  EXPECT_EQ(check({With}, {Without}, "dsp=0"),
            Reasons{"the new report does not have it"});
  EXPECT_EQ(check({Without}, {With}, "dsp=0"),
            Reasons{"the old report does not have it"});
  EXPECT_EQ(check({Without}, {Without}, "dsp=0"),
            Reasons{"neither report has it"});
  EXPECT_EQ(check({With}, {With}, "dsp=0"), Kept);
}

TEST(Gate, BoundsAreComparedWithBoundsOfTheirKind) {
  EXPECT_EQ(checkTime(atMost(100), atMost(105), "time=5%"), Kept);
  EXPECT_EQ(checkTime(atMost(100), atMost(110), "time=5%"), Broken);
  EXPECT_EQ(checkTime({10, 100}, {20, 100}, "time=5%"), Broken);
  // A number of at most 110 may be more than 105.
  EXPECT_EQ(checkTime(exactly(100), atMost(110), "time=5%"), Broken);
  EXPECT_EQ(checkTime(exactly(100), atMost(105), "time=5%"), Kept);
  // A number of at most 100 may have been 1.
  EXPECT_EQ(checkTime(atMost(100), exactly(50), "time=5%"),
            Reasons{"the old one is only known to a bound"});
  EXPECT_EQ(checkTime({10, 100}, exactly(50), "time=5%"), Broken);
  EXPECT_EQ(checkTime({10, 100}, exactly(10), "time=5%"), Kept);
}

TEST(Gate, EachLoopsInterval) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  for (ReportedKernel *K : {&Old, &New}) {
    K->Loops.push_back(loopAt(9, "m", 8));
    K->Loops[1].Numbers[Metric::Interval] = exactly(9);
    K->Numbers[Metric::Interval] = exactly(9);
  }
  EXPECT_EQ(check({Old}, {New}, "ii=0"), Kept);
  // Below the largest one.
  New.Loops[0].Numbers[Metric::Interval] = exactly(7);
  EXPECT_EQ(check({Old}, {New}, "ii=5"), Reasons{"loop: more than the limit"});
  EXPECT_EQ(check({Old}, {New}, "ii=6"), Kept);
  New.Loops[0].Numbers[Metric::Interval] = {};
  EXPECT_EQ(check({Old}, {New}, "ii=5"),
            Reasons{"loop: the new one is unknown"});
}

TEST(Gate, ANewLoopIsBelowTheKernelsLargestInterval) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Loops.push_back(loopAt(9, "m", 8));
  EXPECT_EQ(check({Old}, {New}, "ii=0"), Kept);
  New.Loops[1].Numbers[Metric::Interval] = exactly(2);
  New.Numbers[Metric::Interval] = exactly(2);
  EXPECT_EQ(check({Old}, {New}, "ii=0"), Broken);
}

TEST(Gate, AKernelWithoutLoopsHasNoIntervalThatGrows) {
  ReportedKernel K = kernelAt("k", 1);
  K.Loops.clear();
  K.Accesses.clear();
  K.Numbers.erase(Metric::Interval);
  EXPECT_EQ(check({K}, {K}, "ii=0"), Kept);
  K.Numbers.clear(); // not priced
  EXPECT_EQ(check({K}, {K}, "ii=0"), Reasons{"neither report has it"});
}

TEST(Gate, GoneFailsAndNewHasNothingToGrowFrom) {
  ReportedKernel A = kernelAt("a", 1), B = kernelAt("b", 1);
  EXPECT_EQ(check({A, B}, {A}, "time=5%,ii=0"),
            (Reasons{"the kernel is gone", "the kernel is gone"}));
  EXPECT_EQ(check({A}, {A, B}, "time=5%"), Kept);
  const Reasons Nothing = {"no kernel is in both reports"};
  EXPECT_EQ(check({}, {}, "time=5%"), Nothing);
  EXPECT_EQ(check({}, {A}, "time=5%"), Nothing);
}

TEST(Gate, OtherDevicesModelsAndLaunches) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Global = "512 x 1 x 1";
  EXPECT_EQ(check({Old}, {New}, "ii=0"), Kept); // of the design
  EXPECT_EQ(check({Old}, {New}, "time=0"),
            Reasons{"the reports are of different launches"});
  EXPECT_EQ(check({Old}, {New}, "time=0", {Setting::Launch}), Kept);
  New = kernelAt("k", 1);
  New.Device = "other";
  EXPECT_EQ(check({Old}, {New}, "bytes=0"), Kept); // of the kernel
  EXPECT_EQ(check({Old}, {New}, "transactions=0"),
            Reasons{"the reports are of different devices"});
  New.Model = "hpca16";
  EXPECT_EQ(check({Old}, {New}, "transactions=0", {Setting::Device}), Kept);
  EXPECT_EQ(check({Old}, {New}, "ii=0", {Setting::Device}),
            Reasons{"the reports are of different models"});
}

TEST(Gate, OtherTripsAndClocksAreNoLessTime) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Numbers[Metric::Time] = exactly(1e-6);
  Old.Loops[0].TripSource = New.Loops[0].TripSource = "given";
  New.Loops[0].Trip = 1;
  EXPECT_EQ(check({Old}, {New}, "time=0"),
            Reasons{"the reports are of different launches"});
  EXPECT_EQ(check({Old}, {New}, "time=0", {Setting::Launch}), Kept);
  New.Loops[0].Trip = Old.Loops[0].Trip;
  New.Clock = 400e6; // of a smaller design, as its fit predicts
  EXPECT_EQ(check({Old}, {New}, "time=0"), Kept);
  New.IsClockGiven = true;
  EXPECT_EQ(check({Old}, {New}, "time=0"),
            Reasons{"the reports are of different devices"});
  EXPECT_EQ(check({Old}, {New}, "time=0", {Setting::Device}), Kept);
}

TEST(Gate, TheApplicationsTime) {
  ReportedFile Old = fileOf({kernelAt("k", 1)}), New = Old;
  Old.ApplicationTime = exactly(10);
  New.ApplicationTime = exactly(12);
  GateResult R = checkLimits(diffReports(Old, New), limits("time=10%"), {});
  ASSERT_EQ(R.Failures.size(), 1u);
  EXPECT_EQ(R.Failures[0].Kernel, "");
  EXPECT_TRUE(
      checkLimits(diffReports(Old, New), limits("time=20%"), {}).isKept());
  New.ApplicationTime.reset();
  EXPECT_FALSE(
      checkLimits(diffReports(Old, New), limits("time=20%"), {}).isKept());
}

} // namespace
