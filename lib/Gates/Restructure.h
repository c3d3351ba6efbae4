// The same functions of other gates, so that a mapper can choose.
#ifndef ROOFLINE_LIB_GATES_RESTRUCTURE_H
#define ROOFLINE_LIB_GATES_RESTRUCTURE_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Stands for a node that a rebuilt network does not have.
inline constexpr Literal NoLiteral{~0u};

/// A network built anew, and what became of each node of the old one.
struct RebuiltNetwork {
  GateNetwork Net;
  std::vector<Literal> Now;
};

/// Trees of AND and of XOR gates that nothing else reads, joined again, the
/// earliest operands first.
RebuiltNetwork balanced(const GateNetwork &Network);

/// Gates of up to four inputs replaced by fewer ones, counted with those that
/// are there anyway. With \p Freely, by as many, too.
RebuiltNetwork rewritten(const GateNetwork &Network, bool Freely);

/// A network some nodes of which have alternatives: other nodes that compute
/// the same, maybe complemented, and stand before them.
struct ChoiceNetwork {
  GateNetwork Net;
  std::vector<Literal> Next; ///< by node: an alternative, or NoLiteral
};

/// \p Main with the structures of others that compute its nodes: pairs of a
/// network and what each of its nodes is in \p Main.
struct StructureVariant {
  const GateNetwork *Net;
  std::vector<Literal> InMain;
};
ChoiceNetwork withChoices(const GateNetwork &Main,
                          std::span<const StructureVariant> Variants);

} // namespace roofline

#endif
