// Where the driver that runs and its installation are, and the devices there.
#include "Command.h"

#include "roofline/DeviceFiles/DeviceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

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

Expected<Device> chosenDevice(StringRef NameOrPath) {
  Expected<std::string> Path = findDevice(NameOrPath, driverFolders());
  if (!Path)
    return Path.takeError();
  return loadDevice(*Path);
}

Expected<Device> chosenDevices(ArrayRef<std::string> Names,
                               AnalyzeOptions &Options) {
  const std::string Default = "de5net";
  std::vector<Device> &All = Options.AlsoOn;
  std::vector<std::string> Wanted;
  for (const std::string &Name : Names.empty() ? ArrayRef(Default) : Names)
    if (Name == "all")
      append_range(Wanted, listDevices(driverFolders()));
    else
      Wanted.push_back(Name);
  std::set<StringRef> Seen; // "--device all --device ion" is all
  for (const std::string &Name : Wanted) {
    if (!Seen.insert(Name).second)
      continue;
    Expected<Device> D = chosenDevice(Name);
    if (!D)
      return D.takeError();
    All.push_back(std::move(*D));
  }
  auto First =
      find_if(All, [](const Device &D) { return D.pricesPipelines(); });
  if (First == All.end())
    First = All.begin();
  Device Chosen = std::move(*First);
  All.erase(First);
  return Chosen;
}

} // namespace roofline
