// Kernels and their launch, as all subcommands take them.
#include "KernelInput.h"

#include "Command.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

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

Error KernelInput::readLaunch(Launch &L) {
  if (!LaunchPath.empty()) {
    Expected<LaunchFile> File = loadLaunch(LaunchPath);
    if (!File)
      return File.takeError();
    L = File->L;
    if (L.Iterate && L.Iterate->By != StepLoop::Host) { // is found again
      L.SameBorders = L.Iterate->SameBorders;
      L.Iterate.reset();
    }
    Buffers = std::move(File->Buffers);
    if (Kernel.empty())
      Kernel = File->Kernel;
    if (Kernel == File->Kernel && Temporaries.empty())
      Temporaries = File->Temporaries;
    if (!File->Plan.empty() && TakesPlan)
      return completePlan(std::move(File->Plan));
    if (!File->Plan.empty())
      if (Error E = chooseOne(File->Plan, L))
        return E;
  }
  return applyLaunchTexts(Texts, L);
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

Expected<std::vector<KernelSummary>> KernelInput::readKernels() const {
  Expected<std::vector<KernelSummary>> Kernels = readFile(File, allClangArgs());
  if (!Kernels)
    return Kernels;
  if (Kernels->empty())
    return invalid(File + ": no kernel in the file");
  if (Kernel.empty())
    return Kernels;
  std::string Names = join(
      map_range(*Kernels, [](const KernelSummary &K) { return K.Name; }), ", ");
  erase_if(*Kernels, [&](const KernelSummary &K) { return K.Name != Kernel; });
  if (Kernels->empty())
    return invalid(File + ": no kernel '" + Kernel + "'; there are: " + Names);
  return Kernels;
}

Expected<KernelSummary> KernelInput::readKernel() const {
  Expected<std::vector<KernelSummary>> Kernels = readKernels();
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() == 1)
    return std::move(Kernels->front());
  return invalid(
      File + ": name one of its kernels with --kernel: " +
      join(map_range(*Kernels, [](const KernelSummary &K) { return K.Name; }),
           ", "));
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
  if (Input && Files.size() != (IsPair ? 2 : 1))
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
  return true;
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
    Options.push_back({O.Name, O.HasValue ? required_argument : no_argument,
                       nullptr, FirstOwnOption + int(I)});
  Options.push_back({});
  return parseArguments(argc, argv, Options.data(), Help, &Input,
                        [&](int Opt, StringRef Value) {
                          return Own[Opt - FirstOwnOption].Take(Value);
                        });
}

int runCommand(Expected<bool> Parsed, function_ref<Expected<int>()> Run) {
  if (!Parsed)
    return fail(Parsed.takeError());
  if (!*Parsed)
    return Done;
  Expected<int> Code = Run();
  return Code ? *Code : fail(Code.takeError());
}

} // namespace roofline
