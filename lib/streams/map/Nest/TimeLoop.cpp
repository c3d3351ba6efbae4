// The loop over time steps in a kernel, taken away.
#include "roofline/Nest/TimeLoop.h"

#include "StepLoop.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Nest/StreamBody.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <cassert>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {
namespace {

/// A loop that is looked at, and then taken away.
class Opener {
public:
  Opener(Function &F, llvm::Loop &L, ScalarEvolution &SE)
      : F(F), L(L), SE(SE) {}
  Error check(const LoopInfo &LI);
  void remove();
  int64_t steps() const { return Steps; }
  const std::string &whyNotFused() const { return WhyNotFused; }
  std::vector<SwapPair> swap() const;

private:
  Error checkEnd();
  Error checkPhis();
  Error checkCounter(PHINode &Counter);
  Error checkParity(Instruction &Parity, const SCEVAddRecExpr &Count);
  Error checkChoice(Instruction &Odd, bool First);
  Error addTurn(Instruction &Inst, Value *Current, Value *Next);
  Error checkTurns();
  Error checkAround(const LoopInfo &LI);

  Function &F;
  llvm::Loop &L;
  ScalarEvolution &SE;
  BasicBlock *Exiting = nullptr;
  int64_t Steps = 0;
  std::string WhyNotFused; ///< see TimeLoop
  /// By argument whose buffer takes turns: the one whose buffer it has next.
  MapVector<Argument *, Argument *> Turns;
  /// Pointers that take turns: what each is in the first step.
  SmallVector<std::pair<Instruction *, Argument *>> Firsts;
};

} // namespace

Error Opener::checkEnd() {
  SmallVector<BasicBlock *> All;
  L.getExitingBlocks(All);
  for (BasicBlock *B : All)
    if (All.size() > 1 && isa<SCEVCouldNotCompute>(SE.getExitCount(&L, B)))
      return notAStream(B->getTerminator(),
                        "data may end the loop of steps here, but a pass does "
                        "a fixed number of them: do as many, and let the host "
                        "look at the result before it launches the next ones");
  Exiting = L.getExitingBlock();
  if (!Exiting || !L.getLoopPreheader() || !L.getLoopLatch() ||
      !L.getExitBlock())
    return notAStream(L.getHeader()->getTerminator(),
                      "a loop of steps that is left from more than one place");
  const Instruction *Inst = Exiting->getTerminator();
  const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
  if (!Taken) {
    const std::string Why = whyUnknown(Inst, F, "is not known");
    return notAStream(Inst,
                      "a loop of steps whose number " + Why +
                          (StringRef(Why).contains("is read at")
                               ? ", but a pass does a fixed number of "
                                 "them: do as many, and let the host look "
                                 "at the result"
                               : ""));
  }
  const bool AtEnd = Exiting == L.getLoopLatch();
  if (!AtEnd &&
      (Exiting != L.getHeader() || any_of(*Exiting, [](const Instruction &I) {
         return I.mayHaveSideEffects();
       })))
    return notAStream(Inst, "a loop of steps that is left within a step; leave "
                            "it at the begin or the end of one");
  if (Taken->getAPInt().ugt(MaxSteps - 1))
    return notAStream(Inst, "more than 10^12 steps");
  Steps = int64_t(Taken->getAPInt().getZExtValue()) + AtEnd;
  return Steps ? Error::success() : notAStream(Inst, "a loop of no steps");
}

/// \p Current in the first step, and \p Next in the second, are arguments.
Error Opener::addTurn(Instruction &Inst, Value *Current, Value *Next) {
  auto *From = dyn_cast<Argument>(Current->stripPointerCasts());
  auto *To = dyn_cast<Argument>(Next->stripPointerCasts());
  if (!From || !To)
    return notAStream(&Inst, "the steps of this loop have different buffers, "
                             "which are not all arguments that change places");
  auto [Known, IsNew] = Turns.insert({From, To});
  if (!IsNew && Known->second != To)
    return notAStream(&Inst, "two pointers to '" + kernelArgument(*From).Name +
                                 "' go on to different buffers");
  Firsts.push_back({&Inst, From});
  return Error::success();
}

/// \p Odd, true or \p First in the first step and the opposite in the next one,
/// chooses pointers and nothing else.
Error Opener::checkChoice(Instruction &Odd, bool First) {
  for (User *U : Odd.users()) {
    auto *Choice = dyn_cast<SelectInst>(U);
    if (!Choice || !Choice->getType()->isPointerTy() ||
        Choice->getCondition() != &Odd)
      return notAStream(cast<Instruction>(U),
                        "what a step does depends on whether its number is "
                        "odd: choose pointers by that alone, or write the two "
                        "steps one after another in a loop of half as many");
    Value *Arms[] = {Choice->getFalseValue(), Choice->getTrueValue()};
    if (Error E = addTurn(*Choice, Arms[First], Arms[!First]))
      return E;
  }
  return Error::success();
}

