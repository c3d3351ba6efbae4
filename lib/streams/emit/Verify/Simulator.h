// Builds and runs a core with its testbench in a Verilog simulator.
#ifndef ROOFLINE_LIB_VERIFY_SIMULATOR_H
#define ROOFLINE_LIB_VERIFY_SIMULATOR_H

#include "roofline/Process/Sandbox.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Verify/VerifyCore.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// An installed simulator.
class Simulator {
public:
  /// Finds a simulator; the error names the missing program.
  static llvm::Expected<Simulator> find(SimulatorKind Kind);

  /// Builds \p Sources with top module \p Top within \p Folder for run(); the
  /// sources may read files of \p Folder.
  llvm::Error build(llvm::StringRef Top, llvm::ArrayRef<std::string> Sources,
                    llvm::StringRef Folder) const;
  llvm::Expected<Outcome> run(llvm::StringRef Top, uint64_t Seed,
                              llvm::StringRef Folder) const;

  llvm::StringRef name() const { return Name; }
  /// "Verilator 5.006", "Icarus Verilog version 11.0"; empty when unknown.
  std::string version(llvm::StringRef Folder) const;

private:
  SimulatorKind Kind = SimulatorKind::Verilator;
  llvm::StringRef Name;
  std::string Compiler, Runner;
};

/// The simulator expected to finish first with \p Launches of \p K of \p Cycles
/// each. Icarus Verilog starts at once; Verilator's program is faster once g++
/// has compiled it.
SimulatorKind fasterSimulator(const StreamKernel &K, const StreamDesign &D,
                              int64_t Cycles, uint64_t Launches);

} // namespace roofline

#endif
