// Simulates and synthesises an emitted core, beside what was predicted.
//
/// \file
/// A simulator runs the core's Verilog on new random data, whose expected
/// output is that of the original kernel, once without and once with random
/// back-pressure for each seed; yosys counts what it needs. Nothing of it is
/// computed from the Verilog's own generator but the prediction.
/// Try: roofline verify out
#ifndef ROOFLINE_VERIFY_VERIFYCORE_H
#define ROOFLINE_VERIFY_VERIFYCORE_H

#include "roofline/Machine/Roofline.h"
#include "roofline/Resources/CostModel.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace roofline {

struct CoreOrigin;
struct StreamKernel;

enum class SimulatorKind : uint8_t {
  Verilator, ///< compiles: some seconds, then fast
  Icarus,    ///< interprets: at once, then slow
};

struct VerifyOptions {
  std::vector<uint64_t> Seeds = {11, 12, 13};
  std::string Target = "xc7";     ///< of the synthesis; empty: none
  std::optional<CostModel> Costs; ///< of the target
  std::string RtlFolder;
  std::optional<SimulatorKind> With; ///< nothing: the one that is done first
  /// Told what begins now: "verilator builds".
  std::function<void(llvm::StringRef)> Progress;
};

/// Predictions about a core, and the results that came out.
struct Verification {
  std::string Kernel, Variant;
  unsigned Launches = 0; ///< simulated, each compared element by element
  /// Message of the simulator where an output or the protocol is wrong.
  std::optional<std::string> Failure;
  int64_t PredictedCycles = 0, Cycles = 0; ///< without back-pressure
  std::string Target, SimulatorVersion, SynthesizerVersion;
  std::optional<FabricResources> PredictedResources, Resources;
  /// [ps] of the longest path through cells, without routing.
  std::optional<double> PredictedPath, Path;
  std::vector<std::string> Unknowns; ///< why a row is not there

  bool isProven() const {
    return !Failure && Launches && Cycles == PredictedCycles;
  }
};

/// The core that was emitted to \p Folder.
llvm::Expected<Verification> verifyCore(llvm::StringRef Folder,
                                        const VerifyOptions &O);

/// The core that \p Origin, of a kernel of \p M, becomes.
llvm::Expected<Verification>
verifyCore(const llvm::Module &M, CoreOrigin Origin, const VerifyOptions &O);

/// An error where a launch of \p K, which \p What has, is too long to be
/// simulated.
llvm::Error checkSimulated(const StreamKernel &K, llvm::StringRef What);

void printVerification(const Verification &V, llvm::raw_ostream &OS);
/// Format `roofline-verification`, version 1.
llvm::json::Value toJSON(const Verification &V);
/// Reads what toJSON() wrote.
llvm::Expected<Verification> readVerification(llvm::StringRef Text);

} // namespace roofline

#endif
