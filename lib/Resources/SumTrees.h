// Sums without registers between them, which synthesis merges.
#ifndef ROOFLINE_LIB_RESOURCES_SUMTREES_H
#define ROOFLINE_LIB_RESOURCES_SUMTREES_H

#include "roofline/Resources/ResourceModel.h"

#include <optional>
#include <vector>

namespace roofline {

/// In form Comb a sum whose only reader is another sum becomes part of that
/// sum. Synthesis compresses the summands three to two until a single carry
/// chain is left. A DSP block also adds a summand to its product.
class SumTrees {
public:
  SumTrees(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D,
           const DatapathSchedule &S, const LaneLayout &L,
           const std::vector<LiveBits> &Live);

  /// True when \p N is part of another sum.
  bool isInside(uint32_t N) const { return Inside[N]; }

  struct Need {
    FabricResources Resources;
    double Delay = 0; ///< [ps] measured from registers to a register
    double OfBit = 0; ///< [ps] for a sum of few bits, without carries
  };
  /// Need of the sum of at least three summands that ends in \p N; nothing for
  /// other nodes.
  std::optional<Need> need(uint32_t N) const;

  /// True for a sum that the DSP block of a product among its operands
  /// computes.
  bool isInBlock(uint32_t N) const { return InBlock[N]; }

  /// The operands of operation \p N; for a merged sum those of the whole sum.
  std::vector<uint32_t> operands(uint32_t N) const;

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const DatapathSchedule &S;
  const std::vector<LiveBits> &Live;
  std::vector<bool> Inside, InBlock;

  /// True for nodes of which no copy has two readers.
  std::vector<bool> readOnce(const StreamDesign &D, const LaneLayout &L) const;
  void findInBlocks(const std::vector<bool> &Once);
  bool isSum(uint32_t N) const;
  uint32_t withoutExtension(uint32_t N) const;
  void addHeights(uint32_t N, bool Subtracts, uint32_t Shift,
                  std::vector<uint32_t> &Heights) const;
  void addSummand(uint32_t N, bool Subtracts, uint32_t Shift,
                  std::vector<uint32_t> &Heights) const;
  std::optional<Need> ofColumns(uint32_t Height, uint32_t Width) const;
};

} // namespace roofline

#endif
