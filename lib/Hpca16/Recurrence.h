// Recurrences of a loop: cycles from one dependence to the next and back.
#ifndef ROOFLINE_LIB_HPCA16_RECURRENCE_H
#define ROOFLINE_LIB_HPCA16_RECURRENCE_H

#include "roofline/Hpca16/Estimate.h"
#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <vector>

namespace roofline {

/// A cycle of several dependences, each of whose consumers leads to the
/// producer of the next: a = f(b), b = g(a).
struct Recurrence {
  CarriedChain Chain;                ///< of all of them
  std::vector<uint32_t> Dependences; ///< the one of the longest part first
};

/// The one with the longest latency per iteration that is longer than
/// \p Least [cycle]: the maximum cycle ratio, as in iterative modulo
/// scheduling. \p Meetings by dependence; \p Latency by operation. Nothing for
/// loops of so many dependences that the search would take long.
std::optional<Recurrence>
longestRecurrence(const KernelSummary &Kernel, const Loop &Of,
                  const std::vector<Meeting> &Meetings,
                  const std::vector<double> &Latency, double Least);

} // namespace roofline

#endif
