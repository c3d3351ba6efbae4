// Compiles OpenCL C or C++, or reads LLVM IR, into a module in this process.
#ifndef ROOFLINE_FRONTEND_COMPILEOPENCL_H
#define ROOFLINE_FRONTEND_COMPILEOPENCL_H

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

/// Compiles \p Path for spir64 through Clang's libraries, with the options \p
/// ClangArgs (-D, -I, -cl-std). Runs no pass and keeps value names and
/// locations. Clang prints its own diagnostics; the error only says that Clang
/// failed.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileOpenCL(llvm::StringRef Path, const std::vector<std::string> &ClangArgs,
              llvm::LLVMContext &Context);

/// True for the name of a file of C or C++.
bool isCpp(llvm::StringRef Path);

/// Compiles \p Path, C or C++ as its name says, for this machine, with the
/// options \p ClangArgs and with \p Headers as a folder of system headers. Else
/// as compileOpenCL().
llvm::Expected<std::unique_ptr<llvm::Module>>
compileCpp(llvm::StringRef Path, const std::vector<std::string> &ClangArgs,
           llvm::StringRef Headers, llvm::LLVMContext &Context);

/// Reads a .ll or .bc file of a SPIR target, or, for \p AnyTarget, of any.
/// Errors name file and place.
llvm::Expected<std::unique_ptr<llvm::Module>> loadIR(llvm::StringRef Path,
                                                     llvm::LLVMContext &Context,
                                                     bool AnyTarget = false);

} // namespace roofline

#endif
