// What each loop does: trip count and loop-carried dependences.
#include "roofline/Analysis/LoopFacts.h"

#include "roofline/Analysis/Canonicalize.h"
#include "roofline/Model/Dependence.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

/// The place of \p Condition, or of a part: simplification joins the conditions
/// of several lines into one that has none.
static SourceLocation conditionPlace(const Value *Condition) {
  SourceLocation Loc = sourceLocation(Condition);
  if (const auto *I = dyn_cast<Instruction>(Condition);
      I && !Loc && !isa<CmpInst>(I))
    for (const Value *Operand : I->operands())
      if (isa<CmpInst>(Operand) && !Loc)
        Loc = sourceLocation(Operand);
  return Loc;
}

/// The place of the condition that \p Exiting leaves the loop by.
static SourceLocation exitPlace(const llvm::Loop &L,
                                const BasicBlock *Exiting) {
  const Instruction *Exit = Exiting->getTerminator();
  if (Exit->getNumSuccessors() > 1 && Exit->getNumOperands())
    if (SourceLocation Loc = conditionPlace(Exit->getOperand(0)))
      return Loc;
  if (SourceLocation Loc = sourceLocation(Exit))
    return Loc;
  return sourceLocation(L.getHeader()->getTerminator());
}

/// Which value the exit from \p Exiting waits for, as the end of a sentence.
static std::string awaitedValue(const llvm::Loop &L, const BasicBlock *Exiting,
                                ScalarEvolution &SE, SymbolicForm &Forms) {
  const Instruction *Exit = Exiting->getTerminator();
  if (Exit->getNumSuccessors() < 2 || !Exit->getNumOperands())
    return "";
  Value *Condition = Exit->getOperand(0);
  if (isa<FCmpInst>(Condition))
    return ", a comparison of floating-point numbers";
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare)
    return "";
  SymbolicForm::Scope Inside(Forms, &L);
  for (Value *V : Compare->operands()) {
    if (!V->getType()->isIntegerTy())
      continue;
    SymbolicForm::Result R = Forms.translate(SE.getSCEV(V));
    if (!R.Form)
      return ", on a value that " + R.Reason + Forms.atPlace(R.ReasonLoc);
  }
  return "";
}

