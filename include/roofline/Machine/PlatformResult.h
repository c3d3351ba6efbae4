// Result of the search for a platform.
#ifndef ROOFLINE_MACHINE_PLATFORMRESULT_H
#define ROOFLINE_MACHINE_PLATFORMRESULT_H

#include "roofline/Machine/Platform.h"

#include <string>
#include <vector>

namespace roofline {

/// One piece of a unit of which there may be several.
struct UnitInstance {
  uint32_t Unit = 0;   ///< index into System::Units
  uint32_t Number = 1; ///< from 1 to its count
  bool operator==(const UnitInstance &) const = default;
};

/// "gpu", or of several "gpu2".
inline std::string instanceName(const System &S, const UnitInstance &I) {
  const SystemUnit &U = S.Units[I.Unit];
  return U.Count == 1 ? U.Name : U.Name + std::to_string(I.Number);
}

/// "mog, erosion".
inline std::string blockNames(const System &S, BlockSet Blocks) {
  std::string Names;
  for (size_t B = 0; B < S.Blocks.size(); ++B)
    if (Blocks >> B & 1)
      Names += (Names.empty() ? "" : ", ") + S.Blocks[B].Name;
  return Names;
}

/// Assignment of blocks to instances. Source: TUE11 Table 8.7.
struct Mapping {
  std::vector<BlockSet> Blocks; ///< by instance; empty: not used
  double Risk = 0;              ///< of the unit with the largest, Eq. (8.5)
  double Cost = 0;              ///< sum over the units used
  double Power = 0;             ///< [W] sum over the units used
  bool operator==(const Mapping &) const = default;
};

struct PlatformResult {
  std::vector<UnitInstance> Instances;
  std::vector<PricedUnit> Prices; ///< by System::Units
  /// False where a unit lacks it: then it counts as zero and is not compared.
  bool HasCost = true, HasPower = true;
  /// No other feasible mapping is at most as risky, as costly and as hungry;
  /// one for each point, by rising risk.
  std::vector<Mapping> Front;
  /// Mappings that meet the rate, before limits of cost and power; an exchange
  /// of equal units counts once [1].
  double NumMeetRate = 0;
  /// All feasible mappings by rising risk, unless there are more than asked
  /// for.
  std::vector<Mapping> Feasible;
  bool FeasibleComplete = false;
  Peaks Which = Peaks::Theoretical;   ///< whose rates were asked for
  std::vector<std::string> Fallbacks; ///< rates that only the other one has
  std::vector<std::string> WhyNone;   ///< where no mapping is feasible
  std::vector<std::string> Missing;   ///< what could not be compared, and why
};

} // namespace roofline

#endif
