// Bodies for OpenCL builtins that are structure, not operators.
//
/// \file
/// clamp, mad, dot, smoothstep, ... get libclc's body, so that their cost is
/// the cost of what they consist of. sqrt, exp, sin, ... stay calls: operators
/// of the device's latency table. Without libclc every builtin stays a call.
#ifndef ROOFLINE_ANALYSIS_STRUCTURALBUILTINS_H
#define ROOFLINE_ANALYSIS_STRUCTURALBUILTINS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace roofline {

/// Name of an OpenCL builtin from its Itanium-mangled symbol: "_Z5clampfff"
/// gives "clamp". \p Symbol itself where it is not mangled.
llvm::StringRef builtinName(llvm::StringRef Symbol);

/// Links libclc's bodies of the structural builtins that \p M calls.
void linkStructuralBuiltins(llvm::Module &M);

} // namespace roofline

#endif
