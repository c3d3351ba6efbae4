// When a process reads and writes its channels, in its local cycles.
#include "Accesses.h"

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

class Scheduler {
public:
  Scheduler(const ScheduleRequest &R, const DataflowNetwork &N,
            DataflowProcess &P, std::vector<Unknown> &Missing)
      : R(R), P(P), Accesses(R, N, P, Missing) {}

  void run() {
    uint64_t Clock = 1;
    for (uint32_t Loop : R.Loops) {
      const uint64_t Gap = Clock > 1 ? NestGap : 0;
      if (const uint64_t Length = addLoop(Loop, Clock + Gap, {}))
        Clock += Gap + Length;
    }
    if (Clock < 3)
      Accesses.miss("no loop of " + P.Name +
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
  /// long it takes: until after its last stage, or its last write on a bus is
  /// answered.
  uint64_t addLoop(uint32_t Loop, uint64_t Clock,
                   std::vector<PatternLevel> Around) {
    const auto Request = uint64_t(std::llround(timing(Loop).Request)),
               Answer = uint64_t(std::llround(timing(Loop).Answer));
    const uint64_t Length = addIssues(Loop, Clock + Request, std::move(Around));
    return Length ? Request + Length + Answer : 0;
  }

  uint64_t addIssues(uint32_t Loop, uint64_t Clock,
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
      if (!IsMeasured && Accesses.isIn(Use, Loop))
        addUse(Use, Clock, Levels, Interval, Depth);
    return LastIssue + Depth;
  }

  /// A loop that is gone: all its accesses come together.
  uint64_t addStraight(uint32_t Loop, uint64_t Clock,
                       const std::vector<PatternLevel> &Around) {
    const bool IsSilent = std::ranges::none_of(
        R.Uses, [&](const FifoUse &Use) { return Accesses.isIn(Use, Loop); });
    for (const FifoUse &Use : R.Uses)
      if (!IsMeasured && Accesses.isIn(Use, Loop))
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
      if (!IsMeasured && Accesses.isIn(Use, Loop) &&
          std::ranges::none_of(
              Inner, [&](uint32_t I) { return Accesses.isIn(Use, I); }))
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

  /// Rule 4.
  void addUse(const FifoUse &Use, uint64_t Clock,
              const std::vector<PatternLevel> &Levels, uint64_t Interval,
              uint64_t Depth) {
    const uint64_t Stage =
        Use.IsWrite ? std::max<uint64_t>(Depth, WriteLead + 1) - WriteLead
                    : ReadStage;
    Accesses.add(Use, {Clock, Levels, Interval, Stage});
  }

  const ScheduleRequest &R;
  DataflowProcess &P;
  AccessAdder Accesses;
  bool IsMeasured = false; ///< accesses are left out
};

} // namespace

void scheduleProcess(const ScheduleRequest &R, const DataflowNetwork &N,
                     DataflowProcess &P, std::vector<Unknown> &Missing) {
  Scheduler(R, N, P, Missing).run();
}

} // namespace roofline::dataflow
