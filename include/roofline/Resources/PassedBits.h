// Bits that operators only pass on, from register to register.
#ifndef ROOFLINE_RESOURCES_PASSEDBITS_H
#define ROOFLINE_RESOURCES_PASSEDBITS_H

#include "roofline/Resources/ResourceModel.h"

#include <map>
#include <vector>

namespace roofline {

/// One bit's registers, from the operator that computes it to its last reader:
/// lengths [step] of the shift registers between which it is read, the
/// operators' own registers included; ascending.
struct BitChain {
  uint32_t Node = 0;            ///< that computes it
  std::vector<int64_t> Built;   ///< as synthesis sees them
  std::vector<int64_t> Counted; ///< operator by operator, line by line
  bool operator==(const BitChain &) const = default;
};

struct PassedBits {
  std::vector<BitChain> Chains; ///< where Built is not Counted
  /// [bit] of a Select, by node, that are the same in both of its operands.
  std::map<uint32_t, uint32_t> Chosen;
};

/// Passed bits of the lane's first position of a beat. Bits in DSP blocks,
/// rings and float operators stay as counted.
PassedBits passedBits(const CostModel &Costs, const StreamKernel &K,
                      const StreamDesign &D, const DatapathSchedule &S,
                      const LaneLayout &L);

} // namespace roofline

#endif
