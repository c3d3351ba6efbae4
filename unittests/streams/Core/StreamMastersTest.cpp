// AXI4 masters: transfers and cycles, by hand.
#include "StreamKernelBuilder.h"

#include "roofline/Core/StreamGaps.h"
#include "roofline/Resources/MasterCost.h"

#include "gtest/gtest.h"

namespace roofline::test {
namespace {

StreamKernel copy(std::array<int64_t, 3> Size) {
  StreamKernelBuilder B("copy", Size);
  uint32_t In = B.input("a", Int32);
  B.output("b",
           B.op(DatapathOp::Add, Int32, {B.tap(In, {0, 0, 0}), B.constant(1)}));
  return B.K;
}

int64_t cycles(const StreamKernel &K, const StreamDesign &D,
               const MemoryMasters &M) {
  return memoryLaunchCycles(K, scheduleDatapath(K, D.Form), D, M);
}

TEST(StreamMasters, BusIsThatOfTheWidestStream) {
  EXPECT_EQ(chooseBus({}, copy({64, 1, 1}), {}).DataBits, 32u);
  EXPECT_EQ(chooseBus({}, copy({64, 1, 1}), {1, 4}).DataBits, 128u);
  EXPECT_EQ(chooseBus({512}, copy({64, 1, 1}), {1, 4}).DataBits, 512u);
}

// 1000 words, one a cycle; the first is there after 3 cycles and one register
// later in the queue of the writer, so word n (from 0) at edge 3 + 1 + 1 + n -
// 1 = 4 + n + 1. Bus words of 64 bits: bursts of 16 end with word 31, 63, ...,
// 991 and 999. Burst 30: queued at 996, written at 997 + 16 = 1013; the last,
// of 4 bus words: 1013 + 4 = 1017, acknowledged at 1018.
TEST(StreamMasters, LastBurstWaitsForTheOneBefore) {
  EXPECT_EQ(cycles(copy({1000, 1, 1}), {}, {64, 32, 16, 4}), 1018);
}

// One word: queued at 5, written at 5 + 1 + 1, acknowledged at 8.
TEST(StreamMasters, OneWord) {
  EXPECT_EQ(cycles(copy({1, 1, 1}), {}, {32, 32, 16, 4}), 8);
}

// 992 words are 31 bursts of 16 bus words: 996 + 1 + 16 + 1.
TEST(StreamMasters, LastBurstIsWhole) {
  EXPECT_EQ(cycles(copy({992, 1, 1}), {}, {64, 32, 16, 4}), 1014);
}

// A beat of four bytes is one of 32 bits; buffers of bytes begin with its 20th.
TEST(StreamMasters, FieldsAreOneBeat) {
  StreamKernel K = copy({992, 1, 1});
  for (Stream *S : {static_cast<Stream *>(&K.Inputs[0]),
                    static_cast<Stream *>(&K.Outputs[0])}) {
    S->Type.Bits = 8;
    S->Fields = 4;
  }
  EXPECT_EQ(cycles(K, {}, {64, 32, 16, 4}), 1014);
  K.Inputs[0].FirstElement = 81;
  EXPECT_EQ(inputTransfer(K, {}, 0, 0), (Transfer{20, 992}));
  K.Inputs[0].Fields = 3;
  EXPECT_EQ(whyNotMasters(K, {}, {64, 32, 16, 4}),
            "buffer 'a': elements of 24 bits do not divide a bus");
}

TEST(StreamMasters, LanesMoveTheirParts) {
  StreamKernel K = copy({10, 6, 1});
  K.Inputs[0].FirstElement = 20;
  EXPECT_EQ(inputTransfer(K, {3, 1}, 1, 0), (Transfer{40, 20}));
  EXPECT_EQ(inputTransfer(K, {3, 2}, 1, 0), (Transfer{20, 10}));
  EXPECT_EQ(outputTransfer(K, {3, 1}, 2, 0), (Transfer{40, 20}));
}

// Rows of 10 of which 8 are written, in two lanes of 30 positions. The first
// lane: (1,1) to (8,2), elements 11 to 28.
TEST(StreamMasters, RowsThatAreWrittenInPart) {
  StreamKernel K = copy({10, 6, 1});
  K.Active = {{1, 1, 0}, {8, 4, 1}};
  EXPECT_EQ(outputTransfer(K, {2, 1}, 0, 0), (Transfer{11, 18}));
  EXPECT_EQ(outputTransfer(K, {2, 1}, 1, 0), (Transfer{31, 18}));
  EXPECT_EQ(outputGaps(K, {2, 1}, 0, 0), (StreamGaps{8, 2, 4, 20, 0, 0}));
  EXPECT_EQ(outputGaps(K, {2, 1}, 1, 0), (StreamGaps{8, 2, 4, 20, 0, 2}));
  // Lanes of 15 begin within a row: the second one at (5,1).
  EXPECT_EQ(outputTransfer(K, {4, 1}, 1, 0), (Transfer{15, 14}));
  EXPECT_EQ(outputGaps(K, {4, 1}, 1, 0), (StreamGaps{8, 2, 4, 20, 4, 0}));
  EXPECT_TRUE(isWritten(K, {}, 0, 18));
  EXPECT_FALSE(isWritten(K, {}, 0, 19));
  EXPECT_FALSE(isWritten(K, {}, 0, 51));
}

StreamKernel copyAt(std::array<int64_t, 3> Size, const Offset &Pitch) {
  StreamKernel K = copy(Size);
  K.Inputs[0].Pitch = K.Outputs[0].Pitch = Pitch;
  return K;
}

TEST(StreamMasters, RowsAtAPitch) {
  StreamKernel K = copyAt({8, 3, 1}, {1, 20, 0});
  EXPECT_EQ(inputTransfer(K, {}, 0, 0),
            (Transfer{0, 24, TransferRows{8, 20, 3, 0}}));
  EXPECT_EQ(inputTransfer(K, {1, 4}, 0, 0),
            (Transfer{0, 6, TransferRows{2, 5, 3, 0}}));
  EXPECT_EQ(inputTransfer(copyAt({4, 2, 2}, {1, 10, 100}), {}, 0, 0),
            (Transfer{0, 16, TransferRows{4, 10, 2, 100}}));
  // Planes go on where the rows would.
  EXPECT_EQ(inputTransfer(copyAt({4, 2, 3}, {1, 10, 20}), {}, 0, 0),
            (Transfer{0, 24, TransferRows{4, 10, 6, 0}}));
  // Rows that follow one another are one, of each plane or of all.
  EXPECT_EQ(inputTransfer(copyAt({4, 2, 3}, {1, 4, 20}), {}, 0, 0),
            (Transfer{0, 24, TransferRows{8, 20, 3, 0}}));
  EXPECT_EQ(inputTransfer(copyAt({10, 2, 1}, {1, 10, 0}), {}, 0, 0),
            (Transfer{0, 20}));
}

// Columns 2 to 6 of rows 1 and 2 are written, from row to row 20 elements.
TEST(StreamMasters, RowsOfWhatIsWritten) {
  StreamKernel K = copyAt({8, 3, 1}, {1, 20, 0});
  K.Active = {{2, 1, 0}, {5, 2, 1}};
  Transfer T = outputTransfer(K, {}, 0, 0);
  EXPECT_EQ(T, (Transfer{22, 10, TransferRows{5, 20, 2, 0}}));
  EXPECT_EQ(T.rowAt(1), 42);
  EXPECT_EQ(T.end(), 47);
  EXPECT_EQ(outputGaps(K, {}, 0, 0), std::nullopt);
}

// Words 0 to 23 are queued at 5 to 28; three rows, each a burst of 8:
// 12 + 1 + 8 = 21, then max(20 + 1, 21) + 8 = 29, max(28 + 1, 29) + 8 = 37.
TEST(StreamMasters, BurstsEndWithRows) {
  EXPECT_EQ(cycles(copyAt({8, 3, 1}, {1, 20, 0}), {}, {32, 32, 16, 4}), 38);
}

TEST(StreamMasters, RowsThatCannotBeMoved) {
  StreamKernel K = copyAt({8, 4, 1}, {1, 20, 0});
  EXPECT_FALSE(whyNotMasters(K, {}, {32, 32, 16, 3}));
  EXPECT_EQ(whyNotMasters(K, {2, 1}, {32, 32, 16, 4}),
            "buffer 'a': 2 lanes begin within its rows, which are at a pitch");
  EXPECT_EQ(
      whyNotMasters(copyAt({8, 4, 1}, {1, 18, 0}), {1, 4}, {128, 32, 16, 4}),
      "buffer 'a': its rows do not begin and end where vectors of 4 do; "
      "vectors of 2 fit");
  EXPECT_EQ(
      whyNotMasters(copyAt({8, 4, 1}, {1, 1 << 30, 0}), {}, {32, 40, 16, 4}),
      "buffer 'a': its rows lie further apart than 2^31 elements");
  K.Inputs[0].Pitch = {1, -20, 0};
  K.Inputs[0].FirstElement = 60;
  EXPECT_EQ(whyNotMasters(K, {}, {32, 32, 16, 4}),
            "buffer 'a': its elements do not come in their order in memory");
}

TEST(StreamMasters, WhatCannotBeBuilt) {
  StreamKernel K = copy({64, 4, 1});
  EXPECT_FALSE(whyNotMasters(K, {}, {64, 32, 16, 4}));
  EXPECT_EQ(whyNotMasters(K, {}, {512, 32, 128, 4}),
            "a burst of 128 words of 64 bytes is longer than 4 KiB");
  EXPECT_EQ(whyNotMasters(K, {1, 4}, {64, 32, 16, 4}),
            "buffer 'a': a stream of 128 bits is wider than the bus, 64");
  K.Inputs[0].FirstElement = 2;
  EXPECT_EQ(whyNotMasters(K, {1, 4}, {128, 32, 16, 4}),
            "buffer 'a': its rows do not begin and end where vectors of 4 do; "
            "vectors of 2 fit");
  // 2^30 elements of 4 bytes
  K.Inputs[0].FirstElement = (1 << 30) - 256;
  EXPECT_FALSE(whyNotMasters(K, {}, {64, 33, 16, 4}));
  EXPECT_EQ(whyNotMasters(K, {}, {64, 32, 16, 4}),
            "buffer 'a': 4294967296 bytes have no addresses of 32 bits");
}

// Rows of 48 begin and end with vectors of 16, but the first one is at 4.
TEST(StreamMasters, LargestVectorThatFits) {
  StreamKernel K = copy({48, 4, 1});
  K.Inputs[0].FirstElement = 4;
  EXPECT_EQ(whyNotMasters(K, {1, 16}, {512, 32, 16, 4}),
            "buffer 'a': its rows do not begin and end where vectors of 16 do; "
            "vectors of 4 fit");
  EXPECT_FALSE(whyNotMasters(K, {1, 4}, {128, 32, 16, 4}));
  K = copy({64, 1, 1});
  K.Outputs[0].FirstElement = 7;
  EXPECT_EQ(whyNotMasters(K, {1, 16}, {512, 32, 16, 4}),
            "buffer 'b': it does not begin where a vector of 16 does; single "
            "elements fit");
}

TEST(StreamMasters, CostNamesWhatWasNotMeasured) {
  CostModel Costs;
  Costs.Target = "none";
  MasterPrediction P =
      predictMasters(Costs, copy({64, 1, 1}), {}, {64, 32, 16, 4});
  ASSERT_FALSE(P.Unknowns.empty());
  EXPECT_EQ(P.Unknowns[0], "axi-read bus of size 64 and parameter 2: not in "
                           "the cost file of none");
}

} // namespace
} // namespace roofline::test