/// True when the header only tests whether to go on: then the body runs once
/// less often than the header.
static bool testsBeforeBody(const llvm::Loop &L) {
  return L.isLoopExiting(L.getHeader()) && !L.isLoopLatch(L.getHeader()) &&
         none_of(*L.getHeader(),
                 [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
}

/// `Counter continues-while Limit` at an exit of a loop.
struct ContinueTest {
  CmpInst::Predicate Predicate;
  Value *Counter, *Limit;
};

/// Adds the tests all of which \p Condition has to pass for the loop to go on,
/// if it does where the condition is \p GoesOnIf.
static void addTests(Value *Condition, bool GoesOnIf, const llvm::Loop &L,
                     SmallVectorImpl<ContinueTest> &Tests) {
  Value *One, *Other;
  if (auto *Compare = dyn_cast<ICmpInst>(Condition)) {
    ContinueTest T{GoesOnIf ? Compare->getPredicate()
                            : Compare->getInversePredicate(),
                   Compare->getOperand(0), Compare->getOperand(1)};
    if (L.isLoopInvariant(T.Counter)) {
      std::swap(T.Counter, T.Limit);
      T.Predicate = CmpInst::getSwappedPredicate(T.Predicate);
    }
    if (L.isLoopInvariant(T.Limit))
      Tests.push_back(T);
  } else if (GoesOnIf
                 ? match(Condition, m_LogicalAnd(m_Value(One), m_Value(Other)))
                 : match(Condition,
                         m_LogicalOr(m_Value(One), m_Value(Other)))) {
    addTests(One, GoesOnIf, L, Tests);
    addTests(Other, GoesOnIf, L, Tests);
  }
}

/// Those of integers at the exit from \p Exiting.
static SmallVector<ContinueTest, 2> continueTests(const llvm::Loop &L,
                                                  const BasicBlock *Exiting) {
  SmallVector<ContinueTest, 2> Tests;
  const auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (Branch && Branch->isConditional())
    addTests(Branch->getCondition(), L.contains(Branch->getSuccessor(0)), L,
             Tests);
  return Tests;
}

/// True where one comparison of integers decides at \p Exiting.
static bool hasOneTest(const BasicBlock *Exiting) {
  const auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
  return Branch && Branch->isConditional() &&
         isa<ICmpInst>(Branch->getCondition());
}

/// What is not negative where \p Left \p Predicate \p Right holds.
static std::optional<Expr> slackOf(CmpInst::Predicate Predicate,
                                   const Expr &Left, const Expr &Right) {
  const Expr One = Expr::constant(CmpInst::isStrictPredicate(Predicate));
  switch (Predicate) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return Right - Left - One;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return Left - Right - One;
  default:
    return std::nullopt;
  }
}

bool isPassedByOwnTest(const llvm::Loop &L, ScalarEvolution &SE,
                       SymbolicForm &Forms) {
  const BranchInst *Guard = L.getLoopGuardBranch();
  const BasicBlock *Latch = L.getLoopLatch();
  auto *Asked = Guard ? dyn_cast<ICmpInst>(Guard->getCondition()) : nullptr;
  if (!Asked || !L.isLoopExiting(Latch) || !hasOneTest(Latch))
    return false;
  auto FormOf = [&](Value *V, const llvm::Loop *At) {
    SymbolicForm::Scope Here(Forms, At);
    return Forms.translate(SE.getSCEVAtScope(V, At)).Form;
  };
  const SmallVector<ContinueTest, 2> Tests = continueTests(L, Latch);
  const auto Counter = Tests.size() == 1 ? FormOf(Tests[0].Counter, &L)
                                         : std::nullopt,
             Limit = Counter ? FormOf(Tests[0].Limit, L.getParentLoop())
                             : std::nullopt,
             Left = Limit ? FormOf(Asked->getOperand(0), L.getParentLoop())
                          : std::nullopt,
             Right = Left ? FormOf(Asked->getOperand(1), L.getParentLoop())
                          : std::nullopt;
  if (!Right)
    return false;
  const CmpInst::Predicate Predicate =
      Guard->getSuccessor(0) == L.getLoopPreheader()
          ? Asked->getPredicate()
          : Asked->getInversePredicate();
  const auto Own = slackOf(
      Tests[0].Predicate,
      replace(*Counter, Forms.iterationOf(L), Expr::constant(-1)), *Limit);
  if (!Own)
    return false;
  if (Predicate != CmpInst::ICMP_NE)
    return slackOf(Predicate, *Left, *Right) == Own;
  // 0 < n of what has no sign.
  const Expr Way = *Own + Expr::constant(1);
  return CmpInst::isStrictPredicate(Tests[0].Predicate) &&
         (*Left - *Right == Way || *Right - *Left == Way);
}

/// Trip count of a loop whose counter steps by an NDRange size or an argument:
/// scalar evolution does not know that it goes towards the limit, without which
/// the loop would not end.
static std::optional<Expr> stridedTrips(const llvm::Loop &L,
                                        const ContinueTest &T, bool BeforeBody,
                                        ScalarEvolution &SE,
                                        SymbolicForm &Forms) {
  const SCEV *Counter = SE.getSCEV(T.Counter);
  const bool HasNoSign = isa<SCEVZeroExtendExpr>(Counter);
  while (const auto *Cast = dyn_cast<SCEVCastExpr>(Counter))
    Counter = Cast->getOperand();
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Counter);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return std::nullopt;
  const SCEV *From = Rec->getStart(), *To = SE.getSCEV(T.Limit);
  if (From->getType()->isPointerTy()) { // bytes from where both point to
    if (!To->getType()->isPointerTy() ||
        SE.getPointerBase(From) != SE.getPointerBase(To))
      return std::nullopt;
    From = SE.removePointerBase(From);
    To = SE.removePointerBase(To);
  }
  if (HasNoSign) // 200 of 8 bits is no -56
    From = SE.getNoopOrZeroExtend(
        From, SE.getWiderType(From->getType(), T.Limit->getType()));
  auto Start = Forms.translate(From).Form;
  auto Step = Forms.translate(Rec->getOperand(1)).Form;
  auto Limit = Forms.translate(To).Form;
  if (!Start || !Step || !Limit)
    return std::nullopt;
  // A test after the body is of the next iteration's counter.
  Expr First = BeforeBody ? *Start : *Start - *Step;
  Expr Span;
  switch (T.Predicate) {
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    Span = *Limit - First + Expr::constant(1);
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    Span = *Limit - First;
    break;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_SGT:
    Span = First - *Limit;
    if (T.Predicate == CmpInst::ICMP_SGE)
      Span = Span + Expr::constant(1);
    Step = Expr::constant(0) - *Step;
    break;
  default:
    return std::nullopt;
  }
  if (Step->isConstant() && Step->Value <= 0)
    return std::nullopt;
  Expr Trips = div(Span + *Step - Expr::constant(1), *Step);
  return BeforeBody || getBooleanLoopAttribute(&L, TestsFirst)
             ? Trips
             : max(Trips, Expr::constant(1));
}

