// All that differs between the versions of Clang that this builds with.
//
/// \file
/// As LLVM/LLVMVersions.h, for sources that know Clang.
#ifndef ROOFLINE_LIB_FRONTEND_CLANGVERSIONS_H
#define ROOFLINE_LIB_FRONTEND_CLANGVERSIONS_H

#include "roofline/LLVM/LLVMVersions.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Sema/ParsedAttr.h"
#include "llvm/Support/VirtualFileSystem.h"

#if LLVM_VERSION_MAJOR < 20
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Sema/SemaDiagnostic.h"
#else
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#endif

#if LLVM_VERSION_MAJOR < 22
#include "clang/Frontend/Utils.h"
#else
#include "clang/Driver/CreateInvocationFromArgs.h"
#endif

#if LLVM_VERSION_MAJOR < 21
namespace clang {
using DeviceKernelAttr = OpenCLKernelAttr;
} // namespace clang
#endif

namespace roofline {

/// Before 20 plugins see no attributes of statements, and Clang refuses those
/// that it knows from plugins.
constexpr bool SeesStatementAttributes = LLVM_VERSION_MAJOR >= 20;

#if LLVM_VERSION_MAJOR < 20
class AttributeInfo : public clang::ParsedAttrInfo {
public:
  virtual AttrHandling handleStmtAttribute(clang::Sema &, clang::Stmt *,
                                           const clang::ParsedAttr &,
                                           class clang::Attr *&) const {
    return NotHandled;
  }
};

template <typename DerivedT>
class ASTVisitor : public clang::RecursiveASTVisitor<DerivedT> {
public:
  bool ShouldVisitTemplateInstantiations = false;
  bool shouldVisitTemplateInstantiations() const {
    return ShouldVisitTemplateInstantiations;
  }
};
#else
using AttributeInfo = clang::ParsedAttrInfo;

/// Clang's visitor of virtual functions: the template compiles long.
template <typename> using ASTVisitor = clang::DynamicRecursiveASTVisitor;
#endif

/// An attribute's argument that is a name.
inline clang::IdentifierInfo *name(const clang::IdentifierLoc &Argument) {
#if LLVM_VERSION_MAJOR < 21
  return Argument.Ident;
#else
  return Argument.getIdentifierInfo();
#endif
}

inline clang::SourceLocation place(const clang::IdentifierLoc &Argument) {
#if LLVM_VERSION_MAJOR < 21
  return Argument.Loc;
#else
  return Argument.getLoc();
#endif
}

/// One of three sizes of a work-group attribute, a number before 21.
inline std::optional<llvm::APSInt> groupSize(unsigned Size,
                                             const clang::ASTContext &) {
  return llvm::APSInt::getUnsigned(Size);
}
inline std::optional<llvm::APSInt> groupSize(const clang::Expr *Size,
                                             const clang::ASTContext &Context) {
  return Size->getIntegerConstantExpr(Context);
}

enum class WarningGroup { IgnoredAttributes, UnknownPragmas };

/// The diagnostic of a warning "%0" that a group of Clang's own switches.
/// Before 20 a plugin's warnings have no group: this one takes the level that a
/// warning of Clang's in that group has at \p Loc, and names the group.
inline unsigned warningId(clang::DiagnosticsEngine &Diags,
                          clang::SourceLocation Loc, WarningGroup Group) {
  const bool IsOfAttribute = Group == WarningGroup::IgnoredAttributes;
#if LLVM_VERSION_MAJOR < 20
  const unsigned Twin = IsOfAttribute
                            ? unsigned(clang::diag::warn_attribute_ignored)
                            : unsigned(clang::diag::ext_pragma_syntax_eod);
  return Diags.getDiagnosticIDs()->getCustomDiagID(
      clang::DiagnosticIDs::Level(Diags.getDiagnosticLevel(Twin, Loc)),
      IsOfAttribute ? "%0 [-Wignored-attributes]" : "%0 [-Wunknown-pragmas]");
#else
  return Diags.getDiagnosticIDs()->getCustomDiagID(
      clang::DiagnosticIDs::CustomDiagDesc(
          clang::diag::Severity::Warning, "%0",
          clang::DiagnosticIDs::CLASS_WARNING,
          /*ShowInSystemHeader=*/false,
          /*ShowInSystemMacro=*/IsOfAttribute,
          IsOfAttribute ? clang::diag::Group::IgnoredAttributes
                        : clang::diag::Group::UnknownPragmas));
#endif
}

using FileSystemPtr = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// Diagnostics of a command line, printed to stderr. Before 21 they own
/// \p Options; since then those have to outlive them.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
commandLineDiagnostics(std::unique_ptr<clang::DiagnosticOptions> &Options,
                       FileSystemPtr FS) {
#if LLVM_VERSION_MAJOR < 21
  clang::DiagnosticOptions *Argument = Options.release();
#else
  clang::DiagnosticOptions &Argument = *Options;
#endif
  return clang::CompilerInstance::createDiagnostics(
#if LLVM_VERSION_MAJOR >= 20
      *FS,
#endif
      Argument, new clang::TextDiagnosticPrinter(llvm::errs(), Argument),
      /*ShouldOwnClient=*/true);
}

/// A compiler of \p Invocation that reads \p FS.
inline std::unique_ptr<clang::CompilerInstance>
createCompiler(std::shared_ptr<clang::CompilerInvocation> Invocation,
               FileSystemPtr FS) {
#if LLVM_VERSION_MAJOR < 21
  auto Compiler = std::make_unique<clang::CompilerInstance>();
  Compiler->setInvocation(std::move(Invocation));
#else
  auto Compiler =
      std::make_unique<clang::CompilerInstance>(std::move(Invocation));
#endif
#if LLVM_VERSION_MAJOR < 20
  Compiler->createDiagnostics();
  Compiler->createFileManager(std::move(FS));
#elif LLVM_VERSION_MAJOR < 22
  Compiler->createDiagnostics(*FS);
  Compiler->createFileManager(std::move(FS));
#else
  Compiler->setVirtualFileSystem(std::move(FS));
  Compiler->createDiagnostics();
#endif
  return Compiler;
}

} // namespace roofline

#endif // ROOFLINE_LIB_FRONTEND_CLANGVERSIONS_H
