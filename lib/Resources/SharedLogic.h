// Logic that operators of a datapath share after synthesis.
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

  /// Resources that operator \p N adds to an earlier one when synthesis merges
  /// the two pipelines:
  ///   - a second float quotient by the same divisor;
  ///   - the remainder beside the quotient;
  ///   - the larger beside the smaller one of two floats;
  ///   - a float's product by a constant, beside its product by the same
  ///     constant times a power of two or -1: the significands are one product.
  /// Nothing when there is no earlier one, or the two were not measured
  /// together.
  std::optional<FabricResources> beside(uint32_t N) const;

  /// The remainder of a pair of quotient and remainder by the same constant, if
  /// \p N is the second node of the pair; else nothing.
  std::optional<uint32_t> remainderOfPair(uint32_t N) const;

  /// True for b - a at the same step as an earlier a - b, as in an absolute
  /// difference: a bit's LUT, a ^ ~b, serves the carries of both.
  bool isOppositeDifference(uint32_t N) const;

  /// True for the larger of two integers at the same step as the smaller of
  /// them, or the other way round: one comparison serves both.
  bool isOtherEnd(uint32_t N) const;

  /// Resources that float operator \p N shares with earlier ones of its module
  /// that read the same operands, except for signs, at the same step: registers
  /// and logic of single operands. Zero when two such operators were not
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

  /// Index into LaneLayout::Copies of the copy that is built for \p N.
  uint32_t built(uint32_t N) const {
    NodeCopy C = L.Copies[N * D.Vector];
    if (C == NotBuilt)
      C = {N, 0};
    return C.Node * D.Vector + C.Slot;
  }
  bool areOne(uint32_t A, uint32_t B) const { return built(A) == built(B); }
  bool hasConstant(uint32_t N) const;
  /// The variable factor of a float product by a constant; nothing for other
  /// nodes.
  std::optional<uint32_t> scaledFactor(uint32_t N) const;
  bool multiplyOneFactor(uint32_t A, uint32_t B) const;
  /// Bits of the constant factor of \p N without its sign.
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
