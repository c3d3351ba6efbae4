// Stream kernels from the file of a command line.
#include "StreamInput.h"

#include "Command.h"

#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Analysis/KernelAttributes.h"
#include "roofline/Device/CostFile.h"
#include "roofline/Model/LogicPath.h"
#include "roofline/Model/MasterCost.h"
#include "roofline/Model/ResourceModel.h"
#include "roofline/Model/StreamChain.h"
#include "roofline/Options/LaunchOptions.h"
#include "roofline/Transform/StreamRecognition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// Of the file's kernels those that \p Input asks for, or all.
static Expected<std::vector<std::string>>
chosenNames(const KernelInput &Input, std::vector<std::string> Names) {
  if (Names.empty())
    return invalid(Input.File + ": no kernel in the file");
  if (Input.Kernel.empty())
    return Names;
  if (is_contained(Names, Input.Kernel)) // a chain may have been read
    return std::vector<std::string>{Input.Kernel};
  for (const std::string &Name : kernelsOfChain(Input.Kernel))
    if (!is_contained(Names, Name))
      return invalid(Input.File + ": no kernel '" + Name +
                     "'; there are: " + join(Names, ", "));
  return std::vector<std::string>{Input.Kernel};
}

Expected<std::string> onlyKernel(const KernelInput &Input, const Module &M) {
  Expected<std::vector<std::string>> Names = chosenNames(Input, kernelNames(M));
  if (!Names)
    return Names.takeError();
  if (Names->size() > 1)
    return invalid(Input.File + ": several kernels; choose one by --kernel: " +
                   join(*Names, ", "));
  return Names->front();
}

Error checkArguments(const Module &M, ArrayRef<std::string> Kernels,
                     Launch &L) {
  std::vector<KernelArg> Args;
  for (const std::string &Kernel : Kernels)
    for (const std::string &Part : kernelsOfChain(Kernel))
      if (const Function *F = M.getFunction(Part))
        for (const Argument &A : F->args())
          if (KernelArg Arg = describeArgument(A); none_of(
                  Args, [&](auto &Known) { return Known.Name == Arg.Name; }))
            Args.push_back(std::move(Arg));
  return checkArguments(Args, "'" + join(Kernels, "', '") + "'", L);
}

Expected<StreamKernel> recognizeStreams(const Module &M, StringRef Kernel,
                                        ArrayRef<std::string> Temporaries,
                                        Launch &L) {
  if (L.Dimensions)
    for (const std::string &Part : kernelsOfChain(Kernel.str()))
      if (const Function *F = M.getFunction(Part)) {
        KernelAttributes Attributes;
        if (Error E = readKernelAttributes(*F, Attributes))
          return E;
        if (Error E = checkWorkGroup(Attributes, Part, L))
          return E;
      }
  return recognizeChain(M, Kernel, Temporaries, L);
}

static Expected<std::vector<StreamKernel>>
recognizeAll(const KernelInput &Input, Launch &L) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      readModule(Input.File, Input.ClangArgs, Context);
  if (!M)
    return M.takeError();
  Expected<std::vector<std::string>> Names =
      chosenNames(Input, kernelNames(**M));
  if (!Names)
    return Names.takeError();
  std::vector<StreamKernel> Kernels;
  if (Error E = checkArguments(**M, *Names, L))
    return E;
  for (const std::string &Name : *Names) {
    Launch Own = L;
    Expected<StreamKernel> K =
        recognizeStreams(**M, Name, Input.Temporaries, Own);
    if (!K)
      return K.takeError();
    Kernels.push_back(std::move(*K));
  }
  return Kernels;
}

Expected<std::vector<StreamKernel>> readStreams(KernelInput &Input) {
  Launch L;
  if (Error E = Input.readLaunch(L))
    return E;
  auto Buffer = MemoryBuffer::getFile(Input.File);
  if (!Buffer)
    return invalid(Input.File + ": " + Buffer.getError().message());
  if (sys::path::extension(Input.File) != ".json")
    return recognizeAll(Input, L);
  Expected<std::vector<StreamKernel>> Kernels =
      readStreamKernels((*Buffer)->getBuffer(), Input.File);
  if (!Kernels)
    return Kernels;
  std::vector<std::string> Names;
  for (const StreamKernel &K : *Kernels)
    Names.push_back(K.Name);
  Expected<std::vector<std::string>> Chosen = chosenNames(Input, Names);
  if (!Chosen)
    return Chosen.takeError();
  std::vector<StreamKernel> Result;
  for (const std::string &Name : *Chosen) {
    std::vector<StreamKernel> Parts;
    bool IsThere = is_contained(Names, Name);
    for (const std::string &Part :
         IsThere ? std::vector{Name} : kernelsOfChain(Name))
      Parts.push_back((*Kernels)[find(Names, Part) - Names.begin()]);
    Expected<StreamKernel> K = chainOf(Parts, Input.Temporaries);
    if (!K)
      return K.takeError();
    Result.push_back(std::move(*K));
  }
  return Result;
}

static double largestStream(const StreamKernel &K) {
  double Largest = 0;
  auto Add = [&](const Stream &S) {
    Largest =
        std::max(Largest, S.Window.volume() * S.Fields * (S.Type.Bits / 8.0));
  };
  for_each(K.Inputs, Add);
  for_each(K.Outputs, Add);
  return Largest;
}

