// Conditions that decide whether a block runs.
#include "roofline/Analysis/Guards.h"

#include "ConditionForm.h"

#include "roofline/Canonical/SourcePlace.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

/// Conditions beyond these are left to data: real ones are far below.
static constexpr unsigned MostWork = 1 << 16, ///< nodes, of a kernel
    MostNodes = 128, MostDepth = 64, MostCases = 32, MostSteps = 4096;

static unsigned numNodes(const Expr &E) {
  unsigned Sum = 1;
  for (const Expr &Op : E.Operands)
    Sum += numNodes(Op);
  return Sum;
}

static Guard always() { return {}; }
static Guard never() { return {Expr::constant(0)}; }
static Guard ofData(const SourceLocation &Loc) {
  return {Expr::constant(1), true, Loc};
}

static bool isNever(const Guard &G) { return G.Form.isConstant(0); }

static Guard bounded(Guard G) {
  if (numNodes(G.Form) <= MostNodes)
    return G;
  return ofData(G.DataLoc);
}

static Guard both(const Guard &L, const Guard &R) {
  if (L.isAlways() || isNever(R))
    return R;
  if (R.isAlways() || isNever(L) || L == R)
    return L;
  return bounded({L.Form == R.Form ? L.Form : L.Form * R.Form,
                  L.IsOfData || R.IsOfData,
                  L.IsOfData ? L.DataLoc : R.DataLoc});
}

static Guard either(const Guard &L, const Guard &R) {
  if (L.isAlways() || isNever(R))
    return L;
  if (R.isAlways() || isNever(L) || L == R)
    return R;
  return bounded({max(L.Form, R.Form), L.IsOfData || R.IsOfData,
                  L.IsOfData ? L.DataLoc : R.DataLoc});
}

static Expr opposite(const Expr &E) { return Expr::constant(1) - E; }

Guard Guards::comparison(const Comparison &Test, bool Holds,
                         const llvm::Loop *Around) {
  const Guard Data = ofData(Test.Loc);
  // `i == 0 && j == 0` is compared as `(i | j) == 0`.
  const Value *L, *R;
  if (ICmpInst::isEquality(Test.Asked) && match(Test.Sides[1], m_Zero()) &&
      match(Test.Sides[0], m_Or(m_Value(L), m_Value(R)))) {
    auto Part = [&](const Value *V) {
      return comparison({Test.Asked, {V, Test.Sides[1]}, Test.Loc}, Holds,
                        Around);
    };
    const bool AreZero = Holds == (Test.Asked == CmpInst::ICMP_EQ);
    return AreZero ? both(Part(L), Part(R)) : either(Part(L), Part(R));
  }
  SymbolicForm::Scope Here(Forms, Around);
  const SCEV *Sides[2];
  std::optional<Expr> Form[2];
  for (unsigned I : {0u, 1u}) {
    Sides[I] = SE.getSCEVAtScope(const_cast<Value *>(Test.Sides[I]),
                                 const_cast<llvm::Loop *>(Around));
    SymbolicForm::Result R = Forms.translate(Sides[I]);
    if (!R.Form || R.Clamped)
      return Data;
    Form[I] = R.Form;
  }
  const CmpInst::Predicate Asked = Test.Asked;
  const CmpInst::Predicate Signed =
      ICmpInst::isUnsigned(Asked) ? ICmpInst::getSignedPredicate(Asked) : Asked;
  const Expr Known = comparisonForm(Signed, *Form[0], *Form[1]);
  Expr Result = Known;
  if (ICmpInst::isUnsigned(Asked)) {
    // Below a limit without a sign: not negative either.
    const bool IsBelow =
        Asked == CmpInst::ICMP_ULT || Asked == CmpInst::ICMP_ULE;
    const unsigned Low = IsBelow ? 0 : 1;
    if (SE.isKnownNegative(Sides[1 - Low]))
      return Data;
    if (!SE.isKnownNonNegative(Sides[Low])) {
      const Expr NotNegative = atLeast(*Form[Low], Expr::constant(0));
      Result = Known * NotNegative;
    }
  }
  if (Holds)
    return bounded({Result});
  // The opposite of one comparison is another one, which stays one of many.
  return bounded({Result == Known
                      ? comparisonForm(CmpInst::getInversePredicate(Signed),
                                       *Form[0], *Form[1])
                      : opposite(Result)});
}

