// Closed forms as numbers under a launch, and missing inputs.
#include "TestKernels.h"

#include "roofline/Hpca16/Estimate.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

Expr c(int64_t V) { return Expr::constant(V); }
Expr s(const char *Name) { return Expr::symbol(Name); }

/// Trip count of the matrix product's loop if its closed form were \p Count.
BoundLoop boundLoop(Expr Count, const Launch &L = launchMatrixMultiply(64)) {
  KernelSummary K = matrixMultiply();
  K.Loops[0].Trip.Count = std::move(Count);
  BoundKernel B = bindKernel(K, L, roundBoard());
  EXPECT_TRUE(B.Missing.empty()) << B.Missing[0].What;
  return B.Loops[0];
}

std::vector<std::string> missing(const KernelSummary &K, const Launch &L) {
  std::vector<std::string> What;
  for (const MissingInput &M : bindKernel(K, L, roundBoard()).Missing)
    What.push_back(M.What + "; " + M.Hint);
  return What;
}

/// An outer loop of \p Outer around one of \p Inner iterations.
KernelSummary nest(Expr Outer, Expr Inner) {
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("outer", 2, std::move(Outer));
  G.loop("inner", 3, std::move(Inner));
  K.Loops[1].Parent = 0;
  G.block();
  G.op("br");
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Loop, 0, {2});
  G.node(Node::Kind::Loop, 1, {3});
  G.node(Node::Kind::Block, 0);
  EXPECT_EQ(checkSummary(K), std::nullopt);
  return K;
}

TEST(BindTest, MatrixMultiply) {
  KernelSummary K = matrixMultiply();
  BoundKernel B = bindKernel(K, launchMatrixMultiply(64), roundBoard());
  EXPECT_TRUE(B.Missing.empty());
  EXPECT_EQ(B.NumWorkItems, 4096);
  EXPECT_EQ(B.GroupSize[1], 16);
  EXPECT_EQ(B.Loops[0].Trip, 64);
  // phi 0 + fadd 7 over distance 1.
  EXPECT_EQ(B.Loops[0].InitiationInterval, 7);
  EXPECT_EQ(B.Loops[0].Carried.Latency, 7);
  ASSERT_EQ(B.Blocks.size(), 3u);
  EXPECT_EQ(B.Blocks[1].Depth, 17);
  EXPECT_EQ(B.Blocks[1].ChainLength, 1u);
  ASSERT_EQ(B.Accesses.size(), 3u);
  // A[row * N + k]: consecutive over k, same for neighbours in dimension 0, and
  // 4 * 64 bytes apart in dimension 1.
  EXPECT_EQ(B.LoopStrides[B.Accesses[0].FirstLoopStride],
            (Stride{Stride::Kind::Consecutive, 4}));
  EXPECT_EQ(B.Accesses[0].AlongWorkItems[0].K, Stride::Kind::Same);
  EXPECT_EQ(B.Accesses[0].AlongWorkItems[1],
            (Stride{Stride::Kind::Strided, 256}));
  // B[k * N + col].
  EXPECT_EQ(B.LoopStrides[B.Accesses[1].FirstLoopStride],
            (Stride{Stride::Kind::Strided, 256}));
  EXPECT_EQ(B.Accesses[1].AlongWorkItems[0],
            (Stride{Stride::Kind::Consecutive, 4}));
}

TEST(BindTest, MissingInputsAreNamedWithWhatToDo) {
  std::vector<std::string> What = missing(matrixMultiply(), {});
  ASSERT_EQ(What.size(), 2u);
  EXPECT_EQ(What[0], "number of work-items; bind with --global X[,Y[,Z]]");
  EXPECT_EQ(What[1], "argument N; bind with --arg N=VALUE");
}

TEST(BindTest, UnknownTripCountNamesItsReason) {
  KernelSummary K = matrixMultiply();
  K.Loops[0].Trip = {
      TripCount::Kind::Unknown, c(0), "data-dependent exit at 6:9", {}};
  std::vector<std::string> What = missing(K, launchMatrixMultiply(64));
  ASSERT_EQ(What.size(), 1u);
  EXPECT_EQ(What[0],
            "trip count of the loop at line 4: data-dependent exit at 6:9; "
            "bind with --trip 4=COUNT");
  Launch L = launchMatrixMultiply(64);
  L.Trips[{4, 0}] = 12.5;
  BoundKernel B = bindKernel(K, L, roundBoard());
  EXPECT_TRUE(B.Missing.empty());
  EXPECT_EQ(B.Loops[0].Trip, 12.5);
}

