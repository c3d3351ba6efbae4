#!/usr/bin/env python3
"""follow_advice.py ROOFLINE OPTIONS..: checks that the design of each line of advice has
the price that the line gives."""
import json
import subprocess
import sys


def analyze(*more):
    run = subprocess.run([sys.argv[1], "analyze", *sys.argv[2:], "--json", "-", *more], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return json.loads(run.stdout)["kernels"][0]


now = analyze()
for line in now["advice"]:
    then = line["board"]
    assert abs(line["gain"] - then["now_s"] / then["then_s"]) < 1e-9 * line["gain"]
    if not then["what_if"]:
        continue
    made = analyze("--what-if", then["what_if"])
    assert abs(made["cycles"] - then["then_s"] * then["clock_then_hz"]) < 1e-6 * made["cycles"], then["what_if"]
    assert abs(made["fit"]["clock_hz"] - then["clock_then_hz"]) < 1
    assert all(share <= 1 for share in then["used"].values())
    print(line["optimisation"], then["what_if"])
