#!/usr/bin/env python3
"""measure.py --roofline BIN --native BIN [--short]: does `roofline measure` reach
what the machine reaches?

Measures the CPU's OpenCL device and the same processor without OpenCL in turns, over
several rounds, because the machine may be busy. Compares the medians of the rounds; a round
is the best of its runs. Exit code 1 when the triad differs by more than 15 % from the
native loop, the float rate by more than 20 %, or the device stage takes a minute.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from statistics import median

import yaml

AIMS = {"triad": 0.15, "float": 0.20}


def native(binary, seconds, mib):
    """Returns {name: (best, median, worst)} in 1e9 per second, of arrays of `mib` [MiB]."""
    text = subprocess.run([binary, str(seconds), str(mib)], check=True,
                          capture_output=True, text=True).stdout
    rows = (line.split() for line in text.splitlines())
    return {name: tuple(map(float, rates)) for name, *rates in rows}


def roofline(binary, seconds):
    """Returns {name: best} in 1e9 per second, the triad's arrays [MiB], and the device
    stage's time."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "host.yaml")
        begin = time.monotonic()
        subprocess.run([binary, "measure", "-o", path, "--seconds-each",
                        str(seconds)], check=True)
        took = time.monotonic() - begin
        with open(path, encoding="utf-8") as file:
            device = yaml.safe_load(file)
    mib = next(row["size"] >> 20 for row in device["bandwidth_table"]
               if row["pattern"] == "triad")
    return {"triad": device["data"]["external"]["measured"]["value"],
            "float": device["ceilings"]["float"]["measured"]["value"]}, mib, took


def compare(options):
    """Prints one comparison; True when it is within its bounds."""
    rounds, seconds = (3, 0.1) if options.short else (4, 0.3)
    ours = {name: [] for name in AIMS}
    theirs = {name: [] for name in AIMS}
    longest = 0
    for _ in range(rounds):
        values, mib, took = roofline(options.roofline, seconds)
        longest = max(longest, took)
        for name, value in values.items():
            ours[name].append(value)
        for name, rates in native(options.native, 10 * seconds, mib).items():
            theirs[name].append(rates[0])
    good = longest < 60
    print(f"device stage: at most {longest:.1f} s (aim: below 60)")
    print(f"{'':8}{'roofline':>22}{'native':>22}{'deviation':>11}{'aim':>6}")
    for name, aim in AIMS.items():
        deviation = median(ours[name]) / median(theirs[name]) - 1
        # A machine whose own rounds differ by more decides nothing.
        is_steady = max(theirs[name]) <= (1 + aim) * min(theirs[name])
        good &= abs(deviation) <= aim or not is_steady
        spans = [f"{median(v):.2f} ({min(v):.2f}-{max(v):.2f})"
                 for v in (ours[name], theirs[name])]
        print(f"{name:8}{spans[0]:>22}{spans[1]:>22}{deviation:>+11.1%}{aim:>6.0%}"
              + ("" if is_steady else "  not decided: rounds of the native one differ by more"))
    print(f"median of {rounds} rounds and their span; GB/s for triad, Gop/s for "
          "float", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--roofline", required=True)
    parser.add_argument("--native", required=True)
    parser.add_argument("--short", action="store_true", help="fewer, shorter runs")
    options = parser.parse_args()
    # A few short runs suffer from other load of the machine: repeat those that are off.
    attempts = 4 if options.short else 1
    sys.exit(0 if any(compare(options) for _ in range(attempts)) else 1)


if __name__ == "__main__":
    main()
