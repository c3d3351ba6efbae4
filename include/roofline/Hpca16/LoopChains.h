// Chains that a loop carries, and the interval that they leave its pipeline.
//
/// \file
/// A chain leads from an earlier iteration to a later one. Each copy of an
/// unrolled loop adds a chain of its own, and so does each copy of an unrolled
/// loop inside that the chain passes. Both models price loops by these chains;
/// they differ in the latencies.
///
/// A chain that passes several unrolled loops counts all of them, also where
/// they are on parallel ways.
#ifndef ROOFLINE_HPCA16_LOOPCHAINS_H
#define ROOFLINE_HPCA16_LOOPCHAINS_H

#include "roofline/Kernel/Dependence.h"
#include "roofline/Kernel/KernelSummary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace roofline {

/// Chain of dependences from an earlier iteration to a later one.
struct CarriedChain {
  double Latency = 0;   ///< [cycle]
  int64_t Distance = 1; ///< [iteration]
  /// Index into Loop::Dependences; the longest part of a cycle of several.
  std::optional<uint32_t> Dependence = {};
  bool operator==(const CarriedChain &) const = default;

  double perIteration() const noexcept { return Latency / double(Distance); }

  /// Returns the initiation interval [cycle] of a pass of \p Copies iterations.
  ///   ceil(Copies * Latency / Distance), at least 1
  double interval(double Copies) const noexcept {
    return std::max(1.0, std::ceil(Copies * Latency / double(Distance)));
  }

  /// Returns the latency [cycle] that \p Copies of the loop add to a path: one
  /// chain for each copy that waits for another. A loop without iterations has
  /// no copies.
  double latencyOfCopies(uint32_t Copies) const noexcept {
    return Copies ? double((Copies - 1) / Distance) * Latency : 0;
  }
};

/// A loop that a chain of a loop around passes.
struct PassedLoop {
  uint32_t Loop = 0; ///< index into KernelSummary::Loops
  /// Its longest chains on the way: LoopChains::Carried and Held.
  CarriedChain Carried, Held;
  /// The chains on the way are not known, so the longest of the loop counts.
  bool IsAny = false;
  /// Copies that the chain passes at most: fewer than all where the element
  /// that it returns to is near the one that it comes from.
  uint32_t MostCopies = std::numeric_limits<uint32_t>::max();
  bool operator==(const PassedLoop &) const = default;
};

/// A chain that runs through inner loops. Each pass of them lengthens it.
struct ThroughChain : CarriedChain {
  std::vector<PassedLoop> Through;
  bool Regroups = false; ///< see LoopChains::Held
};

/// Chains of one loop.
struct LoopChains {
  /// [cycle] Forced by carried dependences before unrolling, without what inner
  /// loops add.
  double InitiationInterval = 1;
  /// Index into Loop::Dependences of the dependence that forces the interval.
  std::optional<uint32_t> Forcing;
  /// Longest chain per iteration. Counters do not count: unrolled copies of a
  /// counter are offsets.
  CarriedChain Carried;
  /// Longest chain per iteration that copies cannot regroup. A single-cycle
  /// operation on a register can: the compiler adds the terms of all copies
  /// first, s + (a + (b + c)).
  CarriedChain Held;
  /// Longest chain per iteration that copies regroup: all copies take it once.
  CarriedChain Regrouped;
  std::vector<ThroughChain> CarriedThroughInner;

  /// Chain of one dependence, without what inner loops add.
  struct Own {
    double Latency = 0; ///< [cycle] 0 where nothing waits
    int64_t Distance = 1;
    bool Regroups = false, PassesLoops = false;
  };
  std::vector<Own> ByDependence; ///< parallel to Loop::Dependences
};

/// True for an access whose value is in a register.
using IsRegister = std::function<bool(const MemoryAccess &)>;
/// Returns the chains of a loop inside.
using ChainsInside = std::function<const LoopChains &(uint32_t Loop)>;

/// Returns the sum of floating-point numbers, s + x, that is all that \p Dep
/// carries to itself in a register or in an element of memory; else nothing.
std::optional<uint32_t> carriedSum(const KernelSummary &Kernel,
                                   const CarriedDependence &Dep);

/// Returns the chains of loop \p Id. \p Meetings are by dependence, \p Latency
/// [cycle] by operation. Copies regroup carried sums, too, with \p
/// RebalancesSums.
LoopChains loopChains(const KernelSummary &Kernel, uint32_t Id,
                      const std::vector<Meeting> &Meetings,
                      const std::vector<double> &Latency,
                      const IsRegister &InRegister, const ChainsInside &Inside,
                      bool RebalancesSums = false);

/// A chain with what loops inside add to it.
struct LongChain : CarriedChain {
  const ThroughChain *Via = nullptr; ///< null where no loop inside adds to it
};

/// Returns the longest per iteration of \p Longest and those of \p Chains that
/// \p Counts. \p Added returns the latency [cycle] that a PassedLoop adds.
template <typename CountsFn, typename AddedFn>
LongChain longestChain(const CarriedChain &Longest,
                       const std::vector<ThroughChain> &Chains, CountsFn Counts,
                       AddedFn Added) noexcept {
  LongChain Result{Longest};
  for (const ThroughChain &Through : Chains) {
    if (!Counts(Through))
      continue;
    LongChain C{Through, &Through};
    for (const PassedLoop &Passed : Through.Through)
      C.Latency += Added(Passed);
    if (C.perIteration() > Result.perIteration())
      Result = C;
  }
  return Result;
}

} // namespace roofline

#endif
