// Cycles counted by hand, and those that the vendor's compiler reports for the
// same kernel: bench set HLSyn-Vitis, VU9P at 250 MHz, unsafe math.
#include "roofline/Vitis/VitisEstimate.h"

#include "HlsBuilder.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

/// gemm-ncubed of 64 x 64: C[i 64 + j] = sum over k A[i 64 + k] B[k 64 + j].
KernelSummary product() {
  KernelSummary K;
  HlsBuilder B(K);
  for (const char *Name : {"A", "B", "C"})
    B.array(Name, {4096});
  B.loop("L0", {}, Expr::constant(64), 1);
  B.loop("L1", 0, Expr::constant(64), 2);
  B.loop("L2", 1, Expr::constant(64), 3);
  uint32_t In = B.copies({"A", "B"}, 32768);
  uint32_t Body = B.block();
  uint32_t Phi = B.op("phi", {});
  uint32_t A = B.access("load", "A", 0, {{0, 512}, {2, 8}});
  uint32_t R = B.access("load", "B", 0, {{1, 8}, {2, 512}});
  uint32_t Sum = B.op("fadd", {B.op("fmul", {A, R}), Phi});
  B.carry(2, Sum, Phi);
  uint32_t After = B.block();
  B.access("store", "C", 0, {{0, 512}, {1, 8}}, {Sum});
  uint32_t Out = B.copies({"C"}, 32768);
  uint32_t L2 = B.node(Node::Kind::Loop, 2, {Body});
  uint32_t L1 = B.node(Node::Kind::Loop, 1, {L2, After});
  uint32_t L0 = B.node(Node::Kind::Loop, 0, {L1});
  K.Root = B.node(Node::Kind::Sequence, 0, {In, L0, Out});
  return K;
}

/// X[j] = X[j] - Y[j], j from \p First, in 79 iterations.
KernelSummary difference(int64_t First) {
  KernelSummary K;
  HlsBuilder B(K);
  B.array("X", {80});
  B.array("Y", {80});
  B.loop("L0", {}, Expr::constant(79), 1);
  uint32_t Body = B.block();
  uint32_t X = B.access("load", "X", 8 * First, {{0, 8}});
  uint32_t Y = B.access("load", "Y", 8 * First, {{0, 8}});
  uint32_t Sum = B.op("fsub", {X, Y});
  B.access("store", "X", 8 * First, {{0, 8}}, {Sum});
  K.Root =
      B.node(Node::Kind::Sequence, 0, {B.node(Node::Kind::Loop, 0, {Body})});
  return K;
}

/// jacobi-1d: 40 times two sweeps over 118 elements, each by unrolled loops.
KernelSummary sweeps(const char *First, const char *Second) {
  KernelSummary K;
  HlsBuilder B(K);
  B.array("A", {120});
  B.array("B", {120});
  B.loop("L0", {}, Expr::constant(40), 1);
  B.loop("L1", 0, Expr::constant(118), 2);
  B.loop("L2", 0, Expr::constant(118), 3);
  uint32_t In = B.copies({"A"}, 960);
  auto Sweep = [&](const char *From, const char *To, uint32_t Loop) {
    uint32_t Body = B.block();
    uint32_t L = B.access("load", From, 0, {{Loop, 8}});
    uint32_t M = B.access("load", From, 8, {{Loop, 8}});
    uint32_t R = B.access("load", From, 16, {{Loop, 8}});
    uint32_t Sum = B.op("fadd", {B.op("fadd", {L, M}), R});
    B.access("store", To, 8, {{Loop, 8}}, {B.op("fmul", {Sum})});
    return B.node(Node::Kind::Loop, Loop, {Body});
  };
  uint32_t L1 = Sweep("A", "B", 1), L2 = Sweep("B", "A", 2);
  uint32_t L0 = B.node(Node::Kind::Loop, 0, {L1, L2});
  uint32_t Out = B.copies({"A", "B"}, 960);
  K.Root = B.node(Node::Kind::Sequence, 0, {In, L0, Out});
  direct(K, "unroll", 1, {{"factor", First}});
  direct(K, "unroll", 2, {{"factor", Second}});
  return K;
}

VitisEstimate estimate(const KernelSummary &K) {
  VitisOptions Options;
  Options.UnsafeMath = true;
  return estimateVitis(K, Options);
}

TEST(Vitis, AProductWithoutPragmasTakesASumPerIteration) {
  // Vendor: 1581077 = 64^3 * 6 + 2 * 4096 + 21.
  VitisEstimate E = estimate(product());
  EXPECT_EQ(E.Latency.Most, 64. * 64 * 64 * 6 + 2 * 4096 + 21);
  EXPECT_TRUE(E.Loops[2].IsPipelined);
  EXPECT_TRUE(E.Loops[0].IsFlattened);
  EXPECT_EQ(E.Loops[2].Interval, 6);
  // Load 2, product 5, sum 6, store 1.
  EXPECT_EQ(E.Loops[2].Depth, 14);
  EXPECT_EQ(E.Resources.Dsp, 8 + 3);
  EXPECT_NE(E.Loops[2].IntervalReason.find("6 cycles"), std::string::npos);
}

