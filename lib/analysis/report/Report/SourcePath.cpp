// Paths of sources, from clang's form to paths that open.
#include "roofline/Report/SourcePath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// True where the last parts of \p Path are those of \p Tail.
static bool endsWith(StringRef Path, StringRef Tail) {
  return Path.consume_back(Tail) &&
         (Path.empty() || sys::path::is_separator(Path.back()));
}

std::string openablePath(StringRef File, StringRef Source) {
  if (endsWith(Source, File))
    return Source.str();
  SmallString<128> Folder;
  if (File.empty() || sys::fs::exists(File) || sys::fs::current_path(Folder))
    return File.str();
  for (StringRef Around = Folder; !Around.empty();
       Around = sys::path::parent_path(Around)) {
    SmallString<128> Path(Around);
    sys::path::append(Path, File);
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return File.str();
}

} // namespace roofline
