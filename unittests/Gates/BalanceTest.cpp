// Trees of one operator are joined anew, by depth.
#include "Balance.h"
#include "RandomNetwork.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

unsigned depthOf(const GateNetwork &N) {
  std::vector<unsigned> Depth(N.nodes().size());
  unsigned Deepest = 0;
  for (uint32_t I = 1; I < Depth.size(); ++I)
    if (const GateNetwork::Node &G = N.nodes()[I]; G.isGate()) {
      Depth[I] = 1 + std::max(Depth[G.A.node()], Depth[G.B.node()]);
      Deepest = std::max(Deepest, Depth[I]);
    }
  return Deepest;
}

TEST(Balance, aChainOf32OperandsBecomesFiveLevels) {
  for (auto Kind : {GateNetwork::Kind::And, GateNetwork::Kind::Xor}) {
    GateNetwork N;
    Literal Chain = N.makeInput();
    for (unsigned I = 1; I < 32; ++I)
      Chain = N.makeGate(Kind, Chain, N.makeInput());
    N.addOutput(Chain);
    EXPECT_EQ(depthOf(N), 31u);
    EXPECT_EQ(depthOf(balanced(N)), 5u);
    EXPECT_EQ(balanced(N).gateCount(), 31u);
  }
}

TEST(Balance, aGateThatIsReadTwiceStays) {
  GateNetwork N;
  Literal A = N.makeInput(), B = N.makeInput(), C = N.makeInput();
  Literal Shared = N.makeAnd(A, B);
  N.addOutput(Shared);
  N.addOutput(N.makeAnd(N.makeAnd(Shared, C), N.makeInput()));
  EXPECT_EQ(balanced(N).gateCount(), 3u);
}

TEST(Balance, balancingKeepsTheFunction) {
  for (unsigned Seed = 0; Seed < 100; ++Seed) {
    test::RandomNetwork R(Seed, 8, 100);
    GateNetwork N = balanced(R.Network);
    std::vector<uint64_t> Words = N.evaluate(R.InputWords);
    for (size_t I = 0; I < R.OutputWords.size(); ++I)
      ASSERT_EQ(GateNetwork::valueOf(Words, N.outputs()[I]), R.OutputWords[I])
          << "seed " << Seed << " output " << I;
  }
}

} // namespace
