// Motion of an index along a direction.
#include "Forms.h"

#include "roofline/Kernel/Stride.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

const SymbolValue Nothing = [](std::string_view) { return std::nullopt; };

TEST(StrideTest, CoefficientOfADimensionAddsGlobalAndLocalIds) {
  AffineIndex I{number(0),
                {{"global_id(0)", number(4)},
                 {"local_id(0)", number(8)},
                 {"group_id(0)", number(99)}}};
  EXPECT_EQ(workItemCoefficient(I, 0), number(12)); // inside a group
  EXPECT_EQ(workItemCoefficient(I, 1), number(0));
  EXPECT_EQ(loopCoefficient(I, 0), number(0));
}

/// Stride of 4 bytes, by \p Step per work-item in dimension 0.
Stride alongDimension0(Expr Step) {
  MemoryAccess A;
  A.NumBytes = 4;
  A.Index = AffineIndex{number(0), {{"global_id(0)", Step}}};
  return workItemStride(A, 0, Nothing);
}

TEST(StrideTest, KindsByTheStepInBytes) {
  EXPECT_EQ(alongDimension0(number(4)), (Stride{Stride::Kind::Consecutive, 4}));
  EXPECT_EQ(alongDimension0(number(0)), (Stride{Stride::Kind::Same, 0}));
  EXPECT_EQ(alongDimension0(number(4096)),
            (Stride{Stride::Kind::Strided, 4096}));
  EXPECT_EQ(alongDimension0(number(-4)), (Stride{Stride::Kind::Strided, -4}));
  EXPECT_EQ(alongDimension0(Expr::symbol("N")).K, Stride::Kind::Unbound);
}

// row[y] + x: the row's start is data of y, along x and the loop the terms
// hold.
TEST(StrideTest, IrregularAlongSomeDirections) {
  MemoryAccess A;
  A.NumBytes = 4;
  A.Index = AffineIndex{number(0),
                        {{"global_id(0)", number(4)}, {"loop:1", number(8)}}};
  A.Index->Irregular = Expr::symbol("value:0");
  A.Index->IrregularAlong = {"global_id(1)", "loop:0"};
  EXPECT_FALSE(isAffine(A));
  EXPECT_EQ(workItemStride(A, 0, Nothing).K, Stride::Kind::Consecutive);
  EXPECT_EQ(workItemStride(A, 1, Nothing).K, Stride::Kind::Irregular);
  EXPECT_EQ(workItemStride(A, 2, Nothing).K, Stride::Kind::Same);
  EXPECT_EQ(loopStride(A, 0, Nothing).K, Stride::Kind::Irregular);
  EXPECT_EQ(loopStride(A, 1, Nothing), (Stride{Stride::Kind::Strided, 8}));
  MemoryAccess B = A; // 4 bytes further in the same row
  B.Index->Offset = number(4);
  EXPECT_EQ(constantDistance(*A.Index, *B.Index), 4);
  B.Index->Irregular = Expr::symbol("value:1"); // another row
  EXPECT_EQ(constantDistance(*A.Index, *B.Index), std::nullopt);
  EXPECT_FALSE(isAffine(MemoryAccess{}));
}

/// An access of 4 bytes whose index is \p Irregular, in blocks along g.
MemoryAccess inBlocks(Expr Irregular) {
  MemoryAccess A;
  A.NumBytes = 4;
  A.Index = AffineIndex{number(0), {}};
  A.Index->Irregular = std::move(Irregular);
  A.Index->IrregularAlong = {"global_id(0)"};
  A.Index->Blockwise = true;
  return A;
}

// Rows of w floats, p apart: in a row one after another.
TEST(StrideTest, InsideABlockAndItsLength) {
  const Expr G = Expr::symbol("global_id(0)"), W = Expr::symbol("w"),
             P = Expr::symbol("p");
  const MemoryAccess Place =
      inBlocks(number(4) * P * div(G, W) + number(4) * mod(G, W));
  EXPECT_FALSE(isAffine(Place));
  EXPECT_TRUE(isInBlocks(Place));
  auto Value = [](int64_t W) {
    return [W](std::string_view S) {
      return S == "w"   ? std::optional(W)
             : S == "p" ? std::optional<int64_t>(32)
                        : std::nullopt;
    };
  };
  using Kind = Stride::Kind;
  EXPECT_EQ(workItemStride(Place, 0, Value(24)),
            (Stride{Kind::Blocks, 4, Kind::Consecutive, 24}));
  EXPECT_EQ(workItemStride(inBlocks(number(4) * div(G, W)), 0, Value(24)),
            (Stride{Kind::Blocks, 0, Kind::Same, 24}));
  // Blocks of one element: a row apart each.
  EXPECT_EQ(workItemStride(Place, 0, Value(1)), (Stride{Kind::Strided, 128}));
  // 0 1 0 1 and on: no step is the usual one of a block of 2 with 2 steps.
  EXPECT_EQ(workItemStride(Place, 0, Value(2)),
            (Stride{Kind::Blocks, 4, Kind::Consecutive, 2}));
  EXPECT_EQ(workItemStride(Place, 1, Value(24)), (Stride{Kind::Same, 0}));
  EXPECT_EQ(workItemStride(Place, 0, Value(0)).K, Kind::Irregular);
  const Stride Open = workItemStride(Place, 0, Nothing);
  EXPECT_EQ(Open, (Stride{Kind::Unbound, 4, Kind::Consecutive}));
  EXPECT_EQ(describe(Open, workItemForm(*Place.Index, 0)),
            "consecutive in blocks of w");
  EXPECT_EQ(describe({Kind::Blocks, 8, Kind::Strided, 24}, number(0)),
            "stride 8 B in blocks of 24");
}

TEST(StrideTest, InWords) {
  Expr Row = number(4) * Expr::symbol("N");
  EXPECT_EQ(describe({Stride::Kind::Unbound, 0}, Row), "stride 4*N B");
  EXPECT_EQ(describe({Stride::Kind::Strided, 4096}, Row), "stride 4096 B");
  EXPECT_EQ(describe({Stride::Kind::Consecutive, 4}, number(4)), "consecutive");
  EXPECT_EQ(describe({Stride::Kind::Same, 0}, number(0)), "same");
  EXPECT_EQ(describe({Stride::Kind::Irregular, 0}, number(0)), "irregular");
}

} // namespace
