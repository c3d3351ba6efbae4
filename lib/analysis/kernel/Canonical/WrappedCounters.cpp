// Counters of nests that a source folds into one loop by hand.
#include "roofline/Canonical/WrappedCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {
namespace {

/// A value that a condition chooses, by a select or by a branch around a block.
struct Choice {
  Value *When, *True, *False;
};

} // namespace

static std::optional<Choice> chosen(Value *V) {
  if (auto *Select = dyn_cast<SelectInst>(V))
    return Choice{Select->getCondition(), Select->getTrueValue(),
                  Select->getFalseValue()};
  auto *Join = dyn_cast<PHINode>(V);
  if (!Join || Join->getNumIncomingValues() != 2)
    return std::nullopt;
  for (unsigned Direct : {0, 1}) {
    const auto *Branch =
        dyn_cast<BranchInst>(Join->getIncomingBlock(Direct)->getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    Choice C{Branch->getCondition(), Join->getIncomingValue(Direct),
             Join->getIncomingValue(1 - Direct)};
    if (Branch->getSuccessor(0) != Join->getParent())
      std::swap(C.True, C.False);
    return C;
  }
  return std::nullopt;
}

/// True where \p Test has the value \p Equal in the iteration after which \p
/// Phi starts again. Sets the end of \p C, which has the rest.
static bool testsEnd(Value *Test, bool Equal, PHINode &Phi, WrappedCounter &C) {
  Value *Left, *Right;
  const APInt *Last, *Step;
  if (!match(Test, m_SpecificICmp(Equal ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE,
                                  m_Value(Left), m_Value(Right))))
    return false;
  if (Left == C.Sum) {
    C.End = Right;
    return true;
  }
  if (Left != &Phi || !match(Right, m_APInt(Last)) ||
      !match(C.Step, m_APInt(Step)) || Last->getActiveBits() > 62)
    return false;
  C.Number = (*Last + *Step).getSExtValue();
  return true;
}

/// Finds what wraps \p Phi, whose next value is C.Next. Sets the sum and the
/// end.
static bool findWrap(PHINode &Phi, WrappedCounter &C) {
  const auto Sum =
      m_CombineAnd(m_c_Add(m_Specific(&Phi), m_Value(C.Step)), m_Value(C.Sum));
  const APInt *Mask;
  if (match(C.Next, m_And(Sum, m_APInt(Mask)))) {
    C.Number = Mask->isMask() && Mask->getActiveBits() < 63
                   ? std::optional(int64_t(Mask->getZExtValue()) + 1)
                   : std::nullopt;
    return C.Number.has_value();
  }
  if (match(C.Next, m_IRem(Sum, m_Value(C.End))))
    return true;
  const std::optional<Choice> By = chosen(C.Next);
  if (!By)
    return false;
  const bool StartsWhenTrue = match(By->True, m_Zero());
  return match(StartsWhenTrue ? By->False : By->True, Sum) &&
         match(StartsWhenTrue ? By->True : By->False, m_Zero()) &&
         testsEnd(By->When, StartsWhenTrue, Phi, C);
}

std::optional<WrappedCounter> wrappedCounter(PHINode &Phi,
                                             const llvm::Loop &L) {
  WrappedCounter C;
  C.Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  if (!match(Phi.getIncomingValueForBlock(L.getLoopPreheader()), m_Zero()) ||
      !findWrap(Phi, C))
    return std::nullopt;
  const APInt *End;
  if (C.End && match(C.End, m_APInt(End)) && End->getActiveBits() < 63)
    C.Number = End->getSExtValue();
  return C;
}

/// Finds the condition under which counter \p Phi becomes \p Next by \p Step,
/// and else stays: \p When has the value \p Holds.
static bool findStep(Value *Next, PHINode &Phi, Value *&When, bool &Holds,
                     Value *&Step) {
  Value *Added;
  if (match(Next,
            m_c_Add(m_Specific(&Phi), m_ZExtOrSExtOrSelf(m_Value(Added)))) &&
      isa<SelectInst>(Added)) {
    const Choice By = *chosen(Added);
    Holds = match(By.False, m_Zero());
    When = By.When;
    Step = Holds ? By.True : By.False;
    return Holds || match(By.True, m_Zero());
  }
  const std::optional<Choice> By = chosen(Next);
  if (!By)
    return false;
  When = By->When;
  Holds = By->False == &Phi;
  return (Holds || By->True == &Phi) &&
         match(Holds ? By->True : By->False,
               m_c_Add(m_Specific(&Phi), m_Value(Step)));
}

std::optional<SteppedCounter> steppedCounter(PHINode &Phi,
                                             const llvm::Loop &L) {
  SteppedCounter Result;
  Value *When = nullptr;
  bool Holds = false;
  if (!findStep(Phi.getIncomingValueForBlock(L.getLoopLatch()), Phi, When,
                Holds, Result.Step))
    return std::nullopt;
  for (PHINode &Other : L.getHeader()->phis()) {
    const auto Inner = &Other == &Phi ? std::nullopt : wrappedCounter(Other, L);
    if (!Inner)
      continue;
    WrappedCounter Tested = *Inner;
    const bool IsAtZero =
        match(When, m_SpecificICmp(Holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE,
                                   m_Specific(Inner->Next), m_Zero()));
    if (IsAtZero ||
        (testsEnd(When, Holds, Other, Tested) && Tested.End == Inner->End &&
         Tested.Number == Inner->Number)) {
      Result.Inner = *Inner;
      return Result;
    }
  }
  return std::nullopt;
}

} // namespace roofline
