// System files: an application, its requirements, and the available units.
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
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace roofline {

/// A block whose work comes from a kernel's summary. Its Work in
/// System::Blocks is still empty.
struct SummaryBlock {
  uint32_t Block = 0;  ///< index into System::Blocks
  std::string Summary; ///< path, relative to the current folder
  std::string Kernel;  ///< name; empty for the only kernel of the summary
  std::string Launch;  ///< path of the launch file for one frame
  /// Counts each byte of memory once; false counts every access.
  bool Compulsory = true;
  std::string Place; ///< "file:line:column", for messages
};

/// Contents of a system file.
struct SystemFile {
  System S;
  std::vector<SummaryBlock> Summaries;
};

/// Reads the system file \p Path. Looks for the devices that it names in
/// \p DeviceFolders.
llvm::Expected<SystemFile>
loadSystem(llvm::StringRef Path, llvm::ArrayRef<std::string> DeviceFolders);

/// JSON Schema of system files.
llvm::json::Value systemSchema();

} // namespace roofline

#endif
