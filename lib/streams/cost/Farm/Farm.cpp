// Tasks side by side on this machine, and what all places share.
#include "roofline/Farm/Farm.h"

#include "FarmRun.h"

#include "llvm/Support/MD5.h"

#include <algorithm>
#include <mutex>
#include <thread>

using namespace llvm;

namespace roofline {

FarmPlace localPlace() {
  return {.Jobs = std::max(1u, std::thread::hardware_concurrency())};
}

Expected<FarmPlace> parsePlace(StringRef Text, StringRef Option) {
  FarmPlace Place;
  auto [Kind, Partition] = Text.split(':');
  if (Kind == "slurm" && (Text == Kind || !Partition.empty())) {
    Place.IsSlurm = true;
    Place.Partition = Partition;
    return Place;
  }
  if (Text.getAsInteger(10, Place.Jobs) || Place.Jobs < 1 || Place.Jobs > 1024)
    return createStringError(Option + " '" + Text +
                             "': 1 to 1024, slurm or slurm:PARTITION is "
                             "expected");
  return Place;
}

std::string keyOf(ArrayRef<StringRef> Parts) {
  MD5 Hash;
  for (StringRef Part : Parts) { // by their lengths told apart
    Hash.update(std::to_string(Part.size()) + ":");
    Hash.update(Part);
  }
  MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().str().str();
}

Error runHere(FarmRun &Run) {
  std::mutex Mutex; // of Run and what follows
  size_t Next = 0;
  std::string Problem;
  auto Work = [&] {
    std::unique_lock Lock(Mutex);
    while (Next < Run.open().size() && Problem.empty() &&
           !RunFolder::isInterrupted()) {
      const size_t Task = Run.open()[Next++];
      const std::string Attempt = Run.begin(Task);
      ProcessOptions How;
      How.WithChildren = true;
      // The shell's own words about how a task ended.
      const std::optional<StringRef> Nowhere[] = {"", "", ""};
      How.Redirects = Nowhere;
      Lock.unlock();
      std::string Why;
      const int Code = runProcess(
          "/bin/sh", {"sh", Run.script(), "task", Attempt}, How, Why);
      Lock.lock();
      if (RunFolder::isInterrupted())
        return;
      if (Code == -1)
        Problem = "/bin/sh: " + Why;
      // The same machine would say the same again.
      else if (!Run.collect(Task, "its shell was ended"))
        Run.giveUp(Task);
      Run.tell();
    }
  };
  std::vector<std::thread> Workers;
  for (size_t I = 0; I < std::min<size_t>(Run.O.Place.Jobs, Run.open().size());
       ++I)
    Workers.emplace_back(Work);
  for (std::thread &T : Workers)
    T.join();
  return Problem.empty() ? Error::success()
                         : createStringError(inconvertibleErrorCode(), Problem);
}

Expected<std::vector<FarmResult>> runTasks(ArrayRef<FarmTask> Tasks,
                                           const FarmOptions &O) {
  FarmRun Run(Tasks, O);
  if (Error E = Run.prepare())
    return E;
  Run.tell();
  if (!Run.open().empty())
    if (Error E = O.Place.IsSlurm ? runOnSlurm(Run) : runHere(Run))
      return E;
  return Run.take();
}

} // namespace roofline
