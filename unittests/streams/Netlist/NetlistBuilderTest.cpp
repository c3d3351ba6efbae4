// What the builder folds, and that it means the same.
#include "roofline/Netlist/NetlistBuilder.h"
#include "RandomNetlist.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Stream/StreamOperation.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;

/// Adds cells as they are, without folding.
CellId plain(NetlistBuilder &B, CellKind Kind, std::vector<CellId> Ids,
             uint32_t Width, uint64_t Value = 0, Op O = Op::Constant) {
  Cell C;
  C.Kind = Kind;
  C.Operands = std::move(Ids);
  C.Width = Width;
  C.Value = Value;
  C.Op = O;
  return B.add(std::move(C));
}

/// Pairs of cells: one that the builder folded, and one of the same meaning
/// whose cells are all there.
class PairMaker {
public:
  explicit PairMaker(uint64_t Seed) : Random(Seed) {
    B.section("", CellPurpose::Control);
    for (uint32_t Width : {1, 7, 32, 64, 100})
      B.inputPort("x" + std::to_string(Width), Width);
    for (unsigned I = 0; I < 6; ++I)
      addSource();
    for (unsigned I = 0; I < 40; ++I)
      addPair();
  }

  struct Pair {
    CellId Folded, Plain;
  };
  NetlistBuilder B;
  std::vector<Pair> Pairs;
  std::mt19937_64 Random;

private:
  uint64_t below(uint64_t N) { return Random() % N; }
  Pair any() { return Pairs[below(Pairs.size())]; }
  void keep(CellId Folded, CellId Plain) { Pairs.push_back({Folded, Plain}); }

