// A stream kernel run at single positions, on memory that is not there.
//
/// \file
/// Computes for some positions of a launch what evaluate() computes for all:
/// the borders of a launch of millions, say, and a sample of the rest. Values
/// that are read at offsets are computed where they are read. Reductions are
/// the caller's: they need every position.
#ifndef ROOFLINE_STREAM_STREAMPROBE_H
#define ROOFLINE_STREAM_STREAMPROBE_H

#include "roofline/Stream/StreamKernel.h"

#include <functional>
#include <map>

namespace roofline {

class StreamProbe {
public:
  /// Returns the value of element \p Element of the buffer of \p S before the
  /// launch.
  using Reader = std::function<uint64_t(const Stream &S, uint64_t Element)>;

  /// \p K must outlive the probe; \p Scalars are in its order.
  StreamProbe(const StreamKernel &K, std::vector<uint64_t> Scalars,
              Reader Before);

  /// Goes there.
  void moveTo(const Offset &Position);
  /// Returns the value of \p Node where the probe is.
  uint64_t value(uint32_t Node) const { return Values[Node]; }
  /// Returns the value that output \p Output writes here; nothing where it
  /// writes nothing.
  std::optional<uint64_t> written(uint32_t Output) const;
  /// \p R, \p Sum so far, with what this position adds.
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
  std::vector<unsigned> Levels; ///< of the nodes: offsets that lie before
  /// By level and position, of the nodes to that level.
  std::map<std::pair<unsigned, Offset>, std::vector<uint64_t>> Computed;
};

/// Counts the offsets that lie one after another before each node of \p K, the
/// node's own included.
std::vector<unsigned> offsetLevels(const StreamKernel &K);

} // namespace roofline

#endif
