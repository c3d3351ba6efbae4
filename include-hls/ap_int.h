// ap_int and ap_uint: integers of any width.
//
/// \file
/// Behaves as the public manual of Vitis HLS says (UG1399, "Arbitrary Precision
/// Data Types"): a sum has a bit more than its operands, a product the bits of
/// both, a shift keeps its width. An operation of W bits is one operation of
/// W bits in LLVM IR.
/// Try: clang++ -I include-hls -fsyntax-only kernel.cpp
#ifndef ROOFLINE_HLS_AP_INT_H
#define ROOFLINE_HLS_AP_INT_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"
#include "roofline_hls/Floats.h"
#include "roofline_hls/Places.h"
#include "roofline_hls/Text.h"

/// Base of numbers of W bits. V is the number.
template <int W, bool S> struct ap_int_base {
  static_assert(W >= 1, "an integer has at least one bit");
  static constexpr int width = W;
  static constexpr int iwidth = W;
  static constexpr bool sign_flag = S;
  using Raw = roofline_hls::Raw<W, S>;
  using Word = roofline_hls::Bits<W>;
  using RetType = typename roofline_hls::Native<W, S>::type;
  Raw V;

  ap_int_base() = default;
  template <class T,
            roofline_hls::Enable<roofline_hls::isInteger<T>(), int> = 0>
  ROOFLINE_HLS_FN ap_int_base(const T &Value)
      : V(roofline_hls::wrap<W, S>(roofline_hls::Kind<T>::value(Value))) {}
  template <class T,
            roofline_hls::Enable<
                roofline_hls::isForm<T>(roofline_hls::Form::Floating), int> = 0>
  ROOFLINE_HLS_FN ap_int_base(T Value)
      : V(roofline_hls::wrap<W, S>(roofline_hls::truncated<W>(Value))) {}
  template <class T,
            roofline_hls::Enable<
                roofline_hls::isForm<T>(roofline_hls::Form::Fixed), int> = 0>
  ROOFLINE_HLS_FN ap_int_base(const T &Value)
      : V(roofline_hls::wrap<W, S>(Value.wholePart())) {}
  constexpr ap_int_base(const char *Text, int Radix = 0)
      : V(roofline_hls::wrap<W, S>(
            roofline_hls::parsedNumber<W>(Text, Radix))) {}
  template <class T> void operator=(const T &Value) volatile {
    V = ap_int_base(Value).V;
  }
  template <class T, class = roofline_hls::Enable<roofline_hls::isNumber<T>()>>
  ROOFLINE_HLS_FN ap_int_base &operator=(const T &Value) {
    V = ap_int_base(Value).V;
    return *this;
  }

  ROOFLINE_HLS_FN operator RetType() const { return static_cast<RetType>(V); }
  ROOFLINE_HLS_INLINE operator RetType() const volatile {
    return static_cast<RetType>(V);
  }
  ROOFLINE_HLS_FN bool to_bool() const { return V != 0; }
  ROOFLINE_HLS_FN char to_char() const { return static_cast<char>(V); }
  ROOFLINE_HLS_FN signed char to_schar() const {
    return static_cast<signed char>(V);
  }
  ROOFLINE_HLS_FN unsigned char to_uchar() const {
    return static_cast<unsigned char>(V);
  }
  ROOFLINE_HLS_FN short to_short() const { return static_cast<short>(V); }
  ROOFLINE_HLS_FN unsigned short to_ushort() const {
    return static_cast<unsigned short>(V);
  }
  ROOFLINE_HLS_FN int to_int() const { return static_cast<int>(V); }
  ROOFLINE_HLS_FN unsigned to_uint() const { return static_cast<unsigned>(V); }
  ROOFLINE_HLS_FN long to_long() const { return static_cast<long>(V); }
  ROOFLINE_HLS_FN unsigned long to_ulong() const {
    return static_cast<unsigned long>(V);
  }
  ROOFLINE_HLS_FN long long to_int64() const {
    return static_cast<long long>(V);
  }
  ROOFLINE_HLS_FN unsigned long long to_uint64() const {
    return static_cast<unsigned long long>(V);
  }
  ROOFLINE_HLS_FN float to_float() const { return static_cast<float>(V); }
  ROOFLINE_HLS_FN double to_double() const { return static_cast<double>(V); }
  ROOFLINE_HLS_FN _Float16 to_half() const {
    return static_cast<_Float16>(to_float());
  }
  template <class Text = roofline_hls::DefaultText>
  Text to_string(int Radix = 2, bool Sign = false) const {
    return roofline_hls::numberText<Text, W, S>(V, Radix, Sign);
  }

  ROOFLINE_HLS_FN int length() const { return W; }
  ROOFLINE_HLS_FN bool sign() const { return V < 0; }
  ROOFLINE_HLS_FN bool iszero() const { return V == 0; }
  ROOFLINE_HLS_FN bool is_zero() const { return V == 0; }

  // Places: a variable's bits can be assigned. The manual's methods are const.
  ROOFLINE_HLS_FN ap_bit_ref<W, S> operator[](int Index) { return {V, Index}; }
  ROOFLINE_HLS_FN bool operator[](int Index) const { return test(Index); }
  ROOFLINE_HLS_FN ap_bit_ref<W, S> bit(int Index) { return {V, Index}; }
  ROOFLINE_HLS_FN bool bit(int Index) const { return test(Index); }
  ROOFLINE_HLS_FN ap_range_ref<W, S> range(int Hi, int Lo) const {
    return {const_cast<Raw &>(V), Hi, Lo};
  }
  ROOFLINE_HLS_FN ap_range_ref<W, S> range() const { return range(W - 1, 0); }
  ROOFLINE_HLS_FN ap_range_ref<W, S> operator()(int Hi, int Lo) const {
    return range(Hi, Lo);
  }
  template <class Low> ROOFLINE_HLS_FN auto concat(const Low &Lower) const {
    return roofline_hls::joined(*this, Lower);
  }

  ROOFLINE_HLS_FN bool test(int Index) const {
    return ap_bit_ref<W, S>(const_cast<Raw &>(V), Index).get() != 0;
  }
  ROOFLINE_HLS_FN bool get_bit(int Index) const { return test(Index); }
  ROOFLINE_HLS_FN void set(int Index, bool Value) {
    ap_bit_ref<W, S>(V, Index).set(Value);
  }
  ROOFLINE_HLS_FN void set(int Index) { set(Index, true); }
  ROOFLINE_HLS_FN void set_bit(int Index, bool Value) { set(Index, Value); }
  ROOFLINE_HLS_FN void set() { V = roofline_hls::wrap<W, S>(Word(~Word(0))); }
  ROOFLINE_HLS_FN void clear(int Index) { set(Index, false); }
  ROOFLINE_HLS_FN void clear() { V = 0; }
  ROOFLINE_HLS_FN void invert(int Index) { set(Index, !test(Index)); }
  ROOFLINE_HLS_FN void invert() {
    V = roofline_hls::wrap<W, S>(Word(~Word(V)));
  }
  ROOFLINE_HLS_FN void b_not() { invert(); }
  ROOFLINE_HLS_FN ap_int_base &reverse() {
    V = roofline_hls::wrap<W, S>(roofline_hls::reversedBits<W>(Word(V)));
    return *this;
  }
  ROOFLINE_HLS_FN void lrotate(int Count) {
    Word Turned = Word(V);
    unsigned Left = unsigned(Count) % unsigned(W);
    if (Left != 0)
      Turned = static_cast<Word>(Turned << Left) |
               static_cast<Word>(Turned >> (W - Left));
    V = roofline_hls::wrap<W, S>(Turned);
  }
  ROOFLINE_HLS_FN void rrotate(int Count) {
    lrotate(W - int(unsigned(Count) % unsigned(W)));
  }
  ROOFLINE_HLS_FN int countLeadingZeros() const {
    return __builtin_clzg(Word(V), W);
  }
  ROOFLINE_HLS_FN int countTrailingZeros() const {
    return __builtin_ctzg(Word(V), W);
  }

  ROOFLINE_HLS_FN bool and_reduce() const { return Word(~Word(V)) == 0; }
  ROOFLINE_HLS_FN bool nand_reduce() const { return !and_reduce(); }
  ROOFLINE_HLS_FN bool or_reduce() const { return V != 0; }
  ROOFLINE_HLS_FN bool nor_reduce() const { return V == 0; }
  ROOFLINE_HLS_FN bool xor_reduce() const {
    return roofline_hls::oddOnes<W>(Word(V));
  }
  ROOFLINE_HLS_FN bool xnor_reduce() const { return !xor_reduce(); }

  ROOFLINE_HLS_FN bool operator!() const { return V == 0; }
  ROOFLINE_HLS_FN roofline_hls::Integer<W, S> operator+() const {
    return *this;
  }
  ROOFLINE_HLS_FN roofline_hls::Integer<W, S> operator~() const {
    roofline_hls::Integer<W, S> Result;
    Result.V = roofline_hls::wrap<W, S>(Word(~Word(V)));
    return Result;
  }
  // The lowest number has its negation in one more bit.
  ROOFLINE_HLS_FN ap_int<W + 1> operator-() const {
    using Wider = roofline_hls::Raw<W + 1, true>;
    ap_int<W + 1> Result;
    Result.V = static_cast<Wider>(-static_cast<Wider>(V));
    return Result;
  }
};

/// A signed integer of W bits.
template <int W> struct ap_int : ap_int_base<W, true> {
  using Base = ap_int_base<W, true>;
  using Base::Base;
  using Base::operator=;
  ap_int() = default;
  ROOFLINE_HLS_FN ap_int(const Base &Value) : Base(Value) {}
  template <int From, bool Sign>
  ROOFLINE_HLS_INLINE ap_int(const volatile ap_int_base<From, Sign> &Value) {
    this->V = roofline_hls::wrap<W, true>(Value.V);
  }
};

/// An integer of W bits without sign.
template <int W> struct ap_uint : ap_int_base<W, false> {
  using Base = ap_int_base<W, false>;
  using Base::Base;
  using Base::operator=;
  ap_uint() = default;
  ROOFLINE_HLS_FN ap_uint(const Base &Value) : Base(Value) {}
  template <int From, bool Sign>
  ROOFLINE_HLS_INLINE ap_uint(const volatile ap_int_base<From, Sign> &Value) {
    this->V = roofline_hls::wrap<W, false>(Value.V);
  }
};

#include "roofline_hls/IntOperators.h"

// Sources use ap_fixed with this header alone.
#include "ap_fixed.h"

#include "roofline_hls/MacrosBack.inc"

#endif
