// The model "board" against arithmetic done by hand.
//
/// \file
/// Board: TestKernels.h, with overlap 2, so that two activities of 3 and 4
/// cycles take 5 together.
#include "TestKernels.h"

#include "roofline/Board/BoardEstimate.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr auto Load = MemoryAccess::Kind::Read;

Device timedBoard() {
  Device D = roundBoard();
  // A quarter of a cycle of the kernel for a word of 64 B, and half for the
  // arbiter, repeats included.
  D.BankBandwidth.Value = BytesPerSecond(51.2e9);
  BoardTimes &T = D.Times.emplace();
  T.Share.Value = 1;
  T.Arbitration = {0.5, ""};
  T.Overlap.Value = 2;
  T.ErrorLow = {0.5, ""};
  T.ErrorHigh = {1.5, ""};
  return D;
}

struct Priced {
  Priced(KernelSummary Summary, const Launch &L, BoardMechanisms With = {},
         void (*Change)(Design &) = nullptr)
      : K(std::move(Summary)), B(bindKernel(K, L, Board)) {
    EXPECT_TRUE(B.Missing.empty());
    Design D = sourceDesign(B);
    if (Change)
      Change(D);
    E = estimateBoard(B, L, D, Board, With);
  }

  Device Board = timedBoard();
  KernelSummary K;
  BoundKernel B;
  BoardEstimate E;
};

BoardMechanisms withoutLatency() {
  BoardMechanisms With;
  With.Latency = false;
  return With;
}

/// A chain of 100 products, 300 cycles deep.
void addProducts(GraphBuilder &G) {
  uint32_t Last = G.op("mul");
  for (int I = 1; I < 100; ++I)
    Last = G.op("mul", {Last});
}

KernelSummary products() {
  KernelSummary K;
  K.Name = "products";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  addProducts(G);
  G.node(Node::Kind::Block, 0);
  return K;
}

/// A word of memory for each work-item.
KernelSummary gather() {
  KernelSummary K;
  K.Name = "gather";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  AffineIndex Index;
  Index.Offset = Expr::constant(0);
  Index.Terms = {{"global_id(0)", Expr::constant(64)}};
  G.access(Load, "A", Index, {}, 2);
  G.node(Node::Kind::Block, 0);
  return K;
}

/// 1000 iterations that add to a sum, 7 cycles each; a counter of 1 cycle.
KernelSummary sum(bool UsesIds) {
  KernelSummary K;
  K.Name = "sum";
  K.UsesWorkItemIds = UsesIds;
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.block();
  const uint32_t Sum = G.op("phi", {}, ScalarKind::Float);
  const uint32_t Added = G.op("fadd", {Sum}, ScalarKind::Float);
  G.carry(0, Added, Sum);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  return K;
}

// 400 passes; one work-item alone takes 300 cycles; together 500.
TEST(BoardEstimateTest, PassesAndDepthHinderEachOther) {
  Priced P(products(), launch1D(400));
  ASSERT_EQ(P.E.Pipelines.size(), 1u);
  EXPECT_EQ(P.E.Pipelines[0].Passes, 400);
  EXPECT_EQ(P.E.Pipelines[0].Depth, 300);
  EXPECT_EQ(P.E.Pipelines[0].Cycles, 400);
  EXPECT_EQ(P.E.MemoryCycles, 0);
  EXPECT_EQ(P.E.LatencyCycles, 300);
  EXPECT_DOUBLE_EQ(P.E.Cycles, 500);
  EXPECT_DOUBLE_EQ(P.E.Time.value(), 500 / 400e6);
  EXPECT_DOUBLE_EQ(P.E.Fastest->value(), 250 / 400e6);
  EXPECT_DOUBLE_EQ(P.E.Slowest->value(), 750 / 400e6);
  EXPECT_EQ(P.E.doubt(), Doubt::None);
}

TEST(BoardEstimateTest, PassesAloneAreTheTime) {
  EXPECT_EQ(Priced(products(), launch1D(400), withoutLatency()).E.Cycles, 400);
}

