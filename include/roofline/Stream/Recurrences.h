// Cycles of a datapath: values that come back into themselves.
#ifndef ROOFLINE_STREAM_RECURRENCES_H
#define ROOFLINE_STREAM_RECURRENCES_H

#include "roofline/Stream/StreamKernel.h"

#include <cassert>

namespace roofline {

/// Recurrences that a kernel has at most: those of a node are bits of a word.
constexpr size_t MostRecurrences = 64;
/// [position] Greatest distance of a recurrence.
constexpr int64_t MaxDistance = int64_t(1) << 20;

/// True where the positions of \p B, or beats, follow one another in the walk
/// of \p Space.
bool isOneRun(const Box &B, const Box &Space) noexcept;

/// The values of recurrences between the positions of a walk, in order.
class RecurrenceLines {
public:
  /// Adds \p R, whose first positions read \p Initial.
  void add(const Recurrence &R, uint64_t Initial) {
    assert(R.Distance >= 1 && "a position reads what an earlier one left");
    Lines.push_back({std::vector<uint64_t>(size_t(R.Distance), Initial), 0});
  }
  /// The value of recurrence \p R that the position in turn reads.
  uint64_t read(uint64_t R) const { return Lines[R].Values[Lines[R].Oldest]; }
  /// The position in turn leaves \p Value; the next one is in turn of \p R.
  void leave(uint64_t R, uint64_t Value) {
    Line &L = Lines[R];
    L.Values[L.Oldest] = Value;
    L.Oldest = (L.Oldest + 1) % L.Values.size();
  }

private:
  struct Line {
    std::vector<uint64_t> Values;
    size_t Oldest = 0;
  };
  std::vector<Line> Lines; ///< by recurrence
};

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
