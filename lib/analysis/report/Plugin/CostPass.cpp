// The pass `fpga-cost`: prices every kernel and reports it by remarks.
#include "roofline/Plugin/CostPass.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/SourceHints.h"
#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/DeviceFiles/FoundLaunch.h"
#include "roofline/HlsKernels/HlsAnalysis.h"
#include "roofline/LLVM/LLVMVersions.h"
#include "roofline/Options/LaunchOptions.h"
#include "roofline/Plugin/ClangLoader.h"
#include "roofline/Plugin/HlsCost.h"
#include "roofline/Plugin/OptionNames.h"
#include "roofline/Plugin/Remarks.h"
#include "roofline/Pricing/Analyze.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Report/SummaryJSON.h"
#include "roofline/Report/SummaryPrinter.h"
#include "roofline/Report/TextReport.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {
namespace {

cl::opt<std::string>
    DeviceName("fpga-device",
               cl::desc("Device file (name or path; default de5net, for C and "
                        "C++ u200)"));
cl::opt<std::string> Global("fpga-global", cl::desc("NDRange: X[,Y[,Z]]"));
cl::opt<std::string> Local("fpga-local", cl::desc("Work-group: X[,Y[,Z]]"));
cl::list<std::string> Args("fpga-arg", cl::desc("Scalar argument: NAME=VALUE"));
cl::list<std::string> Trips("fpga-trip", cl::desc("Trip count: LINE=COUNT"));
cl::opt<std::string>
    LaunchPath("fpga-launch",
               cl::desc("Launch file, or none (default: k.launch.yaml, "
                        "else launch.yaml, beside k.cl)"));
cl::opt<std::string> Used("fpga-utilization",
                          cl::desc("Resources in use: logic=F,mem=F,dsp=F"));
cl::opt<std::string>
    Model("fpga-model", cl::init("board"),
          cl::desc("board, hpca16-repaired, or hpca16 as published"));
cl::opt<double> ClockMHz("fpga-clock", cl::desc("Kernel clock [MHz]"));
cl::opt<bool> KeepHints("fpga-keep-hints",
                        cl::desc("Leave attributes and loop pragmas in the "
                                 "emitted IR, for opt"));

/// The path of this plugin, beside which the device files are. /lib may be a
/// link to /usr/lib.
std::string pluginPath() {
  Dl_info Info;
  SmallString<128> Path;
  if (dladdr(reinterpret_cast<void *>(&pluginPath), &Info) && Info.dli_fname)
    sys::fs::real_path(Info.dli_fname, Path);
  return Path.str().str();
}

} // namespace

Expected<Device> chosenDevice(StringRef Default) {
  const StringRef Name = DeviceName.empty() ? Default : StringRef(DeviceName);
  Expected<std::string> Path = findDevice(Name, deviceFolders(pluginPath()));
  if (!Path)
    return Path.takeError();
  return loadDevice(*Path);
}

std::optional<double> chosenClock() {
  return ClockMHz.getNumOccurrences() ? std::optional<double>(ClockMHz)
                                      : std::nullopt;
}

std::vector<std::string> deviceDefines() {
  Expected<Device> D = chosenDevice("de5net");
  if (D)
    return D->Defines;
  consumeError(D.takeError()); // the pass will say it
  return {};
}

bool keepsHints() { return KeepHints; }

