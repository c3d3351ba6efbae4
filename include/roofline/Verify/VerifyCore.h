// Simulates and synthesises an emitted core, beside its predictions.
//
/// \file
/// A simulator runs the core's Verilog on new random data, once without and
/// once with random back-pressure for each seed, and compares the output with
/// the original kernel's. yosys counts the resources. Only the predictions come
/// from the generator of the Verilog.
/// Try: roofline verify out
#ifndef ROOFLINE_VERIFY_VERIFYCORE_H
#define ROOFLINE_VERIFY_VERIFYCORE_H

#include "roofline/Resources/CostModel.h"
#include "roofline/Resources/ResourceComparison.h"

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
  Verilator, ///< compiles for some seconds, then runs fast
  Icarus,    ///< starts at once, then runs slowly
};

struct VerifyOptions {
  std::vector<uint64_t> Seeds = {11, 12, 13};
  std::string Target = "xc7"; ///< family to synthesise for; empty: no synthesis
  std::string KeptSynthesis;  ///< folder of results, CoreSynthesis; empty: none
  std::optional<CostModel> Costs; ///< costs of Target
  std::string RtlFolder;
  /// Nothing: the one expected to finish first.
  std::optional<SimulatorKind> With;
  /// Called with the step that begins: "verilator builds".
  std::function<void(llvm::StringRef)> Progress;
};

/// Predictions about a core, and the results.
struct Verification {
  std::string Kernel, Variant;
  /// Simulated launches, each compared element by element.
  unsigned Launches = 0;
  /// Values of a core that takes them at run time, "width = 96", by launch.
  std::vector<std::string> Sizes;
  uint32_t Partials = 1; ///< mostPartials() of the kernel
  /// Message of the simulator on a wrong output or protocol; nothing: none.
  std::optional<std::string> Failure;
  int64_t PredictedCycles = 0, Cycles = 0; ///< without back-pressure
  std::string SimulatorVersion;
  ResourceComparison Need; ///< without a target: not synthesised

  bool isProven() const {
    return !Failure && Launches && Cycles == PredictedCycles;
  }
};

/// Verifies the core in \p Folder.
llvm::Expected<Verification> verifyCore(llvm::StringRef Folder,
                                        const VerifyOptions &O);

/// Emits the core of \p Origin, a kernel of \p M, and verifies it.
llvm::Expected<Verification>
verifyCore(const llvm::Module &M, CoreOrigin Origin, const VerifyOptions &O);

/// An error when a launch of \p K is too long to simulate; \p What names the
/// launch.
llvm::Error checkSimulated(const StreamKernel &K, llvm::StringRef What);

void printVerification(const Verification &V, llvm::raw_ostream &OS);
/// Format `roofline-verification`, version 1.
llvm::json::Value toJSON(const Verification &V);
/// Reads the output of toJSON(); \p Name is the file for errors.
llvm::Expected<Verification> readVerification(llvm::StringRef Text,
                                              llvm::StringRef Name);
llvm::json::Value verificationSchema();

} // namespace roofline

#endif
