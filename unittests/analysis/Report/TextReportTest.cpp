// The report for a terminal: its text and its width.
#include "roofline/Report/TextReport.h"

#include "SampleResult.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace roofline;

namespace {

std::string report(const AnalysisResult &R, bool Verbose = false) {
  std::string Text;
  raw_string_ostream OS(Text);
  printReport(R, OS, Verbose);
  return Text;
}

/// The first line with all of \p Parts, its runs of spaces made one.
std::string lineWith(const std::string &Text, std::vector<StringRef> Parts) {
  for (StringRef Line : split(Text, '\n')) {
    SmallVector<StringRef> Words;
    Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
    std::string Packed = join(Words, " ");
    if (all_of(Parts,
               [&](StringRef P) { return StringRef(Packed).contains(P); }))
      return Packed;
  }
  return "";
}

TEST(TextReport, SaysWhatWasPricedOnWhat) {
  std::string Text = report(sampleResult());
  EXPECT_NE(
      lineWith(Text,
               {"kernel scale (scale.cl:1) on toy, 200 MHz, model hpca16"}),
      "")
      << Text;
  EXPECT_NE(lineWith(Text, {"launch: 1024 work-items, N = 8"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"design: 1 compute unit, SIMD 1"}), "") << Text;
}

TEST(TextReport, SaysHowLongAndWhatLimits) {
  std::string Text = report(sampleResult());
  // 950 cycles / 200 MHz = 4.75 us; Comp 950 > Mem 475.
  EXPECT_NE(
      lineWith(Text, {"time 4.75 us, 950 cycles, 512 memory transactions"}), "")
      << Text;
  EXPECT_NE(lineWith(Text, {"limited by computation of the loop at line 2:3"}),
            "")
      << Text;
}

TEST(TextReport, MarksTheLimitingNodeOfTheHierarchy) {
  std::string Text = report(sampleResult());
  EXPECT_EQ(lineWith(Text, {"loop 2-3", "trip"}),
            "loop 2-3, trip N = 8 950 100.0 %")
      << Text;
  // cycles, share, depth, Comp, Mem
  EXPECT_EQ(lineWith(Text, {"block 3"}), "* block 3:5 950 100.0 % 5 950 475")
      << Text;
}

TEST(TextReport, ShowsEachAccess) {
  std::string Text = report(sampleResult());
  // Half of the 512 transactions, and of the share 475 / 950 = 50 %, each.
  EXPECT_NE(lineWith(Text, {"3:5 A read 4 256 25.0 % stride 256 B along the"}),
            "")
      << Text;
  EXPECT_NE(lineWith(Text, {"3:5 A write 4 256 25.0 %"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"consecutive along", "dim 0"}), "") << Text;
}

TEST(TextReport, PotentialsAndTheMissingUtilization) {
  AnalysisResult R = sampleResult();
  EXPECT_NE(lineWith(report(R), {"B_mem 0.25, B_balance 0.50, B_itpp 0.1",
                                 "B_comp unknown"}),
            "")
      << report(R);
  R.Priced.Potential.Comp = 0.75;
  EXPECT_NE(lineWith(report(R), {"B_comp 0.75"}), "") << report(R);
}

TEST(TextReport, AnUnboundTripCountStaysInClosedForm) {
  AnalysisResult R = sampleResult(std::nullopt);
  std::string Text = report(R);
  EXPECT_NE(lineWith(Text, {"loop 2-3, trip N 950"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"time at least 4.75 us"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"unknown, so the time is a lower bound"}), "")
      << Text;
  EXPECT_NE(lineWith(Text, {"--arg N="}), "") << Text;
}

TEST(TextReport, ALoopThatMayEndEarlierMakesTheTimeAnUpperBound) {
  AnalysisResult R = sampleResult();
  R.Bound.Loops[0].AtMost = true;
  EXPECT_NE(lineWith(report(R), {"time at most 4.75 us"}), "") << report(R);
  R = sampleResult(std::nullopt); // a lower bound of this, an upper one of that
  R.Bound.Loops[0].AtMost = true;
  EXPECT_NE(lineWith(report(R), {"time roughly 4.75 us"}), "") << report(R);
  EXPECT_NE(lineWith(report(R), {"so the time is no bound"}), "") << report(R);
}

TEST(TextReport, PlacesInHeadersHaveTheirFile) {
  AnalysisResult R = sampleResult();
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops[0].Loc.File = "inc/body.h";
  Changed->Nodes[1].Range.Begin.File = Changed->Nodes[1].Range.End.File =
      "inc/body.h";
  Changed->Nodes[2].Range.Begin.File =
      "inc/body.h"; // and ends in the kernel's file
  R.Kernel = Changed;
  R.Bound.Kernel = Changed.get();
  std::string Text = report(R);
  EXPECT_NE(lineWith(Text, {"loop body.h:2-3, trip"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"block body.h:3:5"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"loop at line body.h:2:3"}), "") << Text;
  EXPECT_NE(patternText(R, 0, 0).find("along the loop at line body.h:2"),
            std::string::npos);
}

TEST(TextReport, PlacesThatTheInputLacksAreQuestionMarks) {
  AnalysisResult R = sampleResult();
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loc = Changed->Loops[0].Loc = {};
  R.Kernel = Changed;
  R.Bound.Kernel = Changed.get();
  EXPECT_NE(lineWith(report(R), {"carries no source lines"}), "") << report(R);
  EXPECT_NE(
      lineWith(report(R), {"limited by computation of the loop at line ?"}),
      "");
  EXPECT_NE(patternText(R, 0, 0).find("along the loop at line ?"),
            std::string::npos);
}

TEST(TextReport, AWorkGroupIsShownWithoutAnNDRange) {
  AnalysisResult R = sampleResult();
  R.L.Dimensions = 0;
  R.L.Local = {16, 8, 1};
  EXPECT_NE(lineWith(report(R), {"no NDRange given, groups of 16 x 8"}), "")
      << report(R);
}

TEST(TextReport, AnUnknownTripCountSaysWhy) {
  AnalysisResult R = sampleResult();
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops[0].Trip = {TripCount::Kind::Unknown,
                            {},
                            "data-dependent exit at 3:9",
                            {"scale.cl", 3, 9}};
  R.Kernel = Changed;
  R.Bound.Kernel = Changed.get();
  EXPECT_NE(lineWith(report(R), {"trip unknown: data-dependent exit at 3:9"}),
            "")
      << report(R);
  R.L.Trips[{2, 0}] = 12;
  EXPECT_NE(lineWith(report(R), {"trip 12 (given)"}), "") << report(R);
}

TEST(TextReport, ADesignAskedForIsComparedWithTheSource) {
  AnalysisResult R = sampleResult();
  R.SourceTime = Seconds(9.5e-6); // 9.5 us / 4.75 us = 2
  R.D.Simd = 2;
  R.D.Unroll[0] = 4;
  std::string Text = report(R);
  EXPECT_NE(lineWith(Text, {"SIMD 2, unroll 4 at line 2"}), "") << Text;
  EXPECT_NE(lineWith(Text, {"own design: 9.50 us", "2.00 times as"}), "")
      << Text;
}

TEST(TextReport, AdviceOfTheBoardSaysTimeAndResources) {
  AnalysisResult R = sampleResult();
  Advice New;
  New.Optimisation = "CU";
  New.Text = "two of them";
  New.Gain = 2;
  New.OnBoard = PricedChange{Seconds(3),
                             Seconds(1.5),
                             Hertz(250e6),
                             Hertz(200e6),
                             Utilization{0.5, 0.25, 0},
                             "memory",
                             "cu=2"};
  R.Advices.push_back(New);
  const std::string Text = report(R);
  EXPECT_NE(lineWith(Text, {"what to change, one at a time; now 3.00 s at "
                            "the predicted 250 MHz"}),
            "")
      << Text;
  EXPECT_NE(
      lineWith(Text,
               {"two of them: 2.00 times as fast, 1.50 s at 200 MHz; 50.0 %"}),
      "")
      << Text;
}

TEST(TextReport, NoLineIsWiderThanAHundredColumns) {
  AnalysisResult R = sampleResult(std::nullopt);
  std::string Long = "a sentence of many short words";
  for (int I = 0; I < 4; ++I)
    Long += ", " + Long;
  R.Guards = {Long};
  R.Advices.push_back(
      {PotentialKind::Mem, 0.25, "SM", {"scale.cl", 2, 3}, Long, 2.5, {Long}});
  R.Bound.Missing.push_back({Long, {"scale.cl", 2, 3}, Long});
  for (int I = 0; I < 20; ++I)
    R.L.Args["argument" + std::to_string(I)] = INT64_MIN;
  auto Changed = std::make_shared<KernelSummary>(*R.Kernel);
  Changed->Loops[0].Trip.K = TripCount::Kind::Unknown;
  Changed->Loops[0].Trip.Reason = Long;
  Changed->Accesses[0].Index.reset();
  Changed->Accesses[0].Reason = Long;
  R.Kernel = Changed;
  R.Bound.Kernel = Changed.get();
  for (bool Verbose : {false, true}) {
    std::string Text = report(R, Verbose);
    for (StringRef Line : split(Text, '\n'))
      EXPECT_LE(Line.size(), 100u) << Line.str();
  }
}

TEST(TextReport, VerboseNamesTheEquationOfEveryNumber) {
  std::string Text = report(sampleResult(), /*Verbose=*/true);
  for (auto [Name, Value, Source] : {std::tuple("Comp_min", "901", "Eq. (11)"),
                                     {"Comp", "950", "Eq. (12)"},
                                     {"Mem_burst", "16", "Eq. (4-5)"},
                                     {"Mem_trans", "512", "Eq. (14)"},
                                     {"Mem_min", "402", "Eq. (24)"},
                                     {"Mem", "475", "Eq. (13)"},
                                     {"WI_k", "77", "Eq. (18)"},
                                     {"WI_mem", "333", "Eq. (19)"}})
    EXPECT_NE(lineWith(Text, {std::string(Name) + " " + Value, Source}), "")
        << Name << '\n'
        << Text;
  EXPECT_EQ(report(sampleResult()).find("Eq. ("), std::string::npos);
}

TEST(TextReport, NumbersAndTimesAreShort) {
  EXPECT_EQ(secondsText(137), "137 s");
  EXPECT_EQ(secondsText(64.53), "64.5 s");
  EXPECT_EQ(secondsText(0.00123), "1.23 ms");
  EXPECT_EQ(secondsText(4.75e-6), "4.75 us");
  EXPECT_EQ(secondsText(0), "0.00 ns");
  EXPECT_EQ(countText(1024), "1024");
  EXPECT_EQ(countText(1.5), "1.50");
  EXPECT_EQ(countText(0.1 * 3 * 10), "3"); // 3.0000000000000004
  EXPECT_EQ(countText(126418944.25), "126418944");
  EXPECT_EQ(percentText(0.256), "25.6 %");
}

} // namespace