namespace {

LaunchTexts textsByHand() {
  return {Global, Local, Args, {}, Trips, {}, {}, {}, {}};
}

Expected<AnalyzeOptions> chosenOptions() {
  AnalyzeOptions O;
  if (Error E = applyLaunchTexts(textsByHand(), O.L))
    return E;
  Expected<TimeModel> Chosen = parseTimeModel(Model);
  if (!Chosen)
    return Chosen.takeError();
  O.Model = *Chosen;
  if (!Used.empty()) {
    Expected<Utilization> U = parseUtilization(Used);
    if (!U)
      return U.takeError();
    O.Used = *U;
  }
  if (ClockMHz.getNumOccurrences()) {
    if (!(ClockMHz > 0 && ClockMHz < 1e5))
      return createStringError(inconvertibleErrorCode(),
                               "-fpga-clock: a clock in MHz is expected");
    O.Clock = Hertz(ClockMHz * 1e6);
  }
  return O;
}

/// The path of the launch file that is named, or stands beside the source.
std::string launchPath(const Module &M) {
  if (LaunchPath == NoLaunch)
    return "";
  return LaunchPath.empty() ? findLaunch(M.getSourceFileName())
                            : std::string(LaunchPath);
}

/// An error of the compilation at line and column of the file \p Path, where
/// \p Text begins with them.
bool reportInFile(Module &M, StringRef Path, StringRef Text) {
  unsigned Line, Column;
  SourceMgr Files;
  if (Path.empty() || !Text.consume_front(Path) || !Text.consume_front(":") ||
      Text.consumeInteger(10, Line) || !Text.consume_front(":") ||
      Text.consumeInteger(10, Column) || !Text.consume_front(": "))
    return false;
  auto Buffer = readInput(Path);
  if (!Buffer)
    return false;
  const unsigned Id = Files.AddNewSourceBuffer(std::move(*Buffer), SMLoc());
  const SMLoc Place = Files.FindLocForLineAndColumn(Id, Line, Column);
  if (!Place.isValid())
    return false;
  const SMDiagnostic Problem = Files.GetMessage(
      Place, SourceMgr::DK_Error, "fpga-cost: " + inPluginOptions(Text));
  M.getContext().diagnose(
      DiagnosticInfoSrcMgr(Problem, M.getName(), /*InlineAsmDiag=*/false));
  return true;
}

/// The launch file \p Path, which fits \p Kernels; nothing without a path.
Expected<std::optional<LaunchFile>>
chosenLaunch(StringRef Path, ArrayRef<KernelSummary> Kernels) {
  if (Path.empty())
    return std::nullopt;
  Expected<LaunchFile> File = loadLaunch(Path);
  if (!File)
    return File.takeError();
  if (Error E = checkFound(*File, Kernels))
    return E;
  return std::move(*File);
}

/// Warns of options that fit no kernel of \p Kernels, and takes their arguments
/// out of \p L. These are no errors: a build gives its options to all files.
void dropForeign(ArrayRef<KernelSummary> Kernels, Launch &L,
                 function_ref<void(const Twine &)> Warn) {
  if (Error E = checkTrips(Kernels, L))
    Warn(toString(std::move(E)));
  eraseArguments(L, [&](StringRef Name) {
    const bool IsForeign = none_of(
        Kernels, [&](const KernelSummary &K) { return hasArgument(K, Name); });
    if (IsForeign)
      Warn("--arg: no kernel of the file has an argument '" + Name + "'" +
           lostNamesText(Kernels));
    return IsForeign;
  });
}

/// Says of each kernel of \p M that has no address spaces why it is not priced,
/// and takes it out of \p Kernels.
void refuseFlat(
    const Module &M, std::vector<KernelSummary> &Kernels,
    function_ref<void(const SourceRemark &, const Function &)> Tell) {
  for (const Function &F : M) {
    const std::optional<std::string> Why = lackOfAddressSpaces(F);
    if (!Why)
      continue;
    const DISubprogram *SP = F.getSubprogram();
    SourceRemark R(
        "NoAddressSpaces",
        SP ? SourceLocation{SP->getFilename().str(), SP->getLine(), 0}
           : SourceLocation{});
    R.IsWarning = true;
    R << "kernel " << SourceRemark::Piece{"Kernel", F.getName().str()}
      << " is not priced: " << SourceRemark::Piece{"Reason", *Why};
    Tell(R, F);
    erase_if(Kernels,
             [&](const KernelSummary &K) { return K.Name == F.getName(); });
  }
}

/// Calls \p Use with the result of each kernel and \p Refuse with why a kernel
/// has none; problems become diagnostics.
void analyzeModule(
    Module &M, function_ref<void(const AnalysisResult &)> Use,
    function_ref<void(const SourceRemark &, const Function &)> Refuse) {
  const std::string Path = launchPath(M);
  auto Report = [&](Error E) {
    const std::string Text = toString(std::move(E));
    if (!reportInFile(M, Path, Text))
      M.getContext().emitError("fpga-cost: " + inPluginOptions(Text));
  };
  auto Warn = [&](const Twine &Text) {
    const std::string Whole = "fpga-cost: " + inPluginOptions(Text.str());
    M.getContext().diagnose(DiagnosticInfoGeneric(Whole, DS_Warning));
  };
  std::vector<KernelSummary> Kernels = summarizeKernels(M);
  refuseFlat(M, Kernels, Refuse);
  if (Kernels.empty())
    return;
  if (!clangSideProblem().empty())
    Warn("kernel attributes and loop pragmas are not read: " +
         clangSideProblem());
  Expected<Device> D = chosenDevice("de5net");
  if (!D)
    return Report(D.takeError());
  Expected<AnalyzeOptions> Options = chosenOptions();
  if (!Options)
    return Report(Options.takeError());
  dropForeign(Kernels, Options->L, Warn);
  auto File = chosenLaunch(Path, Kernels);
  if (!File)
    return Report(File.takeError());
  const LaunchTexts Texts = textsByHand();
  auto Adjust = [&](const KernelSummary &K, Launch &L) -> Error {
    return *File ? addFound(**File, K, Texts, L) : Error::success();
  };
  auto Tell = [&](Expected<AnalysisResult> R) -> Error {
    if (!R) {
      Report(*File ? locate(R.takeError(), **File, Texts) : R.takeError());
      return Error::success();
    }
    if (*File && LaunchPath.empty() && adds(**File, R->Kernel->Name, Texts))
      R->LaunchFile = (*File)->Path;
    Use(*R);
    return Error::success();
  };
  cantFail(analyzeEach(Kernels, *D, *Options, Adjust, Tell));
}

/// The text report, with the plugin's options in its hints.
void print(const AnalysisResult &R, raw_ostream &OS) {
  std::string Text;
  raw_string_ostream Report(Text);
  printReport(R, Report);
  OS << inPluginOptions(Text);
}

void printAll(Module &M, raw_ostream &OS) {
  analyzeModule(
      M, [&](const AnalysisResult &R) { print(R, OS); },
      [&](const SourceRemark &Why, const Function &) {
        OS << Why.text() << '\n';
      });
}

bool someoneListens(const Module &M) {
  LLVMContext &Context = M.getContext();
  return Context.getLLVMRemarkStreamer() ||
         Context.getDiagHandlerPtr()->isAnyRemarkEnabled("fpga-cost");
}

/// Gives stderr a buffer while it lives. Clang prints a remark in fifty pieces,
/// each a system call.
class BufferedErrors {
public:
  BufferedErrors() { errs().SetBuffered(); }
  ~BufferedErrors() {
    errs().flush();
    errs().SetUnbuffered();
  }
  BufferedErrors(const BufferedErrors &) = delete;
  BufferedErrors &operator=(const BufferedErrors &) = delete;
};

} // namespace

