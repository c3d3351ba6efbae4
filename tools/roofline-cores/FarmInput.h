// The options by which subcommands run many tasks.
#ifndef ROOFLINE_TOOLS_FARMINPUT_H
#define ROOFLINE_TOOLS_FARMINPUT_H

#include "KernelInput.h"

#include "roofline/Farm/Farm.h"

namespace roofline {

/// --jobs of \p O.
CommandOption jobsOption(FarmOptions &O);

/// --jobs, --results, --time-limit and --tasks-per-job of \p O.
std::vector<CommandOption> farmOptions(FarmOptions &O);

/// Results are kept in the user's cache where \p O names no folder.
llvm::Error completeFolder(FarmOptions &O);

/// Runs \p Tasks and shows how far they are.
llvm::Expected<std::vector<FarmResult>> runFarm(llvm::ArrayRef<FarmTask> Tasks,
                                                FarmOptions O);

} // namespace roofline

#endif
