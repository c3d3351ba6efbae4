// The pass `fpga-cost`: prices every kernel and tells it as remarks.
//
/// \file
/// Runs on the user's module without changing it. Remarks have the pass name
/// `fpga-cost` and are computed only when someone listens: -Rpass-analysis,
/// -fsave-optimization-record.
/// Try: clang-22 -fplugin=libRoofline.so -fpass-plugin=libRoofline.so \
///        -target spir64 -cl-std=CL2.0 -O2 -emit-llvm -c k.cl -Rpass-analysis=fpga-cost
#ifndef ROOFLINE_PLUGIN_COSTPASS_H
#define ROOFLINE_PLUGIN_COSTPASS_H

#include "roofline/Model/Design.h"
#include "roofline/Model/Estimate.h"

#include "llvm/IR/PassManager.h"

#include <optional>
#include <string>

namespace roofline {

struct CostOptions {
  std::string Device = "de5net"; ///< name or path of a device file
  Launch L;
  ModelForm Form = ModelForm::Hpca16;
  std::optional<Hertz> Clock;
};

class CostPass : public llvm::PassInfoMixin<CostPass> {
public:
  explicit CostPass(CostOptions Options) : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  CostOptions Options;
};

/// `print<fpga-summary>`: the summaries as JSON on standard output.
class SummaryPrinterPass : public llvm::PassInfoMixin<SummaryPrinterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace roofline

#endif
