#!/usr/bin/env python3
"""Predicted resources and clock of measured designs, beside the vendor's estimate.

    bench/board/resources.py DATA [--roofline BIN] [--designs N] [--kernels mm,sobel,hist] [--half other|fitted|all] [--counts FILE]

DATA is a folder with designs.py (see board.py). A bitstream holds all kernels of its
source: their parts are added, and the shell counts once. mm and sobel are reported on the
half of their bitstreams without fitted constants, unless --half names another; hist fits
nothing. --designs N takes N random bitstreams of each. --counts writes the counts and
predictions of each design as JSON for fit_structures.py.
"""
import argparse, concurrent.futures, importlib.util, json, os, pathlib, random, subprocess, sys, tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from board import bitstreams, isFitted, quantile, spearman

RESOURCES = (("logic", "logic_alm", "logic_alm", "aoc_est_logic_pct", 234720),
             ("M20K", "memory_blocks", "ram_m20k", "aoc_est_mem_pct", 2560),
             ("DSP", "dsp_blocks", "dsp_blocks", "aoc_est_dsp_pct", 256))


def predict(designs, bench, row, options):
    """Returns {resource: amount, "clock_mhz", "cycles"} of a design, or the tool's
    message."""
    source, defines, launches = designs.design(bench, row)
    total = {"clock_mhz": float("inf"), "cycles": 0.0, "structures": {}}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "design.cl"
        path.write_text(source)
        for number, launch in enumerate(launches):
            command = [options.roofline, "analyze", str(path), "--kernel", launch["kernel"], "--device", "de5net",
                       "--clock", str(row["fmax_mhz"]), "--allow-unknown", "--json", "-",
                       "--global", ",".join(map(str, launch["global"])),
                       "--local", ",".join(map(str, launch["local"]))]
            command += ["-D" + define for define in defines]
            for name, value in launch["args"].items():
                command += ["--arg", f"{name}={value}"]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode:
                return run.stderr.strip() or f"exit code {run.returncode}"
            kernel = json.loads(run.stdout)["kernels"][0]
            fit = kernel.get("fit")
            if not fit:
                return "no prediction"
            for _, name, *_ in RESOURCES:
                total[name] = total.get(name, fit["shell"][name] if number == 0 else 0) + fit["kernel"][name]
            units = kernel["design"]["compute_units"]
            for name, count in fit["structures"].items():
                total["structures"][name] = total["structures"].get(name, 0) + units * count
            total["clock_mhz"] = min(total["clock_mhz"], fit["clock_hz"] / 1e6)
            total["cycles"] += kernel["cycles"] if kernel["board"] else float("nan")
    return total


def error(predicted, actual):
    """[1] Relative error. When the measured value is 0: 0 if the prediction is 0 too, else
    1."""
    return abs(predicted / actual - 1) if actual else float(predicted > 0)


def report(bench, results):
    print(f"{bench:6} {len(results):5}", end="")
    for _, name, column, vendor, board in RESOURCES:
        ours = [error(p[name], float(r[column])) for r, p in results]
        theirs = [error(float(r[vendor]) / 100 * board, float(r[column])) for r, p in results]
        print(f"   {100 * quantile(ours, 0.5):5.1f} {100 * quantile(ours, 0.9):5.1f} ({100 * quantile(theirs, 0.5):4.1f})",
              end="")
    clocks = [float(r["fmax_mhz"]) for r, _ in results]
    mine = [p["clock_mhz"] for _, p in results]
    times = [float(r["time_ms"]) for r, _ in results]
    with_measured = spearman([p["cycles"] / c for (_, p), c in zip(results, clocks)], times)
    with_estimate = spearman([p["cycles"] / c for (_, p), c in zip(results, mine)], times)
    errors = [abs(m / c - 1) for m, c in zip(mine, clocks)]
    print(f"   {100 * quantile(errors, 0.5):5.1f} {spearman(mine, clocks):6.2f}    {with_measured:.3f} -> {with_estimate:.3f}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--roofline", default="roofline")
    parser.add_argument("--designs", type=int, default=0)
    parser.add_argument("--kernels", default="mm,sobel,hist")
    parser.add_argument("--half", default="other", choices=("other", "fitted", "all"))
    parser.add_argument("--counts", type=pathlib.Path)
    options = parser.parse_args()
    script = options.data / "designs.py"
    if not script.is_file():
        parser.error(f"{options.data}: no designs.py there")
    spec = importlib.util.spec_from_file_location("designs", script)
    designs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(designs)
    print("        bit-     logic error [%]      M20K error [%]       DSP error [%]        clock       Spearman of the time:")
    print("kernel streams median  90 % (vendor)                                           error   rho   measured -> estimated clock")
    kept = {}
    for bench in options.kernels.split(","):
        rows = bitstreams(designs.rows(bench))
        if bench != "hist" and options.half != "all":
            rows = [row for row in rows if isFitted(row) == (options.half == "fitted")]
        if options.designs and options.designs < len(rows):
            rows = random.Random(1).sample(rows, options.designs)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda row: predict(designs, bench, row, options), rows))
        for row, message in [(r, p) for r, p in zip(rows, found) if isinstance(p, str)][:3]:
            print(f"{bench} row {row['row']}: {message}", file=sys.stderr)
        results = [(r, p) for r, p in zip(rows, found) if not isinstance(p, str)]
        if not results:
            sys.exit(f"{bench}: no prediction")
        report(bench, results)
        kept[bench] = [dict(p, row=int(r["row"]), fmax_mhz=float(r["fmax_mhz"]),
                            **{column: float(r[column]) for _, _, column, *_ in RESOURCES}) for r, p in results]
    if options.counts:
        options.counts.write_text(json.dumps(kept))


if __name__ == "__main__":
    main()
