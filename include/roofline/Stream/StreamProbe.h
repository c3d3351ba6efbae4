// Runs a stream kernel at single positions, without its whole memory.
//
/// \file
/// Computes as evaluate(), but for chosen positions of a launch: for example
/// the borders of a launch of millions and a sample of the rest. Values at
/// offsets are computed at each read. The caller computes reductions, which
/// need every position; so do recurrences, which are left from one position to
/// the next.
#ifndef ROOFLINE_STREAM_STREAMPROBE_H
#define ROOFLINE_STREAM_STREAMPROBE_H

#include "roofline/Stream/Recurrences.h"

#include <functional>
#include <map>

namespace roofline {

class StreamProbe {
public:
  /// Returns the value of element \p Element of the buffer of \p S before the
  /// launch.
  using Reader = std::function<uint64_t(const Stream &S, uint64_t Element)>;

  /// \p K must outlive the probe; \p Scalars are in the order of K.Scalars.
  StreamProbe(const StreamKernel &K, std::vector<uint64_t> Scalars,
              Reader Before);

  /// Evaluates the kernel at \p Position.
  void moveTo(const Offset &Position);
  /// Leaves the recurrences' values to the next position.
  void leave();
  /// Returns the value of \p Node at the current position.
  uint64_t value(uint32_t Node) const { return Values[Node]; }
  /// Returns the value that output \p Output writes at the current position;
  /// nothing when it writes none.
  std::optional<uint64_t> written(uint32_t Output) const;
  /// Returns \p Sum, the state of reduction \p R, after the current position.
  uint64_t added(const Reduction &R, uint64_t Sum) const;

private:
  void compute(const Offset &Position, unsigned Level,
               std::vector<uint64_t> &Into);
  uint64_t source(const DatapathNode &N, const Offset &Position) const;
  uint64_t elsewhere(const DatapathNode &N, const Offset &Position);

  const StreamKernel &K;
  std::vector<uint64_t> Scalars;
  Reader Before;
  Offset Here = {0, 0, 0};
  std::vector<uint64_t> Values;
  RecurrenceLines Left;
  std::vector<unsigned> Levels; ///< by node: offsetLevels()
  /// Values of the nodes up to a level, by level and position.
  std::map<std::pair<unsigned, Offset>, std::vector<uint64_t>> Computed;
};

/// Largest number of AtOffset nodes on a path to each node of \p K, the node
/// included.
std::vector<unsigned> offsetLevels(const StreamKernel &K);

} // namespace roofline

#endif
