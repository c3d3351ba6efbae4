// Trip counts and unrolling of loops inside of a position.
#include "InnerLoop.h"

#include "roofline/IndexForms/IndexForm.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopPeel.h"

#include <cassert>

using namespace llvm;

namespace roofline {

/// Positions along which a trip count is asked, one by one.
constexpr uint64_t MaxWalked = uint64_t(1) << 22;

namespace {

/// The value of an expression in one iteration of the one walked loop that it
/// depends on; nothing where it depends on anything else.
class AtIteration : public SCEVVisitor<AtIteration, std::optional<APInt>> {
  using Result = std::optional<APInt>;

public:
  explicit AtIteration(uint64_t Iteration) : Iteration(Iteration) {}

  Result visitConstant(const SCEVConstant *S) { return S->getAPInt(); }
  Result visitTruncateExpr(const SCEVTruncateExpr *S) {
    Result V = visit(S->getOperand());
    return V ? Result(V->trunc(width(S))) : V;
  }
  Result visitZeroExtendExpr(const SCEVZeroExtendExpr *S) {
    Result V = visit(S->getOperand());
    return V ? Result(V->zext(width(S))) : V;
  }
  Result visitSignExtendExpr(const SCEVSignExtendExpr *S) {
    Result V = visit(S->getOperand());
    return V ? Result(V->sext(width(S))) : V;
  }
  Result visitAddExpr(const SCEVAddExpr *S) {
    return fold(S, [](const APInt &L, const APInt &R) { return L + R; });
  }
  Result visitMulExpr(const SCEVMulExpr *S) {
    return fold(S, [](const APInt &L, const APInt &R) { return L * R; });
  }
  Result visitUDivExpr(const SCEVUDivExpr *S) {
    Result L = visit(S->getLHS()), R = visit(S->getRHS());
    return L && R && !R->isZero() ? Result(L->udiv(*R)) : std::nullopt;
  }
  Result visitAddRecExpr(const SCEVAddRecExpr *S) {
    Result Start = visit(S->getStart());
    Result Step = S->isAffine() ? visit(S->getOperand(1)) : std::nullopt;
    if (!Start || !Step)
      return std::nullopt;
    return *Start + *Step * APInt(64, Iteration).zextOrTrunc(width(S));
  }
  Result visitSMaxExpr(const SCEVSMaxExpr *S) {
    return fold(S, APIntOps::smax);
  }
  Result visitUMaxExpr(const SCEVUMaxExpr *S) {
    return fold(S, APIntOps::umax);
  }
  Result visitSMinExpr(const SCEVSMinExpr *S) {
    return fold(S, APIntOps::smin);
  }
  Result visitUMinExpr(const SCEVUMinExpr *S) {
    return fold(S, APIntOps::umin);
  }
  Result visitSequentialUMinExpr(const SCEVSequentialUMinExpr *S) {
    return fold(S, APIntOps::umin);
  }
  Result visitPtrToIntExpr(const SCEVPtrToIntExpr *) { return std::nullopt; }
  Result visitVScale(const SCEVVScale *) { return std::nullopt; }
  Result visitUnknown(const SCEVUnknown *) { return std::nullopt; }
  Result visitCouldNotCompute(const SCEVCouldNotCompute *) {
    return std::nullopt;
  }

private:
  static unsigned width(const SCEV *S) {
    return S->getType()->getIntegerBitWidth();
  }
  template <typename Fn> Result fold(const SCEVNAryExpr *S, Fn Op) {
    Result All = visit(S->getOperand(0));
    for (const SCEV *Next : drop_begin(S->operands())) {
      Result V = All ? visit(Next) : std::nullopt;
      if (!V)
        return std::nullopt;
      All = Op(*All, *V);
    }
    return All;
  }

  uint64_t Iteration;
};

} // namespace

std::optional<uint64_t>
mostIterations(const Loop &L, ScalarEvolution &SE,
               const SmallPtrSetImpl<BasicBlock *> &Space) {
  const SCEV *Taken = SE.getSymbolicMaxBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Taken))
    return std::nullopt;
  SmallPtrSet<const Loop *, 4> Along;
  SCEVExprContains(Taken, [&](const SCEV *S) {
    if (const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S))
      Along.insert(Recurrence->getLoop());
    return false;
  });
  uint64_t Positions = 1;
  if (Along.size() > 1)
    return std::nullopt;
  if (!Along.empty()) {
    const auto *Walked =
        dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(*Along.begin()));
    if (!Walked || !Space.contains((*Along.begin())->getHeader()) ||
        Walked->getAPInt().uge(MaxWalked))
      return std::nullopt;
    Positions = Walked->getAPInt().getZExtValue() + 1;
  }
  std::optional<uint64_t> Most;
  for (uint64_t I = 0; I < Positions; ++I) {
    std::optional<APInt> Count = AtIteration(I).visit(Taken);
    if (!Count || Count->getBitWidth() > 64)
      return std::nullopt;
    // A loop of so many iterations is not entered here: its bounds have
    // crossed.
    if (Count->getBitWidth() < 32 || !Count->isNegative())
      Most = std::max(Most.value_or(0), Count->getZExtValue() + 1);
  }
  return Most;
}

bool layOutLoop(Function &F, Loop &L, uint64_t Trip,
                FunctionAnalysisManager &FAM) {
  assert(Trip >= 1 && "a loop that is laid out has an iteration");
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  ValueToValueMapTy Copies;
  if (!canPeel(&L) || !peelLoop(&L, unsigned(Trip), /*PeelLast=*/false, &LI,
                                &FAM.getResult<ScalarEvolutionAnalysis>(F),
                                FAM.getResult<DominatorTreeAnalysis>(F),
                                &FAM.getResult<AssumptionAnalysis>(F),
                                /*PreserveLCSSA=*/true, Copies))
    return false;
  // The rest of the loop is never reached: the last copy always exits.
  BasicBlock *Rest = L.getLoopPreheader();
  BranchInst *Exit = nullptr;
  while (BasicBlock *Before = Rest ? Rest->getSinglePredecessor() : nullptr) {
    Exit = dyn_cast<BranchInst>(Before->getTerminator());
    if (!Exit || Exit->isConditional())
      break;
    Rest = Before;
  }
  if (!Exit || !Exit->isConditional())
    return false;
  Exit->setCondition(
      ConstantInt::getBool(F.getContext(), Exit->getSuccessor(0) != Rest));
  FAM.clear(F, F.getName());
  ConstantFoldTerminator(Exit->getParent());
  removeUnreachableBlocks(F);
  return true;
}

} // namespace roofline
