#!/usr/bin/env python3
"""Iterated stencils: passes of several steps beside their goals.

Prints a table with a line for each row of the acceptance list that README.md holds: the
goal, what was measured, and what is missing. Exit code 1 when a core is wrong, its cycles
are not the predicted ones, or a command crashes; an error without a place and a missed goal
are only marked.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

import cases
import loops
import peers
from driver import Driver, blocked, tiled, variant

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = {
    "1": ("equations of DAC17", "1e-6"),
    "2": ("DAC17's table", "means within 5 %, h grows in 6 of 7"),
    "3, 4": ("results; cycles", "bit for bit; exact"),
    "5": ("occupancy, Jacobi-2D 512x512, T 8, V 4", "97 %"),
    "6": ("line buffers", "tap span + 2V"),
    "7": ("resources of 16 steps, yosys", "LUT, FF 5 %; BRAM, DSP 0 %"),
    "8": ("memory traffic of a pass", "priced bytes, 1.02 of compulsory"),
    "9": ("beside the best DAC17 cone", "mean 1.8, least 1.0"),
    "10": ("pipes beside overlap", "Jacobi-3D 1.2"),
    "11": ("unequal beside equal tiles", "2 %, 1 %"),
    "12": ("depths of pipes", "one less stalls"),
    "13": ("OpenCL and HLS C++", "bit for bit"),
    "14": ("borders, reaches, odd numbers", "right, or an error with its place"),
    "15": ("speed", "1 us a design, 1 s the space, 1 s to emit T 64"),
    "16": ("unseen kernels", "recognised; rows 3, 4"),
    "17": ("time loops in C", "as --iterate"),
}
MISSING = {
    "8": "not beside the price: test/Verify/passes.test counts words at the masters",
    "13": "not here: test/Verify/program-*.test proves OpenCL C and HLS C++",
}
# (what, H, T, vector, lanes)
DESIGNS = [("chain", 4, 2, 1, 1), ("vector", 4, 2, 2, 1), ("rest", 5, 3, 1, 1),
           ("lanes", 4, 2, 1, 2)]


def regions(case):
    """Returns (text, H, variant) of blocks and tiles, and the field's sizes."""
    sizes = {1: (62,), 2: (12, 10), 3: (8, 7, 6)}[len(case.sizes)]
    halves = [f"{size // 2 - 1}+{size - size // 2 + 1}" for size in sizes]
    both = ["2"] * min(2, len(sizes))
    block = ",".join(str(size - 1) for size in sizes)
    # Jacobi-1D has a work-item for each inner cell alone.
    designs = [("blocks", 5, blocked(2, sizes[0] - 1)),
               ("strips", 5, tiled(2, ["2"], pipes=False)),
               ("strips pipe", 5, tiled(2, ["2"])),
               ("cone", 5, tiled(2, both, pipes=False, block=block)),
               ("cone pipe", 5, tiled(2, both, block=block)),
               ("unequal", 4, tiled(3, halves[:2]))]
    return (sizes if case.bounds else (60,)), designs


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True,
                        help="the folder with bin/roofline")
    parser.add_argument("--short", action="store_true",
                        help="a part of rows 3, 4, 6, 9, 10, 12, 14 to 17, in seconds")
    parser.add_argument("--rows", help="these alone: 3,5,9")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=600, help="[s] for a command")
    return parser.parse_args()


