// Loops in which a work-item strides by the size of the NDRange.
#include "GridStride.h"

#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <cassert>

using namespace llvm;

namespace roofline {
namespace {

/// A loop that goes from a work-item's id by the launch's size.
struct GridStride {
  BranchInst *Back = nullptr; ///< from the latch
  unsigned Dimension = 0;
  uint64_t End = 0; ///< [element]
};

/// The call that \p S is, but for casts.
const CallInst *callOf(const SCEV *S) {
  while (const auto *Cast = dyn_cast<SCEVCastExpr>(S))
    S = Cast->getOperand();
  const auto *Unknown = dyn_cast<SCEVUnknown>(S);
  return Unknown ? dyn_cast<CallInst>(Unknown->getValue()) : nullptr;
}

/// The dimension that \p Call asks \p Query of.
std::optional<unsigned> dimensionOf(const CallInst *Call, StringRef Query) {
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || builtinName(Callee->getName()) != Query)
    return std::nullopt;
  const auto *D = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  return D && D->getValue().ult(3) ? std::optional(D->getZExtValue())
                                   : std::nullopt;
}

/// True where \p F asks for its place along \p Dimension by \p Id and \p Size
/// alone, and for none of its group or in the order of all.
bool asksOnly(const Function &F, unsigned Dimension, const CallInst *Id,
              const CallInst *Size) {
  return all_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !Callee->isDeclaration() || Call == Id || Call == Size)
      return true;
    StringRef Name = builtinName(Callee->getName());
    if (Name == "get_global_id" || Name == "get_global_size") {
      std::optional<unsigned> Other = dimensionOf(Call, Name);
      return Other && *Other != Dimension;
    }
    return !Name.starts_with("get_") || Name == "get_work_dim" ||
           Name == "get_global_offset";
  });
}

/// True where \p V is used, but for casts, by \p Users only.
bool servesOnly(const Value &V, ArrayRef<const Value *> Users) {
  return all_of(V.users(), [&](const User *U) {
    return is_contained(Users, U) ||
           (isa<CastInst>(U) && servesOnly(*U, Users));
  });
}

/// n, where \p Branch goes to \p Into as long as what it tests is < n, and
/// that is \p IsTested.
std::optional<int64_t> endOf(const BranchInst &Branch, const BasicBlock &Into,
                             ScalarEvolution &SE,
                             function_ref<bool(Value *)> IsTested) {
  auto *Test = dyn_cast<ICmpInst>(Branch.getCondition());
  if (!Test || !SE.isSCEVable(Test->getOperand(0)->getType()))
    return std::nullopt;
  Value *Left = Test->getOperand(0), *Right = Test->getOperand(1);
  CmpPredicate Predicate = Branch.getSuccessor(0) == &Into
                               ? Test->getCmpPredicate()
                               : Test->getInverseCmpPredicate();
  if (!IsTested(Left)) {
    std::swap(Left, Right);
    Predicate = CmpPredicate::getSwapped(Predicate);
  }
  const auto *End = dyn_cast<SCEVConstant>(SE.getSCEV(Right));
  const bool IsIncluded = ICmpInst::isLE(Predicate);
  if (!End || !IsTested(Left) || !(ICmpInst::isLT(Predicate) || IsIncluded) ||
      End->getAPInt().getSignificantBits() > 63)
    return std::nullopt;
  return End->getAPInt().getSExtValue() + IsIncluded;
}

std::optional<GridStride> gridStride(llvm::Loop &L, ScalarEvolution &SE,
                                     unsigned Dimensions) {
  BasicBlock *Latch = L.getLoopLatch(), *Header = L.getHeader();
  auto *Back = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  auto Counters = Header->phis();
  if (!Back || !Back->isConditional() || L.getExitingBlock() != Latch ||
      !L.getExitBlock()->phis().empty() || !hasSingleElement(Counters) ||
      !SE.isSCEVable(Counters.begin()->getType()))
    return std::nullopt;
  const PHINode &Counter = *Counters.begin();
  const Value *Next = Counter.getIncomingValueForBlock(Latch);
  const auto *Moves =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(&Counter)));
  if (!Moves || !Moves->isAffine())
    return std::nullopt;
  const CallInst *Id = callOf(Moves->getStart()),
                 *Size = callOf(Moves->getStepRecurrence(SE));
  const std::optional<unsigned> D = dimensionOf(Id, "get_global_id");
  const std::optional<int64_t> End =
      endOf(*Back, *Header, SE, [&](const Value *V) { return V == Next; });
  if (!D || *D >= Dimensions || dimensionOf(Size, "get_global_size") != D ||
      !End || *End < 1)
    return std::nullopt;
  // Whoever else asked for the place in the launch would get another one.
  const BranchInst *Guard = L.getLoopGuardBranch();
  if (Guard && endOf(*Guard, *L.getLoopPreheader(), SE, [&](Value *V) {
                 return SE.getSCEV(V) == Moves->getStart();
               }) != End)
    Guard = nullptr;
  const Value *Begins = Guard ? Guard->getCondition() : nullptr;
  if (!asksOnly(*Header->getParent(), *D, Id, Size) ||
      !servesOnly(*Id, {&Counter, Begins}) || !servesOnly(*Size, {Next}) ||
      !servesOnly(*Next, {&Counter, Back->getCondition()}))
    return std::nullopt;
  return GridStride{Back, *D, uint64_t(*End)};
}

} // namespace

std::array<std::optional<uint64_t>, 3>
openGridStrides(LoopInfo &LI, ScalarEvolution &SE, unsigned Dimensions) {
  assert(Dimensions <= 3 && "an NDRange has at most three dimensions");
  std::array<std::optional<uint64_t>, 3> Sizes;
  std::vector<GridStride> Found;
  for (llvm::Loop *L : LI.getLoopsInPreorder())
    if (std::optional<GridStride> G = gridStride(*L, SE, Dimensions))
      Found.push_back(*G);
  for (const GridStride &G : Found) {
    Sizes[G.Dimension] = std::max(Sizes[G.Dimension].value_or(0), G.End);
    const bool EndsIfTrue = LI.getLoopFor(G.Back->getParent())->getHeader() !=
                            G.Back->getSuccessor(0);
    G.Back->setCondition(
        ConstantInt::getBool(G.Back->getContext(), EndsIfTrue));
  }
  return Sizes;
}

} // namespace roofline
