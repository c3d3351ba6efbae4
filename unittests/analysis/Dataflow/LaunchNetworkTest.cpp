// Launches joined by channels against arithmetic done by hand.
//
/// \file
/// Board: TestKernels.h. The code outside loops of these kernels is 1 cycle
/// deep, so that a loop's first iteration issues in cycle 1 + 1. A pipeline of
/// n passes of interval II and depth d takes n II + d cycles, and the code
/// around it 1 + 1.
#include "TestKernels.h"

#include "roofline/Dataflow/LaunchNetwork.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

Device boardWithChannels() {
  Device D = roundBoard();
  D.BankBandwidth.Value = BytesPerSecond(51.2e9);
  BoardTimes &T = D.Times.emplace();
  T.Share.Value = 1;
  T.Arbitration = {0.5, ""};
  T.Overlap.Value = 2;
  D.Latency["channel"].Value = Cycles(1);
  return D;
}

/// Builds a kernel whose loops stand side by side.
class KernelBuilder {
public:
  explicit KernelBuilder(std::string Name) : G(K) {
    K.Name = std::move(Name);
    K.Loc = {"k.cl", 1, 1};
    G.node(Node::Kind::Sequence, 0);
  }

  /// Begins a loop of \p Trip iterations at \p Line.
  void loop(uint32_t Line, int64_t Trip) {
    const auto Id = uint32_t(K.Loops.size());
    G.loop("i", Line, Expr::constant(Trip));
    K.Loops[Id].Unroll = UnrollRequest{true, false, 0};
    const auto Next = uint32_t(K.Nodes.size());
    K.Nodes[0].Children.push_back(Next);
    G.node(Node::Kind::Loop, Id, {Next + 1});
    G.node(Node::Kind::Block, G.block());
  }

  uint32_t op(const char *Name, std::initializer_list<uint32_t> Operands = {},
              ScalarKind Scalar = ScalarKind::Int) {
    return G.op(Name, Operands, Scalar);
  }

  /// A read or write of \p Name in the loop begun last.
  uint32_t channel(const char *Name, bool IsWrite,
                   std::initializer_list<uint32_t> Operands, uint32_t Line,
                   std::optional<uint32_t> Depth = {}) {
    const char *Op = IsWrite ? "write_channel" : "read_channel";
    const uint32_t Id = G.op(Op, Operands);
    auto C = std::ranges::find(K.Channels, Name, &Channel::Name);
    if (C == K.Channels.end())
      C = K.Channels.insert(
          C, {Channel::Kind::Channel, Name, 4, 1, Depth, false, false, {}});
    (IsWrite ? C->Written : C->Read) = true;
    K.Operations[Id].Channel = uint32_t(C - K.Channels.begin());
    K.Operations[Id].Element = Expr::constant(0);
    K.Operations[Id].Loc = {"k.cl", Line, 1};
    Tally T;
    T.Name = Op;
    T.Loop = uint32_t(K.Loops.size() - 1);
    T.Channel = Name;
    K.Tallies.push_back(T);
    return Id;
  }

  KernelSummary K;
  GraphBuilder G;
};

/// Launches on one board.
class Group {
public:
  void add(KernelSummary Summary, uint64_t Times = 1) {
    Kernels.push_back(std::make_unique<KernelSummary>(std::move(Summary)));
    EXPECT_EQ(checkSummary(*Kernels.back()), std::nullopt);
    Bounds.push_back(std::make_unique<BoundKernel>(
        bindKernel(*Kernels.back(), None, Board)));
    Estimates.push_back(std::make_unique<BoardEstimate>(estimateBoard(
        *Bounds.back(), None, sourceDesign(*Bounds.back()), Board)));
    Launches.push_back(
        {Bounds.back().get(), &None, Estimates.back().get(),
         operationBegins(*Bounds.back(), *Estimates.back(), Board), Times});
  }
  double cycles(size_t Id) const { return Estimates[Id]->Cycles; }

