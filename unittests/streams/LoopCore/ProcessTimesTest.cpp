// Random networks of processes with short channels: predicted cycles beside
// those of the netlist.
#include "LoopLeaves.h"

#include "roofline/Base/LowMask.h"
#include "roofline/LoopCore/LoopNetlist.h"
#include "roofline/LoopCore/ProcessTimes.h"
#include "roofline/LoopCore/VerifyLoopNetlist.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

using namespace roofline;

namespace {

constexpr uint64_t Elements = 16; ///< of each channel and port
constexpr ValueType Bit = {ScalarKind::Int, 1, 1};

/// Leaves of random processes. Each adds up what it takes, an element of each
/// of its channels every few iterations, and gives its sums.
class RandomNetwork {
public:
  explicit RandomNetwork(uint64_t Seed) : Random(Seed) {
    const uint32_t NumProcesses = 2 + below(3);
    const uint32_t NumLeaves = NumProcesses + below(3);
    for (uint32_t I = 0; I < NumLeaves; ++I) {
      K.Leaves.emplace_back();
      K.Leaves[I].Process = I < NumProcesses ? I : below(NumProcesses);
      Loads.emplace_back();
      Stores.emplace_back();
      K.Root.Children.push_back(leafRegion(I));
    }
    for (uint32_t To = 1; To < NumLeaves; ++To)
      for (uint32_t From = 0; From < To; ++From)
        if (K.Leaves[From].Process != K.Leaves[To].Process && below(3) > 0) {
          Loads[To].push_back(addMemory(LoopMemoryKind::Channel));
          Stores[From].push_back(Loads[To].back());
          K.Memories.back().Words = Elements;
        }
    for (uint32_t I = 0; I < NumLeaves; ++I) {
      Stores[I].push_back(addMemory(LoopMemoryKind::Output));
      K.Ports.push_back(
          {Stores[I].back(), K.Memories.back().Name, 0, {{Elements, 1}}});
      fill(I);
    }
  }

  void setWords() {
    for (LoopMemory &M : K.Memories)
      if (M.Kind == LoopMemoryKind::Channel)
        M.Words = uint64_t(2) << below(4);
  }

  LoopKernel K;
  std::mt19937_64 Random;

private:
  std::vector<std::vector<uint32_t>> Loads, Stores; ///< memories, by leaf

  uint32_t below(uint32_t End) { return uint32_t(Random() % End); }

  uint32_t addMemory(LoopMemoryKind Kind) {
    const auto M = uint32_t(K.Memories.size());
    K.Memories.push_back({"m" + std::to_string(M), Word, Kind, 0, {}, {}});
    return M;
  }

  void fill(uint32_t Index) {
    LoopLeaf &L = K.Leaves[Index];
    const uint32_t Each = 1 + below(4);
    L.Levels = {{Elements, {}}, {Each, {}}};
    const ValueType Count = {ScalarKind::Int, uint16_t(bitsFor(Each - 1)), 1};
    const uint32_t Inner = addSource(L, LoopSourceKind::Counter, 1, Count);
    auto Turn = [&] {
      const uint32_t Of =
          addNode(L, DatapathOp::Constant, {}, below(Each), Count);
      return addNode(L, DatapathOp::Equal, {Inner, Of}, 0, Bit);
    };
    const uint32_t Zero = addNode(L, DatapathOp::Constant, {});
    const uint32_t IsFirst = addSource(L, LoopSourceKind::First, 0, Bit);
    uint32_t Sum = addSource(L, LoopSourceKind::Carried, 0, Word);
    Sum = addNode(L, DatapathOp::Select, {IsFirst, Zero, Sum});
    for (uint32_t M : Loads[Index]) {
      const uint32_t Is = Turn();
      const uint32_t Came =
          addSource(L, LoopSourceKind::Word, uint32_t(L.Accesses.size()), Word);
      L.Accesses.push_back({M, Zero, {}, Is, {}});
      Sum = addNode(L, DatapathOp::Add,
                    {Sum, addNode(L, DatapathOp::Select, {Is, Came, Zero})});
    }
    Sum = addNode(L, DatapathOp::Add,
                  {Sum, addNode(L, DatapathOp::Constant, {}, Index + 1)});
    L.Carried = {{Word, Sum}};
    for (uint32_t M : Stores[Index]) {
      const uint32_t Given =
          below(2) ? Sum : addNode(L, DatapathOp::Mul, {Sum, Sum});
      L.Accesses.push_back({M, Zero, Given, Turn(), {}});
    }
  }
};

StreamMemory memoryOf(const LoopKernel &K) {
  StreamMemory M;
  for (const LoopPort &P : K.Ports)
    M.Buffers.push_back({P.Buffer, std::vector<uint64_t>(Elements)});
  return M;
}

/// The netlist runs as long as was predicted, or stops where it was to stop.
void compare(const LoopKernel &K, const LoopSchedule &S, uint64_t Seed) {
  const StreamMemory Before = memoryOf(K);
  StreamMemory After = Before;
  ASSERT_EQ(evaluate(K, After).Problem, std::nullopt);
  const auto Cycles = cyclesOfProcesses(K, S, Before);
  const Netlist N = loopNetlist(K, S, "network");
  ASSERT_EQ(checkNetlist(N), std::nullopt);
  if (!Cycles) {
    const auto Problem = verifyLoopNetlist(K, N, Before, After, {{}, 40});
    ASSERT_TRUE(Problem);
    EXPECT_EQ(Problem->substr(0, 8), "not done");
    return;
  }
  EXPECT_EQ(verifyLoopNetlist(K, N, Before, After, {{}, *Cycles}),
            std::nullopt);
  EXPECT_EQ(verifyLoopNetlist(K, N, Before, After, {Seed, *Cycles}),
            std::nullopt);
}

TEST(ProcessTimesTest, NetlistsTakeThePredictedCycles) {
  unsigned Stopped = 0;
  for (uint64_t Seed = 1; Seed <= 300; ++Seed) {
    SCOPED_TRACE(Seed);
    RandomNetwork Network(Seed);
    LoopKernel &K = Network.K;
    ASSERT_EQ(checkLoopKernel(K), std::nullopt);
    const LoopSchedule S = scheduleLoops(K, factsOf(K, memoryOf(K)));
    Network.setWords();
    Stopped += !cyclesOfProcesses(K, S, memoryOf(K));
    compare(K, S, Seed);
  }
  EXPECT_GT(Stopped, 10u); // both kinds are there
  EXPECT_LT(Stopped, 150u);
}

TEST(ProcessTimesTest, ChannelsHaveTheLeastWords) {
  for (uint64_t Seed = 1001; Seed <= 1060; ++Seed) {
    SCOPED_TRACE(Seed);
    LoopKernel K = RandomNetwork(Seed).K;
    const LoopSchedule S = scheduleLoops(K, factsOf(K, memoryOf(K)));
    const auto WithRoom = cyclesOfProcesses(K, S, memoryOf(K));
    const uint64_t Cycles = fitChannels(K, S, memoryOf(K));
    EXPECT_EQ(WithRoom, Cycles);
    compare(K, S, Seed);
    for (LoopMemory &M : K.Memories) {
      if (M.Kind != LoopMemoryKind::Channel || M.Words == 2)
        continue;
      M.Words /= 2;
      EXPECT_NE(cyclesOfProcesses(K, S, memoryOf(K)), Cycles) << M.Name;
      M.Words *= 2;
    }
  }
}

} // namespace