class Bench:
    def __init__(self, options):
        self.options = options
        self.short = options.short
        self.driver = Driver(options.build / "bin" / "roofline", options.limit)
        self.summary = {}
        self.wrong = 0
        self.pool = concurrent.futures.ThreadPoolExecutor(options.jobs)

    def say(self, row, reached, text):
        """Prints a row. REACHED: True when the goal is reached; None: unknown."""
        self.summary[row] = (reached, text)

    def prove_all(self, asked):
        """Proves (head, case, steps, variant, seeds, synthesis, sizes) side by side;
        (head, result) in order."""
        futures = [(head, self.pool.submit(self.driver.prove, case.options(steps, sizes),
                                           text, seeds, synthesis))
                   for head, case, steps, text, seeds, synthesis, sizes in asked]
        for head, future in futures:
            yield head, future.result()

    def check(self, asked):
        """Proves and prints each; returns the numbers of right, refused with a place, and
        wrong ones."""
        right = refused = 0
        bad = []
        for head, result in self.prove_all(asked):
            right += result.kind == "proven" and result.is_fine()
            refused += result.kind == "refused"
            if not result.is_fine():
                bad.append(head)
                self.wrong += result.is_wrong()
            text = f"{result.cycles[0]} = {result.cycles[1]} cycles" if \
                result.kind == "proven" and result.is_fine() else \
                f"{result.kind}: {result.text or result.cycles}"
            print(f"  {head:42} {text}", flush=True)
        return right, refused, bad


def outcome(right, refused, bad):
    text = f"{right} right, {refused} refused with a place"
    return text + (f", {len(bad)} not: {'; '.join(bad)}" if bad else "")


def designs_of(these, designs):
    return [(f"{case.name} {what}", case, steps, variant(fused, vector, lanes),
             2, False, None)
            for case in these for what, steps, fused, vector, lanes in designs]


def row_2(bench):
    tool = bench.options.build / "bench" / "dac17" / "bench-dac17"
    if not tool.exists():
        bench.say("2", None, "bench-dac17 is not built")
        return
    done = subprocess.run([tool], capture_output=True, text=True)
    last = done.stdout.strip().splitlines()[-1]
    bench.wrong += done.returncode != 0
    print(f"  {last}")
    bench.say("2", done.returncode == 0, last)


def row_1(bench):
    tool = bench.options.build / "unittests" / "streams" / "Dac17" / "Dac17Tests"
    if not tool.exists():
        bench.say("1", None, "the unit tests are not built")
        return
    done = subprocess.run([tool], capture_output=True, text=True)
    passed = re.search(r"\[  PASSED  \] (\d+) tests", done.stdout)
    bench.wrong += done.returncode != 0
    bench.say("1", done.returncode == 0,
              f"{passed[1]} unit tests pass" if passed else "the unit tests fail")


def row_3(bench):
    whole = cases.WHOLE[1:2] + cases.WHOLE[5:6] if bench.short else cases.WHOLE
    asked = designs_of(whole + cases.REFUSED, DESIGNS)
    for case in whole:
        sizes, designs = regions(case)
        asked += [(f"{case.name} {what}", case, steps, text, 2, False, sizes)
                  for what, steps, text in designs]
    if not bench.short:
        asked += designs_of(cases.SIMULATED_FLOATS, DESIGNS[:3])
    counts = bench.check(asked)
    bench.say("3, 4", not counts[2], outcome(*counts))


def row_5(bench):
    size, steps, fused, vector = 512, 32, 8, 4
    case = cases.WHOLE[1]
    [(_, result)] = bench.prove_all([("", case, steps, variant(fused, vector), 1, False,
                                      (size, size))])
    if not result.is_fine() or result.kind != "proven":
        bench.wrong += result.is_wrong()
        bench.say("5", None, f"{result.kind}: {result.text}")
        return
    cycles = result.cycles[1]
    share = size * size * fused / cycles / (fused * vector)
    bench.say("5", share >= 0.97, f"{100 * share:.1f} % of {fused * vector} cell-steps "
              f"a cycle: {cycles} cycles a pass, predicted {result.cycles[0]}")


def cycles_of(bench, asked):
    """Returns {head: result} of the proven designs; prints the others."""
    results = {}
    for head, result in bench.prove_all(asked):
        if result.kind == "proven" and result.is_fine():
            results[head] = result
        else:
            print(f"  {head:34} {result.kind}: {result.text or result.cycles}", flush=True)
            bench.wrong += result.is_wrong()
    return results


