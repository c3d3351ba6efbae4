"""Functions of buffers of float or double, against Python's: ulps.py float|double FOLDER INPUT[,INPUT] FUNCTION:ULPS ...

Checks FUNCTION_.after.bin, where result and arguments are normal numbers: OpenCL lets a device
take others for 0. Limits: OpenCL C 2.0 7.4.
"""
import math
import pathlib
import struct
import sys


letter, least, greatest, fraction = {"float": ("f", 1.2e-38, 3.4e38, 23), "double": ("d", 2.3e-308, 1.7e308, 52)}[sys.argv[1]]


def numbers(path):
    return [x for x, in struct.iter_unpack(f"<{letter}", path.read_bytes())]


folder = pathlib.Path(sys.argv[2])
inputs = [numbers(folder / f"{name}.bin") for name in sys.argv[3].split(",")]
own = {"exp10": lambda x: 10.0**x, "exp2": lambda x: 2.0**x, "ldexp": lambda x, n: math.ldexp(x, int(n))}
for text in sys.argv[4:]:
    name, limit = text.split(":")
    compared = 0
    function = own.get(name) or getattr(math, name)
    for *x, y in zip(*inputs, numbers(folder / f"{name}_.after.bin")):
        try:
            wanted = function(*x)
        except (OverflowError, ValueError):  # beyond double, or not defined
            continue
        if not all(least < abs(v) < greatest for v in (wanted, *x)):
            continue
        compared += 1
        ulp = 2.0 ** (math.floor(math.log2(abs(wanted))) - fraction)
        assert abs(y - wanted) <= float(limit) * ulp, (name, x, y, wanted)
    assert compared > 1000, (name, compared)
