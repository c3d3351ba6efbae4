// Where the driver's results go: files that are whole or absent, and an error
// where they could not be written.
#include "Command.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <system_error>
#include <unistd.h>

using namespace llvm;

namespace roofline {

static Error cannotWrite(StringRef Path, std::error_code EC) {
  return createStringError(EC, Path + ": " + EC.message());
}

using WriteFn = function_ref<void(raw_ostream &)>;

/// Where a result goes that replaces the file \p Path: behind its links.
static std::string targetOf(StringRef Path) {
  SmallString<128> Target;
  return sys::fs::real_path(Path, Target) ? Path.str() : Target.str().str();
}

/// True where another file in its place would be another one to its owner, or
/// to who knows it by another name.
static bool keepsFile(const sys::fs::file_status &Status) {
  return sys::fs::exists(Status) &&
         (Status.getLinkCount() > 1 || Status.getUser() != ::geteuid());
}

/// Reports what the stream would report when it dies.
static std::error_code writeAll(raw_fd_ostream &OS, WriteFn Write) {
  Write(OS);
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

Error writeOutput(StringRef Path, WriteFn Write) {
  if (Path == "-") {
    Write(outs());
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
      EC = writeAll(OS, Write);
    return EC ? cannotWrite(Path, EC) : Error::success();
  }
  // A link to nothing yet is written through.
  if (!sys::fs::exists(Status) && sys::fs::is_symlink_file(Path)) {
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    if (!EC)
      EC = writeAll(OS, Write);
    return EC ? cannotWrite(Path, EC) : Error::success();
  }
  const std::string Target = targetOf(Path);
  Expected<sys::fs::TempFile> File =
      sys::fs::TempFile::create(Target + "-%%%%%%.tmp");
  if (!File)
    return cannotWrite(Path, errorToErrorCode(File.takeError()));
  std::error_code EC;
  {
    raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
    EC = writeAll(OS, Write);
  }
  if (!EC && sys::fs::exists(Status))
    EC = sys::fs::setPermissions(File->FD, Status.permissions());
  if (!EC && keepsFile(Status)) {
    EC = sys::fs::copy_file(File->TmpName, Target);
    consumeError(File->discard());
    return EC ? cannotWrite(Path, EC) : Error::success();
  }
  if (EC) {
    consumeError(File->discard());
    return cannotWrite(Path, EC);
  }
  if (Error E = File->keep(Target))
    return cannotWrite(Path, errorToErrorCode(std::move(E)));
  return Error::success();
}

Error writeOutput(StringRef Path, StringRef Text) {
  return writeOutput(Path, [Text](raw_ostream &OS) { OS << Text; });
}

Error writeJson(StringRef Path, const json::Value &Value) {
  return writeOutput(Path,
                     [&](raw_ostream &OS) { OS << formatv("{0:2}\n", Value); });
}

Error finishStandardOutput() {
  std::error_code EC = writeAll(outs(), [](raw_ostream &) {});
  return EC ? cannotWrite("standard output", EC) : Error::success();
}

} // namespace roofline
