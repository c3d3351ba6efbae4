// Runs a network of kernels on one processor, joined by bounded FIFOs.
//
// Each kernel is a thread of its own within this process; it runs until a FIFO
// makes it wait, or until the schedule, which a seed decides, lets another one
// go on. So a run can be repeated, and a deadlock is seen at once: no kernel
// can go on and some are not done. Beside that runs a clock for each kernel: a
// packet is written and read once a cycle at most, is there in the cycle after
// it was written, and a place is free in the cycle after it was read.
#ifndef ROOFLINE_NETWORK_H
#define ROOFLINE_NETWORK_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

namespace roofline {

class Network;

/// A FIFO of as many packets as the design says.
class Fifo {
public:
  Fifo(Network &In, std::string Name, uint64_t Depth)
      : Of(In), Name(std::move(Name)), Depth(Depth) {}

  void write(const void *Packet, size_t Bytes);
  void read(void *Packet, size_t Bytes);

  bool isEmpty() const { return Packets.empty(); }
  bool isFull() const { return Packets.size() >= Depth; }

  Network &Of;
  const std::string Name;
  const uint64_t Depth; ///< [packet]

private:
  struct Packet {
    std::vector<char> Data;
    uint64_t At; ///< [cycle] when it was written
  };
  std::deque<Packet> Packets;
  std::deque<uint64_t> Freed;           ///< [cycle] when each place was read
  uint64_t Written = 0;                 ///< [packet]
  uint64_t NextWrite = 0, NextRead = 0; ///< [cycle] at the earliest
};

class Network {
public:
  Network(uint64_t Seed, std::map<std::string, uint64_t> Depths)
      : Random(Seed), Depths(std::move(Depths)) {
    current() = this;
  }
  ~Network() {
    for (auto &P : Processes)
      munmap(P->Stack, StackBytes);
    current() = nullptr;
  }

  static Network *&current() {
    static Network *Current = nullptr;
    return Current;
  }

  /// A FIFO; a depth that the user asked for wins.
  std::unique_ptr<Fifo> fifo(const std::string &Name, uint64_t Depth) {
    auto Asked = Depths.find(Name);
    if (Asked != Depths.end()) {
      Depth = Asked->second;
      Used[Name] = true;
    }
    return std::make_unique<Fifo>(*this, Name, Depth);
  }
  bool knows(const std::string &Pipe) const { return Used.count(Pipe); }

