// Logic that operators of a datapath have in common after synthesis.
#ifndef ROOFLINE_LIB_RESOURCES_SHAREDLOGIC_H
#define ROOFLINE_LIB_RESOURCES_SHAREDLOGIC_H

#include "roofline/Resources/ResourceModel.h"

#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace roofline {

class SharedLogic {
public:
  SharedLogic(const CostModel &Costs, const StreamKernel &K,
              const StreamDesign &D, const DatapathSchedule &S,
              const LaneLayout &L);

  /// Resources that operator \p N adds to an earlier one, where synthesis
  /// merges the two pipelines:
  ///   - a second float quotient by the same divisor;
  ///   - the remainder beside the quotient;
  ///   - the larger beside the smaller one of two floats;
  ///   - a float's product by a constant, beside its product by the same
  ///     constant times a power of two or -1: the significands are one product.
  /// Nothing where there is no earlier one, or the two were not measured
  /// together.
  std::optional<FabricResources> beside(uint32_t N) const;

  /// Remainder in a pair of quotient and remainder by the same constant, where
  /// \p N is the second of the two. The other one is its quotient.
  std::optional<uint32_t> remainderOfPair(uint32_t N) const;

  /// True for b - a at the same step as an earlier a - b, as in an absolute
  /// difference: a bit's LUT, a ^ ~b, serves the carries of both.
  bool isOppositeDifference(uint32_t N) const;

  /// True for the larger of two integers at the same step as the smaller of
  /// them, or the other way round: one comparison serves both.
  bool isOtherEnd(uint32_t N) const;

  /// Resources of float operator \p N in common with earlier ones of its module
  /// that read the same operands at the same step, signs aside: the registers
  /// and logic of an operand alone. Nothing where two such operators were not
  /// measured together.
  FabricResources ofOperands(uint32_t N) const;

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  /// The nodes in use, ascending, by the step at which they start.
  std::unordered_map<int32_t, std::vector<uint32_t>> Starting;

  /// Where LaneLayout::Copies has the one that is built for \p N.
  uint32_t built(uint32_t N) const {
    NodeCopy C = L.Copies[N * D.Vector];
    if (C == NotBuilt)
      C = {N, 0};
    return C.Node * D.Vector + C.Slot;
  }
  bool areOne(uint32_t A, uint32_t B) const { return built(A) == built(B); }
  bool hasConstant(uint32_t N) const;
  /// The factor of a product of floats beside which the other one is constant.
  std::optional<uint32_t> scaledFactor(uint32_t N) const;
  bool multiplyOneFactor(uint32_t A, uint32_t B) const;
  /// Bits of the constant factor of \p N, less its sign.
  uint64_t constantMagnitude(uint32_t N) const;
  bool haveSameOperands(uint32_t A, uint32_t B) const;
  std::set<uint32_t> magnitudes(uint32_t N) const;
  using Test = std::function<bool(uint32_t)>;
  std::optional<uint32_t> earlier(uint32_t N, const Test &Matches) const;
  std::optional<FabricResources> second(std::string_view Structure,
                                        std::string_view Form,
                                        std::string_view First,
                                        uint32_t Width) const;
  std::optional<FabricResources> measured(std::string_view Structure,
                                          std::string_view Form,
                                          uint32_t Parameter,
                                          uint32_t Width) const;
  std::optional<FabricResources> besideProduct(uint32_t N) const;
};

} // namespace roofline

#endif
