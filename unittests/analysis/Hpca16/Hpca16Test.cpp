// Every equation of HPCA16 against arithmetic done by hand from the paper.
#include "roofline/Hpca16/Hpca16.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::hpca16;

namespace {

// Width 64 bytes, as on the paper's board (section 3.1).
constexpr double Width = 64;

TEST(Hpca16Test, Eq1And2MemoryInstructions) {
  // f = 1: 1 + 4 * 0 / 64 = 1.
  EXPECT_DOUBLE_EQ(lsNum(4, 1, Width, true), 1);
  // 16 coalesced lanes: 1 + 4 * 15 / 64 = 1 + 0.9375.
  EXPECT_DOUBLE_EQ(lsNum(4, 16, Width, true), 1.9375);
  // 16 lanes that are not: f = 16.
  EXPECT_DOUBLE_EQ(lsNum(4, 16, Width, false), 16);
  // Eq. (1), MM with UL16: 1.9375 for A[i][k] and 16 for B[k][j].
  EXPECT_DOUBLE_EQ(lsNum(4, 16, Width, true) + lsNum(4, 16, Width, false),
                   17.9375);
}

TEST(Hpca16Test, Eq2Repaired) {
  // ceil(4 * 16 / 64) = 1; ceil(4 * 17 / 64) = ceil(1.0625) = 2.
  EXPECT_DOUBLE_EQ(lsNumRepaired(4, 16, Width, true), 1);
  EXPECT_DOUBLE_EQ(lsNumRepaired(4, 17, Width, true), 2);
  EXPECT_DOUBLE_EQ(lsNumRepaired(4, 16, Width, false), 16);
}

TEST(Hpca16Test, Eq3MeanBytes) {
  // Two 4-byte accesses, f = 16, 17.9375 instructions: 16 * 8 / 17.9375 = 128 /
  // 17.9375, that is 2048 / 287.
  EXPECT_DOUBLE_EQ(memBytes(8, 16, 17.9375), 2048.0 / 287);
  EXPECT_EQ(memBytes(0, 1, 0), 0); // no instructions
}

TEST(Hpca16Test, Eq4BurstOfOneAccess) {
  // 64 / (4 * 1) = 16; 64 / (4 * 4) = 4; 64 / (4 * 16) = 1.
  EXPECT_DOUBLE_EQ(accessBurst(4, 1, Width, true), 16);
  EXPECT_DOUBLE_EQ(accessBurst(4, 4, Width, true), 4);
  EXPECT_DOUBLE_EQ(accessBurst(4, 16, Width, true), 1);
  // Beyond the width no burst is shorter than 1: 64 / (4 * 32) is 0.5.
  EXPECT_DOUBLE_EQ(accessBurst(4, 32, Width, true), 1);
  EXPECT_DOUBLE_EQ(accessBurst(4, 1, Width, false), 1);
}

TEST(Hpca16Test, Eq5MeanBurst) {
  // One coalesced and one other access at f = 1: (16 + 1) / 2.
  EXPECT_DOUBLE_EQ(memBurst(17, 2), 8.5);
  EXPECT_EQ(memBurst(0, 0), 1); // no instructions
}

TEST(Hpca16Test, Eq6Time) {
  // 3e6 cycles at 200 MHz: 3e6 / 200e6 = 0.015 s.
  EXPECT_DOUBLE_EQ(time(Cycles(3e6), Hertz(200e6)).value(), 0.015);
}

TEST(Hpca16Test, Eq7And8SlowestChild) {
  constexpr double Children[] = {3, 128, 16, 1};
  EXPECT_EQ(sequence(Children), 128);
  EXPECT_EQ(sequence({}), 0);
}

TEST(Hpca16Test, Eq9Loop) {
  // Children of 10 and 30 cycles, 5 iterations: 40 + 4 * 30 = 160.
  EXPECT_DOUBLE_EQ(loop(40, 30, 5), 160);
  EXPECT_DOUBLE_EQ(loop(40, 30, 1), 40);
  EXPECT_EQ(loop(40, 30, 0), 0);            // never entered
  EXPECT_DOUBLE_EQ(loop(40, 30, 0.25), 10); // by a quarter of the work-items
  EXPECT_DOUBLE_EQ(loop(40, 30, 2.5), 85);  // 40 + 1.5 * 30
}

TEST(Hpca16Test, Eq10Block) {
  EXPECT_EQ(block(20, 30), 30);
  EXPECT_EQ(block(30, 20), 30);
}

TEST(Hpca16Test, Eq11FewestComputeCycles) {
  // Algorithm 1, 128_loop: 1024 work-items, depth 3: 1024 * 128 / 1 + 3 - 1.
  EXPECT_DOUBLE_EQ(compMin(1024, 128, 1, 3), 131074);
  // Two compute units: 65536 + 2.
  EXPECT_DOUBLE_EQ(compMin(1024, 128, 2, 3), 65538);
}

TEST(Hpca16Test, Eq12Delay) {
  // Depth 17, 1 compute unit, 20 active work-items: full, no delay.
  EXPECT_DOUBLE_EQ(comp(1000, 1, 17, 20), 1000);
  // 4 active: p = 17 / 4 = 4.25.
  EXPECT_DOUBLE_EQ(comp(1000, 1, 17, 4), 4250);
  // 2 compute units need twice as many: 34 / 20 = 1.7.
  EXPECT_DOUBLE_EQ(comp(1000, 2, 17, 20), 1700);
  // No active work-item, no division by zero.
  EXPECT_DOUBLE_EQ(comp(1000, 1, 17, 0), 1000);
}

TEST(Hpca16Test, Eq13MemoryCycles) {
  EXPECT_DOUBLE_EQ(mem(6000, 1.5), 4000);
  EXPECT_EQ(mem(0, 0), 0); // a block without memory accesses
}

TEST(Hpca16Test, Eq14Transactions) {
  // 2 instructions, 4096 work-items, 64 iterations, burst 8.5:
  // 524288 / 8.5 = 1048576 / 17.
  EXPECT_DOUBLE_EQ(memTrans(2, 4096, 64, 8.5), 1048576.0 / 17);
}

TEST(Hpca16Test, Eq15Peak) {
  EXPECT_EQ(mtpLsuPeak(2), 2);
  // 2 banks of 12.8 GB/s at 400 MHz: 25.6e9 / (64 * 400e6) = 1.
  EXPECT_DOUBLE_EQ(mtpLsuPeakRepaired(2, 12.8e9, Width, 400e6), 1);
  // At 100 MHz the bytes would allow 4, the banks 2.
  EXPECT_DOUBLE_EQ(mtpLsuPeakRepaired(2, 12.8e9, Width, 100e6), 2);
}

TEST(Hpca16Test, Eq16ServiceRate) {
  // Fig. 6: 2 banks, DRAM latency 64: 128 work-items fill them.
  EXPECT_DOUBLE_EQ(mtpLsu(2, 128, 64), 2);
  EXPECT_DOUBLE_EQ(mtpLsu(2, 1024, 64), 2);
  EXPECT_DOUBLE_EQ(mtpLsu(2, 32, 64), 0.5);
}

TEST(Hpca16Test, Eq17ShareOfABlock) {
  // Algorithm 1: the loops stay 128 : 16 in memory, so 8/9 of 2.
  EXPECT_DOUBLE_EQ(mtpLsuK(2, 128, 144), 16.0 / 9);
  EXPECT_EQ(mtpLsuK(2, 0, 0), 0);
}

TEST(Hpca16Test, Eq18And19ActiveWorkItems) {
  // 1088 of 2605 cycles, 4096 work-items.
  EXPECT_DOUBLE_EQ(activeWorkItems(1088, 2605, 4096), 4456448.0 / 2605);
  EXPECT_EQ(activeWorkItems(0, 0, 4096), 0);
}

TEST(Hpca16Test, Eq20ComputePotential) {
  // An empty kernel: the shell takes 17 %, 11 % and 0 %: (1 - 0.17) / 0.83 = 1.
  EXPECT_DOUBLE_EQ(bComp(0.17, 0.11, 0, 0.83, 0.89, 1), 1);
  // All DSP blocks in use: (1 - 1) / 1 = 0, as for MM's last step.
  EXPECT_EQ(bComp(0.4, 0.3, 1, 0.83, 0.89, 1), 0);
  // Logic 58.5 %: 0.415 / 0.83 = 0.5 is the smallest of 0.5, 0.89 / 0.89, 1.
  EXPECT_DOUBLE_EQ(bComp(0.585, 0.11, 0, 0.83, 0.89, 1), 0.5);
}

TEST(Hpca16Test, Eq21MemoryPotential) {
  // Two 4-byte accesses of burst 8.5 on average: 1 - 4 * 2 * 8.5 / (64 * 2).
  EXPECT_DOUBLE_EQ(bMem(4 * 2 * 8.5, Width, 2), 1 - 68.0 / 128);
  // A coalesced one uses the whole width: 4 * 1 * 16 = 64.
  EXPECT_DOUBLE_EQ(bMem(4 * 1 * 16, Width, 1), 0);
  EXPECT_EQ(bMem(0, Width, 0), 0); // no memory instructions
}

TEST(Hpca16Test, Eq22Balance) {
  // 128 against 16: 112 / 128.
  EXPECT_DOUBLE_EQ(bBalance(128, 16), 0.875);
  EXPECT_EQ(bBalance(0, 0), 0);
}

TEST(Hpca16Test, Eq23InterThreadPotential) {
  // max((100 - 80) / 100, (100 - 30) / 100).
  EXPECT_DOUBLE_EQ(bItpp(100, 80, 30), 0.7);
  EXPECT_EQ(bItpp(0, 0, 0), 0);
  // Repaired: only the shortage of work-items counts: (100 - 80) / 100.
  EXPECT_DOUBLE_EQ(bItppRepaired(100, 80, 30), 0.2);
  EXPECT_DOUBLE_EQ(bItppRepaired(100, 100, 30), 0);
}

TEST(Hpca16Test, Eq24FewestMemoryCycles) {
  // 6000 transactions at 2 per cycle, a third of the memory's time: 3000 * 3.
  EXPECT_DOUBLE_EQ(memMin(6000, 2, 900, 300), 9000);
  EXPECT_EQ(memMin(0, 2, 900, 0), 0);
}

TEST(Hpca16Test, EquationsAreConstantExpressions) {
  static_assert(lsNum(4, 16, 64, true) == 1.9375);
  static_assert(loop(40, 30, 5) == 160);
  static_assert(mtpLsu(2, 32, 64) == 0.5);
}

} // namespace
