// The state of a network while it runs, and its events.
//
/// \file
/// Events are gone through in the order of their time, so a FIFO is no more
/// than numbers: tokens written and read, and the times of the latest.
#ifndef ROOFLINE_LIB_DATAFLOW_ENGINE_H
#define ROOFLINE_LIB_DATAFLOW_ENGINE_H

#include "Cursor.h"

#include "roofline/Dataflow/DataflowRun.h"

#include <array>
#include <queue>

namespace roofline::dataflow {

/// A FIFO. Seen: how near it came to empty and full since the last snapshot.
struct Queue {
  uint64_t Depth = 2;
  uint32_t Latency = 1;
  uint64_t Written = 0, Read = 0;   ///< [token]
  std::vector<uint64_t> Young = {}; ///< times of writes, the latest ones
  uint64_t LastRead = Never;        ///< [cycle]
  uint64_t ReadsAtLast = 0;
  uint64_t Peak = 0;                                 ///< [token]
  std::vector<uint32_t> DataSleepers, SpaceSleepers; ///< agents
  struct Marks {
    uint64_t LeastData = Never, MostUsed = 0;
    bool WasEmpty = false, WasFull = false;
  } Seen;

  /// Tokens that a read gets at \p Now.
  uint64_t data(uint64_t Now) const;
  /// Slots that are taken at \p Now; one that is read at \p Now is.
  uint64_t used(uint64_t Now) const {
    return Written - Read + (LastRead == Now ? ReadsAtLast : 0);
  }
};

/// A pipeline that freezes, or one stage of a pipeline that flushes.
struct Agent {
  uint32_t Process = 0;
  std::vector<Cursor> Cursors = {};
  uint64_t Local = 0;    ///< [cycle] of the next accesses; at last of the end
  uint64_t Delay = 0;    ///< [cycle] time - local cycle
  uint64_t Next = Never; ///< [cycle] of its event; Never: waits or is idle
  bool IsRunning = false;
  std::optional<DataflowWait> Wait = {}; ///< for a FIFO; Cycles is not used
  uint64_t Since = 0;                    ///< [cycle] it waits for that
  // A stage of a pipeline that flushes has neighbours.
  bool IsStage = false;
  uint32_t Stage = 0;
  uint64_t Window = 0; ///< [cycle] back to the oldest delay that matters
  std::vector<std::pair<uint64_t, uint64_t>> Delays = {}; ///< by issue
  std::vector<uint32_t> Sleepers = {}; ///< stages that wait for this one
  bool isAtEnd() const;
};

struct ProcessState {
  std::vector<uint32_t> Agents = {};
  uint32_t NumStarted = 0, NumRunning = 0;       ///< calls, agents
  std::vector<uint64_t> Starts = {}, Dones = {}; ///< [cycle] of each call
  /// [cycle] Waits for data, for space of each FIFO, for each array.
  std::array<std::vector<uint64_t>, 3> Waits = {};
};

class Engine {
public:
  Engine(const DataflowNetwork &N, const DataflowRunOptions &Options);

  /// Runs until no event is left; false: gave up.
  bool run();

  const DataflowNetwork &N;
  std::vector<Queue> Queues;
  std::vector<Agent> Agents;
  std::vector<ProcessState> Processes;
  uint64_t Now = 0, NumEvents = 0;

  /// Sets the times of all events anew, after a jump.
  void reschedule();

private:
  using Event = std::pair<uint64_t, uint32_t>;

  void addAgents(uint32_t Process);
  void push(uint32_t Id, uint64_t Time);
  void tryStart(uint32_t Process);
  void end(uint32_t Id);
  void attempt(uint32_t Id);
  bool waitsForNeighbour(uint32_t Id);
  bool waitsForFifo(uint32_t Id);
  void sleep(Agent &A, DataflowWait::Kind K, uint32_t Fifo);
  void perform(uint32_t Id);
  void wake(std::vector<uint32_t> &Sleepers, uint64_t Time);

  const DataflowRunOptions &Options;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> Events;
};

/// Finds repetitions, and jumps over them.
class Jumper {
public:
  explicit Jumper(Engine &E) : E(E) {}

  /// Called before the first event of each cycle with events. Returns true
  /// where the times of events have changed.
  bool consider();

private:
  struct Snapshot {
    uint64_t Time = 0;
    std::vector<Agent> Agents = {};
    std::vector<Queue> Queues = {};
    std::vector<ProcessState> Processes = {};
  };

  void take();
  std::optional<uint64_t> room(std::vector<Cursor::Shift> &Shifts) const;
  bool limitByAgent(const Agent &Before, const Agent &A,
                    std::vector<Cursor::Shift> &Shifts, uint64_t &Times) const;
  bool limitByQueue(const Queue &Before, const Queue &Q, uint64_t &Times) const;
  void jump(const std::vector<Cursor::Shift> &Shifts, uint64_t Times);

  Engine &E;
  Snapshot Saved;
  uint32_t Reference = 0; ///< agent whose events are looked at
  uint64_t Power = 0, Steps = 0;
  /// Cycles without an event of the reference, and how many are too many for
  /// each agent.
  uint64_t Silence = 0, Patience = 64;
};

} // namespace roofline::dataflow

#endif