/// Trip count of a loop that counts by a constant and that its own test guards.
/// Scalar evolution takes the guard for granted: its count of `for (i = n; i >
/// 0; i -= 3)` is one iteration where n is 0.
static std::optional<Expr>
guardedTrips(const llvm::Loop &L, ScalarEvolution &SE, SymbolicForm &Forms) {
  const BasicBlock *Exiting = L.getExitingBlock();
  if (!Exiting || !L.isLoopLatch(Exiting) || !hasOneTest(Exiting))
    return std::nullopt;
  const SmallVector<ContinueTest, 2> Tests = continueTests(L, Exiting);
  if (Tests.empty())
    return std::nullopt;
  const ContinueTest *T = &Tests.front();
  const auto *Next = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(T->Counter));
  const auto *Step = Next && Next->getLoop() == &L && Next->isAffine()
                         ? dyn_cast<SCEVConstant>(Next->getOperand(1))
                         : nullptr;
  if (!Step || Step->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  const SCEV *First = Next->getStart(), *Limit = SE.getSCEV(T->Limit);
  // `i > 3` of this iteration's counter is `i > 0` of the next one's.
  if (const auto *Phi = dyn_cast<PHINode>(T->Counter);
      Phi && Phi->getParent() == L.getHeader())
    Limit = SE.getAddExpr(Limit, Step);
  else
    First = SE.getMinusSCEV(First, Step);
  const int64_t By = Step->getAPInt().getSExtValue();
  const bool IsSigned =
      CmpInst::isSigned(T->Predicate) ||
      (SE.isKnownNonNegative(First) && SE.isKnownNonNegative(Limit));
  const bool Up = IsSigned && (ICmpInst::isLT(T->Predicate) ||
                               ICmpInst::isLE(T->Predicate)),
             Down = T->Predicate == CmpInst::ICMP_SGT ||
                    T->Predicate == CmpInst::ICMP_SGE;
  if (!(Up && By > 0) && !(Down && By < 0))
    return std::nullopt;
  if (!getBooleanLoopAttribute(&L, TestsFirst) &&
      !SE.isLoopEntryGuardedByCond(&L, T->Predicate, First, Limit))
    return std::nullopt;
  auto From = Forms.translate(First).Form, To = Forms.translate(Limit).Form;
  if (!From || !To)
    return std::nullopt;
  const int64_t Size = std::abs(By);
  Expr Way = Up ? *To - *From : *From - *To;
  if (CmpInst::isNonStrictPredicate(T->Predicate))
    Way = Way + Expr::constant(1);
  return div(Way + Expr::constant(Size - 1), Expr::constant(Size));
}

static const Expr *findMinOrMax(const Expr &E) {
  if (E.K == Expr::Kind::Min || E.K == Expr::Kind::Max)
    return &E;
  for (const Expr &Operand : E.Operands)
    if (const Expr *Found = findMinOrMax(Operand))
      return Found;
  return nullptr;
}

/// \p Trips of a loop that tests first, without what holds them at 1: of
/// max(n, 2) - 1 the 2, which gives 1 alone, so that n is the limit.
static Expr withoutLeastOne(Expr Trips) {
  const Expr *Node = findMinOrMax(Trips);
  if (!Node || Node->Operands.size() != 2)
    return Trips;
  const Expr Held = *Node;
  for (unsigned I : {0, 1})
    if (replace(Trips, Held, Held.Operands[I]).isConstant(1))
      return replace(Trips, Held, Held.Operands[1 - I]);
  return Trips;
}

