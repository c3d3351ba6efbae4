"""names.py PAGE.html DECADES: checks that the names of ceilings stand at them, that no name covers
another and that some ceilings are left to tooltips. The picture has 560 pixels for DECADES."""
import math
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read()
pixels = 560 / int(sys.argv[2])
lines = {name: float(y) for name, role, y in
         re.findall(r'"name":"([^"]+)","order":1,"role":"(ceiling|roof)","x":[^,]+,"y":([^}]+)', page)}
names = {name: float(y) for name, y in re.findall(r'"name":"([^"]+)","x":[^,]+,"y":([^}]+)', page)}
for name, y in names.items():
    if ": " in name and name in lines:
        above = math.log10(y / lines[name]) * pixels
        assert 2.9 < above < 16.1, f"{name} is {above:.0f} pixels above its line"
heights = sorted(math.log10(y) * pixels for y in names.values())
assert all(high - low > 12.9 for low, high in zip(heights, heights[1:])), heights
assert names.keys() >= {"a100", "epyc-9654"} and "a100: special" in names, names
assert lines.keys() - names.keys(), "all ceilings are named"