TEST(BindTest, WorkGroupSizeIsAskedForWhereItMatters) {
  KernelSummary K = matrixMultiply();
  K.Loops[0].Trip.Count = s("num_groups(0)");
  Launch L = launchMatrixMultiply(64);
  L.Local.reset();
  std::vector<std::string> What = missing(K, L);
  ASSERT_EQ(What.size(), 1u);
  EXPECT_EQ(What[0], "work-group size; bind with --local X[,Y[,Z]]");
  // The attribute supplies it: 64 / 8.
  K.Attributes.ReqdWorkGroupSize = {8, 8, 1};
  EXPECT_EQ(bindKernel(K, L, roundBoard()).Loops[0].Trip, 8);
}

TEST(BindTest, ATripCountWithoutAValueIsMissing) {
  KernelSummary K = matrixMultiply();
  K.Loops[0].Trip.Count =
      div(s("N"), s("N") - s("N") * c(1) + mod(s("N"), s("N")));
  std::vector<std::string> What = missing(K, launchMatrixMultiply(64)); // N / 0
  ASSERT_EQ(What.size(), 1u);
  EXPECT_NE(What[0].find("has no value"), std::string::npos) << What[0];
}

TEST(BindTest, BoundsAreKeptAsBounds) {
  KernelSummary K = matrixMultiply();
  K.Loops[0].Trip.K = TripCount::Kind::AtMost;
  BoundKernel B = bindKernel(K, launchMatrixMultiply(64), roundBoard());
  EXPECT_EQ(B.Loops[0].Trip, 64);
  EXPECT_TRUE(B.Loops[0].AtMost);
}

TEST(BindTest, NegativeCountsAreNoIterations) {
  EXPECT_EQ(boundLoop(s("N") - c(100)).Trip, 0); // 64 - 100
}

TEST(BindTest, MeanOverWorkItems) {
  // 0, 1, ..., 63: 63 / 2.
  EXPECT_DOUBLE_EQ(boundLoop(s("global_id(0)")).Trip, 31.5);
  // Groups of 16: 0 ... 15 within each.
  EXPECT_DOUBLE_EQ(boundLoop(s("local_id(0)")).Trip, 7.5);
  // Groups 0 ... 3.
  EXPECT_DOUBLE_EQ(boundLoop(s("group_id(1)")).Trip, 1.5);
  // Negative half counts 0: (1 + 2 + ... + 31) / 64 = 496 / 64.
  EXPECT_DOUBLE_EQ(boundLoop(s("global_id(0)") - c(32)).Trip, 7.75);
}

TEST(BindTest, MeanOverManyWorkItemsIsExactForEqualSteps) {
  // (2^20 - 1) / 2.
  Launch L = launch1D(1 << 20);
  L.Args["N"] = 64; // the matrices' rows
  EXPECT_DOUBLE_EQ(boundLoop(s("global_id(0)"), L).Trip, 524287.5);
}

TEST(BindTest, AStepWithoutAValueIsMissing) {
  KernelSummary K = matrixMultiply(); // 4 N bytes from row to row
  K.Loops[0].Trip.Count = c(8);
  Launch L = launchMatrixMultiply(64);
  L.Args.clear();
  EXPECT_EQ(missing(K, L),
            std::vector<std::string>{"argument N; bind with --arg N=VALUE"});
  for (MemoryAccess &A : K.Accesses) { // an offset is no step
    A.Index->Terms = {{"global_id(0)", c(4)}};
    A.Index->Offset = s("N");
  }
  EXPECT_TRUE(missing(K, L).empty());
  // A divisor tells where the steps end.
  K.Accesses[0].Index->Terms.clear();
  K.Accesses[0].Index->Irregular = mod(s("global_id(0)"), s("N"));
  K.Accesses[0].Index->IrregularAlong = {"global_id(0)"};
  K.Accesses[0].Index->Blockwise = true;
  EXPECT_EQ(missing(K, L),
            std::vector<std::string>{"argument N; bind with --arg N=VALUE"});
}

