"""icepll.py TOP.v MHZ: the settings of an iCE40's PLL are within its limits, and no other ones come
nearer to MHZ from below. Source: Lattice FPGA-DS-02008, FPGA-TN-02052."""
import re
import sys
from fractions import Fraction

p = {name: int(value) for name, value in re.findall(r"\.(DIV\w|FILTER_RANGE)\(\d'd(\d+)\)", open(sys.argv[1]).read())}
asked = Fraction(sys.argv[2])


def clock(r, f, q):
    """[MHz] what the PLL makes of 12 MHz; nothing: out of its limits."""
    detector = Fraction(12, r + 1)
    vco = detector * (f + 1)
    made = vco / 2**q
    return made if 10 <= detector and 533 <= vco <= 1066 and 16 <= made <= 275 else None


made = clock(p["DIVR"], p["DIVF"], p["DIVQ"])
every = [clock(r, f, q) for r in range(16) for f in range(128) for q in range(1, 7)]
assert made and made == max(c for c in every if c and c <= asked), (made, asked)
assert p["FILTER_RANGE"] == 1  # a phase detector below 17 MHz
print(f"{float(made):.3f}")
