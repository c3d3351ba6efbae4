// Splits nests that run one after another into kernels of their own.
#include "roofline/Nest/NestSequence.h"

#include "NestFacts.h"
#include "StepLoop.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Nest/StreamBody.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace roofline {

/// [instruction] of all steps that are laid out.
constexpr uint64_t MaxLaidOut = 20000;

namespace {

/// A kernel that is taken apart.
class Sequence : PassAnalyses {
public:
  explicit Sequence(std::unique_ptr<Module> Whole, StringRef Kernel)
      : Whole(std::move(Whole)), Kernel(Kernel) {}
  Expected<NestSequence> run();

private:
  Function &function() { return *Whole->getFunction(Kernel); }
  Error layOutSteps();
  Error findStores(ArrayRef<Loop *> Nests);
  void passArrays(ArrayRef<Loop *> Nests, std::vector<std::string> &Names);
  std::unique_ptr<Module> part(ArrayRef<Loop *> Nests, unsigned Position);

  std::unique_ptr<Module> Whole;
  std::string Kernel;
  DenseMap<const Instruction *, unsigned> StoreOf; ///< see findStores()
};

} // namespace

/// The steps of a loop of them one after another.
Error Sequence::layOutSteps() {
  while (true) {
    Function &F = function();
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    auto Steps = find_if(LI, [&](Loop *L) { return isLoopOfSteps(*L, SE); });
    if (Steps == LI.end())
      return Error::success();
    const BasicBlock *Exiting = (*Steps)->getExitingBlock();
    const Instruction *Inst =
        (Exiting ? Exiting : (*Steps)->getHeader())->getTerminator();
    const unsigned Trip = SE.getSmallConstantTripCount(*Steps);
    if (!Trip)
      return notAStream(Inst, "a loop of steps whose number " +
                                  whyUnknown(Inst, F, "is not known"));
    uint64_t Size = 0;
    for (const BasicBlock *B : (*Steps)->blocks())
      Size += B->size();
    if (Size * Trip > MaxLaidOut)
      return notAStream(Inst,
                        "a loop of " + Twine(Trip) +
                            " steps is too long for one pass; 'fuse n' in "
                            "the variant makes passes of n steps");
    UnrollLoopOptions O{};
    O.Count = Trip;
    O.Force = true;
    O.ForgetAllSCEV = true;
    if (UnrollLoop(*Steps, O, &LI, &SE,
                   &FAM.getResult<DominatorTreeAnalysis>(F),
                   &FAM.getResult<AssumptionAnalysis>(F),
                   &FAM.getResult<TargetIRAnalysis>(F),
                   &FAM.getResult<OptimizationRemarkEmitterAnalysis>(F),
                   /*PreserveLCSSA=*/true) != LoopUnrollResult::FullyUnrolled)
      return notAStream(Inst, "a loop of steps that cannot be laid out");
    FAM.clear(F, Kernel);
    tidyNests(F, FAM);
  }
}

/// Finds the stores behind \p Nests that take a value of a nest, and the nest
/// of each. A value that goes into a later nest other than by memory is an
/// error.
Error Sequence::findStores(ArrayRef<Loop *> Nests) {
  DenseMap<const BasicBlock *, const Loop *> NestOf;
  for (const Loop *L : Nests)
    for (const BasicBlock *B : L->blocks())
      NestOf[B] = L;
  for (auto [Index, L] : enumerate(Nests)) {
    SmallVector<const Value *, 8> Work;
    for (const PHINode &Phi : L->getExitBlock()->phis())
      Work.push_back(&Phi);
    SmallPtrSet<const Value *, 16> Seen;
    while (!Work.empty())
      for (const User *U : Work.pop_back_val()->users()) {
        const auto *I = cast<Instruction>(U);
        if (NestOf.contains(I->getParent()) ||
            (isa<BranchInst>(I) && cast<BranchInst>(I)->isConditional()))
          return notAStream(I, "a value that the loops before leave to this "
                               "one: it is known when they are done; make "
                               "these loops a kernel of their own");
        if (!Seen.insert(I).second)
          continue;
        Work.push_back(I);
        if (isa<StoreInst>(I) && !StoreOf.try_emplace(I, Index).second)
          return notAStream(I, "what is stored is computed of the values of "
                               "two loops, which are kernels of their own");
      }
  }
  return Error::success();
}

/// Calls \p Visit with the accesses of \p Pointer.
template <typename VisitFn>
static void forEachUse(const Value &Pointer, VisitFn Visit) {
  for (User *U : const_cast<Value &>(Pointer).users())
    if (isa<GetElementPtrInst>(U))
      forEachUse(*U, Visit);
    else
      Visit(*cast<Instruction>(U));
}

/// The name that the author gave \p Array, where it is known.
static StringRef sourceName(AllocaInst &Array) {
  for (const DbgVariableRecord *Record : findDVRDeclares(&Array))
    return Record->getVariable()->getName();
  return Array.getName();
}

