// Resources of a core: what one kernel has beyond another, counted by hand.
#include "StreamKernelBuilder.h"

#include "roofline/Resources/ResourceModel.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;
constexpr ValueType Int1 = {ScalarKind::Int, 1, 1};
constexpr ValueType Int16 = {ScalarKind::Int, 16, 1};

/// A structure of \p Luts and \p Registers at sizes up to 64.
CostCurve always(const char *Structure, const char *Form, double Luts,
                 double Registers, uint32_t Parameter = 0) {
  CostCurve C{Structure, Form, Parameter, {}, {}};
  for (uint32_t Size : {1, 64}) {
    CostPoint P;
    P.Size = Size;
    P.Need.Luts = Luts;
    P.Need.Registers = Registers;
    C.Points.push_back(P);
  }
  fitCurve(C);
  return C;
}

/// Series 7 where a shift register is one LUT and nothing else was measured.
CostModel costs() {
  CostModel M;
  M.Target = "xc7";
  M.Curves = {always("delay", "", 1, 0), always("top", "", 0, 0)};
  return M;
}

/// A kernel of inputs a and b.
struct TwoInputs : StreamKernelBuilder {
  explicit TwoInputs(ValueType T)
      : StreamKernelBuilder("k", {64, 1, 1}), X(tap(input("a", T), {0, 0, 0})),
        Y(tap(input("b", T), {0, 0, 0})) {}
  uint32_t X, Y;
};

FabricResources needOf(const StreamKernel &K, const StreamDesign &D = {}) {
  const CorePrediction P = predict(costs(), K, D);
  EXPECT_TRUE(P.Unknowns.empty()) << P.Unknowns.front();
  return P.total();
}

StreamKernel applied(Op O, ValueType T) {
  TwoInputs B(T);
  B.output("c", B.op(O, T, {B.X, B.Y}));
  return B.K;
}

TEST(ResourceModel, ASumHasATableAndARegisterForEachBit) {
  const FabricResources More =
      needOf(applied(Op::Add, Int32)) - needOf(applied(Op::Add, Int16));
  EXPECT_EQ(More.Luts, 16);
  EXPECT_EQ(More.Registers, 16);
}

TEST(ResourceModel, PositionsOfABeatHaveTheirOwnSums) {
  StreamDesign Two, Four;
  Two.Vector = 2;
  Four.Vector = 4;
  const StreamKernel K = applied(Op::Add, Int32);
  EXPECT_EQ((needOf(K, Four) - needOf(K, Two)).Registers + 1, 2 * 32)
      << "and a bit less of the step counter";
}

TEST(ResourceModel, BitsThatAlwaysAreZeroAreNotBuilt) {
  TwoInputs B(Int16);
  const uint32_t Sum = B.op(
      Op::Add, Int32,
      {B.op(Op::ZeroExtend, Int32, {B.X}), B.op(Op::ZeroExtend, Int32, {B.Y})});
  B.output("c", Sum);
  // 17 bits of the sum, one of which is the carry of the others.
  const FabricResources More = needOf(B.K) - needOf(applied(Op::Add, Int16));
  EXPECT_EQ(More.Registers, 1);
  EXPECT_EQ(More.Luts, 0);
}

TEST(ResourceModel, AnOperationThatIsThereIsNotBuiltAgain) {
  TwoInputs B(Int32);
  B.output("c", B.op(Op::Xor, Int32, {B.X, B.Y}));
  const FabricResources Once = needOf(B.K);
  B.output("d", B.op(Op::Xor, Int32, {B.Y, B.X}));
  EXPECT_EQ((needOf(B.K) - Once).Registers, 1) << "of the handshake";
}

TEST(ResourceModel, AChoiceOfZeroIsAReset) {
  auto Chosen = [](bool Reset) {
    TwoInputs B(Int32);
    const uint32_t Is = B.op(Op::Equal, Int1, {B.X, B.Y});
    B.output("c",
             B.op(Op::Select, Int32, {Is, B.X, Reset ? B.constant(0) : B.Y}));
    return needOf(B.K);
  };
  EXPECT_EQ(Chosen(false).Luts - Chosen(true).Luts, 32 - 1)
      << "one gate resets all bits";
}

