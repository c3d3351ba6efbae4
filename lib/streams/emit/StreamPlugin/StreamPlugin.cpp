// libRooflineCores.so: the passes of kernels that become hardware, for
// libRoofline.so.
#include "roofline/StreamPlugin/VariantPass.h"

using namespace llvm;

/// Adds the pass \p Name to \p MPM: "fpga-variants" or "fpga-variants<..>".
/// False: there is none of that name.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT bool
rooflineAddCoresPass(StringRef Name, ModulePassManager &MPM) {
  if (!Name.consume_front("fpga-variants") ||
      !(Name.empty() || (Name.consume_front("<") && Name.consume_back(">"))))
    return false;
  MPM.addPass(roofline::VariantPass(Name));
  return true;
}
