// Blocks of a system that are kernels.
#ifndef ROOFLINE_PRICING_SYSTEMKERNELS_H
#define ROOFLINE_PRICING_SYSTEMKERNELS_H

#include "roofline/DeviceFiles/SystemFile.h"

namespace roofline {

/// Reads the kernel summaries that blocks of \p File name and fills in what one
/// launch, a frame, computes and moves. Parallelism is the number of work-items
/// where the file does not say it. Errors have the place of the block.
llvm::Error fillFromSummaries(SystemFile &File);

} // namespace roofline

#endif
