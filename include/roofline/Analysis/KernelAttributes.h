// The FPGA vendors' kernel attributes and loop pragmas, as the IR carries them.
//
/// \file
/// The plugin turns attributes of the source, such as `num_compute_units`, into
/// string attributes "fpga.<name>" or annotations "fpga.<name>=<value>".
/// reqd_work_group_size is metadata, under OpenCL's name or Intel's. Loop
/// pragmas are llvm.loop metadata.
#ifndef ROOFLINE_ANALYSIS_KERNELATTRIBUTES_H
#define ROOFLINE_ANALYSIS_KERNELATTRIBUTES_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Loop;
} // namespace llvm

namespace roofline {

/// Reads the attributes of \p Kernel into \p Out. Keeps
/// `max_work_group_size(x, y, z)` and `num_compute_units(x, y, z)` as products.
/// The error names the attribute that is wrong.
llvm::Error readKernelAttributes(const llvm::Function &Kernel,
                                 KernelAttributes &Out);

/// Reads unroll request, initiation interval and ivdep of \p L into \p Out.
void readLoopHints(const llvm::Loop &L, Loop &Out);

} // namespace roofline

#endif
