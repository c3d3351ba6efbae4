// A comparison of reports, as `diff` and `analyze --baseline` ask for it.
#ifndef ROOFLINE_TOOLS_DIFFOPTIONS_H
#define ROOFLINE_TOOLS_DIFFOPTIONS_H

#include "Command.h"
#include "KernelInput.h"

#include "roofline/Diff/Gate.h"

namespace roofline {

struct DiffOptions {
  std::vector<Limit> Limits;
  std::set<Setting> Across;
  std::string Json, Markdown; ///< where to; "-" is standard output

  bool isDefault() const {
    return Limits.empty() && Across.empty() && Json.empty() && Markdown.empty();
  }
};

/// --fail-on and --across; each may be repeated.
CommandOption failOn(DiffOptions &O);
CommandOption across(DiffOptions &O);

/// An error where options contradict each other.
llvm::Error checkDiffOptions(const DiffOptions &O);

/// The report in the file \p Path.
llvm::Expected<ReportedFile> loadReport(llvm::StringRef Path);

/// Compares and writes what \p O asks for, and text where \p Prints and
/// standard output is not taken; the exit code.
llvm::Expected<int> writeDiff(const ReportedFile &Old, const ReportedFile &New,
                              const DiffOptions &O, bool Prints = true);

} // namespace roofline

#endif
