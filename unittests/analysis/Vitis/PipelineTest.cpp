// Intervals of pipelines: what memory passes on, and what an operator takes.
#include "roofline/Vitis/VitisEstimate.h"

#include "HlsBuilder.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

/// X[j] = 0 where data say so; X[j] = X[j] + Y[j]; X is an argument.
KernelSummary clearedSum() {
  KernelSummary K;
  HlsBuilder B(K);
  B.array("X", {64}, true);
  B.array("Y", {64}, true);
  B.loop("L0", {}, Expr::constant(64), 1);
  Guard When;
  When.IsOfData = true;
  uint32_t Clear = B.block(When);
  B.access("store", "X", 0, {{0, 8}});
  uint32_t Body = B.block();
  uint32_t X = B.access("load", "X", 0, {{0, 8}});
  uint32_t Y = B.access("load", "Y", 0, {{0, 8}});
  B.access("store", "X", 0, {{0, 8}}, {B.op("fadd", {X, Y})});
  K.Root = B.node(Node::Kind::Sequence, 0,
                  {B.node(Node::Kind::Loop, 0, {Clear, Body})});
  return K;
}

// One load and one store fit the two ports of an argument; the store under the
// condition is a choice between zero and the loaded value.
TEST(Intervals, AStoreThatIsOverwrittenIsAChoice) {
  EXPECT_EQ(estimateVitis(clearedSum(), {}).Loops[0].Interval, 1);
  VitisOptions Without;
  Without.Without = {"selects"};
  EXPECT_EQ(estimateVitis(clearedSum(), Without).Loops[0].Interval, 2);
}

} // namespace
