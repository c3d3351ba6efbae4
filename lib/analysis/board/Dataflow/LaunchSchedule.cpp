// When a launch of a single work-item accesses its channels.
//
/// \file
/// The model "board" adds up the passes of all pipelines, and the depth of each
/// pipeline once: iterations of an outer loop follow each other without a gap.
/// So an outer iteration takes its own interval and those of the loops inside.
/// All issue in the order of the source; the depth of the code and of the loops
/// before an access is in its stage.
#include "LaunchSchedule.h"

#include "Accesses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>

namespace roofline::dataflow {
namespace {

/// Shares by which the passes of a schedule may differ from those of the
/// model's replay, and an interval from that of the pipeline.
constexpr double PassTolerance = 0.01, IntervalTolerance = 0.005;

class LaunchScheduler {
public:
  LaunchScheduler(const ScheduleRequest &R, const RunningLaunch &Launch,
                  const DataflowNetwork &N, DataflowProcess &P,
                  std::vector<Unknown> &Missing)
      : R(R), K(*R.Kernel), Launch(Launch), E(*Launch.Board), P(P),
        Accesses(R, N, P, Missing) {
    for (const Pipeline &Each : E.Pipelines)
      Pipelines[Each.Loop] = &Each;
    findMemoryFactor();
  }

  std::vector<PacedPipeline> run() {
    Part Body;
    collect(K.Root, Body);
    const uint64_t Passes = addPart(std::nullopt, Body, 1, 0, {});
    P.Cycles = Passes + uint64_t(std::llround(Depths));
    for (const FifoAccess &A : P.Accesses)
      for (const CycleProgression &Each : A.Issues)
        P.Cycles = std::max(P.Cycles, lastOf(Each) + A.Stage + 1);
    return std::move(Paced);
  }

private:
  /// Code of one pipeline.
  struct Part {
    std::vector<uint32_t> Inner; ///< loops with pipelines of their own
    /// Number of Inner that stand before each block.
    std::map<uint32_t, size_t> LoopsBefore;
  };

  const VitisLoop &timing(uint32_t Loop) const { return (*R.Timing)[Loop]; }

  void collect(uint32_t Id, Part &To) const {
    const Node &Here = K.Nodes[Id];
    if (Here.K == Node::Kind::Block)
      To.LoopsBefore[Here.Index] = To.Inner.size();
    if (Here.K == Node::Kind::Loop && !timing(Here.Index).IsUnrolledInFull)
      return To.Inner.push_back(Here.Index);
    for (uint32_t Child : Here.Children)
      collect(Child, To);
  }

  Part partOf(uint32_t Loop) const {
    Part Result;
    for (const Node &Each : K.Nodes)
      if (Each.K == Node::Kind::Loop && Each.Index == Loop)
        for (uint32_t Child : Each.Children)
          collect(Child, Result);
    return Result;
  }

  static double passCycles(const Pipeline &Each) {
    return std::max(Each.Passes * Each.Interval, Each.Slots);
  }

  /// Pipelines that ask memory for words share what the launch waits for it.
  void findMemoryFactor() {
    double Sum = 0, Asking = 0, Depth = 0;
    for (const Pipeline &Each : E.Pipelines) {
      Sum += passCycles(Each);
      Asking += Each.Words > 0 ? passCycles(Each) : 0;
      Depth += Each.Depth;
    }
    const double Start = E.Times.Start ? E.Times.Start->Value * Clock() : 0;
    const double Waiting = E.Cycles - Start - Depth - Sum;
    if (Asking > 0 && Waiting > 0)
      MemoryFactor = (Asking + Waiting) / Asking;
  }

  double Clock() const { return E.Cycles / E.Time.value(); }

  static uint64_t wholeInterval(const Pipeline &Each) {
    return uint64_t(std::max(1.0, std::floor(Each.Interval)));
  }

  uint64_t entriesOf(uint32_t Loop) const {
    const VitisLoop &T = timing(Loop);
    return uint64_t(std::ceil(T.MostTrip / double(T.Factor)));
  }

