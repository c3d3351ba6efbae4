// Floating-point numbers beside numbers of W bits.
//
/// \file
/// Takes a floating-point number apart without loss, and makes one of a number
/// of W bits, rounded to nearest. A number beyond 64 bits that becomes an
/// integer below 63 bits is undefined, as it is in C.
#ifndef ROOFLINE_HLS_FLOATS_H
#define ROOFLINE_HLS_FLOATS_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"

namespace roofline_hls {

/// A floating-point number as sign, Mantissa * 2^Exponent.
struct Parts {
  unsigned long long Mantissa;
  int Exponent;
  bool Negative;
};

ROOFLINE_HLS_FN Parts partsOf(double Value) {
  unsigned long long Image = __builtin_bit_cast(unsigned long long, Value);
  int Biased = static_cast<int>((Image >> 52) & 0x7ff);
  unsigned long long Fraction = Image & ((1ULL << 52) - 1);
  return {Biased == 0 ? Fraction : Fraction | (1ULL << 52),
          (Biased == 0 ? 1 : Biased) - 1075, (Image >> 63) != 0};
}

/// Low W bits of a number without its fraction.
template <int W, bool Long = (W >= 63)> struct Truncation {
  static ROOFLINE_HLS_FN Bits<W> number(double Value) {
    return static_cast<Bits<W>>(static_cast<long long>(Value));
  }
};
template <int W> struct Truncation<W, true> {
  static ROOFLINE_HLS_FN Bits<W> number(double Value) {
    Parts P = partsOf(Value);
    Bits<W> Magnitude = P.Exponent <= -64 ? Bits<W>(0)
                        : P.Exponent < 0
                            ? static_cast<Bits<W>>(P.Mantissa >> -P.Exponent)
                            : shiftedLeft<W>(static_cast<Bits<W>>(P.Mantissa),
                                             static_cast<unsigned>(P.Exponent));
    return P.Negative ? static_cast<Bits<W>>(-Magnitude) : Magnitude;
  }
};
template <int W> ROOFLINE_HLS_FN Bits<W> truncated(double Value) {
  return Truncation<W>::number(Value);
}

/// 2^Exponent for exponents of normal numbers.
constexpr double powerOfTwo(int Exponent) {
  double Result = 1;
  for (int I = 0; I < Exponent; ++I)
    Result *= 2;
  for (int I = 0; I > Exponent; --I)
    Result /= 2;
  return Result;
}
template <int Exponent> struct Power {
  static constexpr double value = powerOfTwo(Exponent);
};

/// Number as a floating-point one: rounded once, then scaled without loss.
template <class F, class T, Form = Kind<T>::form> struct Floated {
  static ROOFLINE_HLS_FN F number(const T &Value) {
    return static_cast<F>(Value);
  }
};
template <class F, class T> struct Floated<F, T, Form::Integer> {
  static ROOFLINE_HLS_FN F number(const T &Value) {
    return static_cast<F>(Kind<T>::value(Value));
  }
};
template <class F, class T> struct Floated<F, T, Form::Fixed> {
  static constexpr int fraction = Kind<T>::W - Kind<T>::I;
  static ROOFLINE_HLS_FN F number(const T &Value) {
    return static_cast<F>(Kind<T>::value(Value)) *
           static_cast<F>(Power<-fraction>::value);
  }
};
template <class T> struct Floated<_Float16, T, Form::Fixed> {
  static ROOFLINE_HLS_FN _Float16 number(const T &Value) {
    return static_cast<_Float16>(Floated<float, T>::number(Value));
  }
};
template <class F, class T> ROOFLINE_HLS_FN F floating(const T &Value) {
  return Floated<F, T>::number(Value);
}

/// The operand of a pair that is a floating-point number.
template <class A, class B>
using FloatingSide = Bare<Pick<isForm<A>(Form::Floating), A, B>>;

} // namespace roofline_hls

#include "roofline_hls/MacrosBack.inc"

#endif
