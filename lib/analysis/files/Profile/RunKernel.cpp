// Runs a kernel, or a whole program, under Oclgrind with our plugin.
#include "roofline/Profile/RunKernel.h"

#include "Arguments.h"

#include "roofline/Process/InputFile.h"
#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace llvm;

namespace roofline {

static std::string contents(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

namespace {

struct OclgrindRun {
  int Code = 0;
  bool TimedOut = false;
  std::string Profile, Messages;
};

} // namespace

/// Runs \p Tool of Oclgrind with \p Args and our plugin. \p Quiet: what it
/// prints goes into OclgrindRun::Messages.
static Expected<OclgrindRun> runOclgrind(StringRef Tool,
                                         const std::vector<std::string> &Args,
                                         const Profiler &P,
                                         const RunFolder &Dir, bool Quiet) {
  ErrorOr<std::string> Path = sys::findProgramByName(Tool);
  if (!Path)
    return createStringError(
        Tool + " is not installed, under which kernels are profiled "
               "(Debian: oclgrind)");
  if (!sys::fs::exists(P.Plugin))
    return createStringError(P.Plugin +
                             ": the profiler's plugin is not there; it is "
                             "built where Oclgrind's headers are (Debian: "
                             "liboclgrind-dev llvm-14-dev)");
  std::string Output = Dir.file("profile.json"), Log = Dir.file("messages");
  std::vector<std::string> Env = {"ROOFLINE_PROFILE=" + Output};
  if (::isatty(STDERR_FILENO))
    Env.push_back("ROOFLINE_PROFILE_TERMINAL=/dev/tty");
  for (char **E = environ; *E; ++E)
    if (!StringRef(*E).starts_with("ROOFLINE_PROFILE="))
      Env.push_back(*E);
  std::vector<StringRef> Words = {*Path, "--plugins", P.Plugin};
  Words.insert(Words.end(), Args.begin(), Args.end());
  std::vector<StringRef> EnvWords(Env.begin(), Env.end());
  std::optional<StringRef> Redirects[] = {std::nullopt, StringRef(Log),
                                          StringRef(Log)};
  OclgrindRun O;
  std::string Problem;
  ProcessOptions How;
  How.Environment = ArrayRef(EnvWords);
  if (Quiet)
    How.Redirects = Redirects;
  if (P.TimeOut)
    How.TimeOut = P.TimeOut;
  O.Code = runProcess(*Path, Words, How, Problem);
  if (O.Code == -1)
    return createStringError(*Path + ": " + Problem);
  O.TimedOut = O.Code == -2 && StringRef(Problem).contains("timed out");
  O.Profile = contents(Output);
  O.Messages = Quiet ? contents(Log) : Problem;
  return O;
}

static Error timedOut(StringRef What, const Profiler &P) {
  return createStringError(
      What + " did not end within " + Twine(P.TimeOut) +
      " s: profile a smaller launch, which `analyze --profile` "
      "scales, or give more time with --timeout");
}

/// A name in \p Dir for the folder \p Path.
static Expected<std::string> plainFolder(StringRef Path, const RunFolder &Dir,
                                         size_t Number) {
  SmallString<128> Whole(Path.empty() ? "." : Path);
  sys::fs::make_absolute(Whole);
  std::string Link = Dir.file("include_" + std::to_string(Number));
  sys::fs::remove(Link);
  if (std::error_code EC = sys::fs::create_link(Whole, Link))
    return createStringError(EC, Link + ": " + EC.message());
  return Link;
}

/// Oclgrind splits the options of its compiler at blanks and knows no quotes:
/// folders get plain names.
static Expected<std::string>
buildOptions(const ProfilerRun &Run, StringRef Standard, const RunFolder &Dir) {
  std::vector<std::string> Options = {"-cl-opt-disable"};
  if (!Standard.empty())
    Options.push_back(("-cl-std=" + Standard).str());
  StringRef Beside = sys::path::parent_path(Run.File);
  Options.push_back("-I" + (Beside.empty() ? "." : Beside).str());
  append_range(Options, Run.ClangArgs);
  for (auto [I, O] : enumerate(Options)) {
    const bool IsFolder = StringRef(O).starts_with("-I");
    if (O.find_first_of(IsFolder ? " \t\n\"'\\$;" : " \t\n") ==
        std::string::npos)
      continue;
    if (!IsFolder)
      return createStringError(
          "'" + O + "': Oclgrind takes no option with a blank in it");
    Expected<std::string> Folder =
        plainFolder(StringRef(O).drop_front(2), Dir, I);
    if (!Folder)
      return Folder.takeError();
    O = "-I" + *Folder;
  }
  return join(Options, " ");
}

/// Writes what Oclgrind runs, and a copy of the source by a plain name.
static Error writeSimulation(const KernelSummary &Kernel,
                             const ProfilerRun &Run, const RunFolder &Dir,
                             StringRef Path) {
  const std::string Source = Dir.file("kernel.cl");
  if (std::error_code EC = checkRegularFile(Run.File))
    return createStringError(EC, Run.File + ": " + EC.message());
  if (std::error_code EC = sys::fs::copy_file(Run.File, Source))
    return createStringError(EC, Source + ": " + EC.message());
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    return createStringError(EC, Path + ": " + EC.message());
  OS << Source << '\n' << Kernel.Name << '\n';
  for (const auto &Sizes : {Run.L.Global, *Run.L.Local})
    OS << Sizes[0] << ' ' << Sizes[1] << ' ' << Sizes[2] << '\n';
  for (unsigned I = 0; I < Kernel.Args.size(); ++I)
    if (Error E = writeArgument(Kernel, I, Run, OS))
      return E;
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  EC = OS.error();
  OS.clear_error();
  return createStringError(EC, Path + ": " + EC.message());
}

Expected<std::string> profileKernel(const KernelSummary &Kernel,
                                    const ProfilerRun &Run, const Profiler &P) {
  RunFolder Dir("roofline-profile");
  if (std::error_code EC = Dir.error())
    return createStringError(EC, "temporary folder: " + EC.message());
  std::string Simulation = Dir.file("kernel.sim");
  if (Error E = writeSimulation(Kernel, Run, Dir, Simulation))
    return E;
  // Oclgrind knows the builtins of OpenCL C 1.2 alone: those of 2.0 that take
  // pointers have other names. So 2.0 is for kernels that are not 1.2.
  std::vector<StringRef> Standards = {"CL1.2", "CL2.0"};
  if (any_of(Run.ClangArgs,
             [](StringRef A) { return A.starts_with("-cl-std="); }))
    Standards = {""};
  OclgrindRun O;
  for (StringRef Standard : Standards) {
    Expected<std::string> Options = buildOptions(Run, Standard, Dir);
    if (!Options)
      return Options.takeError();
    Expected<OclgrindRun> Ran = runOclgrind(
        "oclgrind-kernel", {"--build-options", *Options, Simulation}, P, Dir,
        /*Quiet=*/true);
    if (!Ran)
      return Ran.takeError();
    O = std::move(*Ran);
    if (!StringRef(O.Messages).contains("Build failure"))
      break;
  }
  if (O.TimedOut)
    return timedOut("kernel '" + Kernel.Name + "'", P);
  if (O.Code != 0 || O.Profile.empty())
    return createStringError("kernel '" + Kernel.Name +
                             "' does not run under Oclgrind:\n" +
                             StringRef(O.Messages).trim());
  return O.Profile;
}

Expected<std::string> profileProgram(const std::vector<std::string> &Command,
                                     const Profiler &P) {
  RunFolder Dir("roofline-profile");
  if (std::error_code EC = Dir.error())
    return createStringError(EC, "temporary folder: " + EC.message());
  std::vector<std::string> Args = {"--build-options", "-cl-opt-disable"};
  append_range(Args, Command);
  Expected<OclgrindRun> O =
      runOclgrind("oclgrind", Args, P, Dir, /*Quiet=*/false);
  if (!O)
    return O.takeError();
  if (O->TimedOut)
    return timedOut("'" + Command.front() + "'", P);
  if (O->Code != 0)
    return createStringError("'" + Command.front() + "' failed under Oclgrind" +
                             (O->Code > 0
                                  ? " with exit code " + std::to_string(O->Code)
                                  : ": " + O->Messages));
  if (O->Profile.empty())
    return createStringError("'" + Command.front() + "' ran no OpenCL kernel");
  return O->Profile;
}

} // namespace roofline
