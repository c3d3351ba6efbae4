// Directions that a value varies with: work-item ids, loops, data.
#include "roofline/Analysis/Variation.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

// Bits: 0 data, then three dimensions of each id, then the loops.
static constexpr StringLiteral Ids[] = {"global_id", "local_id", "group_id"};
static constexpr unsigned DataBit = 0, FirstId = 1, FirstLoop = FirstId + 9;

static bool isWorkItemQuery(StringRef Name) {
  return Name.starts_with("get_") && !Name.starts_with("get_image");
}

/// The bits of a work-item query, e.g. get_global_id(0).
static void addIds(const CallInst &Call, StringRef Name,
                   SmallBitVector &Result) {
  bool Linear = Name.contains("linear_id");
  for (auto [Kind, Id] : enumerate(Ids)) {
    if (!Name.contains(Linear ? Id.drop_back(2) : StringRef(Id)))
      continue;
    const auto *Dim = Call.arg_size()
                          ? dyn_cast<ConstantInt>(Call.getArgOperand(0))
                          : nullptr;
    for (unsigned D = 0; D < 3; ++D)
      if (!Dim || Dim->equalsInt(D))
        Result.set(FirstId + 3 * Kind + D);
  }
}

/// Adds the loops around \p I; those that write no memory with \p All alone.
void Variation::addLoops(const Instruction &I, bool All,
                         Directions &Result) const {
  for (const llvm::Loop *L = LI.getLoopFor(I.getParent()); L;
       L = L->getParentLoop())
    if (auto Id = LoopIds.find(L);
        Id != LoopIds.end() && (All || WritingLoops.contains(L)))
      Result.set(FirstLoop + Id->second);
}

Variation::Directions Variation::everything(const Instruction &I) const {
  Directions Result(FirstLoop + LoopIds.size());
  Result.set(DataBit, FirstLoop);
  addLoops(I, /*All=*/true, Result);
  return Result;
}

const Variation::Directions &Variation::of(const Value *V) const {
  auto It = Solved.find(V);
  return It != Solved.end() ? It->second : Nothing;
}

/// Without the loops that \p I stands outside of: what it takes from their
/// last iteration is the same in all of them.
void Variation::dropLoopsNotAround(const Instruction &I,
                                   Directions &Result) const {
  Directions Around(FirstLoop + LoopIds.size());
  Around.set(0, FirstLoop);
  addLoops(I, /*All=*/true, Around);
  Result &= Around;
}

/// Conditions between the immediate dominator of \p Merge and \p Merge itself.
/// They decide where the control of \p Merge comes from.
ArrayRef<const Value *> Variation::conditionsBefore(const BasicBlock &Merge) {
  auto [It, IsNew] = Conditions.try_emplace(&Merge);
  if (!IsNew)
    return It->second;
  const DomTreeNode *Node = DT.getNode(&Merge);
  const BasicBlock *Top =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work(predecessors(&Merge));
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    const Instruction *Exit = B->getTerminator();
    if (Exit->getNumSuccessors() > 1 && Exit->getNumOperands())
      It->second.push_back(Exit->getOperand(0));
    if (B != Top)
      append_range(Work, predecessors(B));
  }
  return It->second;
}

/// The inputs, the conditions that choose among them, and the loop that it
/// counts.
Variation::Directions Variation::phi(const PHINode &Phi) {
  Directions Result = of(&Phi);
  for (const Value *Input : Phi.incoming_values())
    Result |= of(Input);
  const BasicBlock *Merge = Phi.getParent();
  if (const llvm::Loop *L = LI.getLoopFor(Merge);
      L && L->getHeader() == Merge) {
    if (auto Id = LoopIds.find(L); Id != LoopIds.end())
      Result.set(FirstLoop + Id->second);
    dropLoopsNotAround(Phi, Result);
    return Result;
  }
  if (IsIrreducible)
    return everything(Phi);
  for (const Value *Condition : conditionsBefore(*Merge))
    Result |= of(Condition);
  dropLoopsNotAround(Phi, Result);
  return Result;
}

Variation::Directions Variation::transfer(const Instruction &I) {
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return phi(*Phi);
  Directions Result(FirstLoop + LoopIds.size());
  for (const Value *Operand : I.operands())
    Result |= of(Operand);
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (fieldOfArgument(*Load))
      return Result;
    Result.set(DataBit);
    switch (Load->getPointerAddressSpace()) {
    case 2: // constant: what it holds never changes
      return Result;
    case 1: // one memory for all work-items, at different times
      addLoops(I, /*All=*/false, Result);
      return Result;
    default:
      return everything(I);
    }
  }
  if (const auto *Call = dyn_cast<CallInst>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    StringRef Name = Callee ? builtinName(Callee->getName()) : "";
    if (isWorkItemQuery(Name)) {
      addIds(*Call, Name, Result);
      return Result;
    }
    if (!Callee || !Call->doesNotAccessMemory())
      return everything(I);
    if (!Callee->isIntrinsic() || !I.getType()->isIntOrIntVectorTy())
      Result.set(DataBit);
    return Result;
  }
  if (I.mayReadFromMemory())
    return everything(I);
  if (isa<FPToSIInst, FPToUIInst, BitCastInst>(I))
    Result.set(DataBit);
  return Result;
}

/// Loops in which memory other than private may change.
void Variation::findWritingLoops() {
  for (const Instruction &I : instructions(F)) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!I.mayWriteToMemory() ||
        (Store && Store->getPointerAddressSpace() == 0))
      continue;
    for (const llvm::Loop *L = LI.getLoopFor(I.getParent()); L;
         L = L->getParentLoop())
      WritingLoops.insert(L);
  }
}

void Variation::solve() {
  IsSolved = true;
  Nothing.resize(FirstLoop + LoopIds.size());
  findWritingLoops();
  ReversePostOrderTraversal<const Function *> Order(&F);
  IsIrreducible = containsIrreducibleCFG<const BasicBlock *>(Order, LI);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *B : Order)
      for (const Instruction &I : *B) {
        if (I.getType()->isVoidTy())
          continue;
        Directions Now = transfer(I);
        Directions &Before = Solved[&I];
        if (Before.size() == Now.size() && Before == Now)
          continue;
        Before = std::move(Now);
        Changed = true;
      }
  }
}

std::vector<std::string> Variation::along(const Value *V) {
  if (!IsSolved)
    solve();
  std::vector<std::string> Result;
  Directions Moves = of(V);
  Moves.reset(DataBit);
  for (unsigned Bit : Moves.set_bits())
    Result.push_back(Bit >= FirstLoop ? symbolOfLoop(Bit - FirstLoop)
                                      : (Ids[(Bit - FirstId) / 3] + "(" +
                                         Twine((Bit - FirstId) % 3) + ")")
                                            .str());
  return Result;
}

bool Variation::differsInGroup(const Value *V) {
  if (!IsSolved)
    solve();
  const Directions &Moves = of(V);
  for (unsigned Kind = 0; Kind < std::size(Ids); ++Kind)
    for (unsigned D = 0; D < 3; ++D)
      if (Ids[Kind] != "group_id" && Moves.test(FirstId + 3 * Kind + D))
        return true;
  return false;
}

bool Variation::isData(const Value *V) {
  if (!IsSolved)
    solve();
  return of(V).test(DataBit);
}

} // namespace roofline
