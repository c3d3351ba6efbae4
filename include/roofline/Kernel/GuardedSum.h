// Sums of conditions over work-items and iterations.
//
/// \file
/// A condition is a form that is 1 where it holds and 0 elsewhere
/// (Guard::Form). Where it asks for one counter at a time, which most do, its
/// sum over a launch is a matter of the few places where its answer changes;
/// where it asks for two together (`j <= i`), of one of them the values are
/// gone through, and beyond a budget some of them.
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
  bool IsSampled = false; ///< about right
};

/// Sums conditions under one launch; refers to both.
class GuardedSums {
public:
  GuardedSums(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), L(L), Symbols(launchSymbols(Kernel, L)) {}

  /// Over all work-items and all iterations of loop \p Innermost and those
  /// around it, or of the kernel, where every one of \p Conditions holds; a
  /// loop's trip count below 0 is 0. Nothing where the launch leaves open what
  /// they ask for.
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
  uint64_t Spent = 0; ///< values that were gone through
};

} // namespace roofline

#endif