  void addSource() {
    const uint32_t Port = uint32_t(below(5)), All = B.N.Inputs[Port].Width;
    const uint32_t Low = uint32_t(below(All));
    const CellId In =
        B.input(Port, Low, uint32_t(1 + below(std::min(64u, All - Low))));
    keep(In, In);
    const uint32_t Width = uint32_t(1 + below(64));
    const uint64_t Values[] = {0, lowMask(Width), Random() & lowMask(Width)};
    const uint64_t Value = Values[below(3)];
    keep(B.constant(Value, Width),
         plain(B, CellKind::Constant, {}, Width, Value));
  }
  Pair bitsOf(Pair P, uint32_t Low, uint32_t Width) {
    return {B.bits(P.Folded, Low, Width),
            plain(B, CellKind::Bits, {P.Plain}, Width, Low)};
  }
  Pair sized(Pair P, uint32_t Width) {
    const uint32_t Have = B.width(P.Folded);
    if (Have >= Width)
      return bitsOf(P, 0, Width);
    return {B.resized(P.Folded, Width),
            plain(B, CellKind::Join,
                  {P.Plain, plain(B, CellKind::Constant, {}, Width - Have)},
                  Width)};
  }
  void addBits() {
    const Pair P = any();
    const uint32_t Have = B.width(P.Folded), Low = uint32_t(below(Have));
    Pairs.push_back(bitsOf(P, Low, uint32_t(1 + below(Have - Low))));
  }
  void addJoin() {
    std::vector<CellId> Folded, Plain;
    uint32_t Width = 0;
    while (Width < 64 && below(5)) {
      Pair P = any();
      const uint32_t Have = std::min(B.width(P.Folded), 64 - Width);
      P = bitsOf(P, 0, Have);
      // Perhaps with what lies above in the same word.
      Folded.push_back(P.Folded);
      Plain.push_back(P.Plain);
      Width += Have;
    }
    if (Width > 0)
      keep(B.join(Folded), plain(B, CellKind::Join, Plain, Width));
  }
  void addSplit() { // consecutive bits, joined again
    const Pair P = any();
    const uint32_t Have = B.width(P.Folded);
    std::vector<CellId> Folded, Plain;
    for (uint32_t At = 0; At < Have;) {
      const uint32_t Count = uint32_t(1 + below(Have - At));
      const Pair Part = bitsOf(P, At, Count);
      Folded.push_back(Part.Folded);
      Plain.push_back(Part.Plain);
      At += Count;
    }
    keep(B.join(Folded), plain(B, CellKind::Join, Plain, Have));
  }
  void addBitwise() {
    const Op O = Op(unsigned(Op::And) + below(3));
    const uint32_t Width = uint32_t(1 + below(64));
    const Pair L = sized(any(), Width), R = sized(any(), Width);
    keep(B.op(O, L.Folded, R.Folded),
         plain(B, CellKind::Operator, {L.Plain, R.Plain}, Width, 0, O));
  }
  void addSelect() {
    const Pair If = sized(any(), 1), Then = any(),
               Else = below(3) ? sized(any(), B.width(Then.Folded)) : Then;
    keep(B.select(If.Folded, Then.Folded, Else.Folded),
         plain(B, CellKind::Operator, {If.Plain, Then.Plain, Else.Plain},
               B.width(Then.Folded), 0, Op::Select));
  }
  void addShift() {
    const Pair P = any();
    const uint32_t Width = B.width(P.Folded);
    const uint32_t By = uint32_t(below(Width + 2));
    const CellId Amount = plain(B, CellKind::Constant, {}, Width,
                                std::min<uint64_t>(By, lowMask(Width)));
    if (By > lowMask(Width))
      return;
    const unsigned Kind = unsigned(below(3)); // Shl, LShr, AShr
    keep(Kind == 0 ? B.shiftedLeft(P.Folded, By)
                   : B.shiftedRight(P.Folded, By, Kind == 2),
         plain(B, CellKind::Operator, {P.Plain, Amount}, Width, 0,
               Op(unsigned(Op::Shl) + Kind)));
  }
  void addOrder() {
    const Op Orders[] = {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual};
    const Op O = Orders[below(4)];
    const uint32_t Width = uint32_t(1 + below(64));
    const Pair L = sized(any(), Width), R = sized(any(), Width);
    B.ComparesBySign = below(2);
    keep(B.op(O, L.Folded, R.Folded),
         plain(B, CellKind::Operator, {L.Plain, R.Plain}, 1, 0, O));
  }
  void addPair() {
    switch (below(7)) {
    case 0:
      return addBits();
    case 1:
      return addJoin();
    case 2:
      return addSplit();
    case 3:
      return addBitwise();
    case 4:
      return addSelect();
    case 5:
      return addOrder();
    default:
      return addShift();
    }
  }
};

TEST(NetlistBuilderTest, FoldedCellsMeanTheSame) {
  for (uint64_t Seed = 1; Seed <= 300; ++Seed) {
    PairMaker M(Seed);
    ASSERT_EQ(checkNetlist(M.B.N), std::nullopt) << Seed;
    NetlistSimulator S(M.B.N);
    for (unsigned Cycle = 0; Cycle < 20; ++Cycle) {
      setRandomInputs(S, M.B.N, M.Random);
      for (const PairMaker::Pair &P : M.Pairs) {
        ASSERT_EQ(M.B.width(P.Folded), M.B.width(P.Plain));
        ASSERT_EQ(S.word(P.Folded), S.word(P.Plain))
            << "seed " << Seed << ", cells " << P.Folded << " and " << P.Plain
            << '\n'
            << dumpNetlist(M.B.N);
      }
    }
  }
}

