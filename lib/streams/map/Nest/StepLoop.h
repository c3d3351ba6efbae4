// Loops over the steps of a simulation, around nests.
#ifndef ROOFLINE_LIB_NEST_STEPLOOP_H
#define ROOFLINE_LIB_NEST_STEPLOOP_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// True for a loop around other loops that stores, and along which no access
/// moves.
bool isLoopOfSteps(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Brings \p F into the form in which nests are recognised.
void tidyNests(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace roofline

#endif