/// The condition whose answer \p V is as a number, or \p V.
static const Value *answerOf(const Value *V) {
  const Value *Bit;
  while (match(V, m_Trunc(m_ZExtOrSExt(m_Value(Bit)))) ||
         match(V, m_ZExtOrSExt(m_Value(Bit)))) {
    if (Bit->getType()->isIntegerTy(1))
      return Bit;
    V = Bit;
  }
  return V;
}

Guard Guards::condition(const Value *V, bool Holds, const llvm::Loop *Around,
                        unsigned Depth) {
  const Value *L, *R;
  if (const auto *C = dyn_cast<ConstantInt>(V))
    return C->isOne() == Holds ? always() : never();
  if (Depth > MostDepth || ++Steps > MostSteps || isa<Constant>(V))
    return ofData({});
  auto Part = [&](const Value *V, bool PartHolds) {
    return condition(V, PartHolds, Around, Depth + 1);
  };
  if (match(V, m_Not(m_Value(L))))
    return Part(L, !Holds);
  // `if (inside)` of a condition that the author gave a name.
  if (const Value *Answer = answerOf(V); Answer != V)
    return Part(Answer, Holds);
  CmpPredicate Asked;
  if (match(V, m_ICmp(Asked, m_Value(L), m_Zero())) &&
      ICmpInst::isEquality(Asked))
    if (const Value *Answer = answerOf(L);
        Answer != L || L->getType()->isIntegerTy(1))
      return Part(Answer, Holds == (Asked == ICmpInst::ICMP_NE));
  if (match(V, m_LogicalAnd(m_Value(L), m_Value(R))))
    return Holds ? both(Part(L, true), Part(R, true))
                 : either(Part(L, false), Part(R, false));
  if (match(V, m_LogicalOr(m_Value(L), m_Value(R))))
    return Holds ? either(Part(L, true), Part(R, true))
                 : both(Part(L, false), Part(R, false));
  if (const auto *Frozen = dyn_cast<FreezeInst>(V))
    return Part(Frozen->getOperand(0), Holds);
  if (const auto *Chosen = dyn_cast<SelectInst>(V))
    return either(both(Part(Chosen->getCondition(), true),
                       Part(Chosen->getTrueValue(), Holds)),
                  both(Part(Chosen->getCondition(), false),
                       Part(Chosen->getFalseValue(), Holds)));
  if (const auto *Phi = dyn_cast<PHINode>(V);
      Phi && LI.getLoopFor(Phi->getParent()) == Around &&
      !LI.isLoopHeader(Phi->getParent())) {
    const BasicBlock *Block = Phi->getParent();
    const BasicBlock *From = DT.getNode(Block)->getIDom()->getBlock();
    Guard Sum = never();
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I) {
      const BasicBlock *Pred = Phi->getIncomingBlock(I);
      Sum = either(Sum, both(both(between(From, Pred, Around, Depth + 1),
                                  alongEdge(Pred, Block, Around, Depth + 1)),
                             Part(Phi->getIncomingValue(I), Holds)));
    }
    return Sum;
  }
  if (const auto *Test = dyn_cast<ICmpInst>(V);
      Test && Test->getOperand(0)->getType()->isIntegerTy())
    return comparison({Test->getPredicate(),
                       {Test->getOperand(0), Test->getOperand(1)},
                       sourceLocation(Test)},
                      Holds, Around);
  return ofData(sourceLocation(V));
}

/// The loop directly inside \p Around that holds \p B, or none.
const llvm::Loop *Guards::loopInside(const BasicBlock *B,
                                     const llvm::Loop *Around) const {
  const llvm::Loop *L = LI.getLoopFor(B);
  if (L == Around)
    return nullptr;
  while (L && L->getParentLoop() != Around)
    L = L->getParentLoop();
  return L;
}

