// Contents of a core's streams, for testbenches.
#ifndef ROOFLINE_CODEGEN_STIMULUS_H
#define ROOFLINE_CODEGEN_STIMULUS_H

#include "CorePlan.h"

namespace roofline {

/// One stream of one lane, with a line of hexadecimal digits for each beat:
/// tdata, in outputs preceded by tstrb.
struct StreamWords {
  int64_t Beats = 0;
  std::string Hex;
};

/// Inputs and expected outputs of a launch on one memory.
struct Stimulus {
  std::vector<std::vector<StreamWords>> Inputs, Outputs; ///< by stream, lane
  std::vector<uint64_t> Scalars;
  std::vector<uint64_t> Initial, Results; ///< by reduction
};
Stimulus stimulusOf(const CorePlan &P, const StreamMemory &In);

} // namespace roofline

#endif
