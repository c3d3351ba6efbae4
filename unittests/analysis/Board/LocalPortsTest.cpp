// Accesses of local arrays counted by hand against the four ports of a memory.
#include "TestKernels.h"

#include "roofline/Board/Replay.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// Each work-item has a row of 8 elements of T; it writes one, and a loop of
/// \p Around iterations reads the row in a loop inside.
KernelSummary rows(int64_t Around) {
  KernelSummary K;
  K.Name = "rows";
  K.UsesWorkItemIds = true;
  GraphBuilder G(K);
  G.loop("p", 3, Expr::constant(Around));
  G.loop("k", 4, Expr::constant(8));
  K.Loops[1].Parent = 0;
  G.block();
  G.access(MemoryAccess::Kind::Write, "T", along({{"local_id(0)", 32}}), {}, 2);
  G.block();
  G.access(MemoryAccess::Kind::Read, "T",
           along({{"local_id(0)", 32}, {"loop:1", 4}}), {}, 5);
  for (MemoryAccess &A : K.Accesses)
    A.Space = AddressSpace::Local;
  const uint32_t First = G.node(Node::Kind::Block, 0);
  const uint32_t Last = G.node(Node::Kind::Block, 1);
  const uint32_t Inner = G.node(Node::Kind::Loop, 1, {Last});
  const uint32_t Outer = G.node(Node::Kind::Loop, 0, {Inner});
  K.Root = G.node(Node::Kind::Sequence, 0, {First, Outer});
  return K;
}

/// By loop, the last of the kernel's body.
std::vector<double> intervals(const KernelSummary &K, uint32_t Simd,
                              uint32_t UnrollInner) {
  Launch L = launch1D(64);
  L.Local = {64, 1, 1};
  const Device Board = roundBoard();
  const BoundKernel B = bindKernel(K, L, Board);
  Design D = sourceDesign(B);
  D.Simd = Simd;
  D.Unroll[1] = UnrollInner;
  return LaunchReplays(B, L, {}).of(D).PortIntervals;
}

using List = std::vector<double>;

// Two neighbours of each row make one access, rows are apart: one for each
// work-item of a vector. Rows of 8 elements begin in the same of 4 or 8 banks,
// and in two of 16: 4, 8 and 8 accesses for the four ports of one.
TEST(LocalPortsTest, ReadsThatAreApartShareFourPorts) {
  EXPECT_EQ(intervals(rows(1), 4, 2), (List{1, 1, 1}));
  EXPECT_EQ(intervals(rows(1), 8, 2), (List{1, 2, 1}));
  EXPECT_EQ(intervals(rows(1), 16, 2), (List{1, 2, 1}));
}

// With an element of padding, each row begins in a bank of its own; its second
// element is in the next: two accesses of each bank.
TEST(LocalPortsTest, PaddedRowsAreInBanksOfTheirOwn) {
  KernelSummary K = rows(1);
  for (MemoryAccess &A : K.Accesses)
    A.Index->Terms[0].Coefficient = Expr::constant(36);
  EXPECT_EQ(intervals(K, 16, 2), (List{1, 1, 1}));
}

// Eight copies of a store, 16 and 32 bytes apart: four in each of two of eight
// banks, (4 + 2) / 4; and all in one, (8 + 2) / 4.
TEST(LocalPortsTest, StoresOfOneBankShareItsPorts) {
  for (const auto [Step, Interval] :
       {std::pair{16, 1.5}, {32, 2.5}, {36, 1.0}}) {
    KernelSummary K = rows(1);
    K.Accesses[1].K = MemoryAccess::Kind::Write;
    K.Accesses[1].Index = along({{"loop:1", Step}});
    EXPECT_EQ(intervals(K, 1, 8)[1], Interval) << Step;
  }
}

// A row does not move with the loop around, and is read before it. Up to 16
// elements are one access; 4 work-items read 32 and write 4: 36 of 4 at a time.
TEST(LocalPortsTest, ReadsThatAreMovedOutFallApart) {
  EXPECT_EQ(intervals(rows(2), 2, 8), (List{1, 1, 1}));
  EXPECT_EQ(intervals(rows(2), 4, 8), (List{1, 1, 9}));
  EXPECT_EQ(intervals(rows(2), 8, 8), (List{1, 1, 18}));
}

// It stays where the loop around writes the array.
TEST(LocalPortsTest, WhatIsWrittenInALoopIsReadInIt) {
  KernelSummary K = rows(2);
  GraphBuilder G(K);
  G.access(MemoryAccess::Kind::Write, "T", along({{"local_id(0)", 32}}), {}, 5);
  K.Accesses.back().Space = AddressSpace::Local;
  EXPECT_EQ(intervals(K, 4, 8), (List{1, 1, 1}));
}

// Two elements of each work-item in a vector of 8, 32 bytes apart: 16 of 4.
TEST(LocalPortsTest, PartsOfApartStoresShareFourPorts) {
  KernelSummary K = rows(1);
  K.Accesses[1].K = MemoryAccess::Kind::Write;
  K.Accesses[1].BlockId = 0;
  K.Accesses[1].Index = along({{"local_id(0)", 32}});
  K.Accesses[1].Index->Offset = Expr::constant(4);
  EXPECT_EQ(intervals(K, 2, 1), (List{1, 1, 1}));
  EXPECT_EQ(intervals(K, 8, 1), (List{1, 1, 4}));
}

// Eight stores to addresses that data choose may all meet: (8 + 2) / 4. As
// atomics each reads, too: (8 + 8) / 4, and for two work-items (16 + 16) / 4.
TEST(LocalPortsTest, UpdatesThatDataPlaceMeet) {
  KernelSummary K = rows(1);
  K.Accesses[1].K = MemoryAccess::Kind::Write;
  K.Accesses[1].Index.reset();
  EXPECT_EQ(intervals(K, 1, 2), (List{1, 1, 1}));
  EXPECT_EQ(intervals(K, 1, 8), (List{1, 2.5, 1}));
  K.Accesses[1].K = MemoryAccess::Kind::ReadWrite;
  EXPECT_EQ(intervals(K, 1, 2), (List{1, 1, 1}));
  EXPECT_EQ(intervals(K, 1, 8), (List{1, 4, 1}));
  EXPECT_EQ(intervals(K, 2, 8), (List{1, 8, 1}));
}

} // namespace
