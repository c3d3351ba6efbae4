// Fields of IEEE 754 numbers.
#ifndef ROOFLINE_BASE_FLOATFORMAT_H
#define ROOFLINE_BASE_FLOATFORMAT_H

#include <cstdint>

namespace roofline {

/// Returns the fraction's bits [bit] in a number of 32 or 64 bits.
constexpr uint32_t fractionBits(uint32_t Width) noexcept {
  return Width == 64 ? 52 : 23;
}

} // namespace roofline

#endif
