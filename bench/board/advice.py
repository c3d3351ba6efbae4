#!/usr/bin/env python3
"""The advice of `roofline analyze` beside the measured gain of following it.

    advice.py DATA [--roofline PROGRAM] [--designs N] [--kernels mm,sobel,hist]
              [--jobs N] [--json FILE]
    advice.py --self-check [--roofline PROGRAM]

DATA is the folder of board.py. N random bitstreams of each kernel are analysed. A line that
changes a knob of the data (SIMD, CU, UL) is followed to the bitstream that differs in this
knob alone, if it was built. The knob's largest measured value up to the advised one counts.
Ctrl-C prints the results so far.
"""
import concurrent.futures
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

import board

KIND_OF = {"simd": "SIMD", "compute_units": "CU", "unroll_factor": "UL", "units": "CU", "unroll": "UL"}
FASTER = 1.05  # smallest measured gain that deserves a line


def adviceOf(designs, bench, row, options):
    """Returns {kind: (factor, gain, place in the list)} of the slowest launch."""
    source, defines, launches = designs.design(bench, row)
    longest = None
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "kernel.cl"
        file.write_text(source)
        for launch in launches:
            command = board.commandOf(options, file, defines, launch, row, ())
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode:
                return run.stderr.strip() or f"exit code {run.returncode}"
            kernel = json.loads(run.stdout)["kernels"][0]
            if longest is None or kernel["time_s"] > longest["time_s"]:
                longest = kernel
    lines = {}
    for place, line in enumerate(longest["advice"]):
        factor = re.search(r"(?:simd|cu|ul@[\d:]+)=(\d+)$", (line["board"] or {}).get("what_if", ""))
        if factor:
            lines[line["optimisation"]] = (int(factor.group(1)), line["gain"], place)
    return lines


def namesOf(row):
    names = list(row)
    return names[2:names.index("time_ms")]


class Measured:
    """The measured times of a kernel by its knobs."""

    def __init__(self, rows):
        self.names = namesOf(rows[0])
        self.times = {board.knobs(row): float(row["time_ms"]) for row in rows}
        self.values = {}  # by knob and what else there is
        for knobs in self.times:
            for at, name in enumerate(self.names):
                if name in KIND_OF:
                    self.values.setdefault((name, knobs[:at] + knobs[at + 1:]), []).append(knobs[at])

    def larger(self, row, name):
        """Returns {value: measured gain} of the bitstreams that only have a larger value of
        the knob."""
        knobs = board.knobs(row)
        at = self.names.index(name)
        others = self.values[name, knobs[:at] + knobs[at + 1:]]
        return {v: float(row["time_ms"]) / self.times[knobs[:at] + (v,) + knobs[at + 1:]] for v in others if v > knobs[at]}


def analyse(designs, bench, options):
    """Returns [(row, advice)] of the chosen bitstreams, all bitstreams, and True after
    Ctrl-C."""
    rows = board.bitstreams(designs.rows(bench))
    chosen = rows
    if options.designs and options.designs < len(rows):
        chosen = random.Random(2).sample(rows, options.designs)
    found, interrupted = [], False
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    jobs = {pool.submit(adviceOf, designs, bench, row, options): row for row in chosen}
    try:
        for future in concurrent.futures.as_completed(jobs):
            lines = future.result()
            if isinstance(lines, str):
                print(f"{bench} row {jobs[future]['row']}: {lines}", file=sys.stderr)
            else:
                found.append((jobs[future], lines))
            board.progress(f"{bench} {len(found)} of {len(chosen)}")
    except KeyboardInterrupt:
        interrupted = True
    pool.shutdown(cancel_futures=True)
    board.progress("")
    return found, rows, interrupted


