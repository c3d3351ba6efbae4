// Blocks of a field, one after another, equal a pass over the field.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Steps/StreamBlocks.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;
using Op = DatapathOp;

namespace {

const Iteration Same = {8, {{"a", "b"}}, true};

StepState stateOf(const StreamKernel &K, const Iteration &I) {
  StepState S;
  std::optional<ChainError> E = stateOf(K, I, S);
  EXPECT_EQ(E, std::nullopt) << E->Message;
  return S;
}

std::string problem(const StepState &S, uint32_t T, const BlockSize &Size) {
  StencilPass B;
  std::optional<ChainError> E = blockSteps(S, T, false, Size, 1, B);
  return E ? E->Message : "none";
}

/// Runs block \p Number of \p B on \p M.
void runBlock(const StencilPass &B, size_t Number, StreamMemory &M) {
  StreamKernel K = B.Kernel;
  const auto Move = [&](Stream &S) {
    S.FirstElement += blockOffset(S, B.Places, Number);
  };
  std::for_each(K.Inputs.begin(), K.Inputs.end(), Move);
  std::for_each(K.Outputs.begin(), K.Outputs.end(), Move);
  M.Scalars.assign(K.Scalars.size(), 0);
  setBlockScalars(K, B.Places, Number, M.Scalars);
  evaluate(K, M);
}

void compare(const StreamKernel &K, uint32_t T, const BlockSize &Size,
             uint32_t Vector) {
  SCOPED_TRACE(K.Name + " " + std::to_string(T) + " steps, blocks of " +
               std::to_string(Size[0]) + " x " + std::to_string(Size[1]));
  const StepState S = stateOf(K, Same);
  FusedSteps Whole;
  ASSERT_EQ(fuseSteps(S, T, false, Whole), std::nullopt);
  StencilPass Blocks;
  std::optional<ChainError> E = blockSteps(S, T, false, Size, Vector, Blocks);
  ASSERT_EQ(E, std::nullopt) << E->Message;
  std::mt19937 Random(T);
  StreamMemory Want = randomMemory(Whole.Kernel, Random);
  Want.find("b")->Elements.resize(Want.find("a")->Elements.size());
  StreamMemory Got = Want;
  evaluate(Whole.Kernel, Want);
  for (const BlockPlace &X : Blocks.Places[0])
    EXPECT_EQ(X.Origin % Vector, 0);
  for (size_t I = 0; I < numBlocks(Blocks.Places); ++I)
    runBlock(Blocks, I, Got);
  EXPECT_EQ(Want.find("b")->Elements, Got.find("b")->Elements);
  EXPECT_EQ(Want.find("a")->Elements, Got.find("a")->Elements);
}

TEST(StreamBlocksTest, BlocksLeaveWhatThePassLeaves) {
  for (uint32_t T : {1, 2, 3}) {
    compare(wide({32, 9, 1}), T, {20, 0}, 4);
    compare(wide({24, 9, 1}), T, {12, 0}, 1);
    compare(wide({14, 13, 6}), T, {12, 11}, 2);
    compare(wide({14, 13, 6}), T, {0, 11}, 1);
    compare(wide({14, 13, 12}), T, {12, 0, 11}, 2);
    compare(wide({32, 9, 1}), T, {32, 0}, 1); // one block
  }
}

/// a += b before and above; then b -= a after and below. Both in place.
StreamKernel inPlace(Offset Size) {
  StreamKernelBuilder A("first", Size), B("second", Size);
  uint32_t OfA = A.input("a", Int32), OfB = A.input("b", Int32);
  A.output("a", A.op(Op::Add, Int32,
                     {A.tap(OfA, {0, 0, 0}),
                      A.op(Op::Add, Int32,
                           {A.tap(OfB, {-1, 0, 0}), A.tap(OfB, {0, -1, 0})})}));
  A.K.Active = {{1, 1, 0}, {Size[0] - 1, Size[1] - 1, Size[2]}};
  OfB = B.input("b", Int32), OfA = B.input("a", Int32);
  B.output("b", B.op(Op::Sub, Int32,
                     {B.tap(OfB, {0, 0, 0}),
                      B.op(Op::Add, Int32,
                           {B.tap(OfA, {1, 0, 0}), B.tap(OfA, {0, 1, 0})})}));
  B.K.Active = {{0, 0, 0}, {Size[0] - 1, Size[1] - 1, Size[2]}};
  StreamKernel Chain;
  EXPECT_EQ(composeChain({A.K, B.K}, {}, Chain), std::nullopt);
  return Chain;
}

/// A block reads what the field was, when others have written theirs.
TEST(StreamBlocksTest, FieldsInPlaceGoToASecondBuffer) {
  const auto Second = [](std::string Field) { return Field += SecondBuffer; };
  for (uint32_t T : {1, 2, 3}) {
    SCOPED_TRACE(T);
    const StepState S = stateOf(inPlace({24, 14, 2}), {8, {}, false});
    FusedSteps Whole;
    ASSERT_EQ(fuseSteps(S, T, false, Whole), std::nullopt);
    StencilPass Blocks;
    ASSERT_EQ(blockSteps(S, T, false, {10, 9}, 2, Blocks), std::nullopt);
    EXPECT_EQ(Blocks.Results, (std::map<std::string, std::string>{
                                  {"a", "a.next"}, {"b", "b.next"}}));
    std::mt19937 Random(T);
    StreamMemory Want = randomMemory(Whole.Kernel, Random), Got = Want;
    StreamMemory Before = Want;
    for (const char *Field : {"a", "b"})
      Got.Buffers.push_back({Second(Field), Want.find(Field)->Elements});
    evaluate(Whole.Kernel, Want);
    for (size_t I = 0; I < numBlocks(Blocks.Places); ++I)
      runBlock(Blocks, I, Got);
    for (const char *Field : {"a", "b"}) {
      EXPECT_EQ(Got.find(Second(Field))->Elements, Want.find(Field)->Elements);
      EXPECT_EQ(Got.find(Field)->Elements, Before.find(Field)->Elements);
    }
  }
}

TEST(StreamBlocksTest, PlacesCoverTheFieldOnce) {
  for (int64_t Length = 8; Length < 40; ++Length)
    for (int64_t Size = 6; Size <= Length; ++Size)
      for (int64_t Reach : {0, 1, 2}) {
        int64_t Done = 0;
        for (const BlockPlace &P : blocksOf(Length, Size, Reach, 2, 1)) {
          EXPECT_EQ(P.Origin + P.First, Done);
          EXPECT_TRUE(P.Origin >= 0 && P.Origin + Size <= Length);
          EXPECT_TRUE(P.Origin == 0 || P.First >= Reach);
          EXPECT_TRUE(P.Origin + Size == Length || P.End <= Size - 2);
          Done = P.Origin + P.End;
        }
        EXPECT_EQ(Done, Length);
      }
  EXPECT_TRUE(blocksOf(20, 4, 2, 2, 1).empty());
}

TEST(StreamBlocksTest, SaysWhatHasNoBlocks) {
  const StepState S = stateOf(wide({32, 9, 1}), Same);
  EXPECT_EQ(problem(S, 4, {12, 0}),
            "kernel 'wide' in blocks: 4 steps reach 8 before and 4 after a "
            "position of dimension 0; a block of 12 has none that is right");
  EXPECT_EQ(problem(S, 2, {0, 4}),
            "kernel 'wide' in blocks: 2 steps reach 4 before and 2 after a "
            "position of dimension 1; a block of 4 has none that is right");
}

} // namespace
