// The types of values that kernels compute on.
#ifndef ROOFLINE_BASE_VALUETYPE_H
#define ROOFLINE_BASE_VALUETYPE_H

#include <cstdint>

namespace roofline {

enum class ScalarKind : uint8_t { None, Int, Float, Pointer };

/// Element type of an operation or access: `float4` is {Float, 32, 4}.
struct ValueType {
  ScalarKind Scalar = ScalarKind::None;
  uint16_t Bits = 0;  ///< [bit] of one lane
  uint16_t Lanes = 1; ///< vector lanes
  bool operator==(const ValueType &) const = default;
};

} // namespace roofline

#endif
