#!/usr/bin/env python3
"""Checks the floating-point modules of rtl/ against llvm::APFloat, and counts the cells of
each after yosys for Series 7. README.md describes the comparison. Exit code 1 when a result
is wrong or the datapath of the 5-point Jacobi misses its goal.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parent.parent / "rtl"

# PandA Bambu 2024.10, float32 5-point Jacobi: cycles for a point, and LUT.
PEER_CYCLES, PEER_LUT = 25.0, 1068


def synthesise(sources, top, parameters):
    """Returns the cells by kind; a warning of yosys is an error."""
    values = "".join(f" -set {p.replace('=', ' ')}" for p in parameters)
    script = f"read_verilog {' '.join(map(str, sources))}; "
    script += f"chparam{values} {top}; " if values else ""
    with tempfile.NamedTemporaryFile("r", suffix=".txt") as log:
        script += f"synth_xilinx -flatten -top {top}; tee -o {log.name} stat"
        done = subprocess.run(["yosys", "-Q", "-p", script], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        warnings = re.findall(r"^Warning:.*", done.stdout, re.M)
        if done.returncode or warnings:
            sys.exit(f"{top}: yosys: " + "\n".join(warnings or [done.stdout[-2000:]]))
        cells = collections.Counter()
        for kind, number in re.findall(r"^ +([A-Z]\w+) +(\d+)$", log.read(), re.M):
            cells[kind] += int(number)
    return cells


def resources(cells):
    """LUT as logic, with the inverters; LUT as shift registers; FF; DSP; CARRY4."""
    def total(pattern):
        return sum(n for kind, n in cells.items() if re.fullmatch(pattern, kind))
    return total("LUT[1-6]|INV"), total("SRL.*"), total("FD.*"), total("DSP48E1"), total("CARRY4")


def simulate(program, name, options):
    done = subprocess.run([program, name, *options], text=True, stdout=subprocess.PIPE)
    found = re.search(r"latency +(\d+), (\d+) cases, (\d+) of them undefined, (\d+) wrong",
                      done.stdout)
    if not found:
        sys.exit(f"{name}: {program} gave no result")
    return [int(x) for x in found.groups()]


def row(line, program, random, short):
    name, module, *parameters = line.split()
    begin = time.monotonic()
    latency, cases, undefined, wrong = simulate(program, name, ["--random", str(random)])
    _, more, _, worse = simulate(
        program, name, ["--toggle", "--seed", "2", "--random", str(random // 10), *(
            ["--exhaustive"] if name == "ffma8" and random >= 10**6 else [])])
    seconds = time.monotonic() - begin
    cells = ["-"] * 5 if short else resources(synthesise(
        sorted(RTL.glob("roofline_f*.v")), "roofline_" + module, parameters))
    return name, latency, cases, undefined, wrong, more, worse, *cells, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="build folder")
    parser.add_argument("--random", type=int, default=10**7, help="random cases (10^7)")
    parser.add_argument("--short", action="store_true", help="10^5 random cases, synthesis of the Jacobi alone")
    parser.add_argument("--only", default=".", help="regular expression of names")
    options = parser.parse_args()
    folder = pathlib.Path(options.build) / "test/rtl/float"
    random = 10**5 if options.short else options.random

    print(subprocess.run(["yosys", "-V"], text=True, stdout=subprocess.PIPE).stdout.strip())
    print(f"{'':13}{'latency':>8}{'cases':>10}{'undefined':>10}{'wrong':>6}"
          f"{'toggling':>10}{'wrong':>6}{'LUT':>6}{'SRL':>5}{'FF':>6}{'DSP':>5}{'CARRY4':>7}"
          f"{'seconds':>9}")
    failed = False
    lines = [x for x in open(folder / "models.txt") if re.search(options.only, x.split()[0])]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for r in pool.map(lambda x: row(x, folder / "rtl-float", random, options.short), lines):
            failed |= bool(r[4] or r[6])
            print(f"{r[0]:13}{r[1]:8}{r[2]:10}{r[3]:10}{r[4]:6}{r[5]:10}{r[6]:6}{r[7]:6}{r[8]:5}"
                  f"{r[9]:6}{r[10]:5}{r[11]:7}{r[12]:9.1f}", flush=True)

    sources = [HERE / "jacobi5.v", *sorted(RTL.glob("roofline_f*.v"))]
    lut, srl, ff, dsp, _ = resources(synthesise(sources, "jacobi5", []))
    gain = PEER_CYCLES * PEER_LUT / (lut + srl)
    print(f"\n5-point Jacobi, datapath: {lut} LUT + {srl} SRL, {ff} FF, {dsp} DSP, 1 point a cycle:"
          f" {gain:.1f} times Bambu's points per cycle and LUT ({PEER_CYCLES:g} cycles, {PEER_LUT} LUT)")
    return failed or gain < 10


if __name__ == "__main__":
    sys.exit(main())
