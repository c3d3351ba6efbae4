// The pass `fpga-cost`: prices every kernel and reports it by remarks.
#include "roofline/Plugin/CostPass.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Analysis/SummaryPrinter.h"
#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/DeviceFiles/FoundLaunch.h"
#include "roofline/Options/LaunchOptions.h"
#include "roofline/Plugin/ClangLoader.h"
#include "roofline/Plugin/Remarks.h"
#include "roofline/Pricing/Analyze.h"
#include "roofline/Report/SummaryJSON.h"
#include "roofline/Report/TextReport.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {
namespace {

cl::opt<std::string> DeviceName("fpga-device", cl::init("de5net"),
                                cl::desc("Device file (name or path)"));
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
cl::opt<std::string> Model("fpga-model", cl::init("board"),
                           cl::desc("hpca16-repaired, or hpca16 as published"));
cl::opt<double> ClockMHz("fpga-clock", cl::desc("Kernel clock [MHz]"));

/// The path of this plugin, beside which the device files are.
std::string pluginPath() {
  Dl_info Info;
  return dladdr(reinterpret_cast<void *>(&pluginPath), &Info) && Info.dli_fname
             ? Info.dli_fname
             : "";
}

Expected<Device> chosenDevice() {
  Expected<std::string> Path =
      findDevice(DeviceName, deviceFolders(pluginPath()));
  if (!Path)
    return Path.takeError();
  return loadDevice(*Path);
}

} // namespace

std::vector<std::string> deviceDefines() {
  Expected<Device> D = chosenDevice();
  if (D)
    return D->Defines;
  consumeError(D.takeError()); // the pass will say it
  return {};
}

namespace {

LaunchTexts textsByHand() { return {Global, Local, Args, Trips, {}, {}, {}}; }

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
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return false;
  const unsigned Id = Files.AddNewSourceBuffer(std::move(*Buffer), SMLoc());
  const SMLoc Place = Files.FindLocForLineAndColumn(Id, Line, Column);
  if (!Place.isValid())
    return false;
  const SMDiagnostic Problem =
      Files.GetMessage(Place, SourceMgr::DK_Error, "fpga-cost: " + Text);
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

/// Adds to \p Own what \p File says of \p K. A kernel may lack an argument that
/// another kernel of the file has.
Error addLaunch(const LaunchFile *File, const KernelSummary &K,
                AnalyzeOptions &Own) {
  if (File && launchOf(*File, K.Name)) {
    Expected<Launch> L = launchOf(*File, K.Name, textsByHand());
    if (!L)
      return L.takeError();
    Own.L = std::move(*L);
  }
  eraseArguments(Own.L, [&](StringRef Name) { return !hasArgument(K, Name); });
  return Error::success();
}

Expected<AnalysisResult> analyzeOne(KernelSummary K, const Device &D,
                                    AnalyzeOptions Own,
                                    const LaunchFile *File) {
  if (Error E = addLaunch(File, K, Own))
    return E;
  const bool IsTold = File && launchOf(*File, K.Name);
  Expected<AnalysisResult> R = analyzeKernel(std::move(K), D, Own);
  if (!R)
    return IsTold ? locate(R.takeError(), *File, textsByHand()) : R.takeError();
  if (IsTold && LaunchPath.empty() &&
      adds(*File, R->Kernel->Name, textsByHand()))
    R->LaunchFile = File->Path;
  return R;
}

/// Calls \p Use with the result of each kernel; problems become diagnostics.
void analyzeModule(Module &M, function_ref<void(const AnalysisResult &)> Use) {
  const std::string Path = launchPath(M);
  auto Report = [&](Error E) {
    const std::string Text = toString(std::move(E));
    if (!reportInFile(M, Path, Text))
      M.getContext().emitError("fpga-cost: " + Text);
  };
  std::vector<KernelSummary> Kernels = summarizeKernels(M);
  if (Kernels.empty())
    return;
  if (!clangSideProblem().empty()) {
    std::string Text = ("fpga-cost: kernel attributes and loop pragmas are "
                        "not read: " +
                        clangSideProblem())
                           .str();
    M.getContext().diagnose(DiagnosticInfoGeneric(Text, DS_Warning));
  }
  Expected<Device> D = chosenDevice();
  if (!D)
    return Report(D.takeError());
  Expected<AnalyzeOptions> Options = chosenOptions();
  if (!Options)
    return Report(Options.takeError());
  // Not errors: a build gives its options to all files.
  auto Warn = [&](const Twine &Text) {
    M.getContext().diagnose(
        DiagnosticInfoGeneric("fpga-cost: " + Text, DS_Warning));
  };
  if (Error E = checkTrips(Kernels, Options->L))
    Warn(toString(std::move(E)));
  for (const auto &[Name, Value] : argumentTexts(Options->L))
    if (none_of(Kernels, [N = StringRef(Name)](const KernelSummary &K) {
          return hasArgument(K, N);
        }))
      Warn("-fpga-arg: no kernel of the file has an argument '" + Name + "'");
  auto File = chosenLaunch(Path, Kernels);
  if (!File)
    return Report(File.takeError());
  for (KernelSummary &K : Kernels)
    if (auto R =
            analyzeOne(std::move(K), *D, *Options, *File ? &**File : nullptr))
      Use(*R);
    else
      Report(R.takeError());
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
    bool NamesLaunch = true;
    analyzeModule(M, [&](const AnalysisResult &R) {
      if (Function *F = M.getFunction(R.Kernel->Name)) {
        OptimizationRemarkEmitter ORE(F);
        if (NamesLaunch && !R.LaunchFile.empty())
          emitRemark(*F, remarkOnLaunch(R), ORE);
        for (const SourceRemark &Remark : remarksOf(R))
          emitRemark(*F, Remark, ORE);
        NamesLaunch &= R.LaunchFile.empty();
      }
    });
  } else if (WithoutListener == Unheard::Print) {
    analyzeModule(M, [](const AnalysisResult &R) { printReport(R, errs()); });
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses CostPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  analyzeModule(M, [](const AnalysisResult &R) { printReport(R, outs()); });
  return PreservedAnalyses::all();
}

PreservedAnalyses SummaryPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  outs() << formatv("{0:2}\n", toJSON(summarizeKernels(M)));
  return PreservedAnalyses::all();
}

PreservedAnalyses AnalysisPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  for (const KernelSummary &K : summarizeKernels(M))
    printSummary(K, outs());
  return PreservedAnalyses::all();
}

} // namespace roofline
