// Operators that a lane builds for a beat. Operators with equal results are
// built once.
#ifndef ROOFLINE_CORE_STREAMCOPIES_H
#define ROOFLINE_CORE_STREAMCOPIES_H

#include <cstdint>
#include <utility>
#include <vector>

namespace roofline {

struct DatapathSchedule;
struct StreamDesign;
struct StreamKernel;

/// A node for one position (slot) of a beat. Slot 0 where the node is the same
/// for all positions.
struct NodeCopy {
  uint32_t Node = 0, Slot = 0;
  int32_t Lag = 0; ///< [step] by which it is ready before the node it replaces
  bool operator==(const NodeCopy &) const = default;
};
/// Stands for a copy that nothing reads.
constexpr NodeCopy NotBuilt = {~0u, 0, 0};
/// Returns the copy to build for each node and slot, at Node * Vector + Slot.
/// Among copies that compute the same function of the same operands at the same
/// step, only the first in emission order is built. A select that always
/// chooses one operand is replaced by that operand: an operator that is ready
/// earlier, an input, an argument or a constant.
std::vector<NodeCopy> builtCopies(const StreamKernel &K,
                                  const DatapathSchedule &S,
                                  const StreamDesign &D);
/// Returns the sort key of emission: values that depend on arguments alone come
/// first, then stage by stage.
std::pair<bool, int32_t> emissionOrder(const DatapathSchedule &S,
                                       uint32_t Node) noexcept;

/// Place of the value that an operand reads: the value of Node at position Slot
/// of the beat that is Ahead beats after the operand's own one. Node and Slot
/// differ from the operand and its slot only for AtOffset.
struct ValuePlace {
  uint32_t Node = 0;
  int64_t Ahead = 0; ///< [beat] negative for an earlier beat
  uint32_t Slot = 0;
};
/// Returns the place that reads of \p Operand at \p Slot refer to.
ValuePlace valuePlace(const StreamKernel &K, uint32_t Operand, uint32_t Slot,
                      uint32_t Vector) noexcept;

} // namespace roofline

#endif
