// Schedules, delays and cycles: by hand, and their rules on random kernels.
#include "CodegenKernels.h"
#include "StreamKernelBuilder.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Core/StreamWalk.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;
using Op = DatapathOp;

namespace {

StreamDesign design(uint32_t Lanes, uint32_t Vector) {
  StreamDesign D;
  D.Lanes = Lanes;
  D.Vector = Vector;
  return D;
}

/// x op constant of int32.
OperatorUnit unitWith(Op O, int32_t Constant) {
  StreamKernelBuilder B("k", {8, 1, 1});
  uint32_t X = B.tap(B.input("x", Int32), {0, 0, 0});
  uint32_t N = B.op(O, Int32, {X, B.constant(uint32_t(Constant))});
  return operatorUnit(B.K, N);
}

TEST(StreamScheduleTest, FactorsHaveTheirSign) {
  StreamKernelBuilder B("k", {8, 1, 1});
  auto Extended = [&](Op O, uint16_t Bits) {
    ValueType T = {ScalarKind::Int, Bits, 1};
    return B.op(O, Int32, {B.tap(B.input("x", T), {0, 0, 0})});
  };
  uint32_t Byte = Extended(Op::SignExtend, 8);
  uint32_t Word = Extended(Op::ZeroExtend, 16);
  auto Factors = [&](uint32_t X, uint32_t Y) {
    ValueType T = B.K.Nodes[X].Type;
    ProductFactors F = productFactors(B.K, B.op(Op::Mul, T, {X, Y}));
    return std::tuple(F.Left, F.Right, F.Signed);
  };
  EXPECT_EQ(Factors(Byte, Word), std::tuple(8, 17, true));
  // -129 takes 9 bits, -128 takes 8, 127 takes 8.
  EXPECT_EQ(Factors(Byte, B.constant(uint32_t(-129))), std::tuple(8, 9, true));
  EXPECT_EQ(Factors(B.constant(uint32_t(-128)), Byte), std::tuple(8, 8, true));
  EXPECT_EQ(Factors(Byte, B.constant(127)), std::tuple(8, 8, true));
  EXPECT_EQ(Factors(Word, Word), std::tuple(32, 32, false));
  uint32_t Whole = B.tap(B.input("y", Int32), {0, 0, 0});
  EXPECT_EQ(Factors(Byte, Whole), std::tuple(8, 32, true));
  EXPECT_EQ(Factors(Whole, Whole), std::tuple(32, 32, false));
  uint32_t Fixed = B.op(Op::AShr, Int32, {Whole, B.constant(8)});
  EXPECT_EQ(Factors(Whole, Fixed), std::tuple(32, 32, false)); // 24 bits
  uint32_t Half = B.op(Op::AShr, Int32, {Byte, B.constant(1)});
  uint32_t Cut = B.op(Op::Truncate, {ScalarKind::Int, 20, 1}, {Half});
  EXPECT_EQ(Factors(Half, Word), std::tuple(7, 17, true));
  EXPECT_EQ(Factors(Cut, Cut), std::tuple(7, 7, true));
}

TEST(StreamScheduleTest, ConstantsMakeOperatorsCheap) {
  const OperatorUnit Wire = {UnitKind::Wire, 0};
  const OperatorUnit ShiftAdd = {UnitKind::ShiftAdd, 1};
  const OperatorUnit Logic = {UnitKind::Logic, 1};
  EXPECT_EQ(unitWith(Op::Mul, 8), Wire);
  EXPECT_EQ(unitWith(Op::Mul, 10), ShiftAdd);  // 8 + 2
  EXPECT_EQ(unitWith(Op::Mul, 28), ShiftAdd);  // 32 - 4
  EXPECT_EQ(unitWith(Op::Mul, -1), ShiftAdd);  // 2^32 - 1
  EXPECT_EQ(unitWith(Op::Mul, -12), ShiftAdd); // 4 - 16
  EXPECT_EQ(unitWith(Op::Mul, 11), (OperatorUnit{UnitKind::Multiplier, 3}));
  EXPECT_EQ(unitWith(Op::UDiv, 8), Wire);
  EXPECT_EQ(unitWith(Op::URem, 8), Wire);
  EXPECT_EQ(unitWith(Op::SDiv, 8), Logic);
  EXPECT_EQ(unitWith(Op::SRem, 8), Logic);
  EXPECT_EQ(unitWith(Op::Shl, 3), Wire);
  EXPECT_EQ(unitWith(Op::And, 255), Wire);
  // A product in 3, the sign in 1; the product back in 3, a difference in 1.
  EXPECT_EQ(unitWith(Op::UDiv, 5).Latency, 3u);
  EXPECT_EQ(unitWith(Op::SDiv, 5).Latency, 4u);
  EXPECT_EQ(unitWith(Op::URem, 5).Latency, 7u);
  EXPECT_EQ(unitWith(Op::SRem, -5).Latency, 8u);
}

TEST(StreamScheduleTest, DivisionIsOneBitAStage) {
  StreamKernelBuilder B("k", {8, 1, 1});
  uint32_t X = B.tap(B.input("x", Int32), {0, 0, 0});
  EXPECT_EQ(operatorUnit(B.K, B.op(Op::UDiv, Int32, {X, X})).Latency, 32u);
  EXPECT_EQ(operatorUnit(B.K, B.op(Op::SRem, Int32, {X, X})).Latency, 34u);
}

TEST(StreamScheduleTest, OneElementACycleAfterTheFirst) {
  StreamKernel K = *codegenKernel("vecadd32"); // 64 elements, one stage
  EXPECT_EQ(launchCycles(K, design(1, 1)), 64 + 1);
  EXPECT_EQ(launchCycles(K, design(4, 1)), 16 + 1);
  EXPECT_EQ(launchCycles(K, design(2, 4)), 8 + 1);
}

TEST(StreamScheduleTest, TapsAreOneDelayLine) {
  StreamKernel K = threePoint(64);
  DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
  EXPECT_EQ(S.Outputs, std::vector<int32_t>{2});
  LaneLayout L = layOutLane(K, S, design(1, 1));
  ASSERT_EQ(L.Lines.size(), 1u);
  // Centre 1 and left 2 after the port at stage 0; right, which is on the
  // port, at stage 1.
  EXPECT_EQ(L.Lines[0].Points, (std::vector<int64_t>{1, 2}));
  // Element 0 is read a step before position 0, element 63 when position 62 is
  // reached; that one, the last active one, leaves two steps later.
  EXPECT_EQ(launchCycles(K, design(1, 1)), 1 + 63 + 2);
}

TEST(StreamScheduleTest, ALineHasTheBitsThatAreRead) {
  StreamKernelBuilder B("parity", {64, 1, 1});
  const uint32_t In = B.input("a", {ScalarKind::Int, 8, 1});
  const uint32_t X = B.tap(In, {0, 0, 0}), Next = B.tap(In, {1, 0, 0});
  const uint32_t Both =
      B.op(DatapathOp::Xor, {ScalarKind::Int, 8, 1}, {X, Next});
  B.output("o", B.op(DatapathOp::And, {ScalarKind::Int, 8, 1},
                     {Both, B.constant(5, {ScalarKind::Int, 8, 1})}));
  DatapathSchedule S = scheduleDatapath(B.K, ElementForm::Pipe);
  LaneLayout L = layOutLane(B.K, S, design(1, 1));
  ASSERT_EQ(L.Lines.size(), 1u);
  EXPECT_EQ(L.Lines[0].Width, 3u); // of 5, the lowest bits up to the highest 1
}

TEST(StreamScheduleTest, FivePointStencilOfWideRows) {
  StreamKernel K = *codegenKernel("jacobi-512");
  DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
  EXPECT_EQ(S.Latency, 3 + 4); // three levels of additions, the division
  LaneLayout L = layOutLane(K, S, design(1, 1));
  // The rows before and behind are the two rings.
  uint32_t Rings = 0;
  for (const DelaySegment &Segment : L.Segments)
    Rings += Segment.Ring.has_value();
  EXPECT_EQ(Rings, 2u);
  // A row ahead; the last position written is (510, 510).
  EXPECT_EQ(launchCycles(K, design(1, 1)), 512 + (510 * 512 + 510) + 7 + 1);
}

TEST(StreamScheduleTest, ReductionsJoinLanesAndVectors) {
  StreamKernel K = dotProduct(64); // the product takes 3
  EXPECT_EQ(launchCycles(K, design(1, 1)), 64 + 3);
  // Four lanes' sums and what the sum begins with: three levels.
  EXPECT_EQ(launchCycles(K, design(4, 1)), 16 + 3 + 3);
  K.Reductions[0].Initial = 0; // which adds nothing
  EXPECT_EQ(launchCycles(K, design(4, 1)), 16 + 3 + 2);
  EXPECT_EQ(launchCycles(K, design(1, 4)), 16 + 3 + 2);
}

TEST(StreamScheduleTest, AFinishBeginsWhenTheSumsAreThere) {
  StreamKernel K = squaredDotProduct(64);
  // One cycle to begin, three of the product, one to store.
  EXPECT_EQ(launchCycles(K, design(1, 1)), 64 + 3 + 1 + 3 + 1);
  EXPECT_EQ(launchCycles(K, design(4, 1)), 16 + 3 + 2 + 1 + 3 + 1);
}

TEST(StreamScheduleTest, SumsOfFloatsWaitForEachOther) {
  StreamKernel K = *codegenKernel("dot-float"); // 40; 7 for the product
  EXPECT_EQ(scheduleDatapath(K, ElementForm::Pipe).Interval, 8u + 1);
  EXPECT_EQ(launchCycles(K, design(1, 1)), 9 * (40 + 7));
}

TEST(StreamScheduleTest, GuardsAreComputedAheadOfTheData) {
  StreamKernelBuilder B("k", {16, 1, 1});
  uint32_t X = B.position(0), In = B.input("in", Int32);
  uint32_t Last = B.op(Op::SLess, Bool, {X, B.constant(15)});
  uint32_t First = B.op(Op::SLess, Bool, {B.constant(0), X});
  B.output("out", B.tap(In, {0, 0, 0})).Enable =
      B.op(Op::And, Bool, {First, Last});
  DatapathSchedule S = scheduleDatapath(B.K, ElementForm::Pipe);
  EXPECT_EQ(S.Outputs, std::vector<int32_t>{1});
  EXPECT_EQ(S.PositionStages, std::vector<int32_t>{-1});
  EXPECT_EQ(S.Lead, 1);
  EXPECT_EQ(launchCycles(B.K, design(1, 1)), 1 + 16 + 1);
}

TEST(StreamScheduleTest, TheNarrowerValueIsDelayed) {
  StreamKernelBuilder B("k", {16, 1, 1});
  const ValueType Int8 = {ScalarKind::Int, 8, 1};
  uint32_t A = B.tap(B.input("a", Int32), {0, 0, 0});
  uint32_t C = B.tap(B.input("c", Int8), {0, 0, 0});
  uint32_t Product = B.op(Op::Mul, Int32, {A, A});
  uint32_t Wide = B.op(Op::ZeroExtend, Int32, {C});
  B.output("out", B.op(Op::Add, Int32, {Product, Wide}));
  DatapathSchedule S = scheduleDatapath(B.K, ElementForm::Pipe);
  LaneLayout L = layOutLane(B.K, S, design(1, 1));
  ASSERT_EQ(L.Lines.size(), 1u);
  EXPECT_EQ(L.Lines[0].Width, 8u);
  EXPECT_EQ(L.Lines[0].Points, std::vector<int64_t>{3});
}

/// Two operations on v, whose sum the v of 200 positions on is added to, and
/// then v itself is read: v is kept in any case, so the sum is not.
TEST(StreamScheduleTest, OperandsFollowTheirSum) {
  StreamKernelBuilder B("k", {1024, 1, 1});
  auto At = [&](uint32_t N, int64_t Distance) {
    const uint32_t Place = B.op(Op::AtOffset, Int32, {N});
    B.K.Nodes[Place].Delta = {Distance, 0, 0};
    return Place;
  };
  const uint32_t In = B.tap(B.input("a", Int32), {0, 0, 0});
  const uint32_t V = B.op(Op::Add, Int32, {In, B.constant(1)});
  const uint32_t Left = B.op(Op::Xor, Int32, {At(V, -1), V}),
                 Sum =
                     B.op(Op::Add, Int32, {Left, B.op(Op::Add, Int32, {V, V})});
  B.output("out",
           B.op(Op::Xor, Int32, {B.op(Op::Add, Int32, {Sum, At(V, 200)}), V}));
  LaneLayout L =
      layOutLane(B.K, scheduleDatapath(B.K, ElementForm::Pipe), design(1, 1));
  int64_t Bits = 0;
  for (const DelayLine &Line : L.Lines)
    Bits += Line.Points.back() * Line.Width;
  EXPECT_LT(Bits, 300 * 32);
}

/// Position 0 is in slot 0 of a beat: slot 1 always chooses what an earlier
/// kernel has at the position before, which is in slot 0.
TEST(StreamScheduleTest, ValuesOfAnEarlierKernelStandForChoices) {
  StreamKernelBuilder B("k", {16, 1, 1});
  const uint32_t V = B.op(
      Op::Add, Int32, {B.tap(B.input("a", Int32), {0, 0, 0}), B.constant(1)});
  const uint32_t Left = B.op(Op::AtOffset, Int32, {V});
  B.K.Nodes[Left].Delta = {-1, 0, 0};
  const uint32_t First = B.op(Op::Equal, Bool, {B.position(0), B.constant(0)});
  const uint32_t Choice = B.op(Op::Select, Int32, {First, V, Left});
  B.output("out", B.op(Op::Add, Int32, {Choice, B.constant(5)}));
  const DatapathSchedule S = scheduleDatapath(B.K, ElementForm::Pipe, 2);
  const std::vector<NodeCopy> Copies = builtCopies(B.K, S, design(1, 2));
  EXPECT_EQ(Copies[Choice * 2], (NodeCopy{Choice, 0}));
  EXPECT_EQ(Copies[Choice * 2 + 1].Node, V);
  EXPECT_EQ(Copies[Choice * 2 + 1].Slot, 0u);
  EXPECT_EQ(Copies[Choice * 2 + 1].Lag,
            S.Nodes[Choice].ready() - S.Nodes[V].ready());
}

TEST(StreamScheduleTest, LongDelaysAreRings) {
  EXPECT_FALSE(isRing(DelayCells::ShiftRegisters, 63, 64, 64));
  EXPECT_TRUE(isRing(DelayCells::ShiftRegisters, 64, 16, 16));
  EXPECT_FALSE(isRing(DelayCells::ShiftRegisters, 64, 8, 8));
  EXPECT_TRUE(isRing(DelayCells::ShiftRegisters, 128, 8, 8));
}

TEST(StreamScheduleTest, DelaysOfOneLengthAreARingTogether) {
  // A lookup table of Series 7 delays by 32 steps, so that 500 steps of 16
  // flags take 256.
  EXPECT_TRUE(isRing(DelayCells::ShiftRegisters, 500, 1, 16));
  EXPECT_FALSE(isRing(DelayCells::ShiftRegisters, 500, 1, 1));
  EXPECT_FALSE(isRing(DelayCells::ShiftRegisters, 63, 8, 512));
  EXPECT_TRUE(isRing(DelayCells::FlipFlops, 63, 8, 512));
  EXPECT_TRUE(isRing(DelayCells::FlipFlops, 120, 8, 8));
  EXPECT_FALSE(isRing(DelayCells::FlipFlops, 15, 8, 512));
  EXPECT_FALSE(isRing(DelayCells::FlipFlops, 63, 8, 8));
}

LaneLayout layoutOf(const StreamKernel &K, StreamDesign D, DelayCells Cells) {
  D.Delays = Cells;
  return layOutLane(K, scheduleDatapath(K, D.Form, D.Vector), D);
}

TEST(StreamScheduleTest, LineBuffersOfAVectorShareRings) {
  // Rows of 32 beats: the two of them for 16 elements of 32 bits.
  const StreamKernel K = fivePoint(512, 8);
  EXPECT_TRUE(
      layoutOf(K, design(1, 16), DelayCells::ShiftRegisters).Rings.empty());
  const LaneLayout L = layoutOf(K, design(1, 16), DelayCells::FlipFlops);
  uint32_t Width = 0;
  for (const RingBuffer &R : L.Rings)
    Width += R.Width;
  EXPECT_EQ(Width, 2u * 16 * 32);
  for (const DelaySegment &S : L.Segments)
    EXPECT_EQ(S.Ring.has_value(), S.Length > 16);
}

TEST(StreamScheduleTest, RowsBeyondABlockAreRingsInARow) {
  const StreamKernel K = fivePoint(5000, 4); // two rows, each of them cut twice
  auto Longest = [&](DelayCells Cells) {
    RingBuffer Of;
    for (const RingBuffer &R : layoutOf(K, design(1, 1), Cells).Rings)
      if (R.Length > Of.Length)
        Of = R;
    return Of;
  };
  EXPECT_EQ(Longest(DelayCells::FlipFlops), (RingBuffer{2049, 2 * 2 * 32}));
  EXPECT_GT(Longest(DelayCells::ShiftRegisters).Length, 4900);
}

TEST(StreamScheduleTest, WhatCannotBeBuiltIsNamed) {
  StreamKernel K = threePoint(64);
  auto Why = [&](StreamDesign D) { return whyNotBuildable(K, D).value_or(""); };
  EXPECT_EQ(Why(design(1, 1)), "");
  EXPECT_EQ(Why(design(3, 1)), "3 lanes do not divide 64 positions");
  EXPECT_EQ(Why(design(1, 3)), "vectors of 3 positions: not a power of two");
  K = saxpy(64, 2);
  K.Nodes[3].Loc = {"k.cl", 3, 9};
  StreamDesign Comb;
  Comb.Form = ElementForm::Comb;
  EXPECT_NE(Why(Comb).find("k.cl:3:9: fmul has no form in one stage"),
            std::string::npos);
}

TEST(StreamScheduleTest, NoValueIsReadBeforeItIsThere) {
  for (uint64_t Seed = 1; Seed <= 300; ++Seed) {
    StreamKernel K = randomKernel(Seed);
    DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
    auto Check = [&](uint32_t N, int32_t Stage) {
      if (S.Nodes[N].Invariant)
        EXPECT_GE(Stage + S.Lead, S.Nodes[N].ready()) << Seed;
      else
        EXPECT_GE(Stage, S.Nodes[N].ready())
            << "seed " << Seed << " node " << N;
    };
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (S.Nodes[I].Used && !S.Nodes[I].Invariant)
        for (uint32_t O : K.Nodes[I].Operands)
          Check(O, S.Nodes[I].Start);
    for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
      Check(K.Outputs[I].Value, S.Outputs[I]);
      EXPECT_GE(S.Outputs[I], 1);
    }
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      Check(K.Reductions[I].Value, S.Reductions[I]);
  }
}

TEST(StreamScheduleTest, CyclesAreThoseOfTheSlowestLane) {
  for (uint64_t Seed = 1; Seed <= 300; ++Seed) {
    StreamKernel K = randomKernel(Seed);
    DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
    for (uint32_t Lanes : {1, 2, 3, 4, 6, 12}) {
      StreamDesign D = design(Lanes, Seed % 2 ? 1 : 2);
      if (whyNotBuildable(K, D))
        continue;
      int64_t Most = 0;
      for (const LaneWalk &W : layOutLane(K, S, D).Walks)
        Most = std::max(Most, W.Steps);
      EXPECT_EQ(launchCycles(K, S, D), Most + combineCycles(K, D)) << Seed;
    }
  }
}

} // namespace
