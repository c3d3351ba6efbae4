// Gates are simplified and shared as they are built.
#include "RandomNetwork.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

struct GateTest : testing::Test {
  GateNetwork N;
  Literal A = N.makeInput(), B = N.makeInput(), C = N.makeInput();
  Literal False = Literal::constant(false), True = Literal::constant(true);
};

using GateNetworkTest = GateTest;

TEST_F(GateNetworkTest, constantsAndEqualOperandsNeedNoGate) {
  EXPECT_EQ(N.makeAnd(A, True), A);
  EXPECT_EQ(N.makeAnd(A, False), False);
  EXPECT_EQ(N.makeAnd(A, ~A), False);
  EXPECT_EQ(N.makeXor(A, True), ~A);
  EXPECT_EQ(N.makeXor(A, ~A), True);
  EXPECT_EQ(N.makeOr(B, B), B);
  EXPECT_EQ(N.gateCount(), 0u);
}

TEST_F(GateNetworkTest, aGateIsBuiltOnceWhateverTheOrderAndPhase) {
  EXPECT_EQ(N.makeAnd(A, ~B), N.makeAnd(~B, A));
  EXPECT_EQ(N.makeXor(A, B), ~N.makeXor(~B, A));
  EXPECT_EQ(N.gateCount(), 2u);
}

TEST_F(GateNetworkTest, absorptionOverTwoLevels) {
  EXPECT_EQ(N.makeAnd(A, N.makeOr(A, B)), A);
  EXPECT_EQ(N.makeOr(A, N.makeAnd(A, B)), A);
  EXPECT_EQ(N.makeAnd(A, N.makeAnd(~A, B)), False);
  EXPECT_EQ(N.makeAnd(A, N.makeOr(~A, B)), N.makeAnd(A, B));
  EXPECT_EQ(N.makeAnd(A, N.makeXor(A, B)), N.makeAnd(A, ~B));
  EXPECT_EQ(N.makeXor(A, N.makeXor(A, B)), B);
  EXPECT_EQ(N.makeXor(A, N.makeAnd(A, B)), N.makeAnd(A, ~B));
}

TEST_F(GateNetworkTest, multiplexersBecomeWhatTheirArmsMakeOfThem) {
  EXPECT_EQ(N.makeMux(A, B, B), B);
  EXPECT_EQ(N.makeMux(A, B, ~B), ~N.makeXor(A, B));
  EXPECT_EQ(N.makeMux(A, True, B), N.makeOr(A, B));
  EXPECT_EQ(N.makeMux(A, A, B), N.makeOr(A, B));
  EXPECT_EQ(N.makeMux(True, B, C), B);
}

TEST_F(GateNetworkTest, anXorOfAndGatesIsFound) {
  Literal Xor = N.makeXor(A, B);
  EXPECT_EQ(N.makeOr(N.makeAnd(A, ~B), N.makeAnd(~A, B)), Xor);
  EXPECT_EQ(N.makeAnd(N.makeOr(A, B), ~N.makeAnd(A, B)), Xor);
}

TEST_F(GateNetworkTest, majorityAndTreesComputeWhatTheyAreNamedAfter) {
  Literal Ins[] = {A, B, C};
  N.addOutput(N.makeMajority(A, B, C));
  N.addOutput(N.makeXorOf(Ins));
  N.addOutput(N.makeAndOf(Ins));
  N.addOutput(N.makeOrOf(Ins));
  uint64_t Cases[] = {0xaa, 0xcc, 0xf0};
  std::vector<uint64_t> Words = N.evaluate(Cases);
  unsigned Expected[] = {0xe8, 0x96, 0x80, 0xfe};
  for (int I = 0; I < 4; ++I)
    EXPECT_EQ(GateNetwork::valueOf(Words, N.outputs()[I]) & 0xff, Expected[I]);
}

TEST_F(GateNetworkTest, deadGatesGoAndInputsStay) {
  N.makeAnd(A, B);
  N.addOutput(~N.makeXor(B, C));
  GateNetwork Live = withoutDeadGates(N);
  EXPECT_EQ(Live.gateCount(), 1u);
  EXPECT_EQ(Live.inputs().size(), 3u);
  uint64_t Cases[] = {0xaa, 0xcc, 0xf0};
  EXPECT_EQ(GateNetwork::valueOf(Live.evaluate(Cases), Live.outputs()[0]) &
                0xff,
            0xc3u);
}

// The same gates without simplification are a vector of words.
TEST(GateNetwork, simplificationKeepsTheFunction) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    test::RandomNetwork R(Seed, 6, 60);
    std::vector<uint64_t> Words = R.Network.evaluate(R.InputWords);
    for (size_t I = 0; I < R.OutputWords.size(); ++I)
      ASSERT_EQ(GateNetwork::valueOf(Words, R.Network.outputs()[I]),
                R.OutputWords[I])
          << "seed " << Seed << " output " << I;
  }
}

} // namespace
