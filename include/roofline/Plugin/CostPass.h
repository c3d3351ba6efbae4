// The pass `fpga-cost`: prices every kernel and reports it by remarks.
//
/// \file
/// Does not change the user's module. Clang runs the pass by default, but only
/// when remarks are enabled (-Rpass-analysis, -fsave-optimization-record). In
/// opt's pipeline, without remarks, the pass prints the report.
/// Try: opt-22 -load-pass-plugin=libRoofline.so -passes=fpga-cost k.ll
#ifndef ROOFLINE_PLUGIN_COSTPASS_H
#define ROOFLINE_PLUGIN_COSTPASS_H

#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace roofline {

struct KernelSummary;

/// Macros that the vendor's compiler defines for the device of -fpga-device.
std::vector<std::string> deviceDefines();

/// True where -fpga-keep-hints leaves attributes and pragmas in the IR.
bool keepsHints();

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

/// Takes the hints of pragmas out of the module, when CostPass has read them.
class RemoveHintsPass : public llvm::PassInfoMixin<RemoveHintsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// `print<fpga-cost>`: the text report on standard output.
class CostPrinterPass : public llvm::PassInfoMixin<CostPrinterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// `print<fpga-analysis>`, `print<fpga-guards>`, `print<fpga-tallies>`: results
/// of the analyses as text.
class AnalysisPrinterPass : public llvm::PassInfoMixin<AnalysisPrinterPass> {
public:
  using Printer = void(const KernelSummary &, llvm::raw_ostream &);
  explicit AnalysisPrinterPass(Printer &Print) : Print(&Print) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  Printer *Print;
};

/// `print<fpga-summary>`: results of the analyses as JSON.
class SummaryPrinterPass : public llvm::PassInfoMixin<SummaryPrinterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace roofline

#endif
