// When a process reads and writes its channels, in its local cycles.
#include "Schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofline::dataflow {
namespace {

/// [cycle] Rule 3: from the last stage of a nest to the first issue of the one
/// behind it. Exact in 15 of 15 processes of two nests.
constexpr uint64_t NestGap = 4;

/// [cycle] Rule 4: stages of accesses, in a pipeline of depth d: 1 and d - 2.
constexpr uint32_t ReadStage = 1, WriteLead = 2;

/// Streams of one process that stand side by side, in one cycle of its local
/// time each.
constexpr uint64_t MostSideBySide = 64;

void collectPlaces(const KernelSummary &K, uint32_t Node,
                   std::vector<uint32_t> &Around, KernelPlaces &P) {
  const roofline::Node &Here = K.Nodes[Node];
  if (Here.K == Node::Kind::Block)
    P.LoopsAround[Here.Index] = Around;
  if (Here.K == Node::Kind::Loop) {
    if (!Around.empty())
      P.Inner[Around.back()].push_back(Here.Index);
    Around.push_back(Here.Index);
  }
  for (uint32_t Child : Here.Children)
    collectPlaces(K, Child, Around, P);
  if (Here.K == Node::Kind::Loop)
    Around.pop_back();
}

/// 1 where the iteration number of \p Loop is below its trip count.
Expr isBelowTrip(const KernelSummary &K, uint32_t Loop) {
  return max(Expr::constant(0),
             min(Expr::constant(1),
                 K.Loops[Loop].Trip.Count - Expr::symbol(symbolOfLoop(Loop))));
}

class Scheduler {
public:
  Scheduler(const ScheduleRequest &R, const DataflowNetwork &N,
            DataflowProcess &P, std::vector<Unknown> &Missing)
      : R(R), K(*R.Kernel), N(N), P(P), Missing(Missing) {}

  void run() {
    uint64_t Clock = 1;
    for (uint32_t Loop : R.Loops) {
      const uint64_t Gap = Clock > 1 ? NestGap : 0;
      if (const uint64_t Length = addLoop(Loop, Clock + Gap, {}))
        Clock += Gap + Length;
    }
    if (Clock < 3)
      miss("no loop of " + P.Name +
               " is left, and its straight code is not followed",
           P.Loc);
    P.Cycles = std::max<uint64_t>(Clock, 2);
    for (const FifoAccess &A : P.Accesses)
      for (const CycleProgression &Part : A.Issues)
        P.Cycles = std::max(P.Cycles, lastOf(Part) + A.Stage + 1);
  }

private:
  const VitisLoop &timing(uint32_t Loop) const { return (*R.Timing)[Loop]; }

  static uint64_t wholeCycles(double Cycles) {
    return uint64_t(std::max(1.0, std::round(Cycles)));
  }

  uint64_t entriesOf(uint32_t Loop) const {
    const VitisLoop &T = timing(Loop);
    return wholeCycles(std::ceil(T.MostTrip / double(T.Factor)));
  }

  /// Loops that are left directly inside of \p Loop.
  std::vector<uint32_t> remainingIn(uint32_t Loop) const {
    std::vector<uint32_t> Result;
    for (uint32_t Inner : R.Places->Inner[Loop]) {
      if (!timing(Inner).IsUnrolledInFull) {
        Result.push_back(Inner);
        continue;
      }
      std::vector<uint32_t> Below = remainingIn(Inner);
      Result.insert(Result.end(), Below.begin(), Below.end());
    }
    return Result;
  }