  JoinedRun run() const { return runLaunches(Launches, Hertz(400e6)); }

private:
  const Device Board = boardWithChannels();
  const Launch None;
  std::vector<std::unique_ptr<KernelSummary>> Kernels;
  std::vector<std::unique_ptr<BoundKernel>> Bounds;
  std::vector<std::unique_ptr<BoardEstimate>> Estimates;
  std::vector<RunningLaunch> Launches;
};

/// Writes \p Trip products, 3 cycles deep each.
KernelSummary produce(int64_t Trip, std::optional<uint32_t> Depth = {}) {
  KernelBuilder B("produce");
  B.loop(2, Trip);
  const uint32_t Product = B.op("mul");
  B.channel("c", true, {Product}, 3, Depth);
  return B.K;
}

/// Reads \p Trip packets and adds 1 to each.
KernelSummary consume(int64_t Trip) {
  KernelBuilder B("consume");
  B.loop(12, Trip);
  const uint32_t Packet = B.channel("c", false, {}, 13);
  B.op("add", {Packet});
  return B.K;
}

/// Reads \p Trip packets and adds them up, one in 7 cycles.
KernelSummary addUp(int64_t Trip) {
  KernelBuilder B("add_up");
  B.loop(12, Trip);
  const uint32_t Sum = B.op("phi", {}, ScalarKind::Float);
  const uint32_t Packet = B.channel("c", false, {}, 13);
  const uint32_t Added = B.op("fadd", {Sum, Packet}, ScalarKind::Float);
  B.G.carry(0, Added, Sum);
  return B.K;
}

// The producer writes packet k in 1 + 1 + k + 3, which can be read in 6 + k.
// The consumer would read it in 2 + k: 4 cycles late, of 100 + 2 + 2.
TEST(LaunchNetwork, AConsumerEndsBehindItsProducer) {
  Group G;
  G.add(produce(100));
  G.add(consume(100));
  const JoinedRun R = G.run();
  ASSERT_TRUE(R.Launches.Missing.empty()) << R.Launches.Missing[0].Reason;
  EXPECT_EQ(R.Launches.Network.Processes[0].Cycles, 106u);
  EXPECT_EQ(R.Launches.Network.Processes[1].Cycles, 104u);
  EXPECT_EQ(G.cycles(0), 106);
  EXPECT_EQ(G.cycles(1), 104);
  EXPECT_EQ(R.Cycles, 108);
  EXPECT_EQ(R.Run.Processes[1].Waits,
            (std::vector<DataflowWait>{{DataflowWait::Kind::Data, 0, 4}}));
  EXPECT_FALSE(R.Hop);
}

// One packet in 7 cycles: 700 + 8 + 2, 4 late. Of a channel of 2 packets and
// more the consumer has one whenever it wants it. The producer's last packet
// leaves when the last but two is read.
TEST(LaunchNetwork, ASlowConsumerMakesItsProducerWait) {
  Group G;
  G.add(produce(100, 2));
  G.add(addUp(100));
  const JoinedRun R = G.run();
  EXPECT_EQ(G.cycles(1), 710);
  EXPECT_EQ(R.Cycles, 714);
  // Packet 97 is read in 6 + 7 * 97 = 685, packet 99 is written in 686 instead
  // of 5 + 99.
  EXPECT_EQ(R.Run.Processes[0].Waits,
            (std::vector<DataflowWait>{{DataflowWait::Kind::Space, 0, 582}}));
  ASSERT_TRUE(R.Least);
  EXPECT_EQ(R.Least->Depths, (std::vector<uint64_t>{1}));
}

TEST(LaunchNetwork, LaunchesComeSeveralTimes) {
  Group G;
  G.add(produce(100), 3);
  G.add(consume(100), 3);
  // The producer's next launch starts one cycle behind its last one. The
  // consumer, 4 cycles late in the first, waits for it in each.
  EXPECT_EQ(G.run().Cycles, 108 + 2 * 107);
  Group Uneven;
  Uneven.add(produce(100), 2);
  Uneven.add(consume(100));
  ASSERT_EQ(Uneven.run().Launches.Missing.size(), 1u);
}