TEST(BoardEstimateTest, ComputeUnitsShareThePasses) {
  Priced P(products(), launch1D(400), withoutLatency(),
           [](Design &D) { D.ComputeUnits = 4; });
  EXPECT_EQ(P.E.Cycles, 100);
}

// 1200 work-items ask for a word each, 0.75 cycles apart: 900 cycles of memory
// and 1200 of passes are 1500.
TEST(BoardEstimateTest, PassesAndMemoryHinderEachOther) {
  Priced P(gather(), launch1D(1200), withoutLatency());
  EXPECT_DOUBLE_EQ(P.E.words(), 1200);
  EXPECT_DOUBLE_EQ(P.E.MemoryCycles, 900);
  EXPECT_DOUBLE_EQ(P.E.Pipelines[0].Words, 1200);
  EXPECT_DOUBLE_EQ(P.E.Cycles, 1500);
}

// Two compute units have 600 passes each, and the same memory.
TEST(BoardEstimateTest, ComputeUnitsShareOneMemory) {
  Priced P(gather(), launch1D(1200), withoutLatency(),
           [](Design &D) { D.ComputeUnits = 2; });
  EXPECT_DOUBLE_EQ(P.E.MemoryCycles, 900);
  EXPECT_DOUBLE_EQ(P.E.Cycles, std::hypot(600, 900));
}

TEST(BoardEstimateTest, MechanismsAreLeftOut) {
  BoardMechanisms With = withoutLatency();
  With.Overlap = false; // the longer of 1200 and 900
  EXPECT_DOUBLE_EQ(Priced(gather(), launch1D(1200), With).E.Cycles, 1200);
  With = withoutLatency();
  With.Words = false;
  EXPECT_DOUBLE_EQ(Priced(gather(), launch1D(1200), With).E.Cycles, 1200);
}

// 4 lanes 8 bytes apart, 1024 work-items: 512 words, 384 of them repeats
// (ReplayTest): 128 * 0.75 + 384 * 0.5 cycles, 512 * 0.75 without.
TEST(BoardEstimateTest, RepeatsCostLess) {
  KernelSummary K = gather();
  K.Accesses[0].Index->Terms[0].Coefficient = Expr::constant(8);
  auto Simd4 = [](Design &D) { D.Simd = 4; };
  EXPECT_DOUBLE_EQ(Priced(K, launch1D(1024), {}, Simd4).E.MemoryCycles, 288);
  BoardMechanisms Without;
  Without.Repeats = false;
  EXPECT_DOUBLE_EQ(Priced(K, launch1D(1024), Without, Simd4).E.MemoryCycles,
                   384);
}

// One work-item waits for each sum: 1 + 1000 * 7 cycles. Nothing else fills
// the pipelines: their 1000 and 1 passes come one after another.
TEST(BoardEstimateTest, OneWorkItemOfAnNDRangeWaits) {
  Priced P(sum(true), launch1D(1));
  ASSERT_EQ(P.E.Pipelines.size(), 2u);
  EXPECT_EQ(P.E.Pipelines[1].Passes, 1000);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 1);
  EXPECT_EQ(P.E.LatencyCycles, 7001);
  EXPECT_DOUBLE_EQ(P.E.Cycles, std::hypot(1001, 7001));
}

// A single work-item's loop begins an iteration every 7 cycles: 7000, the
// body's one pass, and depths of 7 and 1.
TEST(BoardEstimateTest, ASingleWorkItemWaitsForTheChain) {
  Priced P(sum(false), Launch());
  ASSERT_EQ(P.E.Pipelines.size(), 2u);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 7);
  EXPECT_EQ(P.E.Pipelines[1].Passes, 1000);
  EXPECT_EQ(P.E.LatencyCycles, 0);
  EXPECT_EQ(P.E.Cycles, 7000 + 1 + 7 + 1);
  EXPECT_EQ(P.E.Limiting, 1u);
}

