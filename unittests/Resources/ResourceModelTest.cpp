// Resources of a core, from a cost model whose numbers are easy to add up.
#include "StreamKernelBuilder.h"

#include "roofline/Machine/Roofline.h"
#include "roofline/Resources/PassedBits.h"
#include "roofline/Resources/ResourceModel.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;
constexpr ValueType Int1 = {ScalarKind::Int, 1, 1};
constexpr ValueType Int8 = {ScalarKind::Int, 8, 1};

/// Luts = PerSize * size for 1 <= size <= 64.
CostCurve line(const char *Structure, const char *Form, double PerSize,
               double Registers = 0, uint32_t Parameter = 0) {
  CostCurve C{Structure, Form, Parameter, {}, {}};
  for (uint32_t Size : {0, 1, 32, 64}) {
    CostPoint P;
    P.Size = Size;
    P.Need.Luts = PerSize * Size;
    P.Need.Registers = Registers * Size;
    C.Points.push_back(P);
  }
  fitCurve(C);
  return C;
}

/// An adder has 1 LUT a bit, a delay one register a step; control is free.
CostModel costs() {
  CostModel M;
  M.Target = "test";
  M.Curves = {line("add", "variable", 1, 1),
              line("add", "extended", 0.25, 1),
              line("delay", "", 0, 1),
              line("lane", "", 0, 0, 1),
              line("lane-steps", "", 0),
              line("event", "", 0),
              line("top", "", 0),
              line("select", "zero", 2)};
  return M;
}

StreamKernel adder(ValueType T) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.input("a", T), Y = B.input("b", T);
  B.output("c", B.op(Op::Add, T, {B.tap(X, {0, 0, 0}), B.tap(Y, {0, 0, 0})}));
  return B.K;
}

TEST(ResourceModel, AnAdderIsItsCurveTimesLanesAndVector) {
  StreamKernel K = adder(Int32);
  StreamDesign D;
  CorePrediction One = predict(costs(), K, D);
  EXPECT_TRUE(One.Unknowns.empty());
  EXPECT_EQ(One.Operators.Luts, 32);
  EXPECT_EQ(One.Operators.Registers, 32);
  D.Lanes = 4;
  D.Vector = 2;
  EXPECT_EQ(predict(costs(), K, D).Operators.Luts, 256);
}

using Span = std::pair<uint32_t, uint32_t>; // [bit, bit)

Span spanOf(const LiveBits &B) { return {B.Low, B.High}; }

TEST(ResourceModel, OnlyBitsThatCanBeSetCount) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.input("a", Int8), Y = B.input("b", Int8);
  uint32_t Sum = B.op(Op::Add, Int32,
                      {B.op(Op::ZeroExtend, Int32, {B.tap(X, {0, 0, 0})}),
                       B.op(Op::ZeroExtend, Int32, {B.tap(Y, {0, 0, 0})})});
  B.output("c", Sum);
  EXPECT_EQ(spanOf(liveBits(B.K)[Sum]), Span(0, 9));
  // The ninth bit is the carry alone: a quarter.
  EXPECT_EQ(predict(costs(), B.K, StreamDesign()).Operators.Luts, 8.25);
}

/// (a Op1 b) + (d Op2 c), c being b where \p Same, and d being a where the
/// operations differ; LUTs of the operators.
double lutsOfTwo(const CostModel &Costs, Op Op1, Op Op2, bool Same,
                 ValueType T = Int32) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", T), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", T), {0, 0, 0});
  uint32_t Z = Same ? Y : B.tap(B.input("c", T), {0, 0, 0});
  uint32_t W = Op1 == Op2 ? B.tap(B.input("w", T), {0, 0, 0}) : X;
  uint32_t First = B.op(Op1, T, {X, Y}), Second = B.op(Op2, T, {W, Z});
  B.output("d", B.op(T == Int32 ? Op::Add : Op::FAdd, T, {First, Second}));
  CorePrediction P = predict(Costs, B.K, StreamDesign());
  EXPECT_TRUE(P.Unknowns.empty());
  return P.Operators.Luts;
}

TEST(ResourceModel, QuotientAndRemainderOfTheSameOperandsShareTheirDivider) {
  CostModel M = costs();
  for (CostCurve C :
       {line("sdiv", "variable", 10), line("srem", "variable", 11),
        line("udiv", "variable", 7)})
    M.Curves.push_back(C);
  // 32 LUTs of the sum; dividers of 10 and 11 a bit.
  EXPECT_EQ(lutsOfTwo(M, Op::SDiv, Op::SRem, true), 32 + 320 + 352);
  M.Curves.push_back(line("sdiv", "both", 12));
  EXPECT_EQ(lutsOfTwo(M, Op::SDiv, Op::SRem, true), 32 + 384);
  EXPECT_EQ(lutsOfTwo(M, Op::SRem, Op::SDiv, true), 32 + 384);
  EXPECT_EQ(lutsOfTwo(M, Op::SDiv, Op::SRem, false), 32 + 320 + 352);
  EXPECT_EQ(lutsOfTwo(M, Op::UDiv, Op::SRem, true), 32 + 224 + 352);
}