  /// [cycle] of all passes of \p Loop and of the loops inside it.
  uint64_t passesOf(uint32_t Loop) const {
    return entriesOf(Loop) * bodyOf(Loop, partOf(Loop));
  }
  /// [cycle] from one pass of a part to the next.
  uint64_t bodyOf(std::optional<uint32_t> Loop, const Part &Code) const {
    uint64_t Sum = wholeInterval(*Pipelines.at(Loop));
    for (uint32_t Inner : Code.Inner)
      Sum += passesOf(Inner);
    return Sum;
  }
  /// [cycle] Depths of \p Loop and of the loops inside it.
  double depthsOf(uint32_t Loop) const {
    double Sum = Pipelines.at(Loop)->Depth;
    for (uint32_t Inner : partOf(Loop).Inner)
      Sum += depthsOf(Inner);
    return Sum;
  }

  /// Adds the accesses of \p Loop, or of the code outside loops, whose first
  /// pass issues at \p Clock, and whose first stage is \p Stage. Returns the
  /// cycles of its passes.
  uint64_t addPart(std::optional<uint32_t> Loop, const Part &Code,
                   uint64_t Clock, uint64_t Stage,
                   std::vector<PatternLevel> Levels) {
    const Pipeline &Own = *Pipelines.at(Loop);
    const uint64_t Body = bodyOf(Loop, Code);
    const uint64_t Entries = Loop ? entriesOf(*Loop) : 1;
    if (Entries == 0)
      return 0;
    if (Loop)
      Levels.push_back({*Loop, Entries, Body, timing(*Loop).Factor});
    Depths += Own.Depth;
    const uint64_t Interval = wholeInterval(Own);
    std::vector<Segment> Segments = {{Clock, Stage}};
    uint64_t Next = Clock + Interval; // issue of the next loop inside
    Stage += uint64_t(std::max(0.0, std::round(Own.Depth) - double(Interval)));
    for (uint32_t Inner : Code.Inner) {
      Next += addPart(Inner, partOf(Inner), Next, Stage, Levels);
      Stage += uint64_t(std::llround(depthsOf(Inner)));
      Segments.push_back({Next - 1, Stage});
    }
    for (size_t I = 0; I < Segments.size(); ++I)
      addUses(Code, I, Segments[I], Levels, Interval);
    pace(Own, Segments.front(), Levels);
    if (Loop)
      checkPasses(*Loop, Levels);
    return Entries * Body;
  }

  /// Code of a part between two loops inside it.
  struct Segment {
    uint64_t Clock = 0; ///< [cycle] of its first issue
    uint64_t Stage = 0; ///< [cycle] behind the issue, of its first operations
  };

  /// Adds the uses of channels in \p Code behind \p Id loops. A read waits for
  /// the writes before it in the source, whose packets it may answer.
  void addUses(const Part &Code, size_t Id, const Segment &Here,
               const std::vector<PatternLevel> &Levels, uint64_t Interval) {
    std::vector<std::pair<const FifoUse *, uint64_t>> Staged;
    std::optional<uint64_t> LastWrite;
    bool HasAnswers = false;
    for (const FifoUse &Use : R.Uses) { // in the order of operations
      auto Found =
          Code.LoopsBefore.find(R.Places->BlockOfOperation[Use.Operation]);
      if (Found == Code.LoopsBefore.end() || Found->second != Id)
        continue;
      // What follows a loop does not wait for the code before it.
      uint64_t Stage = Here.Stage;
      if (Id == 0)
        Stage += uint64_t(std::llround(Launch.Begins[Use.Operation]));
      HasAnswers |= !Use.IsWrite && LastWrite;
      if (Use.IsWrite)
        LastWrite = std::max(LastWrite.value_or(0), Stage);
      else if (LastWrite)
        Stage = std::max(Stage, *LastWrite + 1);
      Staged.emplace_back(&Use, Stage);
    }
    if (Staged.empty())
      return;
    // Copies with answers come one behind the other.
    const auto [First, Last] = std::ranges::minmax(Staged | std::views::values);
    const uint64_t TurnStep = HasAnswers ? Last - First + 1 : 1;
    for (const auto &[Use, Stage] : Staged)
      Accesses.add(*Use, {Here.Clock, Levels, Interval, Stage, TurnStep});
  }