/// Condition for control to go from \p From on to \p To, where it stays in
/// \p Around.
Guard Guards::alongEdge(const BasicBlock *From, const BasicBlock *To,
                        const llvm::Loop *Around, unsigned Depth) {
  const Instruction *Exit = From->getTerminator();
  if (const llvm::Loop *Inner = loopInside(From, Around))
    return Inner->getExitBlock() ? always() : ofData(sourceLocation(Exit));
  if (H.OwnGuards.contains(Exit))
    return always(); // no iterations: the trip count tells
  auto Stays = [&](const BasicBlock *B) {
    return !Around || (Around->contains(B) && B != Around->getHeader());
  };
  if (const auto *Branch = dyn_cast<BranchInst>(Exit)) {
    if (Branch->isUnconditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return always();
    const bool IsTaken = Branch->getSuccessor(0) == To;
    if (!Stays(Branch->getSuccessor(IsTaken)))
      return always(); // the loop's own test
    return condition(Branch->getCondition(), IsTaken, Around, Depth);
  }
  if (const auto *Switch = dyn_cast<SwitchInst>(Exit)) {
    SymbolicForm::Scope Here(Forms, Around);
    SymbolicForm::Result R =
        Forms.translate(SE.getSCEVAtScope(Switch->getCondition(), Around));
    if (!R.Form || R.Clamped)
      return ofData(sourceLocation(Exit));
    // The default is what no case that leads elsewhere is.
    const bool IsDefault = Switch->getDefaultDest() == To;
    std::vector<Expr> Parts{Expr::constant(IsDefault)};
    for (auto &Case : Switch->cases()) {
      if ((Case.getCaseSuccessor() == To) == IsDefault)
        continue;
      if (Parts.size() > MostCases)
        return ofData(sourceLocation(Exit));
      const Expr Is =
          comparisonForm(CmpInst::ICMP_EQ, *R.Form,
                         Expr::constant(Case.getCaseValue()->getSExtValue()));
      Parts.push_back(IsDefault ? Expr::constant(0) - Is : Is);
    }
    return bounded({sum(Parts)});
  }
  return ofData(sourceLocation(Exit));
}

/// Condition for control to come from \p From to \p B. \p From dominates \p B;
/// both stand directly inside of \p Around, or in a loop that does.
Guard Guards::between(const BasicBlock *From, const BasicBlock *B,
                      const llvm::Loop *Around, unsigned Depth) {
  if (From == B)
    return always();
  if (Depth > MostDepth || ++Steps > MostSteps || Work > MostWork)
    return ofData(sourceLocation(B->getTerminator()));
  // A loop in between: how it is entered.
  if (const llvm::Loop *Inner = loopInside(B, Around)) {
    B = Inner->getHeader();
    if (From == B)
      return always();
  }
  if (auto It = KnownBetween.find({From, B}); It != KnownBetween.end())
    return It->second;
  const auto *Node = DT.getNode(B);
  if (!Node || !Node->getIDom()) // From does not dominate B
    return ofData(sourceLocation(B->getTerminator()));
  // Where the arms of a branch have met again nothing is asked any more.
  const BasicBlock *Before = Node->getIDom()->getBlock();
  if (const llvm::Loop *Inner = loopInside(Before, Around))
    Before = Inner->getHeader();
  if (Before != From && DT.dominates(From, Before) && PDT.dominates(B, Before))
    return between(From, Before, Around, Depth + 1);
  Guard Sum = never();
  for (const BasicBlock *Pred : predecessors(B)) {
    if (const llvm::Loop *Own = LI.getLoopFor(B);
        Own && Own->getHeader() == B && Own->contains(Pred))
      continue;
    const Guard Edge = both(between(From, Pred, Around, Depth + 1),
                            alongEdge(Pred, B, Around, Depth + 1));
    Sum = either(Sum, Edge);
    // A form that was given up took its time, too.
    Work += Edge.IsOfData ? MostNodes / 4 : numNodes(Edge.Form);
    Work += numNodes(Sum.Form);
    if (Sum.isAlways())
      break;
  }
  KnownBetween[{From, B}] = Sum;
  return Sum;
}

Guard Guards::inside(const BasicBlock *B, const llvm::Loop *Around) {
  if (Around ? B == Around->getHeader() : B->isEntryBlock())
    return always();
  const auto *Node = DT.getNode(B);
  if (!Node || !Node->getIDom())
    return always(); // never reached
  if (auto It = Known.find(B); It != Known.end())
    return It->second;
  const BasicBlock *From = Node->getIDom()->getBlock();
  if (const llvm::Loop *Inner = loopInside(From, Around))
    From = Inner->getHeader();
  Guard Result = inside(From, Around);
  if (!PDT.dominates(B, From))
    Result = both(Result, between(From, B, Around, 0));
  Work += numNodes(Result.Form);
  Known[B] = Result;
  return Result;
}

Guard Guards::of(const BasicBlock &B) {
  Steps = 0;
  return inside(&B, LI.getLoopFor(&B));
}

Guard Guards::entering(const llvm::Loop &L) {
  Steps = 0;
  return inside(L.getHeader(), L.getParentLoop());
}

} // namespace roofline
