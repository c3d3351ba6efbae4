// The options by which subcommands run many tasks, and their progress.
#include "FarmInput.h"

#include "Command.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

CommandOption jobsOption(FarmOptions &O) {
  return parsed(
      "jobs", [](StringRef Text) { return parsePlace(Text, "--jobs"); },
      O.Place);
}

std::vector<CommandOption> farmOptions(FarmOptions &O) {
  return {jobsOption(O), text("results", O.Folder),
          count("time-limit", O.TimeLimit),
          count("tasks-per-job", O.TasksPerJob)};
}

/// "12 of 200 done, 3 from before, 2 again, 1 failed".
static std::string progressText(const FarmProgress &P) {
  std::string Text = formatv("{0} of {1} done", P.Done, P.Total);
  for (auto [Number, What] : {std::pair(P.Kept, "from before"),
                              {P.Again, "again"},
                              {P.Failed, "failed"}})
    if (Number)
      Text += formatv(", {0} {1}", Number, What).str();
  return P.Waiting.empty() ? Text : Text + "; waits for " + P.Waiting;
}

Error completeFolder(FarmOptions &O) {
  SmallString<128> Cache;
  if (O.TasksPerJob > 1 && !O.Place.IsSlurm)
    return invalid("--tasks-per-job is of --jobs slurm");
  if (!O.Folder.empty())
    return Error::success();
  if (!sys::path::cache_directory(Cache))
    return invalid("no folder for the results: this user has no cache; name "
                   "one by --results");
  sys::path::append(Cache, "roofline", "farm");
  O.Folder = Cache.str().str();
  return Error::success();
}

Expected<std::vector<FarmResult>> runFarm(ArrayRef<FarmTask> Tasks,
                                          FarmOptions O) {
  // On a terminal one line that changes, else a line at each tenth.
  const bool IsShown = sys::Process::StandardErrIsDisplayed();
  std::optional<FarmProgress> Last;
  O.Progress = [&](const FarmProgress &P) {
    if (P == Last)
      return;
    const size_t Ended = P.Done + P.Failed;
    const size_t Before = Last ? Last->Done + Last->Failed : 0;
    if (IsShown)
      errs() << "\r\033[K" << progressText(P);
    else if (!Last || P.Waiting != Last->Waiting || Ended == P.Total ||
             Ended * 10 / P.Total != Before * 10 / P.Total)
      errs() << progressText(P) << '\n';
    Last = P;
  };
  auto Results = runTasks(Tasks, O);
  if (IsShown)
    errs() << "\r\033[K";
  return Results;
}

} // namespace roofline
