// The three parts of the Clang side; see roofline/Frontend/ClangSide.h.
#ifndef ROOFLINE_LIB_FRONTEND_CLANGREGISTRATION_H
#define ROOFLINE_LIB_FRONTEND_CLANGREGISTRATION_H

#include "roofline/Canonical/Channels.h"
#include "roofline/Frontend/ClangSide.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace clang {
class CompilerInstance;
class ParmVarDecl;
} // namespace clang

namespace roofline {

/// Annotations that our attributes become start with this.
inline constexpr llvm::StringLiteral AnnotationPrefix = "fpga.";

void registerAttributes();
/// Registers the attributes that no model reads, for registerAttributes().
void registerLostAttributes();
void registerPragmas();
void registerChannels();
void registerKernelConsumer(const ClangHost &Host);

/// Gives the source, before it is read, the words of channels and \p Defines,
/// but those macros that the command line defines or undefines.
void prepareSource(clang::CompilerInstance &CI,
                   llvm::ArrayRef<std::string> Defines);

/// Makes pipes at program scope of the main file channels.
void renameProgramPipes(clang::CompilerInstance &CI);

/// [packet] `depth(N)` of a kernel's argument.
std::optional<uint32_t> pipeDepth(const clang::ParmVarDecl &Pipe);

} // namespace roofline

#endif
