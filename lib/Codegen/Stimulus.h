// Contents of the streams of a core: for testbenches.
#ifndef ROOFLINE_CODEGEN_STIMULUS_H
#define ROOFLINE_CODEGEN_STIMULUS_H

#include "CorePlan.h"

namespace roofline {

/// One stream of one lane, a line of hexadecimal digits for each beat: tdata,
/// of outputs with tstrb before it.
struct StreamWords {
  int64_t Beats = 0;
  std::string Hex;
};

/// Everything that a launch on some memory brings and must give.
struct Stimulus {
  std::vector<std::vector<StreamWords>> Inputs, Outputs; ///< by stream, lane
  std::vector<uint64_t> Scalars;
  std::vector<uint64_t> Initial, Results; ///< of the reductions
};
Stimulus stimulusOf(const CorePlan &P, const StreamMemory &In);

} // namespace roofline

#endif
