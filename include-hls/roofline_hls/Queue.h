// A queue for programs that run, safe between threads.
//
/// \file
/// Threads exist where hls::task runs processes. A program without them knows
/// that nobody will fill an empty queue.
#ifndef ROOFLINE_HLS_QUEUE_H
#define ROOFLINE_HLS_QUEUE_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"

#ifndef __SYNTHESIS__
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>

namespace roofline_hls {

/// Number of processes that hls::task has started.
inline std::atomic<int> &runningTasks() {
  static std::atomic<int> Count{0};
  return Count;
}

template <class T> class Queue {
  struct Content {
    std::mutex Lock;
    std::condition_variable Filled;
    std::deque<T> Elements;
    std::string Name = "stream";
  };
  Content *C = new Content;

public:
  Queue() = default;
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;
  // A process may still wait at the end of the program.
  ~Queue() {
    if (runningTasks() == 0)
      delete C;
  }
  void setName(const char *Name) { C->Name = Name; }
  std::size_t size() const {
    std::lock_guard<std::mutex> Guard(C->Lock);
    return C->Elements.size();
  }
  void put(const T &Value) {
    std::lock_guard<std::mutex> Guard(C->Lock);
    C->Elements.push_back(Value);
    C->Filled.notify_one();
  }
  T take() {
    std::unique_lock<std::mutex> Guard(C->Lock);
    if (C->Elements.empty() && runningTasks() == 0) {
      std::fflush(stdout);
      std::fprintf(stderr, "hls::stream '%s' is read while empty\n",
                   C->Name.c_str());
      std::abort();
    }
    C->Filled.wait(Guard, [this] { return !C->Elements.empty(); });
    T Value = C->Elements.front();
    C->Elements.pop_front();
    return Value;
  }
};

} // namespace roofline_hls
#endif

#include "roofline_hls/MacrosBack.inc"

#endif
