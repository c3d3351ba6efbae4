// The report of one C++ kernel.
#ifndef ROOFLINE_HLSREPORT_HLSRESULT_H
#define ROOFLINE_HLSREPORT_HLSRESULT_H

#include "roofline/Dataflow/DataflowEstimate.h"
#include "roofline/Diff/ReportedKernel.h"
#include "roofline/Machine/Device.h"
#include "roofline/Remarks/SourceRemarks.h"
#include "roofline/Report/Answer.h"
#include "roofline/Report/DataflowWords.h"
#include "roofline/Vitis/VitisDesigns.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace roofline {

/// A change of the source, and what it gives.
struct HlsChange {
  std::vector<std::string> Texts; ///< changeTexts()
  std::string WhatIf;             ///< for --what-if: "unroll@L2=8"
  SourceLocation Loc;             ///< of the first loop that changes
  VitisEstimate After;
};

/// A memory, or a bus, that arguments come from and go to.
struct HlsTraffic {
  /// "ports of a", "reads by gmem0", or "external" for all m_axi arguments.
  std::string Name;
  double Bytes = 0; ///< [byte] each counted once
  /// At the clock; nothing where no source has the figure.
  std::optional<BytesPerSecond> Bandwidth;
};

/// Operations of the kernel's mix a second, as far as one resource reaches.
struct HlsCeiling {
  std::string Resource; ///< "DSP"
  OperationsPerSecond Peak;
};

struct HlsResult {
  std::shared_ptr<const KernelSummary> Kernel;
  std::string LaunchFile; ///< found file that names Kernel; empty: none
  std::string Device;
  std::optional<FabricResources> Fabric; ///< of the device
  VitisOptions Options;
  VitisEstimate Estimate;
  std::vector<DataflowResult> Regions; ///< their cycles are in Estimate
  std::vector<HlsChange> Changes;      ///< of one loop each, the best first
  std::optional<HlsChange> Best;       ///< of all loops, where it was asked for
  size_t Priced = 0;                   ///< designs on the way to Best
  /// Designs on that way that no other one beats in cycles and in the scarcest
  /// resource, the fastest first.
  std::vector<HlsChange> Front;
  bool Fits = true; ///< Best, or where nothing is better the source's design
  /// Latency of the source's own design, next to a what-if design.
  std::optional<CycleRange> Source;

  KernelCounts Counts; ///< W and Q, with the greatest trip counts
  std::vector<HlsTraffic> Traffic;
  std::vector<HlsCeiling> Ceilings;
  /// Places under the roofs of the device, and of HlsOptions::AlsoOn. Empty
  /// while W or Q is missing.
  std::vector<RoofPlacement> Roofs;

  Seconds time() const {
    return Seconds(Estimate.Latency.Most / Options.Clock.value());
  }
};

struct HlsOptions {
  VitisOptions Vitis;
  std::string WhatIf;       ///< "unroll@L2=8,pipeline@L1"
  bool Advises = true;      ///< fill HlsResult::Changes
  bool Combines = false;    ///< fill HlsResult::Best
  double Utilization = 0.8; ///< share of each resource that a change may take
  std::vector<roofline::Device> AlsoOn; ///< whose roofs are shown, too
  Peaks PeakKind = Peaks::Measured;     ///< of them
};

/// Fills counts, traffic, ceilings and places of \p R: docs/model-roofline.md.
void placeUnderRoofs(HlsResult &R, const Device &D, const HlsOptions &Options);

/// Why \p R has no place: "trip count of the loop at line 11".
std::string unknownRoof(const HlsResult &R);

/// Prices \p Kernel, a function of C or C++, on \p D.
llvm::Expected<HlsResult> analyzeHls(KernelSummary Kernel, const Device &D,
                                     const HlsOptions &Options);

/// Returns the cycles of all entries of loop \p Id [cycle]; those of a
/// flattened nest stand at each of its loops.
double totalCycles(const HlsResult &R, uint32_t Id);

/// Returns the pipelined loop that takes most cycles; nothing where none is
/// pipelined.
std::optional<uint32_t> limitingLoop(const HlsResult &R);

/// Port of an array argument.
struct HlsInterface {
  llvm::StringRef Mode; ///< "m_axi", "ap_memory", "axis" and the like
  std::string Bundle;   ///< bus that m_axi arguments share
};

/// Returns the interface that \p Kernel asks for its array argument \p Name;
/// nothing where it asks for none. Source: AMD UG1399, pragma HLS interface.
std::optional<HlsInterface> interfaceOf(const KernelSummary &Kernel,
                                        llvm::StringRef Name);

/// "pipelined, 4 copies": what becomes of a loop.
std::string becomesText(const VitisLoop &L);

/// Prints the answer for one kernel: its cycles, why, what to do, what each
/// loop and pragma became. \p Verbose adds all loops, arrays and inferences.
void printHls(const HlsResult &R, llvm::raw_ostream &OS, bool Verbose);

/// The rows of the first screen, without its table of loops.
std::vector<AnswerRow> answerRows(const HlsResult &R);

/// Prints the best design: what the source has to say, and what it gives.
void printHlsBest(const HlsResult &R, llvm::raw_ostream &OS);

/// The remarks on \p R, those on the function first.
std::vector<SourceRemark> remarksOnHls(const HlsResult &R,
                                       AdviceList Wanted = AdviceList::Best);

/// The report as JSON: docs/hls-report-json.md.
llvm::json::Value hlsJSON(const std::vector<HlsResult> &Results);
llvm::json::Value hlsReportSchema();

/// True for the text of such a report.
bool isHlsReport(llvm::StringRef Text);

/// Reads such a report for a comparison. Errors have \p Name and either line
/// and column or the path of the value.
llvm::Expected<ReportedFile> parseHlsReport(llvm::StringRef Text,
                                            llvm::StringRef Name);

} // namespace roofline

#endif
