// Bit widths of numbers, and masks of low bits.
#ifndef ROOFLINE_BASE_LOWMASK_H
#define ROOFLINE_BASE_LOWMASK_H

#include <bit>
#include <cstdint>

namespace roofline {

/// Returns the bits [bit] that an unsigned number from 0 to \p Largest needs;
/// at least 1.
constexpr uint32_t bitsFor(uint64_t Largest) noexcept {
  uint32_t Bits = 1;
  while (Largest >>= 1)
    ++Bits;
  return Bits;
}

/// Returns a mask with the lowest \p Bits set; all 64 for 64 and more.
constexpr uint64_t lowMask(uint32_t Bits) noexcept {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}

/// Returns the bits [bit] that \p Value, a two's complement number of \p Width
/// bits, needs with its sign bit.
constexpr uint32_t signedBits(uint64_t Value, uint32_t Width) noexcept {
  const bool Negative = Value >> (Width - 1) & 1;
  return 1 +
         uint32_t(std::bit_width((Negative ? ~Value : Value) & lowMask(Width)));
}

} // namespace roofline

#endif
