// Test kernels by their names on a command line.
#include "NamedKernel.h"

#include "CodegenKernels.h"
#include "KernelFile.h"
#include "RandomStreamKernel.h"

#include "roofline/Core/CutStages.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace roofline::test {

Expected<StreamKernel> namedKernel(StringRef Name, uint64_t &Seed) {
  if (Name.ends_with(".json"))
    return kernelOfFile(Name.str());
  if (std::optional<StreamKernel> K = codegenKernel(Name.str()))
    return std::move(*K);
  auto [Kind, Number] = Name.split(':');
  if (Number.getAsInteger(10, Seed))
    return createStringError("no kernel '" + Name + "'");
  if (Kind == "random")
    return randomKernel(Seed);
  if (Kind == "narrowed")
    return narrowed(randomKernel(Seed));
  if (Kind == "cut")
    return cutStages(randomKernel(Seed), 8);
  if (Kind != "chain")
    return createStringError("no kernel '" + Name + "'");
  std::mt19937 Random(Seed);
  StreamKernel Chain;
  if (auto Why = composeChain(randomKernels(3, Random), {}, Chain))
    return createStringError(Why->Message);
  return std::move(Chain);
}

} // namespace roofline::test
