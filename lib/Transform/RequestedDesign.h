// The design that a request comes down to on a box of positions.
#ifndef ROOFLINE_LIB_TRANSFORM_REQUESTEDDESIGN_H
#define ROOFLINE_LIB_TRANSFORM_REQUESTEDDESIGN_H

#include "roofline/Transform/KernelVariant.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// Design, and positions with padding, on \p Size, dimension 0 first. No stream
/// is looked at: what keeps lanes apart is for the caller to check.
llvm::Expected<LoweredVariant> requestedDesign(const VariantRequest &Request,
                                               llvm::StringRef Kernel,
                                               llvm::ArrayRef<uint64_t> Size);

} // namespace roofline

#endif
