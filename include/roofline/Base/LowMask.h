// Words as bits: how many a number has, and the lowest of them.
#ifndef ROOFLINE_BASE_LOWMASK_H
#define ROOFLINE_BASE_LOWMASK_H

#include <bit>
#include <cstdint>

namespace roofline {

/// Bits that hold 0 to \p Largest; at least 1.
constexpr uint32_t bitsFor(uint64_t Largest) noexcept {
  uint32_t Bits = 1;
  while (Largest >>= 1)
    ++Bits;
  return Bits;
}

/// The lowest \p Bits set; all from 64 on.
constexpr uint64_t lowMask(uint32_t Bits) noexcept {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}

/// [bit] of \p Value of \p Width bits as a number with a sign.
constexpr uint32_t signedBits(uint64_t Value, uint32_t Width) noexcept {
  const bool Negative = Value >> (Width - 1) & 1;
  return 1 +
         uint32_t(std::bit_width((Negative ? ~Value : Value) & lowMask(Width)));
}

} // namespace roofline

#endif