TEST(ResourceModel, OppositeDifferencesShareTheirLuts) {
  StreamKernelBuilder B("distance", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
  uint32_t There = B.op(Op::Sub, Int32, {X, Y});
  uint32_t Back = B.op(Op::Sub, Int32, {Y, X});
  B.output("c", B.op(Op::Add, Int32, {There, Back}));
  CostModel M = costs();
  for (CostCurve C :
       {line("sub", "variable", 1, 1), line("sub", "extended", 0)})
    M.Curves.push_back(C);
  CorePrediction P = predict(M, B.K, StreamDesign());
  EXPECT_EQ(P.Unknowns, std::vector<std::string>());
  EXPECT_EQ(P.Operators.Luts, 32 + 32); // of both differences, and the sum
  EXPECT_EQ(P.Operators.Registers, 3 * 32);
}

TEST(ResourceModel, OppositeDifferencesOfEqualOperandsShareTheirLuts) {
  // Each has extensions of its own, which are built once.
  StreamKernelBuilder B("distance", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int8), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", Int8), {0, 0, 0});
  auto Extended = [&](uint32_t N) { return B.op(Op::SignExtend, Int32, {N}); };
  uint32_t There = B.op(Op::Sub, Int32, {Extended(X), Extended(Y)});
  uint32_t Back = B.op(Op::Sub, Int32, {Extended(Y), Extended(X)});
  B.output("c", B.op(Op::Add, Int32, {There, Back}));
  CostModel M = costs();
  for (CostCurve C :
       {line("sub", "variable", 1, 1), line("sub", "extended", 0)})
    M.Curves.push_back(C);
  EXPECT_EQ(predict(M, B.K, StreamDesign()).Operators.Luts, 32 + 32);
}

TEST(ResourceModel, BitsThatAnOutputTurnsAreInverters) {
  StreamKernelBuilder B("turned", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int8), {0, 0, 0});
  uint32_t Turned = B.op(Op::Xor, Int8, {X, B.constant(0xf0, Int8)});
  B.output("c", Turned);
  CostModel M = costs();
  EXPECT_EQ(predict(M, B.K, StreamDesign()).Operators.Luts, 4);
  // An adder's LUTs take them in.
  StreamKernelBuilder C("sum", {64, 1, 1});
  X = C.tap(C.input("a", Int8), {0, 0, 0});
  uint32_t Y = C.tap(C.input("b", Int8), {0, 0, 0});
  Turned = C.op(Op::Xor, Int8, {X, C.constant(0xf0, Int8)});
  C.output("c", C.op(Op::Add, Int8, {Turned, Y}));
  EXPECT_EQ(predict(M, C.K, StreamDesign()).Operators.Luts, 8);
}

TEST(ResourceModel, FloatQuotientsByTheSameDivisorShareItsPipeline) {
  CostModel M = costs();
  for (CostCurve C : {line("fdiv", "variable", 20), line("fadd", "variable", 1),
                      line("fdiv", "common", 31)})
    M.Curves.push_back(C);
  EXPECT_EQ(lutsOfTwo(M, Op::FDiv, Op::FDiv, true, Float32), 32 + 992);
  EXPECT_EQ(lutsOfTwo(M, Op::FDiv, Op::FDiv, false, Float32), 32 + 1280);
}

// Products of complex numbers: four of 20 LUTs a bit, two of which have two
// operands in common with the others, each worth 2 * 20 - 38 a bit. Sums 1.
TEST(ResourceModel, FloatProductsShareWhatIsOfOneOperand) {
  CostModel M = costs();
  for (CostCurve C : {line("fmul", "variable", 20), line("fmul", "square", 15),
                      line("fadd", "variable", 1), line("fneg", "variable", 0)})
    M.Curves.push_back(C);
  auto Luts = [&](bool IsSquare) {
    StreamKernelBuilder B("k", {64, 1, 1});
    auto In = [&](const char *Name) {
      return B.tap(B.input(Name, Float32), {0, 0, 0});
    };
    uint32_t A = In("a"), I = In("i"), C = In("c"), J = In("j");
    if (IsSquare) {
      B.output("x", B.op(Op::FMul, Float32, {A, A}));
      return predict(M, B.K, StreamDesign()).Operators.Luts;
    }
    auto Times = [&](uint32_t X, uint32_t Y) {
      return B.op(Op::FMul, Float32, {X, Y});
    };
    uint32_t Negated = B.op(Op::FNeg, Float32, {J});
    B.output("x", B.op(Op::FAdd, Float32, {Times(A, C), Times(I, Negated)}));
    B.output("y", B.op(Op::FAdd, Float32, {Times(A, J), Times(I, C)}));
    return predict(M, B.K, StreamDesign()).Operators.Luts;
  };
  EXPECT_EQ(Luts(true), 32 * 15);
  EXPECT_EQ(Luts(false), 32 * (4 * 20 + 2 * 1));
  M.Curves.push_back(line("fmul", "common", 38));
  EXPECT_EQ(Luts(false), 32 * (4 * 20 - 4 * 2 + 2 * 1));
}

