// How far kernels reach into buffers, by hand.
#include "Forms.h"

#include "roofline/Kernel/Reach.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

Launch sixteen(int64_t N) {
  Launch L;
  L.Dimensions = 1;
  L.Global = {16, 1, 1};
  L.Args["n"] = N;
  return L;
}

/// A kernel that reads 4 bytes of A at \p Index.
KernelSummary kernelAt(AffineIndex Index) {
  KernelSummary K;
  MemoryAccess A;
  A.Base = "A";
  A.NumBytes = 4;
  A.Index = std::move(Index);
  A.Loc = {"k.cl", 3, 5};
  K.Accesses.push_back(A);
  return K;
}

TEST(Reach, WorkItemsAndOffset) {
  // Byte 8 + 4 i of i = 0 ... 15: the last one begins at 68 and ends before 72.
  KernelSummary K =
      kernelAt({number(8), {{"global_id(0)", number(4)}}, number(0)});
  EXPECT_EQ(std::get<uint64_t>(reach(K, sixteen(1), "A")), 72u);
  EXPECT_EQ(std::get<uint64_t>(reach(K, sixteen(1), "B")), 0u);
}

TEST(Reach, LoopsByTheirTripCounts) {
  // 4 n i + 4 k, n = 10, i < 16, k < n: 4 (150 + 9) + 4 = 640.
  KernelSummary K = kernelAt(
      {number(0),
       {{"global_id(0)", number(4) * symbol("n")}, {"loop:0", number(4)}},
       number(0)});
  Loop L;
  L.Trip.K = TripCount::Kind::Exact;
  L.Trip.Count = symbol("n");
  K.Loops.push_back(L);
  EXPECT_EQ(std::get<uint64_t>(reach(K, sixteen(10), "A")), 640u);
}

TEST(Reach, DownwardAndFolded) {
  // 60 - 4 i ends with the first work-item, 64; 4 (i % 5) with i = 4, 20.
  EXPECT_EQ(std::get<uint64_t>(reach(
                kernelAt({number(60), {{"global_id(0)", number(-4)}}, {}}),
                sixteen(1), "A")),
            64u);
  Expr Folded = number(4) * mod(symbol("global_id(0)"), number(5));
  EXPECT_EQ(std::get<uint64_t>(
                reach(kernelAt({number(0), {}, Folded}), sixteen(1), "A")),
            20u);
}

TEST(Reach, NamesWhatItLacks) {
  EXPECT_EQ(std::get<std::string>(
                reach(kernelAt({symbol("m"), {}, {}}), sixteen(1), "A")),
            "the access at line 3:5 depends on m");
  EXPECT_EQ(std::get<std::string>(reach(
                kernelAt({number(0), {}, symbol("value:0")}), sixteen(1), "A")),
            "the access at line 3:5 depends on data");
}

} // namespace
