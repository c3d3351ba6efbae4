// Contents of the report of one kernel.
#ifndef ROOFLINE_REPORT_ANALYSISRESULT_H
#define ROOFLINE_REPORT_ANALYSISRESULT_H

#include "roofline/Board/BoardEstimate.h"
#include "roofline/Fit/FitEstimate.h"
#include "roofline/Hpca16/Advice.h"
#include "roofline/Hpca16/Estimate.h"
#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Machine/Device.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Place of a kernel under the roofs of one device.
struct RoofPlacement {
  std::string Device;
  Peaks PeakKind = Peaks::Measured; ///< preferred peaks
  /// Places by Q with every access, and by Q with each byte once.
  Placement Requested, Compulsory;
  /// [operation/s] W over the time that the pipeline model predicts; nothing
  /// when the device has no such model.
  std::optional<double> Predicted;
  bool IsBound = false; ///< W or Q is an upper bound
};

/// Who gives the clock of a kernel; Fit predicts it for the design.
enum class ClockSource : uint8_t { User, Device, Fit };
constexpr const char *ClockSourceNames[] = {"user", "device", "fit"};

struct AnalysisResult {
  std::shared_ptr<const KernelSummary> Kernel; ///< Bound refers to it
  std::string Board;                           ///< the device's name
  /// pricingEntries() of the device.
  std::map<std::string, double> DeviceEntries;
  /// True when the device has a pipeline model; without one only counts and
  /// roofs are filled.
  bool IsPriced = false;
  Launch L;
  std::string LaunchFile; ///< found file that gives L; empty: none
  ModelForm Form = ModelForm::Hpca16Repaired;
  std::optional<Utilization> Used;
  BoundKernel Bound;
  ClockSource ClockFrom = ClockSource::Device; ///< of Bound.Clock
  Design D;
  Estimate Priced;
  /// Result of the model "board"; nothing when an input is unknown.
  std::optional<BoardEstimate> OnBoard;
  /// Where the model "board" was asked for and lacks an input: D as the board's
  /// compiler unrolls it, of which Priced is. That bounds no time of the board.
  std::optional<Design> Awaited = {};
  /// Resources of OnBoard's design; nothing when the device has no structures.
  std::optional<FitEstimate> Fit;
  KernelCounts Counts; ///< W and Q
  /// One for each requested device; empty while W or Q is missing.
  std::vector<RoofPlacement> Roofs;
  std::vector<Advice> Advices;
  std::optional<Advice> Together;  ///< combineAdvice(), where it was asked for
  std::vector<std::string> Guards; ///< conditions on design D
  std::vector<LoopWarning> Warnings; ///< mistakes in the source
  /// Time of the source's own design, next to a what-if design.
  std::optional<Seconds> SourceTime;

  /// The design that Priced is of.
  const Design &priced() const { return Awaited ? *Awaited : D; }

  /// Time by the requested model.
  Seconds time() const { return OnBoard ? OnBoard->Time : Priced.Time; }
  double cycles() const {
    return OnBoard ? OnBoard->Cycles : Priced.Total.value();
  }

  bool complete() const {
    return IsPriced ? Bound.Missing.empty() : Counts.Missing.empty();
  }
};

/// Kind of the priced time. A missing input makes it a lower bound. A loop that
/// may end earlier, a pixel that may be smaller or an unknown address makes it
/// an upper bound. Both together, or trip counts scaled from a profile, leave
/// no bound. Otherwise the model "board" gives an estimate, HPCA16 an exact
/// time.
enum class TimeBound : uint8_t { Exact, Lower, Upper, None, Estimate };
TimeBound timeBound(const AnalysisResult &R);

/// True when no unknown data or choice of the host changes the result: time, W
/// and Q are no bounds, and some device has a roof. A profile, even of another
/// launch, makes data known.
bool knowsInputs(const AnalysisResult &R);

