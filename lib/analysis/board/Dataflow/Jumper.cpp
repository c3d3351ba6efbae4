// Finds repetitions of a network's state, and jumps over them.
//
/// \file
/// Two states are a period apart if everything stands in the same place
/// relative to the clock, and each pattern has moved along one of its levels.
/// A FIFO may fill or drain meanwhile as long as nobody waits for it. All this
/// goes on until a pattern's level ends, a FIFO gets full or empty, or a
/// process that stood still has something to do. Source of the search for a
/// period: R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20
/// (1980), section 3.
#include "Engine.h"

#include <algorithm>

namespace roofline::dataflow {

void Jumper::take() {
  for (Queue &Q : E.Queues)
    Q.Seen = {Never, 0, !Q.DataSleepers.empty(), !Q.SpaceSleepers.empty()};
  Saved = {E.Now, E.Agents, E.Queues, E.Processes};
}

bool Jumper::consider() {
  if (!E.Agents[Reference].IsRunning || E.Agents[Reference].Next != E.Now) {
    if (++Silence < Patience * E.Agents.size())
      return false;
    for (uint32_t Id = 0; Id < E.Agents.size(); ++Id)
      if (E.Agents[Id].Next == E.Now)
        Reference = Id;
    Patience *= 2;
    Power = 0;
  }
  Silence = 0;
  if (Power == 0) {
    take();
    Power = 1;
    Steps = 0;
    return false;
  }
  ++Steps;
  std::vector<Cursor::Shift> Shifts;
  if (std::optional<uint64_t> Times = room(Shifts); Times && *Times > 0) {
    jump(Shifts, *Times);
    Power = 0;
    return true;
  }
  if (Steps == Power) {
    take();
    Power *= 2;
    Steps = 0;
  }
  return false;
}

/// Adds the shifts of \p A's cursors. Lowers \p Times to what \p A allows;
/// false where it has no part in a period.
bool Jumper::limitByAgent(const Agent &Before, const Agent &A,
                          std::vector<Cursor::Shift> &Shifts,
                          uint64_t &Times) const {
  if (A.IsRunning != Before.IsRunning ||
      A.Cursors.size() != Before.Cursors.size() || A.Wait != Before.Wait)
    return false;
  if (!A.IsRunning)
    return true;
  const uint64_t Period = E.Now - Saved.Time;
  const uint64_t Moved = A.Local - Before.Local;
  for (size_t I = 0; I < A.Cursors.size(); ++I) {
    auto S = A.Cursors[I].shiftFrom(Before.Cursors[I]);
    if (!S)
      return false;
    Shifts.push_back(*S);
    if (S->Number) {
      if (A.Cursors[I].cycle() - Before.Cursors[I].cycle() != Moved)
        return false;
      Times = std::min(Times, S->Room);
    } else if (Moved && A.Cursors[I].cycle() != Never) {
      Times = std::min(Times, (A.Cursors[I].cycle() - A.Local) / Moved);
    }
  }
  if (Moved)
    Times =
        std::min(Times, (E.N.Processes[A.Process].Cycles - A.Local) / Moved);
  if ((A.Next == Never) != (Before.Next == Never))
    return false;
  // Both have waited for as long, so that each period waits as long.
  if (Moved && A.Wait && A.Since - Before.Since != Period)
    return false;
  if (A.Next == Never || (Moved && A.Next - E.Now == Before.Next - Saved.Time))
    return true;
  // One that stands still has its event at a fixed time.
  if (Moved || A.Next != Before.Next)
    return false;
  Times = std::min(Times, (A.Next - E.Now) / Period);
  return true;
}

/// Lowers \p Times to the periods until \p Q is full or empty; false where it
/// has no part in a period.
bool Jumper::limitByQueue(const Queue &Before, const Queue &Q,
                          uint64_t &Times) const {
  auto Coming = [](const Queue &Q, uint64_t Now, uint64_t Age) {
    return std::ranges::count_if(
        Q.Young, [&](uint64_t Time) { return Time + Age == Now; });
  };
  for (uint64_t Age = 1; Age < Q.Latency; ++Age)
    if (Coming(Q, E.Now, Age) != Coming(Before, Saved.Time, Age))
      return false;
  const uint64_t Held = Q.Written - Q.Read;
  const uint64_t HeldBefore = Before.Written - Before.Read;
  if (Held == HeldBefore)
    return true;
  if (Q.Seen.WasEmpty || Q.Seen.WasFull)
    return false;
  if (Held > HeldBefore)
    Times =
        std::min(Times, (Q.Depth - 1 - Q.Seen.MostUsed) / (Held - HeldBefore));
  else if (Q.Seen.LeastData != Never)
    Times = std::min(Times, (Q.Seen.LeastData - 1) / (HeldBefore - Held));
  return true;
}

/// Returns how often the time since the snapshot may be repeated; nothing where
/// it is no period.
std::optional<uint64_t> Jumper::room(std::vector<Cursor::Shift> &Shifts) const {
  uint64_t Times = Never;
  if (E.Now == Saved.Time)
    return std::nullopt;
  // The reference first: it differs most often.
  std::vector<Cursor::Shift> Ignored;
  if (!limitByAgent(Saved.Agents[Reference], E.Agents[Reference], Ignored,
                    Times) ||
      Times == 0)
    return std::nullopt;
  for (size_t I = 0; I < E.Agents.size(); ++I)
    if (!limitByAgent(Saved.Agents[I], E.Agents[I], Shifts, Times) ||
        Times == 0)
      return std::nullopt;
  for (size_t I = 0; I < E.Queues.size(); ++I)
    if (!limitByQueue(Saved.Queues[I], E.Queues[I], Times))
      return std::nullopt;
  if (Times == Never) // nothing moves
    return std::nullopt;
  return Times;
}

void Jumper::jump(const std::vector<Cursor::Shift> &Shifts, uint64_t Times) {
  const uint64_t Ahead = (E.Now - Saved.Time) * Times;
  auto Repeat = [&](uint64_t &Value, uint64_t Before) {
    Value += (Value - Before) * Times;
  };
  auto S = Shifts.begin();
  for (size_t I = 0; I < E.Agents.size(); ++I) {
    Agent &A = E.Agents[I];
    if (!A.IsRunning)
      continue;
    const Agent &Before = Saved.Agents[I];
    for (Cursor &C : A.Cursors)
      C.repeat(*S++, Times);
    if (A.Local == Before.Local)
      continue;
    Repeat(A.Local, Before.Local);
    Repeat(A.Delay, Before.Delay);
    A.Since += Ahead;
    if (A.Next != Never)
      A.Next += Ahead;
  }
  for (size_t I = 0; I < E.Queues.size(); ++I) {
    Queue &Q = E.Queues[I];
    const Queue &Before = Saved.Queues[I];
    uint64_t Held = Q.Written - Q.Read;
    uint64_t HeldBefore = Before.Written - Before.Read;
    if (Held > HeldBefore)
      Q.Peak =
          std::max(Q.Peak, Q.Seen.MostUsed + 1 + (Held - HeldBefore) * Times);
    Repeat(Q.Written, Before.Written);
    Repeat(Q.Read, Before.Read);
    for (uint64_t &Time : Q.Young)
      Time += Ahead;
  }
  for (size_t P = 0; P < E.Processes.size(); ++P)
    for (size_t K = 0; K < 2; ++K)
      for (size_t F = 0; F < E.Queues.size(); ++F)
        Repeat(E.Processes[P].Waits[K][F], Saved.Processes[P].Waits[K][F]);
  E.Now += Ahead;
}

} // namespace roofline::dataflow
