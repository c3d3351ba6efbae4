// Memory's time by hand: banks, mixes of streams, rings, requests.
//
/// \file
/// 2 banks of 12.8 GB/s with words of 64 bytes: 5 ns a word in one bank, 2.5 ns
/// in both.
#include "TestKernels.h"

#include "roofline/Board/MemoryTime.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr auto Reads = MemoryAccess::Kind::Read;
constexpr auto Writes = MemoryAccess::Kind::Write;
constexpr Hertz Clock(200e6);

/// Two reads and a write, each of 1000 words in requests of 64 bytes.
struct Streams {
  Streams() {
    Board = roundBoard();
    Board.Times.emplace().Share.Value = 0.8;
    for (const auto &[Name, Kind] :
         {std::pair{"a", Reads}, {"b", Reads}, {"d", Writes}}) {
      MemoryAccess A;
      A.Base = Name;
      A.K = Kind;
      K.Accesses.push_back(A);
      ReplayedUnit U;
      U.Access = uint32_t(K.Accesses.size() - 1);
      U.NumBytes = 64;
      U.Requests = U.Words = 1000;
      R.Units.push_back(U);
    }
  }

  MemoryDemand demand() const {
    return memoryDemand(K, R, 1, Banks, Board, With);
  }
  double microseconds() const {
    return demand().cyclesAt(Clock) / Clock.value() * 1e6;
  }
  BoardTimes &times() { return *Board.Times; }

  Device Board;
  KernelSummary K;
  Replay R;
  BankMap Banks;
  BoardMechanisms With;
};

const BankMap TwoBanks = {{"a", 1}, {"b", 2}, {"d", 2}};

TEST(MemoryTime, InterleavedWordsTakeAShareOfAllBanks) {
  const Streams S;
  EXPECT_DOUBLE_EQ(S.microseconds(), 3000 * 2.5e-3 / 0.8);
  EXPECT_FALSE(S.demand().IsMeasuredMix);
}

TEST(MemoryTime, TheBusiestBankCounts) {
  Streams S;
  S.Banks = TwoBanks;
  EXPECT_DOUBLE_EQ(S.microseconds(), 2000 * 5e-3 / 0.8);
}

TEST(MemoryTime, SecondsDoNotFollowTheKernelsClock) {
  const Streams S;
  EXPECT_DOUBLE_EQ(S.demand().cyclesAt(Hertz(100e6)) * 2,
                   S.demand().cyclesAt(Hertz(200e6)));
}

TEST(MemoryTime, AMixHasItsShare) {
  Streams S;
  S.Banks = TwoBanks;
  S.times().Mixes = {{1, 1, 64, false, {0.5, ""}}, {2, 1, 64, true, {0.4, ""}}};
  EXPECT_DOUBLE_EQ(S.microseconds(), 2000 * 5e-3 / 0.5);
  EXPECT_TRUE(S.demand().IsMeasuredMix); // the other bank has one stream
  S.Banks.clear();
  EXPECT_DOUBLE_EQ(S.microseconds(), 3000 * 2.5e-3 / 0.4);
}

TEST(MemoryTime, TheWidestRowThatIsNotWiderIsTaken) {
  Streams S;
  S.times().Mixes = {{2, 1, 16, true, {0.25, ""}},
                     {2, 1, 32, true, {0.5, ""}},
                     {2, 1, 64, true, {0.625, ""}}};
  S.R.Units[1].NumBytes = 48;
  EXPECT_DOUBLE_EQ(S.microseconds(), 3000 * 2.5e-3 / 0.5);
  S.R.Units[1].NumBytes = 4; // narrower than all rows
  EXPECT_DOUBLE_EQ(S.microseconds(), 3000 * 2.5e-3 / 0.25);
}

TEST(MemoryTime, WhatComesOnceIsNoStream) {
  Streams S;
  S.times().Mixes = {{2, 0, 64, true, {0.5, ""}}};
  S.R.Units[2].Words = 1;
  EXPECT_DOUBLE_EQ(S.microseconds(), 2001 * 2.5e-3 / 0.5);
}

TEST(MemoryTime, RingsRunAtTheKernelsClock) {
  Streams S;
  S.times().ReadRing = {4, ""}; // 2000 words of 20 ns
  EXPECT_DOUBLE_EQ(S.demand().cyclesAt(Clock), 8000);
  EXPECT_EQ(S.demand().limitAt(Clock), MemoryLimit::ReadRing);
  S.Banks = TwoBanks; // one read in each bank
  EXPECT_DOUBLE_EQ(S.demand().cyclesAt(Clock), 4000);
  S.times().WriteRing = {100, ""}; // one unit alone has a way of its own
  EXPECT_DOUBLE_EQ(S.demand().cyclesAt(Clock), 4000);
  S.With.Rings = false;
  EXPECT_EQ(S.demand().limitAt(Clock), MemoryLimit::Words);
}

TEST(MemoryTime, AWriteHoldsItsBank) {
  Streams S;
  S.Banks = TwoBanks;
  S.times().WriteHold = {20e-9, ""};
  // 1000 writes of a cycle, then 1000 reads of 20 ns, which are 4 cycles.
  EXPECT_DOUBLE_EQ(S.demand().cyclesAt(Clock), 5000);
  EXPECT_EQ(S.demand().limitAt(Clock), MemoryLimit::WriteHold);
}

TEST(MemoryTime, APortServesRequestsOneByOne) {
  Streams S;
  S.times().Request = {30e-9, ""};
  S.times().RequestByte = {0.5e-9, ""};
  EXPECT_DOUBLE_EQ(S.microseconds(), 3000 * (30 + 32) * 1e-3);
  EXPECT_EQ(S.demand().limitAt(Clock), MemoryLimit::Requests);
}

TEST(MemoryTime, ArbitrationComesOnTop) {
  Streams S;
  S.times().Arbitration = {0.5, ""};
  EXPECT_DOUBLE_EQ(S.demand().cyclesAt(Clock),
                   3000 * 2.5e-9 / 0.8 * 200e6 + 1500);
}

TEST(MemoryTime, RepeatsAskTheArbiterAlone) {
  Streams S;
  S.R.Units[0].Repeats = 600;
  EXPECT_DOUBLE_EQ(S.microseconds(), 2400 * 2.5e-3 / 0.8);
}

} // namespace
