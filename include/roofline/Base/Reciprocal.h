// Division by a constant as a multiplication and a shift.
#ifndef ROOFLINE_BASE_RECIPROCAL_H
#define ROOFLINE_BASE_RECIPROCAL_H

#include <cstdint>

namespace roofline {

/// FACTOR and SHIFT of the Verilog module roofline_divide_constant. Shift is
/// the least one with
///   2^n <= Factor * Divisor <= 2^n + 2^Shift, n = Whole + Shift
/// Source: Granlund and Montgomery, Division by Invariant Integers using
/// Multiplication, PLDI 1994, theorems 4.2 and 5.1.
struct Reciprocal {
  unsigned Shift = 0; ///< [bit]
  unsigned __int128 Factor = 0;

  unsigned bits() const noexcept; ///< [bit] of Factor
};

/// Returns factor and shift for dividends of magnitude below 2^Whole, \p Whole
/// [bit]. \p Divisor must not be 0. \p Above asks for a factor above the exact
/// quotient 2^n / Divisor even where that is a whole number.
Reciprocal reciprocalOf(uint64_t Divisor, unsigned Whole, bool Above) noexcept;

} // namespace roofline

#endif
