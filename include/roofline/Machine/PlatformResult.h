// Result of the search for a platform.
#ifndef ROOFLINE_MACHINE_PLATFORMRESULT_H
#define ROOFLINE_MACHINE_PLATFORMRESULT_H

#include "roofline/Machine/Platform.h"

#include <cassert>
#include <string>
#include <vector>

namespace roofline {

/// One device of a unit. Number tells it from others of the same unit.
struct UnitInstance {
  uint32_t Unit = 0;   ///< index into System::Units
  uint32_t Number = 1; ///< from 1 to its count
  bool operator==(const UnitInstance &) const = default;
};

/// Name of an instance: "gpu", or "gpu2" when the system has several.
inline std::string instanceName(const System &S, const UnitInstance &I) {
  assert(I.Unit < S.Units.size() && "an instance is of a unit of the system");
  const SystemUnit &U = S.Units[I.Unit];
  return U.Count == 1 ? U.Name : U.Name + std::to_string(I.Number);
}

/// Names of \p Blocks: "mog, erosion".
inline std::string blockNames(const System &S, BlockSet Blocks) {
  std::string Names;
  for (size_t B = 0; B < S.Blocks.size(); ++B)
    if (Blocks >> B & 1)
      Names += (Names.empty() ? "" : ", ") + S.Blocks[B].Name;
  return Names;
}

/// Assignment of blocks to instances. Source: TUE11 Table 8.7.
struct Mapping {
  std::vector<BlockSet> Blocks; ///< by instance; an empty set: unused
  double Risk = 0;              ///< largest over the units, Eq. (8.5)
  double Cost = 0;              ///< sum over the units used
  double Power = 0;             ///< [W] sum over the units used
  bool operator==(const Mapping &) const = default;
};

struct PlatformResult {
  std::vector<UnitInstance> Instances;
  std::vector<PricedUnit> Prices; ///< by System::Units
  /// False when some unit has no cost, or power: the sum is 0 then, and
  /// comparisons leave it out.
  bool HasCost = true, HasPower = true;
  /// Pareto front: no other feasible mapping is as good in risk, cost and power
  /// together. One mapping for each point, by rising risk.
  std::vector<Mapping> Front;
  /// [1] Mappings that meet the rate, whatever their cost and power. Counts
  /// those once that differ only by an exchange of equal units.
  double NumMeetRate = 0;
  /// All feasible mappings by rising risk; see FeasibleComplete.
  std::vector<Mapping> Feasible;
  bool FeasibleComplete = false;      ///< false: too many, Feasible is empty
  Peaks Which = Peaks::Theoretical;   ///< requested kind of rates
  std::vector<std::string> Fallbacks; ///< rates that only the other kind has
  std::vector<std::string> WhyNone;   ///< reasons when no mapping is feasible
  std::vector<std::string> Missing;   ///< what was not compared, and why
};

} // namespace roofline

#endif