TEST(ResourceModel, LongDelaysAreShiftRegisters) {
  auto Delayed = [](int64_t Distance) {
    StreamKernelBuilder B("k", {64, 1, 1});
    const uint32_t In = B.input("a", Int32);
    B.output("c", B.op(Op::Add, Int32,
                       {B.tap(In, {0, 0, 0}), B.tap(In, {-Distance, 0, 0})}));
    return needOf(B.K);
  };
  EXPECT_EQ((Delayed(2) - Delayed(1)).Registers, 32);
  const FabricResources More = Delayed(9) - Delayed(8);
  EXPECT_EQ(More.Luts, 0) << "one LUT has both lengths";
  EXPECT_EQ(More.Registers, 0);
}

TEST(ResourceModel, WhatWasNotMeasuredIsNamed) {
  TwoInputs B(Float32);
  B.output("c", B.op(Op::FDiv, Float32, {B.X, B.Y}));
  B.K.Nodes.back().Loc = {"k.cl", 4, 7};
  const CorePrediction P = predict(costs(), B.K, StreamDesign());
  ASSERT_EQ(P.Unknowns.size(), 1u);
  EXPECT_EQ(P.Unknowns[0],
            "k.cl:4:7: fdiv of 32 bits: not in the cost file of xc7");
  CoveredLanes Lanes;
  EXPECT_FALSE(coreResources(costs(), B.K, StreamDesign(), Lanes));
}

/// A sum along rows of \p Space, as a search prices it by copies, and counted.
void expectCopies(std::array<int64_t, 3> Space, uint32_t Vector, uint32_t Lanes,
                  double Share) {
  StreamKernelBuilder B("k", Space);
  const uint32_t In = B.input("a", Int32);
  const uint32_t Left = B.tap(In, {-3, 0, 0}), Right = B.tap(In, {2, 0, 0});
  B.output("c",
           B.op(Op::Xor, Int32, {Left, B.op(Op::Add, Int32, {Left, Right})}));
  StreamDesign D;
  D.Vector = Vector;
  D.Lanes = Lanes;
  CoveredLanes Known;
  const auto Copies = coreResources(costs(), B.K, D, Known);
  const FabricResources Counted = needOf(B.K, D);
  ASSERT_TRUE(Copies);
  EXPECT_NEAR(Copies->Luts, Counted.Luts, Share * Counted.Luts);
  EXPECT_NEAR(Copies->Registers, Counted.Registers, Share * Counted.Registers);
}

TEST(ResourceModel, ASearchPricesWideVectorsAndLanesByCopies) {
  expectCopies({1 << 16, 1, 1}, 32, 1, 0.01);
  expectCopies({1 << 16, 1, 1}, 16, 8, 0.01);
  expectCopies({256, 64, 1}, 64, 2, 0.01);
}

// Rows of 120 vectors of 8 are memories, those of 15 vectors of 64 registers.
TEST(ResourceModel, LineBuffersOfWideVectorsAreNoCopies) {
  CostModel M = costs();
  M.Target = "ecp5";
  for (uint32_t AddressBits = 4; AddressBits <= 10; ++AddressBits)
    M.Curves.push_back(always("ring", "", 0, 0, AddressBits));
  const StreamKernel K = fivePoint(960, 64);
  StreamDesign D;
  D.Vector = 64;
  D.Delays = DelayCells::FlipFlops;
  CoveredLanes Lanes;
  const auto Searched = coreResources(M, K, D, Lanes);
  ASSERT_TRUE(Searched);
  EXPECT_GT(Searched->Registers, 2 * 960 * 32);
  EXPECT_EQ(Searched->Registers, predict(M, K, D).total().Registers);
}

TEST(ResourceModel, ShortRowsAreCounted) {
  // A vector is a whole row: positions differ in what lies beside them.
  expectCopies({32, 64, 1}, 32, 1, 0);
  expectCopies({16, 64, 1}, 16, 1, 0);
}

TEST(ResourceModel, DelayLinesAreAPartOfACore) {
  auto Lines = [](uint32_t Vector) {
    StreamDesign D;
    D.Vector = Vector;
    const StreamKernel K = fivePoint(32, 64);
    const auto Part = delayLineResources(costs(), K, D);
    EXPECT_TRUE(Part);
    const FabricResources Whole = needOf(K, D);
    for (const auto &[Name, Member] : ResourceNames)
      EXPECT_LE((*Part).*Member, Whole.*Member) << Name << ", " << Vector;
    return *Part;
  };
  EXPECT_GT(Lines(4).Luts, 0) << "shift registers of 8 steps";
  EXPECT_EQ(Lines(16).Luts, 0) << "two registers each";
  EXPECT_GT(Lines(16).Registers, 2 * 32 * 32);
}

} // namespace
