// Division by a constant as a product.
#include "roofline/Base/Reciprocal.h"

#include <bit>
#include <cassert>

namespace roofline {

unsigned Reciprocal::bits() const noexcept {
  uint64_t High = uint64_t(Factor >> 64);
  return unsigned(High ? 64 + std::bit_width(High)
                       : std::bit_width(uint64_t(Factor)));
}

Reciprocal reciprocalOf(uint64_t Divisor, unsigned Whole, bool Above) noexcept {
  assert(Divisor != 0 && "there is no reciprocal of 0");
  assert(Whole <= 64 && "a dividend has at most 64 bits");
  Reciprocal R;
  for (;; ++R.Shift) {
    // floor(2^n / Divisor) by long division: 2^n may need 129 bits.
    unsigned __int128 Quotient = 0, Rest = 1;
    for (unsigned I = 0; I < Whole + R.Shift; ++I) {
      Rest <<= 1;
      Quotient = Quotient << 1 | (Rest >= Divisor);
      if (Rest >= Divisor)
        Rest -= Divisor;
    }
    // The first factor above 2^n / Divisor exceeds it by Over / Divisor.
    bool Exact = Rest == 0 && !Above;
    unsigned __int128 Over = Exact ? 0 : Divisor - Rest;
    R.Factor = Quotient + !Exact;
    if (Over <= (unsigned __int128)1 << R.Shift)
      return R;
  }
}

} // namespace roofline
