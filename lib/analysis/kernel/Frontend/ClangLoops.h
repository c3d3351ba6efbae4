// What pragmas and attributes ask of loops, until Clang has parsed the loop.
//
/// \file
/// Clang takes a loop hint only directly before a loop, and an error ends the
/// compilation. So a pragma is noted here, tied to the loop that the next
/// tokens begin, and becomes a hint when the function is parsed; a pragma
/// before anything else is a warning. Between pragma and loop there may be
/// labels, attributes and other pragmas.
#ifndef ROOFLINE_LIB_FRONTEND_CLANGLOOPS_H
#define ROOFLINE_LIB_FRONTEND_CLANGLOOPS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class DiagnosticsEngine;
class FunctionDecl;
class LabelDecl;
class Preprocessor;
class Stmt;
} // namespace clang

namespace roofline {

/// What one pragma or attribute asks of a loop.
struct LoopRequest {
  clang::SourceLocation Loc;
  std::string Spelling; ///< "'#pragma ii'"
  /// Expression of the interval [cycle], in tokens; empty asks for none.
  std::vector<std::string> Interval;
  bool IgnoresDependences = false;
};

/// Returns where the keyword of \p Loop stands; no place for other statements.
clang::SourceLocation keywordOfLoop(const clang::Stmt &Loop);

/// Ties what pragmas ask to the loops that follow in \p PP's tokens.
void watchLoops(clang::Preprocessor &PP);

/// Notes \p Request of the loop that the next tokens begin.
void requestOfNextLoop(LoopRequest Request);
/// Notes \p Request of the loop whose keyword stands at \p Keyword.
void requestOfLoop(clang::SourceLocation Keyword, LoopRequest Request);
/// Notes \p Request of the loop that \p Label names.
void requestOfLabel(const clang::LabelDecl &Label, LoopRequest Request);

/// Gives the loops of \p F, which is parsed, what was asked of them. \p Lasting
/// hints are Clang's own, and stay
/// in the emitted IR; others are one hint by privateHint(), which
/// removeLoopHints() takes out again.
void applyLoopRequests(clang::FunctionDecl &F, clang::ASTContext &Context,
                       bool Lasting);

/// Warns of requests that no loop has taken, and forgets them.
void dropLoopRequests(clang::DiagnosticsEngine &Diags);

/// Warns, in the group of unknown pragmas, that \p Text.
void warnOfPragma(clang::DiagnosticsEngine &Diags, clang::SourceLocation Loc,
                  llvm::StringRef Text);

} // namespace roofline

#endif
