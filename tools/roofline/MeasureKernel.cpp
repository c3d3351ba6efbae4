// The kernel stage of roofline measure: kernel and launch in, report out.
#include "MeasureKernel.h"

#include "Command.h"

#include "roofline/Kernel/Counts.h"
#include "roofline/Measure/Measurement.h"
#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// The source as the device's compiler gets it, with what -include names before
/// it, and the options that both compilers take.
Error readSource(const KernelInput &Input, KernelRunOptions &Run) {
  if (sys::path::extension(Input.File) != ".cl")
    return invalid(Input.File + ": a device runs OpenCL C (.cl)");
  auto Buffer = readInput(Input.File);
  if (!Buffer)
    return invalid(Input.File + ": " + Buffer.getError().message());
  StringRef Folder = sys::path::parent_path(Input.File);
  std::string Options = "-I" + (Folder.empty() ? "." : Folder.str()), Before;
  if (none_of(Input.ClangArgs,
              [](StringRef A) { return A.starts_with("-cl-std="); }))
    Options += " -cl-std=CL2.0"; // as the driver's own compiler
  for (size_t I = 0; I < Input.ClangArgs.size(); ++I)
    if (Input.ClangArgs[I] == "-include" && I + 1 < Input.ClangArgs.size())
      Before += "#include \"" + Input.ClangArgs[++I] + "\"\n";
    else
      Options += " " + Input.ClangArgs[I];
  if (!Before.empty())
    Before += "#line 1\n";
  Run.Source = Before + (*Buffer)->getBuffer().str();
  Run.BuildOptions = Options;
  return Error::success();
}

std::optional<Bounds> bounds(const Count &C) {
  if (!C.Least || !C.Most)
    return std::nullopt;
  return Bounds{*C.Least, *C.Most};
}

/// W and Q: as given, else as counted.
void countWork(const MeasureKernelOptions &O, const KernelCounts &Counts,
               KernelMeasurement &M) {
  M.Work = O.Work ? Bounds{*O.Work, *O.Work} : bounds(Counts.work());
  if (O.Traffic) {
    M.Compulsory = M.Requested = Bounds{*O.Traffic, *O.Traffic};
  } else {
    M.Compulsory = bounds(Counts.Compulsory);
    M.Requested = bounds(Counts.requested());
  }
  if (!O.Work || !O.Traffic)
    M.Missing = Counts.Missing;
  if (!M.Work)
    M.Missing.push_back({"work W", {}, "give it by --work"});
  if (!M.Compulsory && !M.Requested)
    M.Missing.push_back({"traffic Q", {}, "give it by --traffic"});
}

/// Workloads that decide on the roofs, where W and Q are counted and not given.
std::optional<AskedWorkloads> asked(const MeasureKernelOptions &O,
                                    const KernelSummary &Kernel,
                                    const KernelCounts &Counts) {
  auto Compulsory = workload(Kernel, Counts, /*Compulsory=*/true);
  auto Requested = workload(Kernel, Counts, /*Compulsory=*/false);
  if (O.Work || O.Traffic || !Compulsory || !Requested)
    return std::nullopt;
  return AskedWorkloads{*Compulsory, *Requested};
}

Expected<int> report(const KernelMeasurement &M,
                     const MeasureKernelOptions &O) {
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(M)))
      return E;
  if (O.Json != "-")
    printMeasurement(M, outs());
  if (!M.Contradictions.empty())
    return Incomplete;
  return M.Missing.empty() || O.AllowUnknown ? Done : Incomplete;
}

} // namespace

Expected<int>
measureKernel(KernelInput &Input, MeasureKernelOptions &O,
              function_ref<Expected<json::Value>(const json::Value &)> Ask) {
  std::optional<Device> Roofs;
  if (!O.Device.empty()) {
    Expected<Device> D = chosenDevice(O.Device);
    if (!D)
      return D.takeError();
    Roofs = std::move(*D);
  }
  KernelMeasurement M;
  if (Error E = Input.readLaunch(M.L))
    return E;
  if (Error E = readSource(Input, O.Run))
    return E;
  Expected<KernelSummary> Kernel = Input.readKernel(M.L);
  if (!Kernel)
    return Kernel.takeError();
  if (Error E = checkLaunch(*Kernel, M.L))
    return E;
  Expected<json::Value> Request =
      makeKernelRequest(*Kernel, M.L, Input.Buffers, O.Run);
  if (!Request)
    return Request.takeError();
  Expected<json::Value> Answer = Ask(*Request);
  if (!Answer)
    return invalid(Input.File + ": " + toString(Answer.takeError()));
  Expected<KernelRun> Run = readKernelRun(*Answer);
  if (!Run)
    return Run.takeError();
  M.File = Input.File;
  M.Kernel = Kernel->Name;
  M.DeviceFile = O.Device;
  M.Run = std::move(*Run);
  M.PowerDeclined = O.Run.Meter.Meter == "none" && O.Run.Meter.Command.empty();
  KernelCounts Counts = countKernel(*Kernel, M.L);
  countWork(O, Counts, M);
  deriveMetrics(M);
  if (Roofs)
    placeUnderRoofs(M, Roofs->Unit, asked(O, *Kernel, Counts));
  return report(M, O);
}

} // namespace roofline