/// \p Parity is the lowest bit of the counter \p Count.
Error Opener::checkParity(Instruction &Parity, const SCEVAddRecExpr &Count) {
  const auto *Start = dyn_cast<SCEVConstant>(Count.getStart());
  const auto *Step = dyn_cast<SCEVConstant>(Count.getStepRecurrence(SE));
  if (!Start || !Step || !Step->getAPInt()[0])
    return notAStream(&Parity, "whether the step's number is odd is not known");
  const bool IsOdd = Start->getAPInt()[0];
  if (Parity.getType()->isIntegerTy(1))
    return checkChoice(Parity, IsOdd);
  for (User *U : Parity.users()) {
    CmpPredicate Compare;
    const APInt *With;
    auto *Test = cast<Instruction>(U);
    if (!match(Test, m_ICmp(Compare, m_Specific(&Parity), m_APInt(With))))
      return notAStream(Test, "the number of the step decides more than which "
                              "pointers take turns");
    const APInt First(With->getBitWidth(), IsOdd);
    if (Error E = checkChoice(*Test, ICmpInst::compare(First, *With, Compare)))
      return E;
  }
  return Error::success();
}

/// Nothing but itself and the end of the loop uses \p Counter, and choices of
/// pointers its lowest bit.
Error Opener::checkCounter(PHINode &Counter) {
  const auto *Count = cast<SCEVAddRecExpr>(SE.getSCEV(&Counter));
  SmallVector<Instruction *> Work = {&Counter};
  SmallPtrSet<Instruction *, 8> Seen = {&Counter};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      auto *I = cast<Instruction>(U);
      if (!Seen.insert(I).second || !L.contains(I))
        continue;
      const bool IsEnd = I == Exiting->getTerminator() ||
                         (isa<ICmpInst>(I) && I->hasOneUse() &&
                          I->user_back() == Exiting->getTerminator());
      const bool IsParity = match(I, m_And(m_Specific(&Counter), m_One())) ||
                            (match(I, m_Trunc(m_Specific(&Counter))) &&
                             I->getType()->isIntegerTy(1));
      if (IsParity) {
        if (Error E = checkParity(*I, *Count))
          return E;
      } else if (I == Counter.getIncomingValueForBlock(L.getLoopLatch())) {
        Work.push_back(I);
      } else if (!IsEnd && WhyNotFused.empty()) {
        WhyNotFused = toString(notAStream(
            I, "the number of the step goes into the data, which a pass of "
               "fused steps does not know: put what depends on it into a "
               "buffer that the host fills"));
      }
    }
  return Error::success();
}

Error Opener::checkPhis() {
  for (PHINode &Phi : L.getHeader()->phis()) {
    Value *First = Phi.getIncomingValueForBlock(L.getLoopPreheader());
    Value *Later = Phi.getIncomingValueForBlock(L.getLoopLatch());
    if (Phi.getType()->isPointerTy()) {
      auto *Next = dyn_cast<PHINode>(Later);
      if (!Next || Next->getParent() != L.getHeader())
        return createStringError(
            placePrefix(loopPlace(L)) +
            "the steps of this loop have different buffers, which do not take "
            "turns: let two or more pointers change places at the end of each "
            "step");
      if (Error E = addTurn(
              Phi, First, Next->getIncomingValueForBlock(L.getLoopPreheader())))
        return E;
      continue;
    }
    const auto *Count = SE.isSCEVable(Phi.getType())
                            ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                            : nullptr;
    if (!Count || Count->getLoop() != &L || !Count->isAffine())
      return notAStream(isa<Instruction>(Later) ? Later : &Phi,
                        "a value that each step leaves to the next one beside "
                        "its buffers: sum up in a loop behind the steps, which "
                        "is a kernel of its own, or in a buffer");
    if (Error E = checkCounter(Phi))
      return E;
  }
  return Error::success();
}

