// Forms that move with a loop, followed by hand.
#include "TestKernels.h"

#include "roofline/Kernel/LoopMotion.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// for (i) { a = A[i]; for (j) { barrier; s = a + j; t = a + 1; } }
KernelSummary nest() {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 1, Expr::constant(4));
  G.loop("j", 2, Expr::constant(8));
  K.Loops[1].Parent = 0;
  AffineIndex Index;
  Index.Offset = Expr::constant(0);
  Index.Terms = {{symbolOfLoop(0), Expr::constant(4)}};
  G.block();
  const uint32_t I = G.op("phi"); // 0
  const uint32_t A =
      G.access(MemoryAccess::Kind::Read, "A", std::move(Index), {I}, 1); // 1
  G.block();
  const uint32_t J = G.op("phi"); // 2
  G.op("barrier");                // 3
  G.op("add", {A, J});            // 4
  G.op("add", {A});               // 5
  G.node(Node::Kind::Loop, 0, {1, 2});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Loop, 1, {3});
  G.node(Node::Kind::Block, 1);
  return K;
}

TEST(LoopMotion, PlacesBlocksAndBarriers) {
  const KernelSummary K = nest();
  const LoopMotion Motion(K);
  EXPECT_EQ(Motion.LoopOf[0], 0u);
  EXPECT_EQ(Motion.LoopOf[1], 1u);
  EXPECT_TRUE(Motion.isInside(1, 0)); // through the loop around
  EXPECT_FALSE(Motion.isInside(0, 1));
  EXPECT_EQ(Motion.HasBarrier, (std::vector<bool>{true, true}));
}

TEST(LoopMotion, WhatReadsACounterOrItsElementMoves) {
  const KernelSummary K = nest();
  const LoopMotion Motion(K);
  EXPECT_TRUE(Motion.moves(1, 0)); // A[i]
  EXPECT_FALSE(Motion.moves(1, 1));
  EXPECT_TRUE(Motion.moves(4, 0)); // a + j
  EXPECT_TRUE(Motion.moves(4, 1));
  EXPECT_TRUE(Motion.moves(5, 0)); // a + 1
  EXPECT_FALSE(Motion.moves(5, 1));
}

TEST(LoopMotion, APrivateElementMovesWithItsAddressAlone) {
  KernelSummary K = nest();
  K.Accesses[0].Space = AddressSpace::Private;
  K.Accesses[0].Index->Terms.clear(); // a[0], though its operand counts
  EXPECT_FALSE(LoopMotion(K).moves(1, 0));
}

} // namespace
