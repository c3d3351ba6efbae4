// Sums of conditions over work-items and iterations.
//
/// \file
/// A condition is a form that is 1 where it holds and 0 elsewhere
/// (Guard::Form). Most conditions test one counter at a time: their sum over a
/// launch follows from the few values at which the test changes. For a
/// condition on two counters together (`j <= i`), the sum visits the values of
/// one counter. Beyond a budget it visits only some of them.
#ifndef ROOFLINE_KERNEL_GUARDEDSUM_H
#define ROOFLINE_KERNEL_GUARDEDSUM_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Kernel/LaunchSymbols.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roofline {

/// Points of a launch: work-items times iterations.
struct PointCount {
  double Number = 0;
  bool IsSampled = false; ///< approximate: only some values were visited
};

/// Sums conditions under one launch. Kernel and launch must outlive the object.
class GuardedSums {
public:
  GuardedSums(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), L(L), Symbols(launchSymbols(Kernel, L)) {}

  /// Returns the number of points at which all \p Conditions hold, over all
  /// work-items and all iterations of loop \p Innermost and the loops around
  /// it; without \p Innermost, over all work-items. A trip count below 0 counts
  /// as 0. Nothing where the launch does not give a needed value.
  std::optional<PointCount> points(std::optional<uint32_t> Innermost,
                                   const std::vector<Expr> &Conditions);

private:
  std::optional<PointCount> sum(std::optional<uint32_t> Innermost,
                                const std::vector<Expr> &Conditions);

  const KernelSummary &Kernel;
  const Launch &L;
  SymbolValue Symbols;
  std::map<std::pair<std::optional<uint32_t>, std::string>,
           std::optional<PointCount>>
      Known;
  uint64_t Spent = 0; ///< values visited so far, against the budget
};

} // namespace roofline

#endif
