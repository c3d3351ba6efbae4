"""Checks board.py with kernels of our own and made-up measurements, for CI without the
data."""
import copy
import math
import pathlib
import sys
import tempfile
import xml.dom.minidom

import board
import constants

KERNELS = {
    "rows": """__kernel __attribute__((num_compute_units(UNITS)))
void rows(__global const float *restrict a, __global float *restrict b, int n) {
  int i = get_global_id(0);
  float sum = 0;
  #pragma unroll UNROLL
  for (int j = 0; j < n; ++j)
    sum += a[i * n + j];
  b[i] = sum;
}
""",
    "add": """__kernel __attribute__((num_compute_units(UNITS)))
void add(__global const float *restrict a, __global float *restrict b, int n) {
  int i = get_global_id(0);
  #pragma unroll UNROLL
  for (int j = 0; j < n; ++j)
    b[j * get_global_size(0) + i] = a[j * get_global_size(0) + i] + 1.0f;
}
""",
}


class MadeUp:
    """Writes a designs.py as of the measured data, with made-up times."""

    @staticmethod
    def rows(bench):
        designs = [(u, c, s) for u in (1, 4) for c in (1, 2) for s in (16, 64)]
        return [{"row": str(i), "spector_id": "", "unroll": str(u), "units": str(c), "size": str(s),
                 "time_ms": str(3.0 / u / c + 0.01 * s), "fmax_mhz": "250", "bitstream_group": str(i)}
                for i, (u, c, s) in enumerate(designs)] + [
                    {"row": "8", "spector_id": "", "unroll": "4", "units": "2", "size": "64", "time_ms": "3.0",
                     "fmax_mhz": "250", "bitstream_group": "7"}]

    @staticmethod
    def design(bench, row):
        return KERNELS[bench], [f"UNROLL={row['unroll']}", f"UNITS={row['units']}"], [
            {"kernel": bench, "global": [4096], "local": [int(row["size"])], "args": {"n": 256}}]


def check(holds, what):
    if not holds:
        sys.exit(f"self-check: {what}")


def checkStatistics():
    check(board.ranks([30, 10, 20, 20]) == [4, 1, 2.5, 2.5], "ranks of ties")
    check(abs(board.spearman([1, 2, 3, 4], [1, 4, 2, 3]) - 0.4) < 1e-12, "Spearman: 1 - 6 * 6 / (4 * 15) = 0.4")
    check(board.quantile([4, 1, 3, 2], 0.5) == 2.5, "median")
    check(constants.together(3, 4, 2) == 5 and constants.together(3, 4, 1) == 7, "3, 4, 5")
    low, high, inside = board.errorBars({"a": [1.0] * 5, "b": [2.0] * 5})["a"]
    check((low, high, inside) == (2, 2, 0), "error bars come from the other kernels")
    table = [({"row": "0", "spector_id": "", "k": k, "time_ms": t}, p) for k, t, p in (("1", "4", 4), ("2", "2", 3))]
    check(board.likedSteps(table) == (1, 1), "the step that is liked is faster")


def checkFit(found):
    """Times made with other constants are fitted; share and arbitration stand in for each other."""
    device = constants.ofDevice(board.DEVICE)
    planted = {"share": 0.6, "arbitration": 0.2, "overlap": 1.7}
    designs = copy.deepcopy(found)
    for of in designs.values():
        for d in of:
            d["measured_ms"] = constants.milliseconds(d, {**device, **planted})
    at, best = constants.fit(designs, device)
    check(best < 0.01, f"times made with {planted} are fitted by {at}: {best}")
    check(abs(at["overlap"] - planted["overlap"]) < 0.1, f"{planted} is fitted as {at}")


def checkPictures(found, summaries, options):
    with tempfile.TemporaryDirectory() as folder:
        board.plot(pathlib.Path(folder), found, summaries, options)
        for bench, designs in found.items():
            circles = xml.dom.minidom.parse(f"{folder}/{bench}.svg").getElementsByTagName("circle")
            check(len(circles) == len(designs), f"{bench}.svg: a point for each design")
    text = board.page(summaries, summaries, board.errorBars({b: [1.0, 2.0] for b in found}))
    check(all(f"| {bench} | 8 |" in text for bench in found), "the page has a row for each kernel")
    check(board.PAGE.read_text().count(board.BEGIN) == 1, f"{board.PAGE} has its mark")


def run(options):
    checkStatistics()
    check("words" in board.mechanisms(options), "the tool lists its mechanisms")
    check(board.bitstreams(MadeUp.rows("add"))[7]["time_ms"] == (3.0 / 8 + 0.64 + 3) / 2, "a bitstream's mean time")
    found = {}
    for bench in KERNELS:
        found[bench], failed, _ = board.measure(MadeUp, bench, options)
        check(len(found[bench]) == 8 and not failed, f"{bench}: 8 designs are priced")
        left, failed, _ = board.measure(MadeUp, bench, options, ["--board-without", ",".join(board.mechanisms(options))])
        check(len(left) == 8 and not failed, "every mechanism of the list can be left out")
    off = constants.reproduces(found, constants.ofDevice(board.DEVICE))
    check(off < 1e-9, f"constants.py differs from the tool by {off}")
    board.header()
    figures = {bench: board.printKernel(bench, designs, 0, options) for bench, designs in found.items()}
    board.report(found, figures, {}, options)
    options.estimated_clock = True
    check(all(math.isfinite(board.timeOf(d, options)) for of in found.values() for d in of), "estimated clocks")
    options.estimated_clock = False
    checkFit(found)
    checkPictures(found, {bench: now for bench, (now, _) in figures.items()}, options)
    print("self-check: passed, with made-up times")
    return 0