TEST(BindTest, TriangularLoop) {
  // Inner j < i for i in 0 ... 9: 45 iterations in 10 entries.
  KernelSummary K = nest(c(10), s("loop:0"));
  BoundKernel B = bindKernel(K, {}, roundBoard());
  EXPECT_TRUE(B.Missing.empty());
  EXPECT_DOUBLE_EQ(B.Loops[1].Trip, 4.5);
  EXPECT_EQ(B.Blocks[0].ChainLength, 2u);
}

TEST(BindTest, InsideALoopThatNeverRuns) {
  KernelSummary K = nest(c(0), s("loop:0") + c(5));
  BoundKernel B = bindKernel(K, {}, roundBoard());
  EXPECT_TRUE(B.Missing.empty());
  EXPECT_EQ(B.Loops[1].Trip, 0);
}

TEST(BindTest, AnInnerLoopOfAnUnknownOneIsNotBlamed) {
  KernelSummary K = nest(c(0), s("loop:0"));
  K.Loops[0].Trip = {TripCount::Kind::Unknown, c(0), "why", {}};
  EXPECT_EQ(missing(K, {}).size(), 1u);
}

TEST(BindTest, SingleWorkItemKernelNeedsNoRange) {
  KernelSummary K = nest(c(10), c(10));
  BoundKernel B = bindKernel(K, {}, roundBoard());
  EXPECT_TRUE(B.SingleWorkItem);
  EXPECT_EQ(B.NumWorkItems, 1);
}

TEST(BindTest, AKernelWithIdsIsNeverASingleWorkItem) {
  EXPECT_FALSE(
      bindKernel(algorithm1(), launch1D(1), roundBoard()).SingleWorkItem);
  KernelSummary K = nest(c(10), c(10));
  ASSERT_FALSE(K.UsesWorkItemIds);
  EXPECT_TRUE(bindKernel(K, launch1D(1), roundBoard()).SingleWorkItem);
  EXPECT_FALSE(bindKernel(K, launch1D(2), roundBoard()).SingleWorkItem);
}

TEST(BindTest, InitiationInterval) {
  KernelSummary K = matrixMultiply();
  Launch L = launchMatrixMultiply(64);
  auto Interval = [&] { return bindKernel(K, L, roundBoard()).Loops[0]; };
  K.Loops[0].Dependences[0].Distance = 2;
  EXPECT_EQ(Interval().InitiationInterval, 4); // ceil(7 / 2)
  K.Loops[0].Dependences[0].Distance.reset();
  EXPECT_EQ(Interval().InitiationInterval, 7); // unknown distance: 1
  EXPECT_EQ(Interval().RequestedInterval, 1);
  K.Loops[0].RequestedII = 9;
  EXPECT_EQ(Interval().RequestedInterval, 9);
  EXPECT_EQ(Interval().InitiationInterval, 7);
  K.Loops[0].RequestedII.reset();
  K.Loops[0].Dependences[0].K = CarriedDependence::Kind::Memory;
  K.Loops[0].IgnoreDependences = true;
  EXPECT_EQ(Interval().InitiationInterval, 1); // ivdep
  EXPECT_FALSE(Interval().Forcing.has_value());
}

TEST(BindTest, UnrollFactorsOfTheSource) {
  KernelSummary K = matrixMultiply();
  Launch L = launchMatrixMultiply(64);
  K.Loops[0].Unroll = UnrollRequest{false, false, 4};
  EXPECT_EQ(sourceDesign(bindKernel(K, L, roundBoard())).Unroll[0], 4u);
  K.Loops[0].Unroll = UnrollRequest{false, true, 0}; // full: the trip count
  EXPECT_EQ(sourceDesign(bindKernel(K, L, roundBoard())).Unroll[0], 64u);
  K.Loops[0].Unroll = UnrollRequest{true, false, 0};
  EXPECT_EQ(sourceDesign(bindKernel(K, L, roundBoard())).Unroll[0], 1u);
  // Full without a trip count: a named unknown.
  K.Loops[0].Unroll = UnrollRequest{false, true, 0};
  L.Args.clear();
  EXPECT_EQ(missing(K, L).size(), 2u); // argument N, and the factor
}

TEST(BindTest, ASequenceOfOneIsPartOfTheChain) {
  KernelSummary K = nest(c(10), c(10));
  K.Nodes.clear();
  GraphBuilder G(K);
  G.node(Node::Kind::Sequence, 0, {1});
  G.node(Node::Kind::Loop, 0, {2});
  G.node(Node::Kind::Sequence, 0, {3});
  G.node(Node::Kind::Loop, 1, {4});
  G.node(Node::Kind::Block, 0);
  EXPECT_EQ(bindKernel(K, {}, roundBoard()).Blocks[0].ChainLength, 2u);
}

