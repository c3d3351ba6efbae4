// Finds choices in addresses, and makes branches of them.
#include "AccessChoices.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace roofline {
namespace {

bool dependsOnMemory(const Value *V) {
  SmallVector<const Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (isa<LoadInst>(I))
      return true;
    append_range(Work, I->operand_values());
  }
  return false;
}

/// True where \p Pointer may point into one of several buffers.
bool choosesBuffer(const Value *Pointer) {
  if (!Pointer->getType()->isPointerTy())
    return false;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  const auto IsBuffer = [](const Value *V) { return isa<Argument>(V); };
  return Objects.size() > 1 && all_of(Objects, IsBuffer);
}

/// One of two values, by a condition.
struct Selection {
  Value *If, *Then, *Else;
};

/// The values that \p I selects from; nothing for other operations. A bit that
/// is made an integer selects 0, or 1 or -1.
std::optional<Selection> selectionOf(const Instruction &I) {
  if (const auto *S = dyn_cast<SelectInst>(&I))
    return Selection{S->getOperand(0), S->getOperand(1), S->getOperand(2)};
  if (!isa<ZExtInst, SExtInst>(I) ||
      !I.getOperand(0)->getType()->isIntegerTy(1))
    return std::nullopt;
  return Selection{I.getOperand(0),
                   isa<ZExtInst>(I) ? ConstantInt::get(I.getType(), 1)
                                    : Constant::getAllOnesValue(I.getType()),
                   Constant::getNullValue(I.getType())};
}

/// True where the address that \p I, a selection, is in needs two accesses.
bool isChoice(const Instruction &I, const Selection &S, bool IsLoad) {
  return choosesBuffer(&I) ||
         (IsLoad && dependsOnMemory(S.If) && !dependsOnMemory(S.Then) &&
          !dependsOnMemory(S.Else));
}

/// Operations that are computed again where an operand is another one.
bool isAddressing(const Value *V) {
  return isa<GetElementPtrInst, CastInst, BinaryOperator, CmpInst, SelectInst>(
      V);
}

/// Copies of an access, each with other values for some of those that it is
/// computed from.
class AccessCopy {
public:
  /// Values of \p Moved, if any, are not there where the copy stands.
  AccessCopy(const BasicBlock *Moved, Instruction &Before)
      : Moved(Moved), Before(Before) {}

  void replace(const Value *V, Value *Replacement) { With[V] = Replacement; }
  Instruction *of(const Instruction &Access) {
    Instruction *Copy = Access.clone();
    for (Use &Operand : Copy->operands())
      Operand = value(Operand);
    Copy->insertBefore(Before.getIterator());
    return Copy;
  }

private:
  Value *value(Value *V) {
    if (Value *Known = With.lookup(V))
      return Known;
    if (!isAddressing(V))
      return V;
    auto *I = cast<Instruction>(V);
    Instruction *Copy = I->clone();
    bool IsOther = I->getParent() == Moved;
    for (Use &Operand : Copy->operands()) {
      Value *Own = value(Operand);
      IsOther |= Own != Operand;
      Operand = Own;
    }
    if (IsOther)
      Copy->insertBefore(Before.getIterator());
    else
      Copy->deleteValue();
    return With[V] = IsOther ? Copy : V;
  }

  const BasicBlock *Moved;
  Instruction &Before;
  DenseMap<const Value *, Value *> With;
};

/// Where branches of a function lead.
struct FlowFacts {
  explicit FlowFacts(Function &F) : DT(F), LI(DT) {}
  DominatorTree DT;
  LoopInfo LI;
};

/// True where what memory holds decides which way leads to \p Joins, a block
/// behind branches.
bool joinsByMemory(const BasicBlock &Joins, const DominatorTree &DT) {
  const auto *Node = DT.getNode(&Joins);
  if (!Node) // nothing leads there
    return false;
  const BasicBlock *Apart = Node->getIDom()->getBlock();
  SmallVector<const BasicBlock *, 8> Work(predecessors(&Joins));
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    if (dependsOnMemory(B->getTerminator()))
      return true;
    if (B != Apart)
      append_range(Work, predecessors(B));
  }
  return false;
}