// Products of 12 bits were measured beside 40 alone: those of 16 by 16 are
// nearer.
TEST(ResourceModel, AProductIsTheCheapestOneThatHoldsIt) {
  CostModel M;
  auto Point = [](uint32_t Size, double Luts, double Registers, double Dsps) {
    CostPoint P;
    P.Size = Size;
    P.Need = {Luts, Registers, Dsps};
    return P;
  };
  auto Add = [&](const char *Form, uint32_t Parameter,
                 std::vector<CostPoint> Points) {
    CostCurve C;
    C.Structure = "mul";
    C.Form = Form;
    C.Parameter = Parameter;
    C.Points = std::move(Points);
    fitCurve(C);
    M.Curves.push_back(std::move(C));
  };
  Add("variable", 0, {Point(32, 0, 49, 3)});
  Add("full", 12, {Point(40, 0, 69, 2)});
  Add("full", 16, {Point(16, 0, 0, 1)});
  Add("full", 24, {Point(24, 0, 65, 2)});
  Add("constant", 20, {Point(32, 0, 49, 3)});
  Add("constant", 32, {Point(32, 0, 49, 3)});
  auto Of = [&](uint64_t Mask) {
    StreamKernelBuilder B("k", {64, 1, 1});
    auto In = [&](const char *Name) {
      return B.op(
          Op::And, Int32,
          {B.tap(B.input(Name, Int32), {0, 0, 0}), B.constant(Mask, Int32)});
    };
    uint32_t A = In("a"), C = In("c");
    B.output("o", B.op(Op::Mul, Int32, {A, C}));
    FabricResources Need = predict(M, B.K, StreamDesign()).Operators;
    return std::pair(Need.DspBlocks, Need.Registers);
  };
  EXPECT_EQ(Of(0xfff), std::pair(1.0, 0.0));
  // 20 by 20 for 32 bits: of 24 by 24, without the 16 bits above.
  EXPECT_EQ(Of(0xfffff), std::pair(2.0, 65.0 - 16));
  EXPECT_EQ(Of(0xfffffff), std::pair(3.0, 49.0));
}

TEST(ResourceModel, SmallerAndLargerFloatShareTheirComparison) {
  CostModel M = costs();
  for (CostCurve C :
       {line("minnum", "variable", 3), line("maxnum", "variable", 3),
        line("fadd", "variable", 1), line("minnum", "both", 5)})
    M.Curves.push_back(C);
  EXPECT_EQ(lutsOfTwo(M, Op::FMin, Op::FMax, true, Float32), 32 * (1 + 5));
  EXPECT_EQ(lutsOfTwo(M, Op::FMax, Op::FMin, true, Float32), 32 * (1 + 5));
  EXPECT_EQ(lutsOfTwo(M, Op::FMin, Op::FMax, false, Float32), 32 * (1 + 6));
  // One operand in common: 2 * 3 - 4 less.
  M.Curves.push_back(line("minnum", "common", 4));
  EXPECT_EQ(lutsOfTwo(M, Op::FMin, Op::FMax, false, Float32), 32 * (1 + 4));
  EXPECT_EQ(lutsOfTwo(M, Op::FMin, Op::FMax, true, Float32), 32 * (1 + 5));
}

// Neighbours are one step apart. A sum has registers of both as they come, of
// which the older one's is the delay's; a product has those of the fractions.
TEST(ResourceModel, FloatOperatorsHaveTheFirstRegisterOfADelay) {
  CostModel M = costs();
  for (CostCurve C : {line("fadd", "variable", 1), line("fmul", "variable", 1),
                      line("oeq", "variable", 1)})
    M.Curves.push_back(C);
  auto Delays = [&](Op O, ValueType T) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.input("a", Float32);
    uint32_t Here = B.tap(X, {0, 0, 0}), Next = B.tap(X, {1, 0, 0});
    B.output("c", B.op(O, T, {Here, Next}));
    return predict(M, B.K, StreamDesign()).Delays.Registers;
  };
  EXPECT_EQ(Delays(Op::FEqual, Int1), 32);
  EXPECT_EQ(Delays(Op::FAdd, Float32), 0);
  EXPECT_EQ(Delays(Op::FMul, Float32), 32 - 23);
}

TEST(ResourceModel, OfAFloatFactorTheBitsOfItsSignificandCount) {
  CostModel M = costs();
  M.Curves.push_back(line("fmul", "variable", 20));
  for (auto [Bits, Luts] : {std::pair(1u, 7), {4u, 11}}) {
    M.Curves.push_back(line("fmul", "constant", Luts));
    M.Curves.back().Parameter = Bits;
  }
  auto LutsTimes = [&](uint64_t Bits) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", Float32), {0, 0, 0});
    B.output("b", B.op(Op::FMul, Float32, {X, B.constant(Bits, Float32)}));
    return predict(M, B.K, StreamDesign()).Operators.Luts;
  };
  EXPECT_EQ(LutsTimes(0x3e000000), 32 * 7);  // 0.125
  EXPECT_EQ(LutsTimes(0xc0000000), 32 * 7);  // -2
  EXPECT_EQ(LutsTimes(0x3fc00000), 32 * 11); // 1.5, of 2 bits
  EXPECT_EQ(LutsTimes(0x3fb00000), 32 * 11); // 1.375, of 4 bits
  EXPECT_EQ(LutsTimes(0x3fa80000), 32 * 20); // 1.3125, of 5 bits
  EXPECT_EQ(LutsTimes(0x3e99999a), 32 * 20); // 0.3
  EXPECT_EQ(LutsTimes(0x80000000), 32 * 20); // -0
}