  /// Adds the accesses of \p Loop, which is entered at \p Clock. Returns how
  /// long it takes: until after its last stage.
  uint64_t addLoop(uint32_t Loop, uint64_t Clock,
                   std::vector<PatternLevel> Around) {
    if (timing(Loop).MostTrip < 1)
      return 0;
    if (timing(Loop).IsUnrolledInFull && remainingIn(Loop).empty())
      return addStraight(Loop, Clock, Around);
    std::vector<uint32_t> Spine{Loop};
    while (timing(Spine.back()).IsFlattened) {
      std::vector<uint32_t> Inner = remainingIn(Spine.back());
      if (Inner.size() != 1)
        break;
      Spine.push_back(Inner.front());
    }
    const VitisLoop &Last = timing(Spine.back());
    if (!Last.IsPipelined && !remainingIn(Loop).empty())
      return addSequence(Loop, Clock, std::move(Around));
    const uint64_t Interval =
        wholeCycles(Last.IsPipelined ? Last.Interval : Last.Depth);
    uint64_t Step = Interval;
    std::vector<PatternLevel> Levels;
    for (size_t I = Spine.size(); I-- > 0;) {
      Levels.insert(Levels.begin(), {Spine[I], entriesOf(Spine[I]), Step,
                                     timing(Spine[I]).Factor});
      Step *= Levels.front().Count;
    }
    // Rule 3: (trip - 1) II + depth + 1 cycles from start to done.
    const uint64_t LastIssue = Step - Interval;
    const uint64_t Whole = wholeCycles(timing(Loop).Latency.Most);
    const uint64_t Depth = std::max(Whole, LastIssue + 3) - LastIssue - 1;
    Levels.insert(Levels.begin(), Around.begin(), Around.end());
    for (const FifoUse &Use : R.Uses)
      if (!IsMeasured && isIn(Use, Loop))
        addUse(Use, Clock, Levels, Interval, Depth);
    return LastIssue + Depth;
  }

  /// A loop that is gone: all its accesses come together.
  uint64_t addStraight(uint32_t Loop, uint64_t Clock,
                       const std::vector<PatternLevel> &Around) {
    const bool IsSilent = std::ranges::none_of(
        R.Uses, [&](const FifoUse &Use) { return isIn(Use, Loop); });
    for (const FifoUse &Use : R.Uses)
      if (!IsMeasured && isIn(Use, Loop))
        addUse(Use, Clock, Around, 1, 1);
    return IsSilent ? 0 : 1;
  }

  /// An outer loop whose body is a sequence.
  uint64_t addSequence(uint32_t Loop, uint64_t Clock,
                       std::vector<PatternLevel> Around) {
    const std::vector<uint32_t> Inner = remainingIn(Loop);
    const uint64_t Body =
        std::max(wholeCycles(timing(Loop).Depth), lengthOf(Inner));
    // Copies of an outer loop's body follow each other.
    const uint64_t Entries = wholeCycles(timing(Loop).MostTrip);
    Around.push_back({Loop, Entries, Body, 1});
    for (const FifoUse &Use : R.Uses)
      if (!IsMeasured && isIn(Use, Loop) &&
          std::ranges::none_of(Inner, [&](uint32_t I) { return isIn(Use, I); }))
        addUse(Use, Clock, Around, Body, Body);
    uint64_t Inside = Clock;
    for (uint32_t I : Inner)
      Inside += addLoop(I, Inside, Around) + NestGap;
    return Body * Entries;
  }

  /// [cycle] of \p Loops one after another.
  uint64_t lengthOf(const std::vector<uint32_t> &Loops) {
    const bool WasMeasured = std::exchange(IsMeasured, true);
    uint64_t Sum = 0;
    for (uint32_t Loop : Loops)
      Sum += addLoop(Loop, 0, {}) + NestGap;
    IsMeasured = WasMeasured;
    return Sum;
  }

  const std::vector<uint32_t> &loopsAround(const FifoUse &Use) const {
    return R.Places->LoopsAround[R.Places->BlockOfOperation[Use.Operation]];
  }

  bool isIn(const FifoUse &Use, uint32_t Loop) const {
    return std::ranges::count(loopsAround(Use), Loop) != 0;
  }

  void miss(const std::string &Text, const SourceLocation &Loc) {
    Missing.push_back({Unknown::Kind::ControlFlow, Text, Loc});
  }

