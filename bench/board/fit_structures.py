#!/usr/bin/env python3
"""Prices of the structures of compiled kernels, for `structures` of a device file.

    bench/board/resources.py DATA --half fitted --kernels mm,sobel --counts counts.json
    bench/board/fit_structures.py counts.json

Least absolute relative error, no price below 0, each kernel with the same weight. Prices
are fitted on designs that use less than CROWDED of the logic, then the two factors of
larger designs, then the clock.
"""
import json, pathlib, statistics, sys

LOGIC, CROWDED = 234720, 0.56
STRUCTURES = {"logic": ("shell", "global_unit", "store_unit", "local_write_byte", "barrier", "loop_bit", "array_bit",
                        "integer_bit", "fp_add"),
              "memory": ("shell", "global_unit", "store_unit", "local_write_byte", "barrier", "loop_bit", "array_bit",
                         "fp_add")}
MEASURED = {"logic": "logic_alm", "memory": "ram_m20k"}


def nonnegative(rows, ones):
    """Solves rows x = ones by least squares with x >= 0, coordinate by coordinate."""
    number = range(len(rows[0]))
    gram = [[sum(r[i] * r[j] for r in rows) for j in number] for i in number]
    right = [sum(r[i] * o for r, o in zip(rows, ones)) for i in number]
    x = [0.0 for _ in number]
    for _ in range(5000):
        for i in number:
            if gram[i][i] > 0:
                x[i] = max(0.0, x[i] + (right[i] - sum(gram[i][j] * x[j] for j in number)) / gram[i][i])
    return x


def prices(designs, names, measured, fixed):
    """Returns {structure: price} for designs [(weight, counts, measured)]."""
    rows = [[d["structures"].get(n, 0) / (measured(d) - fixed(d)) for n in names] for _, d in designs]
    scale = [max(r[i] for r in rows) or 1 for i in range(len(names))]
    rows = [[v / s for v, s in zip(r, scale)] for r in rows]
    weights = [w for w, _ in designs]
    for _ in range(6):
        x = nonnegative([[v * w for v in r] for r, w in zip(rows, weights)], weights)
        errors = [abs(sum(v * c for v, c in zip(r, x)) - 1) for r in rows]
        weights = [w / max(e, 0.01) ** 0.5 for (w, _), e in zip(designs, errors)]
    return {n: c / s for n, c, s in zip(names, x, scale)}


def main():
    kernels = json.loads(pathlib.Path(sys.argv[1]).read_text())
    every = [(len(designs) ** -0.5, dict(d, structures=dict(d["structures"], shell=1)))
             for designs in kernels.values() for d in designs]
    small = [(w, d) for w, d in every if d["logic_alm"] < CROWDED * LOGIC]
    found = {}
    for of, names in STRUCTURES.items():
        skip = set(sys.argv[2:])
        fixed = (lambda d: d["structures"]["array_blocks"]) if of == "memory" else (lambda d: 0)
        measured = lambda d: d[MEASURED[of]]
        found[of] = prices(small, [n for n in names if n not in skip], measured, fixed)
        predict = lambda d: sum(c * d["structures"].get(n, 0) for n, c in found[of].items()) - found[of]["shell"]
        print(of, {n: float(f"{c:.3g}") for n, c in found[of].items()}, "median error",
              statistics.median(abs((predict(d) + found[of]["shell"] + fixed(d)) / measured(d) - 1) for _, d in small))
        logic = lambda d: sum(c * d["structures"].get(n, 0) for n, c in found["logic"].items())
        large = [(measured(d) - found[of]["shell"] - fixed(d)) / predict(d)
                 for _, d in every if logic(d) > CROWDED * LOGIC]
        print(of, "crowded:", round(statistics.median(large), 3), "of", len(large))
    share = [d["logic_alm"] / LOGIC for _, d in every]
    period = [1e3 / d["fmax_mhz"] for _, d in every]
    weights = [1.0] * len(share)
    for _ in range(20):  # least absolute error
        total = sum(weights)
        x, y = (sum(w * v for w, v in zip(weights, vs)) / total for vs in (share, period))
        slope = sum(w * (s - x) * (p - y) for w, s, p in zip(weights, share, period)) / sum(
            w * (s - x) ** 2 for w, s in zip(weights, share))
        start = y - slope * x
        weights = [1 / max(abs(start + slope * s - p), 0.02) for s, p in zip(share, period)]
    print("clock: period", round(start, 2), "ns, period_per_logic", round(slope, 2), "ns")


if __name__ == "__main__":
    main()
