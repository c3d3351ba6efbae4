// Division by a constant as a product.
#ifndef ROOFLINE_BASE_RECIPROCAL_H
#define ROOFLINE_BASE_RECIPROCAL_H

#include <cstdint>

namespace roofline {

/// FACTOR and SHIFT of roofline_divide_constant: the least shift with
///   2^n <= Factor * Divisor <= 2^n + 2^Shift, n = Whole + Shift
/// Source: Granlund and Montgomery, Division by Invariant Integers using
/// Multiplication, PLDI 1994, theorems 4.2 and 5.1.
struct Reciprocal {
  unsigned Shift = 0; ///< [bit]
  unsigned __int128 Factor = 0;

  unsigned bits() const noexcept; ///< [bit] of Factor
};

/// \p Whole [bit] of the dividend's magnitude; \p Divisor is not 0. \p Above: a
/// factor above the quotient also where that is a whole number.
Reciprocal reciprocalOf(uint64_t Divisor, unsigned Whole, bool Above) noexcept;

} // namespace roofline

#endif
