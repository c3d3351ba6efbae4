"""Functions of buffers of floats, against Python's: ulps.py FOLDER INPUT[,INPUT] FUNCTION:ULPS ...

Checks FUNCTION_.after.bin, where result and arguments are normal floats: OpenCL lets a device
take others for 0. Limits: OpenCL C 2.0 7.4.
"""
import math
import pathlib
import struct
import sys


def floats(path):
    data = path.read_bytes()
    return struct.unpack(f"<{len(data) // 4}f", data)


folder = pathlib.Path(sys.argv[1])
inputs = [floats(folder / f"{name}.bin") for name in sys.argv[2].split(",")]
own = {"exp10": lambda x: 10.0**x, "exp2": lambda x: 2.0**x, "ldexp": lambda x, n: math.ldexp(x, int(n))}
for text in sys.argv[3:]:
    name, limit = text.split(":")
    compared = 0
    function = own.get(name) or getattr(math, name)
    for *x, y in zip(*inputs, floats(folder / f"{name}_.after.bin")):
        try:
            wanted = function(*x)
        except (OverflowError, ValueError):  # beyond floats, or not defined
            continue
        if not all(1.2e-38 < abs(v) < 3.4e38 for v in (wanted, *x)):
            continue
        compared += 1
        ulp = 2.0 ** (math.floor(math.log2(abs(wanted))) - 23)
        assert abs(y - wanted) <= float(limit) * ulp, (name, x, y, wanted)
    assert compared > 1000, (name, compared)
