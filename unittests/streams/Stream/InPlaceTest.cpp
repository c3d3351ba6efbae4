// Tells updates in place that have an order from those that have none.
#include "StreamKernelBuilder.h"

#include "roofline/Stream/InPlace.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// u[i] = u[i + Distance] where i mod 4 is in \p Mod4, a set of bits.
StreamKernel everyFour(int64_t Distance, unsigned Mod4) {
  StreamKernelBuilder B("every", {16, 1, 1});
  const uint32_t At =
      B.op(DatapathOp::And, Int32, {B.position(0), B.constant(3)});
  const uint32_t Set = B.constant(Mod4);
  const uint32_t Is = B.op(DatapathOp::Truncate, Bool,
                           {B.op(DatapathOp::LShr, Int32, {Set, At})});
  B.output("u", B.tap(B.input("u", Int32), {Distance, 0, 0})).Enable = Is;
  return B.K;
}

TEST(InPlaceTest, AResidueThatIsNeverWrittenHasNoOrder) {
  for (unsigned Mod4 = 0; Mod4 < 16; ++Mod4)
    for (int64_t Distance : {-3, -1, 0, 1, 2}) {
      bool Meets = false; // i and i + Distance are both written
      for (int64_t I = 0; I < 16; ++I)
        if (const int64_t There = I + Distance;
            Distance != 0 && There >= 0 && There < 16)
          Meets |= (Mod4 >> (I % 4) & 1) && (Mod4 >> (There % 4) & 1);
      const StreamKernel K = everyFour(Distance, Mod4);
      EXPECT_EQ(mayReadWritten(K, PositionOrder::None), Meets)
          << Distance << ' ' << Mod4;
      EXPECT_EQ(mayReadWritten(K, PositionOrder::Walk), Meets && Distance < 0)
          << Distance << ' ' << Mod4;
    }
}

TEST(InPlaceTest, OnlyTheKnownPartOfAConditionCounts) {
  StreamKernel K = everyFour(1, 0b0101); // even ones
  // And a value of memory: the even ones at the most.
  StreamKernelBuilder B("both", {16, 1, 1});
  B.K = K;
  const uint32_t IsOdd =
      B.op(DatapathOp::Truncate, Bool, {B.tap(0, {0, 0, 0})});
  B.K.Outputs[0].Enable =
      B.op(DatapathOp::And, Bool, {*K.Outputs[0].Enable, IsOdd});
  EXPECT_FALSE(mayReadWritten(B.K, PositionOrder::None));
  B.K.Outputs[0].Enable = IsOdd; // any of them
  EXPECT_TRUE(mayReadWritten(B.K, PositionOrder::None));
  // An argument that the launch does not bind may be anything, too.
  StreamKernelBuilder C("bound", {16, 1, 1});
  C.K = K;
  const uint32_t Scalar = C.scalar("odd", Bool, 0);
  C.K.Outputs[0].Enable =
      C.op(DatapathOp::Xor, Bool, {*K.Outputs[0].Enable, C.argument(Scalar)});
  EXPECT_FALSE(mayReadWritten(C.K, PositionOrder::None));
  C.K.Scalars[Scalar].Bits.reset();
  EXPECT_TRUE(mayReadWritten(C.K, PositionOrder::None));
}

TEST(InPlaceTest, SelectionsReadTheWayThatIsTaken) {
  // u[i] = i is odd ? u[i + 1] : u[i], or : u[i + 2].
  for (int64_t Otherwise : {0, 2}) {
    StreamKernelBuilder B("odd", {16, 1, 1});
    const uint32_t In = B.input("u", Int32);
    const uint32_t IsOdd = B.op(DatapathOp::Truncate, Bool, {B.position(0)});
    const uint32_t Odd = B.tap(In, {1, 0, 0}),
                   Even = B.tap(In, {Otherwise, 0, 0});
    B.output("u", B.op(DatapathOp::Select, Int32, {IsOdd, Odd, Even}));
    EXPECT_EQ(mayReadWritten(B.K, PositionOrder::None), Otherwise != 0);
    std::swap(B.K.Nodes[B.K.Outputs[0].Value].Operands[1],
              B.K.Nodes[B.K.Outputs[0].Value].Operands[2]);
    EXPECT_EQ(mayReadWritten(B.K, PositionOrder::None), Otherwise != 0);
    B.K.Active.Size[0] = 1; // one position alone
    EXPECT_FALSE(mayReadWritten(B.K, PositionOrder::None));
  }
}

TEST(InPlaceTest, ASumReadsAtAllPositions) {
  StreamKernelBuilder B("sum", {16, 1, 1});
  B.K = everyFour(0, 0b0101);
  B.K.Outputs[0].Value = B.constant(5);
  B.reduce("sum", DatapathOp::Add, B.tap(0, {0, 0, 0}));
  EXPECT_FALSE(mayReadWritten(B.K, PositionOrder::None));
  B.K.Reductions[0].Value = B.tap(0, {1, 0, 0});
  EXPECT_TRUE(mayReadWritten(B.K, PositionOrder::None));
}

TEST(InPlaceTest, AnElementForAllPositionsIsReadAtFirst) {
  StreamKernelBuilder B("first", {16, 1, 1});
  const uint32_t Element = B.argument(B.scalar("u[5]", Int32, 0));
  B.output("u", Element);
  for (int64_t Size : {5, 6, 7}) { // it is not written, the last, before others
    B.K.Active.Size[0] = Size;
    EXPECT_EQ(mayReadWritten(B.K, PositionOrder::None), Size > 5);
    EXPECT_EQ(mayReadWritten(B.K, PositionOrder::Walk), Size > 6);
  }
  B.K.Outputs[0].Name = "v";
  EXPECT_FALSE(mayReadWritten(B.K, PositionOrder::None));
}

TEST(InPlaceTest, OnlyActivePositionsWrite) {
  StreamKernel K = everyFour(8, 0b1111);
  EXPECT_TRUE(mayReadWritten(K, PositionOrder::None));
  K.Active.Size[0] = 8; // reads the other half
  EXPECT_FALSE(mayReadWritten(K, PositionOrder::None));
  K.Inputs[0].Name = "v";
  K.Active = K.Space;
  EXPECT_FALSE(mayReadWritten(K, PositionOrder::None));
}

} // namespace
