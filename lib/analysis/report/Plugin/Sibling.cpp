// Libraries that stand beside the plugin.
#include "roofline/Plugin/Sibling.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {

std::string siblingLibrary(StringRef Name) {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&siblingLibrary), &Info) ||
      !Info.dli_fname)
    return Name.str();
  SmallString<128> Path(Info.dli_fname);
  sys::path::remove_filename(Path);
  sys::path::append(Path, Name);
  return Path.str().str();
}

} // namespace roofline