  /// Adds the conditions under which \p Use runs; false where data decide.
  bool addConditions(const FifoUse &Use, PatternRequest &Pattern) {
    auto Add = [&](const Guard &When) {
      if (!When.Form.isConstant(1))
        Pattern.Conditions.push_back(When.Form);
      if (!When.IsOfData)
        return true;
      miss("data decide whether " + N.Fifos[Use.Fifo].Name + " is " +
               (Use.IsWrite ? "written" : "read"),
           When.DataLoc);
      return false;
    };
    if (!Add(K.Blocks[R.Places->BlockOfOperation[Use.Operation]].When))
      return false;
    return std::ranges::all_of(loopsAround(Use), [&](uint32_t Loop) {
      if (variesWithLoops(K, Loop))
        Pattern.Conditions.push_back(isBelowTrip(K, Loop));
      return Add(K.Loops[Loop].When);
    });
  }

  void addUse(const FifoUse &Use, uint64_t Clock,
              const std::vector<PatternLevel> &Levels, uint64_t Interval,
              uint64_t Depth) {
    PatternRequest Pattern;
    Pattern.Levels = Levels;
    if (!addConditions(Use, Pattern))
      return;
    uint64_t NumLanes = 1;
    for (uint32_t Loop : loopsAround(Use)) {
      const VitisLoop &T = timing(Loop);
      auto Level = std::ranges::find(Levels, Loop, &PatternLevel::Loop);
      NumLanes *= Level == Levels.end() ? T.Factor : Level->Factor;
      if (T.IsUnrolledInFull && Level == Levels.end())
        Pattern.Lanes.push_back({Loop, uint64_t(T.MostTrip)});
    }
    const SourceLocation &Loc = K.Operations[Use.Operation].Loc;
    const Fifo &F = N.Fifos[Use.Fifo];
    // Each lane has a FIFO of its own, or takes its turn.
    const uint64_t NumTurns = F.Lanes > 1 ? 1 : NumLanes;
    if (F.Lanes > 1 && NumLanes < F.Lanes)
      return miss("which of the " + std::to_string(F.Lanes) + " streams of " +
                      F.Name + " is meant is not followed",
                  Loc);
    auto Parts = patternOf(Pattern);
    if (!Parts || NumTurns > MostSideBySide)
      return miss("in which iterations " + F.Name + " is " +
                      (Use.IsWrite ? "written" : "read") + " is not followed",
                  Loc);
    for (CycleProgression &Part : *Parts)
      Part.First += Clock;
    const uint64_t Stage =
        Use.IsWrite ? std::max<uint64_t>(Depth, WriteLead + 1) - WriteLead
                    : ReadStage;
    for (std::vector<CycleProgression> &List : increasing(std::move(*Parts)))
      for (uint64_t Turn = 0; Turn < NumTurns; ++Turn)
        P.Accesses.push_back({Use.Fifo, Use.IsWrite, uint32_t(Stage + Turn),
                              uint32_t(Interval), List, Loc});
  }

  const ScheduleRequest &R;
  const KernelSummary &K;
  const DataflowNetwork &N;
  DataflowProcess &P;
  std::vector<Unknown> &Missing;
  bool IsMeasured = false; ///< accesses are left out
};

} // namespace

KernelPlaces::KernelPlaces(const KernelSummary &K)
    : LoopsAround(K.Blocks.size()), BlockOfOperation(K.Operations.size()),
      Inner(K.Loops.size()) {
  std::vector<uint32_t> Around;
  collectPlaces(K, K.Root, Around, *this);
  for (uint32_t Block = 0; Block < K.Blocks.size(); ++Block)
    for (uint32_t I = 0; I < K.Blocks[Block].NumOperations; ++I)
      BlockOfOperation[K.Blocks[Block].FirstOperation + I] = Block;
}

bool variesWithLoops(const KernelSummary &K, uint32_t Loop) {
  const TripCount &Trip = K.Loops[Loop].Trip;
  return Trip.K == TripCount::Kind::Exact && !Trip.Count.isConstant() &&
         std::ranges::all_of(symbols(Trip.Count), [](const std::string &S) {
           return loopOfSymbol(S).has_value();
         });
}

void scheduleProcess(const ScheduleRequest &R, const DataflowNetwork &N,
                     DataflowProcess &P, std::vector<Unknown> &Missing) {
  Scheduler(R, N, P, Missing).run();
}

} // namespace roofline::dataflow
