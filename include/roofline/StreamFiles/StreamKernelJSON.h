// Stream kernels as JSON, both ways without loss.
//
/// \file
/// Format: docs/stream-kernel-json.md and stream-kernel.schema.json.
#ifndef ROOFLINE_STREAMFILES_STREAMKERNELJSON_H
#define ROOFLINE_STREAMFILES_STREAMKERNELJSON_H

#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace roofline {

constexpr int StreamKernelFormatVersion = 1;

llvm::json::Value toJSON(const std::vector<StreamKernel> &Kernels);

/// Reads the output of toJSON(); \p Name is the file's name in errors. Each
/// kernel obeys verifyStreamKernel().
llvm::Expected<std::vector<StreamKernel>>
readStreamKernels(llvm::StringRef Text, llvm::StringRef Name);

llvm::json::Value streamKernelSchema();

} // namespace roofline

#endif
