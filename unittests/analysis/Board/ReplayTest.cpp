// Launches replayed by hand: the code that runs, and the requested words.
//
/// \file
/// A word has 64 bytes (TestKernels.h), an access 4. Where nothing is said of
/// groups, they have 256 work-items.
#include "TestKernels.h"

#include "roofline/Board/Replay.h"

#include "LoadStoreUnits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr auto Read = MemoryAccess::Kind::Read;
constexpr auto Write = MemoryAccess::Kind::Write;

/// 1 where \p E is 0, for what is not negative.
Expr isZero(const Expr &E) {
  return max(Expr::constant(0), Expr::constant(1) - E);
}

/// One block; \p Fill gives it its accesses.
template <typename Filler> KernelSummary oneBlock(Filler Fill) {
  KernelSummary K;
  K.Name = "k";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.block();
  Fill(G);
  G.node(Node::Kind::Block, 0);
  return K;
}

/// C[i] = A[i] + B[i], \p Bytes from one work-item to the next.
KernelSummary vecadd(int64_t Bytes = 4) {
  return oneBlock([&](GraphBuilder &G) {
    const AffineIndex I = along({{"global_id(0)", Bytes}});
    const uint32_t A = G.access(Read, "A", I, {}, 2);
    const uint32_t B = G.access(Read, "B", I, {}, 2);
    G.access(Write, "C", I, {G.op("add", {A, B})}, 2);
  });
}

/// A loop of \p Trip at line 3 that reads A at \p Index.
KernelSummary readingLoop(Expr Trip, AffineIndex Index) {
  KernelSummary K;
  K.Name = "k";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("i", 3, std::move(Trip));
  G.block();
  G.access(Read, "A", std::move(Index), {}, 4);
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  return K;
}

struct Replayed {
  Replayed(KernelSummary Summary, const Launch &L,
           void (*Change)(Design &) = nullptr, BoardMechanisms With = {})
      : K(std::move(Summary)), B(bindKernel(K, L, Board)), D(sourceDesign(B)) {
    if (Change)
      Change(D);
    R = LaunchReplays(B, L, With).of(D);
  }

  Device Board = roundBoard();
  KernelSummary K;
  BoundKernel B;
  Design D;
  Replay R;
};

void simd4(Design &D) { D.Simd = 4; }

Launch grouped(std::array<uint64_t, 3> Global, std::array<uint64_t, 3> Local) {
  Launch L;
  L.Dimensions = 3;
  L.Global = Global;
  L.Local = Local;
  return L;
}

// 1024 work-items: 4096 bytes of each array are 64 words.
TEST(ReplayTest, NeighboursAskForEachWordOnce) {
  Replayed P(vecadd(), launch1D(1024));
  EXPECT_EQ(P.R.Passes, 1024);
  EXPECT_EQ(P.R.BlockRuns[0], 1024);
  ASSERT_EQ(P.R.Units.size(), 3u);
  for (const ReplayedUnit &U : P.R.Units) {
    EXPECT_EQ(U.NumBytes, 4u);
    EXPECT_EQ(U.Requests, 1024);
    EXPECT_EQ(U.Words, 64);
    EXPECT_EQ(U.Repeats, 0);
    EXPECT_FALSE(U.IsCached);
    EXPECT_FALSE(U.IsIrregular);
  }
  EXPECT_FALSE(P.R.IsAtMost);
}

// A vector of 4 work-items makes one request of 16 bytes: 256, 64 words still.
TEST(ReplayTest, VectorsOfNeighboursMakeOneRequest) {
  Replayed P(vecadd(), launch1D(1024), simd4);
  EXPECT_EQ(P.R.Passes, 256);
  EXPECT_EQ(P.R.BlockRuns[0], 1024);
  for (const ReplayedUnit &U : P.R.Units) {
    EXPECT_EQ(U.Requests, 256);
    EXPECT_EQ(U.Words, 64);
  }
}

// 256 groups, of which four are gone through: 65536 * 4 / 64 = 4096 words.
TEST(ReplayTest, SampledGroupsStandForAll) {
  Replayed P(vecadd(), launch1D(65536));
  EXPECT_TRUE(P.R.IsSampled);
  EXPECT_EQ(P.R.NumGroups[0], 256u);
  EXPECT_DOUBLE_EQ(P.R.Passes, 65536);
  EXPECT_DOUBLE_EQ(P.R.Units[0].Words, 4096);
}

