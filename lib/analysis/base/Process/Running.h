// Processes that run, for whoever has to end them.
#ifndef ROOFLINE_LIB_PROCESS_RUNNING_H
#define ROOFLINE_LIB_PROCESS_RUNNING_H

#include <atomic>
#include <sys/types.h>

namespace roofline {

/// Keeps the process \p Id, the leader of its group, in the list of what ends
/// with this program.
class RunningProcess {
public:
  explicit RunningProcess(pid_t Id);
  ~RunningProcess();
  RunningProcess(const RunningProcess &) = delete;
  RunningProcess &operator=(const RunningProcess &) = delete;

private:
  std::atomic<pid_t> *Slot = nullptr;
};

/// Closes all files but \p Kept; -1 keeps none.
void closeFilesBut(int Kept);

} // namespace roofline

#endif
