// roofline profile: runs a kernel under Oclgrind and writes what it executed.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/Profile/ProfileReport.h"
#include "roofline/Profile/RunKernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline profile FILE.cl [OPTIONS]
       roofline profile [-o FILE] [--timeout S] --app PROGRAM [ARGUMENTS]

Runs a kernel under Oclgrind, unoptimised, and writes what it executed: trip counts,
branches, operations by source place, bytes by address space, barriers.
`roofline analyze --profile` reads it. With --app, all kernels of an OpenCL program.

what is run:
  --kernel NAME            the kernel, where FILE has several
  --global X[,Y[,Z]]       NDRange [work-item]
  --local X[,Y[,Z]]        work-group [work-item]; default: up to 64 in the first
                           dimension, or what the kernel requires
  --arg NAME=VALUE         a scalar argument; may be repeated
  --buffer NAME=ELEMENTS[:random|zero|index]   size and content of a buffer;
                           default: as far as the kernel reaches, random if read
  --buffer NAME=@FILE      its content: numbers (.txt, .csv), or else raw bytes
  --launch FILE|none       all of these from a launch file; options win.
                           Default: k.launch.yaml, else launch.yaml, beside k.cl
  --app PROGRAM [ARGUMENTS]  everything that follows is the program's
compiling OpenCL C:
  -D NAME[=VALUE], -U NAME, -I DIR, -include FILE, -cl-std=STD    passed to clang
  --device NAME|FILE       whose vendor's macros, as ALTERA_CL, are defined (default
                           de5net, as roofline analyze)
output:
  -o, --output FILE        the profile (default: KERNEL.profile.json, or
                           PROGRAM.profile.json); - is standard output
  --timeout SECONDS        default 600; 0: none
  --help

exit codes: 0 done, 1 bad input, a kernel that faults, or one that does not end
)";

enum Option {
  OptBuffer = FirstOwnOption,
  OptOutput,
  OptTimeOut,
  OptApp,
  OptDevice
};

const option LongOptions[] = {
    ROOFLINE_INPUT_OPTIONS,
    {"buffer", required_argument, nullptr, OptBuffer},
    {"output", required_argument, nullptr, OptOutput},
    {"o", required_argument, nullptr, OptOutput},
    {"timeout", required_argument, nullptr, OptTimeOut},
    {"app", no_argument, nullptr, OptApp},
    {"device", required_argument, nullptr, OptDevice},
    {}};

struct Options {
  KernelInput Input;
  std::vector<std::string> Buffers, Command;
  std::string Output, Device = "de5net";
  Profiler P;
};

/// libRooflineProfile.so, beside the driver's own folder.
std::string pluginPath() {
  SmallString<128> Path(
      sys::fs::getMainExecutable(nullptr, (void *)profileMain));
  sys::path::remove_filename(Path);
  sys::path::append(Path, "..", "lib", "libRooflineProfile.so");
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

Error parseOption(int Opt, StringRef Value, Options &O) {
  if (Opt == OptBuffer)
    O.Buffers.push_back(Value.str());
  else if (Opt == OptOutput)
    O.Output = Value;
  else if (Opt == OptDevice)
    O.Device = Value;
  else if (Opt == OptTimeOut && Value.getAsInteger(10, O.P.TimeOut))
    return invalid("--timeout '" + Value + "': seconds are expected");
  return Error::success();
}

/// Nothing: help was asked for and printed.
Expected<std::optional<Options>> parseOptions(int argc, char **argv) {
  Options O;
  O.P = {pluginPath(), /*TimeOut=*/600};
  auto *App = std::find_if(argv + 1, argv + argc, [](const char *Word) {
    return StringRef(Word) == "--app";
  });
  const bool IsProgram = App != argv + argc;
  if (IsProgram) {
    O.Command.assign(App + 1, argv + argc);
    if (O.Command.empty())
      return invalid("--app needs a program; see roofline profile --help");
  }
  Expected<bool> Parsed = parseArguments(
      App - argv, argv, LongOptions, Help, IsProgram ? nullptr : &O.Input,
      [&](int Opt, StringRef Value) -> Error {
        if (IsProgram && Opt != OptOutput && Opt != OptTimeOut)
          return invalid("with --app, sizes and arguments are the program's");
        return parseOption(Opt, Value, O);
      });
  if (!Parsed)
    return Parsed.takeError();
  if (!*Parsed)
    return std::nullopt;
  return O;
}

Expected<KernelSummary> theKernel(KernelInput &Input, Launch &L) {
  if (sys::path::extension(Input.File) != ".cl")
    return invalid(Input.File + ": not OpenCL C (.cl), which Oclgrind runs");
  return Input.readKernel(L);
}

/// As OpenCL chooses where the host does not: one that divides the global size.
void chooseLocal(Launch &L) {
  if (L.Local)
    return;
  uint64_t X = std::min<uint64_t>(64, L.Global[0]);
  while (L.Global[0] % X)
    --X;
  L.Local = {X, 1, 1};
}

Expected<std::string> profileOne(Options &O, std::string &Name) {
  ProfilerRun Run;
  if (Error E = O.Input.readLaunch(Run.L))
    return E;
  Expected<Device> D = chosenDevice(O.Device);
  if (!D)
    return D.takeError();
  O.Input.DeviceDefines = D->Defines;
  Expected<KernelSummary> Kernel = theKernel(O.Input, Run.L);
  if (!Kernel)
    return Kernel.takeError();
  Run.File = O.Input.File;
  Run.ClangArgs = O.Input.allClangArgs();
  eraseArguments(Run.L, [&](StringRef Name) {
    return is_contained(O.Input.NamesOfLoops, Name) &&
           !hasArgument(*Kernel, Name);
  });
  Run.Buffers = O.Input.Buffers;
  for (StringRef Text : O.Buffers)
    if (Error E = parseBuffer(Text, Run.Buffers))
      return E;
  if (Run.L.Dimensions == 0 && !isSingleWorkItem(*Kernel))
    return invalid("number of work-items: give --global X[,Y[,Z]]");
  if (Error E = checkLaunch(*Kernel, Run.L))
    return E;
  chooseLocal(Run.L);
  if (Error E = completeArguments(*Kernel, Run))
    return E;
  for (const std::string &Note : notesOnFills(*Kernel, Run))
    errs() << "roofline: note: " << Note << '\n';
  Name = Kernel->Name;
  return profileKernel(*Kernel, Run, O.P);
}

Error run(Options &O) {
  std::string Name;
  Expected<std::string> Text =
      O.Command.empty() ? profileOne(O, Name) : profileProgram(O.Command, O.P);
  if (!Text)
    return Text.takeError();
  if (Name.empty())
    Name = sys::path::stem(O.Command.front());
  if (O.Output.empty())
    O.Output = Name + ".profile.json";
  Expected<Profile> P = parseProfile(*Text, O.Output);
  if (!P)
    return P.takeError();
  for (const KernelProfile &K : P->Kernels)
    if (K.Faults)
      return invalid("kernel '" + K.Kernel + "' faults:\n" +
                     StringRef(K.FirstFault).rtrim());
  if (O.Output != "-")
    printProfile(*P, outs());
  return writeOutput(O.Output, *Text);
}

} // namespace

int profileMain(int argc, char **argv) {
  Expected<std::optional<Options>> O = parseOptions(argc, argv);
  if (!O)
    return fail(O.takeError());
  if (!*O)
    return Done;
  if (Error E = run(**O))
    return fail((*O)->Input.locate(std::move(E)));
  return Done;
}

} // namespace roofline
