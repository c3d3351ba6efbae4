// The canonical clone that every analysis reads.
#include "roofline/Canonical/Canonicalize.h"

#include "ComponentStores.h"
#include "ForwardStores.h"
#include "WideIntegers.h"
#include "WidenedCounters.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/NullTests.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Canonical/ScopeExits.h"
#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

/// Instructions that a kernel may have after inlining, and a helper that is
/// still inlined in kernels beyond that. Hash kernels reach millions.
constexpr uint64_t MaxKernelSize = 40000, MaxHelperSize = 1000;

/// Instructions of \p F with its callees inlined; recursive calls count once.
static uint64_t inlinedSize(const Function &F,
                            DenseMap<const Function *, uint64_t> &Sizes) {
  auto [It, New] = Sizes.try_emplace(&F, 0);
  if (!New)
    return It->second;
  uint64_t Size = 0;
  for (const Instruction &I : instructions(F)) {
    ++Size;
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction();
          Callee && !Callee->isDeclaration())
        Size = SaturatingAdd(Size, inlinedSize(*Callee, Sizes));
  }
  return Sizes[&F] = Size;
}

/// The helpers that kernels call that are too large with all of theirs inlined.
static SmallPtrSet<const Function *, 8>
calledByTooLarge(const Module &M, DenseMap<const Function *, uint64_t> &Sizes) {
  SmallPtrSet<const Function *, 8> Called;
  SmallVector<const Function *, 8> Work;
  for (const Function &F : M)
    if (isKernel(F) && inlinedSize(F, Sizes) > MaxKernelSize)
      Work.push_back(&F);
  while (!Work.empty())
    for (const Instruction &I : instructions(*Work.pop_back_val()))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Called.insert(Callee).second)
          Work.push_back(Callee);
  return Called;
}

/// Empties the helpers that stay calls because a kernel would grow too large,
/// and drops what they alone call; the analysis names each call as an unknown.
static void emptyTooLarge(Module &M, FunctionAnalysisManager &FAM) {
  DenseMap<const Function *, uint64_t> Sizes;
  const auto Called = calledByTooLarge(M, Sizes);
  if (Called.empty())
    return;
  // Callees stand before their callers.
  for (Function &F : make_early_inc_range(reverse(M))) {
    if (F.isDeclaration() || isKernel(F))
      continue;
    if (F.use_empty()) {
      FAM.clear(F, F.getName());
      F.eraseFromParent();
    } else if (Called.contains(&F) &&
               !F.getName().starts_with("__clang_ocl_kern_imp_") &&
               inlinedSize(F, Sizes) > MaxHelperSize) {
      FAM.clear(F, F.getName());
      F.deleteBody();
      new UnreachableInst(F.getContext(),
                          BasicBlock::Create(F.getContext(), "", &F));
      F.addFnAttr(TooLarge);
    }
  }
}

/// Drops what only matters to code generation.
static void relaxAttributes(Module &M) {
  for (Function &F : M) {
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(Attribute::Convergent);
    // Since 23 nothing is inlined into a function for another processor.
    for (StringRef Target : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Target);
    if (F.isDeclaration())
      continue;
    if (!isKernel(F)) {
      F.removeFnAttr(Attribute::OptimizeForSize);
      F.removeFnAttr(Attribute::MinSize);
      F.removeFnAttr(Attribute::AlwaysInline);
      F.setLinkage(GlobalValue::InternalLinkage);
      F.setComdat(nullptr);
    }
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        Call->removeFnAttr(Attribute::Convergent);
        Call->removeFnAttr(Attribute::NoInline);
        Call->removeFnAttr(Attribute::AlwaysInline);
      }
  }
}

/// Has every helper inlined but those that would blow a kernel up.
static void requestInlining(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (!isKernel(F) && !F.hasFnAttribute(TooLarge))
      F.addFnAttr(Attribute::AlwaysInline);
    // A kernel may be called like a function: then its body is a helper's.
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Callee != &F &&
            !Callee->hasFnAttribute(TooLarge))
          Call->addFnAttr(Attribute::AlwaysInline);
  }
}

/// Work-item queries are the same everywhere in a work-item: at the entry they
/// are invariant to every loop.
static void hoistWorkItemQueries(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !builtinName(Callee->getName()).starts_with("get_") ||
        !all_of(Call->args(), [](const Value *V) { return isa<Constant>(V); }))
      continue;
    if (Callee->isDeclaration())
      Call->moveBefore(F.getEntryBlock(),
                       F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  }
}

