// Lanes of kernels, simulated against what the kernels mean.
#include "CodegenKernels.h"
#include "RandomStreamKernel.h"
#include "StreamKernelBuilder.h"

#include "roofline/Base/Polynomial.h"
#include "roofline/Codegen/Verilog.h"
#include "roofline/Core/CutStages.h"
#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Netlist/VerifyNetlist.h"
#include "roofline/Stream/StreamChain.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr ValueType Int64 = {ScalarKind::Int, 64, 1};

struct BuiltLane {
  LaneNames Names;
  Netlist N;
};

BuiltLane laneOf(const StreamKernel &K, const StreamDesign &D) {
  const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  BuiltLane B = {plainNames(K, S), {}};
  B.N = laneNetlist(K, D, S, layOutLane(K, S, D), B.Names);
  return B;
}

StreamDesign design(ElementForm Form, uint32_t Vector, uint32_t Lanes = 1) {
  StreamDesign D;
  D.Form = Form;
  D.Vector = Vector;
  D.Lanes = Lanes;
  return D;
}

std::string text(const StreamKernel &K, const StreamDesign &D) {
  static const char *const Forms[] = {"pipe", "comb", "seq"};
  return K.Name + ", " + Forms[unsigned(D.Form)] + ", " +
         std::to_string(D.Lanes) + " lanes of " + std::to_string(D.Vector);
}

/// Holds the lane of \p D, as it is built and with its units expanded, against
/// \p K. False where \p D cannot be built.
bool proveLane(const StreamKernel &K, const StreamDesign &D, uint64_t Seed) {
  if (whyNotBuildable(K, D))
    return false;
  SCOPED_TRACE(text(K, D) + ", seed " + std::to_string(Seed));
  const StreamMemory Data = randomMemory(K, Seed);
  BuiltLane B = laneOf(K, D);
  EXPECT_EQ(checkNetlist(B.N), std::nullopt);
  EXPECT_EQ(verifyNetlist(B.N, K, D, B.Names, Data, Seed), std::nullopt);
  expandUnits(B.N);
  EXPECT_EQ(checkNetlist(B.N), std::nullopt);
  EXPECT_EQ(verifyNetlist(B.N, K, D, B.Names, Data, Seed), std::nullopt)
      << "with units expanded";
  return true;
}

/// The forms of \p K that can be built, with the vectors \p Vectors; seq, whose
/// steps are long, with one.
unsigned proveForms(const StreamKernel &K, uint64_t Seed,
                    std::initializer_list<uint32_t> Vectors) {
  unsigned Count = proveLane(K, design(ElementForm::Seq, 1), Seed);
  for (ElementForm Form : {ElementForm::Pipe, ElementForm::Comb})
    for (uint32_t Vector : Vectors)
      Count += proveLane(K, design(Form, Vector), Seed);
  return Count;
}

TEST(LaneNetlistTest, RandomKernels) {
  for (uint64_t Seed = 1; Seed <= 60; ++Seed)
    EXPECT_EQ(proveForms(randomKernel(Seed), Seed, {1, 2, 4}), 7u) << Seed;
}

TEST(LaneNetlistTest, Recurrences) {
  unsigned NumLanes = 0;
  for (uint64_t Seed = 1; Seed <= 60; ++Seed)
    for (bool Restarts : {false, true}) {
      const StreamKernel K = recurrentKernel(Seed, Restarts);
      ASSERT_EQ(verifyStreamKernel(K), std::nullopt) << Seed;
      EXPECT_EQ(proveForms(K, Seed, {1}), 3u) << Seed;
      EXPECT_TRUE(whyNotBuildable(K, design(ElementForm::Pipe, 2))) << Seed;
      EXPECT_TRUE(
          proveLane(cutStages(K, 8), design(ElementForm::Pipe, 1), Seed))
          << Seed;
      for (ElementForm Form : {ElementForm::Pipe, ElementForm::Comb})
        if (Restarts)
          NumLanes += proveLane(K, design(Form, 1, 2), Seed);
    }
  EXPECT_GT(NumLanes, 10u) << "rows that two lanes share";
}

