// Messages on accesses that are no streams.
#include "AccessRefusals.h"

#include "roofline/Nest/StreamBody.h"
#include "roofline/Stream/ConstantTables.h"
#include "roofline/Variants/KernelVariant.h"
#include "roofline/Variants/WorkItem.h"

using namespace llvm;

namespace roofline {

std::string insteadOf(const Value &Object) {
  if (const auto *Table = dyn_cast<GlobalVariable>(&Object);
      Table && Table->isConstant())
    return "; a table of up to " + std::to_string(MaxTable) +
           " constants is logic where indices into it choose the element: "
           "compute what it holds, or split it";
  if (isa<AllocaInst>(Object))
    return "; a private array is a shift register or a line buffer, the places "
           "of which do not depend on data";
  return "";
}

bool wrapsAt32Bits(const StreamAccess &A) {
  const int64_t Range = int64_t(A.Type.Bits / 8) << 32;
  return all_of(A.Runs, [&](const std::vector<IndexRun> &Runs) {
    return all_of(Runs,
                  [&](const IndexRun &R) { return R.Shift % Range == 0; });
  });
}

Error writtenAtSeveral(const Instruction *Store, const std::string &Buffer) {
  return notAStream(Store, "'" + Buffer +
                               "' is written at several places in each "
                               "position of the walk; launch, or loop, over "
                               "its elements and write each once, or make "
                               "each place a buffer of its own");
}

Error writtenAlongLoop(const Instruction *Store, const std::string &Buffer,
                       int64_t Iterations) {
  return notAStream(
      Store, "'" + Buffer + "' is written by a loop of " + Twine(Iterations) +
                 " iterations in each position, beside another loop. It is "
                 "laid out where the elements of a position are one after "
                 "another, or planes apart, and at most " +
                 Twine(MaxPortBits) + " bits, and where it has at most " +
                 Twine(MostLaidOut) +
                 " iterations or '#pragma unroll': write fewer elements, or "
                 "launch a work-item for each");
}

std::string leavesItsLine(const StreamAccess &A) {
  for (unsigned D = 0; D < 3; ++D)
    for (const IndexRun &R : A.Runs[D])
      return "the index of this store does not go on with the position: along "
             "dimension " +
             std::to_string(D) + " it is beside its line from position " +
             std::to_string(R.First) + " to " + std::to_string(R.Last) +
             ", by " + std::to_string(R.Shift) +
             " bytes. Where it wraps or is clamped, several positions may "
             "write one element: write each once; where rows are cut short, "
             "store whole rows";
  return "the index of this store does not go on with the position";
}

Error atAnotherPlace(const StreamAccess &A, const StreamAccess &Store,
                     const Function &Kernel) {
  if (A.IsStore)
    return writtenAtSeveral(A.Inst, A.Name);
  return notAStream(
      A.Inst,
      "'" + A.Name + "' is written and also accessed at another place: " +
          (dimensionsInUse(Kernel)
               ? "a work-item may read what another one writes. A step that "
                 "writes a buffer of its own, with --swap, has no order"
               : "an iteration may read what another one writes. Write a "
                 "second buffer, and let the two take turns from step to "
                 "step"));
}

/// Dimension \p D is one of the launch, and no loop of the kernel.
static bool isOfLaunch(const StreamBody &Body, unsigned D) {
  const BasicBlock *Latch = Body.Latches[D];
  const llvm::Loop *L = Latch ? Body.LI->getLoopFor(Latch) : nullptr;
  return L && !executionForm(*L).empty();
}

std::string onFewPositions(const StreamBody &Body) {
  constexpr int64_t Few = 4; // a window of five reaches from side to side
  for (unsigned D = 0; D < Body.NumDimensions; ++D)
    if (Body.Sizes[D] > 1 && Body.Sizes[D] <= Few && isOfLaunch(Body, D))
      return "; along dimension " + std::to_string(D) + " there are " +
             std::to_string(Body.Sizes[D]) +
             " positions alone: where a window reaches from border to border, "
             "neighbours on both sides are not told apart; launch more, if "
             "that is so here";
  return "";
}

Error withBorder(Error E, ArrayRef<StreamAccess> Accesses,
                 const StreamBody &Body) {
  for (unsigned D = 0; D < Body.NumDimensions; ++D)
    if (!Accesses.empty() && Body.Sizes[D] > 1 &&
        all_of(Accesses, [D](const StreamAccess &A) {
          return A.Executed[D].first == A.Executed[D].second;
        }))
      return createStringError(
          toString(std::move(E)) + "; along dimension " + std::to_string(D) +
          ", one position of " + std::to_string(Body.Sizes[D]) +
          " alone does anything: is the grid too small for its border?");
  return createStringError(toString(std::move(E)) + onFewPositions(Body));
}

} // namespace roofline