// 8 bytes apart: 8192 bytes are 128 words; 16 apart: 256; 64 apart: a word for
// each work-item.
TEST(ReplayTest, StridesAskForMoreWords) {
  EXPECT_EQ(Replayed(vecadd(8), launch1D(1024)).R.Units[0].Words, 128);
  EXPECT_EQ(Replayed(vecadd(16), launch1D(1024)).R.Units[0].Words, 256);
  EXPECT_EQ(Replayed(vecadd(64), launch1D(1024)).R.Units[0].Words, 1024);
}

// One work-item reads 1024 integers in turn, 4 at once: 256 requests of 16
// bytes, 64 words.
TEST(ReplayTest, UnrolledCopiesBecomeOneUnit) {
  KernelSummary K = readingLoop(Expr::constant(1024), along({{"loop:0", 4}}));
  K.UsesWorkItemIds = false;
  Replayed P(K, Launch(), [](Design &D) { D.Unroll[0] = 4; });
  ASSERT_EQ(P.R.Units.size(), 1u);
  EXPECT_EQ(P.R.Units[0].NumBytes, 16u);
  EXPECT_EQ(P.R.Units[0].Requests, 256);
  EXPECT_EQ(P.R.Units[0].Words, 64);
  EXPECT_EQ(P.R.Loops[0].Entries, 1);
  EXPECT_EQ(P.R.Loops[0].Iterations, 1024);
  EXPECT_EQ(P.R.Loops[0].Passes, 256);
}

// Copies that are 64 bytes apart stay units of their own.
TEST(ReplayTest, UnrolledCopiesThatAreApartStayApart) {
  KernelSummary K = readingLoop(Expr::constant(8), along({{"loop:0", 64}}));
  Replayed P(K, launch1D(1), [](Design &D) { D.Unroll[0] = 4; });
  ASSERT_EQ(P.R.Units.size(), 4u);
  for (const ReplayedUnit &U : P.R.Units) {
    EXPECT_EQ(U.NumBytes, 4u);
    EXPECT_EQ(U.Words, 2); // 8 iterations in 2 passes
  }
}

// a[2i] and a[2i + 1]: one unit of 8 bytes; apart without the mechanism.
TEST(ReplayTest, NeighboursInMemoryAreOneUnit) {
  auto Fill = [](GraphBuilder &G) {
    AffineIndex I = along({{"global_id(0)", 8}});
    G.access(Read, "A", I, {}, 2);
    I.Offset = Expr::constant(4);
    G.access(Read, "A", I, {}, 3);
  };
  Replayed P(oneBlock(Fill), launch1D(1024));
  ASSERT_EQ(P.R.Units.size(), 1u);
  EXPECT_EQ(P.R.Units[0].NumBytes, 8u);
  EXPECT_EQ(P.R.Units[0].Words, 128);
  BoardMechanisms Without;
  Without.Neighbours = false;
  EXPECT_EQ(
      Replayed(oneBlock(Fill), launch1D(1024), nullptr, Without).R.Units.size(),
      2u);
}

// The first group stands for itself, however many there are.
TEST(ReplayTest, ABlockOfTheFirstWorkItemRunsOnce) {
  KernelSummary K = vecadd();
  K.Blocks[0].When.Form = isZero(Expr::symbol("global_id(0)"));
  for (uint64_t Number : {1u, 1024u, 65536u}) {
    Replayed P(K, launch1D(Number));
    EXPECT_EQ(P.R.BlockRuns[0], 1) << Number;
    EXPECT_EQ(P.R.Units[0].Words, 1) << Number;
    EXPECT_DOUBLE_EQ(P.R.Passes, double(Number));
  }
  BoardMechanisms Without;
  Without.Conditions = false;
  EXPECT_EQ(Replayed(K, launch1D(1024), nullptr, Without).R.BlockRuns[0], 1024);
}

TEST(ReplayTest, ABlockOfTheLastWorkItemRunsOnce) {
  KernelSummary K = vecadd();
  K.Blocks[0].When.Form =
      isZero(Expr::constant(65535) - Expr::symbol("global_id(0)"));
  EXPECT_EQ(Replayed(K, launch1D(65536)).R.BlockRuns[0], 1);
}

