// The pass `fpga-variants`: a kernel and its launch as executable variant IR.
//
/// \file
/// Adds a function KERNEL.variant for each kernel, or for the named one, and
/// keeps the kernels. A mistake in the parameters is an error of the
/// compilation, and so is a parameter that does not fit a kernel.
/// Format: docs/pass-fpga-variants.md.
/// Try: opt-22 -load-pass-plugin=libRoofline.so
///        -passes='fpga-variants<lanes=4;global=64x48>' -S k.ll
#ifndef ROOFLINE_STREAMPLUGIN_VARIANTPASS_H
#define ROOFLINE_STREAMPLUGIN_VARIANTPASS_H

#include "llvm/IR/PassManager.h"

#include <string>

namespace roofline {

class VariantPass : public llvm::PassInfoMixin<VariantPass> {
public:
  explicit VariantPass(llvm::StringRef Parameters)
      : Parameters(Parameters.str()) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  std::string Parameters;
};

} // namespace roofline

#endif
