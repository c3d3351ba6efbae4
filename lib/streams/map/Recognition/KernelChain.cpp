// Joins nests and kernels in sequence to one stream kernel.
#include "NestRecognition.h"

#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Nest/NestSequence.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Stream/RingSeams.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/IR/Module.h"

#include <cassert>

using namespace llvm;

namespace roofline {

std::vector<std::string> kernelNames(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (isKernel(F))
      Names.push_back(F.getName().str());
  return Names;
}

Expected<Nests> nestsOf(const Module &M, StringRef Kernel, const Launch &L,
                        BufferParts Parts) {
  Expected<OpenKernel> Open = openKernel(M, Kernel, L);
  if (!Open)
    return Open.takeError();
  if (Error E = layOutPrivateLoops(*Open))
    return E;
  if (!hasNestSequence(*Open)) {
    Expected<StreamKernel> K = recognizeNest(std::move(*Open), L, Parts);
    if (!K)
      return K.takeError();
    return Nests{{std::move(*K)}, {}};
  }
  Expected<NestSequence> Split = splitNests(std::move(*Open));
  if (!Split)
    return Split.takeError();
  Nests Result = {{}, std::move(Split->Arrays)};
  for (const std::unique_ptr<Module> &Part : Split->Parts) {
    Expected<OpenKernel> Nest = openKernel(*Part, Kernel, L);
    if (!Nest)
      return Nest.takeError();
    if (Error E = layOutPrivateLoops(*Nest))
      return E;
    Expected<StreamKernel> K =
        recognizeNest(std::move(*Nest), L, BufferParts::Joined);
    if (!K)
      return K.takeError();
    Result.Parts.push_back(std::move(*K));
  }
  return Result;
}

Expected<StreamKernel> joinNests(const Nests &All,
                                 std::vector<std::string> Temporaries,
                                 StringRef Name) {
  append_range(Temporaries, All.Arrays);
  Expected<StreamKernel> Chain = chainOf(All.Parts, Temporaries);
  if (!Chain)
    return Chain;
  for (const DatapathNode &N : Chain->Nodes)
    if (N.Op == DatapathOp::Input &&
        is_contained(All.Arrays, Chain->Inputs[N.Value].Name))
      return errorAt(N.Loc, "'" + Chain->Inputs[N.Value].Name +
                                "' is read where no loop has written it: fill "
                                "it in a loop before");
  Chain->Name = Name;
  return Chain;
}

Expected<StreamKernel> recognizeStreams(const Module &M, StringRef Kernel,
                                        const Launch &L) {
  return recognizeChain(M, Kernel, {}, L);
}

Expected<StreamKernel> chainOf(const std::vector<StreamKernel> &Kernels,
                               const std::vector<std::string> &Temporaries) {
  StreamKernel Chain;
  std::optional<ChainError> Why = composeChain(Kernels, Temporaries, Chain);
  if (!Why)
    return Chain;
  return errorAt(Why->Loc, Why->Message);
}

Expected<StreamKernel>
recognizeChain(const Module &M, StringRef Kernels,
               const std::vector<std::string> &Temporaries, const Launch &L) {
  assert(!Kernels.empty() && "a chain has a kernel");
  Nests All;
  const std::vector<std::string> Names = kernelsOfChain(Kernels);
  const BufferParts Parts = Names.size() == 1 && !L.Iterate
                                ? BufferParts::Separate
                                : BufferParts::Joined;
  for (const std::string &Name : Names) {
    Expected<Nests> Own = nestsOf(M, Name, L, Parts);
    if (!Own)
      return Own.takeError();
    append_range(All.Parts, std::move(Own->Parts));
    append_range(All.Arrays, std::move(Own->Arrays));
  }
  Expected<StreamKernel> K = joinNests(All, Temporaries, Kernels);
  if (!K || Parts == BufferParts::Joined || All.Parts.size() > 1)
    return K; // other kernels, or steps, need the buffers whole
  return withRingSeams(std::move(*K), L.Maxima.empty() ? SeamAlignment : 1);
}

} // namespace roofline
