// A kernel summary as text: what the analyses found, nothing priced.
#ifndef ROOFLINE_ANALYSIS_SUMMARYPRINTER_H
#define ROOFLINE_ANALYSIS_SUMMARYPRINTER_H

#include "roofline/Kernel/KernelSummary.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Hierarchy with trip counts and dependences, operations of each block,
/// accesses with their index, unknowns; in a fixed order.
void printSummary(const KernelSummary &Kernel, llvm::raw_ostream &OS);

} // namespace roofline

#endif
