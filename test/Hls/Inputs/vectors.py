"""vectors.py PART PROGRAM EXPECTED: writes a C++ program that computes with include-hls, and the
lines that it has to print. PART: integers, places, formats, floats or fixed."""
from fractions import Fraction
import random
import sys

from numbers_of_hls import (Format, converted, integer, low_bits, quotient, rounded, shifted)

PROLOGUE = """#include "ap_fixed.h"
#include "ap_int.h"
#include <cstdio>
#include <initializer_list>
using Words = std::initializer_list<unsigned long long>;

// Makes a number of its bits, and prints its bits, without the operators under test.
template <class T> T made(Words Parts) {
  unsigned _BitInt(T::width < 64 ? 64 : T::width) Bits = 0;
  for (unsigned long long Part : Parts)
    Bits = (T::width > 64 ? Bits << (T::width > 64 ? 64 : 0) : Bits * 0) | Part;
  T Result;
  Result.V = roofline_hls::wrap<T::width, T::sign_flag>(Bits);
  return Result;
}
template <class T> void print(const T &Number) {
  std::printf(" %c%d.%d:", T::sign_flag ? 's' : 'u', T::width, T::iwidth);
  using Bits = unsigned _BitInt(T::width + 4);
  Bits Image = static_cast<unsigned _BitInt(T::width)>(Number.V);
  for (int Digit = (T::width - 1) / 4; Digit >= 0; --Digit)
    std::printf("%x", static_cast<unsigned>((Image >> (4 * Digit)) & 15));
}
void print(bool Value) { std::printf(" %d", Value); }
void print(int Value) { std::printf(" %d", Value); }
void print(double Value) { std::printf(" %a", Value); }
template <class T> void print(const T *Text) { std::printf(" %s", Text); }
"""


def words(raw, width):
    """A number's bits in words of 64, most significant first."""
    raw &= (1 << width) - 1
    return ", ".join(f"0x{(raw >> position) & (2**64 - 1):x}ull"
                     for position in reversed(range(0, width, 64)))


def shown(raw, form):
    digits = (form.width + 3) // 4
    sign = "s" if form.signed else "u"
    return f" {sign}{form.width}.{form.integer}:{raw & ((1 << form.width) - 1):0{digits}x}"


class Part:
    """Functions of the program, what main calls, and the lines expected."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.text, self.calls, self.lines = [PROLOGUE], [], []

    def number(self, form):
        """A number, often near a bound."""
        least, most = form.bounds()
        near = [least, most, 0, min(1, most), least // 2, most // 2, least + 1]
        return self.random.choice([*near, *(self.random.randint(least, most) for _ in range(9))])

    def call(self, call, line):
        self.calls.append(f"  {call};")
        self.lines.append(line)

    def written(self, program, expected):
        chunks = [self.calls[at:at + 200] for at in range(0, len(self.calls), 200)]
        parts = [f"void part{at}() {{\n" + "\n".join(chunk) + "\n}\n"
                 for at, chunk in enumerate(chunks)]
        main = "int main() {\n" + "".join(f"  part{at}();\n" for at in range(len(chunks))) + "}\n"
        with open(program, "w") as file:
            file.write("\n".join(self.text + parts) + main)
        with open(expected, "w") as file:
            file.write("\n".join(self.lines) + "\n")


def integers(part):
    """Operators of two integers, of all signs and of widths about words' ends."""
    part.text.append("""template <class A, class B> void check(Words L, Words R, int Count) {
  A X = made<A>(L);
  B Y = made<B>(R);
  print(X + Y); print(X - Y); print(X * Y); print(X & Y); print(X | Y); print(X ^ Y);
  if (Y != 0) { print(X / Y); print(X % Y); }
  print(-X); print(~X); print(X << Count); print(X >> Count);
  print(X == Y); print(X != Y); print(X < Y); print(X <= Y); print(X > Y); print(X >= Y);
  A Sum = X;
  Sum += Y;
  A Next = X;
  ++Next;
  B Copy = X;
  print(Sum); print(Next); print(Copy); print(X.to_int()); print(X.to_double());
  std::printf("\\n");
}
""")
    widths = [1, 2, 3, 7, 8, 12, 13, 31, 32, 33, 63, 64, 65, 100, 128, 129, 200]
    pairs = [(integer(a, s), integer(b, t)) for a, b in [(12, 12), (1, 1), (200, 200), (8, 32)]
             for s in (False, True) for t in (False, True)]
    while len(pairs) < 40:
        pairs.append(tuple(integer(part.random.choice(widths), part.random.random() < 0.5)
                           for _ in range(2)))
    for a, b in pairs:
        for _ in range(10):
            x, y = part.number(a), part.number(b)
            count = part.random.choice([0, 1, 3, a.width - 1, a.width, a.width + 70, -1, -5])
            part.call(f"check<{a.text}, {b.text}>({{{words(x, a.width)}}}, "
                      f"{{{words(y, b.width)}}}, {count})", integer_line(a, b, x, y, count))


