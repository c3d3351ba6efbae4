#!/usr/bin/env python3
"""Cores of published C++ kernels: which functions become one, and their cycles beside the vendor's.

    cores.py DATA --hlsfactory DIR [--build DIR] [--kernels NAME,..] [--verify SECONDS]

DATA and DIR as for vitis.py. Of each kernel the valid design with the fewest pragmas is taken. --verify runs
`roofline verify` on each core for so long at most.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

import vitis


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--hlsfactory", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--kernels", type=lambda text: text.split(","))
    parser.add_argument("--verify", type=int, default=0, metavar="SECONDS")
    return parser.parse_args()


def plainest(rows):
    """The valid row with the fewest pragmas."""
    def pragmas(row):
        return sum(knob.endswith("=on") or (knob.startswith("PARA") and not knob.endswith("=1"))
                   for knob in row["configuration"].split())
    return min((r for r in rows if r["valid"] == "1"), key=pragmas, default=None)


def run(options, seconds, *words):
    try:
        done = subprocess.run([options.build / "bin" / "roofline", *map(str, words)], capture_output=True, text=True,
                              timeout=seconds)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return 1, f"not done after {seconds} s"


def proof(options, core):
    if not options.verify:
        return ""
    _, text = run(options, options.verify, "verify", core, "--no-synthesis")
    if "bit for bit" in text and re.search(r"cycles .*exact", text):
        return "bit for bit, cycles exact"
    return text.strip().splitlines()[-1]


def row(options, designs, kernel, chosen, folder):
    """(cycles of the core or None, words)"""
    files, top = designs.design(options.hlsfactory, chosen)
    for name, text in files.items():
        (folder / name).write_text(text)
    begin = time.monotonic()
    status, text = run(options, 300, "emit", "verilog", folder / f"{kernel}.cpp", "--top", top, "-o", folder / "core")
    seconds = time.monotonic() - begin
    found = re.search(r"core \S+ (.*?),(?: cycles)? (\d+)(?: cycles)? a launch", text)
    if status or not found:
        return None, f"refused: {text.strip().splitlines()[-1]}"
    return int(found[2]), f"{found[1]:20} {seconds:5.1f} s  {proof(options, folder / 'core')}"


def main():
    options = parse()
    designs = vitis.load(options.data / "designs.py")
    kernels = {}
    for each in designs.rows(options.data / "vitis.csv"):
        if not options.kernels or each["kernel"] in options.kernels:
            kernels.setdefault(each["kernel"], []).append(each)
    made, ratios = 0, []
    print(f"{'kernel':20} {'core [cycle]':>14} {'vendor [cycle]':>14} {'ratio':>6}  as")
    for kernel, rows in sorted(kernels.items()):
        chosen = plainest(rows)
        if not chosen:
            print(f"{kernel:20} has no valid design")
            continue
        with tempfile.TemporaryDirectory() as folder:
            cycles, words = row(options, designs, kernel, chosen, pathlib.Path(folder))
        vendor = int(chosen["cycles"])
        if cycles:
            made += 1
            ratios.append(cycles / vendor)
        ratio = f"{cycles / vendor:6.2f}" if cycles else "     -"
        print(f"{kernel:20} {cycles or '-':>14} {vendor:>14} {ratio}  {words}", flush=True)
    ratios.sort()
    print(f"{made} of {len(kernels)} kernels become cores" +
          (f"; cycles over the vendor's: median {ratios[len(ratios) // 2]:.2f}" if ratios else ""))


if __name__ == "__main__":
    sys.exit(main())