// 256 x 256 work-items in groups of 16 x 16: the first column has 256.
TEST(ReplayTest, ABorderColumnRunsOncePerRow) {
  KernelSummary K = vecadd();
  K.Blocks[0].When.Form = isZero(Expr::symbol("global_id(0)"));
  Replayed P(K, grouped({256, 256, 1}, {16, 16, 1}));
  EXPECT_TRUE(P.R.IsSampled);
  EXPECT_DOUBLE_EQ(P.R.BlockRuns[0], 256);
  EXPECT_DOUBLE_EQ(P.R.Passes, 65536);
}

// 100 work-items in groups of 64: the second has 36.
TEST(ReplayTest, AGroupMayReachOverTheEnd) {
  Replayed P(vecadd(), grouped({100, 1, 1}, {64, 1, 1}));
  EXPECT_EQ(P.R.NumGroups[0], 2u);
  EXPECT_EQ(P.R.Passes, 100);
  EXPECT_EQ(P.R.Units[0].Words, 7); // 400 bytes of 448
}

// 64 x 64 work-items in groups of 16 x 16 read b[x]: 256 bytes, 4 words. A
// cache has them for all rows of groups; without one each of the 16 groups asks
// for its word once.
TEST(ReplayTest, WhatGroupsReadAgainIsCached) {
  const auto Rows = along({{"global_id(0)", 4}});
  auto Fill = [&](GraphBuilder &G) { G.access(Read, "B", Rows, {}, 2); };
  const Launch L = grouped({64, 64, 1}, {16, 16, 1});
  Replayed P(oneBlock(Fill), L);
  EXPECT_TRUE(P.R.Units[0].IsCached);
  EXPECT_EQ(P.R.Units[0].Words, 4);
  BoardMechanisms Without;
  Without.Caches = false;
  Replayed None(oneBlock(Fill), L, nullptr, Without);
  EXPECT_FALSE(None.R.Units[0].IsCached);
  EXPECT_EQ(None.R.Units[0].Words, 16);
}

TEST(ReplayTest, WhatTheKernelWritesIsNotCached) {
  const auto Rows = along({{"global_id(0)", 4}});
  Replayed P(oneBlock([&](GraphBuilder &G) {
               G.access(Write, "B", Rows, {G.access(Read, "B", Rows, {}, 2)},
                        3);
             }),
             grouped({64, 64, 1}, {16, 16, 1}));
  for (const ReplayedUnit &U : P.R.Units)
    EXPECT_FALSE(U.IsCached);
}

// 4 lanes that are 8 bytes apart: of each word, which 8 work-items share, every
// lane asks once, three times after another lane: 128 * 4 words, 128 * 3 of
// them repeats. Joined, a vector's 28 bytes need half a word: 128.
TEST(ReplayTest, LanesThatAreApartAskForTheirOwnWords) {
  Replayed P(vecadd(8), launch1D(1024), simd4);
  EXPECT_EQ(P.R.Units[0].Requests, 1024);
  EXPECT_EQ(P.R.Units[0].Words, 512);
  EXPECT_EQ(P.R.Units[0].Repeats, 384);
  BoardMechanisms Without;
  Without.OwnLanes = false;
  Replayed Joined(vecadd(8), launch1D(1024), simd4, Without);
  EXPECT_EQ(Joined.R.Units[0].Requests, 256);
  EXPECT_EQ(Joined.R.Units[0].Words, 128);
}

// 16 groups of 8 work-items are under way at once, so that each iteration reads
// 128 * 4 bytes, 8 words, in a row: 16 * 8 words. One group after another would
// ask for a word that is half used: 16 * 16.
TEST(ReplayTest, SmallGroupsAreUnderWayTogether) {
  KernelSummary K = readingLoop(Expr::constant(16),
                                along({{"loop:0", 512}, {"global_id(0)", 4}}));
  Replayed P(K, grouped({128, 1, 1}, {8, 1, 1}));
  EXPECT_EQ(P.R.Units[0].Words, 128);
  EXPECT_FALSE(P.R.IsSampled);
}

