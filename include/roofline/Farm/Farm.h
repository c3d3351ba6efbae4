// Runs many programs, in parallel on this machine or on a Slurm cluster.
//
/// \file
/// A task is a command line; its result is the text that it prints. A folder
/// keeps each result under the task's key. A result is written once and whole,
/// so an interrupted farm continues where it stopped. On a cluster all machines
/// must see the folder, and failed or lost tasks are submitted again. See
/// docs/farm.md.
/// Try: roofline farm tasks.json --jobs slurm
#ifndef ROOFLINE_FARM_FARM_H
#define ROOFLINE_FARM_FARM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A command line with one result.
struct FarmTask {
  std::string Name; ///< name in messages
  /// Name of the result's file: a hash of all that the result depends on.
  std::string Key;
  std::vector<std::string> Command; ///< program and arguments
};

/// Machine or cluster that runs the tasks.
struct FarmPlace {
  bool IsSlurm = false;
  std::string Partition = {}; ///< Slurm partition; empty for the default one
  unsigned Jobs = 1;          ///< parallel tasks on this machine
};
/// Parses "8", "slurm" or "slurm:long". Fails on any other \p Text; the error
/// names \p Option.
llvm::Expected<FarmPlace> parsePlace(llvm::StringRef Text,
                                     llvm::StringRef Option);
/// Returns this machine with one task per core.
FarmPlace localPlace();

/// Numbers of tasks while a farm runs.
struct FarmProgress {
  size_t Done = 0, Total = 0; ///< finished tasks, and all tasks
  size_t Kept = 0;            ///< part of Done: results of earlier runs
  size_t Failed = 0;          ///< tasks without a result after all attempts
  size_t Again = 0;           ///< attempts after the first one of a task
  std::string Waiting;        ///< reason of a standstill: "the controller"
  bool operator==(const FarmProgress &) const = default;
};

/// Place and limits of runTasks().
struct FarmOptions {
  FarmPlace Place;
  std::string Folder = {};       ///< folder of results; created if missing
  std::string Name = "roofline"; ///< name of the jobs in squeue
  unsigned TimeLimit = 3600;     ///< [s] of one attempt
  unsigned Resubmissions = 2;    ///< most for a task on a cluster
  unsigned TasksPerJob = 1; ///< tasks that one cluster job runs in sequence
  std::function<void(const FarmProgress &)> Progress = {};
};

/// Result of a task.
struct FarmResult {
  /// Text that the task printed; empty without a result.
  std::optional<std::string> Output;
  std::string Problem;   ///< why the last attempt gave no result
  unsigned Attempts = 0; ///< 0 for a result of an earlier run
};

/// Runs the tasks whose results are not in the folder yet. Returns the results
/// of all \p Tasks, in order. A task has a result where it prints text and ends
/// with code 0, 1 or 2. An interrupt stops all tasks; then the signal reaches
/// this process. Fails where the farm fails, not where a task does.
llvm::Expected<std::vector<FarmResult>> runTasks(llvm::ArrayRef<FarmTask> Tasks,
                                                 const FarmOptions &O);

/// Returns a hash of \p Parts, for FarmTask::Key.
std::string keyOf(llvm::ArrayRef<llvm::StringRef> Parts);

} // namespace roofline

#endif
