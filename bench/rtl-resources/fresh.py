#!/usr/bin/env python3
"""Checks a cost file against yosys on the current Verilog modules.

A sample of its structures is synthesised again. Flip-flops, DSP blocks and block RAMs must
be equal, LUTs within 8 %, because abc maps a module slightly differently beside others.
Exit code 1 when a point is off.
"""
import argparse
import subprocess
import sys

import yaml

SAMPLE = "fadd,fpcast,ctpop,umax"
LUT_TOLERANCE = 0.08


def points(text):
    """(structure, form, parameter, size): [luts, registers, dsp, bram]"""
    return {(curve["structure"], curve.get("form", ""), curve.get("parameter", 0),
             point[0]): point[1:5]
            for curve in yaml.safe_load(text)["structures"] for point in curve["points"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", required=True)
    parser.add_argument("--rtl", required=True)
    parser.add_argument("--target", default="xc7")
    parser.add_argument("costs", type=argparse.FileType())
    options = parser.parse_args()
    known = points(options.costs.read())
    again = points(subprocess.run(
        [options.roofline, "calibrate", "--target", options.target, "--only", SAMPLE,
         "--widths", "32", "--rtl", options.rtl, "--no-cache"],
        check=True, stdout=subprocess.PIPE, text=True).stdout)
    stale = 0
    for point, now in sorted(again.items()):
        then = known.get(point)
        fits = then and then[1:] == now[1:] and \
            abs(then[0] - now[0]) <= max(2, LUT_TOLERANCE * now[0])
        stale += not fits
        print(f"{'' if fits else 'STALE '}{point}: {then} in the file, {now} now")
    print(f"{len(again)} points, {stale} stale")
    return 1 if stale or not again else 0


if __name__ == "__main__":
    sys.exit(main())
