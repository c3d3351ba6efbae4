// Two's complement numbers of any width, as Clang's _BitInt holds them.
//
/// \file
/// Raw<W, Signed> is the number that an integer or fixed-point type stores, and
/// Kind<T> says how a type takes part in an expression: as a C integer, an
/// integer of W bits, a fixed-point number or a floating-point number.
/// Needs Clang: no other compiler has _BitInt in C++.
#ifndef ROOFLINE_HLS_BITS_H
#define ROOFLINE_HLS_BITS_H

#include "roofline_hls/MacrosAway.inc"

#ifndef __clang__
#error "these headers need Clang: no other compiler has _BitInt in C++"
#endif

// Under __SYNTHESIS__ an operation is inlined and has the line of its use, so
// that IR and remarks show the kernel and not these headers.
#ifdef __SYNTHESIS__
#define ROOFLINE_HLS_INLINE __attribute__((always_inline, nodebug)) inline
#else
#define ROOFLINE_HLS_INLINE inline
#include <iostream>
#include <string>
#endif
#define ROOFLINE_HLS_FN ROOFLINE_HLS_INLINE constexpr
#include <cassert>
#include <iosfwd>
#include <stddef.h>
#include <stdint.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbit-int-extension"
#pragma clang diagnostic ignored "-Wpragmas"

template <int W, bool S> struct ap_int_base;
template <int W> struct ap_int;
template <int W> struct ap_uint;
template <int W, bool S> struct ap_range_ref;
template <int W, bool S> struct ap_bit_ref;
template <class High, class Low> struct ap_concat_ref;

enum ap_q_mode {
  AP_RND,         ///< to nearest, ties to plus infinity
  AP_RND_ZERO,    ///< to nearest, ties to zero
  AP_RND_MIN_INF, ///< to nearest, ties to minus infinity
  AP_RND_INF,     ///< to nearest, ties away from zero
  AP_RND_CONV,    ///< to nearest, ties to even
  AP_TRN,         ///< to minus infinity
  AP_TRN_ZERO     ///< to zero
};
enum ap_o_mode {
  AP_SAT,      ///< the nearest number of the format
  AP_SAT_ZERO, ///< zero
  AP_SAT_SYM,  ///< as AP_SAT, where the lowest number is minus the greatest
  AP_WRAP,     ///< the low bits, N of which are saturated
  AP_WRAP_SM   ///< the low bits as a number of sign and magnitude
};
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
struct ap_fixed_base;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_fixed;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_ufixed;