/// Makes private arrays of more than one nest arguments behind the others.
void Sequence::passArrays(ArrayRef<Loop *> Nests,
                          std::vector<std::string> &Names) {
  Function &F = function();
  SmallVector<AllocaInst *> Arrays;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    if (!Array)
      continue;
    SmallPtrSet<const Loop *, 4> In;
    forEachUse(*Array, [&](Instruction &Use) {
      for (const Loop *L : Nests)
        if (L->contains(&Use))
          In.insert(L);
    });
    if (In.size() > 1)
      Arrays.push_back(Array);
  }
  if (Arrays.empty())
    return;
  SmallVector<Type *> Types(F.getFunctionType()->params());
  for (AllocaInst *Array : Arrays)
    Types.push_back(Array->getType());
  Function *Wider =
      Function::Create(FunctionType::get(F.getReturnType(), Types, false),
                       F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  Wider->copyAttributesFrom(&F);
  Wider->copyMetadata(&F, 0);
  F.setSubprogram(nullptr);
  Wider->splice(Wider->begin(), &F);
  for (Argument &A : F.args()) {
    A.replaceAllUsesWith(Wider->getArg(A.getArgNo()));
    Wider->getArg(A.getArgNo())->takeName(&A);
  }
  for (auto [Index, Array] : enumerate(Arrays)) {
    SmallVector<Instruction *> Around; // clears it, or says where it lives
    forEachUse(*Array, [&](Instruction &Use) {
      if (isa<MemSetInst>(Use) || Use.isLifetimeStartOrEnd())
        Around.push_back(&Use);
    });
    for (Instruction *I : Around)
      I->eraseFromParent();
    Argument *A = Wider->getArg(F.arg_size() + Index);
    const std::string Name = sourceName(*Array).str();
    Array->replaceAllUsesWith(A);
    Array->eraseFromParent();
    A->setName(Name);
    Names.push_back(kernelArgument(*A).Name);
  }
  Wider->takeName(&F);
  F.replaceAllUsesWith(Wider); // notes of attributes
  F.eraseFromParent();
}

/// Goes past \p L.
static void skip(Loop &L) {
  BasicBlock *Before = L.getLoopPreheader(), *Exit = L.getExitBlock();
  for (PHINode &Phi : make_early_inc_range(Exit->phis())) {
    Phi.replaceAllUsesWith(PoisonValue::get(Phi.getType()));
    Phi.eraseFromParent();
  }
  L.getHeader()->removePredecessor(Before, /*KeepOneInputPHIs=*/true);
  Before->getTerminator()->setSuccessor(0, Exit);
}

/// The kernel with nest \p Position and what is stored behind it.
std::unique_ptr<Module> Sequence::part(ArrayRef<Loop *> Nests,
                                       unsigned Position) {
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Part = CloneModule(*Whole, Map);
  Function &F = *Part->getFunction(Kernel);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallVector<Loop *> Own;
  for (const Loop *L : Nests)
    Own.push_back(LI.getLoopFor(cast<BasicBlock>(Map[L->getHeader()])));
  DenseMap<const Value *, unsigned> Known;
  for (auto [Store, Nest] : StoreOf)
    Known[Map[Store]] = Nest;
  SmallVector<Instruction *> Others;
  for (BasicBlock &B : F) {
    if (LI.getLoopFor(&B))
      continue;
    unsigned Behind = count_if(Own, [&](const Loop *L) {
      return DT.dominates(L->getExitBlock(), &B);
    });
    for (Instruction &I : B) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store ||
          isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())))
        continue;
      auto It = Known.find(Store);
      if ((It == Known.end() ? std::max(1u, Behind) - 1 : It->second) !=
          Position)
        Others.push_back(Store);
    }
  }
  for (Instruction *I : Others)
    I->eraseFromParent();
  for (auto [Index, L] : enumerate(Own))
    if (Index != Position)
      skip(*L);
  removeUnreachableBlocks(F);
  return Part;
}

Expected<NestSequence> Sequence::run() {
  tidyNests(function(), FAM);
  if (Error E = layOutSteps())
    return E;
  NestSequence Result;
  auto Nests = [&] {
    auto &LI = FAM.getResult<LoopAnalysis>(function());
    DenseMap<const BasicBlock *, unsigned> Order;
    for (const BasicBlock *B :
         ReversePostOrderTraversal<Function *>(&function()))
      Order.try_emplace(B, Order.size());
    SmallVector<Loop *> Loops(LI.begin(), LI.end());
    sort(Loops, [&](const Loop *L, const Loop *R) {
      return Order[L->getHeader()] < Order[R->getHeader()];
    });
    return Loops;
  };
  SmallVector<Loop *> Loops = Nests();
  if (Loops.size() < 2) { // the others did not turn
    Result.Parts.push_back(std::move(Whole));
    return Result;
  }
  for (const Loop *L : Loops)
    if (!L->isLoopSimplifyForm() || !L->getExitBlock())
      return notAStream(L->getHeader()->getTerminator(),
                        "a loop that is left from more than one place");
  if (Error E = findStores(Loops))
    return E;
  passArrays(Loops, Result.Arrays);
  FAM.clear();
  Loops = Nests();
  for (unsigned Of = 0; Of < Loops.size(); ++Of)
    Result.Parts.push_back(part(Loops, Of));
  return Result;
}

bool hasNestSequence(OpenKernel &Kernel) {
  if (Kernel.L.Global[0] * Kernel.L.Global[1] * Kernel.L.Global[2] > 1 ||
      dimensionsInUse(*Kernel.Kernel) != 0)
    return false;
  PassAnalyses A;
  return hasSequence(A.FAM.getResult<LoopAnalysis>(*Kernel.Kernel),
                     A.FAM.getResult<ScalarEvolutionAnalysis>(*Kernel.Kernel));
}

Expected<NestSequence> splitNests(OpenKernel Opened) {
  const std::string Kernel = Opened.Kernel->getName().str();
  return Sequence(std::move(Opened.M), Kernel).run();
}

} // namespace roofline
