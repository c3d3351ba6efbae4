// Critical paths, by hand.
#include "TestKernels.h"

#include "roofline/Hpca16/Schedule.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

struct Scheduled {
  explicit Scheduled(KernelSummary Summary, Device Board = roundBoard())
      : K(std::move(Summary)), Latency(operationLatencies(K, Board, Missing)) {}
  double path(uint32_t B) const {
    return criticalPath(K, K.Blocks[B], Latency);
  }

  KernelSummary K;
  std::vector<MissingInput> Missing;
  std::vector<double> Latency;
};

TEST(ScheduleTest, PathsOfMatrixMultiply) {
  Scheduled S(matrixMultiply());
  EXPECT_EQ(S.path(0), 3);  // mul 3; br 1 waits for nothing
  EXPECT_EQ(S.path(1), 17); // mul 3 + add 1 + gep 1 + fmul 5 + fadd 7
  EXPECT_EQ(S.path(2), 2);  // add 1 + gep 1
  EXPECT_TRUE(S.Missing.empty());
}

TEST(ScheduleTest, ABlockTakesAtLeastOneCycle) {
  Scheduled S(algorithm1());
  EXPECT_EQ(S.path(3), 1); // ret alone, 0 cycles
}

TEST(ScheduleTest, OperandsOfOtherBlocksAreReady) {
  KernelSummary K;
  GraphBuilder G(K);
  G.block();
  uint32_t Slow = G.op("sdiv"); // 32 cycles, in the block before
  G.block();
  G.op("add", {Slow});
  EXPECT_EQ(Scheduled(K).path(1), 1);
}

TEST(ScheduleTest, SlackIsWhatAnOperationMayWait) {
  KernelSummary K;
  GraphBuilder G(K);
  G.block();
  const uint32_t Slow = G.op("mul");              // 0 to 3
  const uint32_t Fast = G.op("add");              // 0 to 1, may wait 2
  const uint32_t Sum = G.op("add", {Slow, Fast}); // 3 to 4
  G.op("add", {Fast});                            // 1 to 2, may wait 3
  G.op("add", {Sum});                             // 4 to 5
  Scheduled S(K);
  const auto Of = scheduleBlock(S.K, S.K.Blocks[0], S.Latency);
  const double Wanted[][3] = {
      {0, 3, 0}, {0, 1, 2}, {3, 4, 0}, {1, 2, 3}, {4, 5, 0}};
  ASSERT_EQ(Of.size(), 5u);
  for (size_t I = 0; I < Of.size(); ++I) {
    EXPECT_EQ(Of[I].Start, Wanted[I][0]) << I;
    EXPECT_EQ(Of[I].End, Wanted[I][1]) << I;
    EXPECT_EQ(Of[I].Slack, Wanted[I][2]) << I;
  }
}

TEST(ScheduleTest, MissingLatencyIsNamedOnceAtItsFirstOperation) {
  KernelSummary K;
  GraphBuilder G(K);
  G.block();
  uint32_t First = G.op("exp", {}, ScalarKind::Float);
  G.op("exp", {First}, ScalarKind::Float);
  K.Operations[First].Loc = {"k.cl", 7, 9};
  Scheduled S(K);
  ASSERT_EQ(S.Missing.size(), 1u);
  EXPECT_NE(S.Missing[0].What.find("fp_exp"), std::string::npos);
  EXPECT_EQ(S.Missing[0].Loc, (SourceLocation{"k.cl", 7, 9}));
}

TEST(ScheduleTest, ChainGoesFromConsumerToProducer) {
  Scheduled S(matrixMultiply());
  const CarriedDependence &D = S.K.Loops[0].Dependences[0];
  // phi 0 + fadd 7.
  EXPECT_EQ(chainLatencies(S.K, D.Consumer, D.Producer, S.Latency).back(), 7);
}

TEST(ScheduleTest, ChainTakesTheLongestOfTwoPaths) {
  KernelSummary K;
  GraphBuilder G(K);
  G.block();
  uint32_t Phi = G.op("phi");
  uint32_t Short = G.op("add", {Phi}); // 1
  uint32_t Long = G.op("mul", {Phi});  // 3
  uint32_t Aside = G.op("sdiv");       // 32, not on the chain
  uint32_t End = G.op("add", {Short, Long, Aside});
  Scheduled S(K);
  EXPECT_EQ(chainLatencies(S.K, Phi, End, S.Latency).back(),
            4); // mul 3 + add 1
  EXPECT_EQ(chainLatencies(S.K, Phi, Aside, S.Latency).back(), NotOnChain);
}

} // namespace
