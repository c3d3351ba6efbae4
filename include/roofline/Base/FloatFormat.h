// Fields of IEEE 754 numbers.
#ifndef ROOFLINE_BASE_FLOATFORMAT_H
#define ROOFLINE_BASE_FLOATFORMAT_H

#include <cstdint>

namespace roofline {

/// Returns the fraction's bits [bit] in a number of 16, 32 or 64 bits.
constexpr uint32_t fractionBits(uint32_t Width) noexcept {
  return Width == 64 ? 52 : Width == 32 ? 23 : 10;
}
/// Returns the exponent's bits [bit] in a number of 16, 32 or 64 bits.
constexpr uint32_t exponentBits(uint32_t Width) noexcept {
  return Width - 1 - fractionBits(Width);
}
/// Returns what is added to an exponent: the field of 1.0.
constexpr uint64_t exponentBias(uint32_t Width) noexcept {
  return (uint64_t(1) << (exponentBits(Width) - 1)) - 1;
}
/// Returns the bits of 1.0.
constexpr uint64_t oneBits(uint32_t Width) noexcept {
  return exponentBias(Width) << fractionBits(Width);
}
/// Returns the bits of infinity, which are above those of each finite number.
constexpr uint64_t infinityBits(uint32_t Width) noexcept {
  return (2 * exponentBias(Width) + 1) << fractionBits(Width);
}
/// Returns the bits of a quiet NaN.
constexpr uint64_t quietNaNBits(uint32_t Width) noexcept {
  return infinityBits(Width) | uint64_t(1) << (fractionBits(Width) - 1);
}

/// True where \p Bits, of that width, are a NaN's.
constexpr bool isNaNBits(uint64_t Bits, uint32_t Width) noexcept {
  return (Bits & ((uint64_t(1) << (Width - 1)) - 1)) > infinityBits(Width);
}

} // namespace roofline

#endif
