// A kernel summary as text: results of the analyses, without prices.
#ifndef ROOFLINE_REPORT_SUMMARYPRINTER_H
#define ROOFLINE_REPORT_SUMMARYPRINTER_H

#include "roofline/Kernel/KernelSummary.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints, in a fixed order: the hierarchy with trip counts and dependences,
/// the operations of each block, the accesses with their index, the unknowns.
void printSummary(const KernelSummary &Kernel, llvm::raw_ostream &OS);

/// The conditions of blocks and loops: when each runs where the body of the
/// loop around it does.
void printGuards(const KernelSummary &Kernel, llvm::raw_ostream &OS);

/// The operations of the source, by place: what the counts are of.
void printTallies(const KernelSummary &Kernel, llvm::raw_ostream &OS);

} // namespace roofline

#endif
