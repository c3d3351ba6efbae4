// A file with a given text, and places in that text.
#ifndef ROOFLINE_UNITTESTS_DEVICE_TESTFILE_H
#define ROOFLINE_UNITTESTS_DEVICE_TESTFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <string>

namespace roofline {

class TestFile {
public:
  explicit TestFile(llvm::StringRef Text) {
    int FD = -1;
    llvm::sys::fs::createTemporaryFile("roofline", "yaml", FD, Path);
    llvm::raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    Remover.setFile(Path);
  }
  llvm::StringRef path() const { return Path; }

private:
  llvm::SmallString<128> Path;
  llvm::FileRemover Remover;
};

/// "line:column" of the first \p Needle in \p Text, both from 1.
inline std::string placeOf(const std::string &Text, const std::string &Needle) {
  size_t Offset = Text.find(Needle);
  if (Offset == std::string::npos)
    return "nowhere";
  size_t Line = 1 + std::count(Text.begin(), Text.begin() + Offset, '\n');
  size_t LineStart = Offset ? Text.rfind('\n', Offset - 1) + 1 : 0;
  return std::to_string(Line) + ":" + std::to_string(Offset - LineStart + 1);
}

/// \p Text with the first \p From replaced by \p To.
inline std::string changed(std::string Text, const std::string &From,
                           const std::string &To) {
  size_t Offset = Text.find(From);
  return Offset == std::string::npos ? "" : Text.replace(Offset, From.size(), To);
}

} // namespace roofline

#endif
