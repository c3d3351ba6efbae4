// ap_shift_reg: a shift register whose elements can be read.
#ifndef ROOFLINE_HLS_AP_SHIFT_REG_H
#define ROOFLINE_HLS_AP_SHIFT_REG_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"

template <class T, unsigned Depth = 32> class ap_shift_reg {
  T Elements[Depth];

public:
  ap_shift_reg() = default;
  explicit ap_shift_reg(const char *) {}
  ap_shift_reg(const ap_shift_reg &) = delete;
  ap_shift_reg &operator=(const ap_shift_reg &) = delete;

  /// Returns the element at Address before Value enters at 0.
  ROOFLINE_HLS_INLINE T shift(T Value, unsigned Address = Depth - 1,
                              bool Enable = true) {
    T Result = read(Address);
    if (Enable) {
      for (unsigned I = Depth - 1; I > 0; --I)
        Elements[I] = Elements[I - 1];
      Elements[0] = Value;
    }
    return Result;
  }
  ROOFLINE_HLS_INLINE T read(unsigned Address = Depth - 1) const {
    return Elements[Address];
  }
};

#include "roofline_hls/MacrosBack.inc"

#endif
