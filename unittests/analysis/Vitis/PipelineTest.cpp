// Intervals of pipelines: what memory passes on, and what an operator takes.
#include "roofline/Vitis/VitisEstimate.h"

#include "HlsBuilder.h"
#include "Pieces.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::vitis;

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

/// Eight loads of \p S in an iteration.
KernelSummary eightLoads(bool IsStructure) {
  KernelSummary K;
  HlsBuilder B(K);
  B.array("S", {0}, true);
  if (IsStructure)
    K.Memories[0].Element = {ScalarKind::None, 768, 1};
  B.array("X", {64}, true);
  B.loop("L0", {}, Expr::constant(64), 1);
  uint32_t Body = B.block();
  uint32_t Sum = B.access("load", "S", 0, {});
  for (int64_t Byte = 8; Byte < 64; Byte += 8)
    Sum = B.op("select", {Sum, B.access("load", "S", Byte, {{0, 64}})});
  B.access("store", "X", 0, {{0, 8}}, {Sum});
  K.Root =
      B.node(Node::Kind::Sequence, 0, {B.node(Node::Kind::Loop, 0, {Body})});
  return K;
}

// AMD UG1399: a structure at the interface is one wide word.
TEST(Intervals, AStructureBehindAPointerHasNoPorts) {
  EXPECT_EQ(estimateVitis(eightLoads(true), {}).Loops[0].Interval, 1);
  EXPECT_EQ(estimateVitis(eightLoads(false), {}).Loops[0].Interval, 4);
}

/// for i: for j: T[i] += A[i][j]; for j: Y[j] += A[i][j] T[i].
KernelSummary twoLoops() {
  KernelSummary K;
  HlsBuilder B(K);
  B.array("A", {116, 124});
  B.array("T", {116});
  B.array("Y", {124});
  B.loop("L0", {}, Expr::constant(116), 1);
  B.loop("L1", 0, Expr::constant(124), 2);
  B.loop("L2", 0, Expr::constant(124), 3);
  uint32_t First = B.block();
  uint32_t A = B.access("load", "A", 0, {{0, 992}, {1, 8}});
  B.access("store", "T", 0, {{0, 8}}, {A});
  uint32_t Second = B.block();
  uint32_t T = B.access("load", "T", 0, {{0, 8}});
  B.access("load", "A", 0, {{0, 992}, {2, 8}});
  B.access("store", "Y", 0, {{2, 8}}, {T});
  uint32_t L1 = B.node(Node::Kind::Loop, 1, {First});
  uint32_t L2 = B.node(Node::Kind::Loop, 2, {Second});
  K.Root =
      B.node(Node::Kind::Sequence, 0, {B.node(Node::Kind::Loop, 0, {L1, L2})});
  direct(K, "unroll", 0, {{"factor", "4"}});
  return K;
}

// Vendor, atax with factors of 4, 62 and 16: (19012 - 14513) / 29 = 155 = 60 +
// 4 * 24 - 1, and without overlap 4 * (60 + 24) = 336.
TEST(Copies, AShortLoopWaitsForValuesAlone) {
  KernelSummary K = twoLoops();
  VitisOptions Options;
  vitis::Nest Loops = decideNest(K, Options);
  Forms Arrays = readForms(K);
  Frame F = frameOf(K, Loops, Arrays, Options);
  Piece First{60, {0, 1}, {1}, true, false, true};
  Piece Second{24, {0, 1, 2}, {2}, true, false, false};
  EXPECT_EQ(cyclesOfCopies(F, 0, {First, Second}), 60 + 4 * 24);
  First.IsShort = false;
  EXPECT_EQ(cyclesOfCopies(F, 0, {First, Second}), 4 * (60 + 24));
  // A short loop that updates what the copy before wrote waits.
  Second.IsShort = true;
  EXPECT_EQ(cyclesOfCopies(F, 0, {First, Second}), 4 * 60 + 24);
}

} // namespace
