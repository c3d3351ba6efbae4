// The tasks of one run of a farm, and their results.
#ifndef ROOFLINE_LIB_FARM_FARMRUN_H
#define ROOFLINE_LIB_FARM_FARMRUN_H

#include "roofline/Farm/Farm.h"
#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/StringSet.h"

namespace roofline {

/// Holds the state of a run and its folder, beside the results: the script
/// run.sh, which runs one attempt at a task, and the files of the attempts.
class FarmRun {
public:
  FarmRun(llvm::ArrayRef<FarmTask> Tasks, const FarmOptions &O)
      : Tasks(Tasks), O(O), Results(Tasks.size()) {}

  /// Reads the kept results; the remaining tasks are in open().
  llvm::Error prepare();
  std::vector<size_t> &open() { return Open; }

  /// Begins the next attempt at \p Task and returns its name for run.sh:
  /// "17.0".
  std::string begin(size_t Task);
  /// Withdraws the attempt that began, because it was not submitted. Its number
  /// is not used again.
  void takeBack(size_t Task);
  unsigned attempts(size_t Task) const { return Results[Task].Attempts; }
  /// Finds the attempts that have ended.
  void look();
  /// True when look() saw that the last attempt at \p Task has ended.
  bool hasEnded(size_t Task) const;
  /// Reads the result of the last attempt at \p Task, which has ended; false
  /// when it left none. \p Lost is the reason if the attempt gave none.
  bool collect(size_t Task, llvm::StringRef Lost);
  void giveUp(size_t) { ++Progress.Failed; }

  llvm::StringRef folder() const { return Work->path(); }
  std::string file(llvm::StringRef Name) const { return Work->file(Name); }
  std::string script() const { return file("run.sh"); }
  llvm::Error write(llvm::StringRef Name, llvm::StringRef Text) const;
  void tell() const {
    if (O.Progress)
      O.Progress(Progress);
  }
  /// The results; those of equal keys are equal.
  std::vector<FarmResult> take();

  llvm::ArrayRef<FarmTask> Tasks;
  const FarmOptions &O;
  FarmProgress Progress;

private:
  std::string last(size_t Task) const;
  std::string resultPath(size_t Task) const;
  bool readResult(size_t Task);
  std::string whyNone(size_t Task, llvm::StringRef Lost) const;

  std::string Folder; ///< absolute path of the results
  std::optional<RunFolder> Work;
  std::vector<FarmResult> Results;
  std::vector<size_t> Open;
  std::vector<unsigned> Numbers; ///< begun attempts, by task
  llvm::StringSet<> Ended;       ///< ended attempts, "17.0"
  /// A task, and an earlier one with its key.
  std::vector<std::pair<size_t, size_t>> Same;
};

/// Runs the open tasks of \p Run on this machine.
llvm::Error runHere(FarmRun &Run);
/// Runs the open tasks of \p Run on a Slurm cluster.
llvm::Error runOnSlurm(FarmRun &Run);

} // namespace roofline

#endif
