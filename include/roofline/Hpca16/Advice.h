// Advice on a kernel: each change, its place, and its gain.
//
/// \file
/// Tries the optimisations that the paper attaches to each potential (HPCA16
/// section 5). The model prices each one on the changed design or kernel.
/// Guards lists the assumptions of a gain and the catches of a factor.
#ifndef ROOFLINE_HPCA16_ADVICE_H
#define ROOFLINE_HPCA16_ADVICE_H

#include "roofline/Hpca16/DesignGuards.h"
#include "roofline/Hpca16/Estimate.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace roofline {

/// Performance potentials of HPCA16 Eq. (20) to (23).
enum class PotentialKind : uint8_t { Comp, Mem, Balance, Itpp };

/// A change that the model "board" prices. Each design has the clock that its
/// fit predicts.
struct PricedChange {
  Seconds Current, Changed; ///< time of the launch before and after the change
  Hertz CurrentClock, ChangedClock;
  std::optional<Utilization> Used; ///< after the change; empty if unknown
  const char *Limit = ""; ///< "memory", "passes" or "latency" after the change
  std::string WhatIf;     ///< analyze --what-if; empty for other changes
  bool operator==(const PricedChange &) const = default;
};

/// One change of the source, with its gain.
struct Advice {
  /// Potential that the change lowers; empty for advice of the model "board".
  std::optional<PotentialKind> Potential;
  double PotentialValue = 0; ///< [1] value of Potential
  /// The paper's name: SM, MC, UL, SIMD, CU, VT, PM; or WI for more
  /// work-items, WG for another work-group.
  std::string Optimisation;
  SourceLocation Loc;              ///< the loop or access to change
  std::string Text;                ///< one sentence, imperative
  double Gain = 1;                 ///< time before / time after, per work-item
  std::vector<std::string> Guards; ///< assumptions and catches
  /// Price by the model "board"; empty for advice of HPCA16.
  std::optional<PricedChange> OnBoard = {};
  bool operator==(const Advice &) const = default;
};

/// Returns advice for design \p D, whose estimate is \p Priced. Sorts by
/// descending potential, then by descending gain. Leaves out gains below 1 %.
std::vector<Advice> advise(const BoundKernel &Kernel, const Design &D,
                           ModelForm Form,
                           const std::optional<Utilization> &Used,
                           const Device &Board, const Estimate &Priced);

/// Returns "B_comp", "B_mem", "B_balance" or "B_itpp".
std::string_view potentialName(PotentialKind K);

} // namespace roofline

#endif
