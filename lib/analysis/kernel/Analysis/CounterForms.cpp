// Closed forms of values that loops move, inside of them and after.
#include "roofline/Analysis/LoopFacts.h"
#include "roofline/Analysis/SymbolicForm.h"
#include "roofline/Canonical/WrappedCounters.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

/// A counter that each iteration halves or doubles, or moves by more bits: \p
/// Next of \p Counter.
static std::optional<Expr> scaledCounter(const Expr &Start, const Expr &Next,
                                         const Expr &Counter,
                                         const Expr &Iteration) {
  auto IsPower = [](const Expr &E) {
    return E.isConstant() && E.Value > 1 && isPowerOf2_64(uint64_t(E.Value));
  };
  if ((Next.K != Expr::Kind::Div && Next.K != Expr::Kind::Mul) ||
      Next.Operands.size() != 2)
    return std::nullopt;
  const bool Halves = Next.K == Expr::Kind::Div;
  const Expr &Term = Next.Operands[Halves ? 0 : 1],
             &By = Next.Operands[Halves ? 1 : 0];
  if (Term != Counter || !IsPower(By))
    return std::nullopt;
  const Expr Scale =
      exp2(Expr::constant(Log2_64(uint64_t(By.Value))) * Iteration);
  return Halves ? div(Start, Scale) : Start * Scale;
}

