// Where the files are that an installation brings.
#ifndef ROOFLINE_PROCESS_SHAREFOLDER_H
#define ROOFLINE_PROCESS_SHAREFOLDER_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace roofline {

/// share/roofline of the installation, or of the build, that the program or
/// library \p Binary is part of: beside the nearest folder around it that is
/// named bin or lib, as in lib/roofline/22/libRoofline.so; with neither, beside
/// its own folder.
std::string shareFolder(llvm::StringRef Binary);

} // namespace roofline

#endif // ROOFLINE_PROCESS_SHAREFOLDER_H
