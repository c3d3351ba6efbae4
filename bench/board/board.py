#!/usr/bin/env python3
"""Predicted times beside published times measured on a board.

    board.py DATA [--roofline PROGRAM] [--designs N] [--kernels mm,sobel,hist]
             [--model board|hpca16-repaired|hpca16] [--without MECHANISM,..]
             [--estimated-clock] [--ablation] [--fit] [--plot-dir DIR] [--docs]
             [--json FILE] [--save FILE] [--load FILE]
    board.py --self-check [--roofline PROGRAM]

DATA is the folder of the measured designs (see README.md): CSV files and designs.py, which
writes each design as a kernel with its launches. Every distinct bitstream is priced once
from its source, at the clock that it reached; its time is the mean of its measurements.
--designs takes N bitstreams of each kernel, the same ones each time. Ctrl-C prints the
results so far.
"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

import constants
from scatter import scatter

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEVICE = ROOT / "devices" / "de5net.yaml"
PAGE = ROOT / "docs" / "validation.md"
BEGIN, END = "<!-- bench/board/board.py --docs writes from here -->", "<!-- to here -->"
TITLES = {"mm": "Matrix product (mm)", "sobel": "Sobel filter (sobel)", "hist": "Histogram (hist)"}
REFERENCES = {  # Spearman / median error, of the same bitstreams
    "mm": {"HPCA16 by hand": (0.80, 10), "vendor's report": (0.61, 33), "random forest": (0.90, 25)},
    "sobel": {"HPCA16 by hand": (0.42, 62), "vendor's report": (0.42, 73), "random forest": (0.99, 7)},
    "hist": {"HPCA16 by hand": (0.26, 76), "vendor's report": (0.31, 82), "random forest": (0.95, 17)},
}
FITTED = ("mm", "sobel")


def ranks(values):
    """Ranks from 1 on; equal values share their mean rank."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in order[at:end]:
            result[i] = (at + 1 + end) / 2
        at = end
    return result


def spearman(a, b):
    """Spearman's rank correlation of two lists; None when all values of one are equal."""
    if len(set(a)) < 2 or len(set(b)) < 2:
        return float("nan")
    return statistics.correlation(ranks(a), ranks(b))


def quantile(values, q):
    """The \\p q quantile, interpolated between neighbours."""
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def bitstreams(rows):
    """One row for each bitstream: its first, with the mean time of all."""
    groups = {}
    for row in rows:
        groups.setdefault(row["bitstream_group"] or "row" + row["row"], []).append(row)
    return [dict(rows[0], time_ms=statistics.mean(float(r["time_ms"]) for r in rows)) for rows in groups.values()]


def isFitted(row):
    """True for the random half of the bitstreams that constants are fitted on."""
    return random.Random(int(row["bitstream_group"] or 0) * 7 + 1).random() < 0.5


# Running the tool
# ---------------------------------------------------------------------------


