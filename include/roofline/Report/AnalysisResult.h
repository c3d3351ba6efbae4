// Everything that a report of one kernel says.
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

/// Where a kernel stands under the roofs of one device.
struct RoofPlacement {
  std::string Device;
  Peaks Of = Peaks::Measured; ///< whose peaks, where a device has both
  /// Q as requested, and with each byte once.
  Placement Requested, Compulsory;
  /// [operation/s] W over the time that the model of the device's pipelines
  /// predicts; nothing without such a model.
  std::optional<double> Predicted;
  bool IsBound = false; ///< W or Q is an upper bound
};

struct AnalysisResult {
  std::shared_ptr<const KernelSummary> Kernel; ///< BoundKernel refers to it
  std::string Board;                           ///< the device's name
  /// Its numbers by their keys, as pricingEntries() gives them.
  std::map<std::string, double> DeviceEntries;
  /// The device has a pipeline model; else all but counts and roofs is empty.
  bool IsPriced = false;
  Launch L;
  std::string LaunchFile; ///< that was found and gives L; empty: none was
  ModelForm Form = ModelForm::Hpca16Repaired;
  std::optional<Utilization> Used;
  BoundKernel Bound;
  Design D;
  Estimate Priced;
  /// By the model "board", where all inputs are known.
  std::optional<BoardEstimate> OnBoard;
  /// Resources of OnBoard's design, where the device's structures are known.
  std::optional<FitEstimate> Fit;
  KernelCounts Counts; ///< W and Q
  /// One for each device that was asked for; none while W or Q is missing.
  std::vector<RoofPlacement> Roofs;
  std::vector<Advice> Advices;
  std::vector<std::string> Guards;   ///< catches of D
  std::vector<LoopWarning> Warnings; ///< where the source is wrong
  /// With a what-if design: the time of the source's own design.
  std::optional<Seconds> SourceTime;

  /// By the model that was asked for.
  Seconds time() const { return OnBoard ? OnBoard->Time : Priced.Time; }
  double cycles() const {
    return OnBoard ? OnBoard->Cycles : Priced.Total.value();
  }

  bool complete() const {
    return IsPriced ? Bound.Missing.empty() : Counts.Missing.empty();
  }
};

/// Kind of the priced time. A missing input makes it a lower bound. A loop that
/// may end earlier, a pixel that may be smaller or an address that cannot be
/// followed makes it an upper bound. Both together leave no bound at all.
/// By the model "board" it is an estimate otherwise.
enum class TimeBound : uint8_t { Exact, Lower, Upper, None, Estimate };
TimeBound timeBound(const AnalysisResult &R);

/// True where neither data nor what the host may have chosen decide anything
/// that is not told: time, W and Q are no bounds, and some device has a roof. A
/// profile tells, also one of another launch.
bool knowsInputs(const AnalysisResult &R);

/// False where times, shares and transactions would be those of a made-up
/// launch: without the number of work-items, or without a trip count of a
/// kernel of a single one.
bool tellsTime(const AnalysisResult &R);

/// "", "at least ", "at most " or "roughly ": before the time.
const char *timeBoundText(TimeBound Bound);
const char *timeBoundText(const AnalysisResult &R);

/// "board", "hpca16" or "hpca16-repaired": what time() is by.
const char *modelName(const AnalysisResult &R);
const char *modelName(ModelForm Form);

/// "data decide what runs, and no profile tells".
const char *doubtText(Doubt D);

/// \p Form as the reader sees it: `loop:<n>`, an iteration, is iteration(LINE).
std::string formText(const KernelSummary &Kernel, Expr Form);

/// Trip count as the reader sees it: "128", "N / 16 = 64", "<= n = 12",
/// "5.2 (measured: 0 to 9)", "unknown: data-dependent exit at 26:33".
std::string tripText(const AnalysisResult &R, uint32_t LoopId);

/// ", 487 ms at 276 MHz; 23.0 % logic, 16.4 % memory blocks, 4.7 % DSP; then
/// the passes limit it": what follows the gain of advice.
std::string changeText(const PricedChange &Change);

/// "6 cycles", "1.23 ms", "84 %": numbers of a report, three digits.
std::string secondsText(double Seconds);
std::string percentText(double Fraction);
std::string countText(double Count);

/// "memory" or "computation": what decides block \p Block.
const char *limitOf(const AnalysisResult &R, uint32_t Block);
/// "memory", "computation" or "latency": what decides time().
const char *limitOf(const AnalysisResult &R);

/// The dependence of loop \p Id, by its index, that forces the interval of its
/// pipeline to more than a cycle.
std::optional<uint32_t> forcingDependence(const AnalysisResult &R, uint32_t Id);

/// The one that keeps its iterations from overlapping: what one part of the
/// body writes, an earlier part reads later.
std::optional<uint32_t> serialDependence(const AnalysisResult &R, uint32_t Id);

/// Dependence \p Dep of loop \p Id: "line 16 writes what line 14 reads 1
/// iteration later".
std::string dependenceText(const AnalysisResult &R, uint32_t Id, uint32_t Dep);

/// Node \p Id's cycles over the kernel's, 0 to 1. Children run as one pipeline,
/// so shares do not add up to their parent's.
double nodeShare(const AnalysisResult &R, uint32_t Id);

/// Share of the kernel's cycles that the transactions of an access of block
/// \p Block take; the blocks share the memory's time.
double accessShare(const AnalysisResult &R, uint32_t Block, uint32_t Access);

/// Transactions of the whole launch that an access of block \p Block makes.
double accessTransactions(const AnalysisResult &R, uint32_t Block,
                          uint32_t Access);

/// The line of \p Loc, with its file where that is not the kernel's: "7",
/// "body.h:7".
std::string lineText(const KernelSummary &Kernel, const SourceLocation &Loc);

/// How access \p Access moves: "consecutive along the loop at line 4,
/// stride 4096 B along dimension 1".
std::string patternText(const AnalysisResult &R, uint32_t Block,
                        uint32_t Access);

} // namespace roofline

#endif
