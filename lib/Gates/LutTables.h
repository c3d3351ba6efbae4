// Truth tables of up to eight inputs.
#ifndef ROOFLINE_LIB_GATES_LUTTABLES_H
#define ROOFLINE_LIB_GATES_LUTTABLES_H

#include "Restructure.h"

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
  explicit TableBuilder(const ChoiceNetwork &Choices)
      : C(Choices), Seen(C.Net.nodes().size()), Failed(Seen.size()),
        Tables(Seen.size()) {}

  /// \p Leaves separate one of the structures of \p Root from the inputs.
  LutTable tableOf(uint32_t Root, std::span<const uint32_t> Leaves);

private:
  bool visit(uint32_t Node);
  bool computeGate(uint32_t Node);

  const ChoiceNetwork &C;
  std::vector<uint32_t> Seen, Failed; ///< number of the call
  std::vector<LutTable> Tables;
  uint32_t Call = 0, LeastLeaf = 0;
};

} // namespace roofline

#endif
