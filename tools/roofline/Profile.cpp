// roofline profile: runs a kernel under Oclgrind and writes what it executed.
#include "Command.h"
#include "KernelInput.h"
#include "SlowNote.h"

#include "roofline/Profile/ProfileReport.h"
#include "roofline/Profile/RunKernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>

using namespace llvm;

namespace roofline {
namespace {

struct ProfileArguments {
  KernelInput Input;
  std::vector<std::string> Buffers, Command;
  std::string Output, Device = "de5net";
  std::string OfKernels; ///< an option given that programs do not have
  Profiler P;
};

Expected<unsigned> parseTimeOut(StringRef Value) {
  unsigned Seconds;
  if (Value.getAsInteger(10, Seconds))
    return invalid("--timeout '" + Value + "': seconds are expected");
  return Seconds;
}

std::vector<CommandOption> options(ProfileArguments &O) {
  return {texts("app", O.Command), text("o", O.Output),
          parsed("timeout", parseTimeOut, O.P.TimeOut),
          noted(texts("buffer", O.Buffers), O.OfKernels),
          noted(text("device", O.Device), O.OfKernels)};
}

/// An error where a kernel or a program lacks something, or has too much.
Error check(const ProfileArguments &O) {
  const bool IsProgram = !O.Command.empty();
  if (IsProgram && !O.Input.File.empty())
    return invalid("no argument '" + O.Input.File +
                   "' is expected; see roofline profile --help");
  if (IsProgram && (!O.OfKernels.empty() || O.Input.hasOptions()))
    return invalid("with --app, sizes and arguments are the program's");
  if (!IsProgram && O.Input.File.empty())
    return invalid(
        "one input file is expected, 0 given; see roofline profile --help");
  return Error::success();
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

/// Half of the time that a run has, 20 s at most.
std::chrono::milliseconds timeToNote(unsigned TimeOut) {
  constexpr unsigned Longest = 40; // [s]
  return std::chrono::milliseconds(500) *
         (TimeOut ? std::min(TimeOut, Longest) : Longest);
}

Expected<std::string> profileOne(ProfileArguments &O, std::string &Name) {
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
  std::vector<std::string> Notes = makePlausible(*Kernel, Run);
  append_range(Notes, notesOnFills(*Kernel, Run));
  for (const std::string &Note : Notes)
    errs() << "roofline: note: " << Note << '\n';
  Name = Kernel->Name;
  const SlowNote Slow(timeToNote(O.P.TimeOut),
                      "kernel '" + Name +
                          "' takes long under Oclgrind: a launch of fewer "
                          "work-items (--global) is faster, and `analyze "
                          "--profile` scales it");
  return profileKernel(*Kernel, Run, O.P);
}

Expected<int> run(ProfileArguments &O) {
  if (Error E = check(O))
    return E;
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
  if (Error E = writeOutput(O.Output, *Text))
    return E;
  return Done;
}

} // namespace

template <> int commandMain<Command::Profile>(ArrayRef<const char *> Words) {
  ProfileArguments O;
  O.P = {installedPath("libexec/roofline/libRooflineProfile.so"),
         /*TimeOut=*/600};
  O.Input.LeastFiles = 0;
  return runCommand(
      parseArguments(Command::Profile, Words, options(O), O.Input), O.Input,
      [&] { return run(O); });
}

} // namespace roofline
