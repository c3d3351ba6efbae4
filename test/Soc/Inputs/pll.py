"""pll.py TOP.v MHZ: the settings of the PLL are within its limits, no other ones come nearer to MHZ
from below, and the SDRAM's clock is a quarter of a period late."""
import re
import sys
from fractions import Fraction

text = open(sys.argv[1]).read()
asked = Fraction(sys.argv[2])
p = {name: int(value) for name, value in re.findall(r"\.(CLK\w+)\((\d+)\)", text)}
reference = Fraction(25) / p["CLKI_DIV"]
vco = reference * p["CLKFB_DIV"] * p["CLKOP_DIV"]
clock = vco / p["CLKOS_DIV"]
assert 400 <= vco <= 800, vco
best = max(Fraction(25 * m, d) for m in range(16, 33) for d in range(1, 129) if Fraction(25 * m, d) <= asked)
assert clock == best <= asked, (clock, best)
assert p["CLKOS_DIV"] == p["CLKOS2_DIV"]
late = p["CLKOS2_CPHASE"] - p["CLKOS_CPHASE"] + Fraction(p["CLKOS2_FPHASE"] - p["CLKOS_FPHASE"], 8)
assert late / p["CLKOS_DIV"] == Fraction(1, 4), late
assert p["CLKOP_CPHASE"] == p["CLKOP_DIV"] - 1 and p["CLKOS_CPHASE"] == p["CLKOS_DIV"] - 1
print(f"{float(clock):.3f}")
