// Operators of fixed-point numbers, with each other and with integers.
//
/// \file
/// Formats of results (I1, F1, S1 and I2, F2, S2: bits before and behind the
/// point, and signs, of the operands; an integer has F = 0):
///   + -     I = max(I1 + (S2 & !S1), I2 + (S1 & !S2)) + 1, F = max(F1, F2)
///   *       I = I1 + I2, F = F1 + F2
///   /       I = I1 + F2 + S2, F = F1 + max(F2, 0) - F2, cut off toward zero
///   & | ^   as a sum without its bit more
///   << >>   the left operand's format; bits shifted out are lost
#ifndef ROOFLINE_HLS_FIXED_OPERATORS_H
#define ROOFLINE_HLS_FIXED_OPERATORS_H

#include "roofline_hls/MacrosAway.inc"

namespace roofline_hls {

/// Formats of a pair's results.
template <class A, class B> struct FixedResults {
  static constexpr int I1 = Kind<A>::I, I2 = Kind<B>::I;
  static constexpr int F1 = Kind<A>::W - I1, F2 = Kind<B>::W - I2;
  static constexpr bool S1 = Kind<A>::S, S2 = Kind<B>::S, Any = S1 || S2;
  static constexpr int I = larger(I1 + (S2 && !S1), I2 + (S1 && !S2));
  static constexpr int F = larger(F1, F2);
  using Sum = Fixed<I + 1 + F, I + 1, Any>;
  using Difference = Fixed<I + 1 + F, I + 1, true>;
  using Logic = Fixed<I + F, I, Any>;
  using Product = Fixed<Kind<A>::W + Kind<B>::W, I1 + I2, Any>;
  static constexpr int Scale = larger(F2, 0);
  using Quotient = Fixed<Kind<A>::W + Scale + S2, I1 + F2 + S2, Any>;
  using Dividend = Raw<larger(Kind<A>::W + Scale, Kind<B>::W) + 1 + Any, Any>;
};

template <class A, class B>
using FixedPair = Enable<fixeds<A, B>(), FixedResults<A, B>>;

/// A number with F bits behind the point, of which it has room for all.
template <class R, int F, class T> ROOFLINE_HLS_FN R aligned(const T &Value) {
  return static_cast<R>(static_cast<R>(number(Value)) *
                        (R(1) << (F - (Kind<T>::W - Kind<T>::I))));
}

/// Shifts keep the format of a fixed-point number.
template <class A> struct Shifted<A, Form::Fixed> {
  using type = Fixed<Kind<A>::W, Kind<A>::I, Kind<A>::S>;
};

} // namespace roofline_hls

#define ROOFLINE_HLS_FIXED_OPERATOR(OP, RESULT)                                \
  template <class A, class B>                                                  \
  ROOFLINE_HLS_FN typename roofline_hls::FixedPair<A, B>::RESULT operator OP(  \
      const A &L, const B &R) {                                                \
    using Result = typename roofline_hls::FixedPair<A, B>::RESULT;             \
    using Wide = typename Result::Raw;                                         \
    constexpr int F = Result::fraction;                                        \
    return roofline_hls::result<Result>(                                       \
        static_cast<Wide>(roofline_hls::aligned<Wide, F>(L)                    \
                              OP roofline_hls::aligned<Wide, F>(R)));          \
  }
ROOFLINE_HLS_FIXED_OPERATOR(+, Sum)
ROOFLINE_HLS_FIXED_OPERATOR(-, Difference)
ROOFLINE_HLS_FIXED_OPERATOR(&, Logic)
ROOFLINE_HLS_FIXED_OPERATOR(|, Logic)
ROOFLINE_HLS_FIXED_OPERATOR(^, Logic)
#undef ROOFLINE_HLS_FIXED_OPERATOR

template <class A, class B>
ROOFLINE_HLS_FN
    typename roofline_hls::FixedPair<A, B>::Product operator*(const A &L,
                                                              const B &R) {
  using Result = typename roofline_hls::FixedPair<A, B>::Product;
  using Wide = typename Result::Raw;
  return roofline_hls::result<Result>(
      static_cast<Wide>(static_cast<Wide>(roofline_hls::number(L)) *
                        static_cast<Wide>(roofline_hls::number(R))));
}
template <class A, class B>
ROOFLINE_HLS_FN typename roofline_hls::FixedPair<A, B>::Quotient
operator/(const A &L, const B &R) {
  using Pair = roofline_hls::FixedPair<A, B>;
  using Wide = typename Pair::Dividend;
  Wide Dividend = static_cast<Wide>(static_cast<Wide>(roofline_hls::number(L)) *
                                    (Wide(1) << Pair::Scale));
  return roofline_hls::result<typename Pair::Quotient>(
      static_cast<Wide>(Dividend / static_cast<Wide>(roofline_hls::number(R))));
}

#define ROOFLINE_HLS_FIXED_COMPARISON(OP)                                      \
  template <class A, class B, class = void,                                    \
            class P = roofline_hls::FixedPair<A, B>>                           \
  ROOFLINE_HLS_FN bool operator OP(const A &L, const B &R) {                   \
    using Wide = typename P::Sum::Raw;                                         \
    return roofline_hls::aligned<Wide, P::F>(L)                                \
        OP roofline_hls::aligned<Wide, P::F>(R);                               \
  }
ROOFLINE_HLS_FIXED_COMPARISON(==)
ROOFLINE_HLS_FIXED_COMPARISON(!=)
ROOFLINE_HLS_FIXED_COMPARISON(<)
ROOFLINE_HLS_FIXED_COMPARISON(<=)
ROOFLINE_HLS_FIXED_COMPARISON(>)
ROOFLINE_HLS_FIXED_COMPARISON(>=)
#undef ROOFLINE_HLS_FIXED_COMPARISON

template <class C, class T, int W, int I, bool S, ap_q_mode Q, ap_o_mode O,
          int N>
std::basic_ostream<C, T> &
operator<<(std::basic_ostream<C, T> &Out,
           const ap_fixed_base<W, I, S, Q, O, N> &Value) {
  return Out << Value.template to_string<roofline_hls::DefaultText>(10);
}
template <class C, class T, int W, int I, bool S, ap_q_mode Q, ap_o_mode O,
          int N>
std::basic_istream<C, T> &operator>>(std::basic_istream<C, T> &In,
                                     ap_fixed_base<W, I, S, Q, O, N> &Value) {
  double Number = 0;
  In >> Number;
  Value = Number;
  return In;
}

#include "roofline_hls/MacrosBack.inc"

#endif