/// Arguments that take turns are a permutation, and used by no other name.
Error Opener::checkTurns() {
  SmallPtrSet<Argument *, 4> Next;
  for (auto [From, To] : Turns)
    if (!Next.insert(To).second || !Turns.contains(To))
      return notAStream(Firsts.front().first,
                        "the pointers of this loop do not change places: '" +
                            kernelArgument(*To).Name +
                            "' follows without leaving a place, or twice");
  for (auto [From, To] : Turns) {
    SmallVector<Value *> Work = {From};
    while (!Work.empty())
      for (User *U : Work.pop_back_val()->users()) {
        auto *I = cast<Instruction>(U);
        if (any_of(Firsts, [&](auto &Pair) { return Pair.first == I; }))
          continue;
        if (isa<CastInst>(I) || isa<GetElementPtrInst>(I))
          Work.push_back(I);
        else if (From != To)
          return notAStream(I, "'" + kernelArgument(*From).Name +
                                   "' is used here beside the pointers that "
                                   "take its place in turns");
      }
  }
  return Error::success();
}

/// The argument, or the array, that \p I accesses.
static const Value *objectOf(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return Pointer ? getUnderlyingObject(Pointer) : nullptr;
}

/// Around the loop nothing is written, and nothing read that it writes.
Error Opener::checkAround(const LoopInfo &LI) {
  for (const llvm::Loop *Other : LI)
    if (Other != &L)
      return notAStream(Other->getHeader()->getTerminator(),
                        "a loop beside the loop of steps: make it a kernel of "
                        "its own");
  SmallPtrSet<const Value *, 4> Written;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (isa<StoreInst>(I))
        Written.insert(objectOf(I));
  for (const auto &[Pointer, From] : Firsts)
    Written.insert(From);
  for (const Instruction &I : instructions(F)) {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    if (L.contains(&I) || (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
      continue;
    const Value *Object = objectOf(I);
    if (isa<LoadInst>(I) && Written.contains(Object))
      return notAStream(&I, "what the steps write is read outside of their "
                            "loop: make that a kernel of its own");
    const auto *Clears = dyn_cast<MemSetInst>(&I);
    if (I.mayWriteToMemory() && !(Object && isa<AllocaInst>(Object)) &&
        !(Clears && isa<AllocaInst>(getUnderlyingObject(Clears->getDest()))))
      return notAStream(&I, "what is written outside of the loop of steps "
                            "belongs into a kernel of its own");
  }
  return Error::success();
}

Error Opener::check(const LoopInfo &LI) {
  if (Error E = checkEnd())
    return E;
  if (Error E = checkPhis())
    return E;
  if (Error E = checkTurns())
    return E;
  return checkAround(LI);
}

std::vector<SwapPair> Opener::swap() const {
  std::vector<SwapPair> Pairs;
  SmallPtrSet<const Argument *, 4> Seen;
  for (Argument &First : F.args())
    for (Argument *A = &First; Turns.contains(A) && Seen.insert(A).second;)
      if (Argument *Next = Turns.lookup(A); Next != &First) {
        Pairs.push_back({kernelArgument(*A).Name, kernelArgument(*Next).Name});
        A = Next;
      }
  return Pairs;
}

/// Runs the body once, as the first step.
void Opener::remove() {
  BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
             *Exit = L.getExitBlock(), *Before = L.getLoopPreheader();
  for (auto [Pointer, First] : Firsts)
    Pointer->replaceAllUsesWith(First);
  for (PHINode &Phi : make_early_inc_range(Header->phis())) {
    Phi.replaceAllUsesWith(Phi.getIncomingValueForBlock(Before));
    Phi.eraseFromParent();
  }
  for (PHINode &Phi : make_early_inc_range(Exit->phis())) {  // nobody's: see
    Phi.replaceAllUsesWith(PoisonValue::get(Phi.getType())); // checkAround()
    Phi.eraseFromParent();
  }
  if (Exiting != Latch) {
    auto *End = cast<BranchInst>(Exiting->getTerminator());
    BasicBlock *Body = End->getSuccessor(End->getSuccessor(0) == Exit);
    ReplaceInstWithInst(End, BranchInst::Create(Body));
  }
  ReplaceInstWithInst(Latch->getTerminator(), BranchInst::Create(Exit));
  removeUnreachableBlocks(F);
}

/// True where all that \p L stores goes to private arrays.
static bool storesInArrays(const llvm::Loop &L) {
  return all_of(L.blocks(), [](const BasicBlock *B) {
    return all_of(*B, [](const Instruction &I) {
      return !isa<StoreInst>(I) || isa<AllocaInst>(objectOf(I));
    });
  });
}

/// The time loop of a kernel that does its steps on private arrays, between
/// loops that load and store these; its steps cannot be taken apart.
static std::optional<TimeLoop> findLoopOnArrays(Function &F) {
  PassAnalyses Of;
  auto &SE = Of.FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (llvm::Loop *L : Of.FAM.getResult<LoopAnalysis>(F))
    if (isLoopOfSteps(*L, SE) && storesInArrays(*L)) {
      TimeLoop Result;
      Result.Loc = loopPlace(*L);
      Result.WhyNotFused =
          placePrefix(Result.Loc) +
          "what the steps of this loop update is a private array, filled "
          "before the loop and stored behind it, but fused steps pass from "
          "buffer to buffer: let each step read one argument and write "
          "another, and let the two take turns";
      return Result;
    }
  return std::nullopt;
}

Expected<std::optional<TimeLoop>>
openTimeLoop(const Module &M, StringRef Kernel, const Launch &Given) {
  TimeLoop Result;
  if (any_of(Given.Global, [](uint64_t Size) { return Size > 1; }))
    return std::nullopt;
  Expected<OpenKernel> Open = openKernel(M, Kernel, Given);
  if (!Open) { // whoever reads the whole kernel says so
    consumeError(Open.takeError());
    return std::nullopt;
  }
  Function &F = *Open->Kernel;
  if (dimensionsInUse(F) != 0)
    return std::nullopt;
  std::optional<TimeLoop> OnArrays = findLoopOnArrays(F);
  if (Error E = layOutPrivateLoops(*Open)) {
    consumeError(std::move(E));
    return std::nullopt;
  }
  PassAnalyses Of;
  tidyNests(F, Of.FAM);
  auto &LI = Of.FAM.getResult<LoopAnalysis>(F);
  auto &SE = Of.FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto Found = find_if(LI, [&](llvm::Loop *L) {
    return isLoopOfSteps(*L, SE) && !storesInArrays(*L);
  });
  if (Found == LI.end())
    return OnArrays;
  Result.Loc = loopPlace(**Found);
  Opener Loop(F, **Found, SE);
  if (Error E = Loop.check(LI))
    return E;
  Result.Steps = Loop.steps();
  Result.Swap = Loop.swap();
  Result.WhyNotFused = Loop.whyNotFused();
  Loop.remove();
  Of.FAM.clear();
  Result.Step = std::move(Open->M);
  return Result;
}

Error stopTimeLoop(Module &M, StringRef Kernel, int64_t Steps) {
  assert(Steps >= 1 && "a loop of steps does at least one");
  PassAnalyses Of;
  for (Function &F : M)
    if (!F.isDeclaration() && F.getName() != Kernel) {
      F.removeFnAttr(Attribute::OptimizeNone);
      F.removeFnAttr(Attribute::NoInline);
      F.addFnAttr(Attribute::AlwaysInline);
    }
  AlwaysInlinerPass().run(M, Of.MAM);
  Of.FAM.clear();
  Function &F = *M.getFunction(Kernel);
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
  FPM.addPass(LoopSimplifyPass());
  FPM.run(F, Of.FAM);
  auto &LI = Of.FAM.getResult<LoopAnalysis>(F);
  auto &SE = Of.FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<llvm::Loop *> Loops;
  copy_if(LI, std::back_inserter(Loops),
          [&](llvm::Loop *L) { return isLoopOfSteps(*L, SE); });
  BasicBlock *Exiting =
      Loops.size() == 1 ? Loops[0]->getExitingBlock() : nullptr;
  auto *End =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  if (!End || !End->isConditional())
    return createStringError("the loop of steps of kernel '" + Kernel +
                             "' cannot be stopped, so that a pass cannot be "
                             "compared with it");
  llvm::Loop &L = *Loops[0];
  IRBuilder<> B(&L.getHeader()->front());
  PHINode *Done = B.CreatePHI(B.getInt64Ty(), 2, "steps.done");
  B.SetInsertPoint(L.getLoopLatch()->getTerminator());
  Value *Next = B.CreateAdd(Done, B.getInt64(1));
  Done->addIncoming(B.getInt64(0), L.getLoopPreheader());
  Done->addIncoming(Next, L.getLoopLatch());
  B.SetInsertPoint(End);
  const bool StaysIf = L.contains(End->getSuccessor(0));
  Value *IsEnd = B.CreateICmpUGE(Exiting == L.getLoopLatch() ? Next : Done,
                                 B.getInt64(Steps));
  Value *Was = End->getCondition();
  End->setCondition(StaysIf ? B.CreateAnd(Was, B.CreateNot(IsEnd))
                            : B.CreateOr(Was, IsEnd));
  return Error::success();
}

} // namespace roofline
