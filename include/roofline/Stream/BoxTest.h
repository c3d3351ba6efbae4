// Nodes that test whether a position is in a box.
#ifndef ROOFLINE_STREAM_BOXTEST_H
#define ROOFLINE_STREAM_BOXTEST_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

inline constexpr ValueType BitType = {ScalarKind::Int, 1, 1};
inline constexpr ValueType CoordinateType = {ScalarKind::Int, 32, 1};

/// Adds the node \p A and \p B; nothing stands for true.
template <typename AddFn>
std::optional<uint32_t> addBoth(std::optional<uint32_t> A,
                                std::optional<uint32_t> B, AddFn Add) {
  if (!A || !B)
    return A ? A : B;
  return Add({DatapathOp::And, BitType, {*A, *B}, 0, {}, {}});
}

/// Adds nodes that test whether a position of \p Within is in \p B; nothing
/// when all are. \p Add(DatapathNode) gives the index of the node that it adds.
template <typename AddFn>
std::optional<uint32_t> addInBox(const Box &B, const Box &Within, AddFn Add) {
  std::optional<uint32_t> All;
  for (unsigned D = 0; D < 3; ++D) {
    int64_t Begin = B.Origin[D], End = Begin + B.Size[D];
    auto Side = [&](int64_t Limit, bool IsEnd) {
      uint32_t P = Add({DatapathOp::Position, CoordinateType, {}, D, {}, {}});
      uint32_t L = Add(
          {DatapathOp::Constant, CoordinateType, {}, uint64_t(Limit), {}, {}});
      All = addBoth(
          All,
          IsEnd ? std::optional(
                      Add({DatapathOp::ULess, BitType, {P, L}, 0, {}, {}}))
                : std::optional(Add(
                      {DatapathOp::ULessEqual, BitType, {L, P}, 0, {}, {}})),
          Add);
    };
    if (Begin > Within.Origin[D])
      Side(Begin, false);
    if (End < Within.Origin[D] + Within.Size[D])
      Side(End, true);
  }
  return All;
}

} // namespace roofline

#endif