// `#pragma ii 9` asks for more than the chain does.
TEST(BoardEstimateTest, ARequestedIntervalHolds) {
  KernelSummary K = sum(false);
  K.Loops[0].RequestedII = 9;
  EXPECT_EQ(Priced(K, Launch()).E.Pipelines[1].Interval, 9);
}

// Four copies of the sum wait for each other, so that unrolling gains nothing:
// 250 passes of 28 cycles.
TEST(BoardEstimateTest, CopiesOfAChainWaitForEachOther) {
  Priced P(sum(false), Launch(), {}, [](Design &D) { D.Unroll[0] = 4; });
  EXPECT_EQ(P.E.Pipelines[1].Passes, 250);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 28);
  EXPECT_EQ(P.E.Pipelines[1].Depth, 28); // 7 + 3 * 7
}

// Twelve sums in turn: 16 copies of 7 cycles take ceil(16 * 7 / 12) = 10, 12 of
// them 7, and one none. The last four of 16 wait for the first four.
TEST(BoardEstimateTest, CopiesWaitByTheDistance) {
  KernelSummary K = sum(false);
  K.Loops[0].Dependences[0].Distance = 12;
  auto Of = [&](void (*Change)(Design &)) {
    return Priced(K, Launch(), {}, Change).E.Pipelines[1];
  };
  const Pipeline Wide = Of([](Design &D) { D.Unroll[0] = 16; });
  EXPECT_EQ(Wide.Interval, 10);
  EXPECT_EQ(Wide.Depth, 7 + 7);
  EXPECT_EQ(Wide.Why, IntervalReason::Chain);
  ASSERT_TRUE(Wide.Chain);
  EXPECT_EQ(Wide.Chain->Dependence, 0u);
  EXPECT_EQ(Of([](Design &D) { D.Unroll[0] = 12; }).Interval, 7);
  const Pipeline Once = Of(nullptr);
  EXPECT_EQ(Once.Interval, 1);
  EXPECT_EQ(Once.Why, IntervalReason::None);
  EXPECT_FALSE(Once.Chain);
}

/// 1000 iterations, each of which combines \p Terms terms by \p Name in a loop
/// of its own: with what the last iteration left, or, unless \p IsOne, with
/// nothing, and the result at the end with what the last iteration left.
KernelSummary termsInside(bool IsOne, const char *Name, ScalarKind Scalar,
                          int64_t Terms = 16) {
  KernelSummary K;
  K.Name = "terms";
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.loop("j", 3, Expr::constant(Terms));
  K.Loops[1].Parent = 0;
  G.block();
  const uint32_t All = G.op("phi", {}, Scalar);
  G.block();
  const uint32_t Part = G.op("phi", {}, Scalar);
  if (IsOne)
    K.Operations[Part].Operands = {All};
  const uint32_t Added = G.op(Name, {Part}, Scalar);
  G.carry(1, Added, Part);
  G.block();
  const uint32_t Last = IsOne ? Added : G.op(Name, {All, Added}, Scalar);
  G.carry(0, Last, All);
  G.node(Node::Kind::Loop, 0, {1, 2, 4});
  G.node(Node::Kind::Block, 0);
  G.node(Node::Kind::Loop, 1, {3});
  G.node(Node::Kind::Block, 1);
  G.node(Node::Kind::Block, 2);
  return K;
}

void unrollInside(Design &D) { D.Unroll[1] = 16; }

