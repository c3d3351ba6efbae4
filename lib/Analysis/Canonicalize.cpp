// The canonical clone that every analysis reads.
#include "roofline/Analysis/Canonicalize.h"

#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace roofline {

bool isKernel(const Function &F) {
  if (F.isDeclaration())
    return false;
  if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
    return true;
  const NamedMDNode *Kernels = F.getParent()->getNamedMetadata("opencl.kernels");
  if (!Kernels)
    return false;
  for (const MDNode *Entry : Kernels->operands())
    if (Entry->getNumOperands() &&
        mdconst::dyn_extract_or_null<Function>(Entry->getOperand(0)) == &F)
      return true;
  return false;
}

/// Makes every helper inlinable and drops what only matters to code generation.
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
      F.addFnAttr(Attribute::AlwaysInline);
      F.setLinkage(GlobalValue::InternalLinkage);
      F.setComdat(nullptr);
    }
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        Call->removeFnAttr(Attribute::Convergent);
        Call->removeFnAttr(Attribute::NoInline);
        // A kernel may be called like a function: then its body is a helper's.
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Callee != &F)
          Call->addFnAttr(Attribute::AlwaysInline);
      }
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

static void runCanonicalPipeline(Module &M) {
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
  auto Run = [&](StringRef Pipeline) {
    ModulePassManager MPM;
    Error E = PB.parsePassPipeline(MPM, Pipeline);
    assert(!E && "the canonical pipeline is well-formed");
    consumeError(std::move(E));
    MPM.run(M, MAM);
  };
  // Helpers are simplified before they are copied into their callers: a helper
  // of a hundred calls would otherwise be simplified a hundred times.
  Run("globaldce,function(sroa<modify-cfg>,early-cse),always-inline,globaldce");
  for (Function &F : M)
    if (!F.isDeclaration())
      hoistWorkItemQueries(F);
  // instcombine's own fixpoint check is fatal on some real kernels.
  Run("function(sroa<modify-cfg>,early-cse<memssa>,"
      "instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa,"
      "loop(loop-rotate,indvars),instcombine<no-verify-fixpoint>,"
      "simplifycfg,loop-simplify,lcssa)");
}

std::unique_ptr<Module> canonicalClone(const Module &M) {
  std::unique_ptr<Module> Clone = CloneModule(M);
  linkStructuralBuiltins(*Clone);
  relaxAttributes(*Clone);
  runCanonicalPipeline(*Clone);
  return Clone;
}

} // namespace roofline
