// Trees of one operator are joined anew, by depth.
#include "Balance.h"
#include "RandomNetwork.h"

#include "roofline/Gates/LutMapping.h"

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

GateNetwork chainOf(GateNetwork::Kind Is, unsigned Operands) {
  GateNetwork N;
  Literal Chain = N.makeInput();
  for (unsigned I = 1; I < Operands; ++I)
    Chain = N.makeGate(Is, Chain, N.makeInput());
  N.addOutput(Chain);
  return N;
}

TEST(Balance, aChainOf32XorsBecomesFiveLevels) {
  const GateNetwork N = chainOf(GateNetwork::Kind::Xor, 32);
  EXPECT_EQ(depthOf(N), 31u);
  EXPECT_EQ(depthOf(balanced(N, 6)), 5u);
  EXPECT_EQ(balanced(N, 6).gateCount(), 31u);
}

// Tables of six: 20 operands are three of them and two inputs of a fourth.
TEST(Balance, aChainOfAndsFillsTables) {
  for (const auto [Operands, Inputs, Tables] :
       {std::array{32u, 6u, 7u}, {20u, 6u, 4u}, {16u, 4u, 5u}, {36u, 6u, 7u}}) {
    const GateNetwork N = chainOf(GateNetwork::Kind::And, Operands);
    EXPECT_EQ(balanced(N, Inputs).gateCount(), Operands - 1);
    LutTarget Target = Inputs == 6 ? LutTarget::xc7() : LutTarget::ecp5();
    Target.Widest = Inputs;
    EXPECT_EQ(mapToLuts(N, Target).Count.total(), Tables) << Operands;
  }
}

TEST(Balance, aGateThatIsReadTwiceStays) {
  GateNetwork N;
  Literal A = N.makeInput(), B = N.makeInput(), C = N.makeInput();
  Literal Shared = N.makeAnd(A, B);
  N.addOutput(Shared);
  N.addOutput(N.makeAnd(N.makeAnd(Shared, C), N.makeInput()));
  EXPECT_EQ(balanced(N, 6).gateCount(), 3u);
}

TEST(Balance, balancingKeepsTheFunction) {
  for (unsigned Seed = 0; Seed < 100; ++Seed) {
    test::RandomNetwork R(Seed, 8, 100);
    GateNetwork N = balanced(R.Network, 6);
    std::vector<uint64_t> Words = N.evaluate(R.InputWords);
    for (size_t I = 0; I < R.OutputWords.size(); ++I)
      ASSERT_EQ(GateNetwork::valueOf(Words, N.outputs()[I]), R.OutputWords[I])
          << "seed " << Seed << " output " << I;
  }
}

} // namespace
