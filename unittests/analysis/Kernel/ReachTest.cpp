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

/// The access of \p K stands in a block of its own, under \p When.
KernelSummary guarded(KernelSummary K, Guard When) {
  Block B;
  B.When = std::move(When);
  K.Blocks.push_back(B);
  Node N;
  N.K = Node::Kind::Block;
  K.Nodes.push_back(N);
  return K;
}

TEST(Reach, CertainOfTheLastWorkItem) {
  // Byte 8 + 4 * 15, of 4 bytes.
  const KernelSummary K = guarded(
      kernelAt({number(8), {{"global_id(0)", number(4)}}, number(0)}), {});
  const auto Found = certainReach(K, sixteen(1), "A");
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->End, 72u);
  EXPECT_EQ(Found->WorkItem[0], 15u);
  EXPECT_FALSE(certainReach(K, sixteen(1), "B"));
}

TEST(Reach, CertainOfTheLastThatAGuardLetsThrough) {
  // i < n, n = 10: work-item 9, of bytes 36 to 40, though i reaches 15.
  Guard When;
  When.Form =
      min(number(1), max(number(0), symbol("n") - symbol("global_id(0)")));
  const KernelSummary K = guarded(
      kernelAt({number(0), {{"global_id(0)", number(4)}}, number(0)}), When);
  const auto Found = certainReach(K, sixteen(10), "A");
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->End, 40u);
  EXPECT_EQ(Found->WorkItem[0], 9u);
  EXPECT_EQ(std::get<uint64_t>(reach(K, sixteen(10), "A")), 64u);
}

TEST(Reach, NothingIsCertainWhereDataDecide) {
  Guard When;
  When.IsOfData = true;
  EXPECT_FALSE(certainReach(
      guarded(kernelAt({number(0), {{"global_id(0)", number(4)}}, {}}), When),
      sixteen(1), "A"));
  EXPECT_FALSE(certainReach(
      guarded(kernelAt({number(0), {{"value:3", number(4)}}, {}}), {}),
      sixteen(1), "A"));
}

TEST(Reach, NothingIsCertainWhereArithmeticMayWrap) {
  // in[(i * 1664525u) >> 20] is below 4096, though without wraps it is not.
  AffineIndex Index{number(0),
                    {},
                    number(4) * div(symbol("global_id(0)") * number(1664525),
                                    number(1 << 20))};
  Launch L = sixteen(1);
  L.Global = {8192, 1, 1};
  EXPECT_EQ(certainReach(guarded(kernelAt(Index), {}), L, "A")->End,
            4u * 13002 + 4);
  Index.AssumesNoWrap = true;
  EXPECT_FALSE(certainReach(guarded(kernelAt(Index), {}), L, "A"));
}

} // namespace