def integer_line(a, b, x, y, count):
    any_sign = a.signed or b.signed
    both = max(a.width + (b.signed and not a.signed), b.width + (a.signed and not b.signed))
    logic = integer(both, any_sign)
    rest_width = (min(a.width, b.width + 1) if a.signed and not b.signed
                  else min(a.width, b.width))
    results = [(x + y, integer(both + 1, any_sign)), (x - y, integer(both + 1, True)),
               (x * y, integer(a.width + b.width, any_sign)),
               (x & y, logic), (x | y, logic), (x ^ y, logic)]
    if y:
        results += [(quotient(x, y), integer(a.width + b.signed, any_sign)),
                    (x - y * quotient(x, y), integer(rest_width, a.signed))]
    results += [(-x, integer(a.width + 1, True)), (~x, a),
                (shifted(x, a, count), a), (shifted(x, a, -count), a)]
    line = "".join(shown(value, form) for value, form in results)
    line += "".join(f" {int(v)}" for v in (x == y, x != y, x < y, x <= y, x > y, x >= y))
    line += shown(x + y, a) + shown(x + 1, a) + shown(x, b)
    return f"{line} {low_bits(x, 32, True)} {hexadecimal(float(x))}"


def hexadecimal(value):
    """A double as printf's %a has it."""
    if value == 0:
        return "0x0p+0"
    mantissa, exponent = value.hex().split("p")
    mantissa = mantissa.rstrip("0") if "." in mantissa else mantissa
    return f"{mantissa.rstrip('.')}p{exponent}"


def places(part):
    """Bits, ranges and concatenations, read and assigned."""
    part.text.append("""template <class A, class B>
void check(Words L, Words R, int Hi, int Lo, int Bit, int Turn) {
  A X = made<A>(L);
  B Y = made<B>(R);
  print(bool(X[Bit])); print(ap_uint<A::width>(X.range(Hi, Lo)));
  print(ap_uint<A::width>(X(Lo, Hi))); print(X.range(Hi, Lo).length());
  A Set = X, Turned = X, Mirrored = X, Bits = X, Assigned = X;
  Set.range(Hi, Lo) = Y;
  Turned(Lo, Hi) = Y;
  print(Set); print(Turned);
  Bits[Bit] = !Bits[Bit];
  print(Bits);
  Assigned.range(Hi, Lo) = Y.range(B::width - 1, 0);
  print(Assigned);
  Mirrored.reverse();
  print(Mirrored);
  Mirrored = X;
  Mirrored.lrotate(Turn);
  print(Mirrored);
  Mirrored = X;
  Mirrored.rrotate(Turn);
  print(Mirrored);
  ap_uint<A::width + B::width> Joined = (X, Y);
  print(Joined); print(ap_uint<A::width + B::width>(X.concat(Y)));
  A High;
  B Low;
  (High, Low) = Joined + 1;
  print(High); print(Low);
  ap_uint<A::width + B::width> Parts = (X.range(Hi, Lo), Y);
  print(Parts);
  print(X.and_reduce()); print(X.or_reduce()); print(X.xor_reduce()); print(X.nand_reduce());
  print(X.nor_reduce()); print(X.xnor_reduce()); print(X.range(Hi, Lo).and_reduce());
  print(X.range(Hi, Lo).xor_reduce()); print(X.countLeadingZeros());
  print(X.to_string(10).c_str()); print(X.to_string(16).c_str()); print(X.to_string(2).c_str());
  print(A(X.to_string(10).c_str())); print(A(X.to_string(16).c_str()));
  std::printf("\\n");
}
""")
    for a, b in [(8, 3), (1, 1), (12, 7), (37, 20), (64, 64), (65, 8), (130, 70), (200, 31)]:
        for signed in (False, True):
            forms = integer(a, signed), integer(b, not signed)
            for _ in range(8):
                x, y = part.number(forms[0]), part.number(forms[1])
                low = part.random.randrange(a)
                high = part.random.randrange(low, a)
                bit, turn = part.random.randrange(a), part.random.randrange(a)
                part.call(f"check<{forms[0].text}, {forms[1].text}>({{{words(x, a)}}}, "
                          f"{{{words(y, b)}}}, {high}, {low}, {bit}, {turn})",
                          place_line(*forms, x, y, high, low, bit, turn))