// A sum that goes on from iteration to iteration passes all 16 copies inside;
// one that starts anew leaves a single addition that is carried.
TEST(BoardEstimateTest, AChainPassesTheCopiesInside) {
  using enum ScalarKind;
  auto Of = [](const KernelSummary &K, void (*Change)(Design &)) {
    Priced P(K, Launch(), {}, Change);
    EXPECT_EQ(P.E.Pipelines.size(), 2u);
    return P.E.Pipelines[1];
  };
  const Pipeline One = Of(termsInside(true, "fadd", Float), unrollInside);
  EXPECT_EQ(One.Interval, 16 * 7);
  EXPECT_EQ(One.Depth, 16 * 7);
  ASSERT_TRUE(One.Chain);
  EXPECT_EQ(One.Chain->Through, std::vector<uint32_t>{1});
  const Pipeline Two = Of(termsInside(false, "fadd", Float), unrollInside);
  EXPECT_EQ(Two.Interval, 7);
  EXPECT_EQ(Two.Depth, 16 * 7 + 7);
  EXPECT_TRUE(Two.Chain && Two.Chain->Through.empty());
  // Four that the compiler unrolls; both loops by a design; products of 3.
  EXPECT_EQ(Of(termsInside(true, "fadd", Float, 4), nullptr).Interval, 4 * 7);
  EXPECT_EQ(Of(termsInside(true, "fadd", Float),
               [](Design &D) {
                 unrollInside(D);
                 D.Unroll[0] = 2;
               })
                .Interval,
            2 * 16 * 7);
  EXPECT_EQ(Of(termsInside(true, "mul", Int), unrollInside).Interval, 16 * 3);
  // Terms of an integer's sum are added first.
  EXPECT_EQ(Of(termsInside(true, "add", Int), unrollInside).Interval, 1);
}

// The loop inside also adds floats, 7 cycles each, which start anew: they are
// not on the way of the product, 16 times 3 cycles.
TEST(BoardEstimateTest, OtherChainsInsideDoNotCount) {
  KernelSummary K = termsInside(true, "mul", ScalarKind::Int);
  for (Block &B : K.Blocks)
    if (B.FirstOperation > 1)
      B.FirstOperation += 2;
  K.Blocks[1].NumOperations += 2;
  Operation Sum = K.Operations[0], Added = Sum;
  Sum.Type.Scalar = Added.Type.Scalar = ScalarKind::Float;
  Added.Name = "fadd";
  Added.Operands = {3};
  K.Operations.insert(K.Operations.begin() + 3, {Sum, Added});
  K.Loops[1].Dependences.push_back(
      {CarriedDependence::Kind::Register, 4, 3, 1});
  Priced P(K, Launch(), {}, unrollInside);
  EXPECT_EQ(P.E.Pipelines[1].Interval, 16 * 3);
}

/// 1000 iterations of a loop over 8 elements of z: z[j] = z[j + \p From] + x.
KernelSummary elements(int64_t From) {
  KernelSummary K;
  K.Name = "elements";
  GraphBuilder G(K);
  G.loop("i", 2, Expr::constant(1000));
  G.loop("j", 3, Expr::constant(8));
  K.Loops[1].Parent = 0;
  G.block();
  auto At = [](int64_t Offset) {
    return AffineIndex{Expr::constant(4 * Offset),
                       {{"loop:1", Expr::constant(4)}}};
  };
  const uint32_t Read = G.access(Load, "z", At(From), {}, 4);
  const uint32_t Added = G.op("fadd", {Read}, ScalarKind::Float);
  const uint32_t Write =
      G.access(MemoryAccess::Kind::Write, "z", At(0), {Added}, 4);
  for (MemoryAccess &A : K.Accesses)
    A.Space = AddressSpace::Private;
  G.carry(0, Write, Read, CarriedDependence::Kind::Memory);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Loop, 1, {2});
  G.node(Node::Kind::Block, 0);
  return K;
}

// Eight sums side by side wait 7 cycles each. A sum that moves on to the next
// element, as in a transposed filter, comes back to none.
TEST(BoardEstimateTest, CopiesSideBySideDoNotWaitForEachOther) {
  auto Interval = [](int64_t From) {
    return Priced(elements(From), Launch(), {},
                  [](Design &D) { D.Unroll[1] = 8; })
        .E.Pipelines[1]
        .Interval;
  };
  EXPECT_EQ(Interval(0), 7);
  EXPECT_EQ(Interval(1), 1);
  EXPECT_EQ(Interval(-1), 1);
}

