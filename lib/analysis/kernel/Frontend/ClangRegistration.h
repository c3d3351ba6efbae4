// The three parts of the Clang side; see roofline/Frontend/ClangSide.h.
#ifndef ROOFLINE_LIB_FRONTEND_CLANGREGISTRATION_H
#define ROOFLINE_LIB_FRONTEND_CLANGREGISTRATION_H

#include "roofline/Canonical/Channels.h"
#include "roofline/Frontend/ClangSide.h"

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <string>

namespace clang {
class ASTConsumer;
class CompilerInstance;
class DiagnosticsEngine;
class ParmVarDecl;
class Preprocessor;
} // namespace clang

namespace roofline {

/// Prefix of the annotations that stand for our attributes.
inline constexpr llvm::StringLiteral AnnotationPrefix = "fpga.";

void registerAttributes();
/// Registers the attributes that no model reads; registerAttributes() calls it.
void registerLostAttributes();
void registerChannels();
void registerKernelConsumer(const ClangHost &Host);

/// Makes \p PP read the vendors' pragmas. They are not in Clang's registry,
/// which serves other languages and `-E`, too.
void addPragmas(clang::Preprocessor &PP);

/// Returns the rest of a pragma's line, macros expanded. Clang alone does not
/// look at it, so what is wrong with the tokens is not said.
llvm::SmallVector<clang::Token, 16> readPragmaLine(clang::Preprocessor &PP);

/// Returns what records the functions of a file of C or C++ with the pragmas of
/// high-level synthesis, which \p CI then reads.
std::unique_ptr<clang::ASTConsumer>
directiveConsumer(clang::CompilerInstance &CI, const ClangHost &Host);

/// Warns, in the group of ignored attributes, that \p Text. What Clang alone
/// accepts is never an error.
void warnOfAttribute(clang::DiagnosticsEngine &Diags, clang::SourceRange Range,
                     llvm::StringRef Text);

/// Predefines the words of channels and \p Defines before the source is read,
/// except macros that the command line defines or undefines.
void prepareSource(clang::CompilerInstance &CI,
                   llvm::ArrayRef<std::string> Defines);

/// Turns pipes at program scope of the main file into channels; says whether
/// there are any.
bool renameProgramPipes(clang::CompilerInstance &CI);

/// [packet] Depth of a kernel's pipe argument, from `depth(N)`.
std::optional<uint32_t> pipeDepth(const clang::ParmVarDecl &Pipe);

} // namespace roofline

#endif
