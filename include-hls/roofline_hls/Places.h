// Places in a number that can be read and written: a bit, a range, a
// concatenation.
//
/// \file
/// A place refers to the raw number of an integer or fixed-point variable, so
/// it must not outlive that variable. Each place has a greatest width, a
/// length(), get() and set(). Bounds are asserted where the program runs.
#ifndef ROOFLINE_HLS_PLACES_H
#define ROOFLINE_HLS_PLACES_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"
#include "roofline_hls/Text.h"

namespace roofline_hls {

/// Mirrors a number: halves above 64 bits, else Clang's operation.
template <int W, bool Long = (W > 64)> struct Mirror {
  static ROOFLINE_HLS_FN Bits<W> number(Bits<W> V) {
    constexpr int Half = W / 2, Rest = W - Half;
    Bits<W> Upper = Mirror<Half>::number(static_cast<Bits<Half>>(V));
    Bits<W> Lower = Mirror<Rest>::number(static_cast<Bits<Rest>>(V >> Half));
    return static_cast<Bits<W>>(Upper << Rest) | Lower;
  }
};
template <int W> struct Mirror<W, false> {
  static ROOFLINE_HLS_FN Bits<W> number(Bits<W> V) {
    return static_cast<Bits<W>>(
        __builtin_bitreverse64(static_cast<unsigned long long>(V)) >> (64 - W));
  }
};
template <int W> ROOFLINE_HLS_FN Bits<W> reversedBits(Bits<W> V) {
  return Mirror<W>::number(V);
}

/// Reduces the low Length bits of a number to one bit.
template <int W> ROOFLINE_HLS_FN bool allOnes(Bits<W> V, int Length) {
  return V == lowOnes<W>(Length);
}
template <int W> ROOFLINE_HLS_FN bool oddOnes(Bits<W> V) {
  return (__builtin_popcountg(V) & 1) != 0;
}

/// Reductions and conversions that a range and a concatenation share.
template <class Place> struct PlaceMethods {
  ROOFLINE_HLS_FN const Place &place() const {
    return static_cast<const Place &>(*this);
  }
  ROOFLINE_HLS_FN operator unsigned long long() const {
    return static_cast<unsigned long long>(place().get());
  }
  ROOFLINE_HLS_FN int to_int() const { return static_cast<int>(place().get()); }
  ROOFLINE_HLS_FN unsigned to_uint() const {
    return static_cast<unsigned>(place().get());
  }
  ROOFLINE_HLS_FN long to_long() const {
    return static_cast<long>(place().get());
  }
  ROOFLINE_HLS_FN unsigned long to_ulong() const {
    return static_cast<unsigned long>(place().get());
  }
  ROOFLINE_HLS_FN long long to_int64() const {
    return static_cast<long long>(place().get());
  }
  ROOFLINE_HLS_FN unsigned long long to_uint64() const {
    return static_cast<unsigned long long>(place().get());
  }
  ROOFLINE_HLS_FN double to_double() const {
    return static_cast<double>(place().get());
  }
  ROOFLINE_HLS_FN bool to_bool() const { return place().get() != 0; }
  ROOFLINE_HLS_FN bool or_reduce() const { return place().get() != 0; }
  ROOFLINE_HLS_FN bool nor_reduce() const { return !or_reduce(); }
  ROOFLINE_HLS_FN bool and_reduce() const {
    return allOnes<Place::width>(place().get(), place().length());
  }
  ROOFLINE_HLS_FN bool nand_reduce() const { return !and_reduce(); }
  ROOFLINE_HLS_FN bool xor_reduce() const {
    return oddOnes<Place::width>(place().get());
  }
  ROOFLINE_HLS_FN bool xnor_reduce() const { return !xor_reduce(); }
  template <class Text = DefaultText> Text to_string(int Radix = 2) const {
    return numberText<Text, Place::width, false>(place().get(), Radix);
  }
};

/// A whole number as part of a concatenation.
template <int W, bool S> struct WholePlace {
  static constexpr int width = W;
  Raw<W, S> &V;
  ROOFLINE_HLS_FN int length() const { return W; }
  ROOFLINE_HLS_FN Bits<W> get() const { return static_cast<Bits<W>>(V); }
  ROOFLINE_HLS_FN void set(Bits<W> Value) const { V = wrap<W, S>(Value); }
};

} // namespace roofline_hls

