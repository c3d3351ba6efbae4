// Blocks of a system that are kernels.
#include "roofline/Pricing/SystemKernels.h"

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Kernel/Counts.h"
#include "roofline/Options/LaunchOptions.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace roofline {

/// The kernel that \p B names, or the only one there is.
static Expected<KernelSummary> readKernel(const SummaryBlock &B,
                                          StringRef Name) {
  auto Buffer = readInput(B.Summary);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             B.Summary + ": " + Buffer.getError().message());
  Expected<std::vector<KernelSummary>> Kernels =
      readSummaries((*Buffer)->getBuffer(), B.Summary);
  if (!Kernels)
    return Kernels.takeError();
  if (Name.empty() && Kernels->size() == 1)
    return std::move(Kernels->front());
  auto Found =
      find_if(*Kernels, [&](const KernelSummary &K) { return K.Name == Name; });
  if (!Name.empty() && Found != Kernels->end())
    return std::move(*Found);
  return createStringError(
      B.Summary + ": " +
      (Name.empty() ? Twine("several kernels; 'kernel' says which")
                    : "no kernel '" + Name + "'") +
      "; there are: " +
      join(map_range(*Kernels, [](const KernelSummary &K) { return K.Name; }),
           ", "));
}

static Error fill(const SummaryBlock &B, SystemBlock &Block) {
  Expected<LaunchFile> File = loadLaunch(B.Launch);
  if (!File)
    return File.takeError();
  Expected<KernelSummary> Kernel =
      readKernel(B, B.Kernel.empty() ? File->Kernel : B.Kernel);
  if (!Kernel)
    return Kernel.takeError();
  if (Error E = checkLaunch(*Kernel, File->L))
    return createStringError(toString(std::move(E)) + " (launch file " +
                             B.Launch + ")");
  KernelCounts Counts = countKernel(*Kernel, File->L);
  std::optional<Workload> Work = workload(*Kernel, Counts, B.Compulsory);
  if (!Work)
    return createStringError(
        "W and Q of kernel '" + Kernel->Name + "' are unknown" +
        (Counts.Missing.empty() ? std::string()
                                : ": " + Counts.Missing.front().What + ", " +
                                      Counts.Missing.front().Hint));
  Block.Work = std::move(*Work);
  const auto &Global = File->L.Global;
  if (!Block.Parallelism && File->L.Dimensions)
    Block.Parallelism = double(Global[0]) * Global[1] * Global[2];
  return Error::success();
}

Error fillFromSummaries(SystemFile &File) {
  for (const SummaryBlock &B : File.Summaries)
    if (Error E = fill(B, File.S.Blocks[B.Block]))
      return createStringError(B.Place + ": " + toString(std::move(E)));
  return Error::success();
}

} // namespace roofline
