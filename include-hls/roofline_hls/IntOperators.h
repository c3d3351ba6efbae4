// Operators of integers of any width, with each other and with C's integers.
//
/// \file
/// Widths of results (W1, S1 and W2, S2: widths and signs of the operands):
///   + -     max(W1 + (S2 & !S1), W2 + (S1 & !S2)) + 1; a difference is signed
///   *       W1 + W2
///   /       W1 + S2
///   %       min(W1, W2), W2 + 1 for a signed number by one without sign
///   & | ^   max(W1 + (S2 & !S1), W2 + (S1 & !S2))
///   << >>   W1; a negative count shifts the other way
/// Source: UG1399, "Class Methods and Operators".
#ifndef ROOFLINE_HLS_INT_OPERATORS_H
#define ROOFLINE_HLS_INT_OPERATORS_H

#include "roofline_hls/MacrosAway.inc"

namespace roofline_hls {

/// Widths and signs of a pair's results.
template <class A, class B> struct IntegerResults {
  static constexpr int W1 = Kind<A>::W, W2 = Kind<B>::W;
  static constexpr bool S1 = Kind<A>::S, S2 = Kind<B>::S, Any = S1 || S2;
  static constexpr int Both = larger(W1 + (S2 && !S1), W2 + (S1 && !S2));
  static constexpr int Least = S1 == S2 ? smaller(W1, W2)
                               : S1     ? smaller(W1, W2 + 1)
                                        : smaller(W1, W2);
  using Sum = Integer<Both + 1, Any>;
  using Difference = Integer<Both + 1, true>;
  using Product = Integer<W1 + W2, Any>;
  using Quotient = Integer<W1 + S2, Any>;
  using Rest = Integer<Least, S1>;
  using Logic = Integer<Both, Any>;
  /// Holds both operands, and the quotient of the lowest number by -1.
  using Divided = Raw<Both + S2, Any>;
};

/// Keeps a computed number in its result, which has room for it.
template <class Result, class T> ROOFLINE_HLS_FN Result result(T Value) {
  Result R{};
  R.V = wrap<Result::width, Result::sign_flag>(Value);
  return R;
}
template <class T>
ROOFLINE_HLS_FN Raw<Kind<T>::W, Kind<T>::S> number(const T &Value) {
  return Kind<T>::value(Value);
}
template <class A, class B>
using Pair = Enable<integers<A, B>(), IntegerResults<A, B>>;

} // namespace roofline_hls

#define ROOFLINE_HLS_INT_OPERATOR(OP, RESULT)                                  \
  template <class A, class B>                                                  \
  ROOFLINE_HLS_FN typename roofline_hls::Pair<A, B>::RESULT operator OP(       \
      const A &L, const B &R) {                                                \
    using Result = typename roofline_hls::Pair<A, B>::RESULT;                  \
    using Wide = typename Result::Raw;                                         \
    return roofline_hls::result<Result>(                                       \
        static_cast<Wide>(static_cast<Wide>(roofline_hls::number(L))           \
                              OP static_cast<Wide>(roofline_hls::number(R)))); \
  }
ROOFLINE_HLS_INT_OPERATOR(+, Sum)
ROOFLINE_HLS_INT_OPERATOR(-, Difference)
ROOFLINE_HLS_INT_OPERATOR(*, Product)
ROOFLINE_HLS_INT_OPERATOR(&, Logic)
ROOFLINE_HLS_INT_OPERATOR(|, Logic)
ROOFLINE_HLS_INT_OPERATOR(^, Logic)
#undef ROOFLINE_HLS_INT_OPERATOR

#define ROOFLINE_HLS_INT_OPERATOR(OP, RESULT)                                  \
  template <class A, class B>                                                  \
  ROOFLINE_HLS_FN typename roofline_hls::Pair<A, B>::RESULT operator OP(       \
      const A &L, const B &R) {                                                \
    using Wide = typename roofline_hls::Pair<A, B>::Divided;                   \
    return roofline_hls::result<typename roofline_hls::Pair<A, B>::RESULT>(    \
        static_cast<Wide>(static_cast<Wide>(roofline_hls::number(L))           \
                              OP static_cast<Wide>(roofline_hls::number(R)))); \
  }
ROOFLINE_HLS_INT_OPERATOR(/, Quotient)
ROOFLINE_HLS_INT_OPERATOR(%, Rest)
#undef ROOFLINE_HLS_INT_OPERATOR

