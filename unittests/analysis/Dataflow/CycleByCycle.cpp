// A network of pipelines simulated clock by clock, without cleverness.
#include "CycleByCycle.h"

#include <algorithm>
#include <map>

using namespace roofline;

namespace {

/// First issue of each nest, and the end.
std::vector<uint64_t> basesOf(const PlainProcess &P) {
  std::vector<uint64_t> Bases{1};
  for (const PlainNest &Nest : P.Nests)
    Bases.push_back(Bases.back() + (Nest.Trips - 1) * Nest.Interval +
                    Nest.Depth + 3);
  Bases.back() -= 3;
  return Bases;
}

/// Runs of equal distances, and equal runs at equal distances.
std::vector<CycleProgression> progressionsOf(const std::vector<uint64_t> &All) {
  std::vector<CycleProgression> Runs;
  for (size_t I = 0; I < All.size();) {
    size_t End = I + 1;
    if (End < All.size()) {
      uint64_t Step = All[End] - All[I];
      while (End + 1 < All.size() && All[End + 1] - All[End] == Step)
        ++End;
      Runs.push_back({All[I], {{End + 1 - I, Step}}});
      ++End;
    } else {
      Runs.push_back({All[I]});
    }
    I = End;
  }
  std::vector<CycleProgression> Result;
  for (size_t I = 0; I < Runs.size();) {
    size_t End = I + 1;
    while (End < Runs.size() && Runs[End].Levels == Runs[I].Levels &&
           Runs[End].First - Runs[End - 1].First ==
               Runs[I + 1].First - Runs[I].First)
      ++End;
    CycleProgression P = Runs[I];
    if (End - I > 1)
      P.Levels.insert(P.Levels.begin(),
                      {End - I, Runs[I + 1].First - Runs[I].First});
    Result.push_back(P);
    I = End;
  }
  return Result;
}

struct Tokens {
  std::vector<uint64_t> Writes, Reads; ///< times
};

/// One call of one process in flight.
struct Running {
  uint64_t Start = 0, Local = 0;
  // A pipeline that flushes: next stage of each iteration, oldest first.
  std::vector<uint64_t> Stages = {};
  std::vector<uint64_t> Left = {}; ///< time at which an iteration left its last
};

class Simulation {
public:
  Simulation(const PlainNetwork &N, unsigned Calls)
      : N(N), Calls(Calls), Fifos(N.Fifos.size()), Active(N.Processes.size()),
        Dones(N.Processes.size()), Started(N.Processes.size()),
        Peaks(N.Fifos.size()) {}

  PlainResult run() {
    PlainResult R;
    uint64_t Idle = 0;
    for (Now = 0; !isDone(); ++Now) {
      Moved = false;
      for (uint32_t P = 0; P < N.Processes.size(); ++P)
        startIfReady(P);
      for (uint32_t P = 0; P < N.Processes.size(); ++P)
        if (Active[P])
          step(P);
      Idle = Moved ? 0 : Idle + 1;
      if (Idle > 100) {
        R.IsDeadlock = true;
        break;
      }
    }
    for (const std::vector<uint64_t> &D : Dones) {
      R.Dones.push_back(D.empty() ? 0 : D.back());
      R.Cycles = std::max(R.Cycles, R.Dones.back());
    }
    R.Peaks = Peaks;
    return R;
  }

private:
  bool isDone() const {
    return std::ranges::all_of(
        Dones, [&](const auto &D) { return D.size() == Calls; });
  }

  bool isBefore(const std::vector<uint64_t> &Done, int64_t Call) const {
    return Call < 0 || (Done.size() > size_t(Call) && Done[Call] < Now);
  }

  void startIfReady(uint32_t P) {
    int64_t Call = Started[P];
    if (Active[P] || Call == int64_t(Calls) || !isBefore(Dones[P], Call - 1))
      return;
    for (const BufferedArray &A : N.Arrays)
      for (uint32_t Reader : A.Readers) {
        if (Reader == P && !isBefore(Dones[A.Writer], Call))
          return;
        if (A.Writer == P && !isBefore(Dones[Reader], Call - A.Buffers))
          return;
      }
    Active[P] = Running{Now};
    if (N.Processes[P].Style == StallStyle::Flushes) {
      Active[P]->Stages.assign(N.Processes[P].Nests[0].Trips, 0);
      Active[P]->Left.assign(N.Processes[P].Nests[0].Trips, 0);
    }
    ++Started[P];
    Moved = true;
  }

  bool mayAccess(const std::vector<const PlainAccess *> &Group) const {
    return std::ranges::all_of(Group, [&](const PlainAccess *A) {
      const Tokens &T = Fifos[A->Fifo];
      if (A->IsWrite)
        return T.Writes.size() - readBefore(T) < N.Fifos[A->Fifo].Depth;
      return T.Writes.size() > T.Reads.size() &&
             T.Writes[T.Reads.size()] + N.Fifos[A->Fifo].Latency <= Now;
    });
  }