def row_10(bench):
    """Jacobi-3D in a region of 24 x 24 x 28, the others in their small fields."""
    def pair(case, steps, parts, block, sizes):
        return [((case.name, pipes), case, 2 * steps,
                 tiled(steps, parts, pipes, block), 1, False, sizes)
                for pipes in (False, True)]

    asked = pair(cases.WHOLE[2], 4, ["2", "2", "4"], "24,24,28", (48, 48, 48))
    if not bench.short:
        for case in cases.WHOLE:
            dimensions = len(case.sizes)
            sizes = {1: (256,), 2: (32, 24), 3: (16, 12, 8)}[dimensions]
            asked += [((case.name + " field", *head[1:]), *rest) for head, *rest in
                      pair(case, 3, ["2"] * min(2, dimensions), None, sizes)]
    results = cycles_of(bench, asked)
    ratios = {}
    for name, pipes in list(results):
        if pipes and (name, False) in results:
            overlap, piped = (results[name, p].cycles[1] for p in (False, True))
            ratios[name] = overlap / piped
            print(f"  {name:24} overlap {overlap} pipes {piped} cycles {ratios[name]:.3f}")
    if "Jacobi-3D" not in ratios:
        bench.say("10", None, "Jacobi-3D was not proven")
        return
    bench.say("10", ratios["Jacobi-3D"] >= 1.2 and min(ratios.values()) >= 1,
              f"Jacobi-3D {ratios['Jacobi-3D']:.3f}, least {min(ratios.values()):.3f} "
              f"({min(ratios, key=ratios.get)}) of {len(ratios)}")


def row_11(bench):
    """4 x 4 tiles that store 13 x 13 cells, 5 steps. Tiles at the edge of the region have 5
    more cells along each edge. Or all tiles do equal work: a tile at the edge, which gets
    cells by one pipe, has a cell more than one inside, which gets them by two."""
    case, steps, size = cases.WHOLE[1], 5, 13
    block = 4 * size + 2 * steps
    edge = (block + 2) // 4
    designs = {"equal": f"{size + steps}+{size}+{size}+{size + steps}",
               "unequal": f"{edge}+{edge - 1}+{edge - 1}+{edge}"}
    results = cycles_of(bench, [
        (name, case, 2 * steps, tiled(steps, [parts] * 2, True, f"{block},{block}"), 1,
         False, (2 * block, 2 * block)) for name, parts in designs.items()])
    if len(results) < 2:
        bench.say("11", None, "not proven")
        return
    spread = {}
    for name, result in results.items():
        finish = result.design["tile_cycles"]
        spread[name] = (max(finish) - min(finish)) / max(finish)
        print(f"  {name:10} {designs[name]:14} tiles end in {min(finish)} to {max(finish)} "
              f"cycles; launch {result.cycles[1]}, predicted {result.cycles[0]}")
    gains = [results["equal"].cycles[i] / results["unequal"].cycles[i] for i in (0, 1)]
    bench.say("11", spread["unequal"] < 0.02 and abs(gains[0] / gains[1] - 1) < 0.01,
              f"spread {100 * spread['unequal']:.1f} % (equal {100 * spread['equal']:.1f} %); "
              f"gain {gains[1]:.3f}, by the schedule {gains[0]:.3f}")


def row_12(bench):
    """Takes one word from each pipe in turn."""
    case = cases.WHOLE[1]
    text = tiled(3, ["2", "2"])
    [(_, whole)] = bench.prove_all([("", case, 3, text, 1, False, (20, 13))])
    if whole.kind != "proven" or not whole.is_fine():
        bench.wrong += whole.is_wrong()
        bench.say("12", None, f"{whole.kind}: {whole.text}")
        return

    def shorten(number):
        def change(core):
            for path in core.glob("*.v"):
                path.write_text(re.sub(
                    rf"DEPTH\((\d+)\)(, \.BITS\(\d+\)\) pipe{number} )",
                    lambda m: f"DEPTH({int(m[1]) - 1}){m[2]}", path.read_text()))
        return change

    futures = [bench.pool.submit(bench.driver.prove, case.options(3, (20, 13)), text, 1,
                                 False, shorten(number))
               for number in range(len(whole.design["pipes"]))]
    stalled = sum(f.result().kind == "differs" for f in futures)
    bench.say("12", stalled > 0,
              f"with one word less in one of {len(futures)} pipes, {stalled} make the launch "
              "longer, in the others a tile waits that would wait anyway")


