#!/usr/bin/env python3
"""Compares the driver's output with a second implementation of HPCA16's equations.

We read the kernels below by hand from the samples' sources: depths from Table 2, trip
counts from Table 3, and for each access whether its copies are one run (Eq. 2) and whether
it is in order (Eq. 4; see docs/model-hpca16.md). Nothing comes from the C++ code. Exit code
1 when a number differs by more than 1e-9.
"""
import argparse
import json
import math
import pathlib
import sys

from run import MODELS, Pricer, ROOT, line_of

BANKS, WIDTH, LATENCY, FREQ, BANK_BANDWIDTH = 2, 64, 64, 240e6, 12.8e9


class Access:
    """One access. bytes: its size; lanes: True when the f copies are one run; order:
    Eq. (4); distinct: number of copies with different addresses, by default all."""

    def __init__(self, lanes=True, order=True, distinct=None, num_bytes=4):
        self.bytes, self.lanes, self.order, self.distinct = (
            num_bytes, lanes, order, distinct)


class Block:
    """One block. depth: #Cycle with all copies; trip: trip count of the loops that pipeline
    with the block, after unrolling; outer: that of the loops further out; f: UL * SIMD."""

    def __init__(self, depth, trip=1, outer=1, f=1, accesses=()):
        self.depth, self.trip, self.outer, self.f, self.accesses = (
            depth, trip, outer, f, accesses)


def block_memory(b, repaired):
    """Returns (Mem_insts, Mem_burst, transactions of one iteration of f copies)."""
    insts = bursts = transactions = 0
    for a in b.accesses:
        if repaired:
            d = a.distinct or b.f
            n = math.ceil(a.bytes * d / WIDTH) if a.lanes else d
            burst = max(1, WIDTH / (a.bytes * d)) if a.lanes and a.order else 1
            transactions += a.bytes * d / WIDTH if a.lanes and a.order else n
        else:
            n = 1 + a.bytes * (b.f - 1) / WIDTH if a.lanes else b.f          # (2)
            burst = (max(1, WIDTH / (a.bytes * b.f))                         # (4)
                     if a.lanes and a.order else 1)
        insts += n                                                           # (1)
        bursts += burst
    if not insts:
        return 0, 1, 0
    burst = bursts / insts                                                   # (5)
    return insts, burst, transactions if repaired else insts / burst


def price(blocks, wi, cu, repaired):
    """Returns a dictionary per block, the cycles of the kernel's slowest block, B_mem and
    B_balance."""
    memory = [block_memory(b, repaired) for b in blocks]
    every = [b.trip * b.outer for b in blocks]
    comp_total = sum(b.depth * n for b, n in zip(blocks, every))
    mem_total = sum(m[0] * LATENCY * n for m, n in zip(memory, every))
    peak = BANKS                                                             # (15)
    if repaired:
        peak = min(BANKS, BANKS * BANK_BANDWIDTH / (WIDTH * FREQ))
    wi_mem = mem_total / (comp_total + mem_total) * wi                       # (19)
    rate = min(peak, wi_mem / LATENCY)                                       # (16)
    all_transactions = sum(m[2] * n for m, n in zip(memory, every)) * wi
    rows = []
    for b, m, n in zip(blocks, memory, every):
        comp_min = wi * b.trip / cu + b.depth - 1                            # (11)
        wi_k = b.depth * n / (comp_total + mem_total) * wi                   # (18)
        comp = comp_min * max(1, cu * b.depth / wi_k)                        # (12)
        # (13), (17): a block's share of the rate is that of its transactions.
        mem = all_transactions / rate / b.outer if m[0] else 0
        rows.append({"depth": b.depth, "mem_insts": m[0], "mem_burst": m[1],
                     "mem_trans": m[2] * wi * b.trip,                        # (14)
                     "comp_min": comp_min, "comp": comp, "mem": mem,
                     "cycles": max(comp, mem)})                              # (10)
    used = sum(b.f * a.bytes for b in blocks for a in b.accesses)
    if repaired:
        b_mem = 1 - used / (WIDTH * sum(m[2] for m in memory))
    else:                                                                    # (3), (21)
        b_mem = 1 - (sum(b.f * sum(a.bytes for a in b.accesses) * m[1]
                         for b, m in zip(blocks, memory)) /
                     (WIDTH * sum(m[0] for m in memory)))
    slow = sorted((r["cycles"] * b.outer for r, b in zip(rows, blocks)), reverse=True)
    return rows, max(0, b_mem), (slow[0] - slow[1]) / slow[0]                # (22)


N, POINTS, K, FEATURES = 2048, 1 << 25, 128, 8  # Table 3


