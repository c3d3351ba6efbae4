// Device files: devices/*.yaml to struct Device.
//
/// \file
/// Every value is `{ value, unit, source }`. Unknown, missing and repeated
/// keys, wrong units, missing sources, placeholders and contradictions are
/// errors with file:line:column. Format: docs/device-format.md.
#ifndef ROOFLINE_DEVICEFILES_DEVICEFILE_H
#define ROOFLINE_DEVICEFILES_DEVICEFILE_H

#include "roofline/Machine/Device.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace roofline {

/// Reads the device file \p Path.
llvm::Expected<Device> loadDevice(llvm::StringRef Path);

/// JSON Schema of device files.
llvm::json::Value deviceSchema();

/// Returns the path of device \p Name: \p Name where it names a file, else
/// \p Name.yaml in one of \p Folders. The error lists the known devices.
llvm::Expected<std::string> findDevice(llvm::StringRef Name,
                                       llvm::ArrayRef<std::string> Folders);

/// Returns the names of all device files in \p Folders, sorted.
std::vector<std::string> listDevices(llvm::ArrayRef<std::string> Folders);

/// Returns the folders of device files for a program or library at \p Binary:
/// $ROOFLINE_DEVICES, then ../share/roofline/devices from the binary's folder.
std::vector<std::string> deviceFolders(llvm::StringRef Binary);

} // namespace roofline

#endif
