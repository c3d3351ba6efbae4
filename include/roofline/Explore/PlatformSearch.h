// Finds the exact Pareto front over all mappings of blocks to units.
//
/// \file
/// The risk of a unit depends only on its set of blocks. A dynamic programme
/// over sets of blocks therefore gives the least risk of a set of units, and
/// the search visits sets of units instead of mappings. The search grows a set
/// by one unit at a time. It drops a set that breaks a limit, that is
/// infeasible even with all later units, or whose best reachable result is
/// dominated. docs/platform.md proves that no front member is lost. Not
/// handled: more than MaxSystemBlocks blocks.
#ifndef ROOFLINE_EXPLORE_PLATFORMSEARCH_H
#define ROOFLINE_EXPLORE_PLATFORMSEARCH_H

#include "roofline/Machine/PlatformResult.h"

#include <functional>

namespace roofline {

/// Options of choosePlatform().
struct PlatformOptions {
  Peaks Which = Peaks::Theoretical;
  /// Most feasible mappings to list. With more of them only the front is
  /// listed.
  size_t MaxListed = 100;
  /// Receives how many units the search has tried as the first unit of a set,
  /// and the number of all units.
  std::function<void(size_t Done, size_t Total)> Progress = {};
};

/// Pre-selects units for \p S, prices them and searches the mappings. \p S must
/// have a block.
PlatformResult choosePlatform(const System &S, const PlatformOptions &O);

} // namespace roofline

#endif