/// False when times, shares and transactions would belong to a made-up launch:
/// the number of work-items is missing, or a trip count of a single work-item.
/// Also where the time is another model's, AnalysisResult::Awaited.
bool tellsTime(const AnalysisResult &R);

/// Words before the time: "", "at least ", "at most " or "roughly ".
const char *timeBoundText(TimeBound Bound);
const char *timeBoundText(const AnalysisResult &R);

/// Model of time(): "board", "hpca16" or "hpca16-repaired".
const char *modelName(const AnalysisResult &R);
const char *modelName(ModelForm Form);

/// "data decide what runs, and no profile tells".
const char *doubtText(Doubt D);

/// Text of \p Form for the reader: `loop:<n>`, an iteration, becomes
/// iteration(LINE).
std::string formText(const KernelSummary &Kernel, Expr Form);

/// Text of a trip count for the reader: "128", "N / 16 = 64", "<= n = 12", "5.2
/// (measured: 0 to 9)", "unknown: data-dependent exit at 26:33".
std::string tripText(const AnalysisResult &R, uint32_t LoopId);

/// ", 487 ms at 276 MHz; 23.0 % logic, 16.4 % memory blocks, 4.7 % DSP; then
/// the passes limit it": the text after the gain of advice.
std::string changeText(const PricedChange &Change);

/// "6 cycles", "1.23 ms", "84 %": numbers of a report, three digits.
std::string secondsText(double Seconds);
std::string percentText(double Fraction);
std::string countText(double Count);

/// Limit of block \p Block: "memory" or "computation".
const char *limitOf(const AnalysisResult &R, uint32_t Block);
/// Limit of time(): "memory", "computation" or "latency".
const char *limitOf(const AnalysisResult &R);

/// Returns what forces the interval of loop \p Id above one cycle, by the
/// equations of HPCA16.
std::optional<ForcedInterval> forcedInterval(const AnalysisResult &R,
                                             uint32_t Id);
/// Returns the same of a single work-item, by the model that gives time().
std::optional<ForcedInterval> timedInterval(const AnalysisResult &R,
                                            uint32_t Id);

/// Index of the dependence of loop \p Id that keeps iterations from
/// overlapping: one part of the body writes, and an earlier part reads in a
/// later iteration.
std::optional<uint32_t> serialDependence(const AnalysisResult &R, uint32_t Id);

/// Text of dependence \p Dep of loop \p Id: "line 16 writes what line 14 reads
/// 1 iteration later".
std::string dependenceText(const AnalysisResult &R, uint32_t Id, uint32_t Dep);

/// Text of the reason for the interval of \p P: "line 16 computes what line 14
/// needs 1 iteration later, through 16 copies of the loop at line 15". Empty
/// for an interval of 1.
std::string intervalText(const AnalysisResult &R, const Pipeline &P);

/// Cycles of each node over the kernel's, 0 to 1. Children run as one pipeline,
/// so shares do not add up to their parent's.
std::vector<double> nodeShares(const AnalysisResult &R);

/// The index into BoundKernel::Blocks of the block that is node \p Id; nothing
/// for other nodes.
std::optional<uint32_t> blockOfNode(const AnalysisResult &R, uint32_t Id);

/// One access's part of the time and of the traffic.
struct AccessPart {
  /// [1] Of the kernel's cycles, for the access's transactions; the blocks
  /// share the memory's time.
  double Share = 0;
  double Transactions = 0; ///< over the whole launch
};

/// The parts of all accesses of block \p Block, in their order.
std::vector<AccessPart> accessParts(const AnalysisResult &R, uint32_t Block);

/// The line of \p Loc, with its file if it is not the kernel's: "7",
/// "body.h:7".
std::string lineText(const KernelSummary &Kernel, const SourceLocation &Loc);

/// Pattern of access \p Access: "consecutive along the loop at line 4, stride
/// 4096 B along dimension 1".
std::string patternText(const AnalysisResult &R, uint32_t Block,
                        uint32_t Access);

} // namespace roofline

#endif
