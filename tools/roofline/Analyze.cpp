// roofline analyze: prices the kernels of a file.
#include "Command.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Device/DeviceFile.h"
#include "roofline/Device/LaunchFile.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Options/LaunchOptions.h"
#include "roofline/Pricing/Analyze.h"
#include "roofline/Report/EstimateJSON.h"
#include "roofline/Report/SummaryJSON.h"
#include "roofline/Report/TextReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <getopt.h>

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline analyze FILE [OPTIONS]

Prices the kernels of FILE on a device: time, what limits it, what to change.
FILE is OpenCL C (.cl), LLVM IR of a SPIR target (.ll, .bc), or a kernel summary
(.summary.json).

what is run:
  --kernel NAME            only this kernel
  --global X[,Y[,Z]]       NDRange [work-item]
  --local X[,Y[,Z]]        work-group [work-item]
  --arg NAME=VALUE         an integer scalar argument; may be repeated
  --trip LINE=COUNT        trip count of the loop at LINE; may be repeated
  --launch FILE            all of these from a launch file; options win
on what:
  --device NAME|FILE       device file (default de5net); see roofline devices
  --clock MHZ              kernel clock, instead of the device's
  --utilization logic=F,mem=F,dsp=F   resources in use, as the compiler reported
  --what-if ul@LINE=N,simd=N,cu=N     price this design instead of the source's
  --model hpca16-repaired|hpca16      repaired (default), or as published
compiling OpenCL C:
  -D NAME[=VALUE], -I DIR, -include FILE, -cl-std=STD    passed to clang
output:
  --json FILE              the report as JSON; - is standard output
  --summary-out FILE       the kernel summaries as JSON, to be analysed later
  --verbose                name the equation behind every number of a block
  --allow-unknown          exit with 0 although something is unknown
  --help

exit codes: 0 done, 1 bad input, 2 done but something unknown changes the answer
)";

struct Options {
  std::string File, Kernel, LaunchPath, Device = "de5net", Json, SummaryOut;
  LaunchTexts Texts;
  AnalyzeOptions Analyze;
  std::vector<std::string> ClangArgs;
  bool AllowUnknown = false, Verbose = false;
};

enum Option {
  OptKernel = 256,
  OptGlobal,
  OptLocal,
  OptArg,
  OptTrip,
  OptLaunch,
  OptDevice,
  OptClock,
  OptUtilization,
  OptWhatIf,
  OptModel,
  OptJson,
  OptSummaryOut,
  OptAllowUnknown,
  OptVerbose,
  OptHelp,
  OptStd,
  OptInclude
};

const option LongOptions[] = {
    {"kernel", required_argument, nullptr, OptKernel},
    {"global", required_argument, nullptr, OptGlobal},
    {"local", required_argument, nullptr, OptLocal},
    {"arg", required_argument, nullptr, OptArg},
    {"trip", required_argument, nullptr, OptTrip},
    {"launch", required_argument, nullptr, OptLaunch},
    {"device", required_argument, nullptr, OptDevice},
    {"clock", required_argument, nullptr, OptClock},
    {"utilization", required_argument, nullptr, OptUtilization},
    {"what-if", required_argument, nullptr, OptWhatIf},
    {"model", required_argument, nullptr, OptModel},
    {"json", required_argument, nullptr, OptJson},
    {"summary-out", required_argument, nullptr, OptSummaryOut},
    {"allow-unknown", no_argument, nullptr, OptAllowUnknown},
    {"verbose", no_argument, nullptr, OptVerbose},
    {"help", no_argument, nullptr, OptHelp},
    {"cl-std", required_argument, nullptr, OptStd},
    {"include", required_argument, nullptr, OptInclude},
    {}};

