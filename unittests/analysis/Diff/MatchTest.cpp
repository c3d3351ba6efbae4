// Loops, accesses and kernels are found again after lines moved.
#include "Match.h"

#include "Reports.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

Match both(uint32_t Old, uint32_t New) { return {Old, New}; }
Match gone(uint32_t Old) { return {Old, std::nullopt}; }
Match added(uint32_t New) { return {std::nullopt, New}; }

/// A kernel whose loops all run n times, each reading one object.
ReportedKernel loopsOver(const std::vector<std::string> &Objects,
                         uint32_t FirstLine) {
  ReportedKernel K;
  for (uint32_t I = 0; I < Objects.size(); ++I) {
    K.Loops.push_back(loopAt(FirstLine + 2 * I, "n", 64));
    K.Accesses.push_back(
        accessAt(FirstLine + 2 * I + 1, 5, I, "read", Objects[I]));
  }
  return K;
}

TEST(MatchInOrder, OrderIsKept) {
  // 0 is like 1, and 1 more so like 0: both cannot be in order.
  auto Likeness = [](uint32_t O, uint32_t N) { return O == N ? 1.0 : 3.0 + O; };
  EXPECT_EQ(matchInOrder({0, 1}, {0, 1}, Likeness, false),
            (std::vector<Match>{gone(0), both(1, 0), added(1)}));
}

TEST(MatchInOrder, WhatIsLeftBetweenPairsIsPairedWhereItIsAsMuch) {
  auto Likeness = [](uint32_t O, uint32_t N) { return O == N && O ? 1. : 0.; };
  EXPECT_EQ(matchInOrder({0, 1}, {0, 1}, Likeness, true),
            (std::vector<Match>{both(0, 0), both(1, 1)}));
  EXPECT_EQ(matchInOrder({0, 1}, {0, 1}, Likeness, false),
            (std::vector<Match>{gone(0), added(0), both(1, 1)}));
}

TEST(MatchInOrder, ManyThingsArePairedByPosition) {
  std::vector<uint32_t> Many(5000);
  for (uint32_t I = 0; I < Many.size(); ++I)
    Many[I] = I;
  auto Never = [](uint32_t, uint32_t) { return 0.0; };
  std::vector<Match> Result = matchInOrder(Many, Many, Never, false);
  ASSERT_EQ(Result.size(), Many.size());
  EXPECT_EQ(Result[4711], both(4711, 4711));
}

TEST(MatchLoops, LinesDoNotCount) {
  EXPECT_EQ(matchLoops(loopsOver({"a", "b"}, 3), loopsOver({"a", "b"}, 30)),
            (std::vector<Match>{both(0, 0), both(1, 1)}));
}

TEST(MatchLoops, ARemovedLoopIsToldByWhatItReads) {
  ReportedKernel Old = loopsOver({"a", "b", "c"}, 3);
  EXPECT_EQ(matchLoops(Old, loopsOver({"b", "c"}, 3)),
            (std::vector<Match>{gone(0), both(1, 0), both(2, 1)}));
  EXPECT_EQ(matchLoops(Old, loopsOver({"a", "c"}, 3)),
            (std::vector<Match>{both(0, 0), gone(1), both(2, 1)}));
}

TEST(MatchLoops, AnInsertedLoopIsNewEvenOnTheLineOfAnother) {
  EXPECT_EQ(matchLoops(loopsOver({"a"}, 3), loopsOver({"b", "a"}, 3)),
            (std::vector<Match>{added(0), both(0, 1)}));
}

TEST(MatchLoops, AloneInItsPlaceItIsTheSameLoop) {
  ReportedKernel New = loopsOver({"b"}, 3);
  New.Loops[0].TripForm = "m";
  EXPECT_EQ(matchLoops(loopsOver({"a"}, 3), New),
            (std::vector<Match>{both(0, 0)}));
}

TEST(MatchLoops, InnerLoopsArePairedBelowTheirOwnOuterOnes) {
  // for { for a }  for { for b }, of which the first is removed.
  ReportedKernel Old, New;
  Old.Loops = {loopAt(2, "h", 8), loopAt(3, "w", 8, 0), loopAt(6, "h", 8),
               loopAt(7, "w", 8, 2)};
  Old.Accesses = {accessAt(4, 5, 1, "read", "a"),
                  accessAt(8, 5, 3, "read", "b")};
  New.Loops = {loopAt(2, "h", 8), loopAt(3, "w", 8, 0)};
  New.Accesses = {accessAt(4, 5, 1, "read", "b")};
  EXPECT_EQ(matchLoops(Old, New),
            (std::vector<Match>{gone(0), both(2, 0), gone(1), both(3, 1)}));
}

TEST(MatchAccesses, OfOneObjectByPattern) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 9);
  Old.Accesses.push_back(accessAt(3, 20, 0, "read", "a"));
  Old.Accesses[0].AlongLoops = {{"strided", 256, ""}};
  // The strided one is removed; the other moves to its column.
  New.Accesses[0].Loc.Column = 12;
  std::vector<Match> Loops = matchLoops(Old, New);
  EXPECT_EQ(matchAccesses(Old, New, Loops),
            (std::vector<Match>{both(1, 0), gone(0)}));
}

TEST(MatchAccesses, MovedOutOfTheLoop) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Accesses[0].Loop.reset();
  EXPECT_EQ(matchAccesses(Old, New, matchLoops(Old, New)),
            (std::vector<Match>{both(0, 0)}));
}

TEST(MatchAccesses, AReadIsNoWrite) {
  ReportedKernel Old = kernelAt("k", 1), New = kernelAt("k", 1);
  New.Accesses[0].Kind = "write";
  EXPECT_EQ(matchAccesses(Old, New, matchLoops(Old, New)),
            (std::vector<Match>{added(0), gone(0)}));
}

TEST(MatchKernels, LaunchesOfOneKernelByWhatIsLaunched) {
  ReportedKernel Small = kernelAt("k", 1), Large = kernelAt("k", 1);
  Small.Args["n"] = 64;
  EXPECT_EQ(matchKernels({Small, Large}, {Large}),
            (std::vector<Match>{both(1, 0), gone(0)}));
  EXPECT_EQ(matchKernels({kernelAt("a", 1), kernelAt("b", 1)},
                         {kernelAt("b", 1), kernelAt("c", 1)}),
            (std::vector<Match>{both(1, 0), added(1), gone(0)}));
}

TEST(WithoutLines, OnlyLinesGo) {
  EXPECT_EQ(withoutLines("2 * trip(12) + iteration(9:3) - n12"),
            "2 * trip() + iteration() - n12");
  EXPECT_EQ(withoutLines("loop at line 4: data-dependent exit at 4:24, 64:"),
            "loop at line : data-dependent exit at , 64:");
  EXPECT_EQ(withoutLines("trip("), "trip(");
}

} // namespace
