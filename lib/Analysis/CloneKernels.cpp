// A module of the kernels alone, to be changed by the analysis.
//
/// \file
/// llvm::CloneModule copies every function and all debug information, which
/// costs as much as a third of the analysis. Here a function is copied when a
/// kernel needs it, and metadata, which belongs to the context, not at all.
#include "roofline/Analysis/CloneKernels.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
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

namespace {

/// Copies globals as they are met.
class KernelCloner final : public ValueMaterializer {
public:
  explicit KernelCloner(const Module &From)
      : From(From), To(std::make_unique<Module>(From.getModuleIdentifier(),
                                                From.getContext())) {
    To->setSourceFileName(From.getSourceFileName());
    To->setDataLayout(From.getDataLayout());
    To->setTargetTriple(From.getTargetTriple());
  }

  std::unique_ptr<Module> run() {
    for (const Function &F : From)
      if (isKernel(F))
        copy(F);
    if (const GlobalVariable *Notes =
            From.getNamedGlobal("llvm.global.annotations"))
      copy(*Notes);
    while (!Bodies.empty())
      copyBody(*Bodies.pop_back_val());
    if (const NamedMDNode *Kernels = From.getNamedMetadata("opencl.kernels")) {
      NamedMDNode *New = To->getOrInsertNamedMetadata("opencl.kernels");
      for (const MDNode *Entry : Kernels->operands())
        New->addOperand(MapMetadata(Entry, Map, RF_None, nullptr, this));
    }
    // In the order of the source, which is the order of the report.
    for (const Function &F : From)
      if (auto *New = cast_or_null<Function>(Map.lookup(&F)))
        To->getFunctionList().splice(To->end(), To->getFunctionList(),
                                     New->getIterator());
    return std::move(To);
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
  Constant *map(const Constant &C) {
    return MapValue(&C, Map, RF_NoModuleLevelChanges, nullptr, this);
  }

  Function &copy(const Function &F) {
    if (Value *Known = Map.lookup(&F))
      return *cast<Function>(Known);
    Function *New =
        Function::Create(F.getFunctionType(), F.getLinkage(),
                         F.getAddressSpace(), F.getName(), To.get());
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
        *To, G.getValueType(), G.isConstant(), G.getLinkage(), nullptr,
        G.getName(), nullptr, G.getThreadLocalMode(), G.getAddressSpace());
    Map[&G] = New;
    New->copyAttributesFrom(&G);
    if (G.hasInitializer())
      New->setInitializer(map(*G.getInitializer()));
    return *New;
  }

  void copyBody(const Function &F) {
    Function &New = *cast<Function>(Map.lookup(&F));
    for (auto [Old, Copy] : zip_equal(F.args(), New.args())) {
      Copy.setName(Old.getName());
      Map[&Old] = &Copy;
    }
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionBodyInto(New, F, Map, RF_NoModuleLevelChanges, Returns, "",
                          nullptr, nullptr, this);
  }

  const Module &From;
  std::unique_ptr<Module> To;
  ValueToValueMapTy Map;
  SmallVector<const Function *, 8> Bodies; ///< declared, not yet copied
};

} // namespace

std::unique_ptr<Module> cloneKernels(const Module &M) {
  return KernelCloner(M).run();
}

} // namespace roofline
