// Which bytes of global memory a kernel touches, each once.
#ifndef ROOFLINE_MODEL_FOOTPRINT_H
#define ROOFLINE_MODEL_FOOTPRINT_H

#include "roofline/Model/Counts.h"

namespace roofline {

/// Bytes that are read and bytes that are written, each once, by the indices of
/// the accesses; never more than \p Requested. Exact where every access is
/// affine and always made; else bounds.
/// Source: ICHEC15 section 3.1, compulsory misses.
Count compulsoryTraffic(const KernelSummary &Kernel, const Launch &L,
                        const Count &Requested);

} // namespace roofline

#endif
