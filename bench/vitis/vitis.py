#!/usr/bin/env python3
"""Predicted cycles and resources of C++ kernels beside a vendor compiler's.

    vitis.py DATA --hlsfactory DIR [--streamhls DIR] [--build DIR]
             [--kernels NAME,..] [--invalid N] [--half A|B] [--without RULE,..] [--ablation]
             [--compile N] [--worst N] [--docs] [--json FILE]
    vitis.py --self-check [--build DIR]

DATA is the folder of the vendor's results (see README.md): vitis.csv, designs.py and two
tables of Stream-HLS. --hlsfactory and --streamhls are checkouts of the published sources.
"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import random
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent / "board"))

import figures
import loops
import tables
import tool


def progress(text):
    """Prints a line on a terminal that the next one replaces."""
    if sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


def load(script):
    spec = importlib.util.spec_from_file_location("designs", script)
    designs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(designs)
    return designs


def sample(rows, number):
    return random.Random(1).sample(rows, min(number, len(rows)))


def chosenRows(designs, options):
    """{kernel: its rows}, of the kernels that the options name."""
    rows = {}
    for row in designs.rows(options.data / "vitis.csv"):
        if not options.kernels or row["kernel"] in options.kernels:
            rows.setdefault(row["kernel"], []).append(row)
    if options.invalid is None:
        return rows
    return {k: sorted([r for r in of if r["valid"] == "1"] + sample([r for r in of if r["valid"] != "1"], options.invalid),
                      key=lambda r: r["row"]) for k, of in rows.items()}


def makeTemplates(designs, options, rows, scratch):
    """{kernel: template}, and the messages of kernels that have none."""
    templates, failures = {}, []
    for kernel, of in rows.items():
        progress(f"template of {kernel}")
        try:
            templates[kernel] = tool.makeTemplate(designs, options, of[0], scratch / kernel)
        except tool.Failure as failure:
            failures.append(str(failure))
    return templates, failures


def scoreAll(options, templates, rows, without=()):
    """The designs of all kernels with what the model says of each."""
    def score(kernel):
        said = tool.score(options, templates[kernel], rows[kernel], without)
        return [figures.Design(r, said[r["row"]]) for r in rows[kernel]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = [d for of in pool.map(score, templates) for d in of]
    return [d for d in found if not options.half or figures.half(d) == options.half]


def compileSample(designs, options, templates, rows, scratch):
    """Compares vitis-score with the tool itself on random designs; returns the number of
    differences."""
    some = sample([r for k in templates for r in rows[k]], options.compile)
    wrong, times = 0, []
    for number, row in enumerate(some, 1):
        progress(f"compile {number} of {len(some)}")
        scored = tool.score(options, templates[row["kernel"]], [row])[row["row"]]
        try:
            compiled, elapsed = tool.compileDesign(designs, options, row, scratch / f"compiled{number}")
        except tool.Failure as failure:
            print(failure, file=sys.stderr)
            wrong += 1
            continue
        times.append(elapsed)
        different = {key: (scored[key], value) for key, value in compiled.items() if scored[key] != value}
        if different:
            wrong += 1
            print(f"{row['kernel']} row {row['row']}: vitis-score, the tool: {different}", file=sys.stderr)
    progress("")
    print(f"\n{len(some)} designs compiled by the tool itself: {wrong} differ from vitis-score"
          + (f"; {figures.median(times):.2f} s of processor time each" if times else ""))
    return wrong


def ablate(options, templates, rows, whole):
    """Prints the figures without each rule, on the valid designs."""
    valid = {k: [r for r in rows[k] if r["valid"] == "1"] for k in templates}
    results = {}
    for rule in tool.rules(options):
        progress(f"without {rule}")
        results[rule] = figures.overall(scoreAll(options, templates, valid, [rule]))
    progress("")
    tables.printAblation(whole, results)
    return results


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("data", type=pathlib.Path, nargs="?")
    add("--hlsfactory", type=pathlib.Path, help="a checkout of sharc-lab/HLSFactory")
    add("--streamhls", type=pathlib.Path, help="a checkout of UCLA-VAST/Stream-HLS")
    add("--build", type=pathlib.Path, default=ROOT / "build", help="build folder with roofline and vitis-score")
    add("--hls-include", help="folder of HLS headers, instead of the tool's own")
    add("--jobs", type=int, default=os.cpu_count(), help="kernels at once")
    add("--kernels", type=lambda text: text.split(","), help="only these")
    add("--invalid", type=int, help="only N random invalid designs of each kernel")
    add("--half", choices=("A", "B"), help="only this random half of the designs")
    add("--without", type=lambda text: text.split(","), default=[], help="rules to leave out")
    add("--ablation", action="store_true", help="each rule left out in turn")
    add("--compile", type=int, default=0, help="N random designs through the tool itself, and the time that takes")
    add("--worst", type=int, default=0, help="the N worst results of each kernel")
    add("--docs", action="store_true", help="redraw the tables in docs/validation.md")
    add("--json", type=pathlib.Path, help="all figures; keep it out of the repository")
    add("--self-check", action="store_true", help="own kernels with cycles computed by hand, without DATA")
    options = parser.parse_args()
    options.roofline = options.build / "bin" / "roofline"
    options.score = options.build / "bench" / "vitis" / "vitis-score"
    for program in (options.roofline, options.score):
        if not program.is_file():
            parser.error(f"no program {program}: build the targets `product` and `benchmarks`, or say --build")
    if options.self_check:
        return options
    if not options.data or not (options.data / "designs.py").is_file():
        parser.error("the folder DATA with designs.py is missing")
    if not options.hlsfactory:
        parser.error("--hlsfactory is missing")
    if options.docs and (options.kernels or options.half or options.without or options.invalid is not None):
        parser.error("--docs is of the whole model on all designs")
    return options


def scoreData(options, scratch):
    """Scores all that the options ask for; returns the exit status."""
    designs = load(options.data / "designs.py")
    rows = chosenRows(designs, options)
    templates, failures = makeTemplates(designs, options, rows, scratch)
    for failure in failures:
        print(failure, file=sys.stderr)
    if not templates:
        sys.exit("no kernel to score")
    found = scoreAll(options, templates, rows, options.without)
    progress("")
    halves = {name: [d for d in found if figures.half(d) == name] for name in ("A", "B")}
    results = {"all": figures.overall(found),
               **{name: figures.overall(of) for name, of in halves.items() if of and not options.half}}
    if options.streamhls:
        compared = loops.compare(options, scratch, progress)
        progress("")
    tables.printKernels(results["all"])
    if options.streamhls:
        results["all"]["loops"] = loops.report(*compared, options.worst)
    status = bool(failures)
    if options.compile:
        status |= compileSample(designs, options, templates, rows, scratch) > 0
    tables.printGoals(results, len(templates), len(rows))
    if options.worst:
        tables.printWorst(found, options.worst)
    if options.ablation:
        results["without"] = ablate(options, templates, rows, results["all"])
    if options.docs:
        tables.writePage(ROOT / "docs" / "validation.md", results, found)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return status


def main():
    options = parse()
    with tempfile.TemporaryDirectory() as scratch:
        if options.self_check:
            import checks
            return checks.run(options, pathlib.Path(scratch))
        return scoreData(options, pathlib.Path(scratch))


if __name__ == "__main__":
    sys.exit(main())
