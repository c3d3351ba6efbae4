// half: the 16-bit floating-point number.
//
/// \file
/// half is Clang's _Float16 under C's rules: half with float is a float.
#ifndef ROOFLINE_HLS_HLS_HALF_H
#define ROOFLINE_HLS_HLS_HALF_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"

using half = _Float16;

template <class C, class T>
std::basic_ostream<C, T> &operator<<(std::basic_ostream<C, T> &Out,
                                     half Value) {
  return Out << static_cast<float>(Value);
}
template <class C, class T>
std::basic_istream<C, T> &operator>>(std::basic_istream<C, T> &In,
                                     half &Value) {
  float Number = 0;
  In >> Number;
  Value = static_cast<half>(Number);
  return In;
}

#include "roofline_hls/MacrosBack.inc"

#endif