namespace roofline_hls {

template <bool C, class T = void> struct EnableIf {};
template <class T> struct EnableIf<true, T> {
  using type = T;
};
template <bool C, class T = void> using Enable = typename EnableIf<C, T>::type;
template <bool C, class T, class F> struct Choice {
  using type = T;
};
template <class T, class F> struct Choice<false, T, F> {
  using type = F;
};
template <bool C, class T, class F> using Pick = typename Choice<C, T, F>::type;

constexpr int larger(int A, int B) { return A > B ? A : B; }
template <class T> constexpr bool isSigned() { return T(-1) < T(0); }
constexpr int smaller(int A, int B) { return A < B ? A : B; }

template <int W, bool S> struct RawType {
  using type = _BitInt(W);
};
template <int W> struct RawType<W, false> {
  using type = unsigned _BitInt(W);
};
// C++ has no signed number of one bit: two bits hold 0 or -1.
template <> struct RawType<1, true> {
  using type = _BitInt(2);
};
template <int W, bool S> using Raw = typename RawType<W, S>::type;
template <int W> using Bits = unsigned _BitInt(W);

/// Keeps the low W bits of a number, read as signed or not.
template <int W, bool S> struct Wrap {
  template <class T> static ROOFLINE_HLS_FN Raw<W, S> number(T Value) {
    return static_cast<Raw<W, S>>(Value);
  }
};
template <> struct Wrap<1, true> {
  template <class T> static ROOFLINE_HLS_FN Raw<1, true> number(T Value) {
    return (Value & 1) != 0 ? Raw<1, true>(-1) : Raw<1, true>(0);
  }
};
template <int W, bool S, class T> ROOFLINE_HLS_FN Raw<W, S> wrap(T Value) {
  return Wrap<W, S>::number(Value);
}

/// Shifts, where a count of the width or more leaves the fill alone.
template <int W, class R> ROOFLINE_HLS_FN R shiftedLeft(R V, unsigned Count) {
  return Count >= unsigned(W) ? R(0)
                              : static_cast<R>(static_cast<Bits<W>>(
                                    static_cast<Bits<W>>(V) << Count));
}
template <int W, class R> ROOFLINE_HLS_FN R shiftedRight(R V, unsigned Count) {
  return Count >= unsigned(W) ? (V < 0 ? R(-1) : R(0))
                              : static_cast<R>(V >> Count);
}

/// Low Count bits set.
template <int W> ROOFLINE_HLS_FN Bits<W> lowOnes(int Count) {
  return Count >= W ? Bits<W>(~Bits<W>(0))
                    : Bits<W>(Bits<W>(Bits<W>(1) << Count) - Bits<W>(1));
}

/// C's integer that an ap_int of W bits converts to; the low 64 bits of a wider
/// one.
template <int W, bool S> struct Native {
  using Signed = Pick<W <= 8, signed char,
                      Pick<W <= 16, short, Pick<W <= 32, int, long long>>>;
  using Unsigned = Pick<W <= 8, unsigned char,
                        Pick<W <= 16, unsigned short,
                             Pick<W <= 32, unsigned, unsigned long long>>>;
  using type = Pick<S, Signed, Unsigned>;
};

enum class Form { None, C, Integer, Fixed, Floating };

/// Describes an operand: its form, and for numbers of W bits the width W, the
/// integer bits I and the sign S. `value` reads its Raw<W, S>.
template <class T> struct NoKind {
  static constexpr Form form = Form::None;
  static constexpr int W = 1, I = 1;
  static constexpr bool S = false;
};
template <class T, int Width, bool Sign> struct CKind {
  static constexpr Form form = Form::C;
  static constexpr int W = Width, I = Width;
  static constexpr bool S = Sign;
  static ROOFLINE_HLS_FN Raw<W, S> value(T V) {
    return static_cast<Raw<W, S>>(V);
  }
};
template <class T> struct FloatingKind : NoKind<T> {
  static constexpr Form form = Form::Floating;
};

/// Reads a place of up to Width bits as a number without sign.
template <class Place, int Width> struct PlaceKind {
  static constexpr Form form = Form::Integer;
  static constexpr int W = Width, I = Width;
  static constexpr bool S = false;
  static ROOFLINE_HLS_FN Raw<W, S> value(const Place &V) { return V.get(); }
};
template <class Number, int Width, int Whole, bool Sign, Form F>
struct NumberKind {
  static constexpr Form form = F;
  static constexpr int W = Width, I = Whole;
  static constexpr bool S = Sign;
  static ROOFLINE_HLS_FN Raw<W, S> value(const Number &N) { return N.V; }
};

// A pointer finds the kind of a class, and of a class derived from it.
template <class T> NoKind<T> kindOf(const volatile void *);
template <class T, int W, bool S>
NumberKind<ap_int_base<W, S>, W, W, S, Form::Integer>
kindOf(const ap_int_base<W, S> *);
template <class T, int W, bool S>
PlaceKind<ap_range_ref<W, S>, W> kindOf(const ap_range_ref<W, S> *);
template <class T, int W, bool S>
PlaceKind<ap_bit_ref<W, S>, 1> kindOf(const ap_bit_ref<W, S> *);
template <class T, class H, class L>
PlaceKind<ap_concat_ref<H, L>, H::width + L::width>
kindOf(const ap_concat_ref<H, L> *);
template <class T, int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
NumberKind<ap_fixed_base<W, I, S, Q, O, N>, W, I, S, Form::Fixed>
kindOf(const ap_fixed_base<W, I, S, Q, O, N> *);
template <class T, bool Class = __is_class(T)> struct KindChoice {
  using type = NoKind<T>;
};
template <class T> struct KindChoice<T, true> {
  using type = decltype(kindOf<T>(static_cast<const T *>(nullptr)));
};

template <class T, bool Integer, bool Enum, bool Floating> struct Scalar {
  using type = typename KindChoice<T>::type;
};
template <class T> struct Scalar<T, true, false, false> {
  using type = CKind<T, int(sizeof(T) * 8), isSigned<T>()>;
};
template <class T> struct Scalar<T, false, true, false> {
  using type = CKind<T, int(sizeof(T) * 8), isSigned<__underlying_type(T)>()>;
};
template <class T> struct Scalar<T, false, false, true> {
  using type = FloatingKind<T>;
};
template <class T>
struct KindType
    : Scalar<T, __is_integral(T), __is_enum(T), __is_floating_point(T)> {};
template <> struct KindType<bool> {
  using type = CKind<bool, 1, false>;
};
template <int N> struct KindType<_BitInt(N)> {
  using type = CKind<_BitInt(N), N, true>;
};
template <int N> struct KindType<unsigned _BitInt(N)> {
  using type = CKind<unsigned _BitInt(N), N, false>;
};
template <> struct KindType<_Float16> {
  using type = FloatingKind<_Float16>;
};
template <class T> struct Bare {
  using type = T;
};
template <class T> struct Bare<const T> : Bare<T> {};
// A volatile variable of a class has no kind: its constructor reads it once.
template <class T>
struct Bare<volatile T> : Choice<__is_class(T), volatile T, T> {};
template <class T>
struct Bare<const volatile T> : Choice<__is_class(T), volatile T, T> {};
template <class T> struct Bare<T &> : Bare<T> {};
template <class T> using Kind = typename KindType<typename Bare<T>::type>::type;

template <class T> constexpr bool isForm(Form F) { return Kind<T>::form == F; }
template <class T> constexpr bool isInteger() {
  return isForm<T>(Form::Integer) || isForm<T>(Form::C);
}
template <class T> constexpr bool isExact() {
  return isInteger<T>() || isForm<T>(Form::Fixed);
}
template <class T> constexpr bool isNumber() { return !isForm<T>(Form::None); }

/// Two operands of which one is an ap_int, and none fixed or floating.
template <class A, class B> constexpr bool integers() {
  return isInteger<A>() && isInteger<B>() &&
         (isForm<A>(Form::Integer) || isForm<B>(Form::Integer));
}
/// Two operands of which one is fixed-point, and none floating.
template <class A, class B> constexpr bool fixeds() {
  return isExact<A>() && isExact<B>() &&
         (isForm<A>(Form::Fixed) || isForm<B>(Form::Fixed));
}
/// A floating-point operand and one of W bits.
template <class A, class B> constexpr bool mixed() {
  return (isForm<A>(Form::Floating) &&
          (isForm<B>(Form::Integer) || isForm<B>(Form::Fixed))) ||
         (isForm<B>(Form::Floating) &&
          (isForm<A>(Form::Integer) || isForm<A>(Form::Fixed)));
}

template <int W, int I, bool S>
using Fixed = Pick<S, ap_fixed<W, I>, ap_ufixed<W, I>>;
template <int W, bool S> using Integer = Pick<S, ap_int<W>, ap_uint<W>>;

} // namespace roofline_hls

#include "roofline_hls/MacrosBack.inc"

#endif