// By c and 2 c, by c and -c, by c and any other: pairs of 30, 22 and 35 a bit,
// of which one alone has 20.
TEST(ResourceModel, ProductsOfOneFloatByConstantsShareWhatTheyCan) {
  CostModel M = costs();
  M.Curves.push_back(line("fadd", "variable", 0));
  M.Curves.push_back(line("fmul", "constant", 20));
  M.Curves.back().Parameter = 24;
  for (auto [Form, Luts] :
       {std::pair("scaled", 30), {"opposite", 22}, {"constants", 35}})
    M.Curves.push_back(line("fmul", Form, Luts));
  auto Luts = [&](uint64_t First, uint64_t Second) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", Float32), {0, 0, 0});
    auto Times = [&](uint64_t C) {
      return B.op(Op::FMul, Float32, {X, B.constant(C, Float32)});
    };
    uint32_t Left = Times(First), Right = Times(Second);
    B.output("b", B.op(Op::FAdd, Float32, {Left, Right}));
    return predict(M, B.K, StreamDesign()).Operators.Luts;
  };
  EXPECT_EQ(Luts(0x3eaaaaab, 0x3e2aaaab), 32 * 30); // 1/3, 1/6
  EXPECT_EQ(Luts(0x3eaaaaab, 0xbeaaaaab), 32 * 22); // 1/3, -1/3
  EXPECT_EQ(Luts(0x3eaaaaab, 0x3f19999a), 32 * 35); // 1/3, 0.6
}

TEST(ResourceModel, AConstantOperandOfFloatsHasItsOwnCurveOrNone) {
  CostModel M = costs();
  for (CostCurve C :
       {line("fadd", "variable", 9), line("olt", "variable", 5),
        line("olt", "constant", 2), line("olt", "constant-left", 3)})
    M.Curves.push_back(C);
  auto Luts = [&](Op O, bool Left) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", Float32), {0, 0, 0});
    uint32_t C = B.constant(0x3f800000, Float32);
    uint32_t A = Left ? C : X, R = Left ? X : C;
    B.output("b", B.op(O, O == Op::FLess ? Int1 : Float32, {A, R}));
    return predict(M, B.K, StreamDesign()).Operators.Luts;
  };
  EXPECT_EQ(Luts(Op::FLess, false), 64);
  EXPECT_EQ(Luts(Op::FLess, true), 96);
  EXPECT_EQ(Luts(Op::FAdd, false), 288);
}

TEST(ResourceModel, ANegationTakesAnInverterForEachBit) {
  CostModel M = costs();
  M.Curves.push_back(line("sub", "constant-left", 2, 1));
  M.Curves.push_back(line("sub", "negate", 3, 1));
  auto Luts = [&](uint64_t From) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
    B.output("b", B.op(Op::Sub, Int32, {B.constant(From, Int32), X}));
    return predict(M, B.K, StreamDesign()).Operators.Luts;
  };
  EXPECT_EQ(Luts(0), 96);
  EXPECT_EQ(Luts(255), 64);
}

/// Bits of max(a, b) that a register holds where it is compared with \p Bound.
uint32_t registersBelow(Op Compare, uint64_t Bound, bool Left) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int8), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", Int8), {0, 0, 0});
  uint32_t Max = B.op(Op::UMax, Int8, {X, Y}), C = B.constant(Bound, Int8);
  uint32_t A = Left ? C : Max, R = Left ? Max : C;
  B.output("c", B.op(Compare, Int1, {A, R}));
  return liveBits(B.K)[Max].registers();
}

TEST(ResourceModel, BelowTheLowestBitOfABoundNothingIsRead) {
  EXPECT_EQ(registersBelow(Op::ULess, 16, false), 4u);      // x < 16
  EXPECT_EQ(registersBelow(Op::ULessEqual, 15, false), 4u); // x <= 15
  EXPECT_EQ(registersBelow(Op::ULess, 15, true), 4u);       // 15 < x
  EXPECT_EQ(registersBelow(Op::ULessEqual, 16, true), 4u);  // 16 <= x
  EXPECT_EQ(registersBelow(Op::ULess, 15, false), 8u);      // x < 15
  EXPECT_EQ(registersBelow(Op::SLess, 0, false), 1u);       // its sign
  EXPECT_EQ(registersBelow(Op::SLess, 255, true), 1u);      // -1 < x
  EXPECT_EQ(registersBelow(Op::Equal, 16, false), 8u);
}

/// min(x, 200) of 32 bits compares all and chooses 8; min(x, 255) asks whether
/// one of the upper 24 is set.
TEST(ResourceModel, ALimitChoosesTheBitsOfTheLimit) {
  CostModel M = costs();
  for (CostCurve C : {line("umin", "constant", 2, 1), line("ne", "constant", 1),
                      line("select", "constant", 3, 1)})
    M.Curves.push_back(C);
  auto Need = [&](uint64_t Limit) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
    uint32_t Min = B.op(Op::UMin, Int32, {X, B.constant(Limit, Int32)});
    B.output("b", Min);
    return predict(M, B.K, StreamDesign()).Operators;
  };
  EXPECT_EQ(Need(200).Luts, 64 - 24);
  EXPECT_EQ(Need(255).Luts, 24 + 3 * 8);
  EXPECT_EQ(Need(255).Registers, 8);
}

