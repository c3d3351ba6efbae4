// Bodies for OpenCL builtins that combine plain operations.
//
/// \file
/// clamp, mad, dot, smoothstep, ... get libclc's body, so their cost is the
/// cost of the operations in it. sqrt, exp, sin, ... stay calls, as they are
/// operators of the device's latency table. tools/builtin-library cuts the
/// bodies out of libclc when Roofline is built, because to load all of libclc
/// takes longer than to compile a kernel. Each name has one file of LLVM
/// assembly; only the variants that a kernel calls are parsed. (Bitcode takes
/// ten times as long to read and link.) A builtin without a body stays a call.
#ifndef ROOFLINE_CANONICAL_STRUCTURALBUILTINS_H
#define ROOFLINE_CANONICAL_STRUCTURALBUILTINS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace roofline {

/// Returns the name of an OpenCL builtin from its Itanium-mangled symbol:
/// "_Z5clampfff" gives "clamp". Returns \p Symbol where it is not mangled.
llvm::StringRef builtinName(llvm::StringRef Symbol);

/// True for builtins that consist of a few plain operations.
bool isStructuralBuiltin(llvm::StringRef Name);

/// True for the functions of float and double, by mangled symbol, whose value
/// libclc computes by some dozen plain operations: exp, log, hypot. A kernel's
/// models price them as one operator; a core is built of the operations.
bool isComputedBuiltin(llvm::StringRef Symbol);

/// True for the mangled symbol of a builtin that takes or gives half.
bool isOfHalf(llvm::StringRef Symbol);

/// Returns the file name, without ".ll", of the body of \p Symbol.
std::string builtinGroup(llvm::StringRef Symbol);

enum class BuiltinBodies {
  Structural,
  All,     ///< also of computed builtins
  OfCores, ///< all, but where one operator of a datapath computes with data
};

/// Calls OpenCL's function of the same name where \p M calls one of C's
/// <math.h> that has a body here: of float or double, by name or as intrinsic.
void callMathBuiltins(llvm::Module &M);

/// Links libclc's bodies of the builtins that \p M calls. Returns false where
/// \p M calls none that has one.
bool linkStructuralBuiltins(llvm::Module &M, BuiltinBodies Which);

/// Returns why no structural builtin has a body, in a build without libclc;
/// otherwise nothing.
std::optional<std::string> whyNoBuiltins();

} // namespace roofline

#endif
