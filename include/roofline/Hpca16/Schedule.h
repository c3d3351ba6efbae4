// Critical paths through operation graphs.
#ifndef ROOFLINE_HPCA16_SCHEDULE_H
#define ROOFLINE_HPCA16_SCHEDULE_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/MissingInput.h"
#include "roofline/Machine/Device.h"

#include <vector>

namespace roofline {

/// Returns the latency [cycle] of every operation. An operator class that the
/// device's table lacks counts as 0 and is added to \p Missing once, at its
/// first operation.
std::vector<double> operationLatencies(const KernelSummary &Kernel,
                                       const Device &D,
                                       std::vector<MissingInput> &Missing);

/// Returns #Cycle [cycle], the longest path through the block's operations; at
/// least 1.
/// Source: HPCA16 section 3.2, dynamic programming over the graph.
double criticalPath(const KernelSummary &Kernel, const Block &B,
                    const std::vector<double> &Latency);

/// Time of an operation that starts as soon as its operands are ready.
struct ScheduledOperation {
  double Start = 0, End = 0; ///< [cycle]
  /// [cycle] by which its start may be delayed; 0 on the critical path.
  double Slack = 0;
};
/// Returns the schedule of the operations of \p B. The last operation ends at
/// criticalPath(), unless that is rounded up to 1.
std::vector<ScheduledOperation>
scheduleBlock(const KernelSummary &Kernel, const Block &B,
              const std::vector<double> &Latency);

/// Marks an operation that does not depend on the first one of a chain.
constexpr double NotOnChain = -1;

/// Returns the longest path [cycle] from \p From to the result of each
/// operation from \p From to \p Last, latencies of both ends included.
/// NotOnChain for an operation that does not depend on \p From.
std::vector<double> chainLatencies(const KernelSummary &Kernel, uint32_t From,
                                   uint32_t Last,
                                   const std::vector<double> &Latency);

} // namespace roofline

#endif
