// hls::task: a process that runs for ever.
//
/// \file
/// A program that runs gives each task a thread. Under __SYNTHESIS__ a task is
/// a call of its function, which the analysis sees as a process.
#ifndef ROOFLINE_HLS_HLS_TASK_H
#define ROOFLINE_HLS_HLS_TASK_H

#include "roofline_hls/MacrosAway.inc"

#include "hls_stream.h"

#ifdef __SYNTHESIS__
#define hls_thread_local static
#else
#include <thread>
#define hls_thread_local thread_local
#endif

namespace hls {

class task {
public:
  task() = default; // started later, as an element of an array
  template <class F, class... Args> task(F &&Function, Args &&...Arguments) {
    (*this)(Function, Arguments...);
  }
  template <class F, class... Args>
  void operator()(F &&Function, Args &&...Arguments) {
#ifdef __SYNTHESIS__
    Function(static_cast<Args &&>(Arguments)...);
#else
    ++roofline_hls::runningTasks();
    std::thread([&Function, &Arguments...] {
      for (;;)
        Function(Arguments...);
    }).detach();
#endif
  }
};

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
