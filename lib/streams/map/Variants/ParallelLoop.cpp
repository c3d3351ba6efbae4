// Checks that the iterations of a loop may run in parallel.
//
/// \file
/// A value that goes from one iteration to the next is a counter, or a sum, a
/// product, a bit operation or a minimum of integers whose partial results
/// nobody sees: regrouping those changes no bit. Memory is left to LLVM's
/// dependence analysis; what it cannot exclude is an error.
#include "ParallelLoop.h"

#include "LoopNest.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace roofline {
namespace {

using Values = SmallSetVector<const Instruction *, 8>;

/// Finds what \p Next, the value of the next iteration, needs of \p Carried,
/// the value of this one: everything between the two.
Values between(const PHINode &Carried, const Value *Next, const llvm::Loop &L) {
  Values FromCarried, ToNext, Both;
  FromCarried.insert(&Carried);
  for (unsigned I = 0; I < FromCarried.size(); ++I)
    for (const User *U : FromCarried[I]->users())
      if (auto *User = dyn_cast<Instruction>(U); User && L.contains(User))
        FromCarried.insert(User);
  if (auto *I = dyn_cast<Instruction>(Next); I && L.contains(I))
    ToNext.insert(I);
  for (unsigned I = 0; I < ToNext.size(); ++I)
    for (const Value *Operand : ToNext[I]->operands())
      if (auto *From = dyn_cast<Instruction>(Operand);
          From && L.contains(From) && ToNext[I] != &Carried)
        ToNext.insert(From);
  for (const Instruction *I : FromCarried)
    if (ToNext.contains(I))
      Both.insert(I);
  return Both;
}

/// Finds the operator that combines a value of a chain: the opcode, or the
/// intrinsic's id beyond all opcodes. It is 0 for an instruction that only
/// hands the value on, and nothing for one that may not be regrouped.
std::optional<unsigned> operatorOf(const Instruction &I, const Values &Chain) {
  auto InChain = [&](const Value *V) {
    return Chain.contains(dyn_cast<Instruction>(V));
  };
  if (isa<PHINode>(I))
    return 0;
  if (const auto *S = dyn_cast<SelectInst>(&I))
    return InChain(S->getCondition()) ? std::nullopt : std::optional(0u);
  if (const auto *Minimum = dyn_cast<MinMaxIntrinsic>(&I))
    return 1000 + Minimum->getIntrinsicID();
  switch (I.getOpcode()) {
  case Instruction::Sub: // a - x - y is a + (-x) + (-y)
    return InChain(I.getOperand(1)) ? std::nullopt
                                    : std::optional<unsigned>(Instruction::Add);
  case Instruction::Add:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return I.getOpcode();
  default:
    return std::nullopt;
  }
}

Error checkChain(const Values &Chain, const llvm::Loop &L) {
  unsigned Operator = 0;
  for (const Instruction *I : Chain) {
    std::optional<unsigned> Own = operatorOf(*I, Chain);
    if (!Own)
      return errorAt(*I, Twine(I->getOpcodeName()) +
                             " takes what the iteration before it left, and "
                             "may not be regrouped");
    if (*Own && Operator && *Own != Operator)
      return errorAt(*I, "a value is carried through different operators");
    Operator = *Own ? *Own : Operator;
    for (const User *U : I->users())
      if (auto *User = dyn_cast<Instruction>(U);
          User && L.contains(User) && !Chain.contains(User))
        return errorAt(*User, "uses what all iterations before it left");
  }
  return Error::success();
}

Error checkValues(const llvm::Loop &L, ScalarEvolution &SE) {
  for (const PHINode &Carried : L.getHeader()->phis()) {
    PHINode *Phi = const_cast<PHINode *>(&Carried);
    if (SE.isSCEVable(Phi->getType()))
      if (auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Phi));
          Counter && Counter->getLoop() == &L && Counter->isAffine())
        continue;
    const Value *Next = Carried.getIncomingValueForBlock(L.getLoopLatch());
    if (Error E = checkChain(between(Carried, Next, L), L))
      return E;
  }
  return Error::success();
}

Error checkMemory(const llvm::Loop &L, DependenceInfo &Dependences) {
  SmallVector<Instruction *, 16> Accesses;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (I.mayReadOrWriteMemory() && !I.isDebugOrPseudoInst() &&
          !isa<AssumeInst>(I))
        Accesses.push_back(&I);
  for (Instruction *First : Accesses)
    for (Instruction *Second : Accesses) {
      if (!First->mayWriteToMemory() && !Second->mayWriteToMemory())
        continue;
      std::unique_ptr<Dependence> D = Dependences.depends(First, Second);
      if (!D || (!D->isConfused() && L.getLoopDepth() <= D->getLevels() &&
                 D->getDirection(L.getLoopDepth()) == Dependence::DVEntry::EQ))
        continue;
      return errorAt(*Second, "may touch memory that another iteration touches "
                              "at " +
                                  placePrefix(sourceLocation(First)) +
                                  "lanes and vectors would race");
    }
  return Error::success();
}

} // namespace

Error checkParallel(const llvm::Loop &L, FunctionAnalysisManager &FAM) {
  Function &F = *L.getHeader()->getParent();
  if (Error E = checkValues(L, FAM.getResult<ScalarEvolutionAnalysis>(F)))
    return E;
  return checkMemory(L, FAM.getResult<DependenceAnalysis>(F));
}

} // namespace roofline