#define ROOFLINE_HLS_INT_COMPARISON(OP)                                        \
  template <class A, class B, class P = roofline_hls::Pair<A, B>>              \
  ROOFLINE_HLS_FN bool operator OP(const A &L, const B &R) {                   \
    using Wide = typename P::Logic::Raw;                                       \
    return static_cast<Wide>(roofline_hls::number(L))                          \
        OP static_cast<Wide>(roofline_hls::number(R));                         \
  }
ROOFLINE_HLS_INT_COMPARISON(==)
ROOFLINE_HLS_INT_COMPARISON(!=)
ROOFLINE_HLS_INT_COMPARISON(<)
ROOFLINE_HLS_INT_COMPARISON(<=)
ROOFLINE_HLS_INT_COMPARISON(>)
ROOFLINE_HLS_INT_COMPARISON(>=)
#undef ROOFLINE_HLS_INT_COMPARISON

namespace roofline_hls {

/// A shifted number's type and raw shift, for integers and fixed-point numbers.
template <class A, class B>
using Shift = Enable<isInteger<B>() &&
                     (isForm<A>(Form::Integer) || isForm<A>(Form::Fixed))>;

/// Magnitude of a count; one of more than 32 bits stops at a number beyond all
/// widths.
template <class B, bool Long = (Kind<B>::W > 32)> struct Count {
  static ROOFLINE_HLS_FN unsigned forward(const B &Value) {
    return static_cast<unsigned>(number(Value));
  }
  static ROOFLINE_HLS_FN unsigned backward(const B &Value) {
    return 0u - forward(Value);
  }
};
template <class B> struct Count<B, true> {
  static constexpr unsigned Most = 0x7fffffff;
  static ROOFLINE_HLS_FN unsigned forward(const B &Value) {
    return number(Value) > Raw<Kind<B>::W, Kind<B>::S>(Most)
               ? Most
               : unsigned(number(Value));
  }
  static ROOFLINE_HLS_FN unsigned backward(const B &Value) {
    return number(Value) < -Raw<Kind<B>::W, Kind<B>::S>(Most)
               ? Most
               : 0u - unsigned(number(Value));
  }
};
template <class B, bool Signed = Kind<B>::S> struct Shifter {
  template <int W, class R> static ROOFLINE_HLS_FN R left(R V, const B &N) {
    return number(N) < 0 ? shiftedRight<W>(V, Count<B>::backward(N))
                         : shiftedLeft<W>(V, Count<B>::forward(N));
  }
  template <int W, class R> static ROOFLINE_HLS_FN R right(R V, const B &N) {
    return number(N) < 0 ? shiftedLeft<W>(V, Count<B>::backward(N))
                         : shiftedRight<W>(V, Count<B>::forward(N));
  }
};
template <class B> struct Shifter<B, false> {
  template <int W, class R> static ROOFLINE_HLS_FN R left(R V, const B &N) {
    return shiftedLeft<W>(V, Count<B>::forward(N));
  }
  template <int W, class R> static ROOFLINE_HLS_FN R right(R V, const B &N) {
    return shiftedRight<W>(V, Count<B>::forward(N));
  }
};

/// Type that a shift of A has: a range becomes an integer.
template <class A, Form F = Kind<A>::form> struct Shifted {
  using type = Integer<Kind<A>::W, Kind<A>::S>;
};

} // namespace roofline_hls

#define ROOFLINE_HLS_SHIFT(OP, DIRECTION)                                      \
  template <class A, class B, class = roofline_hls::Shift<A, B>>               \
  ROOFLINE_HLS_FN typename roofline_hls::Shifted<A>::type operator OP(         \
      const A &L, const B &R) {                                                \
    constexpr int W = roofline_hls::Kind<A>::W;                                \
    typename roofline_hls::Shifted<A>::type Result{};                          \
    Result.V = roofline_hls::wrap<W, roofline_hls::Kind<A>::S>(                \
        roofline_hls::Shifter<B>::template DIRECTION<W>(                       \
            roofline_hls::number(L), R));                                      \
    return Result;                                                             \
  }
ROOFLINE_HLS_SHIFT(<<, left)
ROOFLINE_HLS_SHIFT(>>, right)
#undef ROOFLINE_HLS_SHIFT

