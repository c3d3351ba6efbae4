"""Interval and depth of the pipelined loops of Stream-HLS beside the vendor's."""
import collections
import csv
import json
import pathlib
import re

import tool

FOLDER = "FPGA2025_Artificats"  # as the repository spells it


def readCsv(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def innermost(name):
    """("line", 64) or ("label", "loop5"): the innermost loop of a flattened nest, by the
    vendor's name of the nest. It names loops without a label by their line."""
    lines = re.findall(r"VITIS_LOOP_(\d+)_\d+", name)
    return ("line", int(lines[-1])) if lines else ("label", name.split("_")[-1])


def hasUnsafeMath(source):
    """True where a Tcl file of the project asks for it."""
    scripts = [script for folder in (source.parent, source.parent.parent) for script in folder.glob("*.tcl")]
    return any(re.search(r"^\s*config_compile.*-unsafe_math_optimizations", script.read_text(), re.M) for script in scripts)


def ofDesign(options, design, folder):
    """vitis-score's loops of \\p design, a row of streamhls_designs.csv."""
    source = options.streamhls / FOLDER / design["source"]
    clock = f"{1000 / float(design['target_ns']):.3f}"
    summary = tool.makeSummary(options, source, design["top"], folder)
    math = ["--unsafe-math"] if hasUnsafeMath(source) else []
    done = tool.run([options.score, summary, "--clock", clock, "--loops", *math], input="all\n")
    if done.returncode:
        raise tool.Failure(f"{design['source']}: {done.stderr.strip()}")
    return json.loads(done.stdout)["loops"]


def compare(options, scratch, progress):
    """[(row of streamhls_loops.csv, our loop or None)], and the failures."""
    folder = pathlib.Path(options.data)
    rows = collections.defaultdict(list)
    for row in readCsv(folder / "streamhls_loops.csv"):
        rows[row["design"]].append(row)
    pairs, failures = [], []
    for number, design in enumerate(readCsv(folder / "streamhls_designs.csv")):
        progress(f"loops of design {number}")
        place = scratch / f"loops{number}"
        place.mkdir()
        try:
            ours = ofDesign(options, design, place)
        except tool.Failure as failure:
            failures.append(str(failure))
            ours = []
        for row in rows[design["design"]]:
            key, value = innermost(row["loop"])
            pairs.append((row, next((loop for loop in ours if loop[key] == value), None)))
    return pairs, failures


def report(pairs, failures, worst=0):
    """Prints the shares of equal intervals and depths; returns them. A loop of the vendor's
    without an interval is equal where ours is not pipelined either."""
    def isEqual(row, ours, name):
        if not ours:
            return False
        return float(row[name]) == ours[name.lower() if name == "depth" else "interval"] \
            if row["II"] else not ours["is_pipelined"]
    result = {name: sum(isEqual(row, ours, name) for row, ours in pairs) / len(pairs) for name in ("II", "depth")}
    missing = sum(ours is None for _, ours in pairs)
    print(f"\nStream-HLS: {len(pairs)} loops, interval equal {100 * result['II']:.1f} %, depth equal "
          f"{100 * result['depth']:.1f} %, {missing} not found")
    for failure in failures:
        print(f"  {failure.splitlines()[-1]}")
    wrong = [(row, ours) for row, ours in pairs if not isEqual(row, ours, "II")]
    for row, ours in wrong[:worst]:
        print(f"  {row['design']} {row['loop']}: II {row['II'] or 'none'}, ours "
              f"{ours['interval'] if ours else 'not found'}")
    return result
