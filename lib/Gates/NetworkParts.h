// A network's parts that share no gate.
#ifndef ROOFLINE_LIB_GATES_NETWORKPARTS_H
#define ROOFLINE_LIB_GATES_NETWORKPARTS_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Gates that are connected, as a network of their own: parts of one shape are
/// equal networks, whatever they read.
struct NetworkPart {
  GateNetwork Gates;
  std::vector<uint32_t> Inputs;  ///< nodes of the whole network, by input
  std::vector<uint32_t> Outputs; ///< index into the whole's outputs, by output

  /// Equal for equal networks, and for no others.
  std::vector<uint32_t> shape() const;
};

/// Returns the parts of \p Network, without gates that no output needs.
std::vector<NetworkPart> partsOf(const GateNetwork &Network);

} // namespace roofline

#endif
