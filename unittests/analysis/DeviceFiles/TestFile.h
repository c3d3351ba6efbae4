// A file with a given text, places in that text, and mistakes made in it.
#ifndef ROOFLINE_UNITTESTS_DEVICE_TESTFILE_H
#define ROOFLINE_UNITTESTS_DEVICE_TESTFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

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
  return Offset == std::string::npos ? ""
                                     : Text.replace(Offset, From.size(), To);
}

/// A mistake: \p Old becomes \p New, and the error is at \p Spot of the new
/// text.
struct Mistake {
  const char *Name, *Old, *New, *Spot, *Message;
};

/// Expects that \p Load of the file \p Valid with the mistake \p M fails at its
/// place.
template <typename Loader>
void expectLocated(const Mistake &M, const std::string &Valid, Loader Load) {
  std::string Text = changed(Valid, M.Old, M.New);
  ASSERT_NE(Text, "") << "the valid text has no '" << M.Old << "'";
  TestFile File(Text);
  std::string Message = llvm::toString(Load(File.path()).takeError());
  std::string Place = File.path().str() + ":" + placeOf(Text, M.Spot) + ": ";
  EXPECT_EQ(Message.substr(0, Place.size()), Place) << Message;
  EXPECT_NE(Message.find(M.Message), std::string::npos) << Message;
}

} // namespace roofline

#endif
