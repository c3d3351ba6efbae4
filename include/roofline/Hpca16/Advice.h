// Advice on a kernel: each change, its place, and its gain.
//
/// \file
/// For each potential the optimisations that the paper attaches to it (HPCA16
/// section 5), each priced by the model on the changed design or kernel. A gain
/// that needs an assumption, or a factor with a catch, says so in Guards.
#ifndef ROOFLINE_HPCA16_ADVICE_H
#define ROOFLINE_HPCA16_ADVICE_H

#include "roofline/Hpca16/DesignGuards.h"
#include "roofline/Hpca16/Estimate.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace roofline {

enum class PotentialKind : uint8_t { Comp, Mem, Balance, Itpp };

/// A change as the model "board" prices it, at the clocks that the fits of the
/// two designs predict.
struct PricedChange {
  Seconds Now, Then; ///< of the launch
  Hertz ClockNow, ClockThen;
  std::optional<Utilization> Used; ///< then; nothing: not known
  const char *Limit = "";          ///< then: "memory", "passes" or "latency"
  std::string WhatIf;              ///< for analyze --what-if; empty: no design
  bool operator==(const PricedChange &) const = default;
};

struct Advice {
  /// The potential that it lowers; nothing: OnBoard says more.
  std::optional<PotentialKind> Potential;
  double PotentialValue = 0;
  /// The paper's name: SM, MC, UL, SIMD, CU, VT, PM; or WI for more
  /// work-items, WG for another work-group.
  std::string Optimisation;
  SourceLocation Loc;              ///< the loop or access concerned
  std::string Text;                ///< one sentence, imperative
  double Gain = 1;                 ///< time before / time after, per work-item
  std::vector<std::string> Guards; ///< assumptions and catches
  std::optional<PricedChange> OnBoard = {}; ///< nothing: by HPCA16
  bool operator==(const Advice &) const = default;
};

/// Advice for \p Priced, which is the estimate of \p D; largest potential
/// first, within a potential largest gain first. Only what gains at least 1 %.
std::vector<Advice> advise(const BoundKernel &Kernel, const Design &D,
                           ModelForm Form,
                           const std::optional<Utilization> &Used,
                           const Device &Board, const Estimate &Priced);

/// "B_comp", "B_mem", "B_balance", "B_itpp".
std::string_view potentialName(PotentialKind K);

} // namespace roofline

#endif
