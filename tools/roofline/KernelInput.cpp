// Kernels and their launch, as all subcommands take them.
#include "KernelInput.h"

#include "Command.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Report/SummaryJSON.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace roofline {

bool KernelInput::take(int Opt, StringRef Value) {
  switch (Opt) {
  case OptKernel:
    Kernel = Value;
    return true;
  case OptGlobal:
    Texts.Global = Value;
    return true;
  case OptLocal:
    Texts.Local = Value;
    return true;
  case OptArg:
    Texts.Args.push_back(Value.str());
    return true;
  case OptTrip:
    Texts.Trips.push_back(Value.str());
    return true;
  case OptLaunch:
    LaunchPath = Value;
    return true;
  case OptIterate:
    Texts.Iterate = Value;
    return true;
  case OptSwap:
    Texts.Swaps.push_back(Value.str());
    return true;
  case OptBorders:
    Texts.Borders = Value;
    return true;
  case OptStd:
    ClangArgs.push_back(("-cl-std=" + Value).str());
    return true;
  case OptInclude:
    append_range(ClangArgs, std::vector<std::string>{"-include", Value.str()});
    return true;
  case 'D':
  case 'U':
  case 'I':
    ClangArgs.push_back((Twine("-") + Twine(char(Opt)) + Value).str());
    return true;
  }
  return false;
}

/// A time loop in the kernel, which emitted folders name, is found again.
static void dropTimeLoop(Launch &L) {
  if (!L.Iterate || L.Iterate->By == StepLoop::Host)
    return;
  L.SameBorders = L.Iterate->SameBorders;
  L.Iterate.reset();
}

/// Notes that the file \p Path beside the source belongs to another program.
static void noteSkipped(StringRef Path) {
  errs() << "roofline: note: " << Path
         << " beside the source is not read: it lacks 'format: "
            "roofline-launch'\n";
}

Error KernelInput::readLaunch(Launch &L) {
  const bool IsNamed = !LaunchPath.empty() && LaunchPath != NoLaunch;
  const std::string Path = IsNamed ? LaunchPath
                           : LaunchPath.empty() && !HasProfile
                               ? findLaunch(File, noteSkipped)
                               : "";
  if (Path.empty())
    return applyLaunchTexts(Texts, L);
  Expected<LaunchFile> Read = loadLaunch(Path);
  if (!Read)
    return Read.takeError();
  TheFile = std::move(*Read);
  IsFound = !IsNamed;
  dropTimeLoop(TheFile->L);
  if (IsFound)
    return TakesIteration ? Error::success() : applyLaunchTexts(Texts, L);
  L = TheFile->L;
  Buffers = TheFile->Buffers;
  if (Kernel.empty())
    Kernel = TheFile->Kernel;
  if (Kernel == TheFile->Kernel && Temporaries.empty())
    Temporaries = TheFile->Temporaries;
  if (!TheFile->Plan.empty() && TakesPlan)
    return completePlan(TheFile->Plan);
  if (!TheFile->Plan.empty())
    if (Error E = chooseOne(TheFile->Plan, L))
      return E;
  return applyLaunchTexts(Texts, L);
}

/// Chooses the kernel that the found file names, or the only one of its list.
void KernelInput::chooseKernel(ArrayRef<std::string> Names) {
  auto IsThere = [&](const std::string &Name) {
    return is_contained(Names, Name);
  };
  if (!TheFile->Kernel.empty() &&
      all_of(kernelsOfChain(TheFile->Kernel), IsThere))
    Kernel = TheFile->Kernel;
  std::set<std::string> Listed;
  for (const PlannedLaunch &P : TheFile->Plan)
    if (IsThere(P.Kernel))
      Listed.insert(P.Kernel);
  if (Listed.size() == 1)
    Kernel = *Listed.begin();
}

Error KernelInput::takeFound(ArrayRef<std::string> Names, Launch &L) {
  if (!IsFound)
    return Error::success();
  if (Kernel.empty())
    chooseKernel(Names);
  Expected<Launch> Own = launchOf(*TheFile, Kernel, Texts);
  if (!Own)
    return Own.takeError();
  L = std::move(*Own);
  if (!launchOf(*TheFile, Kernel))
    return Error::success();
  if (adds(*TheFile, Kernel, Texts))
    noteFound();
  Buffers = TheFile->Buffers;
  if (Kernel == TheFile->Kernel && Temporaries.empty())
    Temporaries = TheFile->Temporaries;
  for (const PlannedLaunch &P : TheFile->Plan)
    if (P.Kernel == Kernel) {
      NamesOfLoops = P.Variables;
      break;
    }
  return Error::success();
}

Error KernelInput::checkAgainst(ArrayRef<KernelSummary> Kernels) {
  if (!IsFound)
    return Error::success();
  auto IsThere = [&](const PlannedLaunch &P) {
    return any_of(Kernels,
                  [&](const KernelSummary &K) { return K.Name == P.Kernel; });
  };
  if (TakesPlan && Kernel.empty() && Texts.Global.empty() &&
      Texts.Local.empty() && !TheFile->Plan.empty() &&
      all_of(TheFile->Plan, IsThere)) {
    LaunchPath = TheFile->Path;
    noteFound();
    return completePlan(TheFile->Plan);
  }
  return checkFound(*TheFile, Kernels);
}

