// All passes of an iterated kernel, which a core with AXI4 masters does alone.
//
/// \file
/// Between passes the buffers take turns: base addresses move from argument to
/// argument, in registers around the core (rtl/roofline_passes.v starts it).
/// Not handled: cores with stream ports, where the host moves the data.
#ifndef ROOFLINE_CODEGEN_COREPASSES_H
#define ROOFLINE_CODEGEN_COREPASSES_H

#include "roofline/Stream/EvaluateStreamKernel.h"

#include <map>
#include <string>
#include <vector>

namespace roofline {

struct CorePasses {
  int64_t Passes = 1;    ///< [pass]
  int64_t Steps = 1;     ///< [step] of a pass
  int64_t LastSteps = 1; ///< [step] of the last one
  /// By argument: the one whose buffer it has in the next pass. A permutation;
  /// arguments that keep their buffers are not in it.
  std::map<std::string, std::string> Turns;
  /// The arguments whose contents a step leaves for the next, or for the host.
  std::vector<std::string> Fields;

  int64_t steps() const noexcept { return (Passes - 1) * Steps + LastSteps; }
  bool operator==(const CorePasses &) const = default;
};

/// The argument whose buffer, as the host gives it, holds \p Argument after
/// the passes of \p P.
std::string holderOf(const CorePasses &P, const std::string &Argument);

/// [cycle] that a pass takes beside its launch: to start it, and to see its
/// end.
constexpr int64_t PassRestart = 2;

/// [cycle] from the clock edge that takes `start` to the one that raises
/// `done`, where a pass alone takes \p Launch and the last one \p Last.
constexpr int64_t allPassesCycles(int64_t Passes, int64_t Launch,
                                  int64_t Last) noexcept {
  return (Passes - 1) * (Launch + PassRestart) + Last + PassRestart;
}

/// The passes that a testbench runs, and their data.
struct PassesRun {
  CorePasses Passes; ///< those of the core, or the first ones and the last
  StreamMemory Before, After; ///< by argument
};

} // namespace roofline

#endif
