// Elements from the other end of a ring, as streams of their own.
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Stream/RingSeams.h"
#include "roofline/Stream/StreamHalo.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// out = the sum of the elements of "in" at \p Taps; beside it there is 0.
StreamKernel sumOf(Offset Size, const std::vector<Offset> &Taps) {
  StreamKernelBuilder B("sum", Size);
  const uint32_t In = B.input("in", Int32);
  uint32_t Sum = B.constant(0);
  for (const Offset &Delta : Taps)
    Sum = B.op(DatapathOp::Add, Int32, {Sum, B.tap(In, Delta)});
  B.output("out", Sum);
  return B.K;
}

/// [position] Distance from the first to the last one that is read.
int64_t held(const StreamKernel &K) { return halo(K).Ahead + halo(K).Behind; }

TEST(RingSeamsTest, ATorusReadsItsLastRowFirst) {
  // Row 0 reads row 9 and row 9 reads row 0, by offsets of nine rows.
  const StreamKernel K = withRingSeams(sumOf(
      {4, 10, 1}, {{1, -9, 0}, {0, -1, 0}, {0, 0, 0}, {0, 1, 0}, {-1, 9, 0}}));
  EXPECT_EQ(verifyStreamKernel(K), std::nullopt);
  ASSERT_EQ(K.Inputs.size(), 3u);
  EXPECT_EQ(K.Inputs[0].Taps,
            (std::vector<Offset>{{0, -1, 0}, {0, 0, 0}, {0, 1, 0}}));
  const InputStream &First = K.Inputs[1], &Last = K.Inputs[2];
  EXPECT_EQ(First.Window, (Box{{0, 9, 0}, {4, 1, 1}})); // at the end
  EXPECT_EQ(First.FirstElement, 0u);
  EXPECT_EQ(First.Taps, (std::vector<Offset>{{1, 0, 0}}));
  EXPECT_EQ(Last.Window, (Box{{0, 0, 0}, {4, 1, 1}})); // at the beginning
  EXPECT_EQ(Last.FirstElement, 36u);
  EXPECT_EQ(Last.Taps, (std::vector<Offset>{{-1, 0, 0}}));
  EXPECT_EQ(halo(K), (Halo{4, 4}));
}

TEST(RingSeamsTest, ARingMovesByWholeVectors) {
  const StreamKernel K =
      withRingSeams(sumOf({160, 1, 1}, {{-159, 0, 0}, {0, 0, 0}, {1, 0, 0}}));
  ASSERT_EQ(K.Inputs.size(), 2u);
  EXPECT_EQ(K.Inputs[1].Window, (Box{{144, 0, 0}, {16, 1, 1}}));
  EXPECT_EQ(K.Inputs[1].Taps, (std::vector<Offset>{{-15, 0, 0}}));
}

TEST(RingSeamsTest, FieldsOfAPortStayOnOne) {
  StreamKernelBuilder B("fields", {4, 12, 1});
  uint32_t Sum = B.constant(0);
  for (uint64_t Field = 0; Field < 3; ++Field) {
    const uint32_t In = B.input("in", Int32);
    B.K.Inputs[In].Fields = 3;
    B.K.Inputs[In].FirstElement = Field;
    Sum = B.op(DatapathOp::Add, Int32, {Sum, B.tap(In, {0, 0, 0})});
    if (Field != 1) // of two rows, and of one
      Sum = B.op(DatapathOp::Add, Int32,
                 {Sum, B.tap(In, {0, Field ? 11 : 10, 0})});
  }
  B.output("out", Sum);
  const StreamKernel K = withRingSeams(B.K);
  ASSERT_EQ(K.Inputs.size(), 5u);
  EXPECT_TRUE(sharePort(K.Inputs[3], K.Inputs[4]));
  EXPECT_EQ(K.Inputs[3].Window.Size[1], 2);
  EXPECT_EQ(K.Inputs[3].FirstElement, uint64_t(10 * 4 * 3));
}

TEST(RingSeamsTest, NearEndsAndOtherPartsStayWhole) {
  for (const StreamKernel &K :
       {sumOf({4, 4, 1}, {{0, -3, 0}, {0, 0, 0}, {0, 3, 0}}), // short
        sumOf({4, 8, 1}, {{0, 0, 0}, {0, 4, 0}}),             // two halves
        sumOf({9, 8, 1}, {{-8, 0, 0}, {0, 0, 0}, {8, 0, 0}}), // within a row
        sumOf({4, 10, 1}, {{0, 9, 0}})})                      // that alone
    EXPECT_EQ(withRingSeams(K), K);
}

TEST(RingSeamsTest, ResultsStayTheSame) {
  std::mt19937 Random(7);
  auto Upto = [&](int64_t Most) {
    return int64_t(Random() % uint64_t(Most + 1));
  };
  int NumSplit = 0;
  int64_t HeldWhole = 0, HeldSplit = 0;
  for (int Run = 0; Run < 2000; ++Run) {
    const unsigned Dimensions = 1 + unsigned(Upto(2)), D = Dimensions - 1;
    Offset Size = {1, 1, 1};
    for (unsigned I = 0; I < D; ++I)
      Size[I] = 2 + Upto(3);
    Size[D] = 5 + Upto(D ? 20 : 200);
    StreamKernelBuilder B("sum", Size);
    const int64_t Fields = 1 + Upto(2);
    uint32_t Sum = B.constant(1);
    Box Window = B.K.Space;
    Window.Origin[D] = Upto(2);
    Window.Size[D] -= Window.Origin[D] + Upto(2);
    for (int64_t Field = 0; Field < Fields; ++Field) {
      const uint32_t In = B.input("in", Int32);
      B.K.Inputs[In].Window = Window;
      B.K.Inputs[In].Fields = uint32_t(Fields);
      B.K.Inputs[In].FirstElement = uint64_t(Field + 2 * Fields);
      for (int64_t Taps = 1 + Upto(4); Taps > 0; --Taps) {
        Offset Delta = {0, 0, 0};
        for (unsigned I = 0; I < D; ++I)
          Delta[I] = Upto(2) - 1;
        Delta[D] = Upto(2) ? Upto(4) - 2 : Size[D] - 1 - Upto(2);
        Delta[D] *= Upto(1) ? 1 : -1;
        Sum = B.op(DatapathOp::Mul, Int32, {Sum, B.constant(3)});
        Sum = B.op(DatapathOp::Add, Int32, {Sum, B.tap(In, Delta)});
      }
    }
    B.output("out", Sum);
    B.K.Active.Origin[D] = Upto(2);
    B.K.Active.Size[D] -= B.K.Active.Origin[D] + Upto(2);
    ASSERT_EQ(verifyStreamKernel(B.K), std::nullopt);
    const StreamKernel Split = withRingSeams(B.K);
    ASSERT_EQ(verifyStreamKernel(Split), std::nullopt);
    if (Split == B.K)
      continue;
    ++NumSplit;
    HeldWhole += held(B.K);
    HeldSplit += held(Split);
    StreamMemory Whole = randomMemory(B.K, Random), Moved = Whole;
    evaluate(B.K, Whole);
    evaluate(Split, Moved);
    ASSERT_EQ(Whole, Moved) << "run " << Run;
  }
  EXPECT_GT(NumSplit, 500);
  // A field that is read from afar alone keeps its port whole.
  EXPECT_LT(4 * HeldSplit, 3 * HeldWhole);
}

} // namespace
