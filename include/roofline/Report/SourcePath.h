// Paths of sources, from clang's form to paths that open.
#ifndef ROOFLINE_REPORT_SOURCEPATH_H
#define ROOFLINE_REPORT_SOURCEPATH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace roofline {

/// Finds the path that opens \p File, the file of a place in \p Source or its
/// headers. Clang removes the folder that a file shares with the current one,
/// so \p File is relative to the current folder or to one around it. Returns
/// \p File itself when no such file exists.
std::string openablePath(llvm::StringRef File, llvm::StringRef Source);

} // namespace roofline

#endif