/// With DSP blocks that have a register before each operand.
CostModel withMultipliers() {
  CostModel M = costs();
  M.Curves.push_back(line("mul", "variable", 0, 1));
  M.Curves.push_back(line("mul", "registered", 0, 1));
  return M;
}

TEST(ResourceModel, AMultiplierTakesInTheRegisterBeforeIt) {
  auto Registers = [](bool AlsoOut) {
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
    uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
    uint32_t Sum = B.op(Op::Add, Int32, {X, Y});
    B.output("c", B.op(Op::Mul, Int32, {Sum, Sum}));
    if (AlsoOut)
      B.output("d", Sum);
    CorePrediction P = predict(withMultipliers(), B.K, StreamDesign());
    return P.Operators.Registers + P.Delays.Registers;
  };
  EXPECT_EQ(Registers(false), 32); // the product's
  EXPECT_EQ(Registers(true), 64);
}

TEST(ResourceModel, AMultiplierTakesInTheRegisterOfArguments) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
  auto Scalar = [&](const char *Name) {
    return B.argument(B.scalar(Name, Int32, 7));
  };
  uint32_t Factor = B.op(Op::Add, Int32, {Scalar("s"), Scalar("t")});
  B.output("c", B.op(Op::Mul, Int32, {X, Factor}));
  CorePrediction P = predict(withMultipliers(), B.K, StreamDesign());
  EXPECT_EQ(P.Operators.Registers + P.Delays.Registers, 32);
}

/// A sum of three numbers has 2 LUTs a bit, a sum of four 5.
CostModel withTrees() {
  CostModel M = costs();
  M.Curves.push_back(line("add", "tree", 2, 1, 3));
  M.Curves.push_back(line("add", "tree", 5, 1, 4));
  return M;
}

StreamDesign inOneStage() {
  StreamDesign D;
  D.Form = ElementForm::Comb;
  return D;
}

TEST(ResourceModel, SumsInOneStageAreOneTree) {
  StreamKernelBuilder B("k", {64, 1, 1});
  auto Tap = [&](const char *Name) {
    return B.tap(B.input(Name, Int32), {0, 0, 0});
  };
  const uint32_t Two = B.op(Op::Add, Int32, {Tap("a"), Tap("b")});
  const uint32_t Three = B.op(Op::Add, Int32, {Two, Tap("c")});
  B.output("o", B.op(Op::Add, Int32, {Tap("d"), Three}));
  auto Luts = [&](const StreamDesign &D) {
    return predict(withTrees(), B.K, D).Operators.Luts;
  };
  EXPECT_EQ(Luts(inOneStage()), 5 * 32);
  EXPECT_EQ(Luts(StreamDesign()), 3 * 32);
  B.output("also", Two); // is no part of another sum then
  EXPECT_EQ(Luts(inOneStage()), 32 + 2 * 32);
}

/// Both terms of 5 (a + b) read the sum.
TEST(ResourceModel, ASumThatIsReadTwiceIsOneOfItsOwn) {
  StreamKernelBuilder B("k", {64, 1, 1});
  auto Tap = [&](const char *Name) {
    return B.tap(B.input(Name, Int32), {0, 0, 0});
  };
  const uint32_t Two = B.op(Op::Add, Int32, {Tap("a"), Tap("b")});
  B.output("o", B.op(Op::Mul, Int32, {Two, B.constant(5, Int32)}));
  EXPECT_EQ(predict(withTrees(), B.K, inOneStage()).Operators.Luts, 32 + 30);
}

/// x + 4 x + y of 8 and 32 bits: two numbers in bits 0, 1, 8 and 9, three in 2
/// to 7, and above them the carry.
TEST(ResourceModel, ATreeHasTheBitsOfItsSummands) {
  StreamKernelBuilder B("k", {64, 1, 1});
  const uint32_t X =
      B.op(Op::ZeroExtend, Int32, {B.tap(B.input("a", Int8), {0, 0, 0})});
  const uint32_t Five = B.op(Op::Mul, Int32, {X, B.constant(5, Int32)});
  const uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
  B.output("o", B.op(Op::Add, Int32, {Five, Y}));
  EXPECT_EQ(predict(withTrees(), B.K, inOneStage()).Operators.Luts,
            4 * 1 + 6 * 2 + 22 * 0.25);
}

TEST(ResourceModel, ADspBlockAddsToItsProduct) {
  constexpr ValueType Int16 = {ScalarKind::Int, 16, 1};
  StreamKernelBuilder B("k", {64, 1, 1});
  auto Tap = [&](const char *Name) {
    return B.tap(B.input(Name, Int16), {0, 0, 0});
  };
  const uint32_t Left = B.op(Op::Mul, Int16, {Tap("a"), Tap("b")});
  const uint32_t Right = B.op(Op::Mul, Int16, {Tap("c"), Tap("d")});
  const uint32_t Both = B.op(Op::Add, Int16, {Left, Right});
  B.output("o", B.op(Op::Add, Int16, {Both, Tap("e")}));
  auto Luts = [&](double OfSum) { // a bit, with the exclusive-or behind it
    CostModel M = withTrees();
    for (const char *Form : {"variable", "comb"}) {
      M.Curves.push_back(line("mul", Form, Form[0] == 'c'));
      for (CostPoint &P : M.Curves.back().Points)
        P.Need.DspBlocks = 1;
      fitCurve(M.Curves.back());
    }
    M.Curves.push_back(line("mul", "comb-sum", OfSum));
    M.Curves.push_back(line("xor", "variable", 1));
    return predict(M, B.K, inOneStage()).Operators.Luts;
  };
  EXPECT_EQ(Luts(1), 16);     // what is added to that has LUTs
  EXPECT_EQ(Luts(2), 2 * 16); // of three numbers
}

