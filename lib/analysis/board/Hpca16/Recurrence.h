// Recurrences of a loop: cycles of dependences.
#ifndef ROOFLINE_LIB_HPCA16_RECURRENCE_H
#define ROOFLINE_LIB_HPCA16_RECURRENCE_H

#include "roofline/Hpca16/LoopChains.h"
#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <vector>

namespace roofline {

/// A cycle of several dependences, in which each consumer leads to the producer
/// of the next dependence: a = f(b), b = g(a).
struct DependenceCycle {
  CarriedChain Chain;                ///< chain of all dependences
  std::vector<uint32_t> Dependences; ///< the longest part first
};

/// Finds the recurrence with the largest latency per iteration above \p Least
/// [cycle]: the maximum cycle ratio, as in iterative modulo scheduling.
/// \p Meetings are by dependence, \p Latency by operation. Nothing when there
/// is none, or when too many dependences make the search long.
std::optional<DependenceCycle>
longestRecurrence(const KernelSummary &Kernel, const Loop &Carrier,
                  const std::vector<Meeting> &Meetings,
                  const std::vector<double> &Latency, double Least);

} // namespace roofline

#endif
