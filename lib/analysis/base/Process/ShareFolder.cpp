// Where the files are that an installation brings.
#include "roofline/Process/ShareFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// The folder that \p Binary's program or library folder is in.
static StringRef prefixFolder(StringRef Binary) {
  const StringRef Own = sys::path::parent_path(Binary);
  for (StringRef Folder = Own; !Folder.empty();
       Folder = sys::path::parent_path(Folder)) {
    const StringRef Name = sys::path::filename(Folder);
    if (Name == "bin" || Name == "lib")
      return sys::path::parent_path(Folder);
  }
  return sys::path::parent_path(Own);
}

std::string shareFolder(StringRef Binary) {
  SmallString<256> Path(prefixFolder(Binary));
  sys::path::append(Path, "share", "roofline");
  return Path.str().str();
}

} // namespace roofline
