// Launch files: the NDRange and arguments that a sample is run with.
//
/// \file
/// Format: docs/launch-format.md.
#ifndef ROOFLINE_DEVICE_LAUNCHFILE_H
#define ROOFLINE_DEVICE_LAUNCHFILE_H

#include "roofline/Model/Design.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace roofline {

struct LaunchFile {
  std::string Kernel; ///< empty: the only kernel of the source
  Launch L;
};

llvm::Expected<LaunchFile> loadLaunch(llvm::StringRef Path);

} // namespace roofline

#endif