/// Bits by which \p Next shifts \p Phi each iteration: 1 for halving, -1 for
/// doubling.
static std::optional<int> shiftOf(const Value *Next, const PHINode *Phi) {
  const APInt *Amount;
  if (match(Next, m_LShr(m_Specific(Phi), m_APInt(Amount))) ||
      match(Next, m_AShr(m_Specific(Phi), m_APInt(Amount))))
    return Amount->ult(63) ? std::optional<int>(Amount->getZExtValue())
                           : std::nullopt;
  if (match(Next, m_Shl(m_Specific(Phi), m_APInt(Amount))))
    return Amount->ult(63) ? std::optional<int>(-int(Amount->getZExtValue()))
                           : std::nullopt;
  if ((match(Next, m_UDiv(m_Specific(Phi), m_APInt(Amount))) ||
       match(Next, m_SDiv(m_Specific(Phi), m_APInt(Amount)))) &&
      Amount->isPowerOf2())
    return int(Amount->logBase2());
  return std::nullopt;
}

/// Trip count of a loop whose counter is halved down to a constant, or doubled
/// up to a limit, as in a tree reduction.
static std::optional<Expr>
logarithmicTrips(const llvm::Loop &L, const ContinueTest &T, bool BeforeBody,
                 ScalarEvolution &SE, SymbolicForm &Forms) {
  const BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Preheader || !Latch)
    return std::nullopt;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    Value *Next = Phi.getIncomingValueForBlock(Latch);
    const Value *Counter = T.Counter;
    while (isa<ZExtInst, SExtInst, TruncInst>(Counter))
      Counter = cast<Instruction>(Counter)->getOperand(0);
    if (Counter != Next && Counter != &Phi)
      continue;
    std::optional<int> Shift = shiftOf(Next, &Phi);
    auto Start =
        Forms.translate(SE.getSCEV(Phi.getIncomingValueForBlock(Preheader)));
    auto Limit = Forms.translate(SE.getSCEV(T.Limit));
    if (!Shift || *Shift == 0 || !Start.Form || !Limit.Form)
      return std::nullopt;
    bool Inclusive = false;
    switch (T.Predicate) {
    case CmpInst::ICMP_NE:
      if (!Limit.Form->isConstant(0))
        return std::nullopt;
      break;
    case CmpInst::ICMP_SGE:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE:
      Inclusive = true;
      break;
    default:
      break;
    }
    Expr One = Expr::constant(1);
    bool Down = *Shift > 0;
    bool Upward =
        T.Predicate == CmpInst::ICMP_SLT || T.Predicate == CmpInst::ICMP_ULT ||
        T.Predicate == CmpInst::ICMP_SLE || T.Predicate == CmpInst::ICMP_ULE;
    if (Down == Upward)
      return std::nullopt;
    // Values Start >> i*Shift that are at least Least; Start << i*Shift at most
    // Most.
    const Expr Bound = Inclusive ? *Limit.Form
                       : Down    ? *Limit.Form + One
                                 : *Limit.Form - One;
    Expr Ratio = Down ? div(*Start.Form, Bound) : div(Bound, *Start.Form);
    Expr Trips = div(log2(Ratio), Expr::constant(std::abs(*Shift))) + One;
    if (BeforeBody)
      return Trips;
    const bool HasGuard = getBooleanLoopAttribute(&L, TestsFirst);
    if (Counter == Next)
      return HasGuard ? Trips : max(Trips, One);
    // A test of this iteration's own counter after the body is passed once
    // more; the guard before the first one is that of the next counter.
    if (HasGuard && *Shift == 1 && Bound.isConstant() && Bound.Value % 2 == 0)
      return log2(div(*Start.Form, Expr::constant(Bound.Value / 2))) + One;
    return Trips + One;
  }
  return std::nullopt;
}