// 2.5 iterations: every other work-item has 3, the rest 2.
TEST(ReplayTest, AGivenMeanIsSharedOut) {
  KernelSummary K =
      readingLoop(Expr::symbol("n"), along({{"global_id(0)", 4}}));
  Launch L = launch1D(1024);
  L.Trips[{3, 0}] = 2.5;
  Replayed P(K, L);
  EXPECT_EQ(P.R.Loops[0].Entries, 1024);
  EXPECT_EQ(P.R.Loops[0].Iterations, 2560);
  EXPECT_EQ(P.R.Loops[0].Passes, 2560);
  EXPECT_EQ(P.R.BlockRuns[0], 2560);
  // In vectors of 4: all run twice, and half of each a third time.
  EXPECT_EQ(Replayed(K, L, simd4).R.Loops[0].Passes, 768);
}

// i < global_id: work-item g has g iterations.
TEST(ReplayTest, TripsMayDifferBetweenWorkItems) {
  KernelSummary K =
      readingLoop(Expr::symbol("global_id(0)"), along({{"loop:0", 4}}));
  Replayed P(K, grouped({64, 1, 1}, {64, 1, 1}));
  EXPECT_EQ(P.R.Loops[0].Iterations, 2016); // 64 * 63 / 2
  // A loop that is only entered where the id is even: 0 + 2 + .. + 62 = 992.
  K.Loops[0].When.Form =
      isZero(mod(Expr::symbol("global_id(0)"), Expr::constant(2)));
  Replayed Even(K, grouped({64, 1, 1}, {64, 1, 1}));
  EXPECT_EQ(Even.R.Loops[0].Entries, 32);
  EXPECT_EQ(Even.R.Loops[0].Iterations, 992);
}

// A loop too long to go through is sampled, and counted in full.
TEST(ReplayTest, LongLoopsAreSampled) {
  KernelSummary K =
      readingLoop(Expr::constant(1000000), along({{"loop:0", 4}}));
  Replayed P(K, launch1D(1));
  EXPECT_TRUE(P.R.IsSampled);
  EXPECT_NEAR(P.R.Loops[0].Iterations, 1e6, 1e-3);
  EXPECT_NEAR(P.R.Loops[0].Passes, 1e6, 1e-3);
  EXPECT_NEAR(P.R.Units[0].Words, 62500, 62500 * 0.01);
}

// A block of one iteration in 3001 of a million, 333 of them, which none of the
// samples for 256 work-items meets. These read the same word in each.
TEST(ReplayTest, RareBlocksOfLongLoopsCount) {
  KernelSummary K =
      readingLoop(Expr::constant(1000000), along({{"loop:0", 4}}));
  K.Blocks[0].When.Form = isZero(
      mod(Expr::symbol("loop:0") + Expr::constant(100), Expr::constant(3001)));
  Replayed P(K, launch1D(256));
  EXPECT_TRUE(P.R.IsSampled);
  EXPECT_NEAR(P.R.BlockRuns[0], 333 * 256, 1e-6);
  EXPECT_NEAR(P.R.Units[0].Requests, 333 * 256, 1e-6);
  EXPECT_NEAR(P.R.Units[0].Words, 333, 1e-6);
}

// Constants and local memory ask the board's memory for nothing.
TEST(ReplayTest, MemoryOnTheChipHasNoUnit) {
  KernelSummary K = vecadd();
  K.Accesses[0].Space = AddressSpace::Constant;
  K.Accesses[1].Space = AddressSpace::Local;
  Replayed P(K, launch1D(1024));
  ASSERT_EQ(P.R.Units.size(), 1u);
  EXPECT_EQ(P.R.Units[0].Access, 2u);
}

TEST(ReplayTest, WhatDataDecideIsAnUpperBound) {
  KernelSummary K = vecadd();
  K.Blocks[0].When.IsOfData = true;
  Replayed P(K, launch1D(1024));
  EXPECT_TRUE(P.R.IsAtMost);
  EXPECT_EQ(P.R.BlockRuns[0], 1024);
}

// a[b[i]]: the words are somewhere else each time, as good as all of them.
TEST(ReplayTest, AddressesOfDataAreIrregular) {
  KernelSummary K = vecadd();
  K.Accesses[0].Index.reset();
  BoardMechanisms Without;
  Without.Caches = false;
  Replayed P(K, launch1D(1024), nullptr, Without);
  EXPECT_TRUE(P.R.Units[0].IsIrregular);
  EXPECT_NEAR(P.R.Units[0].Words, 1024, 10);
  EXPECT_EQ(P.R.Units[1].Words, 64);
}

