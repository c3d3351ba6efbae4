// What decides the form in which a kernel is read as a nest.
#include "NestFacts.h"

#include "InnerLoop.h"
#include "LaidOutLoops.h"
#include "LoopCounters.h"
#include "MovingLoops.h"
#include "StepLoop.h"

#include "roofline/IndexForms/IndexForm.h"
#include "roofline/Nest/StreamBody.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <numeric>

using namespace llvm;

namespace roofline {
namespace {

bool isBufferAccess(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer && !isa<AllocaInst>(getUnderlyingObject(Pointer));
}

/// [iteration] of \p L; nothing where it is unknown, or there is another exit.
std::optional<int64_t> iterations(const llvm::Loop &L, ScalarEvolution &SE) {
  const BasicBlock *Exiting = L.getExitingBlock();
  const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
  if (!Exiting || !L.getLoopLatch() || !Taken ||
      Taken->getAPInt().getActiveBits() > 47)
    return std::nullopt;
  return int64_t(Taken->getAPInt().getZExtValue()) +
         (Exiting == L.getLoopLatch());
}

/// The conditions of two branches compare the same.
bool asksTheSame(const BranchInst &Guard, const BranchInst &End) {
  if (!Guard.isConditional() || !End.isConditional())
    return false;
  const auto *L = dyn_cast<ICmpInst>(Guard.getCondition());
  const auto *R = dyn_cast<ICmpInst>(End.getCondition());
  return L && R && L->getOperand(0) == R->getOperand(0) &&
         L->getOperand(1) == R->getOperand(1) &&
         (L->getPredicate() == R->getPredicate() ||
          L->getPredicate() == R->getInversePredicate());
}

/// A guard in \p L compares what the end of \p L does.
bool asksForEnd(const llvm::Loop &L) {
  const auto *End =
      L.getLoopLatch() && L.getExitingBlock() == L.getLoopLatch()
          ? dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator())
          : nullptr;
  return End && any_of(L.blocks(), [&](const BasicBlock *B) {
           const auto *Guard = dyn_cast<BranchInst>(B->getTerminator());
           return Guard && Guard != End && asksTheSame(*Guard, *End);
         });
}

bool storesToBuffer(const BasicBlock &B) {
  return any_of(B, [](const Instruction &I) {
    return isa<StoreInst>(I) && isBufferAccess(I);
  });
}

/// One iteration of \p L, of several, stores.
bool storesOnce(const llvm::Loop &L, ScalarEvolution &SE,
                const DominatorTree &DT) {
  const std::optional<int64_t> Count = iterations(L, SE);
  if (!Count || *Count < 2)
    return false;
  DenseMap<const Value *, IndexVariable> Variables;
  for (PHINode &Phi : L.getHeader()->phis())
    if (std::optional<IndexVariable> V = indexVariable(Phi, L, SE, 0))
      Variables[&Phi] = *V;
  IndexForms Forms({*Count, 1, 1}, Variables, DT,
                   L.getHeader()->getModule()->getDataLayout());
  return all_of(L.blocks(), [&](const BasicBlock *B) {
    if (!storesToBuffer(*B))
      return true;
    const IndexSet At = Forms.runs(B)[0];
    return At && At->size() == 1 && At->front().first == At->front().second;
  });
}

} // namespace

bool guardsHideLoops(const LoopInfo &LI, ScalarEvolution &SE,
                     const DominatorTree &DT) {
  const auto Loops = LI.getLoopsInPreorder();
  if (any_of(Loops, [](const llvm::Loop *L) { return asksForEnd(*L); }))
    return true;
  SmallVector<const llvm::Loop *> Storing;
  copy_if(Loops, std::back_inserter(Storing), [](const llvm::Loop *L) {
    return any_of(L->blocks(),
                  [](const BasicBlock *B) { return storesToBuffer(*B); });
  });
  return !Storing.empty() && all_of(Storing, [&](const llvm::Loop *L) {
    return storesOnce(*L, SE, DT);
  });
}

/// True where \p Store, within \p L, writes along a loop: in a shift register
/// it is within a short one that is laid out.
static bool fillsAlong(const StoreInst &Store, const llvm::Loop &L,
                       ScalarEvolution &SE) {
  const SCEV *S = SE.getSCEV(const_cast<Value *>(Store.getPointerOperand()));
  for (; const auto *Along = dyn_cast<SCEVAddRecExpr>(S);
       S = Along->getStart()) {
    const unsigned Trip = SE.getSmallConstantTripCount(Along->getLoop());
    if (!Along->getLoop()->getParentLoop() || !Trip || Trip > MostLaidOut)
      return true;
  }
  return !SE.isLoopInvariant(S, L.getOutermostLoop());
}

bool arrayJoinsNests(Function &F, const LoopInfo &LI, ScalarEvolution &SE) {
  for (Instruction &I : F.getEntryBlock()) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    if (!Array)
      continue;
    SmallPtrSet<const llvm::Loop *, 4> Filled, Read; // outermost loops
    for (Instruction &Access : instructions(F)) {
      const Value *Pointer = getLoadStorePointerOperand(&Access);
      const llvm::Loop *L = LI.getLoopFor(Access.getParent());
      if (!Pointer || !L || getUnderlyingObject(Pointer) != Array)
        continue;
      if (const auto *Store = dyn_cast<StoreInst>(&Access);
          Store && !fillsAlong(*Store, *L, SE))
        continue;
      (isa<StoreInst>(Access) ? Filled : Read).insert(L->getOutermostLoop());
    }
    for (const llvm::Loop *Fills : Filled)
      if (any_of(Read, [&](const llvm::Loop *L) { return L != Fills; }) &&
          any_of(Fills->blocks(), [](const BasicBlock *B) {
            return any_of(*B, [](const Instruction &I) {
              return isa<LoadInst>(I) && isBufferAccess(I);
            });
          }))
        return true;
  }
  return false;
}

