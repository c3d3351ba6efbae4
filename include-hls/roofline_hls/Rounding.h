// A fixed-point number in another format: quantisation, then overflow.
//
/// \file
/// Exact at every width: the source has all its bits until the end. Overflow is
/// decided on the quantised number, as IEEE 1666 has it for SystemC's types.
/// AP_WRAP_SM of a number without sign is AP_WRAP.
#ifndef ROOFLINE_HLS_ROUNDING_H
#define ROOFLINE_HLS_ROUNDING_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Floats.h"

namespace roofline_hls {

/// 1 where the quantised number is the one above the floor. Half: the highest
/// dropped bit; Rest: a lower one is set; Odd: the floor's last bit.
template <ap_q_mode Q>
ROOFLINE_HLS_FN bool roundsUp(bool Negative, bool Odd, bool Half, bool Rest) {
  return Q == AP_TRN        ? false
         : Q == AP_TRN_ZERO ? Negative && (Half || Rest)
         : Q == AP_RND      ? Half
                            : Half && (Rest || (Q == AP_RND_ZERO   ? Negative
                                                : Q == AP_RND_INF  ? !Negative
                                                : Q == AP_RND_CONV ? Odd
                                                                   : false));
}

/// Drops the low Dropped bits of a signed number of W bits, or appends
/// -Dropped.
template <int W, int Dropped, ap_q_mode Q, bool Less = (Dropped > 0)>
struct Quantised {
  static constexpr int width = W - Dropped;
  static ROOFLINE_HLS_FN _BitInt(width) number(_BitInt(W) V) {
    return static_cast<_BitInt(width)>(
        static_cast<Bits<width>>(static_cast<_BitInt(width)>(V)) << -Dropped);
  }
};
template <int W, int Dropped, ap_q_mode Q>
struct Quantised<W, Dropped, Q, true> {
  static constexpr int width = larger(W - Dropped, 1) + 2;
  static constexpr int room = larger(W, Dropped) + 1;
  static ROOFLINE_HLS_FN _BitInt(width) number(_BitInt(W) V) {
    using Wide = _BitInt(room);
    Wide Source = V;
    Wide Floor = Source >> Dropped;
    bool Half = ((Source >> (Dropped - 1)) & 1) != 0;
    bool Rest = (static_cast<Bits<room>>(Source) & lowMask()) != 0;
    bool Up = roundsUp<Q>(V < 0, (Floor & 1) != 0, Half, Rest);
    return static_cast<_BitInt(width)>(static_cast<_BitInt(width)>(Floor) +
                                       static_cast<_BitInt(width)>(Up));
  }
  /// Bits below the highest dropped one.
  static ROOFLINE_HLS_FN Bits<room> lowMask() {
    return static_cast<Bits<room>>((Bits<room>(1) << (Dropped - 1)) -
                                   Bits<room>(1));
  }
};

/// Number of W bits where a quantised number is too large or too small.
template <int W, bool S, ap_o_mode O, int N, int From> struct Overflow {
  using R = Raw<W, S>;
  static ROOFLINE_HLS_FN R greatest() {
    return wrap<W, S>(lowOnes<W>(S ? W - 1 : W));
  }
  static ROOFLINE_HLS_FN R lowest() {
    return O == AP_SAT_SYM ? (S ? wrap<W, S>(-greatest()) : R(0))
                           : wrap<W, S>(static_cast<Bits<W>>(
                                 ~static_cast<Bits<W>>(greatest())));
  }
  /// Sets the N highest bits: the sign, then its opposite; without sign, all.
  static ROOFLINE_HLS_FN Bits<W> saturatedBits(Bits<W> Low, bool Negative) {
    constexpr int Kept = N < W ? W - N : 0;
    constexpr Bits<W> One = 1;
    constexpr Bits<W> KeptMask =
        Kept == 0 ? Bits<W>(0)
                  : static_cast<Bits<W>>(static_cast<Bits<W>>(~Bits<W>(0)) >>
                                         (W - Kept));
    constexpr Bits<W> SignMask =
        S ? static_cast<Bits<W>>(One << (W - 1)) : Bits<W>(0);
    constexpr Bits<W> Filled = static_cast<Bits<W>>(~(KeptMask | SignMask));
    Bits<W> Head = S && Negative ? SignMask : Filled;
    return static_cast<Bits<W>>((Low & KeptMask) | Head);
  }
  static ROOFLINE_HLS_FN Bits<W> wrapped(_BitInt(From) V) {
    using Wide = Bits<larger(From, W + 1)>;
    bool Negative = V < 0;
    Bits<W> Low = static_cast<Bits<W>>(V);
    if (O == AP_WRAP_SM && S) {
      // The lowest bit that is given, and what it was: where they differ, the
      // magnitude runs the other way.
      constexpr int Position = N == 0 ? W - 1 : larger(W - N, 0);
      bool Given = N == 0
                       ? ((static_cast<Wide>(
                               static_cast<_BitInt(larger(From, W + 1))>(V)) >>
                           W) &
                          1) != 0
                   : N == 1 ? Negative
                            : !Negative;
      bool Found = ((Low >> Position) & 1) != 0;
      if (Given != Found)
        Low = static_cast<Bits<W>>(~Low);
    }
    return N == 0 ? Low : saturatedBits(Low, Negative);
  }
  static ROOFLINE_HLS_FN R number(_BitInt(From) V) {
    return O == AP_SAT || O == AP_SAT_SYM ? (V < 0 ? lowest() : greatest())
           : O == AP_SAT_ZERO             ? R(0)
                                          : wrap<W, S>(wrapped(V));
  }
};

/// Fits a signed number of From bits into W bits.
template <int W, bool S, ap_o_mode O, int N, int From>
ROOFLINE_HLS_FN Raw<W, S> fitted(_BitInt(From) V) {
  Raw<W, S> Low = wrap<W, S>(V);
  if (O == AP_WRAP && N == 0)
    return Low;
  using Wide = _BitInt(larger(From, W + 1) + 1);
  bool Fits = static_cast<Wide>(Low) == static_cast<Wide>(V);
  if (O == AP_SAT_SYM && S)
    Fits = Fits && static_cast<Wide>(V) >=
                       static_cast<Wide>(Overflow<W, S, O, N, From>::lowest());
  return Fits ? Low : Overflow<W, S, O, N, From>::number(V);
}

/// Converts a number of FromW bits, FromF of them behind the point.
template <int W, int F, bool S, ap_q_mode Q, ap_o_mode O, int N, int FromW,
          int FromF>
ROOFLINE_HLS_FN Raw<W, S> converted(_BitInt(FromW) V) {
  using Step = Quantised<FromW, FromF - F, Q>;
  return fitted<W, S, O, N, Step::width>(Step::number(V));
}

/// Converts a floating-point number. Two bits behind the last one, the lower of
/// them for all the rest, decide as the whole number would. A number beyond
/// W + 4 bits keeps its sign and that it is large, and has zeros below.
template <int W, int F, bool S, ap_q_mode Q, ap_o_mode O, int N>
ROOFLINE_HLS_FN Raw<W, S> convertedFloat(double Value) {
  constexpr int Width = W + 58;
  using Wide = _BitInt(Width);
  Parts P = partsOf(Value);
  int Shift = P.Exponent + F + 2;
  Shift = Shift > W + 4 ? W + 4 : Shift;
  Wide Magnitude = static_cast<Wide>(P.Mantissa);
  if (Shift >= 0)
    Magnitude = static_cast<Wide>(static_cast<Bits<Width>>(Magnitude) << Shift);
  else if (Shift > -54)
    Magnitude = static_cast<Wide>(P.Mantissa >> -Shift) |
                static_cast<Wide>((P.Mantissa & ((1ULL << -Shift) - 1)) != 0);
  else
    Magnitude = static_cast<Wide>(P.Mantissa != 0);
  Wide Signed = P.Negative ? static_cast<Wide>(-Magnitude) : Magnitude;
  return converted<W, F, S, Q, O, N, Width, F + 2>(Signed);
}

/// A fixed-point number as one of C's: without its fraction, true, or rounded.
template <class T, Form = Kind<T>::form> struct AsNative {
  template <class F> static ROOFLINE_HLS_FN T number(const F &Value) {
    return static_cast<T>(Value.wholePart());
  }
};
template <> struct AsNative<bool, Form::C> {
  template <class F> static ROOFLINE_HLS_FN bool number(const F &Value) {
    return Value.V != 0;
  }
};
template <class T> struct AsNative<T, Form::Floating> {
  template <class F> static ROOFLINE_HLS_FN T number(const F &Value) {
    return floating<T>(Value);
  }
};

} // namespace roofline_hls

#include "roofline_hls/MacrosBack.inc"

#endif