Error invalid(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error parseOption(int Opt, StringRef Value, Options &O) {
  switch (Opt) {
  case OptKernel:
    O.Kernel = Value;
    break;
  case OptGlobal:
    O.Texts.Global = Value;
    break;
  case OptLocal:
    O.Texts.Local = Value;
    break;
  case OptArg:
    O.Texts.Args.push_back(Value.str());
    break;
  case OptTrip:
    O.Texts.Trips.push_back(Value.str());
    break;
  case OptLaunch:
    O.LaunchPath = Value;
    break;
  case OptDevice:
    O.Device = Value;
    break;
  case OptWhatIf:
    O.Analyze.WhatIf = Value;
    break;
  case OptJson:
    O.Json = Value;
    break;
  case OptSummaryOut:
    O.SummaryOut = Value;
    break;
  case OptAllowUnknown:
    O.AllowUnknown = true;
    break;
  case OptVerbose:
    O.Verbose = true;
    break;
  case OptStd:
    O.ClangArgs.push_back(("-cl-std=" + Value).str());
    break;
  case OptInclude:
    append_range(O.ClangArgs,
                 std::vector<std::string>{"-include", Value.str()});
    break;
  case 'D':
    O.ClangArgs.push_back(("-D" + Value).str());
    break;
  case 'I':
    O.ClangArgs.push_back(("-I" + Value).str());
    break;
  case OptClock: {
    double MHz;
    if (Value.getAsDouble(MHz) || !(MHz > 0 && MHz < 1e5))
      return invalid("--clock '" + Value + "': a clock in MHz is expected");
    O.Analyze.Clock = Hertz(MHz * 1e6);
    break;
  }
  case OptUtilization: {
    Expected<Utilization> U = parseUtilization(Value);
    if (!U)
      return U.takeError();
    O.Analyze.Used = *U;
    break;
  }
  case OptModel: {
    Expected<ModelForm> Form = parseModelForm(Value);
    if (!Form)
      return Form.takeError();
    O.Analyze.Form = *Form;
    break;
  }
  }
  return Error::success();
}

/// As the command line has it: "--global", "-D".
std::string optionName(int Opt) {
  for (const option &Long : LongOptions)
    if (Long.val == Opt)
      return std::string("--") + Long.name;
  return std::string("-") + char(Opt);
}

/// Nothing: help was asked for and printed.
Expected<std::optional<Options>> parseOptions(int argc, char **argv) {
  Options O;
  std::vector<std::string> Files;
  opterr = 0;
  for (int Opt; (Opt = getopt_long_only(argc, argv, "-:D:I:", LongOptions,
                                        nullptr)) != -1;) {
    if (Opt == OptHelp) {
      outs() << Help;
      return std::nullopt;
    }
    if (Opt == 1)
      Files.push_back(optarg);
    else if (Opt == '?')
      return invalid(Twine("unknown option '") + argv[optind - 1] +
                     "'; see roofline analyze --help");
    else if (Opt == ':')
      return invalid(Twine("option '") + argv[optind - 1] + "' needs a value");
    else if (optarg && !*optarg)
      return invalid("option '" + optionName(Opt) + "' needs a value");
    else if (Error E = parseOption(Opt, optarg ? optarg : "", O))
      return E;
  }
  Files.insert(Files.end(), argv + optind, argv + argc);
  if (Files.size() != 1)
    return invalid("one input file is expected, " + Twine(Files.size()) +
                   " given; see roofline analyze --help");
  O.File = Files.front();
  if (!O.Json.empty() && O.Json == O.SummaryOut)
    return invalid("--json and --summary-out write to the same file '" +
                   O.Json + "'");
  return O;
}

Expected<std::vector<KernelSummary>> readKernels(const Options &O) {
  auto Buffer = MemoryBuffer::getFile(O.File);
  if (!Buffer)
    return invalid(O.File + ": " + Buffer.getError().message());
  StringRef Extension = sys::path::extension(O.File);
  if (Extension == ".json")
    return readSummaries((*Buffer)->getBuffer(), O.File);
  if (Extension != ".cl" && Extension != ".ll" && Extension != ".bc")
    return invalid(O.File +
                   ": not OpenCL C (.cl), LLVM IR (.ll, .bc) or a kernel "
                   "summary (.json)");
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      Extension == ".cl" ? compileOpenCL(O.File, O.ClangArgs, Context)
                         : loadIR(O.File, Context);
  if (!M)
    return M.takeError();
  return summarizeKernels(**M);
}

Error selectKernel(const Options &O, std::vector<KernelSummary> &Kernels) {
  if (Kernels.empty())
    return invalid(O.File + ": no kernel in the file");
  if (O.Kernel.empty())
    return Error::success();
  std::string Names = join(
      map_range(Kernels, [](const KernelSummary &K) { return K.Name; }), ", ");
  erase_if(Kernels, [&](const KernelSummary &K) { return K.Name != O.Kernel; });
  if (Kernels.empty())
    return invalid(O.File + ": no kernel '" + O.Kernel +
                   "'; there are: " + Names);
  return Error::success();
}

Error writeJson(StringRef Path, const json::Value &Value) {
  return writeOutput(Path, formatv("{0:2}\n", Value).str());
}

/// Prices each kernel with the arguments that it has; one that no kernel has is
/// an error.
Expected<std::vector<AnalysisResult>> price(ArrayRef<KernelSummary> Kernels,
                                            const Device &D,
                                            const AnalyzeOptions &O) {
  if (Error E = checkTripLines(Kernels, O.L))
    return E;
  std::vector<AnalysisResult> Results;
  for (const KernelSummary &K : Kernels) {
    AnalyzeOptions Own = O;
    std::erase_if(Own.L.Args, [&](const auto &Arg) {
      return !hasArgument(K, Arg.first) &&
             any_of(Kernels, [&](const KernelSummary &Other) {
               return hasArgument(Other, Arg.first);
             });
    });
    Expected<AnalysisResult> R = analyzeKernel(K, D, Own);
    if (!R)
      return R.takeError();
    Results.push_back(std::move(*R));
  }
  return Results;
}

Expected<int> run(Options O) {
  if (!O.LaunchPath.empty()) {
    Expected<LaunchFile> File = loadLaunch(O.LaunchPath);
    if (!File)
      return File.takeError();
    O.Analyze.L = File->L;
    if (O.Kernel.empty())
      O.Kernel = File->Kernel;
  }
  if (Error E = applyLaunchTexts(O.Texts, O.Analyze.L))
    return E;
  std::string Program =
      sys::fs::getMainExecutable(nullptr, (void *)analyzeMain);
  Expected<std::string> DevicePath =
      findDevice(O.Device, deviceFolders(Program));
  if (!DevicePath)
    return DevicePath.takeError();
  Expected<Device> D = loadDevice(*DevicePath);
  if (!D)
    return D.takeError();
  Expected<std::vector<KernelSummary>> Kernels = readKernels(O);
  if (!Kernels)
    return Kernels.takeError();
  if (Error E = selectKernel(O, *Kernels))
    return E;

  Expected<std::vector<AnalysisResult>> Results =
      price(*Kernels, *D, O.Analyze);
  if (!Results && !O.LaunchPath.empty())
    return invalid(toString(Results.takeError()) + " (launch file " +
                   O.LaunchPath + ")");
  if (!Results)
    return Results.takeError();
  if (!O.SummaryOut.empty())
    if (Error E = writeJson(O.SummaryOut, toJSON(*Kernels)))
      return E;
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*Results)))
      return E;
  if (O.Json != "-" && O.SummaryOut != "-")
    for (const AnalysisResult &R : *Results)
      printReport(R, outs(), O.Verbose);
  bool Complete =
      all_of(*Results, [](const AnalysisResult &R) { return R.complete(); });
  return Complete || O.AllowUnknown ? Done : Incomplete;
}

} // namespace

int analyzeMain(int argc, char **argv) {
  Expected<std::optional<Options>> O = parseOptions(argc, argv);
  if (!O)
    return fail(O.takeError());
  if (!*O)
    return Done;
  Expected<int> Code = run(std::move(**O));
  return Code ? *Code : fail(Code.takeError());
}

} // namespace roofline