TEST(ResourceModel, AMissingOperatorIsANamedUnknown) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.input("a", Int32), Y = B.input("b", Int32);
  uint32_t N = B.op(Op::Xor, Int32, {B.tap(X, {0, 0, 0}), B.tap(Y, {0, 0, 0})});
  B.K.Nodes[N].Loc = {"k.cl", 4, 7};
  B.output("c", N);
  CorePrediction P = predict(costs(), B.K, StreamDesign());
  ASSERT_EQ(P.Unknowns.size(), 1u);
  EXPECT_EQ(P.Unknowns[0],
            "k.cl:4:7: xor of 32 bits: not in the cost file of test");
  EXPECT_FALSE(coreResources(costs(), B.K, StreamDesign()));
}

TEST(ResourceModel, RegistersOfADelayAreItsBits) {
  // x[i] + x[i-1]: one register of 32 bits between the two taps.
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.input("a", Int32);
  B.output("c",
           B.op(Op::Add, Int32, {B.tap(X, {0, 0, 0}), B.tap(X, {-1, 0, 0})}));
  EXPECT_EQ(predict(costs(), B.K, StreamDesign()).Delays.Registers, 32);
}

TEST(ResourceModel, ASumOfBytesNeedsNoAddersAboveThem) {
  // Eight of 32 adders of 1 LUT remain. The carry goes through 24 other bits,
  // of 1/4 LUT each: 24 - 6 less than a sum of 32 bits, which has 2 a bit.
  auto LutsOfSum = [](ValueType T) {
    CostModel M = costs();
    M.Curves.push_back(line("reduce", "add", 2, 1));
    StreamKernelBuilder B("k", {64, 1, 1});
    uint32_t X = B.tap(B.input("a", T), {0, 0, 0});
    B.reduce("sum", Op::Add, T == Int32 ? X : B.op(Op::ZeroExtend, Int32, {X}));
    CorePrediction P = predict(M, B.K, StreamDesign());
    return P.Reductions.Luts;
  };
  EXPECT_EQ(LutsOfSum(Int32), 64);
  EXPECT_EQ(LutsOfSum(Int8), 64 - 18);
}

/// A beat is summed in one adder less than it has elements, also where their
/// number is no power of two.
TEST(ResourceModel, ABeatIsSummedByOneAdderLess) {
  CostModel M = costs();
  M.Curves.push_back(line("reduce", "add", 2, 1));
  StreamKernelBuilder B("k", {60, 1, 1});
  B.reduce("sum", Op::Add, B.tap(B.input("a", Int32), {0, 0, 0}));
  StreamDesign D;
  for (uint32_t Vector : {1, 2, 3, 4, 5, 6}) {
    D.Vector = Vector;
    EXPECT_EQ(predict(M, B.K, D).Reductions.Luts, 64 + 32 * (Vector - 1));
  }
}

TEST(ResourceModel, LanesThatFitTheUtilizationLimit) {
  // 80 % of 1000 LUTs hold 25 adders of 32 LUTs. TYTRA17 Eq. (2), (6).
  FabricResources Device;
  Device.Luts = 1000;
  FabricResources Need = predict(costs(), adder(Int32), StreamDesign()).total();
  Need.Registers = 0;
  EXPECT_EQ(howManyFit(Device * 0.8, Need), 25);
}

TEST(LiveBits, FollowShiftsMasksAndProducts) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
  uint32_t Masked = B.op(Op::And, Int32, {X, B.constant(0xF0)});
  uint32_t Up = B.op(Op::Shl, Int32, {Masked, B.constant(4)});
  uint32_t Down = B.op(Op::LShr, Int32, {Masked, B.constant(6)});
  uint32_t Product = B.op(Op::Mul, Int32, {Masked, Down});
  B.output("c", B.op(Op::Add, Int32, {Up, Product}));
  std::vector<LiveBits> Live = liveBits(B.K);
  EXPECT_EQ(spanOf(Live[Masked]), Span(4, 8));
  EXPECT_EQ(spanOf(Live[Up]), Span(8, 12));
  EXPECT_EQ(spanOf(Live[Down]), Span(0, 2));
  EXPECT_EQ(spanOf(Live[Product]), Span(4, 10));
}