/// 1024 times 4096 iterations that add to an element of a private array.
KernelSummary elementSums(AffineIndex Element, const char *Name,
                          ScalarKind Scalar) {
  KernelSummary K;
  K.Name = "elementSums";
  GraphBuilder G(K);
  G.loop("k", 2, Expr::constant(1024));
  G.loop("i", 3, Expr::constant(4096));
  K.Loops[1].Parent = 0;
  G.block();
  const uint32_t Read = G.access(Load, "sum", Element, {}, 4);
  const uint32_t Added = G.op(Name, {Read}, Scalar);
  const uint32_t Write =
      G.access(MemoryAccess::Kind::Write, "sum", Element, {Added}, 4);
  for (MemoryAccess &A : K.Accesses)
    A.Space = AddressSpace::Private;
  G.carry(1, Write, Read, CarriedDependence::Kind::Memory);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Loop, 1, {2});
  G.node(Node::Kind::Block, 0);
  return K;
}

// The element of the loop around is a register while the loop inside runs: a
// sum takes 1 cycle, or 7. An element that the loop itself chooses is in a
// memory, 7 cycles from one update to the next.
TEST(BoardEstimateTest, AnElementThatStandsStillIsARegister) {
  auto Interval = [](const KernelSummary &K) {
    Priced P(K, Launch());
    EXPECT_TRUE(P.E.Memories.contains("sum"));
    return P.E.Pipelines[2].Interval;
  };
  const AffineIndex Still = along({{"loop:0", 4}});
  AffineIndex Chosen = Still;
  Chosen.Irregular = Expr::symbol("value:1");
  Chosen.IrregularAlong = {"loop:1"};
  using enum ScalarKind;
  EXPECT_EQ(Interval(elementSums(Still, "add", Int)), 1);
  EXPECT_EQ(Interval(elementSums(Still, "fadd", Float)), 7);
  EXPECT_EQ(Interval(elementSums(Chosen, "add", Int)), 7);
  // Chosen by data in the loop around, it stands still, too.
  Chosen.IrregularAlong = {"loop:0"};
  EXPECT_EQ(Interval(elementSums(Chosen, "add", Int)), 1);
  // Another access of the loop moves: which element it reads is not known.
  KernelSummary Other = elementSums(Still, "add", Int);
  Other.Accesses.push_back(Other.Accesses[0]);
  Other.Accesses.back().Index = along({{"loop:1", 4}});
  EXPECT_EQ(Interval(Other), 7);
}

// Four iterations of one sum are unrolled by the compiler: no pipeline of
// their own, but 28 cycles of depth.
TEST(BoardEstimateTest, UnrolledLoopsAreAPartOfWhatIsAround) {
  KernelSummary K = sum(false);
  K.Loops[0].Trip.Count = Expr::constant(4);
  Priced P(K, Launch());
  EXPECT_EQ(P.E.D.Unroll[0], 4u);
  ASSERT_EQ(P.E.Pipelines.size(), 1u);
  EXPECT_EQ(P.E.Pipelines[0].Depth, 28);
  EXPECT_EQ(P.E.Cycles, 1 + 28);
  BoardMechanisms Without;
  Without.CompilerUnrolls = false;
  EXPECT_EQ(Priced(K, Launch(), Without).E.Pipelines.size(), 2u);
}

/// A loop of 8 iterations, each a chain of 100 products, 300 cycles deep, that
/// work-items from \p Id 1000 on pass by, before a barrier.
KernelSummary passedBy(const char *Id) {
  KernelSummary K;
  K.Name = "passedBy";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("i", 3, Expr::constant(8));
  G.block();
  addProducts(G);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  K.Loops[0].When.Form =
      max(Expr::constant(0), Expr::constant(1000) - Expr::symbol(Id));
  K.Barriers = {{"k.cl", 9, 1}};
  K.DivergentBranches = {{"k.cl", 2, 1}};
  return K;
}

