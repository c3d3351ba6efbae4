// Chains of kernels: one core equals the kernels one after another, and its
// schedule equals one made by hand.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Core/StreamWalk.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/Stream/Variant.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;
using Op = DatapathOp;

namespace {

/// b[i] = a[i] + 1, for the first \p Active positions.
StreamKernel plusOne(int64_t N, int64_t Active) {
  StreamKernelBuilder B("first", {N, 1, 1});
  uint32_t A = B.tap(B.input("a", Int32), {0, 0, 0});
  B.output("b", B.op(Op::Add, Int32, {A, B.constant(1)}));
  B.K.Active.Size[0] = Active;
  return B.K;
}

/// c[i] = b[i - 1] + b[i + 1] for 0 < i < n - 1.
StreamKernel neighbours(int64_t N) {
  StreamKernelBuilder B("second", {N, 1, 1});
  uint32_t In = B.input("b", Int32);
  uint32_t Left = B.tap(In, {-1, 0, 0}), Right = B.tap(In, {1, 0, 0});
  B.output("c", B.op(Op::Add, Int32, {Left, Right}));
  B.K.Active = {{1, 0, 0}, {N - 2, 1, 1}};
  return B.K;
}

StreamKernel chain(const std::vector<StreamKernel> &Kernels,
                   const std::vector<std::string> &Temporaries = {}) {
  StreamKernel Chain;
  std::optional<ChainError> E = composeChain(Kernels, Temporaries, Chain);
  EXPECT_EQ(E, std::nullopt) << E->Message;
  return Chain;
}

std::string problem(const std::vector<StreamKernel> &Kernels,
                    const std::vector<std::string> &Temporaries = {}) {
  StreamKernel Chain;
  std::optional<ChainError> E = composeChain(Kernels, Temporaries, Chain);
  return E ? E->Message : "none";
}

StreamDesign design(uint32_t Lanes, uint32_t Vector,
                    ElementForm Form = ElementForm::Pipe) {
  return {Lanes, Vector, Form};
}

TEST(StreamChainTest, OneKernelIsItself) {
  StreamKernel K = neighbours(8);
  EXPECT_EQ(chain({K}), K);
}

TEST(StreamChainTest, NamesOfTheKernels) {
  EXPECT_EQ(kernelsOfChain("k"), std::vector<std::string>{"k"});
  EXPECT_EQ(kernelsOfChain("ey,ex,hz"),
            (std::vector<std::string>{"ey", "ex", "hz"}));
}

TEST(StreamChainTest, LongNamesGetShort) {
  EXPECT_EQ(shortName("ey,ex,hz"), "ey,ex,hz");
  const std::string Fifty(50, 'k'), Seventy(70, 'm');
  EXPECT_EQ(shortName("a," + Fifty + "," + Fifty + ",b"), "a_to_b");
  const std::string Exact = Fifty + Fifty;
  EXPECT_EQ(shortName(Exact), Exact);
  // Told apart by what a long name ends with.
  const std::string Cut = Fifty + "_" + std::string(42, 'm') + "_finish";
  EXPECT_EQ(shortName(Fifty + Seventy + "_finish"), Cut);
  EXPECT_EQ(shortName(Fifty + Seventy + "," + Seventy + "_finish"),
            Fifty + "_" + std::string(42, 'm') + "_finish");
}

TEST(StreamChainTest, ReadsWhatTheKernelBeforeWrites) {
  StreamKernel K = chain({plusOne(8, 8), neighbours(8)});
  EXPECT_EQ(K.Name, "first,second");
  ASSERT_EQ(K.Inputs.size(), 1u); // b does not come from memory
  EXPECT_EQ(K.Inputs[0].Name, "a");
  ASSERT_EQ(K.Outputs.size(), 2u);
  StreamMemory M;
  M.Buffers = {{"a", {1, 2, 4, 8, 16, 32, 64, 128}},
               {"b", std::vector<uint64_t>(8, 1000)},
               {"c", std::vector<uint64_t>(8, 0)}};
  evaluate(K, M);
  EXPECT_EQ(M.find("b")->Elements,
            (std::vector<uint64_t>{2, 3, 5, 9, 17, 33, 65, 129}));
  EXPECT_EQ(M.find("c")->Elements, // 2 + 5, 3 + 9, ...
            (std::vector<uint64_t>{0, 7, 12, 22, 42, 82, 162, 0}));
}

TEST(StreamChainTest, WhatIsNotWrittenComesFromMemory) {
  StreamKernel K = chain({plusOne(8, 4), neighbours(8)});
  ASSERT_EQ(K.Inputs.size(), 2u);
  StreamMemory M;
  M.Buffers = {{"a", {1, 2, 4, 8, 16, 32, 64, 128}},
               {"b", std::vector<uint64_t>(8, 1000)},
               {"c", std::vector<uint64_t>(8, 0)}};
  evaluate(K, M);
  EXPECT_EQ(M.find("b")->Elements,
            (std::vector<uint64_t>{2, 3, 5, 9, 1000, 1000, 1000, 1000}));
  EXPECT_EQ(M.find("c")->Elements, // 5 + 1000, 9 + 1000 at the border
            (std::vector<uint64_t>{0, 7, 12, 1005, 1009, 2000, 2000, 0}));
}

TEST(StreamChainTest, ATemporaryDoesNotLeave) {
  StreamKernel K = chain({plusOne(8, 8), neighbours(8)}, {"b"});
  ASSERT_EQ(K.Outputs.size(), 1u);
  EXPECT_EQ(K.Outputs[0].Name, "c");
  ASSERT_EQ(K.Temporaries.size(), 1u);
  EXPECT_EQ(K.Temporaries[0].Name, "b");
}

TEST(StreamChainTest, TheSecondKernelRunsBehindTheFirst) {
  StreamKernel K = chain({plusOne(8, 8), neighbours(8)});
  // b is ready at stage 1; the one ahead a step later; the sum at stage 3.
  DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
  EXPECT_EQ(S.Outputs, (std::vector<int32_t>{1, 3}));
  EXPECT_EQ(S.Depth, 2); // two additions
  // a is needed at i - 1 and i + 1, but enters at its own position.
  EXPECT_EQ(S.Halos, (std::vector<Halo>{{1, 1}}));
  EXPECT_EQ(tapHalo(K, K.Inputs[0]), Halo());
  // The line of b: b[i + 1] is its register, b[i - 1] two steps older.
  LaneLayout L = layOutLane(K, S, design(1, 1));
  ASSERT_EQ(L.Lines.size(), 1u);
  EXPECT_EQ(L.Lines[0].Source, DelayLine::Origin::Node);
  EXPECT_EQ(L.Lines[0].Points, std::vector<int64_t>{2});
}

TEST(StreamChainTest, CyclesOfAChain) {
  StreamKernel K = chain({plusOne(8, 8), neighbours(8)});
  // a[0] at step 0; the beat of c[7], which is not written, at step 7 + 3.
  EXPECT_EQ(launchCycles(K, design(1, 1)), 11);
  // Beats 0 to 3; c[7] is in beat 3, three steps later.
  EXPECT_EQ(launchCycles(K, design(1, 2)), 7);
  // Positions 4 to 7 begin with a[3]; c[7] leaves at step 4 + 3.
  EXPECT_EQ(launchCycles(K, design(2, 1)), 8);
  // In one stage: c is the sum of b in the stage after b[i + 1] is there, and
  // leaves from a register: step 7 + 2.
  EXPECT_EQ(launchCycles(K, design(1, 1, ElementForm::Comb)), 10);
}

TEST(StreamChainTest, PositionsAreCountedAgainBehindALineBuffer) {
  // b[i] = i != 0 ? a[i] : 7; c[i] = i < 200 ? b[i + 100] : 5.
  StreamKernelBuilder First("first", {300, 1, 1}),
      Second("second", {300, 1, 1});
  uint32_t Inner =
      First.op(Op::NotEqual, Bool, {First.position(0), First.constant(0)});
  uint32_t A = First.tap(First.input("a", Int32), {0, 0, 0});
  First.output("b", First.op(Op::Select, Int32, {Inner, A, First.constant(7)}));
  uint32_t Near =
      Second.op(Op::ULess, Bool, {Second.position(0), Second.constant(200)});
  uint32_t B = Second.tap(Second.input("b", Int32), {100, 0, 0});
  Second.output("c",
                Second.op(Op::Select, Int32, {Near, B, Second.constant(5)}));
  StreamKernel K = chain({First.K, Second.K});
  DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
  // The first selection is at stage 0; what it gives is 100 steps later ahead
  // by as much. Each comparison is a stage before its selection.
  EXPECT_EQ(S.Outputs, (std::vector<int32_t>{1, 102}));
  EXPECT_EQ(S.PositionStages, (std::vector<int32_t>{-1, 100}));
  LaneLayout L = layOutLane(K, S, design(1, 1));
  EXPECT_EQ(L.Counters.size(), 2u);
  EXPECT_TRUE(L.Segments.empty());
  EXPECT_EQ(launchCycles(K, design(1, 1)), 1 + 299 + 102 + 1);
}

TEST(StreamChainTest, LanesOfChainsReadTheWholeHalo) {
  StreamKernel K = chain({plusOne(8, 8), neighbours(8)});
  EXPECT_EQ(inputBeats(K, design(2, 1), 0, 0), (StepRange{0, 5}));
  EXPECT_EQ(inputBeats(K, design(2, 1), 1, 0), (StepRange{3, 8}));
}

TEST(StreamChainTest, InPlaceChainsHaveOneLane) {
  StreamKernelBuilder B("scale", {8, 1, 1}); // a[i] += 1
  uint32_t A = B.tap(B.input("b", Int32), {0, 0, 0});
  B.output("b", B.op(Op::Add, Int32, {A, B.constant(1)}));
  EXPECT_EQ(whyNotParallel(B.K, design(2, 1)), std::nullopt);
  StreamKernel K = chain({B.K, neighbours(8)});
  EXPECT_NE(whyNotParallel(K, design(2, 1)), std::nullopt);
}

TEST(StreamChainTest, SpacesAreAlignedByTheSharedBuffer) {
  // b[i + 1] = a[i] + 1 for 6 positions; c[i] = b[i] for 8.
  StreamKernel First = plusOne(6, 6);
  First.Outputs[0].FirstElement = 1;
  StreamKernelBuilder B("copy", {8, 1, 1});
  B.output("c", B.tap(B.input("b", Int32), {0, 0, 0}));
  StreamKernel K = chain({First, B.K});
  EXPECT_EQ(K.Space.Size[0], 8);
  StreamMemory M;
  M.Buffers = {{"a", {10, 20, 30, 40, 50, 60}},
               {"b", std::vector<uint64_t>(8, 7)},
               {"c", std::vector<uint64_t>(8, 0)}};
  evaluate(K, M);
  EXPECT_EQ(M.find("c")->Elements,
            (std::vector<uint64_t>{7, 11, 21, 31, 41, 51, 61, 7}));
}

TEST(StreamChainTest, WhatIsNoChain) {
  StreamKernel First = plusOne(8, 8), Second = neighbours(8);
  EXPECT_EQ(problem({First, threePoint(8)}),
            "kernel 'three_point' shares no buffer with those before it in the "
            "chain");
  EXPECT_EQ(problem({First, Second}, {"c"}),
            "temporary 'c': no later kernel of the chain reads what is "
            "written");
  EXPECT_EQ(problem({First, Second}, {"a"}),
            "temporary 'a': no kernel of the chain writes it");
  StreamKernel Sum = dotProduct(8);
  Sum.Inputs[0].Name = "b";
  Sum.Reductions[0].Name = "a";
  EXPECT_EQ(problem({First, Sum}),
            "'a' is a stream of one kernel of the chain and a reduction of "
            "another");
  StreamKernel Rows = fivePoint(4, 2);
  Rows.Inputs[0].Name = "b";
  Rows.Inputs[0].Window = Rows.Space;
  EXPECT_EQ(problem({First, Rows}),
            "'b' is walked in rows of 4 elements, before in rows of 8");
  Second.Inputs[0].Type = {ScalarKind::Int, 16, 1};
  EXPECT_EQ(problem({First, Second}),
            "'b' has elements of another type than before in the chain");
}

TEST(StreamChainTest, CyclesAreThoseOfTheSlowestLane) {
  std::mt19937 Random(20261122);
  unsigned WithLanes = 0;
  for (int Trial = 0; Trial < 100; ++Trial) {
    StreamKernel K = chain(randomKernels(3, Random));
    for (uint32_t Lanes : {1, 2, 3, 4})
      for (uint32_t Vector : {1, 2}) {
        StreamDesign D = design(Lanes, Vector);
        if (whyNotBuildable(K, D))
          continue;
        DatapathSchedule S = scheduleDatapath(K, D.Form, Vector);
        int64_t Most = 0;
        for (uint32_t Lane = 0; Lane < Lanes; ++Lane)
          Most = std::max(Most, laneWalk(K, S, D, Lane).Steps);
        EXPECT_EQ(launchCycles(K, S, D), Most + combineCycles(K, D));
        WithLanes += Lanes > 1;
      }
  }
  EXPECT_GT(WithLanes, 100u);
}

TEST(StreamChainTest, NoChipHoldsBillionsOfPositions) {
  const int64_t Far = int64_t(1) << 31;
  StreamKernelBuilder B("far", {4 * Far, 1, 1});
  B.output("c", B.tap(B.input("b", Int32), {Far, 0, 0}));
  EXPECT_EQ(problem({plusOne(4 * Far, 4 * Far), B.K}),
            "chain 'first,far': node 3: more than 2^30 positions lie between "
            "it and the inputs");
}

/// The kernels one after another, each on what the others left.
void evaluateInTurn(const std::vector<StreamKernel> &Kernels,
                    StreamMemory &Memory) {
  for (const StreamKernel &K : Kernels) {
    Memory.Scalars.clear();
    for (const ScalarArgument &S : K.Scalars)
      Memory.Scalars.push_back(*S.Bits);
    evaluate(K, Memory);
  }
}

TEST(StreamChainTest, ChainsComputeWhatTheirKernelsDo) {
  std::mt19937 Random(20261121);
  unsigned Offsets = 0, FromMemory = 0;
  for (int Trial = 0; Trial < 300; ++Trial) {
    std::vector<StreamKernel> Kernels = randomKernels(3, Random);
    StreamKernel Chain = chain(Kernels);
    ASSERT_EQ(verifyStreamKernel(Chain), std::nullopt);
    StreamMemory Before;
    for (const StreamKernel &K : Kernels)
      for (StreamMemory::Buffer &B : randomMemory(K, Random).Buffers)
        if (!Before.find(B.Name))
          Before.Buffers.push_back(B);
    StreamMemory Expected = Before, Actual = Before;
    evaluateInTurn(Kernels, Expected);
    for (const ScalarArgument &S : Chain.Scalars)
      Actual.Scalars.push_back(*S.Bits);
    evaluate(Chain, Actual);
    ASSERT_EQ(Actual.Buffers, Expected.Buffers) << "in trial " << Trial;
    for (const DatapathNode &N : Chain.Nodes)
      Offsets += N.Op == Op::AtOffset;
    for (const InputStream &In : Chain.Inputs)
      for (const OutputStream &Out : Chain.Outputs)
        FromMemory += In.Name == Out.Name;
  }
  // The generator reaches what the test is about.
  EXPECT_GT(Offsets, 300u);
  EXPECT_GT(FromMemory, 100u);
}

} // namespace
