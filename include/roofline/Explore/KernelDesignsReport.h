// The designs of compiled kernels as text and JSON.
#ifndef ROOFLINE_EXPLORE_KERNELDESIGNSREPORT_H
#define ROOFLINE_EXPLORE_KERNELDESIGNSREPORT_H

#include "roofline/Designs/KernelDesigns.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints at most \p Limit rows of the front, and the source changes for the
/// best design.
void printKernelDesigns(const KernelSearchResult &R, size_t Limit,
                        llvm::raw_ostream &OS);

/// Format: designs.schema.json; at most \p Limit designs of a kernel.
llvm::json::Value toJSON(llvm::ArrayRef<KernelSearchResult> Results,
                         size_t Limit);
llvm::json::Value designsSchema();

} // namespace roofline

#endif
