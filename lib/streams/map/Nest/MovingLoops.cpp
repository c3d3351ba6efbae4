// Loops within a position that accesses move with and that are laid out.
#include "MovingLoops.h"

#include "roofline/Nest/StreamBody.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Variants/KernelVariant.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace roofline {

namespace {

/// How an access moves with the loops around it [byte].
struct Strides {
  int64_t Along = 0;  ///< from an iteration of the loop asked for to the next
  int64_t Least = 0;  ///< from a position to its neighbour; 0: none moves it
  int64_t Extent = 0; ///< from the first to the last position, and its own
};

/// The loops that accesses of a position move with.
class MovingLoops {
public:
  MovingLoops(ArrayRef<Loop *> Walked, ScalarEvolution &SE, bool HasPlanes)
      : SE(SE), HasPlanes(HasPlanes),
        Stores(any_of(Walked, [&](const Loop *L) { return storesAlong(*L); })) {
    for (const Loop *L : Walked)
      (isShort(*L) ? LaidOut : Space).insert(L);
  }
  SmallPtrSet<const Loop *, 4> run();

private:
  bool storesAlong(const Loop &L) const;
  /// [iteration] 0 where it is unknown, or differs by position; exits that data
  /// decide do not count.
  unsigned mostIterations(const Loop &L) const {
    return L.getExitingBlock() ? SE.getSmallConstantTripCount(&L)
                               : SE.getSmallConstantMaxTripCount(&L);
  }
  bool isShort(const Loop &L) const;
  bool fits(const Loop &L) const;
  bool fits(Instruction &Access, const Loop &L) const;
  std::optional<Strides> strides(Instruction &Access, const Loop &L) const;

  ScalarEvolution &SE;
  bool HasPlanes;
  bool Stores; ///< a store moves with a loop, else loads alone do
  SmallPtrSet<const Loop *, 4> LaidOut, Space;
};

} // namespace

/// The pointer by which \p I accesses a buffer; null for other instructions.
static Value *bufferPointer(Instruction &I) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer && !isa<AllocaInst>(getUnderlyingObject(Pointer)) ? Pointer
                                                                   : nullptr;
}

bool MovingLoops::storesAlong(const Loop &L) const {
  return any_of(L.blocks(), [&](BasicBlock *B) {
    return any_of(*B, [&](Instruction &I) {
      Value *Pointer = isa<StoreInst>(I) ? bufferPointer(I) : nullptr;
      return Pointer && !SE.isLoopInvariant(SE.getSCEV(Pointer), &L);
    });
  });
}

/// Its author asks for all of its iterations side by side.
static bool isUnrolled(const Loop &L) {
  return getBooleanLoopAttribute(&L, "llvm.loop.unroll.enable") ||
         getBooleanLoopAttribute(&L, "llvm.loop.unroll.full");
}

/// A loop of the kernel, within those of the launch, of a few iterations; in a
/// single work-item loops are the walk, unless a pragma says otherwise.
bool MovingLoops::isShort(const Loop &L) const {
  const unsigned Trip = mostIterations(L);
  if (!Trip || !L.getParentLoop())
    return false;
  const bool IsInWorkItem =
      executionForm(L).empty() && !executionForm(*L.getOutermostLoop()).empty();
  return (IsInWorkItem && Trip <= MostLaidOut) || (Stores && isUnrolled(L));
}

/// How \p Access moves with \p L and the loops of the space; nothing where that
/// is not known.
std::optional<Strides> MovingLoops::strides(Instruction &Access,
                                            const Loop &L) const {
  Strides By;
  By.Extent =
      Access.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access));
  const SCEV *S = SE.getSCEV(getLoadStorePointerOperand(&Access));
  for (; const auto *Moves = dyn_cast<SCEVAddRecExpr>(S);
       S = Moves->getStart()) {
    const auto *Step = dyn_cast<SCEVConstant>(Moves->getOperand(1));
    if (!Moves->isAffine() || !Step ||
        Step->getAPInt().getSignificantBits() > 48)
      return std::nullopt;
    const int64_t Bytes = std::abs(Step->getAPInt().getSExtValue());
    if (Moves->getLoop() == &L)
      By.Along = Bytes;
    if (!Space.contains(Moves->getLoop()))
      continue;
    const unsigned Steps = SE.getSmallConstantTripCount(Moves->getLoop());
    if (!Steps)
      return std::nullopt;
    By.Least = By.Least ? std::min(By.Least, Bytes) : Bytes;
    By.Extent = SaturatingMultiplyAdd<uint64_t>(Bytes, Steps - 1, By.Extent);
  }
  const bool IsOpen = SCEVExprContains(
      S, [](const SCEV *Part) { return isa<SCEVAddRecExpr>(Part); });
  return IsOpen ? std::nullopt : std::optional(By);
}

/// True where the elements that \p Access writes along \p L are fields of one
/// position, or lie further apart than all positions together; where \p Access
/// reads a window, which the neighbours read as well.
bool MovingLoops::fits(Instruction &Access, const Loop &L) const {
  const int64_t Size =
      Access.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access));
  const int64_t Trip = mostIterations(L);
  const std::optional<Strides> By = strides(Access, L);
  if (!By || By->Along == 0)
    return By.has_value();
  if (!Stores)
    return By->Least == 0 ||
           (By->Along * Trip > By->Least && By->Along < By->Extent);
  const bool AreFields = By->Along * Trip <= By->Least &&
                         By->Least % Size == 0 &&
                         uint64_t(By->Least) * 8 <= MaxPortBits;
  const bool ArePlanes = HasPlanes && By->Along >= By->Extent &&
                         uint64_t(Trip * Size) * 8 <= MaxPortBits;
  return By->Least && (AreFields || ArePlanes);
}

/// All accesses of \p L that decide are of that kind, and no dimension is
/// within it.
bool MovingLoops::fits(const Loop &L) const {
  if (any_of(L.getSubLoops(),
             [&](const Loop *Inner) { return Space.contains(Inner); }))
    return false;
  bool Decides = false;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if ((!Stores || isa<StoreInst>(I)) && bufferPointer(I)) {
        if (!fits(I, L))
          return false;
        Decides = true;
      }
  return Decides;
}

SmallPtrSet<const Loop *, 4> MovingLoops::run() {
  // A loop that stays is a dimension for the others.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Loop *L :
         SmallVector<const Loop *>(LaidOut.begin(), LaidOut.end()))
      if (!fits(*L)) {
        LaidOut.erase(L);
        Space.insert(L);
        Changed = true;
      }
  }
  return LaidOut;
}

SmallPtrSet<const Loop *, 4> laidOutLoops(ArrayRef<Loop *> Walked,
                                          ScalarEvolution &SE, bool HasPlanes) {
  return MovingLoops(Walked, SE, HasPlanes).run();
}

} // namespace roofline
