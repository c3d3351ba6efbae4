// Blocks of a system that are kernels.
#ifndef ROOFLINE_PRICING_SYSTEMKERNELS_H
#define ROOFLINE_PRICING_SYSTEMKERNELS_H

#include "roofline/DeviceFiles/SystemFile.h"

namespace roofline {

/// Reads the kernel summaries that blocks of \p File name, and fills in the
/// work of a frame, which is one launch. Parallelism defaults to the number of
/// work-items. Errors have the place of the block.
llvm::Error fillFromSummaries(SystemFile &File);

} // namespace roofline

#endif
