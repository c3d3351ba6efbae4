// ap_fixed and ap_ufixed: fixed-point numbers of any format.
//
/// \file
/// W bits, I of them before the point, which may lie outside the bits. Numbers
/// are quantised and kept in range when they are assigned; results of operators
/// are exact, but for a quotient. A result has the modes AP_TRN and AP_WRAP.
/// Source: UG1399, "C++ Arbitrary Precision Fixed-Point Types".
#ifndef ROOFLINE_HLS_AP_FIXED_H
#define ROOFLINE_HLS_AP_FIXED_H

#include "roofline_hls/MacrosAway.inc"

#include "ap_int.h"
#include "roofline_hls/Rounding.h"

/// Base of fixed-point numbers. V * 2^(I - W) is the number.
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
struct ap_fixed_base {
  static_assert(W >= 1, "a fixed-point number has at least one bit");
  static constexpr int width = W;
  static constexpr int iwidth = I;
  static constexpr bool sign_flag = S;
  static constexpr ap_q_mode qmode = Q;
  static constexpr ap_o_mode omode = O;
  static constexpr int fraction = W - I;
  using Raw = roofline_hls::Raw<W, S>;
  using Word = roofline_hls::Bits<W>;
  Raw V;

  ap_fixed_base() = default;
  template <class T, roofline_hls::Enable<roofline_hls::isExact<T>(), int> = 0>
  ROOFLINE_HLS_FN ap_fixed_base(const T &Value) : V(converted(Value)) {}
  template <class T,
            roofline_hls::Enable<
                roofline_hls::isForm<T>(roofline_hls::Form::Floating), int> = 0>
  ROOFLINE_HLS_FN ap_fixed_base(T Value)
      : V(roofline_hls::convertedFloat<W, fraction, S, Q, O, N>(
            static_cast<double>(Value))) {}
  /// Reads the whole number that a text says.
  ap_fixed_base(const char *Text, int Radix = 0)
      : V(converted(ap_int<roofline_hls::larger(I, 64)>(Text, Radix))) {}
  template <class T, class = roofline_hls::Enable<roofline_hls::isNumber<T>()>>
  ROOFLINE_HLS_FN ap_fixed_base &operator=(const T &Value) {
    V = ap_fixed_base(Value).V;
    return *this;
  }
  template <class T> static ROOFLINE_HLS_FN Raw converted(const T &Value) {
    using K = roofline_hls::Kind<T>;
    constexpr int From = K::W + 1;
    return roofline_hls::converted<W, fraction, S, Q, O, N, From, K::W - K::I>(
        static_cast<_BitInt(From)>(K::value(Value)));
  }

  /// The number without its fraction, toward zero.
  ROOFLINE_HLS_FN roofline_hls::Raw<roofline_hls::larger(I, 1) + 1, true>
  wholePart() const {
    constexpr int To = roofline_hls::larger(I, 1) + 1;
    return roofline_hls::converted<To, 0, true, AP_TRN_ZERO, AP_WRAP, 0, W + 1,
                                   fraction>(static_cast<_BitInt(W + 1)>(V));
  }
  ROOFLINE_HLS_FN roofline_hls::Integer<roofline_hls::larger(I, 1), S>
  to_ap_int() const {
    return *this;
  }
  ROOFLINE_HLS_FN bool to_bool() const { return V != 0; }
  ROOFLINE_HLS_FN char to_char() const {
    return static_cast<char>(wholePart());
  }
  ROOFLINE_HLS_FN short to_short() const {
    return static_cast<short>(wholePart());
  }
  ROOFLINE_HLS_FN unsigned short to_ushort() const {
    return static_cast<unsigned short>(wholePart());
  }
  ROOFLINE_HLS_FN int to_int() const { return static_cast<int>(wholePart()); }
  ROOFLINE_HLS_FN unsigned to_uint() const {
    return static_cast<unsigned>(wholePart());
  }
  ROOFLINE_HLS_FN long to_long() const {
    return static_cast<long>(wholePart());
  }
  ROOFLINE_HLS_FN unsigned long to_ulong() const {
    return static_cast<unsigned long>(wholePart());
  }
  ROOFLINE_HLS_FN long long to_int64() const {
    return static_cast<long long>(wholePart());
  }
  ROOFLINE_HLS_FN unsigned long long to_uint64() const {
    return static_cast<unsigned long long>(wholePart());
  }
  ROOFLINE_HLS_FN double to_double() const {
    return roofline_hls::floating<double>(*this);
  }
  ROOFLINE_HLS_FN float to_float() const {
    return roofline_hls::floating<float>(*this);
  }
  ROOFLINE_HLS_FN _Float16 to_half() const {
    return roofline_hls::floating<_Float16>(*this);
  }
  template <class T, class = roofline_hls::Enable<
                         roofline_hls::isForm<T>(roofline_hls::Form::C) ||
                         roofline_hls::isForm<T>(roofline_hls::Form::Floating)>>
  ROOFLINE_HLS_FN operator T() const {
    return roofline_hls::AsNative<T>::number(*this);
  }
  template <class Text = roofline_hls::DefaultText>
  Text to_string(int Radix = 2) const {
    return roofline_hls::fixedText<Text, W, I, S>(V, Radix);
  }

