// libRoofline.so: the plugin of clang and opt.
#include "roofline/LLVM/LLVMVersions.h"
#include "roofline/Plugin/CoresLoader.h"
#include "roofline/Plugin/CostPass.h"
#include "roofline/Report/SummaryPrinter.h"

#include "llvm/Passes/PassBuilder.h"
#include ROOFLINE_PASS_PLUGIN_HEADER

using namespace llvm;
using namespace roofline;

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
#define ROOFLINE_MODULE_PASS(NAME, CONSTRUCTOR)                                \
  if (Name == NAME) {                                                          \
    MPM.addPass(CONSTRUCTOR);                                                  \
    return true;                                                               \
  }
#include "PassRegistry.def"
#undef ROOFLINE_MODULE_PASS
        return addCoresPass(Name, MPM);
      });
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(CostPass(CostPass::Unheard::Skip));
        MPM.addPass(RemoveHintsPass());
      });
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Roofline", ROOFLINE_VERSION,
          registerPasses};
}
