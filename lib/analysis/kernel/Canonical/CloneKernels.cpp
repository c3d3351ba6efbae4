// A module of the kernels alone, to be changed by the analysis.
//
/// \file
/// llvm::CloneModule copies every function and all debug information, which
/// costs as much as a third of the analysis. Here a function is copied when a
/// kernel needs it, and metadata, which belongs to the context, not at all.
#include "roofline/Canonical/CloneKernels.h"

#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace roofline {

bool isKernel(const Function &F) {
  if (F.isDeclaration())
    return false;
  if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
    return true;
  const NamedMDNode *Kernels =
      F.getParent()->getNamedMetadata("opencl.kernels");
  if (!Kernels)
    return false;
  for (const MDNode *Entry : Kernels->operands())
    if (Entry->getNumOperands() &&
        mdconst::dyn_extract_or_null<Function>(Entry->getOperand(0)) == &F)
      return true;
  return false;
}

std::optional<std::string> lackOfAddressSpaces(const Function &F) {
  // A buffer is never private memory, which is address space 0 of SPIR.
  const bool IsFlat = isKernel(F) && any_of(F.args(), [](const Argument &A) {
                        return A.getType()->isPointerTy() &&
                               A.getType()->getPointerAddressSpace() == 0 &&
                               !A.hasByValAttr();
                      });
  // Clang describes the arguments of every kernel, and of its body.
  const bool IsForeign = !F.isDeclaration() && !isKernel(F) &&
                         F.hasMetadata("kernel_arg_addr_space") &&
                         !F.getName().starts_with("__clang_ocl_kern_imp_");
  if (!IsFlat && !IsForeign)
    return std::nullopt;
  return "its buffers cannot be told from other memory, as target '" +
         targetTriple(*F.getParent()).str() +
         "' lacks the address spaces of SPIR: compile with -target spir64";
}

/// The argument of its function that \p V is, if need be by way of a slot that
/// takes nothing else.
static const Argument *forwardedArgument(const Value *V) {
  if (const auto *Load = dyn_cast<LoadInst>(V)) {
    const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
    if (!Slot || !Slot->hasNUses(2))
      return nullptr;
    for (const User *U : Slot->users())
      if (const auto *Store = dyn_cast<StoreInst>(U);
          Store && Store->getPointerOperand() == Slot)
        return dyn_cast<Argument>(Store->getValueOperand());
  }
  return dyn_cast<Argument>(V);
}

/// Where clang wrote the body of \p Kernel, which only calls it: to copy that
/// is cheaper than to copy and inline it.
static const Function *implementation(const Function &Kernel) {
  if (Kernel.size() != 1)
    return nullptr;
  const CallBase *Only = nullptr;
  for (const Instruction &I : Kernel.front()) {
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      if (Only)
        return nullptr;
      Only = Call;
    } else if (!isa<AllocaInst, LoadInst, StoreInst, ReturnInst>(I)) {
      return nullptr;
    }
  }
  const Function *Callee = Only ? Only->getCalledFunction() : nullptr;
  // Notes of attributes name it, too.
  const auto IsOther = [&](const User *U) {
    return U != Only && !isa<Constant>(U);
  };
  if (!Callee || Callee->isDeclaration() || any_of(Callee->users(), IsOther) ||
      Callee->getFunctionType() != Kernel.getFunctionType() ||
      Callee->getName() != ("__clang_ocl_kern_imp_" + Kernel.getName()).str())
    return nullptr;
  for (const Argument &A : Kernel.args())
    // A structure is passed by value and copied by the callee.
    if (forwardedArgument(Only->getArgOperand(A.getArgNo())) != &A ||
        Only->isPassPointeeByValueArgument(A.getArgNo()))
      return nullptr;
  return Callee;
}

namespace {

/// Copies globals as they are met.
class KernelCloner final : public ValueMaterializer {
public:
  KernelCloner(const Module &From, ArrayRef<std::string> Tops)
      : Source(From), Tops(Tops),
        Clone(std::make_unique<Module>(From.getModuleIdentifier(),
                                       From.getContext())) {
    Clone->setSourceFileName(From.getSourceFileName());
    Clone->setDataLayout(From.getDataLayout());
    Clone->setTargetTriple(From.getTargetTriple());
    copyDebugFormat(*Clone, From);
  }

