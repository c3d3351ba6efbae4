// Remarks for editors and code hosts: SARIF 2.1.0, and lines as of compilers.
//
/// \file
/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0. We write
/// the subset of docs/sarif.md and sarif.schema.json.
#ifndef ROOFLINE_REMARKS_SARIF_H
#define ROOFLINE_REMARKS_SARIF_H

#include "roofline/Remarks/SourceRemarks.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace roofline {

/// The remarks on one kernel. Files of places are paths that a reader can open.
struct KernelRemarks {
  std::string Kernel;
  std::vector<SourceRemark> Remarks;
};

/// The log of one run; columns count UTF-16 code units, from 1. \p Version is
/// Roofline's.
llvm::json::Value toSarif(llvm::ArrayRef<KernelRemarks> Kernels,
                          llvm::StringRef Version);

/// One line per remark: "k.cl:4:3: remark: unroll the loop [Advice]". A remark
/// on lost time or wrong code is a `warning`; other places, as the ends of a
/// dependence, follow as `note`.
std::string toLines(llvm::ArrayRef<KernelRemarks> Kernels);

/// \p Path as a URI reference: "a%20b/k.cl", "file:///k.cl".
std::string toUri(llvm::StringRef Path);

/// The number of UTF-16 code units in the first \p Bytes bytes of \p Line.
uint32_t utf16Units(llvm::StringRef Line, uint32_t Bytes);

} // namespace roofline

#endif