/// Writes 8 packets into a, then 8 into b.
KernelSummary writeHalves(uint32_t DepthOfA) {
  KernelBuilder B("halves");
  B.loop(2, 8);
  B.channel("a", true, {}, 3, DepthOfA);
  B.loop(4, 8);
  B.channel("b", true, {}, 5);
  return B.K;
}

/// Reads a and b in turn.
KernelSummary readBoth() {
  KernelBuilder B("join");
  B.loop(12, 8);
  B.channel("a", false, {}, 13);
  B.channel("b", false, {}, 14);
  return B.K;
}

// The loops of the first kernel issue in 2 and, 8 passes and a depth of 1
// later, in 11. So b's first packet can be read in 12, 10 later than alone: 8
// passes, a depth of 1, and 2 of the code around.
TEST(LaunchNetwork, TheFirstHalfMustFit) {
  Group Fits;
  Fits.add(writeHalves(8));
  Fits.add(readBoth());
  EXPECT_EQ(Fits.run().Cycles, 11 + 10);
  Group Small;
  Small.add(writeHalves(7));
  Small.add(readBoth());
  const JoinedRun R = Small.run();
  EXPECT_TRUE(R.Run.isDeadlock());
  EXPECT_FALSE(R.Cycles);
  EXPECT_EQ(stuckText(R.Launches.Network, R.Run),
            "halves waits for space in a, join for data in b");
  ASSERT_TRUE(R.Least);
  EXPECT_EQ(R.Least->Depths[0], 8u);
}

// A request and its answer: the second kernel gives each answer two cycles
// after its request, 1 for the read, 1 for the channel. A frozen pipeline would
// keep the last one.
TEST(LaunchNetwork, AnAnswerComesBehindItsRequest) {
  KernelBuilder Ask("ask"), Answer("answer");
  Ask.loop(2, 50);
  Ask.channel("q", true, {}, 3);
  Ask.channel("r", false, {}, 4);
  Answer.loop(12, 50);
  const uint32_t Question = Answer.channel("q", false, {}, 13);
  Answer.channel("r", true, {Question}, 14);
  Group G;
  G.add(Ask.K);
  G.add(Answer.K);
  const JoinedRun R = G.run();
  EXPECT_FALSE(R.Run.isDeadlock());
  // Question k in t, read in t + 1, answered in t + 2, which is read in t + 3,
  // not t + 1. Two iterations are under way from the write to the read, so two
  // questions come each 4 cycles. The last one is in 3 + 4 * 24, its answer is
  // read in 102 instead of 52 of 50 + 1 + 2.
  EXPECT_EQ(R.Cycles, 53 + 50);
}

// A load of a word in each of 1200 iterations: 900 cycles of memory and 1201 of
// passes are 1500.8 together, and 1 + 101 deep.
TEST(LaunchNetwork, MemorySlowsAPipelineDown) {
  KernelBuilder B("read_all");
  B.loop(2, 1200);
  const uint32_t Word =
      B.G.access(MemoryAccess::Kind::Read, "x", along({{"loop:0", 64}}), {}, 3);
  B.channel("c", true, {Word}, 3);
  Group G;
  G.add(B.K);
  G.add(consume(1200));
  EXPECT_NEAR(G.cycles(0), std::hypot(1201, 900) + 102, 1);
  const JoinedRun R = G.run();
  // Without waits: the passes and the depths.
  EXPECT_EQ(R.Launches.Network.Processes[0].Cycles, 1201u + 102);
  // The consumer's last packet comes one cycle before the producer's end.
  EXPECT_NEAR(*R.Cycles, G.cycles(0) + 2, 4);
  EXPECT_EQ(R.Launches.NumChannels, 1u);
  ASSERT_FALSE(R.Run.Processes[0].Waits.empty());
  EXPECT_EQ(R.Run.Processes[0].Waits[0].Index, 1u); // memory
  ASSERT_TRUE(R.Least);
  EXPECT_EQ(R.Least->Depths.size(), 1u);
}

