// What operators of a datapath have in common after synthesis.
#ifndef ROOFLINE_LIB_MODEL_SHAREDLOGIC_H
#define ROOFLINE_LIB_MODEL_SHAREDLOGIC_H

#include "roofline/Model/ResourceModel.h"

#include <optional>

namespace roofline {

class SharedLogic {
public:
  SharedLogic(const CostModel &Costs, const StreamKernel &K,
              const StreamDesign &D, const DatapathSchedule &S,
              const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L) {}

  /// What operator \p N adds to an earlier one with whose pipeline synthesis
  /// merges its own: a second quotient by the same divisor, the remainder
  /// beside the quotient, the larger beside the smaller one of two floats.
  /// Nothing where there is none, or the two were not measured together.
  std::optional<FabricResources> beside(uint32_t N) const;
  bool isOppositeDifference(uint32_t N) const;
  FabricResources ofOperands(uint32_t N) const;

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;

  bool areOne(uint32_t A, uint32_t B) const;
  std::optional<FabricResources> besideOrder(uint32_t N) const;
  std::optional<FabricResources> besideDivider(uint32_t N) const;
};

} // namespace roofline

#endif
