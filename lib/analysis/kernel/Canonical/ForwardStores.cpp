// Values that an iteration stores and a later one loads.
#include "ForwardStores.h"

#include "roofline/LLVM/ScalarEvolutionVersions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

class LoopForwarder {
public:
  LoopForwarder(llvm::Loop &L, const DominatorTree &DT, ScalarEvolution &SE)
      : L(L), DT(DT), SE(SE) {}

  bool run() {
    if (!L.isInnermost() || !L.getLoopPreheader() || !L.getLoopLatch() ||
        L.getExitingBlock() != L.getLoopLatch() || !collect())
      return false;
    bool Changed = false;
    for (LoadInst *Load : Loads)
      Changed |= forward(*Load);
    return Changed;
  }

private:
  static constexpr unsigned MostIterations = 2;

  llvm::Loop &L;
  const DominatorTree &DT;
  ScalarEvolution &SE;
  std::vector<LoadInst *> Loads;
  /// By buffer: its only store; null: there are several.
  std::map<const Value *, StoreInst *> Stores;

  static const Argument *bufferOf(const Value *Pointer) {
    return dyn_cast<Argument>(getUnderlyingObject(Pointer));
  }
  bool always(const Instruction &I) const {
    return DT.dominates(I.getParent(), L.getLoopLatch());
  }

  /// False where the loop writes memory in other ways.
  bool collect() {
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B) {
        auto *Load = dyn_cast<LoadInst>(&I);
        auto *Store = dyn_cast<StoreInst>(&I);
        if (Load && Load->isSimple() && always(I) &&
            bufferOf(Load->getPointerOperand()))
          Loads.push_back(Load);
        if (Store && Store->isSimple()) {
          const Value *To = getUnderlyingObject(Store->getPointerOperand());
          if (!isa<Argument, AllocaInst, GlobalVariable>(To))
            return false; // one of several buffers, such as a choice
          const auto [It, IsNew] = Stores.try_emplace(To, Store);
          if (!IsNew || !always(I))
            It->second = nullptr;
        } else if (I.mayWriteToMemory())
          return false;
      }
    return true;
  }

  /// Iterations from \p Store to \p Load of the same element.
  std::optional<unsigned> distance(const StoreInst &Store,
                                   const SCEVAddRecExpr &From) {
    const auto *To = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Store.getOperand(1)));
    if (!To || To->getLoop() != &L || !To->isAffine())
      return std::nullopt;
    const SCEV *Step = From.getStepRecurrence(SE);
    if (Step->isZero() || To->getStepRecurrence(SE) != Step)
      return std::nullopt;
    const SCEV *Ahead = SE.getMinusSCEV(To, &From);
    for (unsigned N = 1; N <= MostIterations; ++N)
      if (Ahead == SE.getMulExpr(SE.getConstant(Step->getType(), N), Step))
        return N;
    return std::nullopt;
  }

  bool forward(LoadInst &Load) {
    const auto Known = Stores.find(bufferOf(Load.getPointerOperand()));
    StoreInst *Store = Known == Stores.end() ? nullptr : Known->second;
    const auto *From =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load.getPointerOperand()));
    if (!Store || Store->getValueOperand()->getType() != Load.getType() ||
        !From || From->getLoop() != &L || !From->isAffine())
      return false;
    const std::optional<unsigned> Iterations = distance(*Store, *From);
    SCEVExpander Expander = scevExpander(SE, "first");
    if (!Iterations || !Expander.isSafeToExpand(From->getStart()))
      return false;
    BasicBlock *Before = L.getLoopPreheader();
    Value *Last = Store->getValueOperand();
    for (unsigned N = *Iterations; N-- > 0;) {
      // Loads what iteration N finds.
      const SCEV *Place = From->evaluateAtIteration(
          SE.getConstant(From->getStepRecurrence(SE)->getType(), N), SE);
      Value *Pointer = Expander.expandCodeFor(
          Place, Load.getPointerOperandType(), Before->getTerminator());
      auto *First = new LoadInst(Load.getType(), Pointer, "before",
                                 /*isVolatile=*/false, Load.getAlign(),
                                 Before->getTerminator()->getIterator());
      First->copyMetadata(Load);
      First->setDebugLoc(Load.getDebugLoc());
      IRBuilder<> Builder(&L.getHeader()->front());
      PHINode *Carried = Builder.CreatePHI(Load.getType(), 2, "carried");
      Carried->setDebugLoc(Load.getDebugLoc());
      Carried->addIncoming(First, Before);
      Carried->addIncoming(Last, L.getLoopLatch());
      Last = Carried;
    }
    SE.forgetValue(&Load);
    Load.replaceAllUsesWith(Last);
    Load.eraseFromParent();
    return true;
  }
};

} // namespace

PreservedAnalyses ForwardStoresPass::run(Function &F,
                                         FunctionAnalysisManager &FAM) {
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (llvm::Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Changed |= LoopForwarder(*L, DT, SE).run();
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace roofline
