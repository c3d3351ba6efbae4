// Structures of compiled kernels, counted by hand.
#include "roofline/Fit/StructureCounts.h"
#include "roofline/Fit/FitEstimate.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

constexpr ValueType Int{ScalarKind::Int, 32, 1};
constexpr ValueType Float{ScalarKind::Float, 32, 1};

Operation op(std::string Name, ValueType Type, std::vector<uint32_t> Operands,
             std::optional<int64_t> Constant = {}) {
  Operation O;
  O.Name = std::move(Name);
  O.Type = Type;
  O.Operands = std::move(Operands);
  O.Constant = Constant;
  return O;
}

/// All of \p Operations in one block.
KernelSummary kernelOf(std::vector<Operation> Operations) {
  KernelSummary K;
  K.Name = "k";
  K.Blocks.push_back({0, uint32_t(Operations.size())});
  K.Operations = std::move(Operations);
  Node Root;
  Root.Children = {1};
  Node Body;
  Body.K = Node::Kind::Block;
  K.Nodes = {Root, Body};
  return K;
}

BoardEstimate estimateOf(const KernelSummary &K, uint32_t Simd = 1) {
  BoardEstimate E;
  E.D.Simd = Simd;
  E.D.Unroll.assign(K.Loops.size(), 1);
  E.IsUnrolled.assign(K.Loops.size(), false);
  E.LaunchReplay.BlockRuns.resize(K.Blocks.size());
  E.LaunchReplay.GroupSize = {4, 1, 1};
  E.LaunchReplay.NumGroups = {8, 1, 1};
  return E;
}

TEST(StructureCounts, MultipliersByWidthAndConstant) {
  EXPECT_EQ(multiplierBlocks(32, {}), 2);
  EXPECT_EQ(multiplierBlocks(64, {}), 4);
  EXPECT_EQ(multiplierBlocks(32, 1024), 0); // a shift
  EXPECT_EQ(multiplierBlocks(32, 129), 0);  // 128 + 1
  EXPECT_EQ(multiplierBlocks(32, 25), 1);   // 16 + 8 + 1
}

TEST(StructureCounts, BlocksOfMemories) {
  EXPECT_EQ(memoryBlocks(512, 32), 1);
  EXPECT_EQ(memoryBlocks(513, 32), 2);
  EXPECT_EQ(memoryBlocks(512, 41), 2);
  // 264 of 512 words are fewer than 9 of 16384 words for each of 32 bits.
  EXPECT_EQ(memoryBlocks(512 * 264, 32), 264);
  // 32 of 512 words, or one of 16384 for each bit.
  EXPECT_EQ(memoryBlocks(16384, 8), 8);
}

TEST(StructureCounts, CopiesGiveEachReaderAPort) {
  EXPECT_EQ(memoryCopies(1, 1), 1);
  EXPECT_EQ(memoryCopies(2, 2), 1);
  EXPECT_EQ(memoryCopies(3, 3), 3);
  EXPECT_EQ(memoryCopies(4, 1), 2);
  EXPECT_EQ(memoryCopies(4, 4), 1); // all take turns
}

TEST(StructureCounts, WholeGroupsAreUnderWay) {
  EXPECT_EQ(workItemsUnderWay(212, 64), 320); // 4 groups and one that enters
  EXPECT_EQ(workItemsUnderWay(212, 1), 213);
  EXPECT_EQ(workItemsUnderWay(100, 1024), 2048);
}

TEST(StructureCounts, ResultsKeepTheBitsThatMatter) {
  // ((pixel >> 8) & 255) * 25 + 128
  const auto K = kernelOf({op("get_group_id", Int, {}), op("lshr", Int, {0}, 8),
                           op("and", Int, {1}, 255), op("mul", Int, {2}, 25),
                           op("add", Int, {3}, 128)});
  EXPECT_EQ(resultWidths(K), (std::vector<uint32_t>{20, 12, 8, 13, 14}));
}

TEST(StructureCounts, OperatorsOnceForEachLaneThatDiffers) {
  // Lanes differ in global_id(0), not in global_id(1).
  const auto K = kernelOf(
      {op("get_global_id", Int, {}, 0), op("get_global_id", Int, {}, 1),
       op("mul", Int, {1, 1}), op("mul", Int, {0, 1}), op("sitofp", Float, {3}),
       op("fmul", Float, {4, 4}), op("barrier", {}, {})});
  const StructureCounts C = countStructures(K, estimateOf(K, 4), 100);
  EXPECT_EQ(C.Dsp, 2 + 4 * 2);
  EXPECT_EQ(C.Operators.at("fp_mul"), 4);
  EXPECT_EQ(C.Operators.at("fp_convert"), 4);
  EXPECT_EQ(C.Barriers, 1);
  EXPECT_EQ(C.LoopBits, 0);
}

TEST(FitEstimate, AddsStructuresAndTheShell) {
  const auto K =
      kernelOf({op("get_global_id", Int, {}, 0), op("sitofp", Float, {0}),
                op("fadd", Float, {1, 1}), op("fmul", Float, {2, 2})});
  BoardEstimate E = estimateOf(K);
  E.D.ComputeUnits = 3;
  Device D;
  D.LogicModules = {1000, ""};
  D.MemoryBlocks = {100, ""};
  D.DspBlocks = {2, ""};
  EXPECT_FALSE(fitDesign(K, E, D));
  D.Structures = {
      {"shell.logic", {200, ""}},   {"shell.memory", {10, ""}},
      {"fp_add.logic", {50, ""}},   {"fp_mul.dsp", {1, ""}},
      {"clock.period", {2e-9, ""}}, {"clock.period_per_logic", {4e-9, ""}}};
  const FitEstimate F = *fitDesign(K, E, D);
  EXPECT_EQ(F.Kernel, (FitAmounts{150, 0, 3}));
  EXPECT_EQ(F.total(), (FitAmounts{350, 10, 3}));
  EXPECT_EQ(F.exceeded(), "DSP");
  EXPECT_EQ(F.Missing, std::vector<std::string>{"fp_convert"});
  // 2 ns + 4 ns * 0.35
  EXPECT_NEAR(F.Clock.value(), 1 / 3.4e-9, 1);
}

} // namespace