/// Iterations up to the test of the loop's own counter, before the body or
/// after it, which scalar evolution does not find.
static std::optional<TripCount>
ownTripCount(const llvm::Loop &L, ScalarEvolution &SE, SymbolicForm &Forms) {
  const bool BeforeBody = testsBeforeBody(L);
  const BasicBlock *Tested = BeforeBody ? L.getHeader() : L.getLoopLatch();
  if (!Tested || !L.isLoopExiting(Tested))
    return std::nullopt;
  const bool Alone = L.getExitingBlock() && hasOneTest(Tested);
  const auto Kind = Alone ? TripCount::Kind::Exact : TripCount::Kind::AtMost;
  for (const ContinueTest &T : continueTests(L, Tested)) {
    std::optional<Expr> Trips = stridedTrips(L, T, BeforeBody, SE, Forms);
    if (!Trips)
      Trips = logarithmicTrips(L, T, BeforeBody, SE, Forms);
    if (Trips)
      return TripCount{Kind, *Trips, "", {}};
  }
  return std::nullopt;
}

/// \p E + 1; inside a quotient, so that it also holds for no iteration at all:
/// (n - 1) / 4 + 1 is 1 for n = 0, (n + 3) / 4 is 0.
static Expr oneMore(const Expr &E) {
  if (E.K == Expr::Kind::Div)
    return div(E.Operands[0] + E.Operands[1], E.Operands[1]);
  return E + Expr::constant(1);
}

TripCount tripCount(const llvm::Loop &L, ScalarEvolution &SE,
                    SymbolicForm &Forms) {
  SymbolicForm::Scope Before(Forms, L.getParentLoop());
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  TripCount Trip;
  if (Exiting.empty()) {
    Trip.Reason = "the loop has no exit";
    Trip.ReasonLoc = sourceLocation(L.getHeader()->getTerminator());
    return Trip;
  }
  for (const BasicBlock *B : Exiting)
    if (isa<SCEVCouldNotCompute>(SE.getExitCount(&L, B))) {
      Trip.ReasonLoc = exitPlace(L, B);
      Trip.Reason = "data-dependent exit" + Forms.atPlace(Trip.ReasonLoc) +
                    awaitedValue(L, B, SE, Forms);
      break;
    }
  bool Exact = Trip.Reason.empty();
  const SCEV *Count = Exact ? SE.getBackedgeTakenCount(&L)
                            : SE.getSymbolicMaxBackedgeTakenCount(&L);
  // Of a counter that is not known not to wrap, scalar evolution has only the
  // bound of its width.
  if (!Exact && isa<SCEVCouldNotCompute, SCEVConstant>(Count))
    if (std::optional<TripCount> Own = ownTripCount(L, SE, Forms))
      return *Own;
  if (isa<SCEVCouldNotCompute>(Count)) {
    if (Exact) // every exit counts, their combination does not
      Trip.Reason = "no closed form of several exits";
    return Trip;
  }
  const bool CountsTests = Exact && testsBeforeBody(L);
  // Of 8 bits 199 is not negative, and a sum wraps: one more than -1 is 0,
  // which a loop that is tested before it may have.
  const unsigned Bits = Count->getType()->getIntegerBitWidth();
  const bool IsNarrow =
      Bits < SymbolicForm::LeastUnwrapped && !isa<SCEVConstant>(Count);
  if (IsNarrow && !CountsTests)
    Count = SE.getAddExpr(Count, SE.getOne(Count->getType()));
  if (Bits < 64 && (IsNarrow || isa<SCEVConstant>(Count)))
    Count = SE.getNoopOrZeroExtend(
        Count, Type::getInt64Ty(L.getHeader()->getContext()));
  SymbolicForm::Result R = Forms.translate(Count);
  if (!R.Form && Exact)
    if (std::optional<TripCount> Own = ownTripCount(L, SE, Forms))
      return *Own;
  if (!R.Form) {
    Trip.Reason = "trip count " + R.Reason + Forms.atPlace(R.ReasonLoc);
    Trip.ReasonLoc = R.ReasonLoc;
    return Trip;
  }
  Trip.Count = CountsTests || IsNarrow ? *R.Form : oneMore(*R.Form);
  // One at most is one after the guard, which scalar evolution takes for
  // granted.
  const bool AtMostOnce =
      Trip.Count.isConstant(1) && getBooleanLoopAttribute(&L, TestsFirst);
  if (Exact && (AtMostOnce || findMinOrMax(Trip.Count))) {
    const BasicBlock *Exit = L.getExitingBlock();
    if (std::optional<Expr> Guarded = guardedTrips(L, SE, Forms))
      Trip.Count = *Guarded;
    else if (Exit && L.isLoopLatch(Exit) &&
             getBooleanLoopAttribute(&L, TestsFirst))
      Trip.Count = withoutLeastOne(Trip.Count);
  }
  // The bound of a 32- or 64-bit counter's own width says nothing.
  constexpr int64_t Meaningless = int64_t(1) << 31;
  if (!Exact && Trip.Count.isConstant() &&
      (Trip.Count.Value >= Meaningless - 1 || Trip.Count.Value <= 0))
    return Trip;
  Trip.K = Exact ? TripCount::Kind::Exact : TripCount::Kind::AtMost;
  return Trip;
}

