// Progress of a kernel on a terminal.
#ifndef ROOFLINE_TOOLS_PROFILER_PROGRESS_H
#define ROOFLINE_TOOLS_PROFILER_PROGRESS_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace roofline::profiler {

/// Writes to the terminal that ROOFLINE_PROFILE_TERMINAL names, if it is set.
/// Kernels that end within half a second show nothing.
class Progress {
public:
  Progress() {
    if (const char *Path = std::getenv("ROOFLINE_PROFILE_TERMINAL"))
      Out = std::fopen(Path, "w");
  }
  ~Progress() {
    if (Out)
      std::fclose(Out);
  }

  void begin(std::string Name, uint64_t NumGroups) {
    Kernel = std::move(Name);
    Groups = NumGroups;
    Done = 0;
    Next = now() + HalfSecond;
    IsShown = false;
  }

  /// Counts a finished work-group. Any thread may call it.
  void step() {
    uint64_t Number = ++Done;
    int64_t Due = Next;
    if (!Out || now() < Due ||
        !Next.compare_exchange_strong(Due, now() + HalfSecond))
      return;
    IsShown = true;
    std::fprintf(Out, "\r%s: %llu of %llu work-groups ", Kernel.c_str(),
                 (unsigned long long)Number, (unsigned long long)Groups);
    std::fflush(Out);
  }

  void end() {
    if (!IsShown)
      return;
    std::fputs("\r\033[K", Out);
    std::fflush(Out);
  }

private:
  static constexpr int64_t HalfSecond = 500;
  static int64_t now() { // [ms]
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch())
        .count();
  }

  std::FILE *Out = nullptr;
  std::string Kernel;
  uint64_t Groups = 0;
  std::atomic<uint64_t> Done = 0;
  std::atomic<int64_t> Next = 0;
  std::atomic<bool> IsShown = false;
};

} // namespace roofline::profiler

#endif
