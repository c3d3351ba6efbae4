// All mappings of blocks on units: the Pareto front, exactly.
//
/// \file
/// The risk of a unit depends only on its set of blocks. The least risk of a
/// set of units is therefore a dynamic programme over sets of blocks, and the
/// front is found among sets of units, not among mappings. Sets of units are
/// grown one by one; a set is left when it breaks a limit, when not even all
/// units after it make it feasible, or when what it can still reach is
/// dominated (docs/platform.md has the reasons why nothing is lost). Does not
/// handle: more than MaxSystemBlocks blocks.
#ifndef ROOFLINE_EXPLORE_PLATFORMSEARCH_H
#define ROOFLINE_EXPLORE_PLATFORMSEARCH_H

#include "roofline/Machine/PlatformResult.h"

#include <functional>

namespace roofline {

struct PlatformOptions {
  Peaks Which = Peaks::Theoretical;
  size_t MaxListed = 100; ///< feasible mappings to list; more: only the front
  /// Told how many of the units have been the cheapest of all mappings.
  std::function<void(size_t Done, size_t Of)> Progress = {};
};

/// Pre-selects, prices and searches \p S, which has one block at least.
PlatformResult choosePlatform(const System &S, const PlatformOptions &O);

} // namespace roofline

#endif