def mechanisms(options):
    """The names of the model's mechanisms, from the tool."""
    text = subprocess.run([options.roofline, "analyze", "--help"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"--board-without .* out:([a-z, ]*\n(?: {20,}[a-z, ]+\n)*)", text)
    return re.findall(r"[a-z]+", found.group(1))


def commandOf(options, file, defines, launch, row, extra):
    command = [options.roofline, "analyze", str(file), "--kernel", launch["kernel"], "--json", "-",
               "--device", str(DEVICE), "--clock", str(row["fmax_mhz"]), "--allow-unknown", "--model", options.model,
               "--global", ",".join(map(str, launch["global"])), "--local", ",".join(map(str, launch["local"])), *extra]
    command += [part for name, value in launch["args"].items() for part in ("--arg", f"{name}={value}")]
    return command + [f"-D{name}" for name in defines]


def launchOf(kernel):
    """Kept parts of a report: times, and the inputs of the time for other constants."""
    board = kernel["board"] or {}
    kept = {"units": ("words", "repeats"), "pipelines": ("passes", "interval", "depth", "words")}
    return {"time_s": kernel["time_s"], "cycles": kernel["cycles"], "hpca16_s": kernel["hpca16"]["time_s"],
            "fit_clock_hz": (kernel["fit"] or {}).get("clock_hz"),
            "board": board and {"latency_cycles": board["latency_cycles"],
                                **{n: [{k: x[k] for k in keys} for x in board[n]] for n, keys in kept.items()}}}


def predict(designs, bench, row, options, extra):
    """A design with the reports of its launches, or the tool's message when it fails."""
    source, defines, launches = designs.design(bench, row)
    result = {"row": row, "measured_ms": float(row["time_ms"]), "clock_hz": float(row["fmax_mhz"]) * 1e6, "launches": []}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "kernel.cl"
        file.write_text(source)
        for launch in launches:
            run = subprocess.run(commandOf(options, file, defines, launch, row, extra), capture_output=True, text=True)
            if run.returncode:
                return run.stderr.strip() or f"exit code {run.returncode}"
            kernel = json.loads(run.stdout)["kernels"][0]
            if kernel["model"] != options.model:
                return f"priced by {kernel['model']}, not by {options.model}"
            result["launches"].append(launchOf(kernel))
    return result


def progress(text):
    """Prints a line on a terminal that the next one replaces."""
    if sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


def measure(designs, bench, options, extra=()):
    """Returns the chosen designs with their predictions, the number that failed, and True
    after Ctrl-C."""
    rows = bitstreams(designs.rows(bench))
    if options.designs and options.designs < len(rows):
        rows = random.Random(1).sample(rows, options.designs)
    found, failed, interrupted = {}, 0, False
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    number = {pool.submit(predict, designs, bench, row, options, extra): i for i, row in enumerate(rows)}
    try:
        for done, future in enumerate(concurrent.futures.as_completed(number), 1):
            result = future.result()
            if isinstance(result, str):
                failed += 1
                if failed <= 3:
                    print(f"{bench} row {rows[number[future]]['row']}: {result}", file=sys.stderr)
            else:
                found[number[future]] = result
            progress(f"{bench} {' '.join(extra)} {done} of {len(rows)}")
    except KeyboardInterrupt:
        interrupted = True
    pool.shutdown(cancel_futures=True)
    progress("")
    return [found[i] for i in sorted(found)], failed, interrupted


# Times of designs, and their quality
# ---------------------------------------------------------------------------


def timeOf(design, options):
    """[ms] Predicted time."""
    if not options.estimated_clock:
        return sum(launch["time_s"] for launch in design["launches"]) * 1e3
    # All kernels of a bitstream have the slowest one's clock.
    clock = min(launch["fit_clock_hz"] for launch in design["launches"])
    return sum(launch["cycles"] for launch in design["launches"]) / clock * 1e3


def hpca16TimeOf(design):
    return sum(launch["hpca16_s"] for launch in design["launches"]) * 1e3


def knobs(row):
    names = list(row)
    return tuple(int(row[n] or 0) for n in names[2:names.index("time_ms")])


def likedSteps(results):
    """Share of designs whose best predicted neighbour (one knob changed) was measured
    faster than the design, and the same share for a random neighbour."""
    table = {knobs(row): (float(row["time_ms"]), t) for row, t in results}
    liked = chance = number = 0
    for at, (measured, predicted) in table.items():
        beside = [v for k, v in table.items() if sum(a != b for a, b in zip(k, at)) == 1]
        best = min(beside, key=lambda v: v[1], default=None)
        if not best or best[1] >= predicted:
            continue
        number += 1
        liked += best[0] < measured
        chance += sum(v[0] < measured for v in beside) / len(beside)
    return (liked / number, chance / number) if number else (float("nan"),) * 2


def summary(results):
    """The quality figures of [(row, predicted)]."""
    measured = [float(row["time_ms"]) for row, _ in results]
    predicted = [t for _, t in results]
    errors = [abs(p / m - 1) for p, m in zip(predicted, measured)]
    best = min(range(len(results)), key=lambda i: predicted[i])
    liked, chance = likedSteps(results)
    return {"bitstreams": len(results), "spearman": spearman(predicted, measured),
            "median_error": quantile(errors, 0.5), "p90_error": quantile(errors, 0.9),
            "best_over_best": measured[best] / min(measured), "liked_step_faster": liked,
            "random_step_faster": chance}


def header():
    print("                 bit-             error [%]        best found  liked step faster [%]")
    print("kernel         streams  Spearman   median     90 %  / best     (a random step)")


def line(name, s, failed=0):
    print(f"{name:16} {s['bitstreams']:5} {s['spearman']:9.3f} {100 * s['median_error']:8.1f} {100 * s['p90_error']:8.1f}"
          f" {s['best_over_best']:10.2f} {100 * s['liked_step_faster']:9.0f} ({100 * s['random_step_faster']:.0f})"
          + (f"   {failed} without a prediction" if failed else ""), flush=True)


def errorBars(ratios):
    """Returns {kernel: (low, high, share inside)} of measured / predicted. A kernel's
    quantiles come from the other kernels alone, with equal weights. The row "all" covers
    all kernels and is in the device file."""
    def quantiles(of):
        pooled = [quantile(values, (i + 0.5) / 200) for values in of for i in range(200)]
        return quantile(pooled, 0.1), quantile(pooled, 0.9)
    rows = {}
    for name, values in ratios.items():
        others = [v for other, v in ratios.items() if other != name]
        if others:
            low, high = quantiles(others)
            rows[name] = (low, high, sum(low <= v <= high for v in values) / len(values))
    low, high = quantiles(list(ratios.values()))
    return {**rows, "all": (low, high, statistics.mean(sum(low <= v <= high for v in values) / len(values)
                                                       for values in ratios.values()))}


def printErrorBars(bars):
    print("\nmeasured / predicted    10 %     90 %   inside [%]")
    for name, (low, high, inside) in bars.items():
        text = "error_low, error_high" if name == "all" else f"{name}, of the others"
        print(f"{text:21} {low:6.2f} {high:8.2f} {100 * inside:9.0f}")


def printFit(found):
    """Fits the constants on one half of the designs of FITTED, and prices the other half
    and the other kernels."""
    start = constants.ofDevice(DEVICE)
    halves = {half: {b: [d for d in found[b] if isFitted(d["row"]) == half] for b in FITTED if b in found}
              for half in (True, False)}
    if not halves[True]:
        sys.exit("--fit: no design of " + " or ".join(FITTED))
    off = constants.reproduces(found, start)
    if off > 1e-6:
        print(f"warning: constants.py differs from the tool by up to {100 * off:.3g} % of a time", file=sys.stderr)
    at, best = constants.fit(halves[True], start, progress)
    progress("")
    print(f"\nconstants, fitted on a random half of {' and '.join(halves[True])}: median |log(predicted / measured)|"
          f" {100 * best:.2f} % (device file: {100 * constants.loss(halves[True], start):.2f} %)")
    for name in constants.NAMES:
        print(f"  {name:16} {at[name]:6.3f}   (device file: {start[name]:g})")
    header()
    for name, of in {**{f"{b}, fitted": d for b, d in halves[True].items()},
                     **{f"{b}, other": d for b, d in halves[False].items()},
                     **{b: d for b, d in found.items() if b not in FITTED}}.items():
        line(name, summary([(d["row"], constants.milliseconds(d, at)) for d in of]))
    return at


# Pictures and pages
# ---------------------------------------------------------------------------


def plot(folder, found, summaries, options):
    folder.mkdir(parents=True, exist_ok=True)
    for bench, designs in found.items():
        s = summaries[bench]
        caption = (f"{s['bitstreams']} bitstreams, Spearman {s['spearman']:.2f}, median error "
                   f"{100 * s['median_error']:.1f} %; dashed: 2x")
        points = [(d["measured_ms"], timeOf(d, options)) for d in designs]
        (folder / f"{bench}.svg").write_text(scatter(points, TITLES.get(bench, bench), caption))


def page(summaries, before, bars):
    """The part of docs/validation.md that this script writes."""
    rows = ["| kernel | bitstreams | Spearman | median error [%] | 90 % [%] | best found / best | liked step faster [%] (random) | by HPCA16, repaired: Spearman, median error [%] |",
            "|---|---|---|---|---|---|---|---|"]
    for bench, s in summaries.items():
        b = before[bench]
        rows.append(f"| {bench} | {s['bitstreams']} | {s['spearman']:.3f} | {100 * s['median_error']:.1f} | "
                    f"{100 * s['p90_error']:.1f} | {s['best_over_best']:.2f} | {100 * s['liked_step_faster']:.0f} "
                    f"({100 * s['random_step_faster']:.0f}) | {b['spearman']:.2f}, {100 * b['median_error']:.0f} |")
    rows += ["", "| measured / predicted | 10 % | 90 % | measured times between [%] |", "|---|---|---|---|"]
    for name, (low, high, inside) in bars.items():
        label = "all: `error_low`, `error_high`" if name == "all" else f"{name}, by the others' residuals"
        rows.append(f"| {label} | {low:.2f} | {high:.2f} | {100 * inside:.0f} |")
    rows += [""] + [f"![{TITLES.get(bench, bench)}](validation/{bench}.svg)" for bench in summaries]
    return "\n".join(rows)


def writePage(text):
    old = PAGE.read_text()
    if BEGIN not in old or END not in old:
        sys.exit(f"{PAGE}: no lines '{BEGIN}' and '{END}'")
    head, tail = old[:old.index(BEGIN) + len(BEGIN)], old[old.index(END):]
    PAGE.write_text(f"{head}\n{text}\n{tail}")


def load(script):
    spec = importlib.util.spec_from_file_location("designs", script)
    designs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(designs)
    return designs


def commonParser(description, designs):
    """Adds the options that scripts over DATA share; designs is the default of
    --designs."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("data", type=pathlib.Path, nargs="?")
    add("--roofline", default="roofline", help="the program")
    add("--jobs", type=int, default=os.cpu_count(), help="designs at once")
    add("--designs", type=int, default=designs, help="bitstreams of each kernel; 0: all")
    add("--kernels", default="mm,sobel,hist")
    return parser


def parse():
    parser = commonParser(__doc__, designs=0)
    add = parser.add_argument
    add("--without", default="", help="mechanisms to leave out; `roofline analyze --help` lists them")
    add("--model", default="board", choices=("board", "hpca16-repaired", "hpca16"))
    add("--estimated-clock", action="store_true", help="the tool's own clock instead of the measured one")
    add("--ablation", action="store_true", help="each mechanism left out in turn")
    add("--fit", action="store_true", help="fit " + ", ".join(constants.NAMES))
    add("--plot-dir", type=pathlib.Path, help="a scatter plot of each kernel")
    add("--docs", action="store_true", help="redraw docs/validation.md and docs/validation/")
    add("--json", type=pathlib.Path, help="figures and points; keep it out of the repository")
    add("--save", type=pathlib.Path, help="what the tool said, for --load; keep it out of the repository")
    add("--load", type=pathlib.Path, help="what --save wrote, instead of running the tool")
    add("--self-check", action="store_true", help="made-up measurements of own kernels, without DATA")
    options = parser.parse_args()
    if options.self_check:
        return options
    if options.fit and (options.model != "board" or options.without):
        parser.error("--fit is of the whole model 'board'")
    if options.docs and (options.model != "board" or options.without or options.estimated_clock):
        parser.error("--docs is of the whole model 'board', at the measured clock")
    if options.load and not options.ablation:
        return options
    if not options.data:
        parser.error("the folder DATA is missing")
    if not (options.data / "designs.py").is_file():
        parser.error(f"{options.data}: no designs.py there")
    return options


def printKernel(bench, designs, failed, options):
    """Prints the lines of a kernel; returns (its figures, those of HPCA16)."""
    now = summary([(d["row"], timeOf(d, options)) for d in designs])
    before = summary([(d["row"], hpca16TimeOf(d)) for d in designs])
    line(bench, now, failed)
    if options.model == "board":
        line("  hpca16-repaired", before)
    for name, (rho, error) in REFERENCES.get(bench, {}).items():
        print(f"  {name:16} {rho:17.2f} {error:8}", flush=True)
    return now, before


def report(found, figures, failed, options):
    """Prints, draws and writes the other requested results of the designs \p found, by
    kernel."""
    summaries = {bench: now for bench, (now, _) in figures.items()}
    before = {bench: of for bench, (_, of) in figures.items()}
    ratios = {bench: [d["measured_ms"] / timeOf(d, options) for d in designs] for bench, designs in found.items()}
    bars = errorBars(ratios)
    printErrorBars(bars)
    if options.fit:
        printFit(found)
    if options.plot_dir:
        plot(options.plot_dir, found, summaries, options)
    if options.docs:
        plot(PAGE.with_suffix(""), found, summaries, options)
        writePage(page(summaries, before, bars))
    if options.json:
        options.json.write_text(json.dumps(
            {bench: {"summary": summaries[bench], "failed": failed.get(bench, 0),
                     "points": [{"row": int(d["row"]["row"]), "measured_ms": d["measured_ms"],
                                 "predicted_ms": timeOf(d, options), "knobs": knobs(d["row"])} for d in designs]}
             for bench, designs in found.items()}, indent=1))


def ablate(designs, options, summaries):
    print("\nleft out: Spearman, median error [%], 90 % [%]")
    header()
    for bench, s in summaries.items():
        line(bench, s)
        for mechanism in mechanisms(options):
            of, failed, interrupted = measure(designs, bench, options, ["--board-without", mechanism])
            if interrupted:
                return
            line(f"  -{mechanism}", summary([(d["row"], timeOf(d, options)) for d in of]), failed)


def main():
    options = parse()
    if options.self_check:
        import selfcheck
        return selfcheck.run(options)
    designs = load(options.data / "designs.py") if options.data else None
    found, figures, failed, interrupted = {}, {}, {}, False
    saved = json.loads(options.load.read_text()) if options.load else {}
    header()
    for bench in options.kernels.split(","):
        extra = ["--board-without", options.without] if options.without else []
        of, failed[bench] = saved.get(bench, []), 0
        if not options.load:
            of, failed[bench], interrupted = measure(designs, bench, options, extra)
        if len(of) > 1:
            found[bench] = of
            figures[bench] = printKernel(bench, of, failed[bench], options)
        if interrupted:
            print("interrupted: what is there", file=sys.stderr)
            break
        if len(of) < 2:
            sys.exit(f"{bench}: no predictions to compare")
    if not found:
        return 130
    if options.save:
        options.save.write_text(json.dumps(found))
    options.docs = options.docs and not interrupted
    report(found, figures, failed, options)
    if options.ablation and not interrupted:
        ablate(designs, options, {bench: now for bench, (now, _) in figures.items()})
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
