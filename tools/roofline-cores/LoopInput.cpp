// Kernels of a command line as cores of loops with memories.
#include "LoopInput.h"

#include "Command.h"
#include "StreamInput.h"

#include "roofline/Stream/StreamChain.h"
#include "roofline/Verify/LoopFolder.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

bool mayBeLoops(const KernelInput &Input) {
  return sys::path::extension(Input.File) != ".json" &&
         Input.Temporaries.empty() && kernelsOfChain(Input.Kernel).size() <= 1;
}

Expected<std::string> loopKernel(KernelInput &Input, const Module &M,
                                 Launch &L) {
  if (Error E = Input.readLaunch(L))
    return std::move(E);
  Expected<std::string> Kernel = onlyKernel(Input, M, L);
  if (!Kernel)
    return Kernel;
  if (Error E =
          joinErrors(checkArguments(M, *Kernel, L), checkGroups(M, *Kernel, L)))
    return std::move(E);
  if (L.Iterate || L.SameBorders || !L.Maxima.empty() ||
      kernelsOfChain(*Kernel).size() != 1)
    return invalid("loops are one kernel, launched once, of constant sizes");
  return Kernel;
}

Error refusedAsBoth(StringRef WhyNoStreams, Error NoLoops) {
  const std::string WhyNoLoops = toString(std::move(NoLoops));
  if (WhyNoLoops == WhyNoStreams)
    return invalid(WhyNoLoops);
  return invalid(WhyNoStreams + "\nand as loops with memories: " + WhyNoLoops);
}

Expected<LoopLaunch> readLoops(KernelInput &Input, const CostModel *Costs,
                               std::string &Name) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = Input.readModule(Context);
  if (!M)
    return M.takeError();
  Launch L;
  Expected<std::string> Kernel = loopKernel(Input, **M, L);
  if (!Kernel)
    return Kernel.takeError();
  Name = *Kernel;
  return priceLoopCore(**M, *Kernel, L, Costs);
}

} // namespace roofline
