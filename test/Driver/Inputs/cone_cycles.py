"""Sums the cycles of the cones in a report of `roofline stencil` again, tile by tile and
step by step, for a stencil of reach 1 with one field of 32 bits.

Source: DAC17 Eq. (1)-(11), repaired as docs/model-dac17.md says.
"""
import itertools
import json
import math
import sys

report = json.load(open(sys.argv[1]))
cones = report["cones"]


def tile(kind, rows, place, fused):
    """Returns the [cycle] of one tile in a pass to compute, read and write."""
    lengths, growth, piped = [], [], []
    for row, at in zip(rows, place):
        inner = [at > 0, at + 1 < len(row)]
        has = sum(inner) if kind != "overlapped" else 0
        lengths.append(row[at])
        growth.append(2 - has)
        piped.append(has)

    def box(left):
        return math.prod(l + g * left for l, g in zip(lengths, growth))

    kernels = math.prod(len(row) for row in rows)
    move = 32 * kernels / cones["bits_per_cycle"]
    compute = 0
    for left in range(fused):
        share = sum(p * box(left) / (l + g * left) for l, g, p in zip(lengths, growth, piped))
        compute += max(cones["interval"] / cones["elements"] * box(left), cones["pipe_cycles"] * share)
    return compute + move * (box(fused) + box(0)) + cones["launch_cycles"]


def cycles(kind, cone):
    rows, fused = cone["tiles"], cone["fused"]
    regions = math.prod(math.ceil(w / sum(row) - 1e-9) for w, row in zip(report["lengths"], rows))

    def slowest(steps):
        places = itertools.product(*(range(len(row)) for row in rows))
        return max(tile(kind, rows, place, steps) for place in places)

    passes, left = divmod(report["steps"], fused)
    return regions * (passes * slowest(fused) + (slowest(left) if left else 0))


for kind in ("overlapped", "pipes", "balanced"):
    ours, theirs = cycles(kind, cones[kind]), cones[kind]["cycles"]
    assert abs(ours / theirs - 1) < 1e-9, (kind, ours, theirs)
    assert cones[kind]["blocks"] <= cones["most_blocks"]
assert cones["balanced"]["cycles"] < cones["pipes"]["cycles"] < cones["overlapped"]["cycles"]
