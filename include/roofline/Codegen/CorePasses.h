// Passes of an iterated kernel that a core with AXI4 masters runs by itself.
//
/// \file
/// Between passes the arguments exchange buffers: registers around the core
/// hold the base addresses, and rtl/roofline_passes.v moves the addresses and
/// starts the core. Not handled: cores with stream ports, where the host moves
/// the data.
#ifndef ROOFLINE_CODEGEN_COREPASSES_H
#define ROOFLINE_CODEGEN_COREPASSES_H

#include "roofline/Stream/EvaluateStreamKernel.h"

#include <map>
#include <string>
#include <vector>

namespace roofline {

/// Port with the number of passes.
constexpr const char *PassesPort = "passes";
/// [bit] Width of PassesPort.
constexpr uint32_t PassesBits = 32;
/// Port with the steps of the last pass, of a core that can stop early.
constexpr const char *LastStepsPort = "last_steps";

/// Number of passes, and how arguments exchange buffers between them.
struct CorePasses {
  int64_t Passes = 1;    ///< [pass]
  int64_t Steps = 1;     ///< [step] in each pass but the last
  int64_t LastSteps = 1; ///< [step] in the last pass
  /// Maps an argument to the argument whose buffer it takes over for the next
  /// pass. A permutation, without the arguments that keep their buffers.
  std::map<std::string, std::string> Turns;
  /// Arguments whose contents the next step, or the host, reads.
  std::vector<std::string> Fields;

  /// Returns the [step] of all passes.
  int64_t steps() const noexcept { return (Passes - 1) * Steps + LastSteps; }
  bool operator==(const CorePasses &) const = default;
};

/// Returns where the host finds the contents of \p Argument: after n passes in
/// the buffer that it passed for argument n modulo their number.
std::vector<std::string> holdersOf(const CorePasses &P,
                                   const std::string &Argument);

/// Returns holdersOf() after the passes of \p P.
std::string holderOf(const CorePasses &P, const std::string &Argument);

/// [cycle] that a pass takes in addition to its launch, to start the core and
/// to see its end.
constexpr int64_t PassRestart = 2;

/// Returns the [cycle] from the clock edge that takes `start` to the one that
/// raises `done`. \p Launch [cycle] is one pass alone, \p Last the last one.
constexpr int64_t allPassesCycles(int64_t Passes, int64_t Launch,
                                  int64_t Last) noexcept {
  return (Passes - 1) * (Launch + PassRestart) + Last + PassRestart;
}

/// Passes that a testbench runs, with their data.
struct PassesRun {
  CorePasses Passes; ///< all passes of the core, or its first ones and the last
  StreamMemory Before, After; ///< memory before and after, by argument
};

} // namespace roofline

#endif
