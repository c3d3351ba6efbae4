// Measures what the structures of emitted cores need: yosys on
// micro-benchmarks.
//
/// \file
/// Each micro-benchmark is one structure as a core contains it (an operator
/// and its register, a delay line, a counter) at one size. Many are synthesised
/// in one run of yosys; each result is kept as soon as it is there, so that an
/// interrupted calibration goes on where it was. Earlier results decide
/// which widths are measured next: breakpoints are bisected (sizesToMeasure()).
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

/// A family that yosys synthesises for.
struct SynthesisTarget {
  llvm::StringRef Name;    ///< "xc7"
  llvm::StringRef Command; ///< yosys command, without -top
  llvm::StringRef Cells;   ///< commands that read the family's cells
  llvm::StringRef From;    ///< label of Command after they were read
  double MemoryBlockBits;  ///< [bit] of what counts as one memory block
  bool HasPaths;           ///< yosys measures longest paths
  /// How its memory blocks are used; none where that is not known.
  llvm::ArrayRef<MemoryShape> Memory = {};
};
/// "xc7", "ecp5", "cyclonev"; null where \p Name is none of them.
const SynthesisTarget *findTarget(llvm::StringRef Name);
std::vector<llvm::StringRef> targetNames();

/// Cells by type, as yosys counts them.
using CellCounts = std::map<std::string, uint64_t>;

/// Result of yosys for one module.
struct Synthesis {
  CellCounts Cells;
  /// [ps] of the longest path, as `sta` adds up the delays of the family's
  /// cells; nothing where they have none.
  std::optional<double> Delay;
};

llvm::json::Object toJSON(const Synthesis &S);
/// Reads what toJSON() wrote; nothing where \p O is something else.
std::optional<Synthesis> readSynthesis(const llvm::json::Object &O);

/// Modules of one run of yosys, see synthesize().
struct SynthesisBatch {
  std::vector<std::string> Modules; ///< Verilog texts as in MicroBenchmark
  std::vector<std::string> Sources; ///< paths of what they instantiate
};

/// Resources that \p Of occupies, and its delay. Fails on a cell that is not
/// known, with its name in the error. docs/cost-format.md has the table.
llvm::Expected<CostPoint> resourcesOf(const SynthesisTarget &Target,
                                      const Synthesis &Of);

/// One structure at one size.
struct MicroBenchmark {
  std::string Structure, Form;
  uint32_t Parameter = 0, Size = 0;
  /// Ports and body: "(input clk, ...); ... endmodule".
  std::string Verilog;
  /// Measured only where sizesToMeasure() asks for its size.
  bool Bisect = false;
  bool TakesLong = false; ///< seconds: in a run of yosys of its own
  /// Verilog has slackBenchmark() in it, which is taken off.
  bool HasSlack = false;
};

/// A path of several LUTs, as every core has some. Shorter paths beside it
/// have time to spare, and synthesis makes them small instead of fast.
MicroBenchmark slackBenchmark();

/// All micro-benchmarks of \p Target; operators at \p Widths [bit], or without
/// any at those of 1 to 64 that sizesToMeasure() asks for.
std::vector<MicroBenchmark> microBenchmarks(const SynthesisTarget &Target,
                                            llvm::ArrayRef<uint32_t> Widths);

/// How far a calibration is, in micro-benchmarks.
struct CalibrationProgress {
  size_t Done = 0;     ///< with those whose results had been kept
  size_t Known = 0;    ///< to be done, as far as is known in this round
  size_t Measured = 0; ///< in this run
  unsigned Round = 0;  ///< of bisection
};

struct CalibrationOptions {
  std::string Yosys;   ///< path of the program
  std::string Modules; ///< folder of the cores' Verilog modules
  std::string Cache;   ///< file of results; empty: none are kept
  std::string Date;    ///< "2026-01-31", for the source
  /// Its points are not measured again, and all of its curves are in the
  /// result; of the same target, command and version of yosys. The modules are
  /// taken to be those that it was measured with.
  const CostModel *Known = nullptr;
  /// Measures again only the points of Known that have no delay.
  bool Delays = false;
  unsigned Jobs = 1; ///< runs of yosys side by side
  /// Synthesises batches on other machines; nothing: here.
  std::function<llvm::Expected<std::vector<std::vector<Synthesis>>>(
      llvm::ArrayRef<SynthesisBatch>)>
      Elsewhere = nullptr;
  unsigned BatchSize = 32; ///< micro-benchmarks of one run, at most
  llvm::function_ref<void(const CalibrationProgress &)> Progress;
};

struct CalibrationResult {
  CostModel Costs;
  /// Not in the folder of modules: what instantiates them was left out.
  std::vector<std::string> MissingModules;
  /// Known points that were measured for their delay and have other resources
  /// now, which replace the known ones: their modules have changed since.
  std::vector<std::string> Changed;
  CalibrationProgress Progress;
};

/// Synthesises \p Benchmarks and fits what they need.
llvm::Expected<CalibrationResult>
calibrate(const SynthesisTarget &Target,
          llvm::ArrayRef<MicroBenchmark> Benchmarks,
          const CalibrationOptions &Options);

/// "Yosys 0.23 (git sha1 7ce5011c24b)".
llvm::Expected<std::string> yosysVersion(llvm::StringRef Yosys);

/// Each of \p Modules, Verilog texts as in MicroBenchmark. Runs yosys once.
llvm::Expected<std::vector<Synthesis>>
synthesize(const SynthesisTarget &Target, llvm::ArrayRef<std::string> Modules,
           llvm::ArrayRef<std::string> Sources, llvm::StringRef Yosys);

/// The module \p Top of the Verilog files \p Sources, flattened:
/// what predict() of Resources/ResourceModel.h is compared with.
llvm::Expected<Synthesis> synthesizeCore(const SynthesisTarget &Target,
                                         llvm::ArrayRef<std::string> Sources,
                                         llvm::StringRef Top,
                                         llvm::StringRef Yosys);

} // namespace roofline

#endif
