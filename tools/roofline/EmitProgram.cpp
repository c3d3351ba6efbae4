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
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr char OpenCLHelp[] =
    R"(usage: roofline emit opencl FILE -o DIR [--dialect NAME] [OPTIONS]

One design variant of a kernel, or of its time steps, as OpenCL C: a reader, one
kernel for each step and a writer, joined by pipes; or one kernel without pipes.
With it go a description, data, a Makefile whose `make check` runs it on this
machine, and what `roofline verify` needs. The kernel as streams, and a pass of
several steps, are run against the original before anything is written.
docs/opencl.md describes programs, docs/variants.md variants.

  --dialect NAME           pipe (default): OpenCL 2.0 pipe arguments; intel: channels;
                           xilinx: pipes of the program; plain: one kernel without pipes
)";

constexpr char HlsHelp[] = R"(usage: roofline emit hls FILE -o DIR [OPTIONS]

One design variant of a kernel, or of its time steps, as HLS C++: a function for
the reader, for each step and for the writer, joined by hls::stream in a DATAFLOW
region; a script for the vendor's tool. With it go a description, data, a Makefile
whose `make check` runs it on this machine with streams of bounded depth, and what
`roofline verify` needs. The kernel as streams, and a pass of several steps, are
run against the original before anything is written.
docs/hls.md describes programs, docs/variants.md variants.

)";

constexpr char CommonHelp[] =
    R"(  --depth N                packets that each pipe holds (default 2; xilinx: 16; between
                           tiles what they send in two steps)
  --variant TEXT           the design (default 'map-pipe f'): one lane, vectors, fused steps,
                           tiles side by side
  -o DIR                   the program's folder, which must not exist
  --seed N                 of the check's data (default 1)
what is run:
  --kernel NAME            the kernel, where FILE has several; NAME,NAME,.. as one
                           program: a chain
  --temporary NAME,..      buffers of a chain that nobody needs afterwards
  --global X[,Y[,Z]]       NDRange [work-item]
  --local X[,Y[,Z]]        work-group [work-item]
  --arg NAME=VALUE         a scalar argument; may be repeated
  --iterate N              the host launches it N times
  --swap READ=WRITTEN      after each launch these two buffers take turns; may be repeated
  --borders same           a promise: what no step writes is equal in them
  --launch FILE|none       all of these from a launch file; options win.
                           Default: k.launch.yaml, else launch.yaml, beside k.cl
compiling OpenCL C:
  -D NAME[=VALUE], -I DIR, -include FILE, -cl-std=STD    passed to clang
  --help

exit codes: 0 done, 1 bad input, 2 done but not compared with the original: the
buffers have more than 1 GiB
)";

struct Options {
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
Expected<ProgramOrigin> readOrigin(Options &O, ProgramDialect Dialect,
                                   LLVMContext &Context,
                                   std::unique_ptr<Module> &Of) {
  Launch L;
  Expected<StreamKernel> K = readKernelFor(O.Variant, O.Input, Context, Of, L);
  if (!K)
    return K.takeError();
  return applyProgramVariant(std::move(*K), O.Variant, L, Dialect);
}

Expected<int> run(Options &O, bool IsHls) {
  if (O.Output.empty())
    return invalid("-o DIR is missing");
  uint64_t Seed;
  if (StringRef(O.Seed).getAsInteger(10, Seed))
    return invalid("--seed '" + O.Seed + "': a whole number is expected");
  std::optional<ProgramDialect> Dialect = programDialect(O.Dialect);
  if (IsHls)
    Dialect = ProgramDialect::Hls;
  else if (!Dialect || *Dialect == ProgramDialect::Hls)
    return invalid("--dialect '" + O.Dialect +
                   "': pipe, intel, xilinx and plain are there");
  if (O.Depth && *Dialect == ProgramDialect::Plain)
    return invalid("--depth is of pipes; dialect plain has none");
  if (sys::fs::exists(O.Output))
    return invalid(O.Output + ": exists; a program goes into a new folder");
  if (!O.Temporaries.empty())
    O.Input.Temporaries = kernelsOfChain(O.Temporaries);
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<ProgramOrigin> Origin = readOrigin(O, *Dialect, Context, M);
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
                    Program->Name, Origin->Variant, name(*Dialect));
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

} // namespace

/// ../share/roofline/programs from the driver's folder.
std::string programFolder() {
  SmallString<256> Path(sys::path::parent_path(rtlFolder()));
  sys::path::append(Path, "programs");
  return Path.str().str();
}

int emitProgramMain(int argc, char **argv, bool IsHls) {
  Options O;
  O.Input.TakesIteration = true;
  std::vector<CommandOption> Own = {text("variant", O.Variant),
                                    text("o", O.Output), text("seed", O.Seed),
                                    text("temporary", O.Temporaries)};
  Own.push_back({"depth", true, [&](StringRef Value) -> Error {
                   Expected<uint32_t> Depth = parseDepth(Value);
                   if (!Depth)
                     return Depth.takeError();
                   O.Depth = *Depth;
                   return Error::success();
                 }});
  if (!IsHls)
    Own.push_back(text("dialect", O.Dialect));
  const std::string Help =
      std::string(IsHls ? HlsHelp : OpenCLHelp) + CommonHelp;
  return runCommand(parseArguments(argc, argv, Own, Help, O.Input), O.Input,
                    [&] { return run(O, IsHls); });
}

} // namespace roofline