  ROOFLINE_HLS_FN int length() const { return W; }
  ROOFLINE_HLS_FN int wl() const { return W; }
  ROOFLINE_HLS_FN int iwl() const { return I; }
  ROOFLINE_HLS_FN ap_q_mode q_mode() const { return Q; }
  ROOFLINE_HLS_FN ap_o_mode o_mode() const { return O; }
  ROOFLINE_HLS_FN bool is_neg() const { return V < 0; }
  ROOFLINE_HLS_FN bool is_zero() const { return V == 0; }
  ROOFLINE_HLS_FN int countLeadingZeros() const {
    return __builtin_clzg(Word(V), W);
  }

  ROOFLINE_HLS_FN ap_bit_ref<W, S> operator[](int Index) { return {V, Index}; }
  ROOFLINE_HLS_FN bool operator[](int Index) const { return bit(Index); }
  ROOFLINE_HLS_FN ap_bit_ref<W, S> bit(int Index) { return {V, Index}; }
  ROOFLINE_HLS_FN bool bit(int Index) const {
    return ap_bit_ref<W, S>(const_cast<Raw &>(V), Index).get() != 0;
  }
  /// The bit of worth 2^Index.
  ROOFLINE_HLS_FN ap_bit_ref<W, S> get_bit(int Index) {
    return {V, Index + fraction};
  }
  ROOFLINE_HLS_FN ap_range_ref<W, S> range(int Hi, int Lo) const {
    return {const_cast<Raw &>(V), Hi, Lo};
  }
  ROOFLINE_HLS_FN ap_range_ref<W, S> range() const { return range(W - 1, 0); }
  ROOFLINE_HLS_FN ap_range_ref<W, S> operator()(int Hi, int Lo) const {
    return range(Hi, Lo);
  }
  ROOFLINE_HLS_FN void setBits(Word Value) {
    V = roofline_hls::wrap<W, S>(Value);
  }
  ROOFLINE_HLS_FN ap_fixed_base &reverse() {
    V = roofline_hls::wrap<W, S>(roofline_hls::reversedBits<W>(Word(V)));
    return *this;
  }

  ROOFLINE_HLS_FN bool operator!() const { return V == 0; }
  ROOFLINE_HLS_FN roofline_hls::Fixed<W, I, S> operator+() const {
    return *this;
  }
  ROOFLINE_HLS_FN roofline_hls::Fixed<W, I, S> operator~() const {
    roofline_hls::Fixed<W, I, S> Result{};
    Result.V = roofline_hls::wrap<W, S>(Word(~Word(V)));
    return Result;
  }
  ROOFLINE_HLS_FN roofline_hls::Fixed<W + 1, I + 1, true> operator-() const {
    using Wider = roofline_hls::Raw<W + 1, true>;
    roofline_hls::Fixed<W + 1, I + 1, true> Result{};
    Result.V = static_cast<Wider>(-static_cast<Wider>(V));
    return Result;
  }
};

/// A signed fixed-point number.
template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct ap_fixed : ap_fixed_base<W, I, true, Q, O, N> {
  using Base = ap_fixed_base<W, I, true, Q, O, N>;
  using Base::Base;
  using Base::operator=;
  ap_fixed() = default;
  ROOFLINE_HLS_FN ap_fixed(const Base &Value) : Base(Value) {}
};

/// A fixed-point number without sign.
template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct ap_ufixed : ap_fixed_base<W, I, false, Q, O, N> {
  using Base = ap_fixed_base<W, I, false, Q, O, N>;
  using Base::Base;
  using Base::operator=;
  ap_ufixed() = default;
  ROOFLINE_HLS_FN ap_ufixed(const Base &Value) : Base(Value) {}
};

#include "roofline_hls/FixedOperators.h"

#include "roofline_hls/MacrosBack.inc"

#endif
