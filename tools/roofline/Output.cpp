// Where the driver's results go: files that are whole or absent, and an error
// where they could not be written.
#include "Command.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <system_error>

using namespace llvm;

namespace roofline {

static Error cannotWrite(StringRef Path, std::error_code EC) {
  return createStringError(EC, Path + ": " + EC.message());
}

/// Writes \p Text and reports what the stream would report when it dies.
static std::error_code writeAll(raw_fd_ostream &OS, StringRef Text) {
  OS << Text;
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

Error writeOutput(StringRef Path, StringRef Text) {
  if (Path == "-") {
    outs() << Text;
    return Error::success();
  }
  sys::fs::file_status Status;
  sys::fs::status(Path, Status);
  if (sys::fs::is_directory(Status))
    return cannotWrite(Path, std::make_error_code(std::errc::is_a_directory));
  if (sys::fs::exists(Status) && !sys::fs::is_regular_file(Status)) {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    if (!EC)
      EC = writeAll(OS, Text);
    return EC ? cannotWrite(Path, EC) : Error::success();
  }
  Expected<sys::fs::TempFile> File =
      sys::fs::TempFile::create(Path + "-%%%%%%.tmp");
  if (!File)
    return cannotWrite(Path, errorToErrorCode(File.takeError()));
  std::error_code EC;
  {
    raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
    EC = writeAll(OS, Text);
  }
  if (EC) {
    consumeError(File->discard());
    return cannotWrite(Path, EC);
  }
  if (Error E = File->keep(Path))
    return cannotWrite(Path, errorToErrorCode(std::move(E)));
  return Error::success();
}

Error writeJson(StringRef Path, const json::Value &Value) {
  return writeOutput(Path, formatv("{0:2}\n", Value).str());
}

Error finishStandardOutput() {
  std::error_code EC = writeAll(outs(), "");
  return EC ? cannotWrite("standard output", EC) : Error::success();
}

} // namespace roofline
