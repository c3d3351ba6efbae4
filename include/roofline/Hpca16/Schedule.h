// Critical paths through operation graphs.
#ifndef ROOFLINE_HPCA16_SCHEDULE_H
#define ROOFLINE_HPCA16_SCHEDULE_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/MissingInput.h"
#include "roofline/Machine/Device.h"

#include <vector>

namespace roofline {

/// Latency of every operation [cycle]. A class that the table lacks is 0 there
/// and an entry of \p Missing, once per class, at its first operation.
std::vector<double> operationLatencies(const KernelSummary &Kernel,
                                       const Device &D,
                                       std::vector<MissingInput> &Missing);

/// #Cycle: the longest path through the block's operations [cycle], at least 1.
/// Source: HPCA16 section 3.2, dynamic programming over the graph.
double criticalPath(const KernelSummary &Kernel, const Block &B,
                    const std::vector<double> &Latency);

/// When an operation runs that starts as soon as its operands are there.
struct ScheduledOperation {
  double Start = 0, End = 0; ///< [cycle]
  /// [cycle] that it may start later by; 0 on the critical path.
  double Slack = 0;
};
/// The operations of \p B; the last one ends at criticalPath(), if that is more
/// than 1.
std::vector<ScheduledOperation>
scheduleBlock(const KernelSummary &Kernel, const Block &B,
              const std::vector<double> &Latency);

/// Marks an operation that does not depend on the first one of a chain.
constexpr double NotOnChain = -1;

/// Longest path from the result of \p From to the result of each operation from
/// there to \p Last [cycle], both included; or NotOnChain.
std::vector<double> chainLatencies(const KernelSummary &Kernel, uint32_t From,
                                   uint32_t Last,
                                   const std::vector<double> &Latency);

} // namespace roofline

#endif
