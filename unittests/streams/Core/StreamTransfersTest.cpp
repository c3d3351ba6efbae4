// Transfers of streams: by hand, and against the walk of random boxes.
#include "roofline/Core/StreamTransfers.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;

namespace {

/// A kernel of the space \p Size alone.
StreamKernel spaceOf(const Offset &Size) {
  StreamKernel K;
  K.Space.Size = Size;
  K.NumDimensions = 3;
  return K;
}

Stream whole(const StreamKernel &K) {
  Stream S;
  S.Window = K.Space;
  return S;
}

TEST(StreamTransfersTest, LanesBeginAndEndWithinRows) {
  // 40 x 30; a lane of a five-point stencil reads its 15 rows and one more.
  StreamKernel K = spaceOf({40, 30, 1});
  EXPECT_EQ(transfersOf(K, 1, whole(K), {560, 1200}, K.Space),
            (std::vector<BeatTransfer>{{560, {640, 1, 1}, {1, 40, 1200}}}));
  // It writes what is inside: 38 of each of 14 rows.
  Box Inside = {{1, 1, 0}, {38, 28, 1}};
  EXPECT_EQ(transfersOf(K, 1, whole(K), {41, 599}, Inside),
            (std::vector<BeatTransfer>{{41, {38, 14, 1}, {1, 40, 1200}}}));
  // A part that begins and ends within a row is one run of whole rows, and
  // three transfers within a border.
  EXPECT_EQ(transfersOf(K, 1, whole(K), {30, 95}, K.Space),
            (std::vector<BeatTransfer>{{30, {65, 1, 1}, {1, 40, 1200}}}));
  Inside.Origin[1] = 0;
  EXPECT_EQ(transfersOf(K, 1, whole(K), {30, 95}, Inside),
            (std::vector<BeatTransfer>{{30, {9, 1, 1}, {1, 40, 1200}},
                                       {41, {38, 1, 1}, {1, 40, 1200}},
                                       {81, {14, 1, 1}, {1, 40, 1200}}}));
}

TEST(StreamTransfersTest, VectorsMayBeginBeforeTheWindow) {
  StreamKernel K = spaceOf({8, 2, 1});
  Stream S = whole(K);
  S.Window = {{1, 0, 0}, {6, 2, 1}}; // 12 elements
  EXPECT_EQ(transfersOf(K, 4, S, {0, 4}, S.Window),
            (std::vector<BeatTransfer>{{-1, {2, 2, 1}, {4, 6, 12}}}));
}

TEST(StreamTransfersTest, TheWalkInItsOrder) {
  std::mt19937 Random(1);
  auto Below = [&](int64_t N) { return int64_t(Random() % uint64_t(N)); };
  for (int Try = 0; Try < 3000; ++Try) {
    const uint32_t Vector = 1u << Below(3);
    StreamKernel K =
        spaceOf({Vector * (1 + Below(5)), 1 + Below(5), 1 + Below(4)});
    Stream S = whole(K);
    for (unsigned D = 0; D < 3; ++D) {
      S.Window.Origin[D] = Below(K.Space.Size[D]);
      S.Window.Size[D] = 1 + Below(K.Space.Size[D] - S.Window.Origin[D]);
    }
    S.Fields = uint32_t(1 + Below(3));
    S.FirstElement = uint64_t(100 + Below(20));
    if (Below(2))
      S.Pitch = Offset{1 + Below(3), 20 + Below(5), 200 + Below(5)};
    const int64_t All = K.Space.volume() / Vector, First = Below(All);
    const StepRange Beats = {First, First + 1 + Below(All - First)};

    std::vector<int64_t> Walked, Told;
    forEachBeat(K, Vector, Beats, S.Window, [&](Offset Delta) {
      // The first element of the vector that is one, and back from there.
      int64_t Before = 0;
      for (; !elementAt(S, Delta); ++Delta[0])
        ++Before;
      const int64_t Pitch = S.Pitch ? (*S.Pitch)[0] : S.Fields;
      Walked.push_back(int64_t(*elementAt(S, Delta)) - S.field() -
                       Before * Pitch);
    });
    const std::vector<BeatTransfer> Transfers =
        transfersOf(K, Vector, S, Beats, S.Window);
    for (const BeatTransfer &T : Transfers)
      for (int64_t Z = 0; Z < T.Beats[2]; ++Z)
        for (int64_t Y = 0; Y < T.Beats[1]; ++Y)
          for (int64_t X = 0; X < T.Beats[0]; ++X)
            Told.push_back(T.FirstElement + X * T.Pitches[0] +
                           Y * T.Pitches[1] + Z * T.Pitches[2]);
    ASSERT_EQ(Told, Walked) << "try " << Try;
    ASSERT_LE(Transfers.size(), 5u) << "try " << Try;
  }
}

} // namespace