/// Comparisons and extremes of floats by gates, against what they mean: zeros
/// of both signs, NaNs, infinities, subnormals, neighbours and random words.
TEST(NetlistBuilderTest, FloatsAreComparedInOneCycle) {
  for (uint32_t Width : {32, 64}) {
    const ValueType Float = {ScalarKind::Float, uint16_t(Width), 1};
    const uint64_t Sign = uint64_t(1) << (Width - 1);
    const uint64_t Infinity = Width == 64 ? 0x7ff0000000000000 : 0x7f800000;
    const uint64_t Quiet = Infinity | Infinity >> 1;
    std::mt19937_64 Random(Width);
    std::vector<uint64_t> Values;
    for (uint64_t Size : {uint64_t(0), uint64_t(1), uint64_t(2), Infinity - 1,
                          Infinity, Infinity + 1, Quiet, Random() & Infinity})
      for (uint64_t Negative : {uint64_t(0), Sign})
        Values.push_back(Size | Negative);
    while (Values.size() < 40)
      Values.push_back(Random() & lowMask(Width));
    for (unsigned I = 0; I < NumDatapathOps; ++I) {
      const Op O = Op(I);
      if (!onlyCompares(O))
        continue;
      NetlistBuilder B;
      B.section("", CellPurpose::Datapath);
      const CellId X = B.input("x", Width), Y = B.input("y", Width);
      const CellId Z =
          isFloatExtreme(O) ? B.floatExtreme(O, X, Y) : B.floatCompare(O, X, Y);
      ASSERT_EQ(checkNetlist(B.N), std::nullopt);
      NetlistSimulator S(B.N);
      for (uint64_t A : Values)
        for (uint64_t C : Values) {
          S.setInput(0, A);
          S.setInput(1, C);
          const uint64_t Of[3] = {A, C, 0};
          ASSERT_EQ(S.word(Z), applyOperation(O, Float, Float, Of))
              << name(O) << " of " << std::hex << A << " and " << C;
        }
    }
  }
}

class FoldingTest : public testing::Test {
protected:
  NetlistBuilder B;
  CellId X, Y;
  FoldingTest() {
    B.section("", CellPurpose::Control);
    X = B.reg("x", 16);
    Y = B.reg("y", 16);
    B.connect(X, Y, {});
    B.connect(Y, X, {});
  }
  const Cell &cell(CellId C) const { return B.N.Cells[C]; }
};

TEST_F(FoldingTest, BitsOfAConstantAreOne) {
  EXPECT_EQ(B.value(B.bits(B.constant(0xabcd, 16), 4, 8)), 0xbcu);
}

TEST_F(FoldingTest, AConstantIsThereOnce) {
  EXPECT_EQ(B.constant(5, 8), B.constant(0x105, 8));
  EXPECT_NE(B.constant(5, 8), B.constant(5, 9));
}

TEST_F(FoldingTest, AllBitsAreTheWord) {
  EXPECT_EQ(B.bits(X, 0, 16), X);
  EXPECT_EQ(B.resized(X, 16), X);
}

TEST_F(FoldingTest, BitsOfBitsAreOfTheWord) {
  const Cell C = cell(B.bits(B.bits(X, 4, 8), 2, 3));
  EXPECT_EQ(C.Operands, std::vector<CellId>{X});
  EXPECT_EQ(C.Value, 6u);
}

TEST_F(FoldingTest, BitsOfAJoinAreOfItsParts) {
  const CellId Both = B.join({X, Y});
  EXPECT_EQ(B.bits(Both, 16, 16), Y);
  const Cell C = cell(B.bits(Both, 12, 8));
  ASSERT_EQ(C.Kind, CellKind::Join);
  EXPECT_EQ(cell(C.Operands[0]).Operands, std::vector<CellId>{X});
  EXPECT_EQ(cell(C.Operands[1]).Operands, std::vector<CellId>{Y});
}

TEST_F(FoldingTest, AJoinOfAJoinIsFlat) {
  EXPECT_EQ(cell(B.join({B.join({X, Y}), X})).Operands,
            (std::vector<CellId>{X, Y, X}));
}

TEST_F(FoldingTest, ConsecutiveBitsAreOnePart) {
  EXPECT_EQ(B.join({B.bits(X, 0, 5), B.bits(X, 5, 4), B.bits(X, 9, 7)}), X);
}

