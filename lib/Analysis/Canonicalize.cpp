// The canonical clone that every analysis reads.
#include "roofline/Analysis/Canonicalize.h"

#include "roofline/Analysis/CloneKernels.h"
#include "roofline/Analysis/ScopeExits.h"
#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

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

/// Helpers that stay calls because a kernel would grow too large; the analysis
/// names each call as an unknown.
static SmallPtrSet<const Function *, 4> tooLargeToInline(const Module &M) {
  DenseMap<const Function *, uint64_t> Sizes;
  SmallPtrSet<const Function *, 4> Result;
  if (none_of(M, [&](const Function &F) {
        return isKernel(F) && inlinedSize(F, Sizes) > MaxKernelSize;
      }))
    return Result;
  for (const Function &F : M)
    if (!F.isDeclaration() && !isKernel(F) &&
        !F.getName().starts_with("__clang_ocl_kern_imp_") &&
        inlinedSize(F, Sizes) > MaxHelperSize)
      Result.insert(&F);
  return Result;
}

/// Drops what only matters to code generation.
static void relaxAttributes(Module &M) {
  for (Function &F : M) {
    F.removeFnAttr(Attribute::OptimizeNone);
    F.removeFnAttr(Attribute::NoInline);
    F.removeFnAttr(Attribute::Convergent);
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
  const SmallPtrSet<const Function *, 4> TooLarge = tooLargeToInline(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (!isKernel(F))
      F.addFnAttr(TooLarge.contains(&F) ? Attribute::NoInline
                                        : Attribute::AlwaysInline);
    // A kernel may be called like a function: then its body is a helper's.
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Callee != &F &&
            !TooLarge.contains(Callee))
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
      Call->moveBefore(F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  }
}

namespace {
/// Marks the loops that test before their first iteration, as `for` and `while`
/// do: rotated they look like `do`, behind an `if`.
struct MarkTestsFirstPass : PassInfoMixin<MarkTestsFirstPass> {
  PreservedAnalyses run(llvm::Loop &L, LoopAnalysisManager &,
                        LoopStandardAnalysisResults &, LPMUpdater &) {
    if (L.isLoopExiting(L.getHeader()) && !L.isLoopLatch(L.getHeader()))
      addStringMetadataToLoop(&L, TestsFirst.data(), 1);
    return PreservedAnalyses::all();
  }
};

/// Of a `switch` that has every case that can be, a case is the default: one
/// that nothing reaches would look like a way out of a loop.
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
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(SimplifyCFGPass());
  if (HasLoops) {
    LoopPassManager OfLoops;
    OfLoops.addPass(MarkTestsFirstPass());
    OfLoops.addPass(LoopRotatePass());
    OfLoops.addPass(IndVarSimplifyPass());
    Passes.addPass(createFunctionToLoopPassAdaptor(std::move(OfLoops)));
  }
  // Its check of its own fixpoint, off here, is fatal on some real kernels.
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(DropImpossibleDefaultsPass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  return Passes;
}

/// What depends on memory wraps; indices and loops keep what is known of them.
static void wrapData(Function &F) {
  SmallVector<Instruction *, 32> Work;
  for (Instruction &I : instructions(F))
    if (I.mayReadFromMemory() && !I.getType()->isVoidTy())
      Work.push_back(&I);
  SmallPtrSet<Instruction *, 32> Seen(llvm::from_range, Work);
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users())
      if (auto *I = dyn_cast<Instruction>(U); I && Seen.insert(I).second) {
        if (isa<BinaryOperator>(I) && I->getType()->isIntOrIntVectorTy())
          I->dropPoisonGeneratingFlags();
        Work.push_back(I);
      }
}

static void runCanonicalPipeline(Module &M, SourceForms &Sources,
                                 DataOverflow Overflow) {
  PassBuilder PB;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
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
  RunToValues(/*OfKernels=*/false);
  Inline();
  RunToValues(/*OfKernels=*/true);
  for (Function &F : M)
    if (isKernel(F)) {
      Sources[&F] = tallySource(F, FAM.getResult<LoopAnalysis>(F),
                                FAM.getResult<DominatorTreeAnalysis>(F));
      Sources[&F].Copies = Copies;
    }
  if (Overflow == DataOverflow::Wraps)
    for (Function &F : M)
      if (isKernel(F))
        wrapData(F);
  // The author wrote clamp(), not its body.
  if (linkStructuralBuiltins(M))
    Inline();
  // What is still a helper now stays one, and nobody reads it.
  FunctionPassManager Looping = kernelPasses(/*HasLoops=*/true),
                      Straight = kernelPasses(/*HasLoops=*/false);
  for (Function &F : M) {
    if (!isKernel(F))
      continue;
    hoistWorkItemQueries(F);
    FunctionPassManager &Passes =
        FAM.getResult<LoopAnalysis>(F).empty() ? Straight : Looping;
    FAM.invalidate(F, Passes.run(F, FAM));
  }
}

namespace {

/// While it lives no pass tells anything of \p Context: what happens to the
/// clone is not what happens to the user's code.
class Silence {
public:
  explicit Silence(LLVMContext &Context)
      : Context(Context), Handler(Context.getDiagnosticHandler()),
        Records(Context.getLLVMRemarkStreamer()) {
    Context.setDiagnosticHandler(std::make_unique<QuietHandler>());
    Context.setLLVMRemarkStreamer(nullptr);
  }
  ~Silence() {
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
  bool Records;
};

} // namespace

std::unique_ptr<Module> canonicalClone(const Module &M, SourceForms &Sources,
                                       DataOverflow Overflow) {
  Silence OfPasses(M.getContext());
  std::unique_ptr<Module> Clone = cloneKernels(M);
  runCanonicalPipeline(*Clone, Sources, Overflow);
  return Clone;
}

} // namespace roofline