/// True where memory decides \p V, other than by a choice between values that
/// it does not decide.
bool isReadFromMemory(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (const auto S = I ? selectionOf(*I) : std::nullopt)
    return isReadFromMemory(S->Then) || isReadFromMemory(S->Else);
  return dependsOnMemory(V);
}

/// True where the address that \p Phi, no header's, is in needs an access for
/// each way to it.
bool isChoice(const PHINode &Phi, bool IsLoad, const DominatorTree &DT) {
  return choosesBuffer(&Phi) ||
         (IsLoad && none_of(Phi.incoming_values(), isReadFromMemory) &&
          joinsByMemory(*Phi.getParent(), DT));
}

/// The outermost choice in the computation of \p Address, or null. \p Flow is
/// made where it is needed.
Instruction *choiceIn(Value *Address, bool IsLoad, Function &F,
                      std::optional<FlowFacts> &Flow) {
  SmallVector<Value *, 8> Work = {Address};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (const auto S = selectionOf(*I); S && isChoice(*I, *S, IsLoad))
      return I;
    if (const auto *Phi = dyn_cast<PHINode>(I)) {
      if (!Flow)
        Flow.emplace(F);
      if (!Flow->LI.isLoopHeader(I->getParent()) &&
          isChoice(*Phi, IsLoad, Flow->DT))
        return I;
    }
    if (isAddressing(I))
      append_range(Work, I->operand_values());
  }
  return nullptr;
}

/// True where \p Access can be done at the end of each block before its own.
bool mayMoveBack(const Instruction &Access, const BasicBlock &Joins) {
  if (Access.getParent() != &Joins)
    return false;
  for (const Instruction &I : Joins) {
    if (&I == &Access)
      break;
    if (I.mayWriteToMemory() ||
        (Access.mayWriteToMemory() && I.mayReadFromMemory()))
      return false;
  }
  SmallVector<const Value *, 8> Work(Access.operand_values());
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || I->getParent() != &Joins || isa<PHINode>(I))
      continue;
    if (!isAddressing(I))
      return false;
    append_range(Work, I->operand_values());
  }
  SmallPtrSet<const BasicBlock *, 4> Before;
  return all_of(predecessors(&Joins),
                [&](const BasicBlock *B) { return Before.insert(B).second; });
}

/// True where data alone decide whether \p Access, dominated by \p Joins, runs
/// behind that: its positions are the same there.
bool dataLeadsTo(const Instruction &Access, const BasicBlock &Joins) {
  SmallVector<const BasicBlock *, 8> Work(predecessors(Access.getParent()));
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    if (B->getTerminator()->getNumSuccessors() > 1 &&
        !dependsOnMemory(B->getTerminator()))
      return false;
    if (B != &Joins)
      append_range(Work, predecessors(B));
  }
  return true;
}

/// Moves \p I, and what it is computed from, to the end of \p Joins; false
/// where an operand is no address computation.
bool moveTo(Instruction &I, BasicBlock &Joins, const DominatorTree &DT) {
  Instruction *End = Joins.getTerminator();
  if (DT.dominates(&I, End))
    return true;
  for (Value *Operand : I.operands())
    if (auto *Of = dyn_cast<Instruction>(Operand);
        Of && !DT.dominates(Of, End) &&
        !(isAddressing(Of) && moveTo(*Of, Joins, DT)))
      return false;
  I.moveBefore(End->getIterator());
  return true;
}

