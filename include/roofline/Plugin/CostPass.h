// The pass `fpga-cost`: prices every kernel and tells it as remarks.
//
/// \file
/// Runs on the user's module without changing it. In clang it runs by itself
/// and only when someone listens (-Rpass-analysis, -fsave-optimization-record);
/// named in opt's pipeline without a listener it prints the report.
/// Try: opt-22 -load-pass-plugin=libRoofline.so -passes=fpga-cost k.ll
#ifndef ROOFLINE_PLUGIN_COSTPASS_H
#define ROOFLINE_PLUGIN_COSTPASS_H

#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace roofline {

/// The macros that the vendor's compiler for -fpga-device defines.
std::vector<std::string> deviceDefines();

class CostPass : public llvm::PassInfoMixin<CostPass> {
public:
  enum class Unheard { Skip, Print };
  explicit CostPass(Unheard WithoutListener)
      : WithoutListener(WithoutListener) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  Unheard WithoutListener;
};

/// `print<fpga-cost>`: the text report on standard output.
class CostPrinterPass : public llvm::PassInfoMixin<CostPrinterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// `print<fpga-analysis>`: what the analyses found, as text.
class AnalysisPrinterPass : public llvm::PassInfoMixin<AnalysisPrinterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// `print<fpga-summary>`: the same as JSON.
class SummaryPrinterPass : public llvm::PassInfoMixin<SummaryPrinterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace roofline

#endif
