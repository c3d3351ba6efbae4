// Compiles a project of several sources into one module.
#ifndef ROOFLINE_FRONTEND_COMPILEPROJECT_H
#define ROOFLINE_FRONTEND_COMPILEPROJECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace roofline {

/// A file of C or C++ with its options.
struct CppSource {
  std::string Path;
  std::vector<std::string> ClangArgs;
};

/// Compiles \p Sources with \p Headers as compileCpp() does and links them.
/// Only files that a search needs: those that name a function of \p Tops, by
/// their names in the source, or one that these call and that still lacks a
/// body. All files where \p Tops is empty.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileProject(llvm::ArrayRef<CppSource> Sources,
               llvm::ArrayRef<std::string> Tops, llvm::StringRef Headers,
               llvm::LLVMContext &Context);

} // namespace roofline

#endif
