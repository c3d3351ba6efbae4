// Numbers as text and text as numbers.
//
/// \file
/// Digits of a number in radix 2, 8, 10 or 16 with the prefix 0b, 0o or 0x, and
/// the number that such text says. A negative number in another radix than 10
/// has the digits of its two's complement, unless a sign is asked for.
#ifndef ROOFLINE_HLS_TEXT_H
#define ROOFLINE_HLS_TEXT_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"

namespace roofline_hls {

// A template's parameter, so that <string> is needed by its use alone.
using DefaultText = std::string;

/// Value of a character as a digit; 99 for other characters.
constexpr int digitValue(char C) {
  return C >= '0' && C <= '9'   ? C - '0'
         : C >= 'a' && C <= 'f' ? C - 'a' + 10
         : C >= 'A' && C <= 'F' ? C - 'A' + 10
                                : 99;
}

/// Radix that a prefix names, or 0.
constexpr int prefixRadix(const char *Text) {
  return Text[0] != '0'                     ? 0
         : Text[1] == 'x' || Text[1] == 'X' ? 16
         : Text[1] == 'b' || Text[1] == 'B' ? 2
         : Text[1] == 'o' || Text[1] == 'O' ? 8
                                            : 0;
}

/// Reads a number of at most W bits; digits beyond them wrap. A radix of 0 is
/// the prefix's, else 10. Ends at the first character that is no digit.
template <int W> constexpr Bits<W> parsedNumber(const char *Text, int Radix) {
  constexpr int Wide = larger(W, 8);
  bool Negative = *Text == '-';
  if (*Text == '-' || *Text == '+')
    ++Text;
  int Prefix = prefixRadix(Text);
  if (Prefix != 0 && (Radix == 0 || Radix == Prefix)) {
    Radix = Prefix;
    Text += 2;
  }
  Radix = Radix == 0 ? 10 : Radix;
  Bits<Wide> Sum = 0;
  for (; digitValue(*Text) < Radix || *Text == '_'; ++Text)
    if (*Text != '_')
      Sum = Sum * static_cast<Bits<Wide>>(Radix) +
            static_cast<Bits<Wide>>(digitValue(*Text));
  return static_cast<Bits<W>>(Negative ? Bits<Wide>(-Sum) : Sum);
}

template <class Text, int W> Text digits(Bits<W> Value, int Radix) {
  constexpr int Wide = larger(W, 8);
  char Reverse[W + 1] = {};
  int Count = 0;
  Bits<Wide> Rest = Value;
  do {
    Reverse[Count++] = "0123456789abcdef"[static_cast<unsigned>(
        Rest % static_cast<Bits<Wide>>(Radix))];
    Rest /= static_cast<Bits<Wide>>(Radix);
  } while (Rest != 0);
  Text Result;
  while (Count > 0)
    Result += Reverse[--Count];
  return Result;
}

template <class Text, int W, bool S>
Text numberText(Raw<W, S> Value, int Radix, bool Sign = false,
                bool Prefixed = true) {
  const char *Prefix = !Prefixed     ? ""
                       : Radix == 2  ? "0b"
                       : Radix == 8  ? "0o"
                       : Radix == 16 ? "0x"
                                     : "";
  bool Negative = Value < 0 && (Sign || Radix == 10);
  Bits<W> Magnitude = static_cast<Bits<W>>(Value);
  if (Negative)
    Magnitude = static_cast<Bits<W>>(-Magnitude);
  return Text(Negative ? "-" : "") + Prefix + digits<Text, W>(Magnitude, Radix);
}

/// Decimal digits of a fixed-point number, which end; else its bits as a whole
/// number.
template <class Text, int W, int I, bool S>
Text fixedText(Raw<W, S> Value, int Radix) {
  constexpr int F = W - I, Room = larger(W, larger(F, I)) + 6;
  if (Radix != 10)
    return numberText<Text, W, S>(Value, Radix);
  bool Negative = Value < 0;
  Bits<Room> Magnitude =
      static_cast<Bits<Room>>(Negative ? -static_cast<_BitInt(Room)>(Value)
                                       : static_cast<_BitInt(Room)>(Value));
  if (F < 0)
    Magnitude <<= larger(-F, 0);
  Bits<Room> Whole =
      F > 0 ? static_cast<Bits<Room>>(Magnitude >> larger(F, 0)) : Magnitude;
  Text Result = Text(Negative ? "-" : "") + digits<Text, Room>(Whole, 10);
  Bits<Room> Mask =
      static_cast<Bits<Room>>((Bits<Room>(1) << larger(F, 0)) - Bits<Room>(1));
  Bits<Room> Rest = Magnitude & Mask;
  if (Rest != 0)
    Result += '.';
  for (; Rest != 0; Rest &= Mask) {
    Rest *= Bits<Room>(10);
    Result += "0123456789"[static_cast<unsigned>(Rest >> larger(F, 0))];
  }
  return Result;
}

/// Radix that a stream's flags ask for.
template <class Stream> int streamRadix(const Stream &Out) {
  return (Out.flags() & Stream::hex)   ? 16
         : (Out.flags() & Stream::oct) ? 8
                                       : 10;
}

} // namespace roofline_hls

#include "roofline_hls/MacrosBack.inc"

#endif
