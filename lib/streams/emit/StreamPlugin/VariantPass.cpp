// The pass `fpga-variants`: a kernel and its launch as executable variant IR.
#include "roofline/StreamPlugin/VariantPass.h"

#include "roofline/Variants/AddVariants.h"
#include "roofline/Variants/KernelVariant.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

PreservedAnalyses VariantPass::run(Module &M, ModuleAnalysisManager &) {
  Expected<VariantRequest> Request = parseVariantRequest(Parameters);
  Error E = Request ? addVariants(M, *Request) : Request.takeError();
  if (!E)
    return PreservedAnalyses::none();
  M.getContext().emitError("fpga-variants: " + toString(std::move(E)));
  return PreservedAnalyses::all();
}

} // namespace roofline
