// Reads files that others wrote.
#include "roofline/Process/InputFile.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace roofline {
namespace {

class FileKindCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "file kind"; }
  std::string message(int) const override {
    return "a pipe or a device; a regular file is expected";
  }
};

} // namespace

std::error_code checkRegularFile(StringRef Path) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return EC;
  if (sys::fs::is_directory(Status))
    return std::make_error_code(std::errc::is_a_directory);
  static const FileKindCategory Category;
  return sys::fs::is_regular_file(Status) ? std::error_code()
                                          : std::error_code(1, Category);
}

ErrorOr<std::unique_ptr<MemoryBuffer>> readInput(StringRef Path) {
  if (std::error_code EC = checkRegularFile(Path))
    return EC;
  return MemoryBuffer::getFile(Path, /*IsText=*/true);
}

} // namespace roofline
