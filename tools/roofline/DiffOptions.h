// A comparison of reports, as `diff` and `analyze --baseline` ask for it.
#ifndef ROOFLINE_TOOLS_DIFFOPTIONS_H
#define ROOFLINE_TOOLS_DIFFOPTIONS_H

#include "Command.h"

#include "roofline/Diff/Gate.h"

namespace roofline {

struct DiffOptions {
  std::vector<Limit> Limits;
  std::set<Setting> Across;
  std::string Json, Markdown; ///< where to; "-" is standard output
};

llvm::Expected<std::vector<Limit>> parseFailOn(llvm::StringRef Value);
llvm::Expected<std::set<Setting>> parseAcross(llvm::StringRef Value);

/// An error where options contradict each other.
llvm::Error checkDiffOptions(const DiffOptions &O);

/// The report in the file \p Path.
llvm::Expected<ReportedFile> loadReport(llvm::StringRef Path);

/// Compares, writes what \p O asks for, else text; the exit code.
llvm::Expected<int> writeDiff(const ReportedFile &Old, const ReportedFile &New,
                              const DiffOptions &O);

} // namespace roofline

#endif