Launch inGroups(uint64_t Size) {
  Launch L = launch1D(1024);
  L.Local = {Size, 1, 1};
  return L;
}

// 64 work-items go round 8 times in 300 cycles each, and come out one after
// another: 2464 cycles for 512 passes. 512 take 512 cycles a round: 4396 for
// 4096. Vectors are ignored.
TEST(BoardEstimateTest, ALoopThatIsPassedByHoldsOneGroup) {
  for (uint32_t Simd : {1, 4}) {
    Priced Few(
        passedBy("local_id(0)"), inGroups(64), {},
        Simd == 1 ? nullptr : [](Design &D) { D.Simd = 4; });
    ASSERT_EQ(Few.E.Pipelines.size(), 2u);
    EXPECT_TRUE(Few.E.Pipelines[1].HoldsGroup);
    EXPECT_EQ(Few.E.Pipelines[1].Passes, 8192);
    EXPECT_DOUBLE_EQ(Few.E.Pipelines[1].Interval, 2464.0 / 512);
    EXPECT_EQ(Few.E.D.Simd, 1u);
  }
  Priced Many(passedBy("local_id(0)"), inGroups(512));
  EXPECT_DOUBLE_EQ(Many.E.Pipelines[1].Interval, 4396.0 / 4096);
}

// Work-items 0 to 7 of each group of 64 enter: 8 rounds of 300 cycles and 8 to
// come out, for 64 passes.
TEST(BoardEstimateTest, AGroupIsThoseThatEnter) {
  KernelSummary K = passedBy("local_id(0)");
  K.Loops[0].When.Form =
      max(Expr::constant(0), Expr::constant(8) - Expr::symbol("local_id(0)"));
  Priced P(K, inGroups(64));
  EXPECT_EQ(P.E.Pipelines[1].Passes, 8 * 128);
  EXPECT_DOUBLE_EQ(P.E.Pipelines[1].Interval, 2408.0 / 64);
}

// A loop in the copies of one that is passed by is passed by, too.
TEST(BoardEstimateTest, ALoopInsideIsPassedBy) {
  KernelSummary K = passedBy("local_id(0)");
  GraphBuilder G(K);
  G.loop("j", 4, Expr::constant(1000));
  K.Loops[1].Parent = 0;
  K.Nodes.clear();
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Loop, 1, {2});
  G.node(Node::Kind::Block, 0);
  Priced P(K, inGroups(64), {}, [](Design &D) {
    D.Unroll[0] = 8;
    D.Simd = 4;
  });
  ASSERT_EQ(P.E.Pipelines.size(), 2u);
  EXPECT_TRUE(P.E.Pipelines[1].HoldsGroup);
  EXPECT_EQ(P.E.D.Simd, 1u);
}

TEST(BoardEstimateTest, OtherLoopsHoldManyGroups) {
  auto Interval = [](const KernelSummary &K, BoardMechanisms With = {}) {
    return Priced(K, inGroups(64), With).E.Pipelines[1].Interval;
  };
  EXPECT_EQ(Interval(passedBy("group_id(0)")), 1);
  KernelSummary NoBarrier = passedBy("local_id(0)");
  NoBarrier.Barriers.clear();
  EXPECT_EQ(Interval(NoBarrier), 1);
  BoardMechanisms Without;
  Without.Groups = false;
  EXPECT_EQ(Interval(passedBy("local_id(0)"), Without), 1);
}

// A bound, or words at addresses that data choose, is no prediction.
TEST(BoardEstimateTest, DoubtsAreNamed) {
  KernelSummary K = gather();
  K.Accesses[0].Index.reset();
  EXPECT_EQ(Priced(K, launch1D(1200)).E.doubt(), Doubt::Irregular);
  K.Blocks[0].When.IsOfData = true;
  EXPECT_EQ(Priced(K, launch1D(1200)).E.doubt(), Doubt::DataDecides);
}

} // namespace