template <int W, bool S> struct ap_bit_ref {
  static constexpr int width = 1;
  roofline_hls::Raw<W, S> &V;
  int Index;

  ROOFLINE_HLS_FN ap_bit_ref(roofline_hls::Raw<W, S> &Number, int Position)
      : V(Number), Index(Position) {
#ifndef __SYNTHESIS__
    assert(Position >= 0 && Position < W && "bit outside the number");
#endif
  }
  ap_bit_ref(const ap_bit_ref &) = default;

  ROOFLINE_HLS_FN int length() const { return 1; }
  ROOFLINE_HLS_FN roofline_hls::Bits<1> get() const {
    using Word = roofline_hls::Bits<W>;
    return static_cast<roofline_hls::Bits<1>>(static_cast<Word>(V) >> Index);
  }
  ROOFLINE_HLS_FN void set(roofline_hls::Bits<1> Value) const {
    using Word = roofline_hls::Bits<W>;
    Word Cleared =
        static_cast<Word>(V) & static_cast<Word>(~(Word(1) << Index));
    V = roofline_hls::wrap<W, S>(
        static_cast<Word>(Cleared | (Word(Value) << Index)));
  }
  template <class T, class = roofline_hls::Enable<roofline_hls::isExact<T>()>>
  ROOFLINE_HLS_FN const ap_bit_ref &operator=(const T &Value) const {
    set(roofline_hls::Kind<T>::value(Value) != 0);
    return *this;
  }
  ROOFLINE_HLS_FN const ap_bit_ref &operator=(const ap_bit_ref &Other) const {
    set(Other.get());
    return *this;
  }
  ROOFLINE_HLS_FN ap_bit_ref &operator=(const ap_bit_ref &Other) {
    set(Other.get());
    return *this;
  }
  ROOFLINE_HLS_FN operator bool() const { return get() != 0; }
  ROOFLINE_HLS_FN bool to_bool() const { return get() != 0; }
  ROOFLINE_HLS_FN int to_int() const { return static_cast<int>(get()); }
  ROOFLINE_HLS_FN bool operator~() const { return get() == 0; }
  ROOFLINE_HLS_FN bool operator!() const { return get() == 0; }
};

/// Bits Hi to Lo; where Lo is greater, the same bits the other way round.
template <int W, bool S>
struct ap_range_ref : roofline_hls::PlaceMethods<ap_range_ref<W, S>> {
  using Word = roofline_hls::Bits<W>;
  static constexpr int width = W;
  roofline_hls::Raw<W, S> &V;
  int Hi, Lo;

  ROOFLINE_HLS_FN ap_range_ref(roofline_hls::Raw<W, S> &Number, int High,
                               int Low)
      : V(Number), Hi(High), Lo(Low) {
#ifndef __SYNTHESIS__
    assert(High >= 0 && High < W && Low >= 0 && Low < W &&
           "range outside the number");
#endif
  }
  ap_range_ref(const ap_range_ref &) = default;

  // Whoever writes hardware mirrors bits with constant bounds; other bounds
  // are in order, which spares each range a second form.
  ROOFLINE_HLS_FN bool mirrored() const {
#ifdef __SYNTHESIS__
    return __builtin_constant_p(Hi < Lo) && Hi < Lo;
#else
    return Hi < Lo;
#endif
  }
  ROOFLINE_HLS_FN int length() const {
    return mirrored() ? Lo - Hi + 1 : Hi - Lo + 1;
  }
  ROOFLINE_HLS_FN Word get() const {
    if (mirrored()) {
      Word Turned = roofline_hls::reversedBits<W>(static_cast<Word>(V));
      return static_cast<Word>(Turned >> (W - 1 - Lo)) &
             roofline_hls::lowOnes<W>(length());
    }
    return static_cast<Word>(static_cast<Word>(V) >> Lo) &
           roofline_hls::lowOnes<W>(length());
  }
  ROOFLINE_HLS_FN void set(Word Value) const {
    Word Mask = roofline_hls::lowOnes<W>(length());
    int First = Lo;
    Value &= Mask;
    if (mirrored()) {
      Value = roofline_hls::reversedBits<W>(Value) >> (W - length());
      First = Hi;
    }
    Word Kept = static_cast<Word>(V) & static_cast<Word>(~(Mask << First));
    V = roofline_hls::wrap<W, S>(static_cast<Word>(Kept | (Value << First)));
  }
  template <class T, class = roofline_hls::Enable<roofline_hls::isExact<T>()>>
  ROOFLINE_HLS_FN const ap_range_ref &operator=(const T &Value) const {
    set(static_cast<Word>(roofline_hls::Kind<T>::value(Value)));
    return *this;
  }
  ROOFLINE_HLS_FN const ap_range_ref &
  operator=(const ap_range_ref &Other) const {
    set(Other.get());
    return *this;
  }
  ROOFLINE_HLS_FN ap_range_ref &operator=(const ap_range_ref &Other) {
    set(Other.get());
    return *this;
  }
};

