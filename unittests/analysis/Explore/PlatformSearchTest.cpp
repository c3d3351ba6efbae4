// The search equals brute force: every mapping, one by one, priced anew here.
#include "RandomSystem.h"

#include "roofline/Explore/PlatformSearch.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace roofline;

namespace {

constexpr double Infinite = std::numeric_limits<double>::infinity();

double bandwidth(const SystemUnit &U, std::string_view Name) {
  for (const DataSource &D : U.Unit.Sources)
    if (D.Name == Name)
      return D.Bandwidth.Theoretical->Value.value();
  return 0;
}

/// [s] of the operations, infinite where a ceiling is missing: for each kind
/// the fastest ceiling that covers it, for a mixture the slowest type's.
double computeTime(const SystemUnit &U, const Workload &W,
                   const std::vector<std::string> &Types) {
  double Time = 0;
  for (const auto &[Key, Number] : W.Operations) {
    double Slowest = Infinite;
    for (const std::string &T :
         Key.first.empty() ? Types : std::vector<std::string>{Key.first}) {
      double Fastest = 0;
      for (const Ceiling &C : U.Unit.Ceilings)
        if (C.Types.front() == T &&
            (C.Operations.empty() || C.Operations.front() == Key.second))
          Fastest = std::max(Fastest, C.Peak.Theoretical->Value.value());
      Slowest = std::min(Slowest, Fastest);
    }
    Time += Slowest > 0 ? Number / Slowest : Infinite;
  }
  return Time;
}

bool mayRun(const System &S, const SystemUnit &U, size_t B) {
  const SystemBlock &Block = S.Blocks[B];
  bool Strict = U.Unit.K == ProcessingUnit::Kind::Gpu ||
                U.Unit.K == ProcessingUnit::Kind::Fpga;
  if (Strict ? *Block.Parallelism <= U.Parallelism->Value
             : *Block.Parallelism < U.Parallelism->Value)
    return false;
  for (const std::string &T : Block.Types)
    if (std::none_of(U.Unit.Ceilings.begin(), U.Unit.Ceilings.end(),
                     [&](const Ceiling &C) { return C.Types.front() == T; }))
      return false;
  return true;
}

/// Risk of one unit that runs the blocks \p Blocks of a mapping, with the best
/// of all sets of pipelined edges.
double unitRisk(const System &S, const SystemUnit &U, BlockSet Blocks) {
  double Rate = S.FrameRate.value(), Compute = 0, Memory = 0, Bus = 0;
  double Room = 0;
  for (const DataSource &D : U.Unit.Sources)
    if (D.Capacity)
      Room = D.Capacity->Value.value();
  for (size_t B = 0; B < S.Blocks.size(); ++B) {
    if (!(Blocks >> B & 1))
      continue;
    if (!mayRun(S, U, B))
      return Infinite;
    Compute += Rate * computeTime(U, S.Blocks[B].Work, S.Blocks[B].Types);
    for (const auto &[Name, Number] : S.Blocks[B].Work.Bytes)
      Memory += Rate * Number / bandwidth(U, Name);
    Room -= S.Blocks[B].InternalMemory.value();
  }
  if (Room < 0)
    return Infinite;
  std::vector<const SystemEdge *> Inside;
  for (const SystemEdge &E : S.Edges) {
    unsigned Ends = (Blocks >> E.Source & 1) + (Blocks >> E.Target & 1);
    if (Ends == 1)
      Bus += Rate * E.PerFrame.value() / bandwidth(U, "interconnect");
    if (Ends == 2 && E.Buffer)
      Inside.push_back(&E);
  }
  double Best = Infinite;
  for (unsigned Set = 0; Set < 1u << Inside.size(); ++Set) {
    double C = Compute, M = Memory, Left = Room;
    for (size_t I = 0; I < Inside.size(); ++I) {
      if (!(Set >> I & 1))
        continue;
      const SystemEdge &E = *Inside[I];
      C += Rate * computeTime(U, E.Synchronisation, S.Blocks[E.Target].Types);
      M -= Rate * 2 * E.PerFrame.value() *
           (1 / bandwidth(U, "external") - 1 / bandwidth(U, "internal"));
      Left -= E.Buffer->value();
    }
    if (Left >= 0)
      Best = std::min(Best, std::max({C, M, Bus}));
  }
  return Best;
}

struct Point {
  double Risk = 0, Cost = 0, Power = 0;
};

struct BruteForce {
  std::vector<Point> Feasible;
  double NumMeetRate = 0;
  std::vector<Point> Front;
};

/// All (units)^(blocks) mappings, exchanges of equal units once.
BruteForce bruteForce(const System &S) {
  BruteForce Result;
  std::vector<uint32_t> Instances; // to unit
  for (uint32_t U = 0; U < S.Units.size(); ++U)
    Instances.insert(Instances.end(), S.Units[U].Count, U);
  std::set<std::vector<std::pair<uint32_t, BlockSet>>> Seen;
  std::vector<size_t> Where(S.Blocks.size());
  for (;;) {
    std::vector<std::pair<uint32_t, BlockSet>> Used;
    for (size_t I = 0; I < Instances.size(); ++I) {
      BlockSet Blocks = 0;
      for (size_t B = 0; B < Where.size(); ++B)
        Blocks |= BlockSet(Where[B] == I) << B;
      if (Blocks)
        Used.emplace_back(Instances[I], Blocks);
    }
    std::sort(Used.begin(), Used.end());
    if (Seen.insert(Used).second) {
      Point P;
      for (auto [U, On] : Used) {
        P.Risk = std::max(P.Risk, unitRisk(S, S.Units[U], On));
        P.Cost += S.Units[U].Cost->Value;
        P.Power += S.Units[U].Power->Value.value();
      }
      Result.NumMeetRate += P.Risk < 1;
      if (P.Risk < 1 && (!S.MaxCost || P.Cost <= *S.MaxCost) &&
          (!S.MaxPower || P.Power <= S.MaxPower->value()))
        Result.Feasible.push_back(P);
    }
    size_t B = 0;
    while (B < Where.size() && ++Where[B] == Instances.size())
      Where[B++] = 0;
    if (B == Where.size())
      break;
  }
  auto By = [](const Point &A, const Point &B) {
    return std::tie(A.Risk, A.Cost, A.Power) <
           std::tie(B.Risk, B.Cost, B.Power);
  };
  std::sort(Result.Feasible.begin(), Result.Feasible.end(), By);
  for (const Point &P : Result.Feasible) // Risk does not fall along them.
    if (std::none_of(Result.Front.begin(), Result.Front.end(),
                     [&](const Point &K) {
                       return K.Cost <= P.Cost && K.Power <= P.Power;
                     }))
      Result.Front.push_back(P);
  return Result;
}

void expectSame(const std::vector<Mapping> &Found,
                const std::vector<Point> &Expected) {
  ASSERT_EQ(Found.size(), Expected.size());
  for (size_t I = 0; I < Found.size(); ++I) {
    EXPECT_NEAR(Found[I].Risk, Expected[I].Risk, 1e-9);
    EXPECT_EQ(Found[I].Cost, Expected[I].Cost);
    EXPECT_EQ(Found[I].Power, Expected[I].Power);
  }
}

/// A mapping of the result is what it says: every block once, on units that
/// cost and risk so much.
void expectLegal(const System &S, const PlatformResult &R, const Mapping &M) {
  BlockSet All = 0;
  double Risk = 0;
  for (size_t I = 0; I < M.Blocks.size(); ++I) {
    EXPECT_EQ(All & M.Blocks[I], 0u);
    All |= M.Blocks[I];
    if (M.Blocks[I])
      Risk = std::max(Risk,
                      unitRisk(S, S.Units[R.Instances[I].Unit], M.Blocks[I]));
  }
  EXPECT_EQ(All, (1u << S.Blocks.size()) - 1);
  EXPECT_NEAR(Risk, M.Risk, 1e-9);
}

TEST(PlatformSearch, EqualsBruteForce) {
  size_t WithFront = 0, WithLimits = 0, Pipelined = 0;
  for (uint64_t Seed = 0; Seed < 6000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomSystemOptions O;
    O.Blocks = 1 + Seed % 5;
    O.Units = 1 + Seed / 5 % 4;
    O.MaxCount = 1 + Seed / 20 % 3;
    O.Load = 0.5 + double(Seed % 7) * 0.4;
    O.Edges = double(Seed % 3) * 0.4;
    O.Typed = Seed % 2 ? 0.4 : 0.05;
    System S = randomSystem(Seed, O);
    size_t Instances = 0;
    for (const SystemUnit &U : S.Units)
      Instances += U.Count;
    if (std::pow(Instances, O.Blocks) > 20000)
      continue;
    BruteForce Expected = bruteForce(S);
    PlatformOptions Options;
    Options.MaxListed = 100000;
    PlatformResult R = choosePlatform(S, Options);
    EXPECT_EQ(R.NumMeetRate, Expected.NumMeetRate);
    expectSame(R.Front, Expected.Front);
    expectSame(R.Feasible, Expected.Feasible);
    for (const Mapping &M : R.Front) {
      expectLegal(S, R, M);
      EXPECT_NE(std::find(R.Feasible.begin(), R.Feasible.end(), M),
                R.Feasible.end());
    }
    EXPECT_EQ(R.WhyNone.empty(), !R.Front.empty());
    WithFront += !R.Front.empty();
    WithLimits += R.Feasible.size() < R.NumMeetRate;
    for (const Mapping &M : R.Front)
      for (size_t I = 0; I < M.Blocks.size(); ++I)
        Pipelined +=
            loadOf(R.Prices[R.Instances[I].Unit], M.Blocks[I]).Pipelined != 0;
  }
  // The systems are worth searching.
  EXPECT_GT(WithFront, 1000u);
  EXPECT_GT(WithLimits, 200u);
  EXPECT_GT(Pipelined, 200u);
}

/// Two blocks on a unit that there are two of: together, or one each.
TEST(PlatformSearch, EqualUnitsAreInterchangeable) {
  RandomSystemOptions O;
  O.Blocks = 2;
  O.Units = 1;
  O.MaxCount = 1;
  O.Edges = O.Limits = O.Typed = 0;
  O.Load = 0.1;
  System S = randomSystem(1, O);
  S.Units[0].Count = 2;
  S.Units[0].Parallelism = {0, ""};
  for (SystemBlock &B : S.Blocks)
    B.InternalMemory = Bytes(0);
  EXPECT_EQ(choosePlatform(S, {}).NumMeetRate, 2);
}

} // namespace
