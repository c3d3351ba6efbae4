// Whole cores, simulated from start to done.
#include "CodegenKernels.h"
#include "StreamKernelBuilder.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Core/StreamWalk.h"
#include "roofline/Netlist/CoreNetlist.h"
#include "roofline/Netlist/EvaluateNetlist.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr uint64_t Initial = 5, Begin = 700;

Netlist coreOf(const StreamKernel &K, const StreamDesign &D) {
  const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  return coreNetlist(K, D, S, layOutLane(K, S, D), D.Lanes);
}

/// sum = 5 + 0 + 1 + .. + Size - 1, and the greatest one from an argument on.
StreamKernel sumOfPositions(int64_t Size) {
  StreamKernelBuilder B("k", {Size, 1, 1});
  B.scalar("begin", Int32, Begin);
  const uint32_t At = B.position(0);
  B.reduce("sum", DatapathOp::Add, At).Initial = Initial;
  Reduction &Most = B.reduce("most", DatapathOp::SMax, At);
  Most.Initial.reset();
  Most.InitialScalar = 0;
  return B.K;
}

/// Starts the core and waits for done; returns the cycles.
int64_t launch(NetlistSimulator &S, const Netlist &N) {
  auto Set = [&](const char *Name, uint64_t Value) {
    S.setInput(findPort(N.Inputs, Name).value(), Value);
  };
  const uint32_t Done = findPort(N.Outputs, "done").value();
  Set("start", 0);
  Set("rst", 1);
  S.clock();
  S.clock();
  Set("rst", 0);
  EXPECT_EQ(S.output(Done), 0u);
  Set("start", 1);
  S.clock();
  Set("start", 0);
  int64_t Cycles = 0;
  for (; !S.output(Done) && Cycles < 10000; ++Cycles)
    S.clock();
  return Cycles;
}

uint64_t result(NetlistSimulator &S, const Netlist &N, unsigned I) {
  return S.output(
      findPort(N.Outputs, "result_reduction" + std::to_string(I)).value());
}

TEST(CoreNetlistTest, LanesAreJoined) {
  constexpr int64_t Size = 48;
  const StreamKernel K = sumOfPositions(Size);
  for (uint32_t Lanes : {1, 2, 3, 4}) {
    StreamDesign D;
    D.Lanes = Lanes;
    ASSERT_EQ(whyNotBuildable(K, D), std::nullopt);
    const Netlist N = coreOf(K, D);
    ASSERT_EQ(checkNetlist(N), std::nullopt);
    NetlistSimulator S(N, 0, Lanes);
    S.setInput(findPort(N.Inputs, "arg_scalar0").value(), Begin);
    for (unsigned Launch = 0; Launch < 2; ++Launch) {
      EXPECT_EQ(launch(S, N), launchCycles(K, D)) << Lanes;
      EXPECT_EQ(result(S, N, 0), Initial + Size * (Size - 1) / 2) << Lanes;
      EXPECT_EQ(result(S, N, 1), Begin) << Lanes;
    }
  }
}

TEST(CoreNetlistTest, AFinishReadsTheReductions) {
  constexpr int64_t Size = 20;
  StreamKernel K = sumOfPositions(Size);
  StreamKernelBuilder B("finish", {1, 1, 1});
  const uint32_t First = B.argument(B.scalar("begin", Int32, 0)),
                 Sum = B.argument(B.scalar("sum", Int32, 0)),
                 Most = B.argument(B.scalar("most", Int32, 0));
  const uint32_t Both = B.op(DatapathOp::Add, Int32, {Sum, Most});
  B.reduce("all", DatapathOp::Or, B.op(DatapathOp::Sub, Int32, {Both, First}))
      .Initial = 0;
  K.Finish = {B.K};
  for (uint32_t Lanes : {1, 2}) {
    StreamDesign D;
    D.Lanes = Lanes;
    const Netlist N = coreOf(K, D);
    ASSERT_EQ(checkNetlist(N), std::nullopt);
    NetlistSimulator S(N, 0, Lanes);
    S.setInput(findPort(N.Inputs, "arg_scalar0").value(), Begin);
    EXPECT_EQ(launch(S, N), launchCycles(K, D)) << Lanes;
    EXPECT_EQ(result(S, N, 0), Initial + Size * (Size - 1) / 2) << Lanes;
  }
}

TEST(CoreNetlistTest, StreamsAndRingsOfEachLaneAreItsOwn) {
  const StreamKernel K = *codegenKernel("jacobi-512");
  StreamDesign D;
  const Netlist One = coreOf(K, D);
  D.Lanes = 2;
  const Netlist Two = coreOf(K, D);
  EXPECT_EQ(checkNetlist(Two), std::nullopt);
  EXPECT_EQ(Two.Rings.size(), 2 * One.Rings.size());
  EXPECT_GT(One.Rings.size(), 0u);
  EXPECT_TRUE(findPort(One.Outputs, "m_out0_tdata"));
  for (const char *Lane : {"lane0__", "lane1__"})
    EXPECT_TRUE(findPort(Two.Outputs, std::string(Lane) + "m_out0_tdata"));
}

} // namespace
