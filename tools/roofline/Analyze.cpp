// roofline analyze: prices the kernels of a file.
#include "AnalyzeHls.h"
#include "Command.h"
#include "DiffOptions.h"
#include "KernelDesigns.h"
#include "KernelInput.h"
#include "LaunchStub.h"
#include "RemarkOutput.h"

#include "roofline/Options/LaunchOptions.h"
#include "roofline/Page/ReportPage.h"
#include "roofline/Pricing/PriceApplication.h"
#include "roofline/Profile/ApplyProfile.h"
#include "roofline/Report/Answer.h"
#include "roofline/Report/EstimateJSON.h"
#include "roofline/Report/ReadReport.h"
#include "roofline/Report/SummaryJSON.h"
#include "roofline/Report/TextReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct AnalyzeArguments {
  KernelInput Input;
  std::vector<std::string> Devices;
  std::string Json, Html, Sarif, Remarks, SummaryOut, LaunchStub;
  std::vector<std::string> Profiles;
  AnalyzeOptions Analyze;
  std::string Baseline;
  DiffOptions Diff; ///< its Json stays empty: --json is the report
  bool AllowUnknown = false, Verbose = false;
  std::string Vendor;
  VitisOptions Vitis; ///< rules that are left out

  /// The part that is about kernels of C and C++.
  HlsRequest hls() const {
    HlsRequest R;
    R.Options.Vitis = Vitis;
    addProject(Input, R.Options.Vitis);
    if (Analyze.Clock)
      R.Options.Vitis.Clock = *Analyze.Clock;
    R.Options.WhatIf = Analyze.WhatIf;
    R.Options.AlsoOn = Analyze.AlsoOn;
    R.Options.PeakKind = Analyze.PeakKind;
    R.Source = Input.File;
    R.LaunchFile = Input.FoundTop;
    R.Json = Json;
    R.Html = Html;
    R.SummaryOut = SummaryOut;
    R.Sarif = Sarif;
    R.Remarks = Remarks;
    R.Vendor = Vendor;
    R.Diff = Diff;
    R.Verbose = Verbose;
    R.AllowUnknown = AllowUnknown;
    return R;
  }
};

/// The rules of the model "vitis" that \p Value leaves out.
Expected<std::set<std::string, std::less<>>> parseRules(StringRef Value) {
  std::set<std::string, std::less<>> Rules;
  for (StringRef Name : split(Value, ',')) {
    if (!is_contained(VitisRules, Name))
      return invalid("--vitis-without '" + Name + "': no rule of the model");
    Rules.insert(Name.str());
  }
  return Rules;
}

/// All mechanisms but those that \p Value lists.
Expected<BoardMechanisms> parseMechanisms(StringRef Value) {
  BoardMechanisms Result;
  SmallVector<StringRef> Names;
  Value.split(Names, ',');
  for (StringRef Name : Names) {
    bool *Of = StringSwitch<bool *>(Name)
                   .Case("unrolling", &Result.CompilerUnrolls)
                   .Case("words", &Result.Words)
                   .Case("repeats", &Result.Repeats)
                   .Case("ports", &Result.Ports)
                   .Case("overlap", &Result.Overlap)
                   .Case("lanes", &Result.OwnLanes)
                   .Case("caches", &Result.Caches)
                   .Case("neighbours", &Result.Neighbours)
                   .Case("conditions", &Result.Conditions)
                   .Case("latency", &Result.Latency)
                   .Case("arrays", &Result.Arrays)
                   .Case("groups", &Result.Groups)
                   .Case("slots", &Result.Slots)
                   .Case("banks", &Result.Banks)
                   .Case("mixes", &Result.Mixes)
                   .Case("rings", &Result.Rings)
                   .Default(nullptr);
    if (!Of)
      return invalid("--board-without '" + Name +
                     "': no mechanism of the model");
    *Of = false;
  }
  return Result;
}

