// Compares the steps of a kernel's time loop with the original kernel.
#include "WholeLoop.h"

#include "AllPasses.h"

#include "roofline/Verify/RunOriginal.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

/// [position] of all steps, up to which they are run.
constexpr int64_t MaxLoopPositions = int64_t(1) << 20;

Error compareWholeLoop(const Module &M, const StreamKernel &Step,
                       const Launch &L, uint64_t Seed) {
  if (!L.Iterate || L.Iterate->Runner == StepLoop::Host ||
      L.Iterate->Steps > MaxLoopPositions / Step.Space.volume())
    return Error::success();
  const Iteration &I = *L.Iterate;
  StreamMemory Streams = randomMemory(Step, Seed);
  matchTurns(I, Streams);
  StreamMemory Original = Streams;
  if (Error E = runOriginal(M, Step, L, Original, I.Steps))
    return E;
  const auto Turns = turnsOf(I.Swap);
  for (int64_t Number = 0; Number < I.Steps; ++Number) {
    evaluate(Step, Streams);
    StreamMemory Before = Streams;
    for (const auto &[Argument, From] : Turns)
      Streams.find(Argument)->Elements = Before.find(From)->Elements;
  }
  // A copy leaves the last step's result where a turn leaves the one before.
  auto IsCopied = [&](const StreamMemory::Buffer &B) {
    return I.Runner == StepLoop::Copies &&
           none_of(I.Swap, [&](auto &P) { return P.Read == B.Name; }) &&
           any_of(I.Swap, [&](auto &P) { return P.Written == B.Name; });
  };
  for (StreamMemory *Of : {&Streams, &Original})
    erase_if(Of->Buffers, IsCopied);
  if (auto Difference = firstDifference(Step, Original, Streams))
    return createStringError(std::to_string(I.Steps) + " steps of kernel '" +
                             Step.Name + "' are not its loop: " + *Difference);
  return Error::success();
}

} // namespace roofline
