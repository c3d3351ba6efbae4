// Many runs of programs: side by side on this machine, or on a Slurm cluster.
//
/// \file
/// A task is a command line; what it prints is its result. Results are kept by
/// their key in a folder, each written once and whole, so that an interrupted
/// farm goes on where it was. On a cluster the folder is one that all machines
/// see; tasks that failed or got lost are submitted again. docs/farm.md.
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

struct FarmTask {
  std::string Name; ///< in messages
  /// Hash of all that the result depends on: the name of its file.
  std::string Key;
  std::vector<std::string> Command; ///< program and arguments
};

struct FarmPlace {
  bool IsSlurm = false;
  std::string Partition = {}; ///< of Slurm; empty: the cluster's default
  unsigned Jobs = 1;          ///< of this machine: tasks side by side
};
/// "8", "slurm", "slurm:long"; \p Option is named where \p Text is none.
llvm::Expected<FarmPlace> parsePlace(llvm::StringRef Text,
                                     llvm::StringRef Option);
/// This machine, a task a core.
FarmPlace localPlace();

struct FarmProgress {
  size_t Done = 0, Of = 0;
  size_t Kept = 0;     ///< of Done: results of earlier runs
  size_t Failed = 0;   ///< given up
  size_t Again = 0;    ///< attempts behind the first ones
  std::string Waiting; ///< on what, where nothing goes on: "the controller"
  bool operator==(const FarmProgress &) const = default;
};

struct FarmOptions {
  FarmPlace Place;
  std::string Folder = {};       ///< of results; created where it is not there
  std::string Name = "roofline"; ///< of the jobs in squeue
  unsigned TimeLimit = 3600;     ///< [s] of an attempt
  unsigned Resubmissions = 2;    ///< of a task on a cluster
  unsigned TasksPerJob = 1;      ///< of a cluster, one after another
  std::function<void(const FarmProgress &)> Progress = {};
};

struct FarmResult {
  /// Text that the task printed; nothing: it has no result.
  std::optional<std::string> Output;
  std::string Problem;   ///< why it has none, of the last attempt
  unsigned Attempts = 0; ///< 0: the result is of an earlier run
};

/// Runs those of \p Tasks whose results are not kept yet; the results in the
/// order of \p Tasks. A task has a result where it ends with code 0, 1 or 2 and
/// printed something. After an interrupt nothing runs on and the signal reaches
/// this process. An error is about the farm, not about a task.
llvm::Expected<std::vector<FarmResult>> runTasks(llvm::ArrayRef<FarmTask> Tasks,
                                                 const FarmOptions &O);

/// Hash of \p Parts, for FarmTask::Key.
std::string keyOf(llvm::ArrayRef<llvm::StringRef> Parts);

} // namespace roofline

#endif
