// Types of the values that kernels compute.
#ifndef ROOFLINE_BASE_VALUETYPE_H
#define ROOFLINE_BASE_VALUETYPE_H

#include <cstdint>

namespace roofline {

enum class ScalarKind : uint8_t { None, Int, Float, Pointer };

/// Type of an operation's result or of an access: `float4` is {Float, 32, 4}.
struct ValueType {
  ScalarKind Scalar = ScalarKind::None;
  uint16_t Bits = 0;  ///< [bit] of one lane
  uint16_t Lanes = 1; ///< vector lanes
  bool operator==(const ValueType &) const = default;
};

} // namespace roofline

#endif
