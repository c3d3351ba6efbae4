// roofline emit opencl, roofline emit hls: a variant of a kernel as a program.
#include "Command.h"
#include "StreamInput.h"

#include "roofline/Stream/StreamChain.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/ProgramFolder.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct EmitProgramArguments {
  KernelInput Input;
  std::string Variant = "map-pipe f", Output, Seed = "1", Dialect = "pipe",
              Temporaries;
  std::optional<uint32_t> Depth;
};

Expected<uint32_t> parseDepth(StringRef Text) {
  uint32_t Depth;
  if (Text.getAsInteger(10, Depth) || Depth == 0)
    return invalid("--depth '" + Text + "': a positive number is expected");
  return Depth;
}

/// The variant of the one kernel that is asked for.
Expected<ProgramOrigin> readOrigin(EmitProgramArguments &O,
                                   ProgramDialect Dialect, LLVMContext &Context,
                                   std::unique_ptr<Module> &M) {
  Launch L;
  Expected<StreamKernel> K = readKernelFor(O.Variant, O.Input, Context, M, L);
  if (!K)
    return K.takeError();
  return applyProgramVariant(std::move(*K), O.Variant, L, Dialect);
}

Expected<int> run(EmitProgramArguments &O, bool IsHls) {
  if (O.Output.empty())
    return invalid("-o DIR is missing");
  uint64_t Seed;
  if (StringRef(O.Seed).getAsInteger(10, Seed))
    return invalid("--seed '" + O.Seed + "': a whole number is expected");
  const ProgramDialect Dialect =
      IsHls ? ProgramDialect::Hls : *programDialect(O.Dialect);
  if (O.Depth && Dialect == ProgramDialect::Plain)
    return invalid("--depth is of pipes; dialect plain has none");
  if (Error E = checkNewFolder(O.Output, "program"))
    return std::move(E);
  if (!O.Temporaries.empty())
    O.Input.Temporaries = kernelsOfChain(O.Temporaries);
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<ProgramOrigin> Origin = readOrigin(O, Dialect, Context, M);
  if (!Origin)
    return Origin.takeError();
  Origin->Depth = O.Depth;
  const bool WithData = !isLargeLaunch(Origin->K);
  Expected<StreamProgram> Program =
      makeProgram(*M, *Origin, Seed, programFolder(), WithData);
  if (!Program)
    return Program.takeError();
  if (Error E = writeFolder(O.Output, Program->Files))
    return E;
  outs() << formatv("{0}: program {1}, {2}, dialect {3}", O.Output,
                    Program->Name, Origin->Variant, name(Dialect));
  if (Program->Cycles)
    outs() << formatv(", {0} cycles a pass", *Program->Cycles);
  outs() << '\n';
  if (std::optional<std::string> Why = whyNotCompared(Origin->K);
      Why && !WithData) {
    errs() << "roofline: not compared with the original: " << *Why << '\n';
    return Incomplete;
  }
  return Done;
}

int programMain(Command C, ArrayRef<const char *> Words) {
  EmitProgramArguments O;
  O.Input.TakesIteration = true;
  return runCommand(
      parseArguments(C, Words,
                     {text("variant", O.Variant), text("o", O.Output),
                      text("seed", O.Seed), text("temporary", O.Temporaries),
                      parsed("depth", parseDepth, O.Depth),
                      text("dialect", O.Dialect)},
                     O.Input),
      O.Input, [&] { return run(O, C == Command::EmitHls); });
}

} // namespace

template <> int commandMain<Command::EmitOpenCL>(ArrayRef<const char *> Words) {
  return programMain(Command::EmitOpenCL, Words);
}
template <> int commandMain<Command::EmitHls>(ArrayRef<const char *> Words) {
  return programMain(Command::EmitHls, Words);
}

} // namespace roofline
