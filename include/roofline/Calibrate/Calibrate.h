// Measures the resources of a core's structures: yosys on micro-benchmarks.
//
/// \file
/// Each micro-benchmark is one structure of a core (an operator and its
/// register, a delay line, a counter) at one size. One run of yosys synthesises
/// many of them. Each result is saved at once, so an interrupted calibration
/// continues where it stopped. Earlier results decide which sizes are measured
/// next: sizesToMeasure() bisects the breakpoints.
/// Source: TYTRA17 section 6.2.
/// Try: roofline calibrate --target xc7 -o xc7.yaml
#ifndef ROOFLINE_CALIBRATE_CALIBRATE_H
#define ROOFLINE_CALIBRATE_CALIBRATE_H

#include "roofline/Resources/CostModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A family of FPGAs that yosys can synthesise for.
struct SynthesisTarget {
  llvm::StringRef Name;       ///< "xc7"
  llvm::StringRef Command;    ///< yosys command, without -top
  llvm::StringRef Cells;      ///< commands that read the family's cells
  llvm::StringRef StartLabel; ///< label at which Command starts after Cells
  double MemoryBlockBits;     ///< [bit] of one memory block
  /// Gives commands that read the cells' delays; null where Cells has them.
  std::string (*Delays)() = nullptr;
  /// Shapes in which yosys uses the memory blocks; empty where unknown.
  llvm::ArrayRef<MemoryShape> Memory = {};
  /// Whole rings are measured, not their blocks, address and choice.
  bool MeasuresRings = false;

  std::string delays() const { return Delays ? Delays() : std::string(); }
};
/// Returns the target "xc7", "xcup", "ecp5" or "cyclonev"; null for others.
const SynthesisTarget *findTarget(llvm::StringRef Name);
/// Returns the names that findTarget() knows.
std::vector<llvm::StringRef> targetNames();

/// Cells by type, as yosys counts them.
using CellCounts = std::map<std::string, uint64_t>;

/// Result of yosys for one module.
struct Synthesis {
  CellCounts Cells;
  /// [ps] of the longest path: the sum of cell delays that yosys' `sta` gives.
  /// Nothing where the family's cells have no delays.
  std::optional<double> Delay;
};

/// Returns \p S as JSON, for readSynthesis().
llvm::json::Object toJSON(const Synthesis &S);
/// Reads an object that toJSON() wrote; nothing for any other object.
std::optional<Synthesis> readSynthesis(const llvm::json::Object &O);

/// Modules of one run of yosys, see synthesize().
struct SynthesisBatch {
  std::vector<std::string> Modules; ///< Verilog texts as in MicroBenchmark
  std::vector<std::string> Sources; ///< paths of the modules they instantiate
};

/// Returns the resources and the delay of \p Outcome. Fails on an unknown cell;
/// the error names it. docs/cost-format.md has the table of cells.
llvm::Expected<CostPoint> resourcesOf(const SynthesisTarget &Target,
                                      const Synthesis &Outcome);

/// One structure at one size.
struct MicroBenchmark {
  std::string Structure, Form; ///< as CostCurve::Structure and Form
  uint32_t Parameter = 0, Size = 0;
  /// Ports and body: "(input clk, ...); ... endmodule".
  std::string Verilog;
  /// Is measured only when sizesToMeasure() asks for its size.
  bool Bisect = false;
  bool TakesLong = false; ///< takes seconds, so it gets a run of its own
  /// Verilog contains slackBenchmark(), whose resources are subtracted.
  bool HasSlack = false;
};

/// Returns a path of several LUTs, as every core has. Beside it shorter paths
/// have time to spare, so synthesis makes them small instead of fast.
MicroBenchmark slackBenchmark();

/// Returns all micro-benchmarks of \p Target, with operators of \p Widths
/// [bit]. Without \p Widths, sizesToMeasure() chooses widths from 1 to 64.
std::vector<MicroBenchmark> microBenchmarks(const SynthesisTarget &Target,
                                            llvm::ArrayRef<uint32_t> Widths);

/// Progress of a calibration, in micro-benchmarks.
struct CalibrationProgress {
  size_t Done = 0;     ///< finished, results from Cache and Known included
  size_t Known = 0;    ///< finished or planned up to this round
  size_t Measured = 0; ///< synthesised in this run
  unsigned Round = 0;  ///< round of bisection
};

/// Inputs and limits of calibrate().
struct CalibrationOptions {
  std::string Yosys;   ///< path of the program
  std::string Modules; ///< folder of the cores' Verilog modules
  std::string Cache;   ///< file that keeps results; empty keeps none
  std::string Date;    ///< "2026-01-31", part of the costs' source
  /// Costs to extend: their points are not measured again, and the result
  /// has all their curves. Must have the same target, command and version of
  /// yosys; calibrate() assumes that the Verilog modules have not changed.
  const CostModel *Known = nullptr;
  /// Measures only the points of Known that have no delay.
  bool Delays = false;
  unsigned Jobs = 1; ///< runs of yosys at the same time
  /// Synthesises batches on other machines; empty synthesises on this one.
  std::function<llvm::Expected<std::vector<std::vector<Synthesis>>>(
      llvm::ArrayRef<SynthesisBatch>)>
      Elsewhere = nullptr;
  unsigned BatchSize = 32; ///< most micro-benchmarks in one run of yosys
  llvm::function_ref<void(const CalibrationProgress &)> Progress;
};

/// Costs that calibrate() measured.
struct CalibrationResult {
  CostModel Costs;
  /// Modules that the folder lacks. Micro-benchmarks that need one of them are
  /// left out.
  std::vector<std::string> MissingModules;
  /// Points of Known whose resources have changed, found when their delay was
  /// measured. The new resources replace the known ones.
  std::vector<std::string> Changed;
  CalibrationProgress Progress;
};

/// Synthesises \p Benchmarks and fits cost curves to their resources. Fails
/// where yosys does, or where \p Options.Known has another target, command or
/// version of yosys.
llvm::Expected<CalibrationResult>
calibrate(const SynthesisTarget &Target,
          llvm::ArrayRef<MicroBenchmark> Benchmarks,
          const CalibrationOptions &Options);

/// Returns the version that \p Yosys prints: "Yosys 0.23 (git sha1
/// 7ce5011c24b)". Fails where the program does not run.
llvm::Expected<std::string> yosysVersion(llvm::StringRef Yosys);

/// Synthesises \p Modules, Verilog texts as in MicroBenchmark, in one run of
/// yosys. Returns one result per module, in order.
llvm::Expected<std::vector<Synthesis>>
synthesize(const SynthesisTarget &Target, llvm::ArrayRef<std::string> Modules,
           llvm::ArrayRef<std::string> Sources, llvm::StringRef Yosys);

/// Synthesises the module \p Top of the Verilog files \p Sources, flattened.
/// Tests compare the result with predict() of Resources/ResourceModel.h.
llvm::Expected<Synthesis> synthesizeCore(const SynthesisTarget &Target,
                                         llvm::ArrayRef<std::string> Sources,
                                         llvm::StringRef Top,
                                         llvm::StringRef Yosys);

} // namespace roofline

#endif
