"""Loops and resources of Stream-HLS's designs beside the vendor's."""
import collections
import csv
import json
import pathlib
import re

import figures
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
    """What vitis-score says of \\p design, a row of streamhls_designs.csv."""
    source = options.streamhls / FOLDER / design["source"]
    clock = f"{1000 / float(design['target_ns']):.3f}"
    summary = tool.makeSummary(options, source, design["top"], folder)
    math = ["--unsafe-math"] if hasUnsafeMath(source) else []
    done = tool.run([options.score, summary, "--clock", clock, "--loops", *math], input="all\n")
    if done.returncode:
        raise tool.Failure(f"{design['source']}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def compare(options, scratch, progress):
    """[(row of streamhls_loops.csv, our loop or None)], [(row of streamhls_designs.csv, what we
    say)], and the failures."""
    folder = pathlib.Path(options.data)
    rows = collections.defaultdict(list)
    for row in readCsv(folder / "streamhls_loops.csv"):
        rows[row["design"]].append(row)
    pairs, designs, failures = [], [], []
    for number, design in enumerate(readCsv(folder / "streamhls_designs.csv")):
        progress(f"loops of design {number}")
        place = scratch / f"loops{number}"
        place.mkdir()
        ours = []
        try:
            designs.append((design, ofDesign(options, design, place)))
            ours = designs[-1][1]["loops"]
        except tool.Failure as failure:
            failures.append(str(failure))
        for row in rows[design["design"]]:
            key, value = innermost(row["loop"])
            pairs.append((row, next((loop for loop in ours if loop[key] == value), None)))
    return pairs, designs, failures


COLUMNS = {"DSP": "DSP", "BRAM": "BRAM_18K", "URAM": "URAM", "LUT": "LUT", "FF": "FF"}  # of streamhls_designs.csv


def resourceErrors(designs):
    """{resource: median error of all designs}. One use where the vendor has none is 100 %."""
    def error(design, said, name):
        theirs = float(design[COLUMNS[name]])
        return abs(said[figures.RESOURCES[name]] - theirs) / max(theirs, 1)
    return {name: figures.median(error(*pair, name) for pair in designs) for name in COLUMNS}


def depthError(pairs):
    """Median error of the depths of pipelined loops."""
    return figures.median(abs(ours["depth"] / float(row["depth"]) - 1) for row, ours in pairs if ours and row["depth"])


def report(pairs, designs, failures, worst=0):
    """Prints the shares of equal intervals and depths; returns them. A loop of the vendor's
    without an interval is equal where ours is not pipelined either."""
    def isEqual(row, ours, name):
        if not ours:
            return False
        return float(row[name]) == ours[name.lower() if name == "depth" else "interval"] \
            if row["II"] else not ours["is_pipelined"]
    result = {name: sum(isEqual(row, ours, name) for row, ours in pairs) / len(pairs) for name in ("II", "depth")}
    result.update(resourceErrors(designs), depth_median=depthError(pairs))
    missing = sum(ours is None for _, ours in pairs)
    print(f"\nStream-HLS: {len(pairs)} loops, interval equal {100 * result['II']:.1f} %, depth equal "
          f"{100 * result['depth']:.1f} %, its median error {100 * result['depth_median']:.1f} %, {missing} not found")
    print(f"{len(designs)} designs, median error: "
          + ", ".join(f"{name} {100 * result[name]:.1f} %" for name in COLUMNS))
    for failure in failures:
        print(f"  {failure.splitlines()[-1]}")
    wrong = [(row, ours) for row, ours in pairs if not isEqual(row, ours, "II")]
    for row, ours in wrong[:worst]:
        print(f"  {row['design']} {row['loop']}: II {row['II'] or 'none'}, ours "
              f"{ours['interval'] if ours else 'not found'}")
    return result
