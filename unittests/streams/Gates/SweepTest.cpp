// Equal gates become one, and no others.
#include "Sweep.h"
#include "RandomNetwork.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

class SweepTest : public testing::Test {
protected:
  GateNetwork N;
  std::vector<Literal> inputs(unsigned Count) {
    std::vector<Literal> Ins;
    for (unsigned I = 0; I < Count; ++I)
      Ins.push_back(N.makeInput());
    return Ins;
  }
  std::vector<Literal> outputs() { return swept(N).outputs(); }
};

TEST_F(SweepTest, OneFunctionInOtherWordsIsOneGate) {
  const auto In = inputs(3);
  // (a & b) | (a & c), and a & (b | c)
  N.addOutput(N.makeOr(N.makeAnd(In[0], In[1]), N.makeAnd(In[0], In[2])));
  N.addOutput(N.makeAnd(In[0], N.makeOr(In[1], In[2])));
  ASSERT_NE(N.outputs()[0], N.outputs()[1]);
  EXPECT_EQ(outputs()[0], outputs()[1]);
}

TEST_F(SweepTest, OppositesAreOneGate) {
  const auto In = inputs(3);
  N.addOutput(N.makeOr(N.makeAnd(In[0], In[1]), N.makeAnd(In[0], In[2])));
  N.addOutput(N.makeOr(~In[0], N.makeAnd(~In[1], ~In[2])));
  EXPECT_EQ(outputs()[0], ~outputs()[1]);
}

TEST_F(SweepTest, AWideFunctionIsProvenToo) {
  // Any set bit chooses the last one, and if none is set, the first one is 0.
  const auto In = inputs(40);
  N.addOutput(N.makeMux(N.makeOrOf(In), In.back(), In.front()));
  const GateNetwork Swept = swept(N);
  EXPECT_EQ(Swept.outputs()[0], Literal::of(Swept.inputs().back()));
  EXPECT_EQ(Swept.gateCount(), 0u);
}

TEST_F(SweepTest, ARareDifferenceStays) {
  const auto In = inputs(40); // 1 in one case of 2^40
  N.addOutput(N.makeAndOf(In));
  const GateNetwork Swept = swept(N);
  EXPECT_EQ(Swept.gateCount(), N.gateCount());
  EXPECT_EQ(Swept.evaluate(std::vector<uint64_t>(40, ~uint64_t(0)))
                .at(Swept.outputs()[0].node()),
            ~uint64_t(0));
}

TEST_F(SweepTest, FunctionsStay) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    const test::RandomNetwork R(Seed, 4 + Seed % 8, 30 + Seed);
    const GateNetwork Swept = swept(R.Network);
    EXPECT_LE(Swept.gateCount(), R.Network.gateCount());
    ASSERT_EQ(Swept.inputs().size(), R.Network.inputs().size());
    ASSERT_EQ(Swept.outputs().size(), R.OutputWords.size());
    const std::vector<uint64_t> Words = Swept.evaluate(R.InputWords);
    for (size_t I = 0; I < R.OutputWords.size(); ++I)
      ASSERT_EQ(GateNetwork::valueOf(Words, Swept.outputs()[I]),
                R.OutputWords[I])
          << "seed " << Seed << " output " << I;
  }
}

} // namespace