def mm():
    return [Block(2),                                    # icmp 1, br 1
            # k * N 3, + 1, gep 1, fmul 5, fadd 7. A does not increase with the
            # work-item, the loop strides over B.
            Block(17, N, accesses=[Access(order=False), Access(order=False)]),
            Block(5, accesses=[Access()])]               # row * N 3, + 1, gep 1


def mm_sm(ul, simd=1):
    tiles = N // 64
    return [Block(2, f=simd),
            # first + y 1, * N 3, + col 1, gep 1, local store 7
            Block(13, 1, tiles, simd, [Access(), Access()]),
            # two steps of address 2, local load 7, fmul 5, fadd 7; the copies wait
            # for each other's sum
            Block(21 + (ul - 1) * 7, 64 // ul, tiles, ul * simd),
            Block(3, 1, tiles, simd),                    # + 1, icmp 1, br 1
            Block(5, f=simd, accesses=[Access()])]


def kmeans(inner=1, outer=1, staged=False, coalesced=False):
    f, runs = inner * outer, K // outer
    # Accesses to the feature share an address in all copies of the outer loop.
    feature = (Access(distinct=inner) if coalesced else
               Access(lanes=inner == 1, order=False, distinct=inner))
    # i * nfeatures + l: one run if the inner loop's copies reach the next cluster.
    center = Access(lanes=inner in (1, FEATURES) and (outer == 1 or inner == FEATURES),
                    order=False)
    # address 3 + 1 + 1 (and a local load 7), fsub 7, fmul 5, fadd 7
    depth = (31 if staged else 24) + (inner - 1) * 7
    main = [Block(2, 1, runs, outer),
            Block(depth, FEATURES // inner, runs, f,
                  [feature] if staged else [feature, center]),
            Block(4, 1, runs, outer)]                    # fcmp 3, select 1
    store = [Block(1, accesses=[Access()])]
    if not staged:
        return [Block(2)] + main + store
    # nclusters * nfeatures 3, icmp 1, br 1; the copy by groups of 256: gep 1, store 7
    return [Block(5), Block(8, 4, accesses=[Access()]), Block(2)] + main + store


def kernels():
    """(sample, kernel, blocks, work-items, compute units, --what-if)."""
    outer = line_of("kmeans", "kmeans", "int i = 0")
    inner = line_of("kmeans", "kmeans", "int l = 0")
    what_if = lambda x, y: ("--what-if", f"ul@{inner}={x},ul@{outer}={y}")
    return [
        ("mm", "mm", mm(), N * N, 1, ()),
        ("mm", "mm_sm", mm_sm(1), N * N, 1, ()),
        ("mm", "mm_sm_ul", mm_sm(64), N * N, 1, ()),
        ("mm", "mm_sm_ul_simd", mm_sm(64, 4), N * N // 4, 1, ()),
        ("kmeans", "kmeans", kmeans(), POINTS, 1, ()),
        ("kmeans", "kmeans", kmeans(2, 16), POINTS, 1, what_if(2, 16)),
        ("kmeans", "kmeans", kmeans(8, 2), POINTS, 1, what_if(8, 2)),
        ("kmeans", "kmeans_sm", kmeans(staged=True), POINTS, 1, ()),
        ("kmeans", "kmeans_sm_ul", kmeans(8, 2, True), POINTS, 1, ()),
        ("kmeans", "kmeans_sm_ul_mc", kmeans(8, 2, True, True), POINTS, 1, ()),
        ("kmeans", "kmeans_sm_ul_mc_cu", kmeans(8, 2, True, True), POINTS, 2, ()),
    ]


def leaves(node):
    return ([node["block"]] if node.get("block") else []) + [
        leaf for child in node.get("children", []) for leaf in leaves(child)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path,
                        default=ROOT / "build" / "bin" / "roofline")
    pricer = Pricer(parser.parse_args().roofline.resolve())
    compared = differences = 0
    for sample, kernel, blocks, wi, cu, extra in kernels():
        for model in MODELS:
            report = pricer.report(sample, kernel, model, *extra)
            rows, b_mem, b_balance = price(blocks, wi, cu, model != MODELS[0])
            got = leaves(report["hierarchy"])
            pairs = [(f"block {i} {key}", row[key], leaf[key])
                     for i, (row, leaf) in enumerate(zip(rows, got)) for key in row]
            pairs += [("blocks", len(rows), len(got)),
                      ("B_mem", b_mem, report["potentials"]["mem"]),
                      ("B_balance", b_balance, report["potentials"]["balance"])]
            for what, hand, tool in pairs:
                compared += 1
                if abs(hand - tool) > 1e-9 * max(1, abs(hand)):
                    differences += 1
                    print(f"{kernel} {' '.join(extra)} {model}: {what}: "
                          f"by hand {hand}, roofline {tool}")
    print(f"{compared} numbers compared, {differences} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
