// The FPGA vendors' kernel attributes and loop pragmas, as the IR carries them.
//
/// \file
/// `num_compute_units` and its kin are string attributes "fpga.<name>" or
/// annotations "fpga.<name>=<value>", which the plugin makes of the source's
/// attributes; reqd_work_group_size is metadata, also in the names that Intel's
/// compilers use. Loop pragmas are llvm.loop metadata.
#ifndef ROOFLINE_ANALYSIS_KERNELATTRIBUTES_H
#define ROOFLINE_ANALYSIS_KERNELATTRIBUTES_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Loop;
} // namespace llvm

namespace roofline {

/// Reads the attributes of \p Kernel into \p Out; the error says which one is
/// wrong. `max_work_group_size(x, y, z)` and `num_compute_units(x, y, z)` are
/// kept as products.
llvm::Error readKernelAttributes(const llvm::Function &Kernel,
                                 KernelAttributes &Out);

/// Unroll request, initiation interval and ivdep of \p L into \p Out.
void readLoopHints(const llvm::Loop &L, Loop &Out);

} // namespace roofline

#endif