/// High bits, then low bits.
template <class High, class Low>
struct ap_concat_ref : roofline_hls::PlaceMethods<ap_concat_ref<High, Low>> {
  static constexpr int width = High::width + Low::width;
  using Word = roofline_hls::Bits<width>;
  High H;
  Low L;

  ROOFLINE_HLS_FN ap_concat_ref(const High &Upper, const Low &Lower)
      : H(Upper), L(Lower) {}
  ap_concat_ref(const ap_concat_ref &) = default;
  ROOFLINE_HLS_FN int length() const { return H.length() + L.length(); }
  ROOFLINE_HLS_FN Word get() const {
    return static_cast<Word>(static_cast<Word>(H.get()) << L.length()) |
           static_cast<Word>(L.get());
  }
  ROOFLINE_HLS_FN void set(Word Value) const {
    L.set(static_cast<roofline_hls::Bits<Low::width>>(Value));
    H.set(static_cast<roofline_hls::Bits<High::width>>(Value >> L.length()));
  }
  template <class T, class = roofline_hls::Enable<roofline_hls::isExact<T>()>>
  ROOFLINE_HLS_FN const ap_concat_ref &operator=(const T &Value) const {
    set(static_cast<Word>(roofline_hls::Kind<T>::value(Value)));
    return *this;
  }
  ROOFLINE_HLS_FN const ap_concat_ref &
  operator=(const ap_concat_ref &Other) const {
    set(Other.get());
    return *this;
  }
};

namespace roofline_hls {

// An operand as a place: variables by reference, places as they are.
template <int W, bool S>
ROOFLINE_HLS_FN WholePlace<W, S> placeOf(const ap_int_base<W, S> &Number) {
  return {const_cast<Raw<W, S> &>(Number.V)};
}
template <int W, bool S>
ROOFLINE_HLS_FN ap_bit_ref<W, S> placeOf(const ap_bit_ref<W, S> &Place) {
  return Place;
}
template <int W, bool S>
ROOFLINE_HLS_FN ap_range_ref<W, S> placeOf(const ap_range_ref<W, S> &Place) {
  return Place;
}
template <class H, class L>
ROOFLINE_HLS_FN ap_concat_ref<H, L> placeOf(const ap_concat_ref<H, L> &Place) {
  return Place;
}
/// A C integer, which is read alone.
template <int W> struct ReadPlace {
  static constexpr int width = W;
  Bits<W> Value;
  ROOFLINE_HLS_FN int length() const { return W; }
  ROOFLINE_HLS_FN Bits<W> get() const { return Value; }
};
template <class T, class = Enable<isForm<T>(Form::C)>>
ROOFLINE_HLS_FN ReadPlace<Kind<T>::W> placeOf(const T &Value) {
  return {static_cast<Bits<Kind<T>::W>>(Value)};
}

template <class A, class B,
          class = Enable<isForm<A>(Form::Integer) || isForm<B>(Form::Integer)>>
ROOFLINE_HLS_FN auto joined(const A &High, const B &Low)
    -> ap_concat_ref<decltype(placeOf(High)), decltype(placeOf(Low))> {
  return {placeOf(High), placeOf(Low)};
}

} // namespace roofline_hls

#include "roofline_hls/MacrosBack.inc"

#endif
