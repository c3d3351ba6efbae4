// Executions of loops and their operations over all work-items.
#ifndef ROOFLINE_LIB_KERNEL_RUNCOUNTER_H
#define ROOFLINE_LIB_KERNEL_RUNCOUNTER_H

#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/GuardedSum.h"
#include "roofline/Kernel/TripBinder.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace roofline {

/// Counts under one launch. Keeps references to its arguments.
class RunCounter {
public:
  RunCounter(const KernelSummary &Kernel, const Launch &L,
             std::vector<MissingInput> &Missing);

  /// Executions of one tally, with the operations of each.
  struct Executions {
    Count Runs;
    /// Operations of each run, in numbers and in forms. Of exclusive arms a
    /// bound only counts the larger one.
    int64_t Each = 1, EachOfForms = 1;
    bool isUniform() const { return Each == EachOfForms; }
  };
  Executions of(const Tally &T) const;

  /// Executions of one operation of \p T.
  Count runsOf(const Tally &T) const;

  /// Reasons why counts are bounds, one for each place.
  std::vector<MissingInput> undecided() const;

private:
  /// Known runs of a loop, or of the kernel itself.
  struct Runs {
    Count Entries, Body;
    std::vector<Expr> Conditions; ///< all must hold for a run
    double Share = 1;     ///< measured share of the runs that Conditions permit
    bool IsBound = false; ///< upper bound
    bool IsCounted = true; ///< the launch decides all Conditions
  };
  /// Name, type and size, space, true at the exit, and loop.
  using Kind = std::tuple<std::string, ScalarKind, uint16_t, uint16_t, uint32_t,
                          AddressSpace, bool, std::optional<uint32_t>>;
  static Kind kindOf(const Tally &T);

  void countWorkItems();
  void countLoop(uint32_t Id);
  void countEntries(uint32_t Id, const Runs &Around, Runs &Counted);
  void countBody(uint32_t Id, Runs &Counted);
  void findArms();
  std::optional<PointCount> points(std::optional<uint32_t> Loop, const Runs &In,
                                   const std::vector<Expr> &More) const;
  static void setPoints(Count &C, const PointCount &P, bool IsBound);
  const Runs &around(const std::optional<uint32_t> &Loop) const {
    return Loop ? Loops[*Loop] : Items;
  }
  bool isCountedByGuard(const Tally &T, Count &C) const;
  void addUndecided(const Guard &When, const SourceLocation &Place,
                    std::vector<MissingInput> &All) const;
  Expr tripForm(uint32_t Id) const;
  std::optional<Expr> bodyForm(uint32_t Id) const;

  const KernelSummary &Kernel;
  const Launch &L;
  TripBinder Trips;
  mutable GuardedSums Sums;
  Runs Items; ///< the kernel, whose body runs once per work-item
  std::vector<Runs> Loops;
  /// Operations of a kind that a condition may skip. The larger arm of a branch
  /// is known when all of them are under one condition.
  struct Arms {
    const Expr *Condition;
    bool AreUnderOne = true;
    /// Some operations are counted by their conditions.
    bool AreCounted = false;
  };
  std::map<Kind, Arms> ArmsOf;
};

} // namespace roofline

#endif
