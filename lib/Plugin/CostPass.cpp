// The pass `fpga-cost`: prices every kernel and tells it as remarks.
#include "roofline/Plugin/CostPass.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Analysis/SummaryPrinter.h"
#include "roofline/DeviceFiles/DeviceFile.h"
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

Expected<AnalyzeOptions> chosenOptions() {
  AnalyzeOptions O;
  if (Error E = applyLaunchTexts({Global, Local, Args, Trips, {}, {}, {}}, O.L))
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

/// Calls \p Use with the result of each kernel; problems become diagnostics.
void analyzeModule(Module &M, function_ref<void(const AnalysisResult &)> Use) {
  auto Report = [&](Error E) {
    M.getContext().emitError("fpga-cost: " + toString(std::move(E)));
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
  for (KernelSummary &K : Kernels) {
    AnalyzeOptions Own = *Options;
    // A kernel may lack an argument that another kernel of the file has.
    eraseArguments(Own.L,
                   [&](StringRef Name) { return !hasArgument(K, Name); });
    if (Expected<AnalysisResult> R = analyzeKernel(std::move(K), *D, Own))
      Use(*R);
    else
      Report(R.takeError());
  }
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
    analyzeModule(M, [&](const AnalysisResult &R) {
      if (Function *F = M.getFunction(R.Kernel->Name)) {
        OptimizationRemarkEmitter ORE(F);
        emitCostRemarks(*F, R, ORE);
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
