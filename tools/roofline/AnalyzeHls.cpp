// roofline analyze and explore, where the kernels are functions of C or C++.
#include "AnalyzeHls.h"

#include "Command.h"
#include "DesignPage.h"
#include "RemarkOutput.h"

#include "roofline/HlsReport/VendorReport.h"
#include "roofline/Page/ReportPage.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

/// Devices by the beginning of their part.
static constexpr std::pair<StringLiteral, StringLiteral> Parts[] = {
    {"xcu200", "u200"},          {"xcu250", "u250"},
    {"xcu280", "u280"},          {"xcu50", "u50"},
    {"xczu9eg", "zcu102"},       {"xczu7ev", "zcu104"},
    {"xck26", "kv260"},          {"xc7z020", "zybo-z7-20"},
    {"xcvu9p", "u200"},          {"xc7a35t", "arty-a7-35t"},
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
  constexpr uint32_t LatencyInVitisFlow = 64; // AMD UG1399, config_interface
  Options.BusLatency = Input.Project->BusLatency.value_or(
      Input.Project->IsVitisFlow ? LatencyInVitisFlow : 0);
}

static Expected<std::vector<HlsResult>>
analyzeAll(std::vector<KernelSummary> Kernels, const Device &D,
           const HlsOptions &Options) {
  std::vector<HlsResult> Results;
  for (KernelSummary &K : Kernels) {
    Expected<HlsResult> R = analyzeHls(std::move(K), D, Options);
    if (!R)
      return R.takeError();
    Results.push_back(std::move(*R));
  }
  return Results;
}

Expected<int> exploreHls(std::vector<KernelSummary> Kernels, const Device &D,
                         HlsRequest Request) {
  Request.Options.Advises = false;
  Request.Options.Combines = true;
  Expected<std::vector<HlsResult>> Results =
      analyzeAll(std::move(Kernels), D, Request.Options);
  if (!Results)
    return Results.takeError();
  if (!Request.Json.empty())
    if (Error E = writeJson(Request.Json, hlsJSON(*Results)))
      return E;
  if (Error E =
          writeDesignPage(Request.Html, DesignPage::Kind::Hls, Request.Source,
                          [&] { return hlsJSON(*Results); }))
    return E;
  if (Request.Json != "-" && Request.Html != "-")
    for (const HlsResult &R : *Results)
      printHlsBest(R, outs());
  return all_of(*Results, [](const HlsResult &R) { return R.Fits; })
             ? Done
             : Incomplete;
}

static Error writePage(const HlsRequest &Request, const Device &D,
                       const std::vector<HlsResult> &Results) {
  ReportPage Page;
  Page.Title = sys::path::filename(Request.Source).str() + " on " + D.Name;
  Page.Input = Request.Source;
  Page.Report = hlsJSON(Results);
  Page.IsHls = true;
  Page.Plot.Title = "Roofline";
  for (const HlsResult &R : Results) {
    Page.Answers.push_back(answerData(R));
    addKernel(Page.Plot, R);
  }
  for (const Device &Other : Request.Options.AlsoOn)
    addDevice(Page.Plot, Other.Name, Other.Unit, Request.Options.PeakKind);
  Expected<std::string> Text = printPage(std::move(Page), shareFolder());
  return Text ? writeOutput(Request.Html, *Text) : Text.takeError();
}

static Error writeFiles(const HlsRequest &Request, const Device &D,
                        const std::vector<HlsResult> &Results) {
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
  if (!Request.Html.empty())
    if (Error E = writePage(Request, D, Results))
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

/// Compares \p Results with the baseline of \p Request. The exit code of the
/// report, \p Code, holds where no limit is broken.
static Expected<int> compare(const HlsRequest &Request,
                             const std::vector<HlsResult> &Results, int Code) {
  Expected<ReportedFile> New =
      parseHlsReport(formatv("{0}", hlsJSON(Results)).str(), Request.Source);
  if (!New)
    return New.takeError();
  Expected<int> Compared = writeDiff(*Request.Baseline, *New, Request.Diff);
  return Compared && *Compared == Done ? Code : std::move(Compared);
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
  Expected<std::vector<HlsResult>> Results =
      analyzeAll(std::move(Kernels), D, Request.Options);
  if (!Results)
    return Results.takeError();
  for (HlsResult &R : *Results)
    R.LaunchFile = Request.LaunchFile;
  if (Error E = writeFiles(Request, D, *Results))
    return E;
  const bool IsWhole = all_of(
      *Results, [](const HlsResult &R) { return R.Estimate.Missing.empty(); });
  const int Code = IsWhole || Request.AllowUnknown ? Done : Incomplete;
  if (Request.Baseline)
    return compare(Request, *Results, Code);
  if (is_contained({Request.Json, Request.Html, Request.SummaryOut,
                    Request.Sarif, Request.Remarks},
                   "-"))
    return Code;
  for (const HlsResult &R : *Results) {
    printHls(R, outs(), Request.Verbose);
    if (Vendor)
      printBeside(R, *Vendor, outs());
  }
  return Code;
}

} // namespace roofline
