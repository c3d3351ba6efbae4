#!/usr/bin/env python3
"""ICHEC15 section 5: W, Q and I of lookup3, counted under Oclgrind and scaled.

Profiles opencl-samples/lookup3 with some of the keys, lets `roofline analyze` scale the
profile to the paper's 8,388,608 and prints both beside the paper's. README.md explains each
difference. Exit code 1 when the scaled counts are not the profile's counts times the ratio
of the sizes.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "opencl-samples" / "lookup3"
KEYS = 8388608
# ICHEC15 Fig. 5, the operations that W counts, and the accesses of global memory.
PAPER = {"add": 242802730, "xor": 166657332, "sub": 158268724, "shl": 158268724,
         "lshr": 158268724, "or": 158268724, "getelementptr": 100506735,
         "icmp": 33556176, "mul": 25165824, "and": 14559207, "udiv": 8388608}
PAPER_READ, PAPER_WRITTEN = 334275052, 33554432


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode not in (0, 2):
        sys.exit(f"lookup3: {done.stderr}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--keys", type=int, default=262144, help="that are profiled")
    options = parser.parse_args()
    source, launch = SAMPLE / "lookup3.cl", SAMPLE / "launch.yaml"
    with tempfile.TemporaryDirectory(prefix="roofline-lookup3-") as name:
        profile = pathlib.Path(name) / "lookup3.profile.json"
        begin = time.monotonic()
        run(options.roofline, "profile", source, "--launch", launch, "--global",
            options.keys, "--buffer", f"keys={15 * options.keys}", "-o", profile)
        seconds = time.monotonic() - begin
        counts = json.loads(run(
            options.roofline, "analyze", source, "--profile", profile, "--global", KEYS,
            "--local", 256, "--ops", ",".join(PAPER), "--json", "-"))
        seen = json.loads(profile.read_text(encoding="utf-8"))["kernels"][0]
    counts = counts["kernels"][0]["counts"]
    profiled = collections.Counter()
    for o in seen["operations"]:
        if o.get("space") != "private" and o["name"] in PAPER:
            profiled[o["name"]] += o["count"]
    scaled = collections.Counter()
    for o in counts["operations"]:
        if o["counted"]:
            scaled[o["name"]] += o["number"]["most"]
    moved = next(b for b in seen["bytes"] if b["space"] == "global")
    ratio = KEYS / options.keys

    print(f"{options.keys} keys profiled in {seconds:.1f} s, scaled to {KEYS}\n")
    print(f"{'':16}{'profiled':>12}{'scaled':>14}{'paper':>14}{'of paper':>10}")
    wrong = 0

    def row(name, small, large, paper):
        nonlocal wrong
        wrong += abs(large - small * ratio) > 1e-6 * max(1, large)
        share = f"{100 * large / paper:9.1f}%" if paper else ""
        print(f"{name:16}{small:12.0f}{large:14.0f}{paper:14.0f}{share}")

    for operator, paper in PAPER.items():
        row(operator, profiled[operator], scaled[operator], paper)
    work = counts["work"]["most"]
    row("W [operation]", sum(profiled.values()), work, sum(PAPER.values()))
    requested = counts["requested"]["most"]
    row("Q [byte]", moved["read"] + moved["written"], requested, PAPER_READ + PAPER_WRITTEN)
    paper = sum(PAPER.values()) / (PAPER_READ + PAPER_WRITTEN)
    print(f"{'I [op/byte]':16}{'':12}{work / requested:14.2f}{paper:14.2f}"
          f"{100 * work / requested / paper:9.1f}%")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