  /// Notes \p Own where memory keeps it from its interval.
  void pace(const Pipeline &Own, const Segment &Here,
            const std::vector<PatternLevel> &Levels) {
    if (Own.Passes <= 0)
      return;
    const double Served =
        (Own.Words > 0 ? MemoryFactor : 1) * passCycles(Own) / Own.Passes;
    const uint64_t Interval = wholeInterval(Own);
    if (Served <= double(Interval) * (1 + IntervalTolerance))
      return;
    PacedPipeline Each;
    Each.Issues.First = Here.Clock;
    Each.Stage = uint32_t(Here.Stage);
    for (const PatternLevel &L : Levels)
      Each.Issues.Levels.push_back({L.Count, L.Step});
    Each.Interval = uint32_t(Interval);
    Each.ServedInterval = Served;
    Each.Loc = Own.Loop ? K.Loops[*Own.Loop].Loc : K.Loc;
    Paced.push_back(std::move(Each));
  }

  /// A loop that conditions skip, or whose trip count varies, has other passes.
  void checkPasses(uint32_t Loop, const std::vector<PatternLevel> &Levels) {
    double Passes = 1;
    for (const PatternLevel &L : Levels)
      Passes *= double(L.Count);
    const double Replayed = Pipelines.at(Loop)->Passes;
    if (std::abs(Passes - Replayed) > PassTolerance * Passes)
      Accesses.miss("the loop at line " +
                        std::to_string(K.Loops[Loop].Loc.Line) + " of " +
                        P.Name +
                        " does not run equally often in each iteration around "
                        "it",
                    K.Loops[Loop].Loc);
  }

  const ScheduleRequest &R;
  const KernelSummary &K;
  const RunningLaunch &Launch;
  const BoardEstimate &E;
  DataflowProcess &P;
  AccessAdder Accesses;
  std::map<std::optional<uint32_t>, const Pipeline *> Pipelines; ///< by loop
  double MemoryFactor = 1;
  double Depths = 0; ///< [cycle] of all pipelines
  std::vector<PacedPipeline> Paced;
};

} // namespace

std::vector<VitisLoop> loopsOnBoard(const KernelSummary &K,
                                    const BoardEstimate &Board,
                                    std::vector<Unknown> &Missing) {
  std::vector<VitisLoop> Loops;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    const Loop &Source = K.Loops[Id];
    VitisLoop &T = Loops.emplace_back();
    T.Loop = Id;
    T.IsUnrolledInFull = Board.IsUnrolled[Id];
    const bool IsKnown = Source.Trip.K == TripCount::Kind::Exact &&
                         Source.Trip.Count.isConstant();
    if (!IsKnown)
      Missing.push_back({Unknown::Kind::TripCount,
                         "the trip count of the loop at line " +
                             std::to_string(Source.Loc.Line) + " of " + K.Name +
                             " is not the same each time",
                         Source.Loc});
    T.LeastTrip = T.MostTrip =
        IsKnown ? double(std::max<int64_t>(0, Source.Trip.Count.Value)) : 1;
    T.Factor = std::clamp<uint64_t>(Board.D.Unroll[Id], 1,
                                    std::max<uint64_t>(1, T.MostTrip));
  }
  return Loops;
}

std::vector<PacedPipeline> scheduleLaunch(const ScheduleRequest &R,
                                          const RunningLaunch &Launch,
                                          const DataflowNetwork &N,
                                          DataflowProcess &P,
                                          std::vector<Unknown> &Missing) {
  return LaunchScheduler(R, Launch, N, P, Missing).run();
}

} // namespace roofline::dataflow
