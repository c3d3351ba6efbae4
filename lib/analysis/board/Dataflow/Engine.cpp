// The events of a network: starts, accesses, ends.
#include "Engine.h"

#include <algorithm>

namespace roofline::dataflow {

uint64_t Queue::data(uint64_t Now) const {
  uint64_t Coming = std::ranges::count_if(
      Young, [&](uint64_t Time) { return Time + Latency > Now; });
  return Written - Read > Coming ? Written - Read - Coming : 0;
}

bool Agent::isAtEnd() const {
  return std::ranges::all_of(
      Cursors, [](const Cursor &C) { return C.cycle() == Never; });
}

Engine::Engine(const DataflowNetwork &N, const DataflowRunOptions &Options)
    : N(N), Options(Options) {
  for (const Fifo &F : N.Fifos) {
    Queue Q;
    Q.Depth = F.Depth;
    Q.Latency = F.Latency;
    Queues.push_back(std::move(Q));
  }
  Processes.resize(N.Processes.size());
  for (uint32_t P = 0; P < N.Processes.size(); ++P)
    addAgents(P);
}

void Engine::addAgents(uint32_t Process) {
  const DataflowProcess &P = N.Processes[Process];
  ProcessState &S = Processes[Process];
  S.Waits[0].resize(N.Fifos.size());
  S.Waits[1].resize(N.Fifos.size());
  S.Waits[2].resize(N.Arrays.size());
  std::vector<uint32_t> Stages;
  if (P.Style == StallStyle::Flushes)
    for (const FifoAccess &A : P.Accesses)
      Stages.push_back(A.Stage);
  std::ranges::sort(Stages);
  Stages.erase(std::unique(Stages.begin(), Stages.end()), Stages.end());
  const bool IsStage = !Stages.empty();
  if (!IsStage)
    Stages.push_back(0);
  for (uint32_t Stage : Stages) {
    S.Agents.push_back(uint32_t(Agents.size()));
    Agent A;
    A.Process = Process;
    A.IsStage = IsStage;
    A.Stage = Stage;
    Agents.push_back(std::move(A));
  }
}

void Engine::push(uint32_t Id, uint64_t Time) {
  assert(Time >= Now && "time goes on");
  Agents[Id].Next = Time;
  Events.push({Time, Id});
}

void Engine::reschedule() {
  Events = {};
  for (uint32_t Id = 0; Id < Agents.size(); ++Id)
    if (Agents[Id].Next != Never)
      Events.push({Agents[Id].Next, Id});
}

/// Starts the next call of \p Process if all that it waits for is done.
void Engine::tryStart(uint32_t Process) {
  ProcessState &S = Processes[Process];
  const uint32_t Call = S.NumStarted;
  if (S.NumRunning || Call == Options.Calls)
    return;
  const uint64_t Free = Call ? S.Dones[Call - 1] + 1 : 0;
  uint64_t Time = Free;
  uint32_t Last = 0;
  auto After = [&](uint32_t Array, uint32_t Other, uint32_t OtherCall) {
    const std::vector<uint64_t> &Dones = Processes[Other].Dones;
    if (Dones.size() <= OtherCall)
      return false;
    if (Dones[OtherCall] + 1 > Time) {
      Time = Dones[OtherCall] + 1;
      Last = Array;
    }
    return true;
  };
  for (uint32_t Array = 0; Array < N.Arrays.size(); ++Array) {
    const BufferedArray &A = N.Arrays[Array];
    for (uint32_t Reader : A.Readers) {
      if (Reader == Process && !After(Array, A.Writer, Call))
        return;
      if (A.Writer == Process && Call >= A.Buffers &&
          !After(Array, Reader, Call - A.Buffers))
        return;
    }
  }
  if (Time > Free)
    S.Waits[2][Last] += Time - Free;
  ++S.NumStarted;
  S.Starts.push_back(Time);
  S.NumRunning = uint32_t(S.Agents.size());
  for (uint32_t Id : S.Agents) {
    Agent &A = Agents[Id];
    A.Cursors.clear();
    A.Delays.clear();
    A.Local = N.Processes[Process].Cycles;
    for (const FifoAccess &Access : N.Processes[Process].Accesses)
      if (!A.IsStage || Access.Stage == A.Stage) {
        A.Cursors.emplace_back(Access);
        A.Local = std::min(A.Local, A.Cursors.back().cycle());
      }
    if (A.IsStage)
      for (const FifoAccess &Access : N.Processes[Process].Accesses)
        A.Window =
            std::max<uint64_t>(A.Window, 2 * (Access.Stage + Access.Interval));
    A.Delay = Time;
    A.IsRunning = true;
    push(Id, A.Local + Time);
  }
}

void Engine::end(uint32_t Id) {
  Agent &A = Agents[Id];
  ProcessState &S = Processes[A.Process];
  A.IsRunning = false;
  A.Next = Never;
  if (--S.NumRunning)
    return;
  S.Dones.push_back(Now);
  tryStart(A.Process);
  for (const BufferedArray &Array : N.Arrays) {
    if (Array.Writer == A.Process)
      for (uint32_t Reader : Array.Readers)
        tryStart(Reader);
    if (std::ranges::count(Array.Readers, A.Process))
      tryStart(Array.Writer);
  }
}

void Engine::sleep(Agent &A, DataflowWait::Kind K, uint32_t Fifo) {
  A.Wait = DataflowWait{K, Fifo, 0};
  A.Since = Now;
  A.Next = Never;
}

void Engine::wake(std::vector<uint32_t> &Sleepers, uint64_t Time) {
  for (uint32_t Id : Sleepers)
    push(Id, Time);
  Sleepers.clear();
}

/// The delay that \p A had when the iteration that issues at \p Issue passed.
static uint64_t delayFor(const Agent &A, uint64_t Issue) {
  for (size_t I = A.Delays.size(); I-- > 0;)
    if (A.Delays[I].first <= Issue)
      return A.Delays[I].second;
  return 0;
}

/// A stage follows the stages before it in the same iteration. It holds an
/// iteration until the stages behind it have room: k iterations of interval II
/// stand between stages a and b, k = ceil((b - a) / II).
bool Engine::waitsForNeighbour(uint32_t Id) {
  Agent &A = Agents[Id];
  uint64_t Issue = A.Local - A.Stage, Delay = A.Delay;
  uint64_t Interval = 1;
  for (const Cursor &C : A.Cursors)
    if (C.cycle() == A.Local)
      Interval = C.access().Interval;
  for (uint32_t Other : Processes[A.Process].Agents) {
    Agent &B = Agents[Other];
    if (Other == Id)
      continue;
    uint64_t Until = Issue;
    if (B.Stage > A.Stage) {
      uint64_t Between = (B.Stage - A.Stage + Interval - 1) / Interval;
      if (Between * Interval > Issue)
        continue;
      Until = Issue - Between * Interval;
    }
    if (B.IsRunning && !B.isAtEnd() && B.Local - B.Stage <= Until) {
      B.Sleepers.push_back(Id);
      A.Next = Never;
      return true;
    }
    Delay = std::max(Delay, delayFor(B, Until));
  }
  A.Delay = Delay;
  if (A.Local + Delay <= Now)
    return false;
  push(Id, A.Local + Delay);
  return true;
}

bool Engine::waitsForFifo(uint32_t Id) {
  Agent &A = Agents[Id];
  for (size_t I = 0; I < A.Cursors.size(); ++I) {
    if (A.Cursors[I].cycle() != A.Local)
      continue;
    const FifoAccess &Access = A.Cursors[I].access();
    Queue &Q = Queues[Access.Fifo];
    uint64_t Wanted = 1; // also by accesses of the same cycle
    for (size_t J = 0; J < I; ++J)
      Wanted += A.Cursors[J].cycle() == A.Local &&
                A.Cursors[J].access().Fifo == Access.Fifo &&
                A.Cursors[J].access().IsWrite == Access.IsWrite;
    if (Access.IsWrite) {
      if (Q.used(Now) + Wanted <= Q.Depth)
        continue;
      Q.Seen.WasFull = true;
      sleep(A, DataflowWait::Kind::Space, Access.Fifo);
      if (Q.Written - Q.Read + Wanted <= Q.Depth)
        push(Id, Now + 1);
      else
        Q.SpaceSleepers.push_back(Id);
      return true;
    }
    if (Q.data(Now) >= Wanted)
      continue;
    Q.Seen.WasEmpty = true;
    sleep(A, DataflowWait::Kind::Data, Access.Fifo);
    if (Q.Written - Q.Read >= Wanted)
      push(Id, Now + 1);
    else
      Q.DataSleepers.push_back(Id);
    return true;
  }
  return false;
}

void Engine::perform(uint32_t Id) {
  Agent &A = Agents[Id];
  const uint64_t Issue = A.Local - A.Stage;
  A.Delay = Now - A.Local;
  uint64_t Local = N.Processes[A.Process].Cycles;
  for (Cursor &C : A.Cursors) {
    if (C.cycle() == A.Local) {
      Queue &Q = Queues[C.access().Fifo];
      if (C.access().IsWrite) {
        uint64_t Used = Q.used(Now);
        Q.Seen.MostUsed = std::max(Q.Seen.MostUsed, Used);
        Q.Peak = std::max(Q.Peak, Used + 1);
        ++Q.Written;
        while (!Q.Young.empty() && Q.Young.front() + Q.Latency <= Now)
          Q.Young.erase(Q.Young.begin());
        Q.Young.push_back(Now);
        wake(Q.DataSleepers, Now + Q.Latency);
      } else {
        Q.Seen.LeastData = std::min(Q.Seen.LeastData, Q.data(Now));
        Q.ReadsAtLast = Q.LastRead == Now ? Q.ReadsAtLast + 1 : 1;
        Q.LastRead = Now;
        ++Q.Read;
        wake(Q.SpaceSleepers, Now + 1);
      }
      C.next();
    }
    Local = std::min(Local, C.cycle());
  }
  A.Local = Local;
  if (A.IsStage) {
    if (A.Delays.empty() || A.Delays.back().second != A.Delay)
      A.Delays.push_back({Issue, A.Delay});
    while (A.Delays.size() > 1 && A.Delays[1].first + A.Window < Issue)
      A.Delays.erase(A.Delays.begin());
    wake(A.Sleepers, Now);
  }
  push(Id, A.Local + A.Delay);
}

void Engine::attempt(uint32_t Id) {
  Agent &A = Agents[Id];
  if (A.Wait) {
    Processes[A.Process].Waits[size_t(A.Wait->K)][A.Wait->Index] +=
        Now - A.Since;
    A.Wait.reset();
  }
  if (A.isAtEnd())
    return end(Id);
  if (A.IsStage && waitsForNeighbour(Id))
    return;
  if (!waitsForFifo(Id))
    perform(Id);
}

bool Engine::run() {
  const bool MayJump =
      Options.Jumps && std::ranges::none_of(Agents, &Agent::IsStage);
  Jumper J(*this);
  for (uint32_t P = 0; P < Processes.size(); ++P)
    tryStart(P);
  bool IsFirst = true;
  while (!Events.empty()) {
    auto [Time, Id] = Events.top();
    if (Time != Now || IsFirst) {
      Now = Time;
      IsFirst = false;
      if (MayJump && J.consider()) {
        reschedule();
        continue;
      }
    }
    Events.pop();
    if (Agents[Id].Next != Time)
      continue;
    if ((Options.MaxEvents && NumEvents == Options.MaxEvents) ||
        (Options.MaxCycles && Now > Options.MaxCycles))
      return false;
    ++NumEvents;
    attempt(Id);
  }
  return true;
}

} // namespace roofline::dataflow