/// A loop that writes A at a random affine place, for some of the columns.
class RandomWrites {
public:
  explicit RandomWrites(uint32_t Seed) : Random(Seed) {
    auto Below = [&](int64_t End) { return int64_t(Random() % uint64_t(End)); };
    auto Step = [&] {
      constexpr int64_t Steps[] = {0, 4, 8, 12, 20, 64, 96, 256, -4, -32, 4096};
      return Steps[Below(std::size(Steps))];
    };
    Copies = 1 << Below(3);
    Trip = Copies * (1 + Below(4));
    Simd = Below(2) ? 4 : 1;
    Group = {4 * (1 + Below(4)), 1 + Below(3)};
    Groups = {1 + Below(3), 1 + Below(2)};
    NumBytes = 4 << Below(3);
    Offset = 4 * Below(40);
    Along = {Step(), Step(), Step(), Step()};
    Columns = Below(2) ? Group[0] * Groups[0] : Below(Group[0] * Groups[0]);
  }

  KernelSummary kernel() const {
    AffineIndex Index = along({{"global_id(0)", Along[0]},
                               {"local_id(1)", Along[1]},
                               {"group_id(1)", Along[2]},
                               {"loop:0", Along[3]}});
    Index.Offset = Expr::constant(Offset);
    KernelSummary K = readingLoop(Expr::constant(Trip), std::move(Index));
    K.Accesses[0].K = Write;
    K.Accesses[0].NumBytes = uint32_t(NumBytes);
    if (Columns < Group[0] * Groups[0])
      K.Blocks[0].When.Form =
          max(Expr::constant(0),
              Expr::constant(Columns) - Expr::symbol("global_id(0)"));
    return K;
  }

  Launch launch() const {
    return grouped(
        {uint64_t(Group[0] * Groups[0]), uint64_t(Group[1] * Groups[1]), 1},
        {uint64_t(Group[0]), uint64_t(Group[1]), 1});
  }

  /// Copy \p Copy of the loop's body, one work-item after another, each asking
  /// for all of its bytes: requests, words, and words that do not follow the
  /// unit's last.
  std::array<double, 3> byHand(int64_t Copy, uint32_t NumLanes) const {
    std::array<double, 3> Sum{};
    std::vector<int64_t> Last(NumLanes, -1000000);
    int64_t Start = 0, End = 0, OpenVector = -1;
    auto Ask = [&](size_t Lane, int64_t From, int64_t To) {
      auto Word = [](int64_t Byte) {
        return int64_t(std::floor(double(Byte) / 64));
      };
      Sum[0] += 1;
      for (int64_t W = Word(From); W <= Word(To - 1); ++W)
        if (W != Word(From) || W != Last[Lane]) {
          Sum[1] += 1;
          Sum[2] += W == Word(From) && W != Last[Lane] + 1;
        }
      Last[Lane] = Word(To - 1);
    };
    auto Close = [&] {
      if (OpenVector >= 0)
        Ask(0, Start, End);
      OpenVector = -1;
    };
    for (int64_t I = Copy; I < Trip; I += Copies) {
      int64_t Number = 0;
      for (int64_t G = 0; G < Groups[0] * Groups[1]; ++G)
        for (int64_t Y = 0; Y < Group[1]; ++Y)
          for (int64_t X = 0; X < Group[0]; ++X, ++Number) {
            const int64_t Column = G % Groups[0] * Group[0] + X;
            if (Column >= Columns)
              continue;
            const int64_t At = Offset + Along[0] * Column + Along[1] * Y +
                               Along[2] * (G / Groups[0]) + Along[3] * I;
            if (NumLanes > 1) {
              Ask(size_t(Number % Simd), At, At + NumBytes);
            } else if (OpenVector == Number / Simd) {
              Start = std::min(Start, At);
              End = std::max(End, At + NumBytes);
            } else {
              Close();
              OpenVector = Number / Simd;
              Start = At, End = At + NumBytes;
            }
          }
      Close();
    }
    return Sum;
  }

  int64_t Trip, Copies, Simd, NumBytes, Offset, Columns;
  std::array<int64_t, 2> Group, Groups;
  std::array<int64_t, 4> Along;

private:
  std::mt19937 Random;
};

