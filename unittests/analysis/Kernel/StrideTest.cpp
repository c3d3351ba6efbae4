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

TEST(StrideTest, InWords) {
  Expr Row = number(4) * Expr::symbol("N");
  EXPECT_EQ(describe({Stride::Kind::Unbound, 0}, Row), "stride 4*N B");
  EXPECT_EQ(describe({Stride::Kind::Strided, 4096}, Row), "stride 4096 B");
  EXPECT_EQ(describe({Stride::Kind::Consecutive, 4}, number(4)), "consecutive");
  EXPECT_EQ(describe({Stride::Kind::Same, 0}, number(0)), "same");
  EXPECT_EQ(describe({Stride::Kind::Irregular, 0}, number(0)), "irregular");
}

} // namespace