/// \p K with \p Delta more positions in each dimension that has several;
/// borders keep their distances from the sides.
StreamKernel grown(StreamKernel K, const Offset &Delta) {
  auto Grow = [&](Box &B) {
    for (unsigned D = 0; D < K.NumDimensions; ++D)
      B.Size[D] += Delta[D];
  };
  Grow(K.Space);
  Grow(K.Active);
  for (InputStream &S : K.Inputs)
    Grow(S.Window);
  for (OutputStream &S : K.Outputs)
    Grow(S.Window);
  auto ByDistance = [&](const Offset &L, const Offset &R) {
    return std::pair(K.distance(L), L) < std::pair(K.distance(R), R);
  };
  for (InputStream &S : K.Inputs)
    std::sort(S.Taps.begin(), S.Taps.end(), ByDistance);
  return K;
}

/// \p K, grown by Step * (Most - place) along each dimension: a grid of sizes
/// and places beyond it.
StreamKernel takingSizes(const StreamKernel &K, int64_t Step) {
  const uint32_t Count = K.NumDimensions;
  const int64_t Degree = highestPower(Count), Most = Degree + 3;
  std::vector<Offset> Steps = {{Most, Most, Most}};
  for (uint32_t D = 0; D < Count; ++D)
    for (size_t I = 0, End = Steps.size(); I < End; ++I)
      for (int64_t Down = 1; Down <= Degree; ++Down) {
        Steps.push_back(Steps[I]);
        Steps.back()[D] -= Down;
      }
  Steps.push_back({1, 1, 1});
  Steps.insert(Steps.begin(), Steps[0]); // its own, then the grid
  StreamKernel Sized;
  for (const Offset &Delta : Steps) {
    const StreamKernel One =
        grown(K, {Delta[0] * Step, Delta[1] * Step, Delta[2] * Step});
    if (Sized.Sizes.empty()) {
      Sized = One;
      for (uint32_t D = 0; D < Count; ++D) {
        Sized.SizeScalars.push_back(uint32_t(Sized.Scalars.size()));
        Sized.Scalars.push_back({"size" + std::to_string(D),
                                 {ScalarKind::Int, 16, 1},
                                 uint64_t(One.Space.Size[D])});
      }
    }
    Sized.Sizes.push_back(
        sizesOf(One, {One.Space.Size.begin(), One.Space.Size.begin() + Count}));
  }
  return Sized;
}

/// Holds the one lane of \p K against the kernel of each of its sizes.
bool proveSizes(const StreamKernel &K, const StreamDesign &D, uint64_t Seed) {
  if (whyNotBuildable(K, D))
    return false;
  SCOPED_TRACE(text(K, D) + ", seed " + std::to_string(Seed));
  BuiltLane B = laneOf(K, D);
  EXPECT_EQ(checkNetlist(B.N), std::nullopt);
  for (size_t I : {size_t(0), K.Sizes.size() / 3, K.Sizes.size() - 1}) {
    const KernelSizes &Sizes = K.Sizes[I];
    const StreamKernel One = withSizes(K, Sizes);
    EXPECT_EQ(
        verifyNetlist(B.N, One, D, B.Names, randomMemory(One, Seed), Seed),
        std::nullopt)
        << "for " << Sizes.Values[0] << " positions a row";
  }
  return true;
}

// One lane does what a lane of constants does, for each of several sizes.
TEST(LaneNetlistTest, SizesAtRunTime) {
  unsigned NumLanes = 0;
  for (uint64_t Seed = 1; Seed <= 5; ++Seed) {
    StreamKernel K =
        Seed % 4 ? randomKernel(Seed) : recurrentKernel(Seed, true);
    const auto HasPitch = [](const Stream &S) { return S.Pitch.has_value(); };
    if (!K.Finish.empty() ||
        std::any_of(K.Inputs.begin(), K.Inputs.end(), HasPitch) ||
        std::any_of(K.Outputs.begin(), K.Outputs.end(), HasPitch))
      continue;
    for (uint32_t Vector : {1, 2}) {
      const StreamKernel Sized =
          takingSizes(K, std::lcm(int64_t(8), int64_t(Vector)));
      ASSERT_EQ(verifyStreamKernel(Sized), std::nullopt) << Seed;
      for (ElementForm Form : {ElementForm::Pipe, ElementForm::Comb})
        NumLanes += proveSizes(Sized, design(Form, Vector), Seed);
    }
    EXPECT_TRUE(
        whyNotBuildable(takingSizes(K, 8), design(ElementForm::Pipe, 1, 2)))
        << Seed;
  }
  EXPECT_GT(NumLanes, 8u);
}

