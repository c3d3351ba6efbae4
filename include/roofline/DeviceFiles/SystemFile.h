// System files: an application, its requirements, the units to choose from.
//
/// \file
/// Problems are errors with file:line:column. Format: docs/system-format.md.
#ifndef ROOFLINE_DEVICEFILES_SYSTEMFILE_H
#define ROOFLINE_DEVICEFILES_SYSTEMFILE_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Machine/Platform.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace roofline {

/// A block that is a kernel's summary: Model's Work is not filled in yet.
struct SummaryBlock {
  uint32_t Block = 0;     ///< index into System::Blocks
  std::string Summary;    ///< path, as seen from the current folder
  std::string Kernel;     ///< empty: the only one of the file
  std::string Launch;     ///< path of the launch file of one frame
  bool Compulsory = true; ///< bytes: each once; false: every access
  std::string Place;      ///< "file:line:column", for messages
};

struct SystemFile {
  System S;
  std::vector<SummaryBlock> Summaries;
};

/// Reads \p Path; the devices that it names are searched in \p DeviceFolders.
llvm::Expected<SystemFile>
loadSystem(llvm::StringRef Path, llvm::ArrayRef<std::string> DeviceFolders);

} // namespace roofline

#endif
