// How often loops and what stands in them run, over all work-items.
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

/// Counts under one launch; refers to its arguments.
class RunCounter {
public:
  RunCounter(const KernelSummary &Kernel, const Launch &L,
             std::vector<MissingInput> &Missing);

  /// Executions of what one tally counts, and how many operations each is.
  struct Executions {
    Count Runs;
    /// Operations of each run, in the numbers and in the forms: of exclusive
    /// arms a bound has the larger one alone.
    int64_t Each = 1, EachOfForms = 1;
    bool isUniform() const { return Each == EachOfForms; }
  };
  Executions of(const Tally &T) const;

  /// Executions of one operation of \p T.
  Count runsOf(const Tally &T) const;

  /// Reasons for counts to be bounds, each place once.
  std::vector<MissingInput> undecided() const;

private:
  /// Runs of a loop, or of the kernel around all, as far as they are known.
  struct Runs {
    Count Entries, Body;
    std::vector<Expr> Conditions; ///< all that let it run
    double Share = 1;             ///< measured, of where they do
    bool IsBound = false;         ///< it may run less often than that
    bool IsCounted = true;        ///< the launch decides what Conditions ask
  };
  /// Name, type and size, space, whether at the exit, and loop.
  using Kind = std::tuple<std::string, ScalarKind, uint16_t, uint16_t, uint32_t,
                          AddressSpace, bool, std::optional<uint32_t>>;
  static Kind kindOf(const Tally &T);

  void countWorkItems();
  void countLoop(uint32_t Id);
  void countEntries(uint32_t Id, const Runs &Around, Runs &Own);
  void countBody(uint32_t Id, Runs &Own);
  void findArms();
  std::optional<PointCount> points(std::optional<uint32_t> Loop, const Runs &In,
                                   const std::vector<Expr> &More) const;
  static void setPoints(Count &C, const PointCount &P, bool IsBound);
  const Runs &around(const std::optional<uint32_t> &Loop) const {
    return Loop ? Loops[*Loop] : Items;
  }
  bool isCountedByGuard(const Tally &T, Count &C) const;
  void addUndecided(const Guard &When, const SourceLocation &At,
                    std::vector<MissingInput> &All) const;
  Expr tripForm(uint32_t Id) const;
  std::optional<Expr> bodyForm(uint32_t Id) const;

  const KernelSummary &Kernel;
  const Launch &L;
  TripBinder Trips;
  mutable GuardedSums Sums;
  Runs Items; ///< the kernel: its body is all work-items
  std::vector<Runs> Loops;
  /// All operations of a kind that a condition may skip. The larger arm of a
  /// branch is known where all operations are under one condition.
  struct Arms {
    const Expr *Condition;
    bool AreUnderOne = true;
    bool AreCounted = false; ///< some of them, by their conditions
  };
  std::map<Kind, Arms> ArmsOf;
};

} // namespace roofline

#endif