  void spawn(std::string Name, std::function<void()> Run) {
    auto P = std::make_unique<Process>();
    P->Name = std::move(Name);
    P->Run = std::move(Run);
    // Pages come when they are touched: kernels keep their lines there.
    P->Stack = mmap(nullptr, StackBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (P->Stack == MAP_FAILED) {
      std::fprintf(stderr, "no memory for the stack of %s\n", P->Name.c_str());
      std::exit(2);
    }
    getcontext(&P->Context);
    P->Context.uc_stack.ss_sp = P->Stack;
    P->Context.uc_stack.ss_size = StackBytes;
    P->Context.uc_link = &Scheduler;
    makecontext(&P->Context, enter, 0);
    Processes.push_back(std::move(P));
  }

  /// Until all are done; false where none can go on.
  bool run() {
    for (;;) {
      std::vector<Process *> Ready;
      for (auto &P : Processes)
        if (!P->IsDone && (!P->Waits || P->Waits()))
          Ready.push_back(P.get());
      if (Ready.empty())
        break;
      Running = Ready[Random() % Ready.size()];
      Running->Waits = nullptr;
      Budget = 1 + Random() % 16;
      swapcontext(&Scheduler, &Running->Context);
    }
    return std::all_of(Processes.begin(), Processes.end(),
                       [](auto &P) { return P->IsDone; });
  }

  /// The kernel that runs waits for \p Ready, which it says as \p What.
  void wait(std::function<bool()> Ready, const std::string &What) {
    if (!Running) {
      std::fprintf(stderr, "a pipe is used outside of the network\n");
      std::exit(2);
    }
    if (--Budget > 0 && Ready())
      return;
    Running->Waits = std::move(Ready);
    Running->What = What;
    swapcontext(&Running->Context, &Scheduler);
  }

  /// Until all that the kernel that runs has spawned are done.
  void join() {
    Process *Parent = Running;
    wait(
        [this, Parent] {
          return std::all_of(Processes.begin(), Processes.end(), [&](auto &P) {
            return P->IsDone || P.get() == Parent;
          });
        },
        "for the others");
  }

  /// True now and then, by the seed: for reads that may fail.
  bool byChance() { return Random() % 8 == 0; }

  /// What each kernel that is not done waits for.
  std::string blocked() const {
    std::string Text;
    for (auto &P : Processes)
      if (!P->IsDone)
        Text += "  " + P->Name + " waits: " + P->What + "\n";
    return Text;
  }

  /// A writer of \p Of waited for a place.
  void wasFull(const Fifo &Of, uint64_t Cycles);
  /// The pipes that were full, and for how long.
  std::string full() const {
    std::string Text;
    for (const auto &[Name, Cycles] : Full)
      Text +=
          "  " + Name + " was full for " + std::to_string(Cycles) + " cycles\n";
    return Text;
  }

  uint64_t &clock() { return Running->Clock; }
  /// [cycle] until the last kernel was done.
  uint64_t cycles() const {
    uint64_t Last = 0;
    for (auto &P : Processes)
      Last = std::max(Last, P->Clock + 1);
    return Last;
  }

private:
  struct Process {
    std::string Name, What;
    std::function<void()> Run;
    std::function<bool()> Waits;
    ucontext_t Context;
    void *Stack = nullptr;
    uint64_t Clock = 0; ///< [cycle]
    bool IsDone = false;
  };
  static constexpr size_t StackBytes = size_t(256) << 20;

  static void enter() {
    Network &N = *current();
    Process &P = *N.Running;
    P.Run();
    P.IsDone = true;
  }

  std::mt19937_64 Random;
  std::map<std::string, uint64_t> Depths;
  std::map<std::string, bool> Used;
  std::map<std::string, uint64_t> Full; ///< [cycle] by pipe, with its depth
  std::vector<std::unique_ptr<Process>> Processes;
  Process *Running = nullptr;
  ucontext_t Scheduler;
  uint64_t Budget = 1;
};

inline void Network::wasFull(const Fifo &Of, uint64_t Cycles) {
  Full[Of.Name + " (depth " + std::to_string(Of.Depth) + ")"] += Cycles;
}

inline void Fifo::write(const void *Data, size_t Bytes) {
  Of.wait([this] { return !isFull(); },
          "for a place in " + Name + " (depth " + std::to_string(Depth) + ")");
  uint64_t &Clock = Of.clock();
  Clock = std::max(Clock, NextWrite);
  if (Written >= Depth) { // the place of the packet Depth before this one
    if (Freed.front() + 1 > Clock) {
      Of.wasFull(*this, Freed.front() + 1 - Clock);
      Clock = Freed.front() + 1;
    }
    Freed.pop_front();
  }
  ++Written;
  NextWrite = Clock + 1;
  const char *Begin = static_cast<const char *>(Data);
  Packets.push_back({std::vector<char>(Begin, Begin + Bytes), Clock});
}

inline void Fifo::read(void *Data, size_t Bytes) {
  Of.wait([this] { return !isEmpty(); }, "for a packet from " + Name);
  uint64_t &Clock = Of.clock();
  Clock = std::max({Clock, NextRead, Packets.front().At + 1});
  NextRead = Clock + 1;
  if (Packets.front().Data.size() != Bytes) {
    std::fprintf(stderr, "%s: a packet of %zu bytes is read as %zu\n",
                 Name.c_str(), Packets.front().Data.size(), Bytes);
    std::exit(2);
  }
  std::memcpy(Data, Packets.front().Data.data(), Bytes);
  Packets.pop_front();
  Freed.push_back(Clock);
}

} // namespace roofline

#endif