/// \p K, whose first reduction becomes a sum of floats.
StreamKernel withFloatSum(StreamKernel K, DatapathOp Op) {
  Reduction &R = K.Reductions[0];
  const ValueType Float = {ScalarKind::Float, 32, 1};
  const SourceLocation None;
  K.Nodes.push_back({DatapathOp::UIntToF, Float, {R.Value}, 0, {}, None});
  R.Value = uint32_t(K.Nodes.size() - 1);
  R.Type = Float;
  R.Op = Op;
  if (Op == DatapathOp::Fma)
    R.Factor = R.Value;
  R.Initial = 0x3fc00000; // 1.5
  R.InitialScalar.reset();
  K.Reductions.resize(1);
  return K;
}

// Partial sums round as evaluate() says: of few positions and many, with holes.
TEST(LaneNetlistTest, InterleavedSums) {
  unsigned NumLanes = 0;
  for (uint64_t Seed = 1; Seed <= 60; ++Seed) {
    const StreamKernel Kernel = randomKernel(Seed);
    if (Kernel.Reductions.empty() || !Kernel.Finish.empty())
      continue;
    for (DatapathOp Op : {DatapathOp::FAdd, DatapathOp::Fma}) {
      const StreamKernel K = interleaved(withFloatSum(Kernel, Op));
      ASSERT_EQ(verifyStreamKernel(K), std::nullopt) << Seed;
      const StreamDesign Pipe = design(ElementForm::Pipe, 1);
      NumLanes += proveLane(K, Pipe, Seed);
      EXPECT_TRUE(whyNotBuildable(K, design(ElementForm::Pipe, 2)));
      EXPECT_TRUE(whyNotBuildable(K, design(ElementForm::Seq, 1)));
      EXPECT_LT(launchCycles(K, Pipe) - 200,
                launchCycles(inOrder(K), Pipe) / 5);
    }
  }
  EXPECT_GT(NumLanes, 20u);
}

TEST(LaneNetlistTest, OperatorsInStages) {
  for (uint64_t Seed = 1; Seed <= 20; ++Seed) {
    const StreamKernel K = cutStages(randomKernel(Seed), 4u << Seed % 3);
    for (uint32_t Vector : {1, 2})
      EXPECT_TRUE(proveLane(K, design(ElementForm::Pipe, Vector), Seed))
          << Seed;
  }
  // Each delay ends in a register of its own: so does a ring.
  const Netlist N = laneOf(cutStages(fivePoint(512, 6), 16), {}).N;
  for (const Cell &C : N.Cells)
    if (C.Kind == CellKind::Ring)
      EXPECT_TRUE(
          std::any_of(N.Cells.begin(), N.Cells.end(), [&](const Cell &End) {
            return End.Kind == CellKind::Register && End.Value == 1 &&
                   &N.Cells[End.Operands[0]] == &C;
          }));
  EXPECT_FALSE(N.Rings.empty());
}

// Equal values of two nodes, one of which is read below and one above.
TEST(LaneNetlistTest, RegistersApartHoldWhatAnyNodeReads) {
  for (const bool IsLowFirst : {false, true}) {
    StreamKernelBuilder B("halves", {64, 1, 1});
    const uint32_t A = B.input("a", Int32);
    const uint32_t Late = B.tap(B.input("b", Int32), {0, 0, 0});
    const uint32_t Square = B.op(DatapathOp::Mul, Int32, {Late, Late});
    const uint32_t Factor = B.op(DatapathOp::Mul, Int32, {Square, Late});
    const auto SumAt = [&](int64_t Index) {
      return B.op(DatapathOp::Add, Int32,
                  {B.tap(A, {Index, 0, 0}), B.tap(A, {Index + 1, 0, 0})});
    };
    const uint32_t Sums[] = {SumAt(-1), SumAt(0)};
    const uint32_t Low = Sums[IsLowFirst], High = Sums[!IsLowFirst];
    const auto LowOf = [&](uint32_t N) {
      return B.op(DatapathOp::And, Int32, {N, B.constant(0xff)});
    };
    const auto HighOf = [&](uint32_t N) {
      return B.op(DatapathOp::LShr, Int32, {N, B.constant(16)});
    };
    // The sums are early, for these, and wait for the product.
    B.output("low", LowOf(Low));
    B.output("high", HighOf(High));
    B.output("low_later", LowOf(B.op(DatapathOp::Xor, Int32, {Low, Factor})));
    B.output("high_later",
             HighOf(B.op(DatapathOp::Xor, Int32, {High, Factor})));
    B.K.Active = {{1, 0, 0}, {62, 1, 1}};
    for (uint32_t Vector : {1, 2, 4})
      EXPECT_TRUE(proveLane(cutStages(B.K, 64),
                            design(ElementForm::Pipe, Vector), IsLowFirst));
  }
}

