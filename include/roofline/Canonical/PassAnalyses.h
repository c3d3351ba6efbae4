// The analyses of a module's functions, for passes that are called one by one.
#ifndef ROOFLINE_CANONICAL_PASSANALYSES_H
#define ROOFLINE_CANONICAL_PASSANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace roofline {

struct PassAnalyses {
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  PassAnalyses() {
    llvm::PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }
};

} // namespace roofline

#endif
