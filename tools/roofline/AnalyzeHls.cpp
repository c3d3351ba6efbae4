// roofline analyze and explore, where the kernels are functions of C or C++.
#include "AnalyzeHls.h"

#include "Command.h"
#include "RemarkOutput.h"

#include "roofline/HlsReport/VendorReport.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

/// Devices by the beginning of their part.
static constexpr std::pair<StringLiteral, StringLiteral> Parts[] = {
    {"xcu200", "u200"},          {"xcu250", "u250"},
    {"xcu280", "u280"},          {"xcu50", "u50"},
    {"xczu9eg", "zcu102"},       {"xczu7ev", "zcu104"},
    {"xck26", "kv260"},          {"xc7a35t", "arty-a7-35t"},
    {"xc7a100t", "arty-a7-100t"}};

std::string hlsDevice(const KernelInput &Input, const std::string &Named) {
  if (!Named.empty())
    return Named;
  const std::string Part =
      Input.Project ? StringRef(Input.Project->Part).lower() : "";
  for (const auto &[Prefix, Device] : Parts)
    if (StringRef(Part).starts_with(Prefix))
      return Device.str();
  return "u200";
}

void addProject(const KernelInput &Input, VitisOptions &Options) {
  Options.UnsafeMath |= Input.UnsafeMath;
  if (!Input.Project)
    return;
  Options.UnsafeMath |= Input.Project->UnsafeMath;
  Options.Clock = Input.Project->Clock.value_or(Options.Clock);
}

Expected<int> exploreHls(std::vector<KernelSummary> Kernels, const Device &D,
                         HlsRequest Request) {
  Request.Options.Advises = false;
  Request.Options.Combines = true;
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
      printHlsBest(R, outs());
  return all_of(Results, [](const HlsResult &R) { return R.Fits; })
             ? Done
             : Incomplete;
}

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
  std::optional<VendorReport> Vendor;
  if (!Request.Vendor.empty()) {
    Expected<VendorReport> Read = loadVendorReport(Request.Vendor);
    if (!Read)
      return Read.takeError();
    Vendor = std::move(*Read);
  }
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
    for (const HlsResult &R : Results) {
      printHls(R, outs(), Request.Verbose);
      if (Vendor)
        printBeside(R, *Vendor, outs());
    }
  const bool IsWhole =
      all_of(Results, [](const HlsResult &R) { return R.Now.Missing.empty(); });
  return IsWhole || Request.AllowUnknown ? Done : Incomplete;
}

} // namespace roofline
