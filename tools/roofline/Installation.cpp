// Where the driver that runs and its installation are.
#include "Command.h"

#include "roofline/DeviceFiles/DeviceFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

std::string driverPath() {
  return sys::fs::getMainExecutable(nullptr, (void *)driverPath);
}

std::string installedPath(const Twine &Path) {
  SmallString<256> Whole(
      sys::path::parent_path(sys::path::parent_path(driverPath())));
  sys::path::append(Whole, Path);
  return Whole.str().str();
}

std::string shareFolder() { return installedPath("share/roofline"); }
std::string rtlFolder() { return installedPath("share/roofline/rtl"); }
std::string hostFolder() { return installedPath("share/roofline/hosts"); }
std::string programFolder() { return installedPath("share/roofline/programs"); }

std::vector<std::string> driverFolders() { return deviceFolders(driverPath()); }

} // namespace roofline
