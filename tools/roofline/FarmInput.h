// The options by which subcommands run many tasks.
#ifndef ROOFLINE_TOOLS_FARMINPUT_H
#define ROOFLINE_TOOLS_FARMINPUT_H

#include "KernelInput.h"

#include "roofline/Farm/Farm.h"

namespace roofline {

/// --jobs, --results and --time-limit of \p O.
std::vector<CommandOption> farmOptions(FarmOptions &O);

/// Runs \p Tasks and shows how far they are; results are kept in \p O.Folder,
/// or in the user's cache.
llvm::Expected<std::vector<FarmResult>> runFarm(llvm::ArrayRef<FarmTask> Tasks,
                                                FarmOptions O);

} // namespace roofline

#endif