  std::unique_ptr<Module> run() {
    for (const Function &F : Source)
      if (isChosen(F))
        copy(F);
    if (const GlobalVariable *Notes =
            Source.getNamedGlobal("llvm.global.annotations"))
      copy(*Notes);
    while (!Bodies.empty())
      copyBody(*Bodies.pop_back_val());
    if (const NamedMDNode *Kernels =
            Source.getNamedMetadata("opencl.kernels")) {
      NamedMDNode *New = Clone->getOrInsertNamedMetadata("opencl.kernels");
      for (const MDNode *Entry : Kernels->operands())
        New->addOperand(MapMetadata(Entry, Map, RF_None, nullptr, this));
    }
    order();
    return std::move(Clone);
  }

  Value *materialize(Value *V) override {
    if (const auto *F = dyn_cast<Function>(V))
      return &copy(*F);
    if (const auto *G = dyn_cast<GlobalVariable>(V))
      return &copy(*G);
    if (const auto *A = dyn_cast<GlobalAlias>(V))
      return map(*A->getAliasee());
    return nullptr;
  }

private:
  bool isChosen(const Function &F) const {
    return isKernel(F) || is_contained(Tops, F.getName());
  }

  /// Callees first, so that each is inlined where it is called and not again
  /// in every caller of its caller; then the kernels in the order of the
  /// source, which is the order of the report.
  void order() {
    SymbolTableList<Function> &List = Clone->getFunctionList();
    auto MoveToEnd = [&](Function &F) {
      List.splice(List.end(), List, F.getIterator());
    };
    CallGraph Calls(*Clone);
    for (const std::vector<CallGraphNode *> &Cycle :
         make_range(scc_begin(&Calls), scc_end(&Calls)))
      for (CallGraphNode *Node : Cycle)
        if (Function *F = Node->getFunction(); F && !F->isDeclaration())
          MoveToEnd(*F);
    for (const Function &F : Source)
      if (isChosen(F))
        MoveToEnd(*cast<Function>(Map.lookup(&F)));
  }

  Constant *map(const Constant &C) {
    return MapValue(&C, Map, RF_NoModuleLevelChanges, nullptr, this);
  }

  Function &copy(const Function &F) {
    if (Value *Known = Map.lookup(&F))
      return *cast<Function>(Known);
    Function *New =
        Function::Create(F.getFunctionType(), F.getLinkage(),
                         F.getAddressSpace(), F.getName(), Clone.get());
    Map[&F] = New;
    New->copyAttributesFrom(&F);
    New->setComdat(nullptr);
    New->copyMetadata(&F, 0);
    if (!F.isDeclaration())
      Bodies.push_back(&F);
    return *New;
  }

  GlobalVariable &copy(const GlobalVariable &G) {
    if (Value *Known = Map.lookup(&G))
      return *cast<GlobalVariable>(Known);
    auto *New = new GlobalVariable(
        *Clone, G.getValueType(), G.isConstant(), G.getLinkage(), nullptr,
        G.getName(), nullptr, G.getThreadLocalMode(), G.getAddressSpace());
    Map[&G] = New;
    New->copyAttributesFrom(&G);
    if (G.hasInitializer())
      New->setInitializer(map(*G.getInitializer()));
    return *New;
  }

  void copyBody(const Function &F) {
    Function &New = *cast<Function>(Map.lookup(&F));
    const Function *Body = isKernel(F) ? implementation(F) : nullptr;
    if (Body)
      New.setSubprogram(Body->getSubprogram());
    else
      Body = &F;
    for (auto [Old, Copy] : zip_equal(Body->args(), New.args())) {
      Copy.setName(Old.getName());
      Map[&Old] = &Copy;
    }
    for (const BasicBlock &B : *Body) {
      BasicBlock *Copy = CloneBasicBlock(&B, Map, "", &New);
      Map[&B] = Copy;
      if (B.hasAddressTaken())
        Map[BlockAddress::get(const_cast<BasicBlock *>(&B))] =
            BlockAddress::get(&New, Copy);
    }
    for (Instruction &I : instructions(New)) {
      RemapInstruction(&I, Map, RF_NoModuleLevelChanges, nullptr, this);
      RemapDbgRecordRange(Clone.get(), I.getDbgRecordRange(), Map,
                          RF_NoModuleLevelChanges, nullptr, this);
    }
  }

  const Module &Source;
  ArrayRef<std::string> Tops;
  std::unique_ptr<Module> Clone;
  ValueToValueMapTy Map;
  SmallVector<const Function *, 8> Bodies; ///< declared, not yet copied
};

} // namespace

std::unique_ptr<Module> cloneKernels(const Module &M,
                                     ArrayRef<std::string> Tops) {
  return KernelCloner(M, Tops).run();
}

} // namespace roofline
