// Sums without registers between them, which synthesis makes in one piece.
#ifndef ROOFLINE_LIB_RESOURCES_SUMTREES_H
#define ROOFLINE_LIB_RESOURCES_SUMTREES_H

#include "roofline/Resources/ResourceModel.h"

#include <optional>
#include <vector>

namespace roofline {

/// In form Comb a sum that only another one reads is a part of that: of all
/// summands three at a time are made two, and one chain of carries is left. A
/// DSP block adds something to its product.
class SumTrees {
public:
  SumTrees(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D,
           const DatapathSchedule &S, const LaneLayout &L,
           const std::vector<LiveBits> &Live);

  /// True where \p N is a part of another sum.
  bool isInside(uint32_t N) const { return Inside[N]; }

  struct Need {
    FabricResources Resources;
    double Delay = 0; ///< [ps] as measured from registers to a register
    double OfBit = 0; ///< [ps] of one of few bits, without the carries
  };
  /// Need of the sum of at least three summands that ends in \p N; nothing for
  /// another operation.
  std::optional<Need> need(uint32_t N) const;

  /// True for a sum that the DSP block of one of its operands, a product, adds.
  bool isInBlock(uint32_t N) const { return InBlock[N]; }

  /// The operands of operation \p N; of a sum in one piece those of all of it.
  std::vector<uint32_t> operands(uint32_t N) const;

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const DatapathSchedule &S;
  const std::vector<LiveBits> &Live;
  std::vector<bool> Inside, InBlock;

  /// The nodes of which no copy is read twice.
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
