// Libraries that stand beside the plugin.
#include "roofline/Plugin/Sibling.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {

std::string siblingLibrary(StringRef Name) {
  Dl_info Info;
  SmallString<128> Path; // without links: one of a shorter name may be loaded
  if (!dladdr(reinterpret_cast<void *>(&siblingLibrary), &Info) ||
      !Info.dli_fname || sys::fs::real_path(Info.dli_fname, Path))
    return Name.str();
  sys::path::remove_filename(Path);
  sys::path::append(Path, Name);
  return Path.str().str();
}

} // namespace roofline
