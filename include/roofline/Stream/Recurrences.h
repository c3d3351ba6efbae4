// Cycles of a datapath: values that come back into themselves.
#ifndef ROOFLINE_STREAM_RECURRENCES_H
#define ROOFLINE_STREAM_RECURRENCES_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Recurrences that a kernel has at most: those of a node are bits of a word.
constexpr size_t MostRecurrences = 64;

/// The cycles of a datapath's recurrences.
struct RecurrenceCycles {
  /// By recurrence: the first one of those that depend on each other.
  std::vector<uint32_t> Group;
  /// By node: the group on whose way from a Previous to a value it lies.
  std::vector<std::optional<uint32_t>> NodeGroup;
  bool operator==(const RecurrenceCycles &) const = default;
};

RecurrenceCycles recurrenceCycles(const StreamKernel &K);

/// [position] The walk may be cut after so many positions: each recurrence
/// begins anew there. 0: some go on.
int64_t restartPeriod(const StreamKernel &K);

/// Why a design of so many lanes and positions a beat has not the recurrences
/// of \p K, at their place; nothing where it has.
std::optional<std::string> whyNotRecurrences(const StreamKernel &K,
                                             uint32_t Lanes, uint32_t Vector);

/// By node: a Previous goes into it.
std::vector<bool> dependOnPrevious(const StreamKernel &K);

} // namespace roofline

#endif
