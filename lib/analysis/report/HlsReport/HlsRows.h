// Rows of the report of a C++ kernel.
#ifndef ROOFLINE_LIB_HLSREPORT_HLSROWS_H
#define ROOFLINE_LIB_HLSREPORT_HLSROWS_H

#include "roofline/HlsReport/HlsResult.h"

namespace roofline {

/// Prints a row: its name, and text that is broken at the edge of the screen.
void printRow(llvm::raw_ostream &OS, llvm::StringRef Name,
              llvm::StringRef Text);

/// Prints the dataflow regions of \p R: processes, waits, depths.
void printRegions(const HlsResult &R, llvm::raw_ostream &OS, bool Verbose);

} // namespace roofline

#endif