TEST(AddsParts, OfWholeNumbersOfTwoParts) {
  StreamKernelBuilder B("k", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
  uint32_t Masked = B.op(Op::And, Int32, {X, B.constant(0xFFFFF)});
  auto Adds = [&](uint32_t Left, uint32_t Right) {
    uint32_t N = B.op(Op::Mul, Int32, {Left, Right});
    B.output("c" + std::to_string(N), N);
    return addsParts(B.K, N, liveBits(B.K));
  };
  EXPECT_TRUE(Adds(X, Y));
  EXPECT_TRUE(Adds(X, B.constant(0x9E3779B9)));
  EXPECT_FALSE(Adds(X, Masked)); // 20 bits
  EXPECT_FALSE(Adds(X, B.constant(1000)));
  // A part of 17 bits and another one; one block multiplies 27 on Cyclone V.
  EXPECT_FALSE(addsParts(27));
  EXPECT_TRUE(addsParts(28) && addsParts(34));
  EXPECT_FALSE(addsParts(35));
}

/// Measurements matter for registers alone: none is in a block.
PassedBits passedBits(const StreamKernel &K) {
  const StreamDesign Design;
  const DatapathSchedule S = scheduleDatapath(K, ElementForm::Pipe);
  return passedBits({}, K, Design, S, layOutLane(K, S, Design));
}

/// ((a + b) + (c << 4)) + (d << 4): the lowest 4 bits of the first sum are
/// those of the two others.
TEST(PassedBits, OfSumsAreShiftRegisters) {
  StreamKernelBuilder B("chain", {64, 1, 1});
  uint32_t In[] = {B.input("a", Int32), B.input("b", Int32),
                   B.input("c", Int32), B.input("d", Int32)};
  uint32_t Sum = B.op(DatapathOp::Add, Int32,
                      {B.tap(In[0], {0, 0, 0}), B.tap(In[1], {0, 0, 0})});
  uint32_t First = Sum;
  for (int I : {2, 3})
    Sum = B.op(DatapathOp::Add, Int32,
               {Sum, B.op(DatapathOp::Shl, Int32,
                          {B.tap(In[I], {0, 0, 0}), B.constant(4)})});
  B.output("out", Sum);
  EXPECT_EQ(passedBits(B.K).Chains,
            std::vector<BitChain>(4, {First, {3}, {1, 1, 1}}));
  B.output("also", First); // which ends the shift register there
  EXPECT_EQ(passedBits(B.K).Chains,
            std::vector<BitChain>(4, {First, {1, 2}, {1, 1, 1}}));
}

/// x & 1 ? (x >> 1) ^ c : x >> 1, twice: where c has no bit, that of x moves.
TEST(PassedBits, OfChoicesAreShiftRegisters) {
  StreamKernelBuilder B("lfsr", {64, 1, 1});
  uint32_t V = B.tap(B.input("a", Int8), {0, 0, 0});
  std::vector<uint32_t> Choices;
  for (int Round = 0; Round < 2; ++Round) {
    uint32_t Odd = B.op(DatapathOp::Truncate, {ScalarKind::Int, 1, 1}, {V});
    uint32_t Half = B.op(DatapathOp::LShr, Int8, {V, B.constant(1, Int8)});
    uint32_t Turned =
        B.op(DatapathOp::Xor, Int8, {Half, B.constant(0x88, Int8)});
    V = B.op(DatapathOp::Select, Int8, {Odd, Turned, Half});
    Choices.push_back(V);
  }
  B.output("out", V);
  const PassedBits Bits = passedBits(B.K);
  // Bits 6 to 0, but bit 3.
  EXPECT_EQ(Bits.Chosen.at(Choices[0]), 6u);
}

/// (short)(x + y), two steps later: the sum's register is the first of three.
TEST(PassedBits, OfAPartJoinItsDelay) {
  StreamKernelBuilder B("part", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int32), {0, 0, 0});
  uint32_t Y = B.tap(B.input("b", Int32), {0, 0, 0});
  uint32_t Sum = B.op(DatapathOp::Add, Int32, {X, Y});
  uint32_t Part = B.op(DatapathOp::Truncate, Int8, {Sum});
  uint32_t Other = Y;
  for (int I = 0; I < 3; ++I)
    Other = B.op(DatapathOp::Sub, Int32, {Other, X});
  B.output("out", B.op(DatapathOp::Xor, Int8,
                       {Part, B.op(DatapathOp::Truncate, Int8, {Other})}));
  std::vector<BitChain> Chains = passedBits(B.K).Chains;
  std::erase_if(Chains, [&](const BitChain &C) { return C.Node != Sum; });
  EXPECT_EQ(Chains, std::vector<BitChain>(8, {Sum, {3}, {1, 2}}));
}

/// Nothing reads the lowest 5 bits of the product in (x * 3) >> 5.
TEST(LiveBits, WhatIsShiftedOutIsNotRead) {
  StreamKernelBuilder B("shifted", {64, 1, 1});
  uint32_t X = B.tap(B.input("in", Int32), {});
  uint32_t Product = B.op(DatapathOp::Mul, Int32, {X, B.constant(3)});
  B.output("out", B.op(DatapathOp::LShr, Int32, {Product, B.constant(5)}));
  EXPECT_EQ(liveBits(B.K)[Product].registers(), 27u);
  EXPECT_EQ(liveBits(B.K)[X].registers(), 32u);
}

TEST(LiveBits, WhatIsCutOffIsNotRead) {
  StreamKernelBuilder B("cut", {64, 1, 1});
  uint32_t X = B.tap(B.input("in", Int32), {});
  uint32_t Least = B.op(DatapathOp::SMin, Int32, {X, B.constant(127)});
  B.output("out", B.op(DatapathOp::Truncate, Int8, {Least}));
  EXPECT_EQ(liveBits(B.K)[Least].registers(), 8u);
  EXPECT_EQ(liveBits(B.K)[X].registers(), 32u); // which are compared
}