/// Those that the command line names, else the device.
Expected<std::optional<CostModel>> chosenCosts(StringRef Name,
                                               const Device &D) {
  if (Name.empty() && D.CostTarget.empty())
    return std::nullopt;
  Expected<std::string> Path =
      findCosts(Name.empty() ? D.CostTarget : Name.str(), driverFolders());
  if (!Path && Name.empty())
    return invalid("device '" + D.Name + "': " + toString(Path.takeError()));
  if (!Path)
    return Path.takeError();
  Expected<CostModel> Costs = loadCosts(*Path);
  if (!Costs)
    return Costs.takeError();
  return std::move(*Costs);
}

/// That of the device, where a cost file has one.
static Expected<std::optional<ShellCost>> shellOf(const Device &D) {
  if (D.ShellTarget.empty())
    return std::nullopt;
  Expected<std::string> Path = findCosts(D.ShellTarget, driverFolders());
  if (!Path)
    return Path.takeError();
  Expected<CostModel> Costs = loadCosts(*Path);
  if (!Costs)
    return Costs.takeError();
  if (!Costs->Shell)
    return invalid(*Path + ": no shell; device '" + D.Name + "' names it");
  return std::move(Costs->Shell);
}

Error parseUtilisation(StringRef Value, double &Out) {
  if (Value.getAsDouble(Out) || !(Out > 0 && Out <= 1))
    return invalid("--utilisation '" + Value +
                   "': a number above 0, to 1, is expected");
  return Error::success();
}

Error parseLaunches(StringRef Value, double &Out) {
  if (Value.getAsDouble(Out) || !(Out >= 1 && Out <= 1e18))
    return invalid("--launches '" + Value +
                   "': a number from 1 to 1e18 is expected");
  return Error::success();
}

/// The longest path of a pipeline, and what it and routing make of the clock.
static std::string noteOnClock(const LogicPath &Path,
                               const StreamPlatform &Platform) {
  if (!Path.Unknowns.empty())
    return "the longest path of map-pipe is not known: no delay of " +
           Path.Unknowns.front() +
           (Path.Unknowns.size() > 1 ? " and others" : "");
  const SourceLocation &At = Path.Loc;
  std::string Text = formatv(
      "the longest path of map-pipe through cells takes {0:f2} ns ({1}{2})",
      Path.Delay * 1e-3, Path.Through,
      At ? formatv(" at {0}:{1}", At.Line, At.Column).str() : "");
  const ClockRange Range =
      clockRange(Platform.Routing.value_or(RoutingShare()), Path.Delay);
  auto MHz = [](Hertz Clock) { return Clock.value() * 1e-6; };
  if (Platform.Routing)
    Text += formatv("; with routing, a clock of {0:f0} to {1:f0} MHz",
                    MHz(Range.Low), MHz(Range.High));
  else
    Text += formatv(": {0:f0} MHz, less what routing takes", MHz(Range.High));
  if (Platform.IsNominal) // and the prices follow the path
    return Text;
  if (Platform.Clock.value() * Path.Delay > 1e12)
    Text += formatv("; {0:f0} MHz cannot be reached", MHz(Platform.Clock));
  else if (Platform.Clock > Range.High)
    Text += formatv("; {0:f0} MHz are above it", MHz(Platform.Clock));
  return Text;
}

Expected<StreamPricing> pricingOn(StreamKernel K, const Device &D,
                                  const std::optional<CostModel> &Costs,
                                  PlatformRequest Request,
                                  const std::optional<MemoryMasters> &Masters) {
  StreamPlatform Platform;
  Expected<std::optional<ShellCost>> Shell = shellOf(D);
  if (!Shell)
    return Shell.takeError();
  Request.TransferBytes = largestStream(K);
  Request.Streams = uint32_t(K.Inputs.size());
  Request.Shell = *Shell ? &**Shell : nullptr;
  if (std::optional<std::string> Why = streamPlatform(D, Request, Platform))
    return invalid(*Why);
  CoreResources Resources;
  CoreDelay Delays;
  bool PathIsKnown = false;
  if (Costs) {
    Resources = resourcesFrom(*Costs, K, Platform);
    Platform.Routing = Costs->Routing;
    if (Platform.IsNominal) // one that was asked for stays
      Delays = delaysFrom(*Costs);
    if (!whyNotBuildable(K, StreamDesign())) {
      const LogicPath Path = logicPath(*Costs, K, StreamDesign());
      Platform.Notes.push_back(noteOnClock(Path, Platform));
      PathIsKnown = Path.Unknowns.empty();
    }
  }
  if (Platform.IsNominal && !PathIsKnown)
    Platform.Notes.push_back("device '" + D.Name +
                             "': its nominal clock stands for that of a "
                             "design; --clock gives another");
  if (Costs && Masters)
    Resources = [Core = std::move(Resources), &Costs,
                 Masters](const StreamKernel &Kernel, const StreamDesign &D) {
      std::optional<FabricResources> Need = Core(Kernel, D);
      MasterPrediction Around =
          predictMasters(*Costs, Kernel, D, chooseBus(*Masters, Kernel, D));
      return Need && Around.Unknowns.empty()
                 ? std::optional(*Need + Around.Need)
                 : std::nullopt;
    };
  return makePricing(std::move(K), std::move(Platform), Resources, Delays);
}

} // namespace roofline
