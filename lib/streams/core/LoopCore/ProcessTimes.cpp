// Cycles of processes that wait for each other, and room in their channels.
#include "roofline/LoopCore/ProcessTimes.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

namespace roofline {
namespace {

/// An access to a channel.
struct ChannelEvent {
  uint64_t Cycle = 0; ///< of its process, where that never waits
  uint32_t Channel = 0;
  bool IsStore = false;
};

/// The accesses of a process in a run.
struct ProcessTrace {
  std::vector<ChannelEvent> Events; ///< by cycle
  uint64_t Cycles = 0;
};

/// When elements move through a channel [cycle]. A word that comes is fetched
/// from the queue's memory a cycle later at the soonest, as soon as the head
/// before it goes, and is the head in the next one.
struct ChannelTimes {
  uint64_t Words = 0;
  std::vector<uint64_t> Came, Fetched, Gone;

  void fetch() {
    const size_t I = Fetched.size();
    if (I == Came.size() || I > Gone.size())
      return;
    Fetched.push_back(I ? std::max(Came[I] + 1, Gone[I - 1]) : Came[I] + 1);
  }
  void come(uint64_t Cycle) {
    Came.push_back(Cycle);
    fetch();
  }
  void go(uint64_t Cycle) {
    Gone.push_back(Cycle);
    fetch();
  }
  /// The first cycle with room for the next word; nothing: not known yet.
  std::optional<uint64_t> room() const {
    if (Came.size() < Words)
      return 0;
    const size_t Before = Came.size() - Words;
    if (Before >= Fetched.size())
      return std::nullopt;
    return Fetched[Before] + 1;
  }
  /// The first cycle in which the next element is the head.
  std::optional<uint64_t> head() const {
    if (Gone.size() >= Fetched.size())
      return std::nullopt;
    return Fetched[Gone.size()] + 1;
  }
  /// [word] that are waiting at most, or come in one cycle with the last one.
  uint64_t mostWaiting() const {
    uint64_t Most = 0, Left = 0;
    for (uint64_t I = 0; I < Came.size(); ++I) {
      while (Left < Fetched.size() && Fetched[Left] < Came[I])
        ++Left;
      Most = std::max(Most, I + 1 - Left);
    }
    return Most;
  }
};

std::vector<ProcessTrace> traceProcesses(const LoopKernel &K,
                                         const LoopSchedule &S,
                                         StreamMemory &Memory) {
  std::vector<ProcessTrace> Traces(numProcesses(K));
  auto ByCycle = [](const ChannelEvent &A, const ChannelEvent &B) {
    return A.Cycle < B.Cycle;
  };
  std::vector<size_t> FirstOfLeaf(Traces.size());
  evaluate(
      K, Memory,
      [&](const AccessEvent &E) {
        const LoopLeaf &L = K.Leaves[E.Leaf];
        const LoopAccess &A = L.Accesses[E.Access];
        if (!E.Enabled || K.Memories[A.Memory].Kind != LoopMemoryKind::Channel)
          return;
        ProcessTrace &T = Traces[L.Process];
        const LeafSchedule &Leaf = S.Leaves[E.Leaf];
        T.Events.push_back(
            {T.Cycles + E.Iteration * Leaf.Interval + Leaf.Access[E.Access],
             A.Memory, A.isStore()});
      },
      [&](const LoopRegion &R, uint64_t Iterations) {
        const uint32_t P = processOf(K, R);
        ProcessTrace &T = Traces[P];
        std::stable_sort(T.Events.begin() + long(FirstOfLeaf[P]),
                         T.Events.end(), ByCycle);
        FirstOfLeaf[P] = T.Events.size();
        if (R.K == LoopRegion::Kind::Loop || Iterations == 0) {
          ++T.Cycles; // a guard is asked
          return;
        }
        const LeafSchedule &Leaf = S.Leaves[R.Index];
        T.Cycles += (Iterations - 1) * Leaf.Interval + Leaf.Depth;
      });
  return Traces;
}

/// Runs the traces side by side.
class ProcessClock {
public:
  ProcessClock(const LoopKernel &K, const std::vector<ProcessTrace> &Traces)
      : Traces(Traces), Places(Traces.size()) {
    for (uint32_t M = 0; M < K.Memories.size(); ++M)
      if (K.Memories[M].Kind == LoopMemoryKind::Channel)
        Channels[M].Words = K.Memories[M].Words;
  }

  std::optional<uint64_t> run() {
    for (bool Moves = true; Moves;) {
      Moves = false;
      for (size_t P = 0; P < Traces.size(); ++P)
        while (step(P))
          Moves = true;
    }
    uint64_t Cycles = 0;
    for (size_t P = 0; P < Traces.size(); ++P) {
      if (Places[P].Next < Traces[P].Events.size())
        return std::nullopt;
      Cycles = std::max(Cycles, Traces[P].Cycles + Places[P].Waited);
    }
    return Cycles;
  }