/// \p V in the first iteration of \p L, where that is a constant.
static Constant *firstValue(Value *V, const llvm::Loop &L, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (auto *C = dyn_cast<Constant>(V))
    return C;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || Depth == MaxDepth)
    return nullptr;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getParent() == L.getHeader() && L.getLoopPreheader()
               ? dyn_cast<Constant>(
                     Phi->getIncomingValueForBlock(L.getLoopPreheader()))
               : nullptr;
  if (!isa<BinaryOperator, CmpInst, CastInst>(I))
    return nullptr;
  SmallVector<Constant *, 2> Operands;
  for (Value *Operand : I->operands())
    if (Constant *C = firstValue(Operand, L, Depth + 1))
      Operands.push_back(C);
    else
      return nullptr;
  return ConstantFoldInstOperands(I, Operands, I->getDataLayout());
}

/// A loop that constants end in its first iteration does not turn.
static void openIfRunOnce(llvm::Loop &L) {
  auto *Test = L.getLoopLatch()
                   ? dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator())
                   : nullptr;
  if (!Test || !Test->isConditional())
    return;
  const auto *Goes =
      dyn_cast_or_null<ConstantInt>(firstValue(Test->getCondition(), L));
  if (Goes && !L.contains(Test->getSuccessor(Goes->isZero())))
    Test->setCondition(ConstantInt::getBool(Test->getContext(), Goes->isOne()));
}

/// True where \p L counts by a constant up to what it does not change.
static bool ends(const llvm::Loop &L) {
  const auto *Test = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  const auto *Compare = Test && Test->isConditional()
                            ? dyn_cast<ICmpInst>(Test->getCondition())
                            : nullptr;
  if (!Compare || !L.isLoopExiting(L.getLoopLatch()))
    return false;
  auto Counts = [&](const PHINode &Phi) {
    const Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
    return match(Next, m_Add(m_Specific(&Phi), m_ConstantInt())) &&
           (is_contained(Compare->operand_values(), Next) ||
            is_contained(Compare->operand_values(), &Phi));
  };
  return any_of(L.getHeader()->phis(), Counts) &&
         any_of(Compare->operand_values(),
                [&](const Value *V) { return L.isLoopInvariant(V); });
}

/// A loop that leaves nothing behind: compilers drop it.
static bool isDead(const llvm::Loop &L) {
  const BasicBlock *Exit = L.getUniqueExitBlock();
  return Exit && L.getLoopPreheader() && L.getLoopLatch() &&
         L.hasDedicatedExits() && L.getSubLoops().empty() && ends(L) &&
         all_of(Exit->phis(),
                [&](const PHINode &Phi) {
                  return Phi.hasConstantValue() &&
                         L.isLoopInvariant(Phi.getIncomingValue(0));
                }) &&
         none_of(L.blocks(), [](const BasicBlock *B) {
           return any_of(
               *B, [](const Instruction &I) { return I.mayHaveSideEffects(); });
         });
}

namespace {
/// Rotates every loop, and marks those that test before their first iteration,
/// as `for` and `while` do: rotated they look like `do`, behind an `if`.
/// Without scalar evolution, which would follow what each value leads to, and
/// without dominators, of which each rotation changes those of all that
/// follows.
struct RotateLoopsPass : PassInfoMixin<RotateLoopsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    constexpr unsigned MaxHeaderSize = 16; // as LLVM's own
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    auto &AC = FAM.getResult<AssumptionAnalysis>(F);
    const SimplifyQuery Query(F.getDataLayout(), /*DT=*/nullptr, &AC);
    const SmallVector<llvm::Loop *, 4> Loops = LI.getLoopsInPreorder();
    for (llvm::Loop *L : reverse(Loops)) {
      const BasicBlock &Header = *L->getHeader();
      if (L->isLoopExiting(&Header) && !L->isLoopLatch(&Header)) {
        // A body before the test stays one: rotated, a part of it runs before
        // the loop.
        if (any_of(Header,
                   [](const Instruction &I) { return I.mayHaveSideEffects(); }))
          continue;
        addStringMetadataToLoop(L, TestsFirst.data(), 1);
      }
      LoopRotation(L, &LI, &FAM.getResult<TargetIRAnalysis>(F), &AC,
                   /*DT=*/nullptr, /*SE=*/nullptr, /*MSSAU=*/nullptr, Query,
                   /*RotationOnly=*/true, MaxHeaderSize, /*IsUtilMode=*/false);
      openIfRunOnce(*L);
      if (isDead(*L))
        deleteDeadLoop(L, /*DT=*/nullptr, /*SE=*/nullptr, &LI);
    }
    return PreservedAnalyses::none();
  }
};