  uint64_t readBefore(const Tokens &T) const {
    return std::ranges::lower_bound(T.Reads, Now) - T.Reads.begin();
  }

  void access(const std::vector<const PlainAccess *> &Group) {
    for (const PlainAccess *A : Group) {
      Tokens &T = Fifos[A->Fifo];
      (A->IsWrite ? T.Writes : T.Reads).push_back(Now);
      if (A->IsWrite)
        Peaks[A->Fifo] =
            std::max(Peaks[A->Fifo], T.Writes.size() - readBefore(T));
    }
  }

  void step(uint32_t P) {
    if (N.Processes[P].Style == StallStyle::Flushes)
      return stepFlushing(P);
    Running &R = *Active[P];
    std::vector<uint64_t> Bases = basesOf(N.Processes[P]);
    if (R.Local == Bases.back())
      return finish(P);
    std::vector<const PlainAccess *> Group;
    for (size_t I = 0; I < N.Processes[P].Nests.size(); ++I) {
      const PlainNest &Nest = N.Processes[P].Nests[I];
      for (const PlainAccess &A : Nest.Accesses) {
        int64_t Since = int64_t(R.Local) - int64_t(Bases[I] + A.Stage);
        if (Since >= 0 && Since % Nest.Interval == 0 &&
            uint64_t(Since / Nest.Interval) < Nest.Trips &&
            A.Iterations[Since / Nest.Interval])
          Group.push_back(&A);
      }
    }
    if (!mayAccess(Group))
      return;
    access(Group);
    ++R.Local;
    Moved = true;
  }

  /// Each iteration takes a stage a cycle. It may be where the iteration before
  /// has been, II stages ahead or gone.
  void stepFlushing(uint32_t P) {
    Running &R = *Active[P];
    const PlainNest &Nest = N.Processes[P].Nests[0];
    if (R.Stages.back() == Nest.Depth) {
      if (Now == R.Left.back() + 1)
        finish(P);
      Moved = true;
      return;
    }
    for (uint64_t I = 0; I < Nest.Trips; ++I) {
      uint64_t Stage = R.Stages[I];
      if (Stage == Nest.Depth)
        continue;
      if (Stage == 0 && Now < R.Start + 1 + I * Nest.Interval)
        break;
      if (I > 0) {
        uint64_t Ahead = Stage + Nest.Interval;
        bool HasRoom = Ahead < Nest.Depth ? R.Stages[I - 1] > Ahead
                                          : R.Stages[I - 1] == Nest.Depth &&
                                                Now >= R.Left[I - 1] + Ahead -
                                                           (Nest.Depth - 1);
        if (!HasRoom)
          continue;
      }
      std::vector<const PlainAccess *> Group;
      for (const PlainAccess &A : Nest.Accesses)
        if (A.Stage == Stage && A.Iterations[I])
          Group.push_back(&A);
      if (!mayAccess(Group))
        continue;
      access(Group);
      if (++R.Stages[I] == Nest.Depth)
        R.Left[I] = Now;
      Moved = true;
    }
  }

  void finish(uint32_t P) {
    Dones[P].push_back(Now);
    Active[P].reset();
    Moved = true;
  }

  const PlainNetwork &N;
  unsigned Calls;
  std::vector<Tokens> Fifos;
  std::vector<std::optional<Running>> Active;
  std::vector<std::vector<uint64_t>> Dones;
  std::vector<int64_t> Started;
  std::vector<uint64_t> Peaks;
  uint64_t Now = 0;
  bool Moved = false;
};

} // namespace

DataflowNetwork networkOf(const PlainNetwork &N) {
  DataflowNetwork Result;
  Result.Fifos = N.Fifos;
  Result.Arrays = N.Arrays;
  for (const PlainProcess &P : N.Processes) {
    DataflowProcess To;
    To.Name = "p" + std::to_string(Result.Processes.size());
    To.Style = P.Style;
    std::vector<uint64_t> Bases = basesOf(P);
    To.Cycles = Bases.back();
    for (size_t Nest = 0; Nest < P.Nests.size(); ++Nest)
      for (const PlainAccess &A : P.Nests[Nest].Accesses) {
        std::vector<uint64_t> Issues;
        for (uint64_t I = 0; I < A.Iterations.size(); ++I)
          if (A.Iterations[I])
            Issues.push_back(Bases[Nest] + I * P.Nests[Nest].Interval);
        To.Accesses.push_back({A.Fifo,
                               A.IsWrite,
                               A.Stage,
                               P.Nests[Nest].Interval,
                               progressionsOf(Issues),
                               {}});
      }
    Result.Processes.push_back(std::move(To));
  }
  return Result;
}

PlainResult simulateByCycle(const PlainNetwork &N, unsigned Calls) {
  return Simulation(N, Calls).run();
}
