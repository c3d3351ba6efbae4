// Whether the Clang side of the plugin is there.
#ifndef ROOFLINE_PLUGIN_CLANGLOADER_H
#define ROOFLINE_PLUGIN_CLANGLOADER_H

#include "llvm/ADT/StringRef.h"

namespace roofline {

/// Why attributes, pragmas and argument names of the source are not known in
/// this Clang; empty when all is well, and in programs other than Clang.
llvm::StringRef clangSideProblem();

} // namespace roofline

#endif