/// Four channels in one iteration, by an unrolled loop or one by one.
KernelSummary lanes(const char *Name, bool IsWrite, bool IsUnrolled) {
  KernelBuilder B(Name);
  B.loop(2, 20);
  std::vector<Expr> Elements;
  if (IsUnrolled) {
    B.G.loop("k", 3, Expr::constant(4));
    B.K.Loops[1].Parent = 0;
    B.K.Loops[1].Unroll = UnrollRequest{false, true, 0};
    const auto Next = uint32_t(B.K.Nodes.size());
    B.K.Nodes[1].Children.push_back(Next);
    B.G.node(Node::Kind::Loop, 1, {Next + 1});
    B.G.node(Node::Kind::Block, B.G.block());
    Elements = {Expr::symbol(symbolOfLoop(1))};
  } else {
    for (int64_t I = 0; I < 4; ++I)
      Elements.push_back(Expr::constant(I));
  }
  for (const Expr &Element : Elements) {
    const uint32_t Id = B.channel("l", IsWrite, {}, 4);
    B.K.Operations[Id].Element = Element;
  }
  B.K.Channels[0].Number = 4;
  return B.K;
}

TEST(LaunchNetwork, ElementsThatMoveTogetherAreOneFifo) {
  Group Same, Different;
  Same.add(lanes("produce", true, true));
  Same.add(lanes("consume", false, true));
  const JoinedRun R = Same.run();
  ASSERT_TRUE(R.Launches.Missing.empty()) << R.Launches.Missing[0].Reason;
  ASSERT_EQ(R.Launches.Network.Fifos.size(), 1u);
  EXPECT_EQ(R.Launches.Network.Fifos[0].Lanes, 4u);
  EXPECT_EQ(R.Launches.Network.Fifos[0].Name, "l");
  Different.add(lanes("produce", true, true));
  Different.add(lanes("consume", false, false));
  const JoinedRun Each = Different.run();
  ASSERT_TRUE(Each.Launches.Missing.empty()) << Each.Launches.Missing[0].Reason;
  ASSERT_EQ(Each.Launches.Network.Fifos.size(), 4u);
  EXPECT_EQ(Each.Launches.Network.Fifos[3].Name, "l[3]");
  EXPECT_EQ(tokensOf(Each.Launches.Network, 3, true), 20u);
  // Written in 2 + k, read in 3 + k: one late, of 20 + 1 + 2.
  EXPECT_EQ(R.Cycles, 23 + 1);
  EXPECT_EQ(Each.Cycles, R.Cycles);
}

TEST(LaunchNetwork, WhatIsNotFollowedIsNamed) {
  auto Reason = [](KernelSummary Changed) {
    Group G;
    G.add(produce(100));
    G.add(std::move(Changed));
    const JoinedRun R = G.run();
    EXPECT_FALSE(R.Cycles);
    return R.Launches.Missing.empty() ? "" : R.Launches.Missing[0].Reason;
  };
  KernelSummary K = consume(100);
  K.UsesWorkItemIds = true;
  EXPECT_EQ(Reason(K), "consume has work-items, in an order of their own");
  K = consume(100);
  K.Tallies.emplace_back().Name = "__fpga_channel_ready";
  EXPECT_EQ(Reason(K), "consume does not wait for its channels");
  K = consume(100);
  K.Blocks[0].When.IsOfData = true;
  EXPECT_EQ(Reason(K), "data decide whether c is read");
  EXPECT_EQ(Reason(produce(100)), "produce is launched twice");
  KernelBuilder Alone("alone");
  Alone.loop(2, 4);
  Alone.op("add");
  EXPECT_EQ(Reason(Alone.K), "none of the launches reads c");
}

} // namespace