TEST_F(FoldingTest, ConstantsSideBySideAreOne) {
  EXPECT_EQ(B.value(B.join({B.constant(0xd, 4), B.constant(0xabc, 12)})),
            0xabcdu);
}

TEST_F(FoldingTest, BitwiseWith0OrOnes) {
  const CellId Zero = B.constant(0, 16), Ones = B.constant(0xffff, 16);
  for (bool IsFirst : {false, true}) {
    auto Fold = [&](Op O, CellId C) {
      return IsFirst ? B.op(O, C, X) : B.op(O, X, C);
    };
    EXPECT_EQ(Fold(Op::And, Zero), Zero);
    EXPECT_EQ(Fold(Op::And, Ones), X);
    EXPECT_EQ(Fold(Op::Or, Zero), X);
    EXPECT_EQ(Fold(Op::Or, Ones), Ones);
    EXPECT_EQ(Fold(Op::Xor, Zero), X);
    EXPECT_EQ(cell(Fold(Op::Xor, Ones)).Kind, CellKind::Operator);
  }
}

TEST_F(FoldingTest, ASignIsABit) {
  const CellId Zero = B.constant(0, 16), Ones = B.constant(0xffff, 16);
  for (CellId Negative :
       {B.op(Op::SLess, X, Zero), B.op(Op::SLessEqual, X, Ones)}) {
    EXPECT_EQ(cell(Negative).Kind, CellKind::Bits);
    EXPECT_EQ(cell(Negative).Value, 15u);
  }
  for (CellId Positive :
       {B.op(Op::SLess, Ones, X), B.op(Op::SLessEqual, Zero, X)})
    EXPECT_TRUE(isInverter(B.N, cell(Positive)));
}

TEST_F(FoldingTest, AnOrderIsTheSignOfADifference) {
  EXPECT_EQ(cell(B.op(Op::ULess, X, Y)).Op, Op::ULess);
  B.ComparesBySign = true;
  const Cell Sign = cell(B.op(Op::SLess, X, Y));
  EXPECT_EQ(Sign.Value, 16u);
  EXPECT_EQ(cell(Sign.Operands[0]).Op, Op::Sub);
  EXPECT_TRUE(isInverter(B.N, cell(B.op(Op::ULessEqual, X, Y))));
  // Below a power of two, and not: by the bits above. Four bits are gates.
  const Cell Below = cell(B.op(Op::ULess, X, B.constant(64, 16)));
  EXPECT_EQ(Below.Op, Op::Equal);
  EXPECT_EQ(B.width(Below.Operands[0]), 10u);
  EXPECT_TRUE(isInverter(B.N, cell(B.op(Op::ULess, B.constant(63, 16), X))));
  EXPECT_EQ(cell(B.op(Op::ULess, B.bits(X, 0, 4), B.bits(Y, 0, 4))).Op,
            Op::ULess);
}

TEST_F(FoldingTest, AKnownConditionSelects) {
  EXPECT_EQ(B.select(B.constant(1, 1), X, Y), X);
  EXPECT_EQ(B.select(B.constant(0, 1), X, Y), Y);
  EXPECT_EQ(B.select(B.bit(X, 0), Y, Y), Y);
}

TEST_F(FoldingTest, SignificantBitsEndBelowZeros) {
  EXPECT_EQ(B.significantBits(X), B.width(X));
  EXPECT_EQ(B.significantBits(B.resized(B.bits(X, 0, 3), 40)), 3u);
  EXPECT_EQ(B.significantBits(B.constant(5, 32)), 3u);
  EXPECT_EQ(B.significantBits(B.join({X, B.constant(1, 4)})), B.width(X) + 1);
}

TEST_F(FoldingTest, AParameterThatIsOneValueIsAConstant) {
  EXPECT_EQ(B.value(B.parameter("P", 8, {3, 3})), 3u);
  EXPECT_EQ(cell(B.parameter("P", 8, {3, 4})).Kind, CellKind::Parameter);
}

} // namespace