def judge(found, rows):
    """Summarises the followed lines and the others, by kind."""
    measured = Measured(rows)
    result = {}
    for name in measured.names:
        if name not in KIND_OF:
            continue
        kind = KIND_OF[name]
        k = {"designs": 0, "lines": 0, "followed": [], "chance": [], "silent": []}
        for row, lines in found:
            larger = measured.larger(row, name)
            k["designs"] += 1
            k["lines"] += kind in lines
            if not larger:
                continue
            if kind not in lines:
                k["silent"].append(max(larger.values()) < FASTER)
                continue
            factor, gain, place = lines[kind]
            upTo = [v for v in larger if v <= factor]
            if upTo:
                k["followed"].append({"advised": gain, "measured": larger[max(upTo)], "exact": max(upTo) == factor,
                                      "first": place == min(p for _, _, p in lines.values())})
                k["chance"].append(statistics.mean(g > 1 for g in larger.values()))
        if k["lines"] or k["silent"]:
            result[kind] = k
    return result


def percent(flags):
    flags = list(flags)
    return f"{100 * statistics.mean(flags):.0f}" if flags else "-"


def median(values):
    values = list(values)
    return f"{statistics.median(values):.2f}" if values else "-"


def header():
    print("                                       faster [%]        exact factor: gain     silent")
    print("kernel kind  designs  lines  followed  (a random one)    advised  measured  rightly [%]")


def show(name, kind, k):
    of, exact = k["followed"], [f for f in k["followed"] if f["exact"]]
    print(f"{name:6} {kind:5} {k['designs']:7} {k['lines']:6} {len(of):9}  {percent(f['measured'] > 1 for f in of):>6} "
          f"({100 * statistics.mean(k['chance']) if k['chance'] else float('nan'):.0f}){len(exact):11}: "
          f"{median(f['advised'] for f in exact):>6} {median(f['measured'] for f in exact):>9}"
          f" {percent(k['silent']):>9} of {len(k['silent'])}", flush=True)


def firstLines(result):
    """The followed lines that come before every other line about a knob."""
    return [f for k in result.values() for f in k["followed"] if f["first"]]


def parse():
    parser = board.commonParser(__doc__, designs=100)
    add = parser.add_argument
    add("--json", type=pathlib.Path, help="each line that was followed; keep it out of the repository")
    add("--self-check", action="store_true", help="made-up measurements of own kernels, without DATA")
    options = parser.parse_args()
    options.model = "board"
    if not options.self_check and not (options.data and (options.data / "designs.py").is_file()):
        parser.error("the folder DATA with designs.py is missing")
    return options


def selfCheck(options):
    import selfcheck
    rows = board.bitstreams(selfcheck.MadeUp.rows("rows"))
    measured = Measured(rows)
    # 3 / unroll / units + 0.01 * size: of unroll 1, units 1, size 16 the times are 3.16 and, with units 2, 1.66.
    larger = measured.larger(rows[0], "units")
    selfcheck.check(list(larger) == [2] and abs(larger[2] - 3.16 / 1.66) < 1e-12, "the gain of units 2")
    found, _, _ = analyse(selfcheck.MadeUp, "rows", options)
    result = judge(found, rows)
    selfcheck.check(result["CU"]["designs"] == len(rows), "all designs are judged")
    selfcheck.check(result["UL"]["lines"] > 0 and all(f["measured"] > 1 for f in result["UL"]["followed"]),
                    "more copies are faster, by what was made up")
    header()
    for kind, k in result.items():
        show("rows", kind, k)
    return 0


def main():
    options = parse()
    if options.self_check:
        return selfCheck(options)
    designs = board.load(options.data / "designs.py")
    results = {}
    header()
    for bench in options.kernels.split(","):
        found, rows, interrupted = analyse(designs, bench, options)
        if found:
            results[bench] = judge(found, rows)
        for kind, k in results.get(bench, {}).items():
            show(bench, kind, k)
        if interrupted:
            print("interrupted: what is there", file=sys.stderr)
            break
    for bench, result in results.items():
        first = firstLines(result)
        print(f"{bench}: the first line that could be followed is faster in {percent(f['measured'] > 1 for f in first)} %"
              f" of {len(first)}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
