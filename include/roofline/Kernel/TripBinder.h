// Binds trip counts to numbers under a launch.
#ifndef ROOFLINE_KERNEL_TRIPBINDER_H
#define ROOFLINE_KERNEL_TRIPBINDER_H

#include "roofline/Kernel/GuardedSum.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/MissingInput.h"

#include <map>
#include <string>
#include <vector>

namespace roofline {

struct NestTotals;

/// A loop's trip count as a number: the mean over all entries of the loop.
struct MeanTrip {
  double Value = 1;    ///< [iteration] 1 as a lower bound where unknown
  bool AtMost = false; ///< Value is an upper bound
  /// Value is approximate: some values were sampled, or a given mean was used.
  bool IsSampled = false;
  bool IsKnown = true; ///< false: the list names the missing inputs
};

/// Binds the trip counts of one kernel. Adds missing inputs to a list.
class TripBinder {
public:
  /// All three arguments must outlive the object.
  TripBinder(const KernelSummary &Kernel, const Launch &L,
             std::vector<MissingInput> &Missing)
      : Kernel(Kernel), L(L), Missing(Missing),
        Symbols(launchSymbols(Kernel, L)), Sums(Kernel, L) {}

  /// Returns the mean trip count of loop \p Id under the launch.
  MeanTrip bind(uint32_t Id);

  /// Adds a missing input to the list, unless the list has it.
  void miss(std::string What, const SourceLocation &Loc, std::string Hint);

  /// Adds the symbols of \p E without a value to the list, also those in trip
  /// counts of the loops of \p E. Returns false where all have a value.
  bool missSymbols(const Expr &E, const SourceLocation &Loc);

private:
  bool missTrip(uint32_t Id, const SourceLocation &Loc);

  using Point = std::map<std::string, int64_t, std::less<>>;

  void addDirections(const Expr &E, std::vector<std::string> &Directions);
  /// Domain over which a trip count is averaged.
  struct Domain {
    /// Ids and loops, each after those on which its extent depends.
    std::vector<std::string> Directions;
    /// Further loops around it whose trip count varies with Directions.
    std::vector<uint32_t> Between;
  };
  Domain domainOf(uint32_t Id);
  void countIdsAlone(uint32_t Id, Domain &Over);
  std::optional<NestTotals> exactTotals(uint32_t Id, const Domain &Over);
  /// Returns the mean over the domain. Where there is none, \p Why is the end
  /// of a sentence about the trip count.
  std::optional<MeanTrip> meanTrip(uint32_t Id, std::string &Why);
  std::optional<MeanTrip> meanOfEntries(uint32_t Id);
  std::optional<std::vector<int64_t>> countsAt(uint32_t Id, const Domain &Over,
                                               const SymbolValue &Value) const;
  bool accumulate(uint32_t Id, const Domain &Over, size_t Level,
                  double PointWeight, Point &Position, double &Sum,
                  double &Weight);
  std::optional<int64_t> extentOf(const std::string &Direction,
                                  const SymbolValue &Value);
  std::optional<int64_t> valueAt(std::string_view S, const Point &Position);

  const KernelSummary &Kernel;
  const Launch &L;
  std::vector<MissingInput> &Missing;
  SymbolValue Symbols;
  GuardedSums Sums;
  std::map<uint32_t, bool> MissesTrip; ///< results of missTrip(), by loop
  double RunsPerDirection = 0;
};

} // namespace roofline

#endif