PreservedAnalyses CostPass::run(Module &M, ModuleAnalysisManager &) {
  if (someoneListens(M)) {
    BufferedErrors OfRemarks;
    remarkOnHls(M);
    bool NamesLaunch = true;
    auto Use = [&](const AnalysisResult &R) {
      if (Function *F = M.getFunction(R.Kernel->Name)) {
        OptimizationRemarkEmitter ORE(F);
        if (NamesLaunch && !R.LaunchFile.empty())
          emitRemark(*F, remarkOnLaunch(R), ORE);
        for (const SourceRemark &Remark : remarksOf(R))
          emitRemark(*F, Remark, ORE);
        NamesLaunch &= R.LaunchFile.empty();
      }
    };
    analyzeModule(M, Use, [](const SourceRemark &Why, const Function &F) {
      OptimizationRemarkEmitter ORE(&F);
      emitRemark(F, Why, ORE);
    });
  } else if (WithoutListener == Unheard::Print) {
    printHlsReports(M, errs());
    printAll(M, errs());
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses RemoveHintsPass::run(Module &M, ModuleAnalysisManager &) {
  removePrivateHints(M);
  return PreservedAnalyses::all();
}

PreservedAnalyses CostPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  printHlsReports(M, outs());
  printAll(M, outs());
  return PreservedAnalyses::all();
}

PreservedAnalyses SummaryPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  outs() << formatv("{0:2}\n", toJSON(summarizeTops(M, hlsTops(M))));
  return PreservedAnalyses::all();
}

PreservedAnalyses AnalysisPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  for (const KernelSummary &K : summarizeTops(M, hlsTops(M)))
    Print(K, outs());
  return PreservedAnalyses::all();
}

} // namespace roofline