// (a + b + 128) >> 8, to 8 bits: nothing is carried out of the lowest 7 bits of
// a + b, and nobody reads them; the sum with 128 is read from bit 8 on.
TEST(LiveBits, WhatARoundedShiftDropsIsNotRead) {
  constexpr ValueType Int16 = {ScalarKind::Int, 16, 1};
  StreamKernelBuilder B("rounded", {64, 1, 1});
  uint32_t X = B.tap(B.input("a", Int16), {}),
           Y = B.tap(B.input("b", Int16), {});
  uint32_t Sum = B.op(Op::Add, Int16, {X, Y});
  uint32_t Half = B.op(Op::Add, Int16, {Sum, B.constant(128, Int16)});
  uint32_t Byte = B.op(Op::LShr, Int16, {Half, B.constant(8, Int16)});
  B.output("out", B.op(Op::Truncate, Int8, {Byte}));
  EXPECT_EQ(liveBits(B.K)[Half].registers(), 8u);
  EXPECT_EQ(liveBits(B.K)[Sum].registers(), 9u);
  EXPECT_EQ(liveBits(B.K)[X].registers(), 16u); // their carries are
}

/// Each expectation is counted by hand from the bits of the operation.
TEST(LiveBits, KnownAndEqualBitsNeedNoRegister) {
  StreamKernelBuilder B("bits", {64, 1, 1});
  uint32_t X = B.tap(B.input("in", Int32), {});
  auto C = [&](uint64_t V) { return B.constant(V); };
  auto On = [&](Op O, std::vector<uint32_t> Operands) {
    return B.op(O, Int32, std::move(Operands));
  };
  uint32_t IsSmall = B.op(Op::ULess, {ScalarKind::Int, 1, 1}, {X, C(9)});
  uint32_t Nibbles = On(Op::And, {X, C(0x0f0f0f0f)});
  uint32_t Ones = On(Op::Or, {X, C(0x007fffff)});
  uint32_t Threshold = On(Op::Select, {IsSmall, C(255), C(0)});
  uint32_t Masked = On(Op::And, {Threshold, C(0x3c)});
  uint32_t Either = On(Op::Select, {IsSmall, C(0), Threshold});
  uint32_t Byte = B.op(Op::Truncate, {ScalarKind::Int, 8, 1}, {X});
  uint32_t Wide = On(Op::SignExtend, {Byte});
  uint32_t Half = On(Op::AShr, {Wide, C(1)});
  uint32_t Sign = On(Op::And, {X, C(0x80000000)});
  uint32_t Four = On(Op::Add, {Nibbles, Nibbles}); // 5 bits each
  // 4 of the lowest byte, whose others stay 1, and all of what borrows.
  uint32_t Less = On(Op::Sub, {C(0xff), Nibbles});
  for (uint32_t N :
       {Nibbles, Ones, Threshold, Masked, Either, Wide, Half, Sign, Four, Less})
    B.output("out" + std::to_string(N), N);
  std::vector<LiveBits> Live = liveBits(B.K);
  EXPECT_EQ(Live[Nibbles].registers(), 16u);
  EXPECT_EQ(Live[Ones].registers(), 9u);
  EXPECT_EQ(Live[Threshold].registers(), 1u);
  EXPECT_EQ(Live[Masked].registers(), 1u);
  EXPECT_EQ(Live[Either].registers(), 1u);
  EXPECT_EQ(Live[Four].registers(), 20u);
  EXPECT_EQ(Live[Less].registers(), 28u);
  EXPECT_EQ(Live[Wide].registers(), 8u);
  EXPECT_EQ(Live[Half].registers(), 7u);
  EXPECT_EQ(Live[Sign].registers(), 1u);
  EXPECT_EQ(spanOf(Live[Sign]), Span(31, 32));
}

/// 3 x[0] + 3 x[1] for two positions of a beat: 3 x[1] of the first one is
/// 3 x[0] of the second one.
TEST(BuiltCopies, NeighboursShareProducts) {
  StreamKernelBuilder B("pair", {64, 1, 1});
  uint32_t In = B.input("in", Int32);
  auto Thrice = [&](int64_t At) {
    return B.op(DatapathOp::Mul, Int32, {B.tap(In, {At, 0, 0}), B.constant(3)});
  };
  uint32_t Here = Thrice(0), Next = Thrice(1);
  uint32_t Sum = B.op(DatapathOp::Add, Int32, {Here, Next});
  B.output("out", Sum);
  StreamDesign D;
  D.Vector = 2;
  std::vector<NodeCopy> C =
      builtCopies(B.K, scheduleDatapath(B.K, ElementForm::Pipe), D);
  EXPECT_EQ(C[Here * 2], (NodeCopy{Here, 0}));
  EXPECT_EQ(C[Here * 2 + 1], (NodeCopy{Here, 1}));
  EXPECT_EQ(C[Next * 2], (NodeCopy{Here, 1}));
  EXPECT_EQ(C[Next * 2 + 1], (NodeCopy{Next, 1}));
  EXPECT_EQ(C[Sum * 2 + 1], (NodeCopy{Sum, 1}));
}

} // namespace