/// Equal sums of two positions of a beat: of the one its low byte is read, of
/// the other all. Their operands wait for an element ahead.
TEST(LaneNetlistTest, OperandsOfEqualNodesHoldWhatEitherReads) {
  for (const bool IsLowFirst : {false, true}) {
    StreamKernelBuilder B("bytes", {64, 1, 1});
    const uint32_t A = B.input("a", Int32);
    const auto SumAt = [&](int64_t Index) {
      return B.op(DatapathOp::Add, Int32,
                  {B.tap(A, {Index, 0, 0}), B.tap(A, {Index + 1, 0, 0})});
    };
    const auto LowOf = [&](uint32_t N) {
      return B.op(DatapathOp::And, Int32, {N, B.constant(0xff)});
    };
    const uint32_t Sums[] = {SumAt(-2), SumAt(-1)};
    B.output("ahead", LowOf(B.tap(A, {8, 0, 0})));
    B.output("low", LowOf(Sums[!IsLowFirst]));
    B.output("all", Sums[IsLowFirst]);
    B.K.Active = {{2, 0, 0}, {54, 1, 1}};
    EXPECT_EQ(proveForms(B.K, IsLowFirst, {1, 2, 4}), 7u);
  }
}

TEST(LaneNetlistTest, AMinimumWithAllOnesIsTheOtherOperand) {
  StreamKernelBuilder B("least", {64, 1, 1});
  const uint32_t A = B.tap(B.input("a", Int32), {0, 0, 0});
  B.output("out", B.op(DatapathOp::UMin, Int32, {A, B.constant(0xffffffff)}));
  EXPECT_EQ(proveForms(B.K, 1, {1, 2, 4}), 7u);
}

TEST(LaneNetlistTest, LongRowsTakeRings) {
  unsigned Rings = 0;
  for (uint64_t Seed = 1000; Seed < 1004; ++Seed) {
    const StreamKernel K = randomKernel(Seed);
    EXPECT_EQ(proveForms(K, Seed, {1, 2}), 5u) << Seed;
    Rings += unsigned(laneOf(K, {}).N.Rings.size());
  }
  EXPECT_GT(Rings, 0u);
}

// Line buffers of 16 elements side by side, and of more words than a block has.
TEST(LaneNetlistTest, LineBuffersOfFamiliesWithoutShiftRegisters) {
  auto Prove = [](const StreamKernel &K, uint32_t Vector) {
    StreamDesign D = design(ElementForm::Pipe, Vector);
    D.Delays = DelayCells::FlipFlops;
    EXPECT_FALSE(laneOf(K, D).N.Rings.empty());
    EXPECT_TRUE(proveLane(K, D, 1));
  };
  Prove(fivePoint(512, 6), 16);
  Prove(fivePoint(4500, 4), 1);
  Prove(wide({40, 60, 4}), 1);
}

TEST(LaneNetlistTest, NamedKernels) {
  for (const std::string &Name : kernelNames()) {
    const StreamKernel K = *codegenKernel(Name);
    if (K.Space.volume() <= 1024)
      EXPECT_GT(proveForms(K, 1, {1, 2, 4}), 0u) << Name;
  }
  EXPECT_TRUE(proveLane(*codegenKernel("jacobi-wide"),
                        design(ElementForm::Pipe, 1), 1));
}

TEST(LaneNetlistTest, SeveralLanes) {
  for (uint64_t Seed = 1; Seed <= 20; ++Seed)
    for (uint32_t Lanes : {2, 4})
      for (uint32_t Vector : {1, 2})
        proveLane(randomKernel(Seed), design(ElementForm::Pipe, Vector, Lanes),
                  Seed);
  for (const char *Name : {"jacobi", "sum-max", "gaussian", "dot"})
    EXPECT_TRUE(
        proveLane(*codegenKernel(Name), design(ElementForm::Pipe, 1, 2), 1))
        << Name;
}

