// Kernels of LLVM IR as loops with memories.
#include "roofline/LoopForms/LoopRecognition.h"

#include "LoopForms.h"

#include "roofline/Loops/LoopPorts.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

Expected<LoopKernel> recognizeLoops(const Module &M, StringRef Kernel,
                                    const Launch &L) {
  Expected<OpenLoops> Open = openLoops(M, Kernel, L);
  if (!Open)
    return Open.takeError();
  CodeFacts Code(*Open);
  Expected<RegionPlan> Plan = planRegions(Code);
  if (!Plan)
    return Plan.takeError();
  Expected<LoopKernel> K = buildDatapaths(Code, *Plan, *M.getFunction(Kernel));
  if (!K)
    return K;
  if (auto Problem = checkLoopKernel(*K))
    return createStringError("kernel '" + Kernel +
                             "' as loops is malformed: " + *Problem);
  if (const auto Scalar = scalarOfTrips(*K))
    return createStringError(placePrefix(K->Loc) + "argument '" + *Scalar +
                             "' decides how often a loop runs: give it by "
                             "--arg " +
                             *Scalar + "=VALUE");
  if (const double Least = leastIterations(*K); Least > MaxRunIterations)
    return createStringError(
        placePrefix(K->Loc) + "kernel '" + Kernel + "': its loops run " +
        formatv("{0:f0}", Least) +
        " times, and a run of at most 2^26 is followed: give smaller sizes");
  findContents(*K);
  LoopKernel Cleared = *K;
  auto PlanAll = [](LoopKernel &Of) {
    planProcesses(Of);
    return planPorts(Of);
  };
  auto Problem = PlanAll(*K);
  if (Problem && Open->Global == std::array<uint64_t, 3>{1, 1, 1}) {
    clearUnwritten(Cleared);
    if (!Cleared.Cleared.empty()) {
      *K = std::move(Cleared);
      Problem = PlanAll(*K);
    }
  }
  if (Problem)
    return createStringError(*Problem);
  if (none_of(K->Memories, [](const LoopMemory &M) {
        return M.Kind == LoopMemoryKind::Output;
      }))
    return createStringError(placePrefix(K->Loc) + "kernel '" + Kernel +
                             "' writes nothing");
  return K;
}

} // namespace roofline