std::vector<CommandOption> options(AnalyzeArguments &O) {
  return {texts("device", O.Devices),
          parsed("clock", parseClock, O.Analyze.Clock),
          parsed("utilization", parseUtilization, O.Analyze.Used),
          text("what-if", O.Analyze.WhatIf),
          parsed("model", parseTimeModel, O.Analyze.Model),
          parsed("board-without", parseMechanisms, O.Analyze.Mechanisms),
          parsed("ops", parseOperators, O.Analyze.Operators),
          parsed("peaks", parsePeaks, O.Analyze.PeakKind),
          text("init-launch", O.LaunchStub),
          text("json", O.Json),
          text("html", O.Html),
          text("sarif", O.Sarif),
          text("remarks", O.Remarks),
          text("summary-out", O.SummaryOut),
          texts("profile", O.Profiles),
          text("baseline", O.Baseline),
          failOn(O.Diff),
          across(O.Diff),
          text("markdown", O.Diff.Markdown),
          flag("allow-unknown", O.AllowUnknown),
          flag("verbose", O.Verbose),
          text("vendor", O.Vendor),
          parsed("vitis-without", parseRules, O.Vitis.Without)};
}

/// All profiles as one.
Expected<NamedProfile> readProfiles(const AnalyzeArguments &O,
                                    const std::vector<KernelSummary> &Kernels) {
  NamedProfile All;
  for (const std::string &Path : O.Profiles) {
    Expected<NamedProfile> One = readProfileOf(
        Path, O.Input.File, O.Input.ClangArgs, O.Input.DeviceDefines, Kernels);
    if (!One)
      return One.takeError();
    All.Path += (All.Path.empty() ? "" : ", ") + One->Path;
    append_range(All.P.Kernels, One->P.Kernels);
  }
  return All;
}

/// Results of `analyze`: of kernels one by one, or of an application.
struct Findings {
  std::vector<AnalysisResult> Kernels;
  std::optional<ApplicationResult> Application;

  bool knowsInputs() const {
    return Application ? Application->knowsInputs()
                       : all_of(Kernels, roofline::knowsInputs);
  }
  /// The kernels, or the slowest launch of each row of an application, as in
  /// the JSON.
  std::vector<const AnalysisResult *> results() const {
    std::vector<const AnalysisResult *> All;
    for (const AnalysisResult &R : Kernels)
      All.push_back(&R);
    if (Application)
      for (const ApplicationRow &Row : Application->Rows)
        All.push_back(&Row.Slowest);
    return All;
  }
  json::Value json() const {
    return Application ? toJSON(*Application) : toJSON(Kernels);
  }
  void print(bool Verbose) const {
    if (Application)
      printApplication(*Application, outs(), Verbose);
    for (const AnalysisResult &R : Kernels)
      Verbose ? printReport(R, outs(), Verbose) : printAnswer(R, outs());
  }
};

Expected<Findings> price(const AnalyzeArguments &O, const Device &D,
                         ArrayRef<KernelSummary> Kernels,
                         const NamedProfile &Profile) {
  auto Adjust = [&](const KernelSummary &K, Launch &L) {
    Error E = O.Input.adjust(K, L);
    return E ? std::move(E) : applyProfile(Profile, K, L);
  };
  Findings Found;
  if (O.Input.Plan.empty()) {
    auto Results = analyzeKernels(Kernels, D, O.Analyze, Adjust);
    if (!Results)
      return Results.takeError();
    Found.Kernels = std::move(*Results);
    for (AnalysisResult &R : Found.Kernels)
      R.LaunchFile = O.Input.foundFor(R.Kernel->Name);
    return Found;
  }
  auto Result = priceApplication(Kernels, D, O.Analyze, O.Input.Plan, Adjust);
  if (!Result)
    return Result.takeError();
  Found.Application = std::move(*Result);
  return Found;
}

