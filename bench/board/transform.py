#!/usr/bin/env python3
"""Prices designs of a kernel without published source, by a kernel of our own.

    transform.py DATA [--roofline PROGRAM] [--jobs N] [--without MECHANISM,..]
    transform.py --self-check [--roofline PROGRAM]

DATA/dct.csv has measured designs of an 8x8 transform. transform.cl is our own kernel by the
suite's documentation: one vector element and one block for each work-item, with or without
unrolled loops. Its prices are compared with the measured times; nothing is fitted on them.
--self-check prices two designs without DATA.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys

import board

SOURCE = pathlib.Path(__file__).with_name("transform.cl")
SIDE = 2048  # [pixel] of the image
OURS = {"manual_simd_size": "1", "block_size": "1"}  # what transform.cl is


def price(row, options):
    """[ms] Predicted time, or the tool's message."""
    width, height = int(row["block_dim_x"]), int(row["block_dim_y"])
    launch = {"kernel": "transform8x8", "global": (SIDE, SIDE // 8), "local": (width, height // 8),
              "args": {"pitch": SIDE, "width": SIDE, "height": SIDE}}
    defines = [f"WIDTH={width}", f"HEIGHT={height}", f"SIMD={row['simd']}", f"UNITS={row['compute_units']}"]
    if row["DCT_unroll"] == "0":
        defines.append("ROLLED")
    extra = ["--board-without", options.without] if options.without else []
    run = subprocess.run(board.commandOf(options, SOURCE, defines, launch, row, extra), capture_output=True, text=True)
    if run.returncode:
        return run.stderr.strip() or f"exit code {run.returncode}"
    return json.loads(run.stdout)["kernels"][0]["time_s"] * 1e3


def read(path):
    """One row for each bitstream, with the mean of its times."""
    with open(path) as file:
        rows = [r for r in csv.DictReader(file) if all(r[k] == v for k, v in OURS.items())]
    of = {}
    for row in rows:
        of.setdefault(row["bitstream_group"], []).append(row)
    return [same[0] | {"time_ms": statistics.mean(float(r["time_ms"]) for r in same)} for same in of.values()]


def line(name, pairs):
    if len(pairs) < 2:
        return
    measured, priced = zip(*pairs)
    ratios = [m / p for m, p in pairs]
    error = statistics.median(abs(p / m - 1) for m, p in pairs)
    print(f"{name:34}{len(pairs):5}{board.spearman(measured, priced):10.3f}{100 * error:10.1f}"
          f"{board.quantile(ratios, 0.1):16.2f}{board.quantile(ratios, 0.9):8.2f}")


def report(rows, priced):
    pairs = [(row, (row["time_ms"], ms)) for row, ms in zip(rows, priced)]
    print(f"{'':49}{'median':>10}{'measured / predicted':>24}")
    print(f"{'designs':39}{'Spearman':>10}{'error [%]':>10}{'10 %':>16}{'90 %':>8}")

    def of(rolled, narrow):
        return [p for r, p in pairs if (r["DCT_unroll"] == "0") == rolled and (r["block_dim_x"] == "8") == narrow]
    line("all", [p for _, p in pairs])
    line("loops unrolled", of(False, False))
    line("  groups 8 columns wide", of(False, True))
    line("loops that stay", of(True, False))
    line("  groups 8 columns wide", of(True, True))


def selfCheck(options):
    row = {"block_dim_x": "16", "block_dim_y": "16", "simd": "1", "compute_units": "1", "fmax_mhz": "240"}
    rolled, unrolled = (price(row | {"DCT_unroll": how}, options) for how in "01")
    if isinstance(rolled, str) or isinstance(unrolled, str) or not 0 < unrolled < rolled:
        sys.exit(f"transform: {rolled} and {unrolled} ms")
    print("transform: self-check passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("data", type=pathlib.Path, nargs="?")
    add("--roofline", default="roofline", help="the program")
    add("--jobs", type=int, default=os.cpu_count(), help="designs at once")
    add("--without", default="", help="mechanisms to leave out; `roofline analyze --help` lists them")
    add("--self-check", action="store_true", help="two designs, without DATA")
    options = parser.parse_args()
    options.model = "board"
    if options.self_check:
        return selfCheck(options)
    if not options.data or not (options.data / "dct.csv").is_file():
        parser.error("the folder DATA has no dct.csv" if options.data else "the folder DATA is missing")
    rows = read(options.data / "dct.csv")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        priced = list(pool.map(lambda row: price(row, options), rows))
    for row, ms in zip(rows, priced):
        if isinstance(ms, str):
            sys.exit(f"row {row['row']}: {ms}")
    report(rows, priced)


if __name__ == "__main__":
    sys.exit(main())
