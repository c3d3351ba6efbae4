// roofline analyze, where the kernels are functions of C or C++.
#ifndef ROOFLINE_TOOLS_ANALYZEHLS_H
#define ROOFLINE_TOOLS_ANALYZEHLS_H

#include "roofline/HlsReport/HlsResult.h"

#include <string>
#include <vector>

namespace roofline {

/// What the command line says of C++ kernels.
struct HlsRequest {
  HlsOptions Options;
  std::string Source; ///< file of the kernels
  /// Files to write; "-" is standard output, empty none.
  std::string Json, SummaryOut, Sarif, Remarks;
  bool Verbose = false, AllowUnknown = false;
};

/// Prices \p Kernels on \p D and writes what is asked for. Returns the exit
/// code.
llvm::Expected<int> reportHls(std::vector<KernelSummary> Kernels,
                              const Device &D, const HlsRequest &Request);

} // namespace roofline

#endif
