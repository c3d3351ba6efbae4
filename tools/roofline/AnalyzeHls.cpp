// roofline analyze, where the kernels are functions of C or C++.
#include "AnalyzeHls.h"

#include "Command.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

Expected<int> reportHls(std::vector<KernelSummary> Kernels, const Device &D,
                        const HlsRequest &Request) {
  std::vector<HlsResult> Results;
  for (KernelSummary &K : Kernels) {
    Expected<HlsResult> R = analyzeHls(std::move(K), D, Request.Options);
    if (!R)
      return R.takeError();
    Results.push_back(std::move(*R));
  }
  if (!Request.Json.empty())
    if (Error E = writeJson(Request.Json, hlsJSON(Results)))
      return E;
  if (Request.Json != "-")
    for (const HlsResult &R : Results)
      printHls(R, outs(), Request.Verbose);
  const bool IsWhole =
      all_of(Results, [](const HlsResult &R) { return R.Now.Missing.empty(); });
  return IsWhole || Request.AllowUnknown ? Done : Incomplete;
}

} // namespace roofline
