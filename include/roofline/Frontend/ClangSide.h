// Roofline's part of a running Clang: kernel attributes, loop pragmas, names.
//
/// \file
/// Registers with Clang's plugin registries:
///   - the FPGA vendors' kernel attributes (ClangAttributes.cpp);
///   - the vendors' loop pragmas (ClangPragmas.cpp);
///   - channels (ClangChannels.cpp);
///   - pragmas of high-level synthesis in C and C++ (ClangDirectives.cpp);
///   - an AST consumer that checks the kernels' attributes and records the
///     names of their arguments (ClangKernels.cpp).
/// The driver links this library. In the compiler it is libRooflineClang.so,
/// which libRoofline.so loads where Clang is present.
#ifndef ROOFLINE_FRONTEND_CLANGSIDE_H
#define ROOFLINE_FRONTEND_CLANGSIDE_H

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourceDirectives.h"
#include "roofline/Canonical/SourceHints.h"

#include "llvm/Support/Compiler.h"

namespace roofline {

/// Records the arguments of a parsed kernel: recordArguments(). It is passed as
/// a pointer because only one of the two libraries may define it.
using ArgumentRecorder = void (*)(llvm::StringRef Kernel,
                                  std::vector<ArgInfo> Arguments);

/// Functions of the host program or library that the Clang side calls.
struct ClangHost {
  ArgumentRecorder Record = nullptr;
  /// Returns the device's macros, "ALTERA_CL=1"; null without macros.
  std::vector<std::string> (*Defines)() = nullptr;
  /// Records the attributes of a parsed kernel: recordAttributes(). Null where
  /// attributes and pragmas shall stay in the IR.
  void (*RecordAttributes)(llvm::StringRef Kernel,
                           AttributeTexts Attributes) = nullptr;
  /// Returns whether they shall stay there though they could be recorded.
  bool (*KeepsHints)() = nullptr;
  /// Records a parsed function of C or C++: recordFunction(). Null where these
  /// languages are of no interest.
  void (*RecordFunction)(llvm::StringRef Symbol, SourceFunction F) = nullptr;
  /// Returns whether files without a pragma of HLS are recorded, too.
  bool (*WantsFunctions)() = nullptr;
};

/// Registers the Clang side. Must be called before Clang parses; further calls
/// do nothing.
void registerClangSide(const ClangHost &Host);

} // namespace roofline

/// Calls registerClangSide(). libRoofline.so looks this function up by name.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT void
rooflineRegisterClangSide(const roofline::ClangHost &Host);

#endif
