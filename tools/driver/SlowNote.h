// A note on work that takes long.
//
/// \file
/// Says once on standard error that work is slow, and what makes it shorter.
/// Try: roofline profile k.cl --global 1048576
#ifndef ROOFLINE_TOOLS_SLOWNOTE_H
#define ROOFLINE_TOOLS_SLOWNOTE_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace roofline {

/// Prints a note unless its lifetime ends before. Takes no signals: they reach
/// the thread that works.
class SlowNote {
public:
  SlowNote(std::chrono::milliseconds After, std::string Text);
  ~SlowNote();
  SlowNote(const SlowNote &) = delete;
  SlowNote &operator=(const SlowNote &) = delete;

private:
  std::mutex Lock;
  std::condition_variable Ends;
  bool IsOver = false;
  std::thread Waiting;
};

} // namespace roofline

#endif