TEST(Vitis, CopiesOfASumAreATree) {
  // Vendor: 794651. Half the iterations, and one sum more in the depth.
  KernelSummary K = product();
  direct(K, "unroll", 2, {{"factor", "2"}});
  VitisEstimate E = estimate(K);
  EXPECT_EQ(E.Loops[2].Interval, 6);
  EXPECT_EQ(E.Latency.Most, 64. * 64 * 32 * 6 + 2 * 4096 + 21 + 6);
  EXPECT_EQ(E.Outcomes[0].K, DirectiveOutcome::Kind::Applied);
}

TEST(Vitis, CopiesOfAnOuterLoopFollowEachOther) {
  // 64 calls of 64 * 64 iterations, whatever the factor.
  KernelSummary Two = product(), Eight = product();
  direct(Two, "unroll", 0, {{"factor", "2"}});
  direct(Eight, "unroll", 0, {{"factor", "8"}});
  EXPECT_EQ(estimate(Two).Latency.Most, estimate(Eight).Latency.Most);
  EXPECT_GT(estimate(Two).Latency.Most, estimate(product()).Latency.Most);
}

TEST(Vitis, APipelineUnrollsWhatIsBelow) {
  KernelSummary K = product();
  direct(K, "pipeline", 1);
  direct(K, "pipeline", 2);
  VitisEstimate E = estimate(K);
  EXPECT_TRUE(E.Loops[2].IsUnrolledInFull);
  EXPECT_EQ(E.Loops[1].Interval, 1);
  EXPECT_EQ(E.Outcomes[1].K, DirectiveOutcome::Kind::Subsumed);
  // Vendor: 12340.
  EXPECT_NEAR(E.Latency.Most, 12340, 12);
}

TEST(Vitis, ASumInMemoryIsNotForwardedFromAMisalignedStart) {
  // Load 2, difference 6, store 1: 9 cycles a copy.
  KernelSummary K = difference(1), L = difference(0);
  direct(K, "unroll", 0, {{"factor", "4"}});
  direct(L, "unroll", 0, {{"factor", "4"}});
  EXPECT_EQ(estimate(K).Loops[0].Interval, 4 * 9);
  EXPECT_EQ(estimate(L).Loops[0].Interval, 1);
}

TEST(Vitis, BanksOfAnotherFactorTakeARemainder) {
  // Vendor, jacobi-1d: factors that divide, one with a rest, and equal ones.
  EXPECT_NEAR(estimate(sweeps("2", "2")).Latency.Most, 6647, 4);
  EXPECT_NEAR(estimate(sweeps("2", "8")).Latency.Most, 5327, 4);
  EXPECT_NEAR(estimate(sweeps("32", "2")).Latency.Most, 4887, 4);
  EXPECT_NEAR(estimate(sweeps("4", "4")).Latency.Most, 9847, 4);
  EXPECT_NEAR(estimate(sweeps("4", "8")).Latency.Most, 6167, 200);
}

TEST(Vitis, AnUnknownTripCountIsMissing) {
  KernelSummary K = difference(0);
  K.Loops[0].Trip.K = TripCount::Kind::Unknown;
  K.Loops[0].Trip.Reason = "read from memory";
  EXPECT_EQ(estimate(K).Missing.size(), 1u);
  direct(K, "loop_tripcount", 0, {{"min", "1"}, {"max", "79"}});
  VitisEstimate E = estimate(K);
  EXPECT_TRUE(E.Missing.empty());
  EXPECT_EQ(E.Loops[0].MostTrip, 79);
}

TEST(Vitis, ADirectiveThatChangesNothingSaysWhy) {
  KernelSummary K = product();
  direct(K, "unroll", 2, {{"factor", "1"}});
  direct(K, "unroll", 2, {{"2", ""}});
  direct(K, "loop_tripcount", 2, {{"max", "8"}});
  VitisEstimate E = estimate(K);
  for (const DirectiveOutcome &Out : E.Outcomes) {
    EXPECT_EQ(Out.K, DirectiveOutcome::Kind::NoEffect);
    EXPECT_FALSE(Out.Reason.empty());
  }
  EXPECT_EQ(E.Latency.Most, estimate(product()).Latency.Most);
}

TEST(Vitis, ARuleCanBeLeftOut) {
  KernelSummary K = product();
  VitisOptions Options;
  Options.UnsafeMath = true;
  Options.Without = {"flatten"};
  EXPECT_GT(estimateVitis(K, Options).Latency.Most, estimate(K).Latency.Most);
}

} // namespace
