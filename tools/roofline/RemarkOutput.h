// Remarks as files, for editors and code hosts.
#ifndef ROOFLINE_TOOLS_REMARKOUTPUT_H
#define ROOFLINE_TOOLS_REMARKOUTPUT_H

#include "roofline/Remarks/Sarif.h"

#include "llvm/Support/Error.h"

namespace roofline {

/// The remarks on \p Results, whose source is \p Source, with all advice.
std::vector<KernelRemarks>
allRemarks(llvm::ArrayRef<const AnalysisResult *> Results,
           llvm::StringRef Source);

/// Gives the places of \p Kernels, whose source is \p Source, paths that a
/// reader can open.
void openPlaces(std::vector<KernelRemarks> &Kernels, llvm::StringRef Source);

/// Writes \p Kernels as SARIF, all or nothing; "-" is standard output.
llvm::Error writeSarif(llvm::StringRef Path,
                       std::vector<KernelRemarks> Kernels);

} // namespace roofline

#endif
