// Random systems for the property test and the benchmark of the search.
#ifndef ROOFLINE_UNITTESTS_EXPLORE_RANDOMSYSTEM_H
#define ROOFLINE_UNITTESTS_EXPLORE_RANDOMSYSTEM_H

#include "roofline/Machine/Platform.h"

namespace roofline {

struct RandomSystemOptions {
  unsigned Blocks = 4;
  unsigned Units = 3;    ///< different ones
  unsigned MaxCount = 2; ///< of each
  /// Load of all blocks as a share of one unit of average speed.
  double Load = 1.5;
  double Edges = 0.4;  ///< chance that two blocks exchange data
  double Limits = 0.3; ///< chance of a limit of cost, and of power
  double Typed = 0.4;  ///< chance that a unit lacks a type that exists
};

/// The same system for the same \p Seed.
System randomSystem(uint64_t Seed, const RandomSystemOptions &O);

} // namespace roofline

#endif
