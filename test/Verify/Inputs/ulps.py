"""Functions of a buffer of floats, against Python's: ulps.py FOLDER INPUT FUNCTION:ULPS ...

Checks FUNCTION_.after.bin, where the result is a normal float. Limits: OpenCL C 2.0 7.4.
"""
import math
import pathlib
import struct
import sys


def floats(path):
    data = path.read_bytes()
    return struct.unpack(f"<{len(data) // 4}f", data)


folder = pathlib.Path(sys.argv[1])
inputs = floats(folder / f"{sys.argv[2]}.bin")
for text in sys.argv[3:]:
    name, limit = text.split(":")
    compared = 0
    for x, y in zip(inputs, floats(folder / f"{name}_.after.bin")):
        try:
            wanted = getattr(math, name)(x)
        except OverflowError:
            continue
        if not 1.2e-38 < abs(wanted) < 3.4e38:
            continue
        compared += 1
        ulp = 2.0 ** (math.floor(math.log2(abs(wanted))) - 23)
        assert abs(y - wanted) <= float(limit) * ulp, (name, x, y, wanted)
    assert compared > 1000, (name, compared)
