// hls::numeric_limits: least and greatest numbers of a type.
//
/// \file
/// min() is the lowest number, of floating-point types as well.
#ifndef ROOFLINE_HLS_UTILS_X_HLS_UTILS_H
#define ROOFLINE_HLS_UTILS_X_HLS_UTILS_H

#include "ap_fixed.h"
#include <limits>

namespace hls {

template <class T, roofline_hls::Form = roofline_hls::Kind<T>::form>
struct numeric_limits {
  static constexpr T min() { return std::numeric_limits<T>::lowest(); }
  static constexpr T max() { return std::numeric_limits<T>::max(); }
};
/// Sets all bits for the greatest number, but for a sign.
template <class T> struct bit_limits {
  using K = roofline_hls::Kind<T>;
  static ROOFLINE_HLS_FN T max() {
    using Overflow = roofline_hls::Overflow<K::W, K::S, AP_SAT, 0, 1 + K::W>;
    T Result{};
    Result.V = Overflow::greatest();
    return Result;
  }
  static ROOFLINE_HLS_FN T min() {
    using Overflow = roofline_hls::Overflow<K::W, K::S, AP_SAT, 0, 1 + K::W>;
    T Result{};
    Result.V = Overflow::lowest();
    return Result;
  }
};
template <class T>
struct numeric_limits<T, roofline_hls::Form::Integer> : bit_limits<T> {};
template <class T>
struct numeric_limits<T, roofline_hls::Form::Fixed> : bit_limits<T> {};

} // namespace hls

#endif
