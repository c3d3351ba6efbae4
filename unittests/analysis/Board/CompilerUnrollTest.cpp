// Loops that the compiler unrolls, with sizes counted by hand.
#include "TestKernels.h"

#include "roofline/Board/CompilerUnroll.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// A loop of \p Trip around \p Size instructions, and a phi, which is none.
KernelSummary loopOf(Expr Trip, uint32_t Size, const char *Last = "br") {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, std::move(Trip));
  G.block();
  G.op("phi");
  for (uint32_t I = 1; I < Size; ++I)
    G.op("add");
  G.op(Last);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  return K;
}

KernelSummary loopOf(int64_t Trip, uint32_t Size, const char *Last = "br") {
  return loopOf(Expr::constant(Trip), Size, Last);
}

Design plain(const KernelSummary &K) {
  Design D;
  D.Unroll.assign(K.Loops.size(), 1);
  return D;
}

uint32_t factor(const KernelSummary &K) {
  return unrolledByCompiler(K, plain(K)).Unroll[0];
}

TEST(CompilerUnrollTest, SmallLoopsAreTaken) {
  EXPECT_EQ(factor(loopOf(4, 5)), 4u);    // 20 instructions
  EXPECT_EQ(factor(loopOf(1000, 5)), 1u); // 5000
  EXPECT_EQ(factor(loopOf(10, 15)), 10u); // 150, the most
  EXPECT_EQ(factor(loopOf(11, 15)), 1u);  // 165
  EXPECT_EQ(factor(loopOf(1, 5)), 1u);
}

// 18.1 takes loops of twice the size.
TEST(CompilerUnrollTest, NewerCompilersTakeLargerLoops) {
  for (auto [Trip, Factor] : {std::pair(20, 20u), std::pair(21, 1u)}) {
    const KernelSummary K = loopOf(Trip, 15); // 300 and 315 instructions
    EXPECT_EQ(unrolledByCompiler(K, plain(K), 18.1).Unroll[0], Factor);
  }
}

TEST(CompilerUnrollTest, OnlyConstantTripCountsAreTaken) {
  EXPECT_EQ(factor(loopOf(Expr::symbol("n"), 5)), 1u);
  KernelSummary K = loopOf(4, 5);
  K.Loops[0].Trip.K = TripCount::Kind::AtMost;
  EXPECT_EQ(factor(K), 1u);
}

TEST(CompilerUnrollTest, ABarrierKeepsItsLoop) {
  EXPECT_EQ(factor(loopOf(4, 5, "barrier")), 1u);
}

TEST(CompilerUnrollTest, APragmaDecidesItself) {
  KernelSummary K = loopOf(4, 5);
  K.Loops[0].Unroll = UnrollRequest{.Disabled = true};
  EXPECT_EQ(factor(K), 1u);
  K.Loops[0].Unroll = UnrollRequest{.Factor = 2};
  Design Asked = plain(K);
  Asked.Unroll[0] = 2;
  EXPECT_EQ(unrolledByCompiler(K, Asked).Unroll[0], 2u);
}

TEST(CompilerUnrollTest, AFactorThatWasAskedForStays) {
  KernelSummary K = loopOf(4, 5);
  Design Asked = plain(K);
  Asked.Unroll[0] = 2;
  EXPECT_EQ(unrolledByCompiler(K, Asked).Unroll[0], 2u);
}

/// Two iterations around four that load 20 integers; at other places each time
/// where \p Moves.
KernelSummary nest(bool Moves) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("o", 2, Expr::constant(2));
  G.loop("i", 3, Expr::constant(4));
  K.Loops[1].Parent = 0;
  G.block();
  for (int64_t I = 0; I < 20; ++I) {
    AffineIndex Index;
    Index.Offset = Expr::constant(64 * I);
    if (Moves)
      Index.Terms = {{"loop:1", Expr::constant(4)}};
    G.access(MemoryAccess::Kind::Read, "A", Index, {}, 4);
  }
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Loop, 1, {2});
  G.node(Node::Kind::Block, 0);
  return K;
}

// Inside 20 * 4 = 80 instructions. What moves with the inner loop is there four
// times for the outer one, 2 * 80 = 160; what stands still once, 2 * 20 = 40.
TEST(CompilerUnrollTest, OuterLoopsHoldTheCopiesOfInnerOnes) {
  const KernelSummary Moving = nest(true), Still = nest(false);
  EXPECT_EQ(unrolledByCompiler(Moving, plain(Moving)).Unroll,
            (std::vector<uint32_t>{1, 4}));
  EXPECT_EQ(unrolledByCompiler(Still, plain(Still)).Unroll,
            (std::vector<uint32_t>{2, 4}));
}

} // namespace