TEST(BindTest, AnUnmodelledOperationIsMissing) {
  KernelSummary K = matrixMultiply();
  K.Unknowns.push_back(
      {Unknown::Kind::ControlFlow, "recursion", {"k.cl", 3, 1}});
  EXPECT_EQ(missing(K, launchMatrixMultiply(64)).size(), 1u);
}

/// One loop of operations with random operands, 7 cycles a float sum and 1 an
/// integer one, and random dependences.
KernelSummary randomRecurrences(std::mt19937 &Random) {
  auto Any = [&](uint32_t Least, uint32_t Most) {
    return std::uniform_int_distribution(Least, Most)(Random);
  };
  KernelSummary K;
  GraphBuilder G(K);
  G.loop("i", 2, c(100));
  G.block();
  const uint32_t NumOps = Any(2, 7);
  for (uint32_t I = 0; I < NumOps; ++I) {
    const uint32_t Op =
        Any(0, 1) ? G.op("fadd", {}, ScalarKind::Float) : G.op("xor", {});
    for (uint32_t From = 0; From < I; ++From)
      if (!Any(0, 2))
        K.Operations[Op].Operands.push_back(From);
  }
  for (uint32_t N = Any(1, 5); N > 0; --N) {
    G.carry(0, Any(0, NumOps - 1), Any(0, NumOps - 1));
    K.Loops[0].Dependences.back().Distance = Any(1, 3);
  }
  G.node(Node::Kind::Loop, 0, {1});
  G.node(Node::Kind::Block, 0);
  return K;
}

/// The largest sum of latencies over sum of distances of any cycle, by
/// following every one.
class EveryCycle {
public:
  explicit EveryCycle(const KernelSummary &K) : K(K) {
    for (uint32_t I = 0; I < K.Loops[0].Dependences.size(); ++I)
      follow(I, {I}, 0, 0);
  }
  double Largest = 0;
  size_t Length = 0; ///< dependences of that cycle

private:
  /// Longest path, by trying all; negative without one.
  double path(uint32_t From, uint32_t To) const {
    const double Own = K.Operations[To].Name == "fadd" ? 7 : 1;
    if (From == To)
      return Own;
    double Most = -1;
    for (uint32_t Operand : K.Operations[To].Operands)
      if (double Before = path(From, Operand); Before >= 0)
        Most = std::max(Most, Before + Own);
    return Most;
  }
  void follow(uint32_t Node, std::vector<uint32_t> Taken, double Latency,
              int64_t Distance) {
    const auto &Deps = K.Loops[0].Dependences;
    Distance += *Deps[Node].Distance;
    for (uint32_t Next = 0; Next < Deps.size(); ++Next) {
      const double Part = path(Deps[Node].Consumer, Deps[Next].Producer);
      if (Part < 0)
        continue;
      if (Next == Taken.front()) {
        if (const double Ratio = (Latency + Part) / double(Distance);
            Ratio > Largest + 1e-9) {
          Largest = Ratio;
          Length = Taken.size();
        }
      } else if (std::find(Taken.begin(), Taken.end(), Next) == Taken.end()) {
        auto Longer = Taken;
        Longer.push_back(Next);
        follow(Next, Longer, Latency + Part, Distance);
      }
    }
  }
  const KernelSummary &K;
};

TEST(BindTest, TheIntervalIsTheLargestCycleRatio) {
  std::mt19937 Random(3);
  int NumLonger = 0;
  for (int Case = 0; Case < 2000; ++Case) {
    const KernelSummary K = randomRecurrences(Random);
    const EveryCycle All(K);
    const BoundLoop L = bindKernel(K, {}, roundBoard()).Loops[0];
    EXPECT_EQ(L.InitiationInterval,
              std::max(1.0, std::ceil(All.Largest - 1e-9)))
        << "case " << Case;
    EXPECT_NEAR(L.Carried.perIteration(), All.Largest, 1e-9) << "case " << Case;
    NumLonger += All.Length > 1;
  }
  EXPECT_GT(NumLonger, 100); // of several dependences
}

} // namespace
