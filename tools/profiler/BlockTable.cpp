// Blocks of a kernel, the edges between them, and their effect on loops.
#include "BlockTable.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace roofline::profiler {

/// The block whose test, at the loop statement's own place, begins an
/// iteration; null where the iteration begins with the body, as of do-while.
static const BasicBlock *testBlock(const Loop &L, const DILocation *Place) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *B : Exiting) {
    const DILocation *Test = B->getTerminator()->getDebugLoc().get();
    if (!L.isLoopLatch(B) && Place && Test &&
        Test->getLine() == Place->getLine() &&
        Test->getColumn() == Place->getColumn())
      return B;
  }
  return nullptr;
}

BlockTable::BlockTable(const Function &Kernel) {
  SetVector<const Function *> Reached;
  Reached.insert(&Kernel);
  for (unsigned I = 0; I < Reached.size(); ++I) {
    const Function *F = Reached[I];
    addFunction(const_cast<Function &>(*F));
    for (const Instruction &Inst : instructions(*F))
      if (const auto *Call = dyn_cast<CallBase>(&Inst))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration())
          Reached.insert(Callee);
  }
}

void BlockTable::addFunction(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  DenseMap<const Loop *, uint32_t> LoopId;
  DenseMap<const Loop *, const BasicBlock *> TestOf;
  for (const Loop *L : LI.getLoopsInPreorder()) {
    const DILocation *Place = L->getStartLoc().get();
    LoopId[L] = Loops.size();
    TestOf[L] = testBlock(*L, Place);
    Loops.push_back({Place});
  }
  auto AddEdge = [&](const BasicBlock *From, const BasicBlock *To) {
    Edge E;
    E.FirstStep = Steps.size();
    for (const Loop *L = LI.getLoopFor(From); L; L = L->getParentLoop())
      if (!To || !L->contains(To))
        Steps.push_back({LoopStep::Kind::Leave, LoopId[L]});
    const Loop *Around = To ? LI.getLoopFor(To) : nullptr;
    if (Around && Around->getHeader() == To) {
      if (!Around->contains(From))
        Steps.push_back({LoopStep::Kind::Enter, LoopId[Around]});
      if (!TestOf[Around])
        Steps.push_back({LoopStep::Kind::Iterate, LoopId[Around]});
    }
    for (const Loop *L = LI.getLoopFor(From); L; L = L->getParentLoop())
      if (TestOf[L] == From && To && L->contains(To))
        Steps.push_back({LoopStep::Kind::Iterate, LoopId[L]});
    E.NumSteps = Steps.size() - E.FirstStep;
    Edges.push_back(E);
  };
  for (const BasicBlock &B : F) {
    const Instruction *End = B.getTerminator();
    BlockOf[End] = Blocks.size();
    Block Entry;
    Entry.IR = &B;
    Entry.FirstEdge = Edges.size();
    Entry.NumEdges = std::max(1u, End->getNumSuccessors());
    if (const auto *Branch = dyn_cast<BranchInst>(End);
        Branch && Branch->isConditional())
      Entry.Condition = Branch->getCondition();
    if (const auto *Switch = dyn_cast<SwitchInst>(End)) {
      Entry.Condition = Switch->getCondition();
      Entry.IsSwitch = true;
    }
    Blocks.push_back(Entry);
    if (End->getNumSuccessors() == 0)
      AddEdge(&B, nullptr);
    for (const BasicBlock *To : successors(&B))
      AddEdge(&B, To);
  }
}

} // namespace roofline::profiler