def row_7(bench):
    asked = []
    for case in cases.WHOLE:
        sizes = {1: (4096,), 2: (256, 32), 3: (32, 16, 24)}[len(case.sizes)]
        for vector in (1, 2):
            asked.append((f"{case.name} V {vector}", case, 32, variant(16, vector), 1,
                          True, sizes))
    worst = {}
    counted = 0
    for head, result in bench.prove_all(asked):
        if result.kind != "proven" or not (result.resources or {}).get("synthesised"):
            print(f"  {head:20} {result.kind}: {result.text}", flush=True)
            bench.wrong += result.is_wrong()
            continue
        counted += 1
        line = f"  {head:20}"
        for name in ("LUT", "FF", "BRAM", "DSP"):
            said = result.resources["predicted"][name]
            real = result.resources["synthesised"][name]
            line += f" {name:>5} {'?' if said is None else round(said, 1):>8} {real:>7}"
            if said is None:
                worst.setdefault(name, []).append((float("inf"), head))
                continue
            off = 100 * (said - real) / max(real, 1)
            line += f" {off:+6.1f} %"
            worst.setdefault(name, []).append((abs(off), head))
        print(line, flush=True)
    text = ", ".join(f"{name} {max(all_)[0]:.1f} % ({max(all_)[1]})"
                     for name, all_ in worst.items())
    bench.say("7", counted == len(asked) and all(
        max(worst[name])[0] <= (5 if name in ("LUT", "FF") else 0) for name in worst),
        f"farthest of {counted} of {len(asked)} cores: {text}")


def row_14(bench):
    asked = []
    for case, steps, fused, vector in cases.borders(bench.short):
        sizes = "x".join(map(str, case.sizes))
        asked.append((f"{case.name}, {sizes}, H {steps}, T {fused}, V {vector}", case,
                      steps, variant(fused, vector), 2, False, None))
    counts = bench.check(asked)
    bench.say("14", not counts[2], outcome(*counts))


def row_16(bench):
    counts = bench.check(designs_of(
        cases.UNSEEN[:1] if bench.short else cases.UNSEEN,
        DESIGNS[:3] if bench.short else DESIGNS))
    bench.say("16", not counts[2], outcome(*counts))


def print_summary(bench, wanted):
    print(f"\n{'row':6}{'measure':42}{'goal':50}  measured")
    for row, (what, goal) in ROWS.items():
        if not wanted(row):
            continue
        why = f"missing: {MISSING[row]}" if row in MISSING else "not in the short form"
        reached, text = bench.summary.get(row, (None, why))
        mark = {True: "reached: ", False: "MISSED: ", None: ""}[reached]
        print(f"{row:6}{what:42}{goal:50}  {mark}{text}")


def main():
    options = parse_options()
    bench = Bench(options)
    asked = options.rows.split(",") if options.rows else None

    def wanted(row):
        return not asked or any(r.strip() in asked for r in row.split(","))

    measured = [("15", peers.row_15), ("3, 4", row_3), ("6", peers.row_6),
                ("14", row_14), ("16", row_16), ("17", loops.row_17), ("9", peers.row_9),
                ("10", row_10), ("12", row_12)]
    if not options.short:
        measured += [("1", row_1), ("2", row_2), ("5", row_5), ("7", row_7),
                     ("11", row_11)]
    for row, function in measured:
        if wanted(row):
            print(f"row {row}: {ROWS[row][0]}", flush=True)
            function(bench)
    print_summary(bench, wanted)
    return 1 if bench.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