/// A counter of \p L that wraps, or that moves on where another one does.
std::optional<Expr> SymbolicForm::visitFolded(PHINode &Phi, const llvm::Loop &L,
                                              Result &R, unsigned Depth) {
  const llvm::Loop *Around = L.getParentLoop();
  auto Part = [&](Value *V) {
    return SE.isLoopInvariant(SE.getSCEV(V), &L)
               ? visitPart(V, Around, R, Depth)
               : std::nullopt;
  };
  const auto Outer = steppedCounter(Phi, L);
  const auto Inner = Outer ? Outer->Inner : wrappedCounter(Phi, L);
  if (!Inner)
    return std::nullopt;
  const auto Step = Part(Inner->Step),
             End = Inner->Number ? Expr::constant(*Inner->Number)
                                 : Part(Inner->End);
  // Steps that do not divide the end pass it by.
  if (!Step || !End || !Step->isConstant() || Step->Value <= 0 ||
      (Step->Value > 1 && (!End->isConstant() || End->Value <= 0 ||
                           End->Value % Step->Value != 0)))
    return std::nullopt;
  R.AssumesNoWrap = true;
  const Expr Flat = *Step * iterationOf(L);
  if (!Outer)
    return mod(Flat, *End);
  const auto By = Part(Outer->Step),
             Start = Part(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
  return By && Start ? std::optional(*Start + *By * div(Flat, *End))
                     : std::nullopt;
}

/// A counter of \p L that an inner loop moves, by the same in each iteration of
/// \p L: `for (y...) for (x...) p[c++]`.
std::optional<Expr> SymbolicForm::visitCounter(PHINode &Phi,
                                               const llvm::Loop &L, Result &R,
                                               unsigned Depth) {
  if (auto It = Sought.find(&Phi); It != Sought.end())
    return It->second;
  const BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
  if (!Latch || !Before)
    return std::nullopt;
  if (auto Folded = visitFolded(Phi, L, R, Depth))
    return Folded;
  const Expr Iteration = iterationOf(L),
             Counter = Expr::symbol("counter:" + std::to_string(Sought.size()));
  Sought.try_emplace(&Phi, Counter);
  const std::optional<Expr> Next =
      visitPart(Phi.getIncomingValueForBlock(Latch), &L, R, Depth);
  Sought.erase(&Phi);
  const auto Start = Next ? visitPart(Phi.getIncomingValueForBlock(Before),
                                      L.getParentLoop(), R, Depth)
                          : std::nullopt;
  if (!Start)
    return std::nullopt;
  if (auto Scaled = scaledCounter(*Start, *Next, Counter, Iteration)) {
    R.AssumesNoWrap = true;
    return Scaled;
  }
  const Expr Step = *Next - Counter;
  if (any_of(symbols(Step), [&](const std::string &Symbol) {
        return Symbol == Counter.Name || Symbol == Iteration.Name;
      }))
    return std::nullopt;
  R.AssumesNoWrap = true;
  return *Start + Step * Iteration;
}

/// The loop that \p Phi alone follows, by its only way out.
static const llvm::Loop *
loopBefore(const PHINode &Phi,
           const DenseMap<const llvm::Loop *, unsigned> &LoopIds) {
  if (Phi.getNumIncomingValues() == 1)
    for (const auto &[L, Id] : LoopIds)
      if (L->getExitingBlock() == Phi.getIncomingBlock(0) &&
          !L->contains(Phi.getParent()))
        return L;
  return nullptr;
}

/// \p Value, of a loop whose iteration is \p Iteration and that ends after \p
/// Trips of them, as its last one leaves it.
static Expr afterTrips(const Expr &Value, const Expr &Iteration,
                       const Expr &Trips, const llvm::Loop &L) {
  return replace(Value, Iteration,
                 L.isLoopLatch(L.getExitingBlock()) ? Trips - Expr::constant(1)
                                                    : Trips);
}

/// A counter of a loop that has ended.
std::optional<Expr> SymbolicForm::lastOf(const SCEVAddRecExpr &Rec, Result &R,
                                         unsigned Depth) {
  const llvm::Loop &L = *Rec.getLoop();
  if (!L.getExitingBlock() || !countsAfterTest(L) ||
      LoopsFollowed == MaxLoopsFollowed)
    return std::nullopt;
  SaveAndRestore Following(LoopsFollowed, LoopsFollowed + 1);
  const TripCount Trips = tripCount(L, SE, *this);
  if (Trips.K != TripCount::Kind::Exact)
    return std::nullopt;
  Scope Inside(*this, &L);
  const auto Value = visit(&Rec, R, Depth + 1);
  R.AssumesNoWrap = true;
  return Value
             ? std::optional(afterTrips(*Value, iterationOf(L), Trips.Count, L))
             : std::nullopt;
}

/// Form of a value that a loop leaves behind, also where its own test may pass
/// it by: `for (; i + 4 <= n; i += 4) ...` before `for (; i < n; i++) ...`.
std::optional<Expr> SymbolicForm::visitAfterLoop(PHINode &Phi, Result &R,
                                                 unsigned Depth) {
  const PHINode *Last = &Phi;
  Value *Passed = nullptr;
  if (Phi.getNumIncomingValues() == 2)
    for (unsigned I : {0, 1})
      if (const auto *Inner = dyn_cast<PHINode>(Phi.getIncomingValue(I));
          Inner && loopBefore(*Inner, LoopIds)) {
        Last = Inner;
        Passed = Phi.getIncomingValue(1 - I);
      }
  const llvm::Loop *L = loopBefore(*Last, LoopIds);
  if (!L || !countsAfterTest(*L) || LoopsFollowed == MaxLoopsFollowed ||
      (Passed && !isPassedByOwnTest(*L, SE, *this)))
    return std::nullopt;
  SaveAndRestore Following(LoopsFollowed, LoopsFollowed + 1);
  const auto Value = visitPart(Last->getIncomingValue(0), L, R, Depth);
  const auto Start =
      Passed ? visitPart(Passed, L->getParentLoop(), R, Depth) : std::nullopt;
  const TripCount Trips = Value ? tripCount(*L, SE, *this) : TripCount();
  if (Trips.K != TripCount::Kind::Exact)
    return std::nullopt;
  auto After = [&](const Expr &Iterations) {
    return afterTrips(*Value, iterationOf(*L), Iterations, *L);
  };
  R.AssumesNoWrap = true;
  if (!Passed)
    return After(Trips.Count);
  const Expr None = After(Expr::constant(0)),
             Step = After(Expr::constant(1)) - None;
  if (!Start || *Start != None)
    return std::nullopt;
  if (isNeverNegative(Trips.Count))
    return After(Trips.Count);
  if (!Step.isConstant() || !Sought.empty()) // a step is sought as a difference
    return After(max(Trips.Count, Expr::constant(0)));
  return Step.Value < 0 ? min(None, After(Trips.Count))
                        : max(None, After(Trips.Count));
}

/// A value that differs by the way to it.
std::optional<Expr> SymbolicForm::visitPhi(PHINode &Phi, Result &R,
                                           unsigned Depth) {
  if (!SE.isSCEVable(Phi.getType()))
    return std::nullopt;
  for (const auto &[L, Id] : LoopIds)
    if (L->getHeader() == Phi.getParent())
      return visitCounter(Phi, *L, R, Depth);
  const bool IsFree = Sought.empty() && R.AllowsOffsets;
  if (auto It = AfterLoops.find(&Phi); IsFree && It != AfterLoops.end()) {
    R.AssumesNoWrap = true;
    return It->second;
  }
  Result Own;
  Own.AllowsOffsets = R.AllowsOffsets;
  std::optional<Expr> Form = visitAfterLoop(Phi, Own, Depth);
  if (!Form)
    return std::nullopt;
  R.AssumesNoWrap = true;
  R.Clamped |= Own.Clamped;
  append_range(R.Borders, Own.Borders);
  if (IsFree && !Own.Clamped)
    AfterLoops.try_emplace(&Phi, *Form);
  return Form;
}

} // namespace roofline
