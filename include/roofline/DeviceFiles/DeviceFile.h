// Device files: devices/*.yaml to struct Device.
//
/// \file
/// Every value is `{ value, unit, source }`. Unknown, missing and doubled keys,
/// wrong units, missing sources, placeholders and contradictions are errors
/// with file:line:column. Format: docs/device-format.md.
#ifndef ROOFLINE_DEVICEFILES_DEVICEFILE_H
#define ROOFLINE_DEVICEFILES_DEVICEFILE_H

#include "roofline/Machine/Device.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace roofline {

llvm::Expected<Device> loadDevice(llvm::StringRef Path);

/// The path of device \p Name: itself where it names a file, else
/// \p Name.yaml in one of \p Folders; the error lists what there is.
llvm::Expected<std::string> findDevice(llvm::StringRef Name,
                                       llvm::ArrayRef<std::string> Folders);

/// The names of all device files in \p Folders, sorted.
std::vector<std::string> listDevices(llvm::ArrayRef<std::string> Folders);

/// Where device files are, for a program or library at \p Binary: the folder in
/// $ROOFLINE_DEVICES, then ../share/roofline/devices from the binary's folder.
std::vector<std::string> deviceFolders(llvm::StringRef Binary);

} // namespace roofline

#endif
