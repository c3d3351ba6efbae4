// Levels and carries of hand-built datapaths, counted by hand.
#include "StreamKernelBuilder.h"

#include "roofline/Core/LogicDepth.h"
#include "roofline/Core/TableChoices.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

LogicDepth depth(const StreamKernel &K, ElementForm Form) {
  return logicDepth(K, scheduleDatapath(K, Form));
}

/// Two sums of 32 bits: a register behind each, or both carries side by side.
TEST(LogicDepth, SumsInARowShareTheirCarry) {
  StreamKernel K = threePoint(64);
  EXPECT_EQ(depth(K, ElementForm::Pipe), (LogicDepth{1, 32, {}}));
  EXPECT_EQ(depth(K, ElementForm::Comb), (LogicDepth{2, 32, {}}));
}

/// A comparison waits for the last carry of the sum, and then has its own.
TEST(LogicDepth, AComparisonFollowsTheCarryOfItsOperands) {
  StreamKernelBuilder B("limit", {64, 1, 1});
  uint32_t In = B.input("in", Int32);
  uint32_t Sum = B.op(DatapathOp::Add, Int32,
                      {B.tap(In, {0, 0, 0}), B.tap(In, {1, 0, 0})});
  B.output("out", B.op(DatapathOp::SMin, Int32, {Sum, B.constant(100)}));
  EXPECT_EQ(depth(B.K, ElementForm::Pipe), (LogicDepth{2, 32, {}}));
  EXPECT_EQ(depth(B.K, ElementForm::Comb), (LogicDepth{3, 64, {}}));
}

/// 32 pairs of bits: 11 LUTs of 3 pairs, joined by 2, joined by 1.
TEST(LogicDepth, EqualityIsATree) {
  StreamKernelBuilder B("equal", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {}),
           Y = B.tap(B.input("b", Int32), {});
  B.output("out", B.op(DatapathOp::Equal, Bool, {X, Y}));
  EXPECT_EQ(depth(B.K, ElementForm::Pipe), (LogicDepth{3, 0, {}}));
}

/// Of 2^Bits squares, by the low bits of a word; the root is the last node.
StreamKernelBuilder squares(unsigned Bits, bool OfSum = false) {
  StreamKernelBuilder B("squares", {64, 1, 1});
  uint32_t Word = B.tap(B.input("in", Int32), {});
  if (OfSum)
    Word = B.op(DatapathOp::Add, Int32, {Word, B.constant(5)});
  std::vector<uint32_t> Level;
  for (uint32_t I = 0; I < 1u << Bits; ++I)
    Level.push_back(B.constant(I * I));
  for (unsigned Bit = 0; Bit < Bits; ++Bit) {
    const uint32_t If =
        B.op(DatapathOp::Truncate, Bool,
             {B.op(DatapathOp::LShr, Int32, {Word, B.constant(Bit)})});
    std::vector<uint32_t> Next;
    for (size_t I = 0; I < Level.size(); I += 2)
      Next.push_back(
          B.op(DatapathOp::Select, Int32, {If, Level[I + 1], Level[I]}));
    Level = std::move(Next);
  }
  return B;
}

/// 6 bits of the index in one LUT, and two more by one that chooses of 4.
TEST(LogicDepth, ATableTakesOneStage) {
  for (auto [Bits, Levels] : {std::pair(6u, 1u), {8u, 2u}, {10u, 3u}}) {
    StreamKernelBuilder B = squares(Bits);
    B.output("out", uint32_t(B.K.Nodes.size() - 1));
    EXPECT_EQ(depth(B.K, ElementForm::Pipe), (LogicDepth{Levels, 0, {}}));
    EXPECT_EQ(scheduleDatapath(B.K, ElementForm::Pipe).Latency, 1);
  }
}

/// 11 bits; a choice that another output has, too; one by another word's bit.
TEST(LogicDepth, OtherChoicesHaveARegisterEach) {
  auto Latency = [](const StreamKernelBuilder &B) {
    return scheduleDatapath(B.K, ElementForm::Pipe).Latency;
  };
  StreamKernelBuilder Large = squares(11);
  Large.output("out", uint32_t(Large.K.Nodes.size() - 1));
  EXPECT_EQ(Latency(Large), 2);
  StreamKernelBuilder Two = squares(3);
  const uint32_t Root = uint32_t(Two.K.Nodes.size() - 1);
  Two.output("out", Root);
  Two.output("upper", Two.K.Nodes[Root].Operands[1]);
  EXPECT_EQ(Latency(Two), 2);
  StreamKernelBuilder Other = squares(3);
  const uint32_t Of = uint32_t(Other.K.Nodes.size() - 1);
  const uint32_t If = Other.op(DatapathOp::Truncate, Bool,
                               {Other.tap(Other.input("of", Int32), {})});
  Other.output(
      "out", Other.op(DatapathOp::Select, Int32, {If, Of, Other.constant(7)}));
  EXPECT_EQ(Latency(Other), 2);
}

TEST(LogicDepth, TablesBehindLogicAreFound) {
  auto Found = [](unsigned Bits, bool OfSum, ElementForm Form) {
    StreamKernelBuilder B = squares(Bits, OfSum);
    B.output("out", uint32_t(B.K.Nodes.size() - 1));
    return tablesBehindLogic(B.K, Form).size();
  };
  EXPECT_EQ(Found(5, true, ElementForm::Comb), 1u);
  EXPECT_EQ(Found(4, true, ElementForm::Comb), 0u);
  EXPECT_EQ(Found(5, false, ElementForm::Comb), 0u);
  EXPECT_EQ(Found(5, true, ElementForm::Pipe), 0u);
  EXPECT_EQ(Found(5, true, ElementForm::Seq), 0u);
}

TEST(LogicDepth, ModulesAreNamed) {
  EXPECT_EQ(depth(saxpy(64, 2), ElementForm::Pipe),
            (LogicDepth{0, 0, {"fmul", "fadd"}}));
}

} // namespace
