// Passes of libRooflineCores.so, the library that stands beside this plugin.
//
/// \file
/// The library is loaded when a pipeline names one of its passes, so that a
/// compile that needs the analyser alone neither has nor loads it.
#ifndef ROOFLINE_PLUGIN_CORESLOADER_H
#define ROOFLINE_PLUGIN_CORESLOADER_H

#include "llvm/IR/PassManager.h"

namespace roofline {

/// Adds the pass \p Name, "fpga-variants<..>", to \p MPM. Where the library is
/// not there, adds a pass that says so as an error of the compilation. False:
/// the library has no pass of the name.
bool addCoresPass(llvm::StringRef Name, llvm::ModulePassManager &MPM);

} // namespace roofline

#endif
