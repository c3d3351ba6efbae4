// What each loop does: trip count and loop-carried dependences.
#include "roofline/Analysis/LoopFacts.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

static std::string atPlace(const SourceLocation &Loc) {
  return Loc ? " at " + std::to_string(Loc.Line) + ":" + std::to_string(Loc.Column)
             : "";
}

/// The place of the condition that \p Exiting leaves the loop by.
static SourceLocation exitPlace(const BasicBlock *Exiting) {
  const Instruction *Exit = Exiting->getTerminator();
  if (const auto *Branch = dyn_cast<BranchInst>(Exit);
      Branch && Branch->isConditional())
    if (SourceLocation Loc = sourceLocation(Branch->getCondition()))
      return Loc;
  return sourceLocation(Exit);
}

/// True when the header only tests whether to go on: then the body runs once
/// less often than the header.
static bool testsBeforeBody(const llvm::Loop &L) {
  return L.isLoopExiting(L.getHeader()) && !L.isLoopLatch(L.getHeader()) &&
         none_of(*L.getHeader(), [](const Instruction &I) {
           return I.mayReadOrWriteMemory();
         });
}

TripCount tripCount(const llvm::Loop &L, ScalarEvolution &SE, SymbolicForm &Forms) {
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
      Trip.ReasonLoc = exitPlace(B);
      Trip.Reason = "data-dependent exit" + atPlace(Trip.ReasonLoc);
      break;
    }
  bool Exact = Trip.Reason.empty();
  const SCEV *Count = Exact ? SE.getBackedgeTakenCount(&L)
                            : SE.getSymbolicMaxBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Count)) {
    if (Exact) // every exit counts, their combination does not
      Trip.Reason = "no closed form of several exits";
    return Trip;
  }
  SymbolicForm::Result R = Forms.translate(Count);
  if (!R.Form) {
    Trip.Reason = "trip count " + R.Reason + atPlace(R.ReasonLoc);
    Trip.ReasonLoc = R.ReasonLoc;
    return Trip;
  }
  Trip.Count = *R.Form + Expr::constant(Exact && testsBeforeBody(L) ? 0 : 1);
  // The bound of a 32- or 64-bit counter's own width says nothing.
  constexpr int64_t Meaningless = int64_t(1) << 31;
  if (!Exact && Trip.Count.isConstant() &&
      (Trip.Count.Value >= Meaningless - 1 || Trip.Count.Value <= 0))
    return Trip;
  Trip.K = Exact ? TripCount::Kind::Exact : TripCount::Kind::AtMost;
  return Trip;
}

/// Distance in iterations of \p LoopId at which \p Read meets what \p Write
/// wrote before: 0 is the same iteration, nothing is "unknown", and an optional
/// of nothing is "never".
static std::optional<std::optional<int64_t>>
meetingDistance(const MemoryAccess &Write, const MemoryAccess &Read,
                unsigned LoopId) {
  using Known = std::optional<int64_t>;
  if (!Write.Index || !Read.Index)
    return std::optional<Known>(Known());
  std::string Variable = "loop:" + std::to_string(LoopId);
  auto Split = [&](const AffineIndex &Index) {
    Expr Step = Expr::constant(0);
    std::vector<IndexTerm> Rest;
    for (const IndexTerm &Term : Index.Terms)
      if (Term.Variable == Variable)
        Step = Term.Coefficient;
      else
        Rest.push_back(Term);
    return std::pair(Step, Rest);
  };
  auto [WriteStep, WriteRest] = Split(*Write.Index);
  auto [ReadStep, ReadRest] = Split(*Read.Index);
  if (WriteStep != ReadStep || WriteRest != ReadRest)
    return std::optional<Known>(Known());
  Expr Offset = Write.Index->Offset - Read.Index->Offset;
  bool IsInvariant = WriteStep.isConstant(0);
  if (IsInvariant) {
    // An inner loop's counter in the index: each iteration covers it anew.
    if (!Offset.isConstant())
      return std::optional<Known>(Known());
    bool Overlap = Offset.Value < int64_t(Read.NumBytes) &&
                   -Offset.Value < int64_t(Write.NumBytes);
    return Overlap ? std::optional<Known>(1) : std::nullopt;
  }
  // Symbolic steps: a[i*N] against a[(i-1)*N] differ by N = 1 step.
  if (WriteStep == Offset)
    return std::optional<Known>(1);
  if (!WriteStep.isConstant() || !Offset.isConstant())
    return Offset.isConstant(0) ? std::nullopt : std::optional<Known>(Known());
  // Iteration i writes what iteration i + Distance reads.
  int64_t Step = WriteStep.Value, Gap = Offset.Value;
  if (Step < 0)
    Step = -Step, Gap = -Gap;
  // Accesses wider than the gap's remainder meet at the nearest iteration.
  bool Meets = Gap % Step == 0 || Gap % Step < int64_t(Read.NumBytes) ||
               Step - Gap % Step < int64_t(Write.NumBytes);
  if (Gap < Step || !Meets)
    return std::nullopt;
  return std::optional<Known>(Gap / Step);
}

std::vector<CarriedDependence>
carriedDependences(const llvm::Loop &L, unsigned LoopId, const KernelSummary &Kernel,
                   const Hierarchy &H, const OperationGraph &Graph) {
  std::vector<CarriedDependence> Result;
  auto Add = [&](CarriedDependence::Kind K, uint32_t From, uint32_t To,
                 std::optional<int64_t> Distance) {
    Result.push_back({K, From, To, Distance, Kernel.Operations[From].Loc,
                      Kernel.Operations[To].Loc});
  };
  if (const BasicBlock *Latch = L.getLoopLatch())
    for (const PHINode &Phi : L.getHeader()->phis()) {
      auto Producer = Graph.operationOf(Phi.getIncomingValueForBlock(Latch));
      auto Consumer = Graph.operationOf(&Phi);
      if (Producer && Consumer && *Producer != *Consumer)
        Add(CarriedDependence::Kind::Register, *Producer, *Consumer, 1);
    }

  std::vector<uint32_t> Reads, Writes;
  for (const auto &[Id, B] : enumerate(H.Blocks)) {
    if (!L.contains(B))
      continue;
    const Block &Range = Kernel.Blocks[Id];
    for (uint32_t Op = Range.FirstOperation;
         Op < Range.FirstOperation + Range.NumOperations; ++Op) {
      const auto &Access = Kernel.Operations[Op].Access;
      if (!Access || Kernel.Accesses[*Access].Space == AddressSpace::Constant)
        continue;
      auto K = Kernel.Accesses[*Access].K;
      if (K != MemoryAccess::Kind::Read)
        Writes.push_back(Op);
      if (K != MemoryAccess::Kind::Write)
        Reads.push_back(Op);
    }
  }
  for (uint32_t W : Writes)
    for (uint32_t R : Reads) {
      const MemoryAccess &Write = Kernel.Accesses[*Kernel.Operations[W].Access];
      const MemoryAccess &Read = Kernel.Accesses[*Kernel.Operations[R].Access];
      if (Write.Space != Read.Space || Write.Base != Read.Base)
        continue;
      if (auto Distance = meetingDistance(Write, Read, LoopId))
        Add(CarriedDependence::Kind::Memory, W, R, *Distance);
    }
  return Result;
}

} // namespace roofline