/// Adds \p L to \p Nests, or the loops in it where it runs once.
static void addNests(const llvm::Loop &L, ScalarEvolution &SE,
                     SmallVectorImpl<const llvm::Loop *> &Nests) {
  if (SE.getSmallConstantTripCount(&L) != 1)
    return Nests.push_back(&L);
  for (const llvm::Loop *Within : L)
    addNests(*Within, SE, Nests);
}

bool hasSequence(const LoopInfo &LI, ScalarEvolution &SE) {
  SmallVector<const llvm::Loop *> Nests;
  for (const llvm::Loop *L : LI)
    addNests(*L, SE, Nests);
  auto StoresAlong = [&](const BasicBlock *B) {
    return any_of(*B, [&](const Instruction &I) {
      const auto *Store = dyn_cast<StoreInst>(&I);
      return Store && !SE.isLoopInvariant(SE.getSCEV(const_cast<Value *>(
                                              Store->getPointerOperand())),
                                          LI.getLoopFor(B));
    });
  };
  return Nests.size() > 1 || any_of(Nests, [&](const llvm::Loop *L) {
           return isLoopOfSteps(*L, SE) && any_of(L->blocks(), StoresAlong);
         });
}

std::vector<llvm::Loop *> walkedLoops(LoopInfo &LI, ScalarEvolution &SE,
                                      bool AndLoads) {
  auto Along = [&](bool OfStores) {
    SmallPtrSet<llvm::Loop *, 4> Moves;
    for (llvm::Loop *Top : LI)
      for (BasicBlock *B : Top->blocks())
        for (Instruction &I : *B) {
          if ((OfStores && !isa<StoreInst>(I)) || !isBufferAccess(I))
            continue;
          const SCEV *S = SE.getSCEV(getLoadStorePointerOperand(&I));
          for (llvm::Loop *L = LI.getLoopFor(B); L; L = L->getParentLoop())
            if (!SE.isLoopInvariant(S, L))
              Moves.insert(L);
        }
    return Moves;
  };
  SmallPtrSet<llvm::Loop *, 4> Moves = Along(/*OfStores=*/true);
  if (Moves.empty() || AndLoads)
    for (llvm::Loop *L : Along(/*OfStores=*/false))
      Moves.insert(L);
  auto StoresToBuffer = [](const BasicBlock &B) { return storesToBuffer(B); };
  if (Moves.empty() && !LI.empty() && // of numbers alone
      any_of(*(*LI.begin())->getHeader()->getParent(), StoresToBuffer))
    Moves.insert(LI.begin(), LI.end());
  std::vector<llvm::Loop *> Result;
  for (llvm::Loop *L : LI.getLoopsInPreorder())
    if (Moves.contains(L))
      Result.push_back(L);
  return Result;
}

/// What \p Load finds along \p Inner belongs to one position of the loops of
/// \p Space around it: it is no window, whose elements neighbours find as well,
/// and more than the fields that a stream carries at once.
static bool isRow(LoadInst &Load, const llvm::Loop &Inner, ScalarEvolution &SE,
                  const SmallPtrSetImpl<BasicBlock *> &Space) {
  int64_t Step = 0, Common = 0, Least = 0; // [byte]
  const SCEV *S = SE.getSCEV(Load.getPointerOperand());
  for (; const auto *Along = dyn_cast<SCEVAddRecExpr>(S);
       S = Along->getStart()) {
    const auto *By = dyn_cast<SCEVConstant>(Along->getOperand(1));
    if (!Along->isAffine() || !By)
      return false;
    const int64_t Bytes = std::abs(By->getAPInt().getSExtValue());
    if (Along->getLoop() == &Inner)
      Step = Bytes;
    if (!Space.contains(Along->getLoop()->getHeader()))
      continue;
    Common = std::gcd(Common, Bytes);
    Least = Least ? std::min(Least, Bytes) : Bytes;
  }
  return Step && Common && Step % Common != 0 &&
         uint64_t(Least) * 8 > MaxPortBits;
}

static bool walksRows(Function &F, LoopInfo &LI, ScalarEvolution &SE,
                      const SmallPtrSetImpl<BasicBlock *> &Space,
                      const SmallPtrSetImpl<const llvm::Loop *> &LaidOut) {
  for (llvm::Loop *L : walkedLoops(LI, SE, /*AndLoads=*/true)) {
    if (Space.contains(L->getHeader()) || LaidOut.contains(L) ||
        !L->isInnermost())
      continue;
    const std::optional<uint64_t> Trip = mostIterations(*L, SE, Space);
    if (Trip && isTooLong(F, *L, *Trip))
      return true;
    for (BasicBlock *B : L->blocks())
      for (Instruction &I : *B)
        if (auto *Load = dyn_cast<LoadInst>(&I);
            Load && isBufferAccess(I) && isRow(*Load, *L, SE, Space))
          return true;
  }
  return false;
}

WalkedSpace walkedSpace(Function &F, LoopInfo &LI, ScalarEvolution &SE,
                        bool HasPlanes) {
  WalkedSpace S;
  const auto LaidOut =
      laidOutLoops(walkedLoops(LI, SE, /*AndLoads=*/false), SE, HasPlanes);
  auto Walk = [&](bool AndLoads) {
    for (llvm::Loop *L : walkedLoops(LI, SE, AndLoads))
      if (!LaidOut.contains(L))
        S.Headers.insert(L->getHeader());
  };
  Walk(/*AndLoads=*/false);
  S.HasRows = walksRows(F, LI, SE, S.Headers, LaidOut);
  if (S.HasRows)
    Walk(/*AndLoads=*/true);
  return S;
}

} // namespace roofline