bool countsAfterTest(const llvm::Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  return testsBeforeBody(L) || (Latch && L.isLoopExiting(Latch) &&
                                getBooleanLoopAttribute(&L, TestsFirst));
}

std::vector<CarriedDependence> carriedDependences(const llvm::Loop &L,
                                                  unsigned LoopId,
                                                  const KernelSummary &Kernel,
                                                  const Hierarchy &H,
                                                  const OperationGraph &Graph) {
  std::vector<CarriedDependence> Result;
  auto Add = [&](CarriedDependence::Kind K, uint32_t From, uint32_t To,
                 std::optional<int64_t> Distance) {
    // What simplification moved has no place of its own left.
    auto PlaceOf = [&](uint32_t Op) {
      const SourceLocation &Place = Kernel.Operations[Op].Loc;
      return Place ? Place : loopPlace(L);
    };
    Result.push_back({K, From, To, Distance, PlaceOf(From), PlaceOf(To)});
  };
  if (L.getLoopLatch())
    for (const PHINode &Phi : L.getHeader()->phis())
      for (auto [Producer, Distance] : Graph.writersOf(Phi, L))
        for (uint32_t Consumer : Graph.readersOf(Phi, L))
          Add(CarriedDependence::Kind::Register, Producer, Consumer, Distance);

  SmallVector<unsigned, 8> Inside;
  for (const BasicBlock *B : L.blocks())
    if (auto Id = H.BlockIds.find(B); Id != H.BlockIds.end())
      Inside.push_back(Id->second);
  sort(Inside);
  const LoopMeetings Meetings(Kernel, LoopId, [&](uint32_t Id) {
    const TripCount &Trip = Kernel.Loops[Id].Trip;
    return Trip.K == TripCount::Kind::Unknown ? std::nullopt
                                              : std::optional(Trip.Count);
  });
  struct End {
    uint32_t Operation;
    const MemoryAccess *Access;
    LoopMeetings::Access Along;
  };
  std::vector<End> Reads, Writes;
  for (unsigned Id : Inside) {
    const Block &Range = Kernel.Blocks[Id];
    for (uint32_t Op = Range.FirstOperation;
         Op < Range.FirstOperation + Range.NumOperations; ++Op) {
      const auto &Access = Kernel.Operations[Op].Access;
      if (!Access || Kernel.Accesses[*Access].Space == AddressSpace::Constant)
        continue;
      const MemoryAccess &A = Kernel.Accesses[*Access];
      const End Here{Op, &A, Meetings.along(A)};
      if (A.K != MemoryAccess::Kind::Read)
        Writes.push_back(Here);
      if (A.K != MemoryAccess::Kind::Write)
        Reads.push_back(Here);
    }
  }
  for (const End &Write : Writes)
    for (const End &Read : Reads) {
      if (Write.Access->Space != Read.Access->Space ||
          Write.Access->Base != Read.Access->Base)
        continue;
      const Meeting M = Meetings.of(Write.Along, Read.Along);
      if (M.K != Meeting::Kind::Never)
        Add(CarriedDependence::Kind::Memory, Write.Operation, Read.Operation,
            M.K == Meeting::Kind::After ? std::optional(M.Distance)
                                        : std::nullopt);
    }
  return Result;
}

} // namespace roofline