/// Makes one operation of a rotation that is written as two shifts. InstCombine
/// does too, after it has asked what bits each shift may set: in hash
/// functions, half of its time.
struct FormRotationsPass : PassInfoMixin<FormRotationsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      Value *V;
      const APInt *Left, *Right;
      if (!match(&I, m_c_Or(m_OneUse(m_Shl(m_Value(V), m_APInt(Left))),
                            m_OneUse(m_LShr(m_Deferred(V), m_APInt(Right))))) ||
          *Left + *Right != Left->getBitWidth())
        continue;
      I.replaceAllUsesWith(IRBuilder<>(&I).CreateIntrinsic(
          Intrinsic::fshl, I.getType(),
          {V, V, ConstantInt::get(I.getType(), *Left)}));
      I.eraseFromParent();
    }
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
  }
};

/// Computes a shift or quotient by which a counter moves before its loop, where
/// it stays the same: within, scalar evolution takes it for something that
/// changes.
struct HoistStepsPass : PassInfoMixin<HoistStepsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    bool Changed = false;
    for (llvm::Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      for (PHINode &Phi : L->getHeader()->phis()) {
        Value *Step;
        if (L->getLoopLatch() &&
            match(Phi.getIncomingValueForBlock(L->getLoopLatch()),
                  m_c_Add(m_Specific(&Phi), m_Value(Step))) &&
            isOpaque(Step))
          L->makeLoopInvariant(Step, Changed);
      }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  static bool isOpaque(const Value *Step) {
    while (const auto *Cast = dyn_cast<CastInst>(Step))
      Step = Cast->getOperand(0);
    const auto *I = dyn_cast<BinaryOperator>(Step);
    return I && (I->isShift() || I->isIntDivRem());
  }
};

/// Makes a case the default of a `switch` that has every case that can be. A
/// default that nothing reaches would look like a way out of a loop.
struct DropImpossibleDefaultsPass : PassInfoMixin<DropImpossibleDefaultsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    bool Changed = false;
    for (BasicBlock &B : F) {
      auto *Switch = dyn_cast<SwitchInst>(B.getTerminator());
      if (!Switch || !Switch->getNumCases() ||
          !isa<UnreachableInst>(
              Switch->getDefaultDest()->getFirstNonPHIOrDbg()))
        continue;
      const auto Last = std::prev(Switch->case_end());
      Switch->getDefaultDest()->removePredecessor(&B);
      Switch->setDefaultDest(Last->getCaseSuccessor());
      Switch->removeCase(Last);
      Changed = true;
    }
    if (!Changed)
      return PreservedAnalyses::all();
    removeUnreachableBlocks(F);
    return PreservedAnalyses::none();
  }
};
} // namespace

static FunctionPassManager kernelPasses(bool HasLoops) {
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(FormRotationsPass()); // whose shifts the next one drops
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(SimplifyCFGPass());
  if (HasLoops) {
    Passes.addPass(ADCEPass()); // of loops that leave nothing behind
    Passes.addPass(LoopSimplifyPass());
    Passes.addPass(LCSSAPass());
    Passes.addPass(RotateLoopsPass());
  }
  // Its check of its own fixpoint, off here, is fatal on some real kernels.
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(DropImpossibleDefaultsPass());
  Passes.addPass(NarrowCountersPass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(HoistStepsPass());
  Passes.addPass(LCSSAPass());
  return Passes;
}

/// Lets integers that depend on memory wrap. Indices and loops keep what is
/// known of them.
static void wrapData(Function &F) {
  SmallVector<Instruction *, 32> Work;
  for (Instruction &I : instructions(F))
    if (I.mayReadFromMemory() && !I.getType()->isVoidTy())
      Work.push_back(&I);
  SmallPtrSet<Instruction *, 32> Seen(Work.begin(), Work.end());
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users())
      if (auto *I = dyn_cast<Instruction>(U); I && Seen.insert(I).second) {
        if (isa<BinaryOperator>(I) && I->getType()->isIntOrIntVectorTy())
          I->dropPoisonGeneratingFlags();
        Work.push_back(I);
      }
}

