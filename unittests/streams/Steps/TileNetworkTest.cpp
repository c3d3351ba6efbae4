// Tiles that do the steps in their own memories equal a pass.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Steps/TileNetwork.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

const Iteration Promised = {8, {{"a", "b"}}, true};

/// b = a NW, 3 a SE and a here, and of a constant p, but for a border of one:
/// corners that two pipes bring.
StreamKernel corners(Offset Size) {
  StreamKernelBuilder B("corners", Size);
  const uint32_t In = B.input("a", Int32), P = B.input("p", Int32);
  uint32_t Sum =
      B.op(DatapathOp::Add, Int32, {B.tap(In, {0, 0, 0}), B.tap(P, {0, 0, 0})});
  Sum = B.op(DatapathOp::Add, Int32, {Sum, B.tap(In, {-1, -1, 0})});
  Sum = B.op(DatapathOp::Sub, Int32, {Sum, B.tap(In, {1, 1, 0})});
  B.output("b", Sum);
  B.K.Active = {{1, 1, 0}, {Size[0] - 2, Size[1] - 2, 1}};
  return B.K;
}

StreamDesign tiles(std::vector<uint32_t> X, std::vector<uint32_t> Y,
                   uint32_t Steps, bool HasPipes, uint32_t Vector = 1) {
  StreamDesign D;
  D.Vector = Vector;
  D.Steps = Steps;
  D.Tiles = {std::move(X), std::move(Y), {1}};
  D.HasPipes = HasPipes;
  return D;
}

/// The whole field in tiles, beside the pass of as many steps.
void compare(const StreamKernel &K, const StreamDesign &D) {
  SCOPED_TRACE(K.Name + " " + std::to_string(D.Steps) + " steps");
  StepState S;
  ASSERT_EQ(stateOf(K, Promised, S), std::nullopt);
  FusedSteps Pass;
  ASSERT_EQ(fuseSteps(S, D.Steps, false, Pass), std::nullopt);
  TileNetwork N;
  ASSERT_EQ(tilesOf(K, Promised, D, N), std::nullopt);
  std::mt19937 Random(D.Steps);
  StreamMemory M = randomMemory(Pass.Kernel, Random);
  BlockFields Fields;
  for (const InputStream &In : N.Shapes[0].Inputs) {
    Fields.push_back(M.find(In.Name)->Elements);
    Fields.back().resize(size_t(K.Space.volume()));
  }
  evaluate(N, Pass.Kernel.Scalars, M.Scalars, {0, 0, 0}, D.Steps, Fields);
  const std::string &Result = Pass.Results.at("a");
  evaluate(Pass.Kernel, M);
  for (size_t I = 0; I < Fields.size(); ++I)
    if (N.Shapes[0].Inputs[I].Name == "a")
      EXPECT_EQ(Fields[I], M.find(Result)->Elements);
}

TEST(TileNetworkTest, TilesLeaveWhatThePassLeaves) {
  for (bool HasPipes : {false, true})
    for (uint32_t T : {1, 2, 3, 5}) {
      compare(wide({16, 9, 1}), tiles({8, 8}, {4, 5}, T, HasPipes));
      compare(wide({17, 11, 1}), tiles({3, 9, 5}, {2, 9}, T, HasPipes));
      compare(wide({16, 9, 1}), tiles({4, 8, 4}, {9}, T, HasPipes, 4));
      compare(wide({9, 8, 1}), tiles({1, 1, 7}, {8}, T, HasPipes));
      compare(corners({12, 9, 1}), tiles({4, 4, 4}, {3, 3, 3}, T, HasPipes));
      compare(corners({12, 9, 1}), tiles({12}, {9}, T, HasPipes));
    }
}

TEST(TileNetworkTest, PipesBringWhatOneStepReads) {
  TileNetwork N;
  ASSERT_EQ(tilesOf(wide({16, 9, 1}), Promised, tiles({8, 8}, {9}, 4, true), N),
            std::nullopt);
  // Two before and one after: columns 6 and 7 go right, column 8 left.
  ASSERT_EQ(N.Pipes.size(), 2u);
  EXPECT_EQ(N.Pipes[0].Source, 1u);
  EXPECT_EQ(N.Pipes[0].Positions, (Box{{8, 0, 0}, {1, 9, 1}}));
  EXPECT_EQ(N.Pipes[1].Source, 0u);
  EXPECT_EQ(N.Pipes[1].Positions, (Box{{6, 0, 0}, {2, 9, 1}}));
  EXPECT_EQ(N.Tiles[0].Reads, (Box{{0, 0, 0}, {9, 9, 1}}));
  EXPECT_EQ(N.Tiles[1].Reads, (Box{{6, 0, 0}, {10, 9, 1}}));
  // Beats are whole.
  ASSERT_EQ(
      tilesOf(wide({16, 9, 1}), Promised, tiles({8, 8}, {9}, 4, true, 4), N),
      std::nullopt);
  EXPECT_EQ(N.Tiles[0].Reads, (Box{{0, 0, 0}, {12, 9, 1}}));
  EXPECT_EQ(N.Tiles[1].Reads, (Box{{4, 0, 0}, {12, 9, 1}}));
  // Without pipes four steps are read around.
  ASSERT_EQ(
      tilesOf(wide({32, 9, 1}), Promised, tiles({16, 16}, {9}, 4, false), N),
      std::nullopt);
  EXPECT_TRUE(N.Pipes.empty());
  EXPECT_EQ(N.Tiles[0].Reads, (Box{{0, 0, 0}, {20, 9, 1}}));
  EXPECT_EQ(N.Tiles[1].Reads, (Box{{8, 0, 0}, {24, 9, 1}}));
}

TEST(TileNetworkTest, SaysWhatHasNoTiles) {
  StreamKernelBuilder B("rows", {16, 4, 1});
  B.output("b", B.tap(B.input("a", Int32), {1, 0, 0}));
  B.K.Inputs[0].Window = {{0, 1, 0}, {16, 3, 1}};
  B.K.Outputs[0].Window = B.K.Inputs[0].Window;
  B.K.Active = {{0, 1, 0}, {15, 3, 1}};
  TileNetwork N;
  const auto Why = tilesOf(B.K, Promised, tiles({8, 8}, {4}, 2, true), N);
  ASSERT_TRUE(Why);
  EXPECT_EQ(Why->Message,
            "kernel 'rows' in tiles: 'a' is not there for whole rows");
}

} // namespace
