// A network's parts that share no gate.
#ifndef ROOFLINE_LIB_GATES_NETWORKPARTS_H
#define ROOFLINE_LIB_GATES_NETWORKPARTS_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Connected gates, numbered among themselves: parts of one shape are equal
/// networks, whatever they read.
struct NetworkPart {
  std::span<const uint32_t> Shape;
  std::span<const uint32_t> Inputs;  ///< nodes of the whole network
  std::span<const uint32_t> Outputs; ///< index into the whole's outputs
};

class NetworkParts {
public:
  /// Takes the gates that outputs of \p Network need.
  explicit NetworkParts(const GateNetwork &Network);

  size_t size() const noexcept { return Ends.size() - 1; }
  NetworkPart operator[](size_t Part) const;

private:
  struct Extents {
    size_t Shape = 0, Inputs = 0, Outputs = 0;
  };
  std::vector<Extents> Ends = {{}}; ///< by part, behind a first that is empty
  std::vector<uint32_t> Shapes, Inputs, Outputs; ///< one part after the other
};

/// The network of a part of shape \p Shape.
GateNetwork networkOf(std::span<const uint32_t> Shape);

} // namespace roofline

#endif