  std::map<uint32_t, ChannelTimes> Channels; ///< by memory

private:
  /// Where a process is.
  struct Place {
    size_t Next = 0;     ///< event
    uint64_t Waited = 0; ///< [cycle] before it
    /// [cycle] Of the events that are to move at once: when loads are there,
    /// and when all of the stores that have been made are.
    std::optional<uint64_t> LoadsThere;
    uint64_t StoresMade = 0;
    std::vector<bool> IsMade;
  };
  const std::vector<ProcessTrace> &Traces;
  std::vector<Place> Places;

  /// Moves process \p P on by the events of one cycle, or by a store of it.
  bool step(size_t P) {
    const std::vector<ChannelEvent> &Events = Traces[P].Events;
    Place &At = Places[P];
    if (At.Next == Events.size())
      return false;
    size_t End = At.Next;
    while (End < Events.size() && Events[End].Cycle == Events[At.Next].Cycle)
      ++End;
    if (!At.LoadsThere && !findLoads(P, End))
      return false;
    bool Moves = false, AreAllMade = true;
    for (size_t E = At.Next; E < End; ++E) {
      const size_t Of = E - At.Next;
      if (!Events[E].IsStore || At.IsMade[Of])
        continue;
      ChannelTimes &C = Channels[Events[E].Channel];
      if (const auto Room = C.room()) {
        const uint64_t Cycle = std::max(*At.LoadsThere, *Room);
        C.come(Cycle);
        At.StoresMade = std::max(At.StoresMade, Cycle);
        At.IsMade[Of] = Moves = true;
      } else {
        AreAllMade = false;
      }
    }
    if (!AreAllMade)
      return Moves;
    const uint64_t Cycle = std::max(*At.LoadsThere, At.StoresMade);
    for (size_t E = At.Next; E < End; ++E)
      if (!Events[E].IsStore)
        Channels[Events[E].Channel].go(Cycle);
    At.Waited = Cycle - Events[At.Next].Cycle;
    At.Next = End;
    At.LoadsThere.reset();
    At.StoresMade = 0;
    return true;
  }

  bool findLoads(size_t P, size_t End) {
    Place &At = Places[P];
    const std::vector<ChannelEvent> &Events = Traces[P].Events;
    uint64_t There = Events[At.Next].Cycle + At.Waited;
    for (size_t E = At.Next; E < End; ++E) {
      if (Events[E].IsStore)
        continue;
      const auto Head = Channels[Events[E].Channel].head();
      if (!Head)
        return false;
      There = std::max(There, *Head);
    }
    At.LoadsThere = There;
    At.IsMade.assign(End - At.Next, false);
    return true;
  }
};

/// [event] Most that are run anew, for all channels that may be smaller.
constexpr size_t MaxRepeated = size_t(1) << 22;

} // namespace

std::optional<uint64_t> cyclesOfProcesses(const LoopKernel &K,
                                          const LoopSchedule &S,
                                          StreamMemory Memory) {
  return ProcessClock(K, traceProcesses(K, S, Memory)).run();
}

uint64_t fitChannels(LoopKernel &K, const LoopSchedule &S,
                     StreamMemory Memory) {
  constexpr uint64_t LeastWords = 2;
  for (LoopMemory &M : K.Memories)
    if (M.Kind == LoopMemoryKind::Channel)
      M.Words = std::max(LeastWords, std::bit_ceil(M.Words));
  const std::vector<ProcessTrace> Traces = traceProcesses(K, S, Memory);
  ProcessClock All(K, Traces);
  const std::optional<uint64_t> Cycles = All.run();
  assert(Cycles && "with room for all elements the order of the regions runs");
  size_t Events = 0;
  for (const ProcessTrace &T : Traces)
    Events += T.Events.size();
  size_t Larger = 0;
  for (const auto &[M, Times] : All.Channels) {
    K.Memories[M].Words =
        std::max(LeastWords, std::bit_ceil(Times.mostWaiting()));
    Larger += K.Memories[M].Words > LeastWords;
  }
  if (Events * Larger > MaxRepeated)
    return *Cycles;
  for (const auto &[M, Times] : All.Channels)
    for (uint64_t &Words = K.Memories[M].Words; Words > LeastWords;) {
      Words /= 2;
      if (ProcessClock(K, Traces).run() == Cycles)
        continue;
      Words *= 2;
      break;
    }
  return *Cycles;
}

} // namespace roofline
