"""Integers and fixed-point numbers by Python's big integers: what include-hls is compared with."""
from dataclasses import dataclass
from fractions import Fraction
from math import floor


@dataclass(frozen=True)
class Format:
    """width bits, integer of them before the point; fixed is False for ap_int and ap_uint."""
    width: int
    integer: int
    signed: bool
    fixed: bool = False
    quantisation: str = "AP_TRN"
    overflow: str = "AP_WRAP"
    saturated: int = 0

    @property
    def fraction(self):
        return self.width - self.integer

    @property
    def text(self):
        if not self.fixed:
            return f"ap_{'' if self.signed else 'u'}int<{self.width}>"
        return (f"ap_{'' if self.signed else 'u'}fixed<{self.width}, {self.integer}, "
                f"{self.quantisation}, {self.overflow}, {self.saturated}>")

    def bounds(self):
        if self.signed:
            return -(1 << (self.width - 1)), (1 << (self.width - 1)) - 1
        return 0, (1 << self.width) - 1

    def value(self, raw):
        return Fraction(raw) / Fraction(2) ** self.fraction


def integer(width, signed):
    return Format(width, width, signed)


def low_bits(number, width, signed):
    """The number that the low bits of another are."""
    number &= (1 << width) - 1
    if signed and number >> (width - 1):
        number -= 1 << width
    return number


def rounded(scaled, mode):
    """A fraction as an integer by one of the seven modes."""
    down = floor(scaled)
    rest = scaled - down
    half = Fraction(1, 2)
    if mode == "AP_TRN":
        return down
    if mode == "AP_TRN_ZERO":
        return down + (scaled < 0 and rest > 0)
    if rest != half:
        return down + (rest > half)
    return {"AP_RND": down + 1,
            "AP_RND_ZERO": down + (scaled < 0),
            "AP_RND_MIN_INF": down,
            "AP_RND_INF": down + (scaled > 0),
            "AP_RND_CONV": down + down % 2}[mode]


def wrapped(number, form):
    """Bits that are kept, as a string of them, most significant first; IEEE 1666-2011, 7.10.9."""
    width, count = form.width, min(form.saturated, form.width)
    bits = [(number >> position) & 1 for position in reversed(range(width))]
    negative = int(number < 0)
    if form.overflow == "AP_WRAP_SM" and form.signed:
        # The least significant bit that is replaced, and by what.
        given = [(number >> width) & 1] if count == 0 else [negative] + [1 - negative] * (count - 1)
        if given[-1] != bits[len(given) - 1]:
            bits = [1 - bit for bit in bits]
        bits[:len(given)] = given
    elif count:
        head = [negative] + [1 - negative] * (count - 1) if form.signed else [1] * count
        bits[:count] = head
    return low_bits(int("".join(map(str, bits)), 2), width, form.signed)


def converted(value, form):
    """Raw number of a format for a fraction."""
    number = rounded(value * Fraction(2) ** form.fraction, form.quantisation)
    least, most = form.bounds()
    if form.overflow == "AP_SAT_SYM" and form.signed:
        least = -most
    if least <= number <= most:
        return number
    if form.overflow in ("AP_SAT", "AP_SAT_SYM"):
        return most if number > most else least
    if form.overflow == "AP_SAT_ZERO":
        return 0
    return wrapped(number, form)


def quotient(dividend, divisor):
    """Toward zero, as C divides."""
    result = abs(dividend) // abs(divisor)
    return -result if (dividend < 0) != (divisor < 0) else result


def shifted(raw, form, count):
    """A shift to the left that keeps the format."""
    moved = raw << count if count >= 0 else raw >> -count
    return low_bits(moved, form.width, form.signed)
