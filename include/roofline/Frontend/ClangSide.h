// Roofline's part of a running Clang: kernel attributes, loop pragmas, names.
//
/// \file
/// Registers with Clang's plugin registries: the FPGA vendors' kernel
/// attributes (ClangAttributes.cpp), their loop pragmas (ClangPragmas.cpp),
/// channels (ClangChannels.cpp), and an AST consumer that checks the kernels'
/// attributes and hands the names of their arguments on (ClangKernels.cpp). The
/// driver links this; in the compiler it is libRooflineClang.so, which
/// libRoofline.so loads where Clang is present.
#ifndef ROOFLINE_FRONTEND_CLANGSIDE_H
#define ROOFLINE_FRONTEND_CLANGSIDE_H

#include "roofline/Canonical/ArgumentNames.h"

#include "llvm/Support/Compiler.h"

namespace roofline {

/// Where the parsed kernels' arguments go: recordArguments(), which only one of
/// the two libraries may define.
using ArgumentRecorder = void (*)(llvm::StringRef Kernel,
                                  std::vector<ArgInfo> Arguments);

/// Functions that the program or library around gives to the Clang side.
struct ClangHost {
  ArgumentRecorder Record = nullptr;
  /// Macros of the device, "ALTERA_CL=1"; may be null: none.
  std::vector<std::string> (*Defines)() = nullptr;
};

/// Call before Clang parses; further calls do nothing.
void registerClangSide(const ClangHost &Host);

} // namespace roofline

/// The same for libRoofline.so, which finds it by name.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT void
rooflineRegisterClangSide(const roofline::ClangHost &Host);

#endif