TEST(LaneNetlistTest, Chains) {
  for (unsigned Seed = 1; Seed <= 10; ++Seed) {
    std::mt19937 Random(Seed);
    StreamKernel Chain;
    ASSERT_FALSE(composeChain(randomKernels(3, Random), {}, Chain));
    EXPECT_GT(proveForms(Chain, Seed, {1, 2}), 0u) << Seed;
  }
}

TEST(LaneNetlistTest, RotationsOfAnyWidth) {
  for (uint16_t Bits : {3, 5, 6, 12, 31, 44, 63})
    for (uint16_t Known :
         {uint16_t(1), uint16_t(4), Bits}) { // [bit] of the distance
      const ValueType Word = {ScalarKind::Int, Bits, 1};
      const ValueType Few = {ScalarKind::Int, std::min(Known, Bits), 1};
      StreamKernelBuilder B("rotate", {64, 1, 1});
      const uint32_t X = B.tap(B.input("x", Int64), {0, 0, 0});
      const uint32_t By = B.tap(B.input("by", Int64), {0, 0, 0});
      const uint32_t Short = B.op(DatapathOp::Truncate, Few, {By});
      const uint32_t Turned = B.op(
          DatapathOp::RotateLeft, Word,
          {B.op(DatapathOp::Truncate, Word, {X}),
           Few == Word ? Short : B.op(DatapathOp::ZeroExtend, Word, {Short})});
      B.output("y", B.op(DatapathOp::ZeroExtend, Int64, {Turned}));
      EXPECT_EQ(proveForms(B.K, Bits, {1}), 3u) << Bits << " by " << Known;
    }
}

// What is computed of the reductions is a kernel of one position.
TEST(LaneNetlistTest, AFinish) {
  StreamKernelBuilder B("finish", {1, 1, 1});
  const uint32_t Sum = B.argument(B.scalar("sum", Int32, 700)),
                 Count = B.argument(B.scalar("count", Int32, 7));
  const uint32_t Mean = B.op(DatapathOp::UDiv, Int32, {Sum, Count});
  B.reduce("mean", DatapathOp::Or, Mean).Initial = 0;
  EXPECT_TRUE(proveLane(B.K, {}, 1));
}

// The verification itself sees what is wrong.
class WrongLaneTest : public testing::Test {
protected:
  const StreamKernel K = *codegenKernel("jacobi");
  BuiltLane B = laneOf(K, {});
  std::string verify() {
    return verifyNetlist(B.N, K, {}, B.Names, randomMemory(K, 1)).value_or("");
  }
  Cell *find(CellKind Kind) {
    for (Cell &C : B.N.Cells)
      if (C.Kind == Kind)
        return &C;
    ADD_FAILURE() << "no such cell";
    return nullptr;
  }
};

TEST_F(WrongLaneTest, AnOperator) {
  for (Cell &C : B.N.Cells)
    if (C.Kind == CellKind::Operator && C.Op == DatapathOp::Add &&
        C.Width == 32)
      C.Op = DatapathOp::Sub;
  EXPECT_NE(verify().find("without pauses: out["), std::string::npos)
      << verify();
}

TEST_F(WrongLaneTest, ADelay) {
  ++find(CellKind::Delay)->Value;
  EXPECT_NE(verify().find("out["), std::string::npos) << verify();
}

TEST_F(WrongLaneTest, ARegisterThatDoesNotWait) {
  for (Cell &C : B.N.Cells)
    if (C.Kind == CellKind::Register && C.Width == 32)
      C.Enable.reset();
  EXPECT_NE(verify().find("with pauses: "), std::string::npos) << verify();
}

TEST_F(WrongLaneTest, AnEarlyEnd) {
  for (NetlistPort &P : B.N.Outputs)
    if (P.Name == "busy")
      for (CellId C = 0; C < B.N.Cells.size(); ++C)
        if (B.N.Cells[C].Name == "advance")
          P.Drivers = {C};
  EXPECT_NE(verify(), "");
}

TEST_F(WrongLaneTest, APortThatIsNotThere) {
  B.N.Outputs[0].Name = "other";
  EXPECT_NE(verify().find("no output busy"), std::string::npos) << verify();
}

} // namespace
