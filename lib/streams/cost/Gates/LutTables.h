// Truth tables of up to eight inputs.
#ifndef ROOFLINE_LIB_GATES_LUTTABLES_H
#define ROOFLINE_LIB_GATES_LUTTABLES_H

#include "roofline/Gates/LutMapping.h"

namespace roofline {

/// The table of input \p Input alone.
LutTable tableOfInput(unsigned Input);

/// The table with \p Input fixed, for all values of it.
LutTable halfOf(const LutTable &Table, unsigned Input, bool High);

bool dependsOn(const LutTable &Table, unsigned Input);

/// Removes inputs that the table does not depend on.
void dropUnreadInputs(MappedLut &L);

/// Computes tables of nodes from their leaves, one after the other.
class TableBuilder {
public:
  explicit TableBuilder(const GateNetwork &Network)
      : Net(Network), Seen(Network.nodes().size()), Tables(Seen.size()) {}

  /// The table's inputs are in the order in which a walk from \p Root meets
  /// the \p Leaves.
  MappedLut tableOf(uint32_t Root, std::span<const uint32_t> Leaves);

private:
  const LutTable &visit(uint32_t Node);

  const GateNetwork &Net;
  std::vector<uint32_t> Seen; ///< number of the call that computed it
  std::vector<LutTable> Tables;
  std::span<const uint32_t> Cut;
  MappedLut Lut;
  uint32_t Call = 0;
};

} // namespace roofline

#endif
