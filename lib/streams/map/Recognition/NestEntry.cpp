// Conditions that skip a whole nest.
#include "NestEntry.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

Error checkEntry(const StreamBody &Body) {
  const PostDominatorTree Behind(*Body.F);
  const llvm::Loop *Outermost = Body.LI->getLoopFor(Body.Header);
  while (Outermost->getParentLoop())
    Outermost = Outermost->getParentLoop();
  const BasicBlock *Nest = Outermost->getHeader();
  if (Behind.dominates(Nest, &Body.F->getEntryBlock()))
    return Error::success();
  for (const auto *Above = Body.DT->getNode(Nest)->getIDom(); Above;
       Above = Above->getIDom())
    if (const Instruction *End = Above->getBlock()->getTerminator();
        End->getNumSuccessors() > 1)
      return notAStream(End, "whether the loops run at all " +
                                 whyUnknown(End->getOperand(0), *Body.Kernel,
                                            "is not known") +
                                 ". A core always walks its streams; the host "
                                 "may decide instead");
  return Error::success();
}

} // namespace roofline
