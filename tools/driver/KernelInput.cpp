// Kernels and their launch, as all subcommands take them.
#include "KernelInput.h"

#include "Command.h"

#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Frontend/BufferSizes.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Frontend/CompileProject.h"
#include "roofline/HlsKernels/HlsAnalysis.h"
#include "roofline/Kernel/KernelChain.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Report/SummaryJSON.h"

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

/// The options of kernels and their launch.
static std::vector<CommandOption> inputOptions(KernelInput &Input) {
  LaunchTexts &Texts = Input.Texts;
  std::vector<CommandOption> Options = {
      text("kernel", Input.Kernel),
      texts("top", Input.Tops),
      text("hls-include", Input.HlsHeaders),
      flag("unsafe-math", Input.UnsafeMath),
      parsed("tcl", loadHlsProject, Input.Project),
      parsed("cfg", loadHlsProject, Input.Project),
      text("launch", Input.LaunchPath),
      text("global", Texts.Global),
      text("local", Texts.Local),
      texts("arg", Texts.Args),
      texts("trip", Texts.Trips),
      texts("bank", Texts.Banks),
      texts("buffer", Input.BufferSizes),
      texts("max", Texts.Maxima),
      text("iterate", Texts.Iterate),
      texts("swap", Texts.Swaps),
      text("borders", Texts.Borders),
      flag("reassociate", Input.Reassociates)};
  auto Clang = [&](const char *Name, std::vector<std::string> Before,
                   std::string Joined) {
    Options.push_back({Name, [=, &Input](StringRef Value) {
                         append_range(Input.ClangArgs, Before);
                         Input.ClangArgs.push_back(Joined + Value.str());
                         return Error::success();
                       }});
  };
  Clang("cl-std", {}, "-cl-std=");
  Clang("include", {"-include"}, "");
  for (const char *Letter : {"D", "U", "I"})
    Clang(Letter, {}, std::string("-") + Letter);
  return Options;
}

