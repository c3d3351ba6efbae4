// Paths of sources as clang writes them, and as they are opened.
#ifndef ROOFLINE_REPORT_SOURCEPATH_H
#define ROOFLINE_REPORT_SOURCEPATH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace roofline {

/// The path by which \p File, of a place in the source \p Source or a header of
/// it, is opened from here. Clang cuts a folder off that a file and the present
/// folder have in common: \p File is a path from the present folder, or from
/// one around it. \p File as it is where no such file is there.
std::string openablePath(llvm::StringRef File, llvm::StringRef Source);

} // namespace roofline

#endif
