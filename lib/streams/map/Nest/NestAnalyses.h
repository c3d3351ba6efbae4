// The analyses of a module's functions, for passes that are called one by one.
#ifndef ROOFLINE_LIB_NEST_NESTANALYSES_H
#define ROOFLINE_LIB_NEST_NESTANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace roofline {

struct NestAnalyses {
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  NestAnalyses() {
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
