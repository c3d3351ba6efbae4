// Tests what checkSummary() accepts and rejects.
#include "TestKernels.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// checkSummary() of the matrix product after \p Change, or "".
template <typename Function> std::string after(Function Change) {
  KernelSummary K = matrixMultiply();
  Change(K);
  return checkSummary(K).value_or("");
}

TEST(KernelSummaryTest, KernelsOfThePaperAreSound) {
  EXPECT_EQ(checkSummary(algorithm1()), std::nullopt);
  EXPECT_EQ(checkSummary(matrixMultiply()), std::nullopt);
}

TEST(KernelSummaryTest, BlocksCoverTheOperations) {
  EXPECT_NE(after([](KernelSummary &K) { ++K.Blocks[0].NumOperations; }), "");
  EXPECT_NE(after([](KernelSummary &K) { K.Operations.emplace_back(); }), "");
}

TEST(KernelSummaryTest, OperationsWaitForEarlierOnes) {
  std::string Problem =
      after([](KernelSummary &K) { K.Operations[0].Operands = {1}; });
  EXPECT_EQ(Problem, "operation 0: waits for a later operation");
}

TEST(KernelSummaryTest, IndicesAreInRange) {
  EXPECT_NE(after([](KernelSummary &K) { K.Accesses[0].BlockId = 99; }), "");
  EXPECT_NE(after([](KernelSummary &K) { K.Operations[2].Access = 99; }), "");
  EXPECT_NE(
      after([](KernelSummary &K) { K.Loops[0].Dependences[0].Consumer = 99; }),
      "");
  EXPECT_NE(after([](KernelSummary &K) { K.Nodes[1].Index = 99; }), "");
  EXPECT_NE(after([](KernelSummary &K) { K.Nodes[0].Children.push_back(99); }),
            "");
}

TEST(KernelSummaryTest, TheHierarchyIsATree) {
  EXPECT_NE(after([](KernelSummary &K) { K.Nodes[0].Children.push_back(3); }),
            "");
  EXPECT_NE(after([](KernelSummary &K) { K.Nodes[0].Children.pop_back(); }),
            "");
  EXPECT_NE(after([](KernelSummary &K) { K.Nodes[3].Children.push_back(0); }),
            "");
  EXPECT_NE(after([](KernelSummary &K) { K.Nodes.clear(); }), "");
}

TEST(KernelSummaryTest, ADistanceIsPositive) {
  EXPECT_NE(
      after([](KernelSummary &K) { K.Loops[0].Dependences[0].Distance = 0; }),
      "");
}

TEST(KernelSummaryTest, ATripCountVariesWithOuterLoopsOnly) {
  EXPECT_NE(after([](KernelSummary &K) {
              K.Loops[0].Trip.Count = Expr::symbol("loop:0");
            }),
            "");
  EXPECT_NE(after([](KernelSummary &K) {
              K.Loops[0].Trip.Count = Expr::symbol("loop:x");
            }),
            "");
}

TEST(KernelSummaryTest, AnIndexCountsLoopsThatAreThere) {
  EXPECT_NE(after([](KernelSummary &K) {
              K.Accesses[0].Index->Terms[0].Variable = "loop:1";
            }),
            "");
}

TEST(KernelSummaryTest, OperatorsHaveTheirOperands) {
  EXPECT_NE(after([](KernelSummary &K) {
              K.Loops[0].Trip.Count = {
                  Expr::Kind::Div, 0, "", {Expr::constant(1)}};
            }),
            "");
  EXPECT_NE(after([](KernelSummary &K) {
              K.Accesses[0].Index->Offset = {Expr::Kind::Add, 0, "", {}};
            }),
            "");
}

TEST(KernelSummaryTest, LoopSymbols) {
  EXPECT_EQ(loopOfSymbol("loop:12"), 12u);
  EXPECT_EQ(loopOfSymbol("loop:"), std::nullopt);
  EXPECT_EQ(loopOfSymbol("loop:1x"), std::nullopt);
  EXPECT_EQ(loopOfSymbol("N"), std::nullopt);
}

} // namespace