Error writePage(const AnalyzeArguments &O, const Device &D,
                const Findings &Found) {
  ReportPage Page;
  Page.Title = sys::path::filename(O.Input.File).str() + " on " + D.Name;
  Page.Input = O.Input.File;
  Page.Report = Found.json();
  Page.Plot.Title = "Roofline";
  addDevice(Page.Plot, D.Name, D.Unit, O.Analyze.PeakKind);
  for (const Device &Other : O.Analyze.AlsoOn)
    addDevice(Page.Plot, Other.Name, Other.Unit, O.Analyze.PeakKind);
  for (const AnalysisResult *R : Found.results()) {
    Page.Designs.push_back(pricedDesigns(*R, D, O.Analyze));
    Page.Schedules.push_back(blockSchedules(*R, D));
    Page.Answers.push_back(answerData(*R));
    addKernel(Page.Plot, *R);
  }
  Expected<std::string> Text = printPage(std::move(Page), shareFolder());
  if (!Text)
    return Text.takeError();
  return writeOutput(O.Html, *Text);
}

/// \p E at its place in the launch file, or with the file's name.
Error ofFile(const KernelInput &Input, Error E) {
  E = Input.locate(std::move(E));
  const StringRef Path = Input.LaunchPath;
  const std::string Text = toString(std::move(E));
  return invalid(Path.empty() || Path == NoLaunch ||
                         StringRef(Text).starts_with(Path)
                     ? Text
                     : Text + " (launch file " + Path + ")");
}

/// The options that name an output, and the outputs.
std::vector<std::pair<StringRef, StringRef>>
outputs(const AnalyzeArguments &O) {
  return {{"--json", O.Json},   {"--summary-out", O.SummaryOut},
          {"--sarif", O.Sarif}, {"--remarks", O.Remarks},
          {"--html", O.Html},   {"--markdown", O.Diff.Markdown}};
}

Error checkOutputs(const AnalyzeArguments &O) {
  const auto All = outputs(O);
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      if (!All[I].second.empty() && All[I].second == All[J].second)
        return invalid(All[J].first + " and " + All[I].first +
                       " write to the same file '" + All[I].second + "'");
  if (O.Baseline.empty() && !O.Diff.isDefault())
    return invalid("--fail-on, --across and --markdown need --baseline");
  return checkDiffOptions(O.Diff);
}

/// The report of --baseline, if there is one.
Expected<std::optional<ReportedFile>> readBaseline(const AnalyzeArguments &O) {
  if (O.Baseline.empty())
    return std::nullopt;
  return loadReport(O.Baseline);
}

Error writeRemarks(const AnalyzeArguments &O, const Findings &Found) {
  if (O.Sarif.empty() && O.Remarks.empty())
    return Error::success();
  const auto Remarks = allRemarks(Found.results(), O.Input.File);
  if (!O.Remarks.empty())
    if (Error E = writeOutput(O.Remarks, toLines(Remarks)))
      return E;
  return O.Sarif.empty() ? Error::success() : writeSarif(O.Sarif, Remarks);
}

Error writeSummaries(const AnalyzeArguments &O,
                     const std::vector<KernelSummary> &Kernels) {
  return O.SummaryOut.empty() ? Error::success()
                              : writeJson(O.SummaryOut, toJSON(Kernels));
}

/// True where no result of the model is asked for.
bool wantsSummaryAlone(const AnalyzeArguments &O) {
  return O.SummaryOut == "-" && O.Baseline.empty() &&
         all_of(outputs(O), [&](auto &Output) {
           return Output.second.empty() || Output.first == "--summary-out";
         });
}

Error writeFiles(const AnalyzeArguments &O, const Device &D,
                 const Findings &Found,
                 const std::vector<KernelSummary> &Kernels) {
  if (Error E = writeSummaries(O, Kernels))
    return E;
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, Found.json()))
      return E;
  if (!O.Html.empty())
    if (Error E = writePage(O, D, Found))
      return E;
  return writeRemarks(O, Found);
}

/// True where standard output has a file of the results.
bool isOutputTaken(const AnalyzeArguments &O) {
  return any_of(outputs(O), [](auto &Output) { return Output.second == "-"; });
}