namespace roofline_hls {

/// A variable of W bits, or a range of one, at the left of an assignment.
template <class A, class B>
using Assigned = Enable<(isForm<A>(Form::Integer) || isForm<A>(Form::Fixed)) &&
                        isNumber<B>()>;

} // namespace roofline_hls

#define ROOFLINE_HLS_ASSIGNMENT(OP)                                            \
  template <class A, class B, class = roofline_hls::Assigned<A, B>>            \
  ROOFLINE_HLS_FN A &&operator OP## = (A && L, const B &R) {                   \
    L = L OP R;                                                                \
    return static_cast<A &&>(L);                                               \
  }
ROOFLINE_HLS_ASSIGNMENT(+)
ROOFLINE_HLS_ASSIGNMENT(-)
ROOFLINE_HLS_ASSIGNMENT(*)
ROOFLINE_HLS_ASSIGNMENT(/)
ROOFLINE_HLS_ASSIGNMENT(%)
ROOFLINE_HLS_ASSIGNMENT(&)
ROOFLINE_HLS_ASSIGNMENT(|)
ROOFLINE_HLS_ASSIGNMENT(^)
ROOFLINE_HLS_ASSIGNMENT(<<)
ROOFLINE_HLS_ASSIGNMENT(>>)
#undef ROOFLINE_HLS_ASSIGNMENT

#define ROOFLINE_HLS_STEP(OP, SIGN)                                            \
  template <class A, class = roofline_hls::Assigned<A, A>>                     \
  ROOFLINE_HLS_FN A &operator OP(A &L) {                                       \
    L = L SIGN ap_uint<1>(1);                                                  \
    return L;                                                                  \
  }                                                                            \
  template <class A, class = roofline_hls::Assigned<A, A>>                     \
  ROOFLINE_HLS_FN A operator OP(A &L, int) {                                   \
    A Before = L;                                                              \
    L = L SIGN ap_uint<1>(1);                                                  \
    return Before;                                                             \
  }
ROOFLINE_HLS_STEP(++, +)
ROOFLINE_HLS_STEP(--, -)
#undef ROOFLINE_HLS_STEP

// With a floating-point number, the number of W bits becomes one too.
#define ROOFLINE_HLS_MIXED(OP)                                                 \
  template <class A, class B,                                                  \
            roofline_hls::Enable<roofline_hls::mixed<A, B>(), int> = 0>        \
  ROOFLINE_HLS_FN auto operator OP(const A &L, const B &R) {                   \
    using F = typename roofline_hls::FloatingSide<A, B>::type;                 \
    return roofline_hls::floating<F>(L) OP roofline_hls::floating<F>(R);       \
  }
ROOFLINE_HLS_MIXED(+)
ROOFLINE_HLS_MIXED(-)
ROOFLINE_HLS_MIXED(*)
ROOFLINE_HLS_MIXED(/)
ROOFLINE_HLS_MIXED(==)
ROOFLINE_HLS_MIXED(!=)
ROOFLINE_HLS_MIXED(<)
ROOFLINE_HLS_MIXED(<=)
ROOFLINE_HLS_MIXED(>)
ROOFLINE_HLS_MIXED(>=)
#undef ROOFLINE_HLS_MIXED

/// Concatenation: (High, Low), which can be assigned where both are places.
template <
    class A, class B,
    class = decltype(roofline_hls::joined(*static_cast<const A *>(nullptr),
                                          *static_cast<const B *>(nullptr)))>
ROOFLINE_HLS_FN auto operator,(const A &High, const B &Low) {
  return roofline_hls::joined(High, Low);
}

template <class C, class T, class A,
          roofline_hls::Enable<
              roofline_hls::isForm<A>(roofline_hls::Form::Integer), int> = 0>
std::basic_ostream<C, T> &operator<<(std::basic_ostream<C, T> &Out,
                                     const A &Value) {
  using K = roofline_hls::Kind<A>;
  Out << roofline_hls::numberText<roofline_hls::DefaultText, K::W, K::S>(
      K::value(Value), roofline_hls::streamRadix(Out), false,
      (Out.flags() & Out.showbase) != 0);
  return Out;
}
template <class C, class T, int W, bool S>
std::basic_istream<C, T> &operator>>(std::basic_istream<C, T> &In,
                                     ap_int_base<W, S> &Value) {
  std::basic_string<C, T> Text;
  In >> Text;
  Value = ap_int_base<W, S>(Text.c_str());
  return In;
}

#include "roofline_hls/MacrosBack.inc"

#endif
