// The tasks of one run of a farm, and what became of them.
#ifndef ROOFLINE_LIB_FARM_FARMRUN_H
#define ROOFLINE_LIB_FARM_FARMRUN_H

#include "roofline/Farm/Farm.h"
#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/StringSet.h"

namespace roofline {

/// The folder of a run, beside the results: the script run.sh, which does an
/// attempt at a task, and what the attempts leave.
class FarmRun {
public:
  FarmRun(llvm::ArrayRef<FarmTask> Tasks, const FarmOptions &O)
      : Tasks(Tasks), O(O), Results(Tasks.size()) {}

  /// Takes the results that are kept; what is left is in open().
  llvm::Error prepare();
  std::vector<size_t> &open() { return Open; }

  /// The next attempt at \p Task, which begins, as run.sh is told it: "17.0".
  std::string begin(size_t Task);
  /// The attempt that began was not submitted. Its number is not used again.
  void takeBack(size_t Task);
  unsigned attempts(size_t Task) const { return Results[Task].Attempts; }
  /// Looks which attempts have ended.
  void look();
  /// True when look() saw that the last attempt at \p Task has ended.
  bool hasEnded(size_t Task) const;
  /// Takes the result of the last attempt at \p Task, which ended; false where
  /// there is none. \p Lost: why, where the attempt said nothing.
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

  std::string Folder; ///< of the results, absolute
  std::optional<RunFolder> Work;
  std::vector<FarmResult> Results;
  std::vector<size_t> Open;
  std::vector<unsigned> Numbers;               ///< attempts that began, by task
  llvm::StringSet<> Ended;                     ///< attempts, "17.0"
  std::vector<std::pair<size_t, size_t>> Same; ///< task, earlier one of its key
};

/// Does the open tasks of \p Run on this machine.
llvm::Error runHere(FarmRun &Run);
/// Does them on a Slurm cluster.
llvm::Error runOnSlurm(FarmRun &Run);

} // namespace roofline

#endif
