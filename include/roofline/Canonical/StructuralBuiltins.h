// Bodies for OpenCL builtins that are structure, not operators.
//
/// \file
/// clamp, mad, dot, smoothstep, ... get libclc's body, so that their cost is
/// the cost of what they consist of. sqrt, exp, sin, ... stay calls: operators
/// of the device's latency table. The bodies are cut out of libclc when
/// Roofline is built (tools/builtin-library), because loading all of libclc
/// takes longer than compiling a kernel: one file of LLVM assembly for each
/// name, of which the variants that a kernel calls are parsed (bitcode is read,
/// and linked, in ten times that). A builtin without a body stays a call.
#ifndef ROOFLINE_CANONICAL_STRUCTURALBUILTINS_H
#define ROOFLINE_CANONICAL_STRUCTURALBUILTINS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace roofline {

/// Name of an OpenCL builtin from its Itanium-mangled symbol: "_Z5clampfff"
/// gives "clamp". \p Symbol itself where it is not mangled.
llvm::StringRef builtinName(llvm::StringRef Symbol);

/// True for builtins that consist of a few plain operations.
bool isStructuralBuiltin(llvm::StringRef Name);

/// The file, without ".ll", that holds the bodies of builtin \p Name.
std::string builtinGroup(llvm::StringRef Name);

/// Links libclc's bodies of the structural builtins that \p M calls; false
/// where it calls none.
bool linkStructuralBuiltins(llvm::Module &M);

/// Nothing, or why no structural builtin has a body: a build without libclc.
std::optional<std::string> whyNoBuiltins();

} // namespace roofline

#endif
