#!/usr/bin/env python3
"""Predicted times beside those that others measured on a board.

    board.py DATA [--roofline PROGRAM] [--designs N] [--kernels mm,sobel,hist]
             [--without MECHANISM,..] [--model board|hpca16-repaired] [--json FILE]
             [--ablation]

DATA is the folder of the measured designs (README.md says which): CSV files and
designs.py, which writes each design as a kernel with its launches. Every distinct
bitstream is priced once from its source, at the clock that it reached; its time is
the mean of its measurements. --designs takes N bitstreams of each kernel, the same
ones each time.
"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

REFERENCES = {  # Spearman / median error, of the same bitstreams
    "mm": {"HPCA16 by hand": (0.80, 10), "vendor's report": (0.61, 33), "random forest": (0.90, 25)},
    "sobel": {"HPCA16 by hand": (0.42, 62), "vendor's report": (0.42, 73), "random forest": (0.99, 7)},
    "hist": {"HPCA16 by hand": (0.26, 76), "vendor's report": (0.31, 82), "random forest": (0.95, 17)},
}
MECHANISMS = ["unrolling", "words", "overlap", "lanes", "neighbours", "conditions", "latency", "arrays"]


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
    """Spearman's rank correlation of two lists."""
    return statistics.correlation(ranks(a), ranks(b))


def quantile(values, q):
    """The \\p q quantile, between neighbours in proportion."""
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def bitstreams(rows):
    """Rows by bitstream: the first, with the mean time of all."""
    groups = {}
    for row in rows:
        groups.setdefault(row["bitstream_group"] or "row" + row["row"], []).append(row)
    return [dict(rows[0], time_ms=statistics.mean(float(r["time_ms"]) for r in rows)) for rows in groups.values()]


def predict(designs, bench, row, options, extra):
    """[ms] of the launches of a design; the tool's message where there is none."""
    source, defines, launches = designs.design(bench, row)
    total = 0.0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "kernel.cl"
        file.write_text(source)
        for launch in launches:
            command = [options.roofline, "analyze", str(file), "--kernel", launch["kernel"], "--json", "-",
                       "--device", "de5net", "--clock", str(row["fmax_mhz"]), "--allow-unknown",
                       "--global", ",".join(map(str, launch["global"])),
                       "--local", ",".join(map(str, launch["local"])), *extra]
            command += [part for name, value in launch["args"].items() for part in ("--arg", f"{name}={value}")]
            command += [f"-D{name}" for name in defines]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode:
                return run.stderr.strip() or f"exit code {run.returncode}"
            kernel = json.loads(run.stdout)["kernels"][0]
            if options.model == "board":
                if not kernel["board"]:
                    return "no prediction"
                total += kernel["board"]["time_s"] * 1e3
            else:
                total += kernel["time_s"] * 1e3
    return total


def measure(designs, bench, options, extra=()):
    """[(row, predicted [ms])] of the chosen bitstreams, and how many failed."""
    rows = bitstreams(designs.rows(bench))
    if options.designs and options.designs < len(rows):
        rows = random.Random(1).sample(rows, options.designs)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        times = list(pool.map(lambda row: predict(designs, bench, row, options, extra), rows))
    failed = [(row, t) for row, t in zip(rows, times) if isinstance(t, str)]
    for row, message in failed[:3]:
        print(f"{bench} row {row['row']}: {message}", file=sys.stderr)
    return [(row, t) for row, t in zip(rows, times) if not isinstance(t, str)], len(failed)


def knobs(row):
    names = list(row)
    return tuple(int(row[n] or 0) for n in names[2:names.index("time_ms")])


def likedSteps(results):
    """Share of designs whose neighbour (one knob changed) that the tool likes best is
    measured faster than they are, and the same share of a random neighbour."""
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
    measured = [float(row["time_ms"]) for row, _ in results]
    predicted = [t for _, t in results]
    errors = [abs(p / m - 1) for p, m in zip(predicted, measured)]
    best = min(range(len(results)), key=lambda i: predicted[i])
    liked, chance = likedSteps(results)
    return {"bitstreams": len(results), "spearman": spearman(predicted, measured),
            "median_error": quantile(errors, 0.5), "p90_error": quantile(errors, 0.9),
            "best_over_best": measured[best] / min(measured), "liked_step_faster": liked,
            "random_step_faster": chance}


def line(name, s, failed=0):
    print(f"{name:12} {s['bitstreams']:5} {s['spearman']:9.3f} {100 * s['median_error']:8.1f} {100 * s['p90_error']:8.1f}"
          f" {s['best_over_best']:10.2f} {100 * s['liked_step_faster']:9.0f} ({100 * s['random_step_faster']:.0f})"
          + (f"   {failed} without a prediction" if failed else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--roofline", default="roofline")
    parser.add_argument("--designs", type=int, default=0)
    parser.add_argument("--kernels", default="mm,sobel,hist")
    parser.add_argument("--without", default="")
    parser.add_argument("--model", default="board", choices=("board", "hpca16-repaired", "hpca16"))
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--ablation", action="store_true")
    options = parser.parse_args()
    script = options.data / "designs.py"
    if not script.is_file():
        parser.error(f"{options.data}: no designs.py there")
    spec = importlib.util.spec_from_file_location("designs", script)
    designs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(designs)
    extra = ["--board-without", options.without] if options.without else []
    if options.model != "board":
        extra += ["--model", options.model]
    print("             bit-             error [%]        best found  liked step faster [%]")
    print("kernel     streams  Spearman   median     90 %  / best     (a random step)")
    points = {}
    for bench in options.kernels.split(","):
        results, failed = measure(designs, bench, options, extra)
        if not results:
            sys.exit(f"{bench}: no prediction")
        points[bench] = {"summary": summary(results), "failed": failed,
                         "points": [{"row": int(r["row"]), "measured_ms": float(r["time_ms"]), "predicted_ms": t,
                                     "knobs": knobs(r)} for r, t in results]}
        line(bench, points[bench]["summary"], failed)
        for name, (rho, error) in REFERENCES.get(bench, {}).items():
            print(f"  {name:16} {rho:13.2f} {error:8}")
        if options.ablation:
            for mechanism in MECHANISMS:
                results, failed = measure(designs, bench, options, ["--board-without", mechanism])
                line(f"  -{mechanism}", summary(results), failed)
    if options.json:
        options.json.write_text(json.dumps(points, indent=1))


if __name__ == "__main__":
    main()