static void runCanonicalPipeline(Module &M, SourceForms &Sources,
                                 DataOverflow Overflow,
                                 const FactsOfSource &Facts) {
  PassAnalyses Analyses;
  FunctionAnalysisManager &FAM = Analyses.FAM;
  ModuleAnalysisManager &MAM = Analyses.MAM;
  auto Inline = [&] {
    relaxAttributes(M);
    requestInlining(M);
    MAM.invalidate(M, AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, MAM));
  };
  FunctionPassManager ToValues;
  ToValues.addPass(SROAPass(SROAOptions::PreserveCFG));
  auto RunToValues = [&](bool OfKernels) {
    for (Function &F : M)
      if (!F.isDeclaration() && isKernel(F) == OfKernels)
        FAM.invalidate(F, ToValues.run(F, FAM));
  };
  for (Function &F : M)
    if (!F.isDeclaration()) {
      keepWrittenSigns(F);
      threadScopeExits(F);
      joinLatches(F);
    }
  const BytesByPlace Copies = copiesOf(M);
  // Who reads a table of constants executes a load, until that is counted.
  SmallVector<GlobalVariable *, 8> Tables;
  for (GlobalVariable &G : M.globals())
    if (G.isConstant())
      Tables.push_back(&G);
  for (GlobalVariable *G : Tables)
    G->setConstant(false);
  RunToValues(/*OfKernels=*/false);
  emptyTooLarge(M, FAM);
  for (Function &F : M)
    if (!F.isDeclaration() && !isKernel(F))
      hideConstants(F);
  Inline();
  for (Function &F : M)
    if (isKernel(F))
      copyStructures(F);
  RunToValues(/*OfKernels=*/true);
  for (Function &F : M)
    if (F.hasFnAttribute(HlsFunctions))
      FAM.invalidate(F, InferAddressSpacesPass(/*AddressSpace=*/0).run(F, FAM));
  for (Function &F : M)
    if (isKernel(F)) {
      if (dropNullBranches(F))
        FAM.invalidate(F, PreservedAnalyses::none());
      Sources[&F] = tallySource(F, FAM.getResult<LoopAnalysis>(F),
                                FAM.getResult<DominatorTreeAnalysis>(F), Facts);
      Sources[&F].Copies = Copies;
    }
  showConstants(M);
  for (GlobalVariable *G : Tables)
    G->setConstant(true);
  if (Overflow == DataOverflow::Wraps)
    for (Function &F : M)
      if (isKernel(F))
        wrapData(F);
  // The author wrote clamp(), not its body.
  if (linkStructuralBuiltins(M, Overflow == DataOverflow::Wraps
                                    ? BuiltinBodies::OfCores
                                    : BuiltinBodies::Structural))
    Inline();
  // Helpers that are left now stay helpers, and nobody reads them.
  FunctionPassManager Looping = kernelPasses(/*HasLoops=*/true),
                      Straight = kernelPasses(/*HasLoops=*/false);
  FunctionPassManager ForCores, ForModels;
  ForCores.addPass(ForwardStoresPass());
  ForModels.addPass(StoreComponentsPass());
  for (Function &F : M) {
    if (!isKernel(F))
      continue;
    hoistWorkItemQueries(F);
    answerNullTests(F);
    FunctionPassManager &Passes =
        FAM.getResult<LoopAnalysis>(F).empty() ? Straight : Looping;
    FAM.invalidate(F, Passes.run(F, FAM));
    FunctionPassManager &Last =
        Overflow == DataOverflow::Wraps ? ForCores : ForModels;
    FAM.invalidate(F, Last.run(F, FAM));
    if (Overflow == DataOverflow::Wraps && splitWideIntegers(F)) {
      FAM.invalidate(F, PreservedAnalyses::none());
      FAM.invalidate(F, InstCombinePass().run(F, FAM));
    }
  }
}

namespace {

/// While it lives no pass tells anything of \p Context, and names may be kept:
/// what happens to the clone is not what happens to the user's code.
class Silence {
public:
  explicit Silence(LLVMContext &Context)
      : Context(Context), Handler(Context.getDiagnosticHandler()),
        Records(Context.getLLVMRemarkStreamer()),
        DropsNames(Context.shouldDiscardValueNames()) {
    Context.setDiagnosticHandler(std::make_unique<QuietHandler>());
    Context.setLLVMRemarkStreamer(nullptr);
  }
  ~Silence() {
    Context.setDiscardValueNames(DropsNames);
    Context.setDiagnosticHandler(std::move(Handler));
    if (Records)
      Context.setLLVMRemarkStreamer(std::make_unique<LLVMRemarkStreamer>(
          *Context.getMainRemarkStreamer()));
  }
  Silence(const Silence &) = delete;
  Silence &operator=(const Silence &) = delete;

private:
  struct QuietHandler : DiagnosticHandler {
    bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
    bool isAnalysisRemarkEnabled(StringRef) const override { return false; }
    bool isMissedOptRemarkEnabled(StringRef) const override { return false; }
    bool isPassedOptRemarkEnabled(StringRef) const override { return false; }
    bool isAnyRemarkEnabled() const override { return false; }
  };

  LLVMContext &Context;
  std::unique_ptr<DiagnosticHandler> Handler;
  bool Records, DropsNames;
};

} // namespace

std::unique_ptr<Module> canonicalClone(const Module &M, SourceForms &Sources,
                                       DataOverflow Overflow,
                                       const FactsOfSource &Facts,
                                       ArrayRef<std::string> Tops) {
  Silence OfPasses(M.getContext());
  std::unique_ptr<Module> Clone = cloneKernels(M, Tops);
  if (!Tops.empty())
    makeHlsKernels(*Clone, Tops);
  runCanonicalPipeline(*Clone, Sources, Overflow, Facts);
  return Clone;
}

} // namespace roofline
