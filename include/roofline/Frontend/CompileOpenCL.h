// OpenCL C and LLVM IR to a module, in this process.
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

/// Compiles \p Path for spir64 through Clang's libraries: no pass runs, value
/// names and locations are kept. \p ClangArgs are passed on (-D, -I, -cl-std).
/// Clang prints its own diagnostics; the error only says that it failed.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileOpenCL(llvm::StringRef Path, const std::vector<std::string> &ClangArgs,
              llvm::LLVMContext &Context);

/// Reads a .ll or .bc file of a SPIR target; errors name file and place.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadIR(llvm::StringRef Path, llvm::LLVMContext &Context);

} // namespace roofline

#endif
