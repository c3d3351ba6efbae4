// Operators of a beat that are built, and what they read. Operators that
// compute the same are one.
#ifndef ROOFLINE_CORE_STREAMCOPIES_H
#define ROOFLINE_CORE_STREAMCOPIES_H

#include <cstdint>
#include <utility>
#include <vector>

namespace roofline {

struct DatapathSchedule;
struct StreamDesign;
struct StreamKernel;

/// A node for one position of a beat; slot 0 where it is the same for all.
struct NodeCopy {
  uint32_t Node = 0, Slot = 0;
  int32_t Lag = 0; ///< [step] that it is ready before what it stands for
  bool operator==(const NodeCopy &) const = default;
};
/// Stands for a copy that nothing reads.
constexpr NodeCopy NotBuilt = {~0u, 0, 0};
/// By node and slot, at Node * Vector + Slot: the first one, in the order of
/// emission, that computes the same of the same operands at the same step. It
/// alone is built. A choice that always falls on one operand yields that
/// operand: an operator that is ready earlier, an input, an argument or a
/// constant.
std::vector<NodeCopy> builtCopies(const StreamKernel &K,
                                  const DatapathSchedule &S,
                                  const StreamDesign &D);
/// Values of arguments alone come first, then stage by stage.
std::pair<bool, int32_t> emissionOrder(const DatapathSchedule &S,
                                       uint32_t Node) noexcept;

/// Place of the value that an operand reads: the value of Node, Ahead beats
/// after the operand's own beat (before it: negative), at the position Slot
/// there. Node and Slot differ from the operand and its slot for AtOffset
/// alone.
struct ValuePlace {
  uint32_t Node = 0;
  int64_t Ahead = 0; ///< [beat]
  uint32_t Slot = 0;
};
ValuePlace valuePlace(const StreamKernel &K, uint32_t Operand, uint32_t Slot,
                      uint32_t Vector) noexcept;

} // namespace roofline

#endif
