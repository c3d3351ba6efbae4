// roofline-write-program: writes the program of a test kernel, to be run.
//
//   roofline-write-program KERNEL VECTOR DIALECT SUPPORT-FOLDER OUT-FOLDER
//
// KERNEL: see NamedKernel.h. The expected data are evaluate()'s.
#include "NamedKernel.h"

#include "roofline/Codegen/Verilog.h"
#include "roofline/Programs/StreamProgram.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace roofline;

namespace {

int fail(const Twine &Message) {
  errs() << "roofline-write-program: " << Message << "\n";
  return 1;
}

int write(const std::string &Folder, const TextFile &File) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, File.Name);
  std::error_code Code =
      sys::fs::create_directories(sys::path::parent_path(Path));
  raw_fd_ostream Out(Path, Code);
  if (Code)
    return fail(Path + ": " + Code.message());
  Out << File.Content;
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 6)
    return fail("KERNEL VECTOR DIALECT SUPPORT-FOLDER OUT-FOLDER");
  StreamDesign D;
  uint64_t Seed = 1;
  if (StringRef(Argv[2]).getAsInteger(10, D.Vector))
    return fail("VECTOR is a number");
  std::optional<ProgramDialect> Dialect = programDialect(Argv[3]);
  if (!Dialect)
    return fail("no dialect '" + Twine(Argv[3]) + "'");
  Expected<StreamKernel> K = test::namedKernel(Argv[1], Seed);
  if (!K)
    return fail(toString(K.takeError()));
  ProgramOptions O;
  O.Dialect = *Dialect;
  O.SupportFolder = Argv[4];
  O.Data.emplace();
  O.Data->Before = O.Data->After = randomMemory(*K, Seed);
  evaluate(*K, O.Data->After);
  Expected<StreamProgram> Program = emitProgram(*K, D, O);
  if (!Program)
    return fail(toString(Program.takeError()));
  for (const TextFile &File : Program->Files)
    if (write(Argv[5], File))
      return 1;
  outs() << Program->Name << " " << *Program->Cycles << "\n";
  return 0;
}
