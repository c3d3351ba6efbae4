// Random networks, run and simulated clock by clock.
#include "CycleByCycle.h"

#include "roofline/Dataflow/DataflowRun.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;

namespace {

class Generator {
public:
  Generator(unsigned Seed, StallStyle Style) : Random(Seed), Style(Style) {}

  PlainNetwork network() {
    PlainNetwork N;
    const unsigned NumProcesses = upTo(2, 5);
    for (unsigned P = 0; P < NumProcesses; ++P) {
      PlainProcess To;
      To.Style = Style;
      const bool IsMixed = Style == StallStyle::Flushes && upTo(0, 3) == 0;
      if (IsMixed)
        To.Style = StallStyle::Freezes;
      const unsigned NumNests =
          To.Style == StallStyle::Flushes ? 1 : upTo(1, 4) / 4 + 1;
      for (unsigned I = 0; I < NumNests; ++I)
        To.Nests.push_back(
            {upTo(1, 6) * upTo(1, 8), upTo(1, 6) / 4 + 1, upTo(4, 12), {}});
      N.Processes.push_back(To);
    }
    for (unsigned P = 1; P < NumProcesses; ++P)
      join(N, upTo(0, P - 1), P);
    for (unsigned More = upTo(0, 3); More > 0; --More) {
      unsigned To = upTo(1, NumProcesses - 1);
      join(N, upTo(0, To - 1), To);
    }
    if (upTo(0, 5) == 0) // feedback
      join(N, NumProcesses - 1, 0);
    return N;
  }

  unsigned upTo(unsigned Least, unsigned Most) {
    return std::uniform_int_distribution<unsigned>(Least, Most)(Random);
  }

private:
  /// Count of Trips iterations: at the beginning, the end, evenly or anywhere.
  std::vector<bool> choose(uint64_t Trips, uint64_t Count) {
    std::vector<bool> Chosen(Trips);
    const unsigned Form = upTo(0, 3);
    for (uint64_t I = 0; I < Count; ++I)
      Chosen[Form == 0   ? I
             : Form == 1 ? Trips - 1 - I
                         : I * (Trips / Count)] = true;
    if (Form == 3)
      std::shuffle(Chosen.begin(), Chosen.end(), Random);
    return Chosen;
  }

  void join(PlainNetwork &N, unsigned From, unsigned To) {
    if (upTo(0, 7) == 0 && From < To) {
      N.Arrays.push_back({"a", From, {To}, upTo(1, 2), {}});
      return;
    }
    PlainNest &Writer = anyNest(N.Processes[From]);
    PlainNest &Reader = anyNest(N.Processes[To]);
    Fifo F;
    F.Depth = upTo(0, 1) ? upTo(1, 6) : upTo(6, 40);
    F.Latency = upTo(1, 4) / 4 + 1;
    const auto Id = uint32_t(N.Fifos.size());
    N.Fifos.push_back(F);
    uint64_t Count = std::min(Writer.Trips, Reader.Trips);
    if (upTo(0, 3) == 0)
      Count = upTo(1, unsigned(Count));
    Writer.Accesses.push_back(
        {Id, true, upTo(2, Writer.Depth - 1), choose(Writer.Trips, Count)});
    const bool IsShort = upTo(0, 30) == 0 && Count > 1;
    Reader.Accesses.push_back(
        {Id, false, upTo(0, 2), choose(Reader.Trips, Count - IsShort)});
  }

  PlainNest &anyNest(PlainProcess &P) {
    return P.Nests[upTo(0, unsigned(P.Nests.size()) - 1)];
  }

  std::mt19937 Random;
  StallStyle Style;
};

PlainResult resultOf(const DataflowRun &R) {
  PlainResult To;
  To.IsDeadlock = R.isDeadlock();
  To.Cycles = R.Cycles;
  for (const ProcessRun &P : R.Processes)
    To.Dones.push_back(P.Done);
  To.Peaks = R.Peaks;
  return To;
}

void compare(StallStyle Style, unsigned NumSeeds) {
  unsigned Deadlocks = 0;
  for (unsigned Seed = 0; Seed < NumSeeds; ++Seed) {
    Generator G(Seed, Style);
    const PlainNetwork Plain = G.network();
    const unsigned Calls = G.upTo(1, 3);
    const DataflowNetwork N = networkOf(Plain);
    ASSERT_EQ(checkNetwork(N), std::nullopt) << "seed " << Seed;
    const PlainResult Expected = simulateByCycle(Plain, Calls);
    Deadlocks += Expected.IsDeadlock;
    for (bool Jumps : {true, false}) {
      const PlainResult Found = resultOf(runDataflow(N, {Calls, Jumps}));
      EXPECT_EQ(Found.IsDeadlock, Expected.IsDeadlock) << "seed " << Seed;
      EXPECT_EQ(Found.Dones, Expected.Dones) << "seed " << Seed;
      EXPECT_EQ(Found.Peaks, Expected.Peaks) << "seed " << Seed;
    }
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(Deadlocks, NumSeeds / 20);
  EXPECT_LT(Deadlocks, NumSeeds / 2);
}

TEST(RandomNetworks, FreezingPipelines) { compare(StallStyle::Freezes, 2000); }

TEST(RandomNetworks, FlushingPipelines) { compare(StallStyle::Flushes, 2000); }

/// Few iterations are the walk's, many the jump's.
TEST(RandomNetworks, JumpsChangeNothing) {
  uint64_t Walked = 0, Jumped = 0;
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    Generator G(Seed, StallStyle::Freezes);
    DataflowNetwork N = networkOf(G.network());
    const uint64_t Times = G.upTo(3, 200);
    for (DataflowProcess &P : N.Processes) {
      const uint64_t Row = P.Cycles;
      for (FifoAccess &A : P.Accesses) {
        if (A.Issues.size() > 1) {
          // Several parts cannot be repeated as one pattern.
          std::vector<CycleProgression> Parts;
          for (uint64_t I = 0; I < Times; ++I)
            for (CycleProgression Part : A.Issues) {
              Part.First += I * Row;
              Parts.push_back(Part);
            }
          A.Issues = Parts;
          continue;
        }
        A.Issues[0].Levels.insert(A.Issues[0].Levels.begin(), {Times, Row});
        A.Issues[0] = shortest(A.Issues[0]);
      }
      P.Cycles = Row * Times;
    }
    ASSERT_EQ(checkNetwork(N), std::nullopt) << "seed " << Seed;
    DataflowRun Jumping = runDataflow(N);
    DataflowRun Walking = runDataflow(N, {1, false});
    Walked += Walking.NumEvents;
    Jumped += Jumping.NumEvents;
    Walking.NumEvents = Jumping.NumEvents;
    EXPECT_EQ(Jumping, Walking) << "seed " << Seed;
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_LT(Jumped, Walked / 4 * 3);
}

} // namespace