TEST(ReplayTest, RowsAskAsOneWorkItemAfterAnother) {
  int NumApart = 0, NumJoined = 0, NumSome = 0;
  for (uint32_t Seed = 0; Seed < 2000; ++Seed) {
    const RandomWrites Of(Seed);
    const KernelSummary K = Of.kernel();
    const Device Board = roundBoard();
    const Launch L = Of.launch();
    const BoundKernel B = bindKernel(K, L, Board);
    Design D = sourceDesign(B);
    D.Simd = uint32_t(Of.Simd);
    D.Unroll[0] = uint32_t(Of.Copies);
    BoardMechanisms With;
    With.Neighbours = false; // each copy is a unit
    const Replay R = LaunchReplays(B, L, With).of(D);
    if (R.IsSampled)
      continue; // more work-items than are under way at once
    ASSERT_EQ(R.Units.size(), size_t(Of.Copies));
    std::vector<std::array<double, 3>> Seen, ByHand;
    for (const ReplayedUnit &U : R.Units) {
      ByHand.push_back(Of.byHand(int64_t(Seen.size()), U.NumLanes));
      Seen.push_back({U.Requests, U.Words, U.Jumps});
    }
    std::sort(Seen.begin(), Seen.end());
    std::sort(ByHand.begin(), ByHand.end());
    EXPECT_EQ(Seen, ByHand) << "seed " << Seed;
    (R.Units[0].NumLanes > 1 ? NumApart : NumJoined) += Of.Simd > 1;
    NumSome += Of.Columns < Of.Group[0] * Of.Groups[0];
  }
  EXPECT_GT(NumApart, 100);
  EXPECT_GT(NumJoined, 100);
  EXPECT_GT(NumSome, 100);
}

// Requests of 8, 16, 32 and 64 bytes that begin 4 bytes into a word: one in 8,
// 4 and 2 straddles a border of words, each of 64; of 128 each straddles one of
// segments of 128. Aligned ones do not.
TEST(LoadStoreUnitTest, RequestsThatStraddleTakeTwoSlots) {
  auto SlotsOf = [](int64_t Start, int64_t Bytes) {
    LoadStoreUnit U;
    U.JoinsLanes = true;
    U.forget();
    U.Last = {NoWord};
    U.requestRun(Start, Start + Bytes, Bytes, 640, 64, 1);
    return U.Result.Slots;
  };
  EXPECT_EQ(SlotsOf(4, 8), 640 * 9 / 8);
  EXPECT_EQ(SlotsOf(4, 16), 640 * 5 / 4);
  EXPECT_EQ(SlotsOf(4, 32), 640 * 3 / 2);
  EXPECT_EQ(SlotsOf(4, 64), 1280);
  EXPECT_EQ(SlotsOf(4, 128), 1280);
  for (int64_t Bytes : {8, 16, 32, 64, 128})
    EXPECT_EQ(SlotsOf(256, Bytes), 640);
}

// Long rows of every step, in a memory and in a cache of words, against one
// request after another.
TEST(LoadStoreUnitTest, ARunIsAsManyRequests) {
  for (const bool IsCached : {false, true})
    for (int64_t Bytes : {4, 16, 60, 64, 100})
      for (int64_t Step : {-100, -64, -16, -4, 0, 4, 12, 16, 60, 64, 65, 100})
        for (uint64_t Number : {0, 1, 2, 17, 63, 64, 65, 500}) {
          LoadStoreUnit Run, One;
          for (LoadStoreUnit *U : {&Run, &One}) {
            U->JoinsLanes = true;
            U->Last = {-1};
            U->Cache.resize(IsCached ? 1024 : 0);
            U->request(0, 4000, 4008, 64, 3);
          }
          Run.requestRun(3000, 3000 + Bytes, Step, Number, 64, 2);
          for (int64_t I = 0; I < int64_t(Number); ++I)
            One.request(0, 3000 + Step * I, 3000 + Bytes + Step * I, 64, 2);
          auto Seen = [](const LoadStoreUnit &U) {
            return std::array{U.Result.Requests, U.Result.Slots,
                              U.Result.Words,    U.Result.Jumps,
                              U.Result.Repeats,  U.Loaded,
                              double(U.Last[0])};
          };
          EXPECT_EQ(Seen(Run), Seen(One))
              << Bytes << " bytes, " << Step << " apart, " << Number;
        }
}

} // namespace
