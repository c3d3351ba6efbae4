// Builds variants in a clone and links them back.
#include "roofline/Variants/AddVariants.h"

#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Variants/KernelVariant.h"

#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

using namespace llvm;

namespace roofline {

/// Leaves of \p M the functions \p Kept and what they use.
static void reduceTo(Module &M, ArrayRef<Function *> Kept) {
  if (GlobalVariable *Notes = M.getNamedGlobal("llvm.global.annotations"))
    Notes->eraseFromParent();
  if (NamedMDNode *Kernels = M.getNamedMetadata("opencl.kernels"))
    M.eraseNamedMetadata(Kernels);
  for (Function &F : M)
    if (!F.isDeclaration() && !is_contained(Kept, &F))
      F.deleteBody();
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
}

Error addVariants(Module &M, const VariantRequest &Request) {
  SourceForms Sources;
  std::unique_ptr<Module> Clone = canonicalClone(M, Sources);
  SmallVector<Function *, 4> Kernels, Variants;
  for (Function &F : *Clone)
    if (isKernel(F) &&
        (Request.Kernel.empty() || Request.Kernel == F.getName()))
      Kernels.push_back(&F);
  if (Kernels.empty())
    return createStringError(Request.Kernel.empty() ? "there is no kernel"
                                                    : "there is no kernel '" +
                                                          Request.Kernel + "'");
  for (Function *Kernel : Kernels) {
    std::string Name = (Kernel->getName() + ".variant").str();
    if (M.getNamedValue(Name))
      return createStringError("there is a '" + Name + "' already");
    Expected<Function *> Variant = buildVariant(*Kernel, Request, Name);
    if (!Variant)
      return Variant.takeError();
    Variants.push_back(*Variant);
  }
  reduceTo(*Clone, Variants);
  if (Linker::linkModules(M, std::move(Clone)))
    return createStringError("the variant cannot be linked");
  return Error::success();
}

} // namespace roofline