/// Moves \p Access, a read behind a branch on data, up into \p Joins, which
/// joins the ways that choose its address.
bool moveUp(Instruction &Access, BasicBlock &Joins, const DominatorTree &DT) {
  if (!isa<LoadInst>(Access) || Access.getParent() == &Joins ||
      !DT.dominates(&Joins, Access.getParent()) || !dataLeadsTo(Access, Joins))
    return false;
  const Value *Buffer =
      getUnderlyingObject(getLoadStorePointerOperand(&Access));
  return none_of(instructions(*Joins.getParent()),
                 [&](const Instruction &I) {
                   const auto *Store = dyn_cast<StoreInst>(&I);
                   return Store && getUnderlyingObject(
                                       Store->getPointerOperand()) == Buffer;
                 }) &&
         moveTo(Access, Joins, DT);
}

/// Replaces \p Access by \p Copies, one for each way into block \p Joins.
void replaceBy(Instruction &Access, ArrayRef<Instruction *> Copies,
               BasicBlock &Joins) {
  if (!Access.getType()->isVoidTy()) {
    auto *Value = PHINode::Create(Access.getType(), Copies.size(), "");
    Value->insertBefore(Joins.begin());
    Value->setDebugLoc(Access.getDebugLoc());
    for (Instruction *Copy : Copies)
      Value->addIncoming(Copy, Copy->getParent());
    Access.replaceAllUsesWith(Value);
  }
  Access.eraseFromParent();
}

/// Both values of \p Choice, which selects \p S, become ways around \p Access.
SmallVector<Instruction *, 2>
branch(Instruction &Access, const Instruction &Choice, const Selection &S) {
  Instruction *Then, *Else;
  SplitBlockAndInsertIfThenElse(S.If, &Access, &Then, &Else);
  SmallVector<Instruction *, 2> Copies;
  for (auto [Way, Value] : {std::pair(Then, S.Then), {Else, S.Else}}) {
    AccessCopy Copy(nullptr, *Way);
    Copy.replace(&Choice, Value);
    Copies.push_back(Copy.of(Access));
  }
  replaceBy(Access, Copies, *Access.getParent());
  return Copies;
}

/// Each way into the block of \p Access has an access of its own.
SmallVector<Instruction *, 2> moveBack(Instruction &Access) {
  BasicBlock &Joins = *Access.getParent();
  const SmallVector<BasicBlock *, 4> Ways(predecessors(&Joins));
  SmallVector<Instruction *, 2> Copies;
  for (BasicBlock *Way : Ways) {
    BasicBlock *From = Way;
    if (Way->getSingleSuccessor() != &Joins)
      From = SplitEdge(Way, &Joins);
    AccessCopy Copy(&Joins, *From->getTerminator());
    for (const PHINode &Phi : Joins.phis())
      Copy.replace(&Phi, Phi.getIncomingValueForBlock(From));
    Copies.push_back(Copy.of(Access));
  }
  replaceBy(Access, Copies, Joins);
  return Copies;
}

} // namespace

void separateChoices(Function &F) {
  constexpr size_t MostCopies = 64; // of one access
  std::optional<FlowFacts> Flow;
  SmallVector<std::pair<Instruction *, size_t>, 16> Work; // one of so many
  for (Instruction &I : instructions(F))
    if (isa<LoadInst, StoreInst>(I))
      Work.emplace_back(&I, 1);
  while (!Work.empty()) {
    const auto [Access, Number] = Work.pop_back_val();
    Instruction *Choice = choiceIn(getLoadStorePointerOperand(Access),
                                   isa<LoadInst>(Access), F, Flow);
    if (!Choice)
      continue;
    const auto S = selectionOf(*Choice);
    const size_t Ways = S ? 2 : pred_size(Choice->getParent());
    if (Number * Ways > MostCopies)
      continue;
    if (!S && !mayMoveBack(*Access, *Choice->getParent())) {
      if (moveUp(*Access, *Choice->getParent(), Flow->DT))
        Work.emplace_back(Access, Number);
      continue;
    }
    for (Instruction *Copy :
         S ? branch(*Access, *Choice, *S) : moveBack(*Access))
      Work.emplace_back(Copy, Number * Ways);
    Flow.reset();
  }
}

} // namespace roofline
