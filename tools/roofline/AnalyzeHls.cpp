// roofline analyze, where the kernels are functions of C or C++.
#include "AnalyzeHls.h"

#include "Command.h"
#include "RemarkOutput.h"

#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

static Error writeFiles(const HlsRequest &Request,
                        ArrayRef<HlsResult> Results) {
  if (!Request.SummaryOut.empty()) {
    std::vector<KernelSummary> Kernels;
    for (const HlsResult &R : Results)
      Kernels.push_back(*R.Kernel);
    if (Error E = writeJson(Request.SummaryOut, toJSON(Kernels)))
      return E;
  }
  if (!Request.Json.empty())
    if (Error E = writeJson(Request.Json, hlsJSON(Results)))
      return E;
  if (Request.Sarif.empty() && Request.Remarks.empty())
    return Error::success();
  std::vector<KernelRemarks> Remarks;
  for (const HlsResult &R : Results)
    Remarks.push_back({R.Kernel->Name, remarksOnHls(R, AdviceList::All)});
  openPlaces(Remarks, Request.Source);
  if (!Request.Remarks.empty())
    if (Error E = writeOutput(Request.Remarks, toLines(Remarks)))
      return E;
  return Request.Sarif.empty() ? Error::success()
                               : writeSarif(Request.Sarif, std::move(Remarks));
}

Expected<int> reportHls(std::vector<KernelSummary> Kernels, const Device &D,
                        const HlsRequest &Request) {
  std::vector<HlsResult> Results;
  for (KernelSummary &K : Kernels) {
    Expected<HlsResult> R = analyzeHls(std::move(K), D, Request.Options);
    if (!R)
      return R.takeError();
    Results.push_back(std::move(*R));
  }
  if (Error E = writeFiles(Request, Results))
    return E;
  if (!is_contained(
          {Request.Json, Request.SummaryOut, Request.Sarif, Request.Remarks},
          "-"))
    for (const HlsResult &R : Results)
      printHls(R, outs(), Request.Verbose);
  const bool IsWhole =
      all_of(Results, [](const HlsResult &R) { return R.Now.Missing.empty(); });
  return IsWhole || Request.AllowUnknown ? Done : Incomplete;
}

} // namespace roofline
