// Remarks of the pass `fpga-cost`, as the compiler emits them.
#ifndef ROOFLINE_PLUGIN_REMARKS_H
#define ROOFLINE_PLUGIN_REMARKS_H

#include "roofline/Remarks/SourceRemarks.h"

namespace llvm {
class Function;
class OptimizationRemarkEmitter;
} // namespace llvm

namespace roofline {

/// Emits \p Remark on \p F, the kernel in the user's module, whose subprogram
/// is the scope. Options that \p Remark names are spelled as the plugin's.
void emitRemark(const llvm::Function &F, const SourceRemark &Remark,
                llvm::OptimizationRemarkEmitter &ORE);

} // namespace roofline

#endif