def mirrored(number, width):
    return int(f"{number & ((1 << width) - 1):0{width}b}"[::-1], 2)


def place_line(a, b, x, y, high, low, bit, turn):
    width, length = a.width, high - low + 1
    image, other = x & ((1 << width) - 1), y & ((1 << b.width) - 1)
    mask = (1 << length) - 1
    part, free = (image >> low) & mask, image & ~(mask << low)
    unsigned = integer(width, False)
    joined_form = integer(width + b.width, False)
    joined = image << b.width | other
    left = (image << turn | image >> (width - turn))
    right = (image >> turn | image << (width - turn))
    line = f" {image >> bit & 1}" + shown(part, unsigned)
    line += shown(mirrored(part, length), unsigned) + f" {length}"
    line += shown(free | (y & mask) << low, a) + shown(free | mirrored(y, length) << low, a)
    line += shown(image ^ 1 << bit, a) + shown(free | (other & mask) << low, a)
    line += shown(mirrored(image, width), a) + shown(left, a) + shown(right, a)
    line += shown(joined, joined_form) * 2
    line += shown((joined + 1) >> b.width, a) + shown(joined + 1, b)
    line += shown(part << b.width | other, joined_form)
    ones = bin(image).count("1")
    facts = [ones == width, image != 0, ones % 2, ones < width, image == 0, 1 - ones % 2,
             part == mask, bin(part).count("1") % 2, width - image.bit_length()]
    line += "".join(f" {int(fact)}" for fact in facts)
    return line + f" {x} 0x{image:x} 0b{image:b}" + shown(x, a) * 2


QUANTISATIONS = ["AP_RND", "AP_RND_ZERO", "AP_RND_MIN_INF", "AP_RND_INF", "AP_RND_CONV", "AP_TRN",
                 "AP_TRN_ZERO"]
OVERFLOWS = [("AP_SAT", 0), ("AP_SAT_ZERO", 0), ("AP_SAT_SYM", 0), ("AP_WRAP", 0), ("AP_WRAP", 1),
             ("AP_WRAP", 3), ("AP_WRAP_SM", 0), ("AP_WRAP_SM", 1), ("AP_WRAP_SM", 3)]


def formats(part):
    """All modes on all numbers of a small format, and wider formats at random."""
    part.text.append("""template <class From, class To> void all() {
  for (int Image = 0; Image < (1 << From::width); ++Image)
    print(To(made<From>({(unsigned long long)Image})));
  std::printf("\\n");
}
template <class From, class To> void check(Words Parts) {
  To Number;
  Number = made<From>(Parts);
  print(Number);
  std::printf("\\n");
}
""")
    for quantisation in QUANTISATIONS:
        for overflow, count in OVERFLOWS:
            for signed in (False, True):
                modes = (quantisation, overflow, count)
                source = Format(7, 4, part.random.random() < 0.7, True)
                target = Format(4, 3, signed, True, *modes)
                images = (low_bits(image, 7, source.signed) for image in range(128))
                part.call(f"all<{source.text}, {target.text}>()", "".join(
                    shown(converted(source.value(raw), target), target) for raw in images))
                wide = Format(part.random.randint(1, 90), part.random.randint(-9, 60), signed, True,
                              *modes)
                source = Format(part.random.randint(1, 140), part.random.randint(-20, 80),
                                part.random.random() < 0.7, True)
                for _ in range(5):
                    raw = part.number(source)
                    part.call(f"check<{source.text}, {wide.text}>({{{words(raw, source.width)}}})",
                              shown(converted(source.value(raw), wide), wide))


def floats(part):
    """Doubles to all modes, and numbers to doubles."""
    part.text.append("""template <class To> void check(double Value) {
  To Number = Value;
  print(Number); print(Number.to_double()); print(Number.to_int()); print((int)Number);
  print(Number.to_string(10).c_str());
  std::printf("\\n");
}
""")
    for quantisation in QUANTISATIONS:
        for overflow, count in OVERFLOWS:
            for signed in (False, True):
                width = part.random.choice([3, 8, 16, 40, 70])
                target = Format(width, part.random.randint(-3, width + 3), signed, True,
                                quantisation, overflow, count)
                for _ in range(8):
                    ulps = part.random.choice([part.random.uniform(-4, 4),
                                               part.random.randint(-9, 9) / 2,
                                               part.random.uniform(-2.0, 2.0) * 2.0 ** width,
                                               part.random.uniform(-1, 1) * 2.0 ** (width + 60),
                                               part.random.uniform(-1, 1) * 2.0 ** -60])
                    value = ulps * 2.0 ** -target.fraction
                    raw = converted(Fraction(value), target)
                    exact = target.value(raw)
                    whole = low_bits(rounded(exact, "AP_TRN_ZERO"), 32, True)
                    part.call(f"check<{target.text}>({value.hex()})",
                              f"{shown(raw, target)} {hexadecimal(float(exact))} {whole} {whole} "
                              + decimal(exact))


