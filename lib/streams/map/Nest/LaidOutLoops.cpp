// Unrolling of loops in the code of a position.
#include "LaidOutLoops.h"

#include "InnerLoop.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Nest/StreamBody.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace roofline {

/// Instructions of a position's code, inner loops unrolled.
constexpr unsigned MaxBodySize = 20000;

/// The loop that is unrolled away next: no access of a position moves with it,
/// and it is not in \p Space. An innermost one; the one around it where that
/// decides how often it runs.
static llvm::Loop *loopToUnroll(LoopInfo &LI, ScalarEvolution &SE,
                                const SmallPtrSetImpl<BasicBlock *> &Space) {
  const auto Loops = LI.getLoopsInPreorder();
  for (llvm::Loop *L : reverse(Loops))
    if (L->isInnermost() && !Space.contains(L->getHeader())) {
      llvm::Loop *Around = L;
      while (Around && !Space.contains(Around->getHeader()) &&
             !mostIterations(*Around, SE, Space))
        Around = Around->getParentLoop();
      return Around && !Space.contains(Around->getHeader()) ? Around : L;
    }
  return nullptr;
}

static Error unknownTrip(Function &F, const Instruction *Inst) {
  std::string Free;
  for (const Argument *A : shapeArguments(F))
    if (A->getType()->isIntegerTy())
      Free = kernelArgument(*A).Name;
  return notAStream(
      Inst, "a loop inside the map whose trip count is not known; " +
                (Free.empty() ? Twine("it depends on data, or on more than one "
                                      "index")
                              : "bind '" + Twine(Free) + "' by --arg"));
}

bool isTooLong(const Function &F, const llvm::Loop &L, uint64_t Trip) {
  return Trip > MaxBodySize ||
         F.getInstructionCount() + Trip * L.getNumBlocks() * 4 > MaxBodySize;
}

Error unrollInnerLoops(Function &F, FunctionAnalysisManager &FAM,
                       const SmallPtrSetImpl<BasicBlock *> &Space) {
  while (true) {
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    llvm::Loop *L = loopToUnroll(LI, SE, Space);
    if (!L)
      return Error::success();
    const Instruction *Inst = L->getHeader()->getTerminator();
    std::optional<uint64_t> Trip = mostIterations(*L, SE, Space);
    if (!Trip)
      return unknownTrip(F, Inst);
    if (isTooLong(F, *L, *Trip))
      return notAStream(Inst, "a loop of " + Twine(*Trip) +
                                  " iterations is too long to be laid out");
    if (SE.getSmallConstantTripCount(L) != *Trip) {
      if (!layOutLoop(F, *L, *Trip, FAM))
        return notAStream(Inst,
                          "a loop inside the map that cannot be laid out");
      continue;
    }
    UnrollLoopOptions O{};
    O.Count = *Trip;
    O.Force = true;
    O.ForgetAllSCEV = true;
    LoopUnrollResult Result =
        UnrollLoop(L, O, &LI, &SE, &FAM.getResult<DominatorTreeAnalysis>(F),
                   &FAM.getResult<AssumptionAnalysis>(F),
                   &FAM.getResult<TargetIRAnalysis>(F),
                   &FAM.getResult<OptimizationRemarkEmitterAnalysis>(F),
                   /*PreserveLCSSA=*/true);
    if (Result != LoopUnrollResult::FullyUnrolled)
      return notAStream(Inst, "a loop inside the map that cannot be unrolled");
  }
}

/// One of several loops inside of another, which its author or any compiler
/// lays out.
static bool isLaidOut(const llvm::Loop &L, ScalarEvolution &SE) {
  constexpr unsigned Few = 8; // [iteration] of a loop without a pragma
  const llvm::Loop *Around = L.getParentLoop();
  const unsigned Trip = SE.getSmallConstantTripCount(&L);
  return Around && Around->getSubLoops().size() > 1 && Trip &&
         (Trip <= Few ||
          getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable") ||
          getBooleanLoopAttribute(&L, "llvm.loop.unroll.full"));
}

static bool isPrivate(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer ? isa<AllocaInst>(getUnderlyingObject(Pointer))
                 : !I.mayReadOrWriteMemory() || I.isLifetimeStartOrEnd();
}

/// A loop that works on private arrays alone; with \p InRow within one that
/// accesses buffers beside it.
static bool isPrivate(const llvm::Loop &L, bool InRow, const LoopInfo &LI) {
  const llvm::Loop *Around = L.getParentLoop();
  if (InRow && (!Around || all_of(Around->blocks(), [&](BasicBlock *B) {
        return LI.getLoopFor(B) != Around ||
               all_of(*B, [](auto &I) { return isPrivate(I); });
      })))
    return false;
  return all_of(L.blocks(), [](BasicBlock *B) {
    return all_of(*B, [](const Instruction &I) { return isPrivate(I); });
  });
}

Error unrollPrivateLoops(Function &F, FunctionAnalysisManager &FAM,
                         bool InRow) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  const auto Loops = LI.getLoopsInPreorder();
  const bool HasAccesses = any_of(Loops, [](const llvm::Loop *L) {
    return any_of(L->blocks(), [](const BasicBlock *B) {
      return any_of(*B, [](const Instruction &I) {
        return getLoadStorePointerOperand(&I);
      });
    });
  });
  SmallPtrSet<BasicBlock *, 4> Others;
  for (llvm::Loop *L : Loops)
    if (HasAccesses ? !isLaidOut(*L, SE) && !isPrivate(*L, InRow, LI)
                    : L->isOutermost())
      Others.insert(L->getHeader());
  Error E = unrollInnerLoops(F, FAM, Others);
  FAM.clear(F, F.getName());
  return E;
}

} // namespace roofline
