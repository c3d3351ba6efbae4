// Commands of the program roofline-cores, which stands beside this one.
#ifndef ROOFLINE_TOOLS_RUNCORES_H
#define ROOFLINE_TOOLS_RUNCORES_H

#include "OptionTable.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// Becomes roofline-cores, which runs \p C. Returns an exit code where that
/// program is not there; \p Otherwise says what this one offers then.
int runCores(Command C, llvm::ArrayRef<const char *> Words,
             llvm::StringRef Otherwise = "");

} // namespace roofline

#endif