def decimal(value):
    """All digits of a fraction whose denominator is a power of two."""
    sign, value = "-" if value < 0 else "", abs(value)
    digits, rest = str(value.numerator // value.denominator), value % 1
    if rest:
        places_ = rest.denominator.bit_length() - 1
        digits += "." + str(rest * 10 ** places_).rjust(places_, "0")
    return sign + digits


def fixed(part):
    """Operators of fixed-point numbers and integers."""
    part.text.append("""template <class A, class B> void check(Words L, Words R, int Count) {
  A X = made<A>(L);
  B Y = made<B>(R);
  print(X + Y); print(X - Y); print(X * Y); print(X & Y); print(X | Y); print(X ^ Y);
  if (Y != 0)
    print(X / Y);
  print(-X); print(~X); print(X << Count); print(X >> Count);
  print(X == Y); print(X < Y); print(X <= Y); print(X > Y);
  A Sum = X, Product = X, Range = X;
  Sum += Y;
  Product *= Y;
  Range.range(A::width - 1, A::width / 2) = Y.range(0, 0);
  print(Sum); print(Product); print(Range); print(ap_int<20>(X));
  std::printf("\\n");
}
""")
    for _ in range(30):
        a = random_format(part, fixed_point=True)
        b = random_format(part, fixed_point=part.random.random() < 0.7)
        for _ in range(10):
            x, y = part.number(a), part.number(b)
            count = part.random.choice([0, 1, 3, a.width, -1, -2])
            part.call(f"check<{a.text}, {b.text}>({{{words(x, a.width)}}}, "
                      f"{{{words(y, b.width)}}}, {count})", fixed_line(a, b, x, y, count))


def random_format(part, fixed_point):
    width = part.random.choice([1, 5, 8, 16, 24, 33, 64, 70])
    signed = part.random.random() < 0.6
    if not fixed_point:
        return integer(width, signed)
    modes = part.random.choice([("AP_TRN", "AP_WRAP", 0), ("AP_RND", "AP_SAT", 0),
                                ("AP_RND_CONV", "AP_SAT_SYM", 0)])
    return Format(width, part.random.randint(-2, width + 2), signed, True, *modes)


def fixed_line(a, b, x, y, count):
    any_sign = a.signed or b.signed
    before = max(a.integer + (b.signed and not a.signed), b.integer + (a.signed and not b.signed))
    behind = max(a.fraction, b.fraction)
    logic = Format(before + behind, before, any_sign, True)
    sum_form = Format(before + 1 + behind, before + 1, any_sign, True)
    difference = Format(before + 1 + behind, before + 1, True, True)
    product = Format(a.width + b.width, a.integer + b.integer, any_sign, True)
    scale = max(b.fraction, 0)
    ratio = Format(a.width + scale + b.signed, a.integer + b.fraction + b.signed, any_sign, True)
    left, right = x << (behind - a.fraction), y << (behind - b.fraction)
    plain = Format(a.width, a.integer, a.signed, True)
    results = [(left + right, sum_form), (left - right, difference), (x * y, product),
               (left & right, logic), (left | right, logic), (left ^ right, logic)]
    if y:
        results.append((quotient(x << scale, y), ratio))
    results += [(-x, Format(a.width + 1, a.integer + 1, True, True)), (~x, plain),
                (shifted(x, a, count), plain), (shifted(x, a, -count), plain)]
    line = "".join(shown(value, form) for value, form in results)
    line += "".join(f" {int(v)}" for v in (left == right, left < right, left <= right, left > right))
    exact = a.value(x), b.value(y)
    half = a.width // 2
    line += shown(converted(exact[0] + exact[1], a), a)
    line += shown(converted(exact[0] * exact[1], a), a)
    line += shown((x & ((1 << half) - 1)) | (y & 1) << half, a)
    return line + shown(rounded(exact[0], "AP_TRN_ZERO"), integer(20, True))


if __name__ == "__main__":
    chosen = Part(seed=20)
    {"integers": integers, "places": places, "formats": formats, "floats": floats,
     "fixed": fixed}[sys.argv[1]](chosen)
    chosen.written(*sys.argv[2:])