/// \p Asked: what --kernel names, or empty; other kernels are not gone then.
Expected<int> compare(const AnalyzeArguments &O, StringRef Asked,
                      ReportedFile Old, const Findings &Found) {
  if (!Asked.empty())
    erase_if(Old.Kernels,
             [&](const ReportedKernel &K) { return K.Name != Asked; });
  Expected<ReportedFile> New = readReport(Found.json(), O.Input.File);
  if (!New)
    return New.takeError();
  return writeDiff(Old, *New, O.Diff, !isOutputTaken(O));
}

/// Options that only kernels of OpenCL have are refused before anything is
/// written.
Expected<int> priceHls(const AnalyzeArguments &O,
                       std::vector<KernelSummary> Kernels, const Device &D,
                       std::optional<ReportedFile> Baseline) {
  for (const auto &[Name, IsGiven] :
       {std::pair("--profile", !O.Profiles.empty()),
        std::pair("--init-launch", !O.LaunchStub.empty())})
    if (IsGiven)
      return invalid(Twine(Name) + ": not for a function of C or C++ yet");
  if (Error E = writeSummaries(O, Kernels))
    return E;
  if (wantsSummaryAlone(O))
    return Done;
  HlsRequest Request = O.hls();
  Request.Baseline = std::move(Baseline);
  return reportHls(std::move(Kernels), D, Request);
}

Expected<int> run(AnalyzeArguments &O) {
  if (Error E = checkOutputs(O))
    return E;
  // It may be the file that --json replaces.
  Expected<std::optional<ReportedFile>> Baseline = readBaseline(O);
  if (!Baseline)
    return Baseline.takeError();
  const std::string Asked = O.Input.Kernel; // a launch file adds its own
  O.Input.TakesPlan = true;
  O.Input.HasProfile = !O.Profiles.empty();
  if (Error E = O.Input.readLaunch(O.Analyze.L))
    return E;
  O.Analyze.Mechanisms.RebalancesSums = O.Input.UnsafeMath;
  O.Analyze.Combines = O.Input.Plan.empty(); // else it would take too long
  if (O.Input.isHls() && O.Devices.empty())
    O.Devices.push_back(hlsDevice(O.Input, ""));
  Expected<Device> D = chosenDevices(O.Devices, O.Analyze);
  if (!D)
    return D.takeError();
  O.Input.DeviceDefines = D->Defines;
  Expected<std::vector<KernelSummary>> Kernels = O.Input.readKernels();
  if (!Kernels)
    return Kernels.takeError();
  if (any_of(*Kernels, [](const KernelSummary &K) { return K.IsHls; }))
    return priceHls(O, std::move(*Kernels), *D, std::move(*Baseline));
  if (!O.LaunchStub.empty()) {
    Error E = writeOutput(O.LaunchStub, launchStub(*Kernels));
    return E ? Expected<int>(std::move(E)) : Done;
  }
  if (Error E = O.Input.checkAgainst(*Kernels))
    return E;
  Expected<NamedProfile> Profile = readProfiles(O, *Kernels);
  if (!Profile)
    return Profile.takeError();
  Expected<Findings> Found = price(O, *D, *Kernels, *Profile);
  if (!Found)
    return ofFile(O.Input, Found.takeError());
  if (Error E = writeFiles(O, *D, *Found, *Kernels))
    return E;
  const int Code = Found->knowsInputs() || O.AllowUnknown ? Done : Incomplete;
  if (*Baseline) {
    Expected<int> Compared = compare(O, Asked, std::move(**Baseline), *Found);
    return Compared && *Compared == Done ? Code : std::move(Compared);
  }
  if (!isOutputTaken(O))
    Found->print(O.Verbose);
  return Code;
}

} // namespace

template <> int commandMain<Command::Analyze>(ArrayRef<const char *> Words) {
  AnalyzeArguments O;
  return runCommand(
      parseArguments(Command::Analyze, Words, options(O), O.Input), O.Input,
      [&] { return run(O); });
}

} // namespace roofline