Error KernelInput::adjust(const KernelSummary &K, Launch &L) const {
  return IsFound ? addFound(*TheFile, K, Texts, L) : Error::success();
}

std::string KernelInput::foundFor(StringRef Name) const {
  return IsFound && adds(*TheFile, Name, Texts) ? TheFile->Path : "";
}

void KernelInput::noteFound() {
  if (!IsNoted)
    errs() << "roofline: note: launch of " << TheFile->Path
           << ", found beside the source (--launch none: without)\n";
  IsNoted = true;
}

Error KernelInput::locate(Error E) const {
  return TheFile ? roofline::locate(std::move(E), *TheFile, Texts)
                 : std::move(E);
}

/// The options win over each launch of the list.
Error KernelInput::completePlan(std::vector<PlannedLaunch> All) {
  for (auto [Name, Value] : {std::pair("--kernel", StringRef(Kernel)),
                             std::pair("--global", StringRef(Texts.Global)),
                             std::pair("--local", StringRef(Texts.Local))})
    if (!Value.empty())
      return invalid(Twine(Name) + " beside the list of launches of " +
                     LaunchPath);
  for (PlannedLaunch &P : All) {
    for (StringRef Text : Texts.Args)
      if (is_contained(P.Variables, Text.split('=').first))
        return invalid("--arg " + Text + ": a loop of " + LaunchPath +
                       " gives " + Text.split('=').first + " its values");
    if (Error E = applyLaunchTexts(Texts, P.L))
      return E;
  }
  Plan = std::move(All);
  return Error::success();
}

/// The first launch of the kernel that is asked for, or of the only one.
Error KernelInput::chooseOne(ArrayRef<PlannedLaunch> All, Launch &L) {
  const PlannedLaunch *First = nullptr;
  for (const PlannedLaunch &P : All) {
    if (!Kernel.empty() && P.Kernel != Kernel)
      continue;
    if (First && First->Kernel != P.Kernel)
      return invalid(LaunchPath +
                     " launches several kernels: name one with --kernel");
    if (!First)
      First = &P;
  }
  if (!First)
    return invalid(LaunchPath + " launches no kernel '" + Kernel + "'");
  Kernel = First->Kernel;
  L = First->L;
  NamesOfLoops = First->Variables;
  return Error::success();
}

std::vector<std::string> KernelInput::allClangArgs() const {
  std::vector<std::string> Args;
  for (const std::string &Define : DeviceDefines) {
    StringRef Name = StringRef(Define).split('=').first;
    const bool IsGiven = any_of(ClangArgs, [&](StringRef A) {
      return (A.consume_front("-D") || A.consume_front("-U")) &&
             A.split('=').first == Name;
    });
    if (!IsGiven)
      Args.push_back("-D" + Define);
  }
  append_range(Args, ClangArgs);
  return Args;
}

Expected<std::unique_ptr<Module>> readModule(const std::string &File,
                                             ArrayRef<std::string> ClangArgs,
                                             LLVMContext &Context) {
  StringRef Extension = sys::path::extension(File);
  if (Extension != ".cl" && Extension != ".ll" && Extension != ".bc")
    return invalid(File +
                   ": not OpenCL C (.cl), LLVM IR (.ll, .bc) or a kernel "
                   "summary (.json)");
  return Extension == ".cl" ? compileOpenCL(File, ClangArgs, Context)
                            : loadIR(File, Context);
}

static Expected<std::vector<KernelSummary>>
readFile(const std::string &File, ArrayRef<std::string> ClangArgs) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return invalid(File + ": " + Buffer.getError().message());
  if (sys::path::extension(File) == ".json")
    return readSummaries((*Buffer)->getBuffer(), File);
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = readModule(File, ClangArgs, Context);
  if (!M)
    return M.takeError();
  return summarizeKernels(**M);
}

static std::vector<std::string> namesOf(ArrayRef<KernelSummary> Kernels) {
  std::vector<std::string> Names;
  for (const KernelSummary &K : Kernels)
    Names.push_back(K.Name);
  return Names;
}

Expected<std::vector<KernelSummary>>
KernelInput::chosen(std::vector<KernelSummary> Kernels) const {
  if (Kernels.empty())
    return invalid(File + ": no kernel in the file");
  if (Kernel.empty())
    return Kernels;
  const std::string Names = join(namesOf(Kernels), ", ");
  erase_if(Kernels, [&](const KernelSummary &K) { return K.Name != Kernel; });
  if (Kernels.empty())
    return invalid(File + ": no kernel '" + Kernel + "'; there are: " + Names);
  return Kernels;
}

Expected<std::vector<KernelSummary>> KernelInput::readKernels() const {
  Expected<std::vector<KernelSummary>> Kernels = readFile(File, allClangArgs());
  return Kernels ? chosen(std::move(*Kernels)) : std::move(Kernels);
}

