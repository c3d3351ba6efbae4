// Trip counts as numbers, under a launch.
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

/// A loop's trip count as a number: the mean over all that enters it.
struct MeanTrip {
  double Value = 1;       ///< [iteration] where not known: a lower bound
  bool AtMost = false;    ///< Value is an upper bound
  bool IsSampled = false; ///< about right: no polynomial, or over a given mean
  bool IsKnown = true;    ///< what it lacks is on the list otherwise
};

/// Binds the trip counts of one kernel; what they lack goes to a list.
class TripBinder {
public:
  /// Refers to all three.
  TripBinder(const KernelSummary &Kernel, const Launch &L,
             std::vector<MissingInput> &Missing)
      : Kernel(Kernel), L(L), Missing(Missing),
        Symbols(launchSymbols(Kernel, L)), Sums(Kernel, L) {}

  MeanTrip bind(uint32_t Id);

  /// Adds to the list, once.
  void miss(std::string What, const SourceLocation &Loc, std::string Hint);

  /// Reports what \p E lacks, through the loops that it counts; false where it
  /// lacks nothing.
  bool missSymbols(const Expr &E, const SourceLocation &Loc);

private:
  bool missTrip(uint32_t Id, const SourceLocation &Loc);

  using Point = std::map<std::string, int64_t, std::less<>>;

  void addDirections(const Expr &E, std::vector<std::string> &Directions);
  /// Domain of the mean of a trip count.
  struct Domain {
    std::vector<std::string> Directions; ///< each after what it varies with
    /// Loops in between, whose number of iterations varies with them.
    std::vector<uint32_t> Between;
  };
  Domain domainOf(uint32_t Id);
  void countIdsAlone(uint32_t Id, Domain &Over);
  std::optional<NestTotals> exactTotals(uint32_t Id, const Domain &Over);
  /// Nothing: \p Why, as the end of a sentence on the count.
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
  std::map<uint32_t, bool> MissesTrip; ///< by loop, once it is reported
  double RunsPerDirection = 0;
};

} // namespace roofline

#endif
