// Availability of the plugin's part that needs Clang's own symbols.
#ifndef ROOFLINE_PLUGIN_CLANGLOADER_H
#define ROOFLINE_PLUGIN_CLANGLOADER_H

#include "llvm/ADT/StringRef.h"

namespace roofline {

/// Why this Clang does not tell attributes, pragmas and argument names of the
/// source; empty when it does, and in programs other than Clang.
llvm::StringRef clangSideProblem();

} // namespace roofline

#endif