/// A time loop in the kernel, which emitted folders name, is found again.
static void dropTimeLoop(Launch &L) {
  if (!L.Iterate || L.Iterate->Runner == StepLoop::Host)
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

/// The tops and the project of \p Read, where options give none.
Error KernelInput::takeHlsLaunch(const LaunchFile &Read) {
  if (Tops.empty() && (!Project || Project->Tops.empty()))
    Tops = Read.Tops;
  if (Project || Read.Project.empty())
    return Error::success();
  Expected<HlsProject> Loaded = loadHlsProject(Read.Project);
  if (!Loaded)
    return Loaded.takeError();
  Project = std::move(*Loaded);
  return Error::success();
}

Error KernelInput::takeProject() {
  if (!namesLaunch() || Project)
    return Error::success();
  Expected<LaunchFile> Read = loadLaunch(LaunchPath);
  if (!Read)
    return Read.takeError();
  return takeHlsLaunch(*Read);
}

/// A found file without a top is about other kernels.
Error KernelInput::readHlsLaunch() {
  const bool IsNamed = namesLaunch();
  const std::string Path = IsNamed ? LaunchPath
                           : LaunchPath.empty() && !Project
                               ? launchBeside(File, noteSkipped)
                               : "";
  if (Path.empty())
    return Error::success();
  Expected<LaunchFile> Read = loadLaunch(Path);
  if (!Read)
    return Read.takeError();
  const bool IsHls = !Read->Tops.empty() || !Read->Project.empty();
  if (!IsHls)
    return IsNamed ? invalid(Path + ": names no function of C or C++: 'top' or "
                                    "'project' is missing")
                   : Error::success();
  const bool IsUsed = Tops.empty() || !Read->Project.empty();
  if (Error E = takeHlsLaunch(*Read))
    return E;
  TheFile = std::move(*Read);
  if (!IsNamed && IsUsed)
    FoundTop = Path;
  return Error::success();
}

Error KernelInput::readLaunch(Launch &L) {
  if (isCpp(File)) {
    if (Error E = readHlsLaunch())
      return E;
    return applyLaunchTexts(Texts, L);
  }
  const bool IsNamed = namesLaunch();
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
  if (IsNamed && (!TheFile->Tops.empty() || !TheFile->Project.empty()))
    return invalid(Path + ": is about functions of C or C++, and " + File +
                   " has none");
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

void KernelInput::noteFoundTop() {
  if (!FoundTop.empty())
    noteFound();
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

/// The module of a .cl, .ll or .bc file that exists.
static Expected<std::unique_ptr<Module>>
readOpenCL(const std::string &File, ArrayRef<std::string> ClangArgs,
           LLVMContext &Context) {
  StringRef Extension = sys::path::extension(File);
  if (Extension != ".cl" && Extension != ".ll" && Extension != ".bc")
    return invalid(File + ": not OpenCL C (.cl), C++ (.cpp, .c), LLVM IR (.ll, "
                          ".bc) or a kernel summary (.json)");
  return Extension == ".cl" ? compileOpenCL(File, ClangArgs, Context)
                            : loadIR(File, Context);
}

/// Functions of \p M that a top may be: those of the file \p File itself.
static std::string topsOf(const Module &M, StringRef File) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (const SourceFunction *Known =
            F.isDeclaration() ? nullptr : recordedFunction(F.getName());
        Known && Known->File == File)
      Names.push_back(Known->Name);
  return join(Names, ", ");
}

/// The names in the object file of the functions \p Tops of \p M.
static Expected<std::vector<std::string>>
findTops(const Module &M, ArrayRef<std::string> Tops, StringRef File) {
  std::vector<std::string> Found;
  for (const std::string &Top : Tops) {
    std::vector<std::string> Symbols = functionsNamed(M, Top);
    if (Symbols.size() > 1)
      return invalid(File + ": --top " + Top + ": the file has " +
                     Twine(Symbols.size()) + " functions of that name; name " +
                     "one as the object file does: " + join(Symbols, ", "));
    if (Symbols.empty()) {
      const std::string Names = topsOf(M, File);
      return invalid(File + ": --top " + Top + ": no such function" +
                     (Names.empty() ? "" : "; there are: " + Names));
    }
    Found.push_back(Symbols.front());
  }
  return Found;
}

bool KernelInput::isHls() const {
  return isCpp(File) || !Tops.empty() || Project.has_value();
}

/// File, which the command line names, and those of the project.
std::vector<CppSource> KernelInput::cppSources() const {
  std::vector<CppSource> Sources = {{File, ClangArgs}};
  if (!Project)
    return Sources;
  append_range(Sources.front().ClangArgs, Project->ClangArgs);
  for (const HlsProject::Source &S : Project->Files) {
    const bool IsFirst =
        sys::path::filename(S.Path) == sys::path::filename(File);
    if (!IsFirst)
      Sources.push_back({S.Path, Sources.front().ClangArgs});
    append_range((IsFirst ? Sources.front() : Sources.back()).ClangArgs,
                 S.ClangArgs);
  }
  return Sources;
}

Expected<KernelInput::Functions>
KernelInput::readFunctions(LLVMContext &Context) const {
  const bool IsC = isCpp(File);
  const std::string Headers =
      HlsHeaders.empty() ? shareFolder() + "/include-hls" : HlsHeaders;
  const std::vector<std::string> Wanted =
      Project && Tops.empty() ? Project->Tops : Tops;
  Expected<std::unique_ptr<Module>> M =
      IsC             ? compileProject(cppSources(), Wanted, Headers, Context)
      : !Tops.empty() ? loadIR(File, Context, /*AnyTarget=*/true)
                      : readOpenCL(File, allClangArgs(), Context);
  if (!M)
    return M.takeError();
  Expected<std::vector<std::string>> Symbols = findTops(**M, Wanted, File);
  if (!Symbols)
    return Symbols.takeError();
  if (Symbols->empty() && IsC)
    *Symbols = topsByPragma(**M);
  if (Symbols->empty() && IsC) {
    const std::string Names = topsOf(**M, File);
    return invalid(File + ": name the function to synthesise with --top" +
                   (Names.empty() ? "" : ": " + Names));
  }
  return Functions{std::move(*M), std::move(*Symbols)};
}

Expected<std::unique_ptr<Module>>
KernelInput::readModule(LLVMContext &Context) const {
  Expected<Functions> Read = readFunctions(Context);
  if (!Read)
    return Read.takeError();
  StringMap<int64_t> Values;
  for (StringRef Text : Texts.Args)
    if (int64_t Value; !Text.split('=').second.getAsInteger(0, Value))
      Values[Text.split('=').first] = Value;
  if (!Read->Tops.empty())
    makeLaunchedKernels(*Read->M, Read->Tops, Values);
  std::vector<std::string> Kernels;
  if (!Kernel.empty())
    Kernels = kernelsOfChain(Kernel);
  for (StringRef Text : BufferSizes) {
    const auto [Name, Number] = Text.split('=');
    constexpr uint64_t MostElements = uint64_t(1) << 32;
    uint64_t Elements = 0;
    if (Number.getAsInteger(0, Elements) || Elements == 0 ||
        Elements > MostElements)
      return invalid("--buffer '" + Text +
                     "': NAME=ELEMENTS expected, a number from 1 to 2^32");
    if (Error E = sizeBuffer(*Read->M, Kernels, Name, Elements))
      return std::move(E);
  }
  return std::move(Read->M);
}

Expected<std::vector<KernelSummary>> KernelInput::readFile() const {
  auto Buffer = readInput(File);
  if (!Buffer)
    return invalid(File + ": " + Buffer.getError().message());
  if (sys::path::extension(File) == ".json")
    return readSummaries((*Buffer)->getBuffer(), File);
  LLVMContext Context;
  Expected<Functions> Read = readFunctions(Context);
  if (!Read)
    return Read.takeError();
  std::vector<KernelSummary> Kernels = summarizeTops(*Read->M, Read->Tops);
  for (KernelSummary &K : Kernels)
    if (Project && K.IsHls)
      addDirectives(*Project, K);
  return Kernels;
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
  Expected<std::vector<KernelSummary>> Kernels = readFile();
  return Kernels ? chosen(std::move(*Kernels)) : std::move(Kernels);
}

Expected<std::vector<KernelSummary>> KernelInput::readKernels(Launch &L) {
  Expected<std::vector<KernelSummary>> Kernels = readFile();
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

/// Gives the files of a command line to \p Input.
static Error takeFiles(Command C, ArrayRef<std::string> Files,
                       KernelInput &Input) {
  const std::string See =
      (" see roofline " + OptionTable::name(C) + " --help").str();
  if (Files.empty())
    if (Error E = Input.takeProject())
      return E;
  if (Files.empty() && Input.Project && !Input.Project->Files.empty()) {
    Input.File = Input.Project->Files.front().Path;
    return Error::success();
  }
  if (!Input.MostFiles && !Files.empty())
    return invalid("no argument '" + Files.front() + "' is expected;" + See);
  if (Files.size() < Input.LeastFiles || Files.size() > Input.MostFiles)
    return invalid(Twine(Input.LeastFiles == 2 ? "two input files are"
                                               : "one input file is") +
                   " expected, " + Twine(Files.size()) + " given;" + See);
  if (Files.empty())
    return Error::success();
  Input.File = Files.front();
  Input.MoreFiles = Files.drop_front().vec();
  return Error::success();
}

Expected<bool> parseArguments(Command C, ArrayRef<const char *> Words,
                              std::vector<CommandOption> Options,
                              KernelInput &Input, std::string *OtherOption) {
  append_range(Options, inputOptions(Input));
  if (OtherOption)
    for (const TableOption &O : optionTable().options(C))
      if (none_of(Options, [&](const CommandOption &Taken) {
            return Taken.Name == O.Name;
          }))
        Options.push_back(
            noted({O.Name.str(), [](StringRef) { return Error::success(); }},
                  *OtherOption));
  std::vector<std::string> Files;
  Expected<bool> Runs = readCommandLine(C, Words, Options, Files);
  if (Runs && *Runs)
    if (Error E = takeFiles(C, Files, Input))
      return E;
  return Runs;
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
