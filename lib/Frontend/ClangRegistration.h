// The three parts of the Clang side; see roofline/Frontend/ClangSide.h.
#ifndef ROOFLINE_LIB_FRONTEND_CLANGREGISTRATION_H
#define ROOFLINE_LIB_FRONTEND_CLANGREGISTRATION_H

#include "roofline/Frontend/ClangSide.h"

namespace roofline {

/// Annotations that our attributes become start with this.
inline constexpr llvm::StringLiteral AnnotationPrefix = "fpga.";

void registerAttributes();
/// Of registerAttributes(): those that no model reads.
void registerLostAttributes();
void registerPragmas();
void registerKernelConsumer(ArgumentRecorder Record);

} // namespace roofline

#endif