Expected<std::vector<KernelSummary>> KernelInput::readKernels(Launch &L) {
  Expected<std::vector<KernelSummary>> Kernels = readFile(File, allClangArgs());
  if (!Kernels)
    return Kernels;
  if (Error E = takeFound(namesOf(*Kernels), L))
    return E;
  return chosen(std::move(*Kernels));
}

Expected<KernelSummary> KernelInput::readKernel(Launch &L) {
  Expected<std::vector<KernelSummary>> Kernels = readKernels(L);
  if (!Kernels)
    return Kernels.takeError();
  if (IsFound && !Buffers.empty())
    noteFound();
  if (Kernels->size() == 1)
    return std::move(Kernels->front());
  return invalid(File + ": name one of its kernels with --kernel: " +
                 join(namesOf(*Kernels), ", "));
}

/// As the command line has it: "--global", "-D".
static std::string optionName(int Opt, const option *Options) {
  for (; Options->name; ++Options)
    if (Options->val == Opt)
      return std::string("--") + Options->name;
  return std::string("-") + char(Opt);
}

Expected<bool> parseArguments(int argc, char **argv, const option *Options,
                              StringRef Help, KernelInput *Input,
                              function_ref<Error(int, StringRef)> Own) {
  std::string Command = std::string("roofline ") + argv[0];
  std::vector<std::string> Files;
  opterr = 0;
  for (int Opt; (Opt = getopt_long_only(argc, argv, "-:D:I:U:", Options,
                                        nullptr)) != -1;) {
    if (Opt == OptHelp) {
      outs() << Help;
      return false;
    }
    StringRef Value = optarg ? optarg : "";
    if (Opt == 1)
      Files.push_back(optarg);
    else if (Opt == '?' || (Opt < OptHelp && Opt != ':' && !Input))
      return invalid(Twine("unknown option '") + argv[optind - 1] + "'; see " +
                     Command + " --help");
    else if (Opt == ':')
      return invalid(Twine("option '") + argv[optind - 1] + "' needs a value");
    else if (optarg && Value.empty())
      return invalid("option '" + optionName(Opt, Options) + "' needs a value");
    else if (Opt >= OptIterate && Opt <= OptBorders && Input &&
             !Input->TakesIteration)
      return invalid(optionName(Opt, Options) +
                     " is of the commands that fuse steps: explore, emit and "
                     "stencil");
    else if (!Input || !Input->take(Opt, Value))
      if (Error E = Own(Opt, Value))
        return E;
  }
  Files.insert(Files.end(), argv + optind, argv + argc);
  if (Input && Input->MayBeAbsent && Files.empty())
    return true;
  const bool IsPair = Input && Input->TakesTwoFiles;
  const bool MayBeMore = Input && Input->TakesMoreFiles && !Files.empty();
  if (Input && !MayBeMore && Files.size() != (IsPair ? 2 : 1))
    return invalid(Twine(IsPair ? "two input files are" : "one input file is") +
                   " expected, " + Twine(Files.size()) + " given; see " +
                   Command + " --help");
  if (!Input && !Files.empty())
    return invalid("no argument '" + Files.front() + "' is expected; see " +
                   Command + " --help");
  if (Input)
    Input->File = Files.front();
  if (IsPair)
    Input->SecondFile = Files.back();
  if (MayBeMore)
    Input->MoreFiles.assign(Files.begin() + 1, Files.end());
  return true;
}

Error parseCount(StringRef Value, StringRef Name, uint32_t &Out) {
  if (Value.getAsInteger(10, Out) || Out == 0)
    return invalid(Name + " '" + Value + "': a number from 1 is expected");
  return Error::success();
}

CommandOption count(const char *Name, uint32_t &To) {
  return {Name, true, [Name, &To](StringRef Value) {
            return parseCount(Value, std::string("--") + Name, To);
          }};
}

Expected<bool> parseArguments(int argc, char **argv,
                              ArrayRef<CommandOption> Own, StringRef Help,
                              KernelInput &Input) {
  std::vector<option> Options;
  if (Input.FileAlone)
    Options = {{"help", no_argument, nullptr, OptHelp}};
  else
    Options = {ROOFLINE_INPUT_OPTIONS};
  for (const auto &[I, O] : enumerate(Own))
    for (const char *Name : {O.Name, O.Alias})
      if (Name)
        Options.push_back({Name, O.HasValue ? required_argument : no_argument,
                           nullptr, FirstOwnOption + int(I)});
  Options.push_back({});
  return parseArguments(argc, argv, Options.data(), Help, &Input,
                        [&](int Opt, StringRef Value) {
                          return Own[Opt - FirstOwnOption].Take(Value);
                        });
}

int runCommand(Expected<bool> Parsed, const KernelInput &Input,
               function_ref<Expected<int>()> Run) {
  if (!Parsed)
    return fail(Parsed.takeError());
  if (!*Parsed)
    return Done;
  Expected<int> Code = Run();
  return Code ? *Code : fail(Input.locate(Code.takeError()));
}

} // namespace roofline
