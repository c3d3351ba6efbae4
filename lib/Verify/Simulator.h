// Simulators of Verilog: a core with its testbench, built and run.
#ifndef ROOFLINE_LIB_VERIFY_SIMULATOR_H
#define ROOFLINE_LIB_VERIFY_SIMULATOR_H

#include "roofline/Process/RunFolder.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Verify/VerifyCore.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// A simulator that is installed.
class Simulator {
public:
  /// The error names the program that is missing.
  static llvm::Expected<Simulator> find(SimulatorKind Kind);

  /// Makes of \p Sources, whose top module is \p Top, what run() runs; within
  /// \p Folder, whose files they may name.
  llvm::Error build(llvm::StringRef Top, llvm::ArrayRef<std::string> Sources,
                    llvm::StringRef Folder) const;
  llvm::Expected<Outcome> run(llvm::StringRef Top, uint64_t Seed,
                              llvm::StringRef Folder) const;

  llvm::StringRef name() const { return Name; }
  /// "Verilator 5.006", "Icarus Verilog version 11.0"; empty where it does not
  /// say.
  std::string version(llvm::StringRef Folder) const;

private:
  SimulatorKind Kind = SimulatorKind::Verilator;
  llvm::StringRef Name;
  std::string Compiler, Runner;
};

/// The simulator that is done first with \p Launches of \p K, of \p Cycles
/// each: Icarus Verilog interprets at once, Verilator's program is faster when
/// g++ has compiled it.
SimulatorKind fasterSimulator(const StreamKernel &K, const StreamDesign &D,
                              int64_t Cycles, uint64_t Launches);

} // namespace roofline

#endif
