// Bits that operators pass on unchanged, from register to register.
#ifndef ROOFLINE_RESOURCES_PASSEDBITS_H
#define ROOFLINE_RESOURCES_PASSEDBITS_H

#include "roofline/Resources/ResourceModel.h"

#include <map>
#include <vector>

namespace roofline {

/// Registers of one bit, from the operator that computes it to its last reader:
/// ascending lengths [step] of shift registers between its readers. Operators'
/// own registers are included.
struct BitChain {
  uint32_t Node = 0;            ///< computes the bit
  std::vector<int64_t> Built;   ///< as synthesis sees them
  std::vector<int64_t> Counted; ///< operator by operator, line by line
  bool operator==(const BitChain &) const = default;
};

struct PassedBits {
  std::vector<BitChain> Chains; ///< chains in which Built differs from Counted
  /// [bit] Number of bits that are equal in both operands of a Select, by node.
  std::map<uint32_t, uint32_t> Chosen;
};

/// Finds the passed bits of the first position of a lane's beat. Bits in DSP
/// blocks, rings and float operators stay as counted.
PassedBits passedBits(const CostModel &Costs, const StreamKernel &K,
                      const StreamDesign &D, const DatapathSchedule &S,
                      const LaneLayout &L);

} // namespace roofline

#endif
