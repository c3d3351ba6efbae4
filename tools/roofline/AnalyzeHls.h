// roofline analyze and explore, where the kernels are functions of C or C++.
#ifndef ROOFLINE_TOOLS_ANALYZEHLS_H
#define ROOFLINE_TOOLS_ANALYZEHLS_H

#include "DiffOptions.h"
#include "KernelInput.h"

#include "roofline/HlsReport/HlsResult.h"

#include <string>
#include <vector>

namespace roofline {

/// The command line for C++ kernels.
struct HlsRequest {
  HlsOptions Options;
  std::string Source;     ///< file of the kernels
  std::string LaunchFile; ///< found file that names them; empty: none
  /// Files to write; "-" is standard output, empty none.
  std::string Json, Html, SummaryOut, Sarif, Remarks;
  std::string Vendor;                   ///< csynth.xml
  std::optional<ReportedFile> Baseline; ///< compared with, by Diff
  DiffOptions Diff;
  bool Verbose = false, AllowUnknown = false;
};

/// Returns the device that \p Named names; where it is empty, that of the
/// project's part, or u200.
std::string hlsDevice(const KernelInput &Input, const std::string &Named);

/// Adds what \p Input and its project say to \p Options: clock, unsafe math.
void addProject(const KernelInput &Input, VitisOptions &Options);

/// Prints the best designs of \p Kernels on \p D, and writes them as \p Request
/// asks. Returns the exit code.
llvm::Expected<int> exploreHls(std::vector<KernelSummary> Kernels,
                               const Device &D, HlsRequest Request);

/// Prices \p Kernels on \p D and writes what is asked for. Returns the exit
/// code.
llvm::Expected<int> reportHls(std::vector<KernelSummary> Kernels,
                              const Device &D, const HlsRequest &Request);

} // namespace roofline

#endif
