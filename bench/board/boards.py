#!/usr/bin/env python3
"""Predicted times of kernels on further boards beside published times.

    boards.py DATA --sources DIR [--roofline PROGRAM] [--sets membench,stream,..]
              [--without MECHANISM,..] [--half A|B] [--worst N] [--save FILE]

DATA is the folder of the measured rows, DIR the one of the checkouts that published the
kernels (see README.md). --save keeps what the tool said of each row.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import zlib

from board import quantile, spearman

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEVICES = ROOT / "devices"
BANKS = {"a": 1, "c": 1, "b": 2, "d": 2}  # of the memory benchmark without interleaving
BUFFERS = {"R1W0": "ad", "R1W1": "ad", "R2W1": "abd", "R3W1": "abcd", "R2W2": "abcd"}


class Row:
    """A measured time, and how `roofline analyze` is asked for it."""

    def __init__(self, group, name, seconds, source, device, clock, options):
        self.group, self.name, self.seconds = group, name, seconds
        self.source, self.device, self.clock, self.options = source, device, clock, options
        self.half = "AB"[zlib.crc32(name.encode()) % 2]


def readRows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def membench(data, sources):
    """Streams of a memory benchmark on the 385A: FPGAMemBench."""
    source = sources / "FPGAMemBench/fpga-mem-bench-kernel-std.cl"
    for r in readRows(data / "membench_385a.csv"):
        items = int(r["num_blk_x"]) * int(r["bsize"]) // int(r["vec"])
        options = ["-D", f"VEC={r['vec']}", "-D", f"BLOCK_X={r['bsize']}", "--kernel", r["kernel"],
                   "--arg", f"pad={r['pad']}", "--arg", f"dim_x={r['dim_x']}", "--arg", f"halo={r['halo']}"]
        if r["model"] == "NDR":
            options += ["-D", "NDR", "--global", str(items), "--local", str(int(r["bsize"]) // int(r["vec"]))]
        else:
            options += ["--global", "1", "--local", "1", "--arg", f"exit={items}"]
        if r["interleaved"] == "N":
            options += [part for b in BUFFERS[r["kernel"]] for part in ("--bank", f"{b}={BANKS[b]}")]
        name = f"{r['kernel']} {r['model']} {'il' if r['interleaved'] == 'Y' else 'sep'} v{r['vec']} h{r['halo']}"
        yield Row(f"membench {r['sheet']}", name + f" {r['clock_mhz']}", float(r["time_s"]), source, "bittware-385a",
                  r["clock_mhz"], options)


def stream(data, sources):
    """STREAM of HPCC_FPGA on the 520N and the 385A."""
    text = (sources / "HPCC_FPGA/STREAM/src/device/stream_kernels.cl").read_text()
    if "{%" in text:  # a later template
        text = subprocess.run(["git", "-C", str(sources / "HPCC_FPGA"), "show",
                               "1d8dead:STREAM/src/device/stream_kernels.cl"],
                              capture_output=True, text=True, check=True).stdout
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "parameters.h").write_text("")
    (folder / "stream.cl").write_text(text.replace("KERNEL_NUMBER", "0"))
    for r in readRows(data / "hpcc_stream.csv"):
        device = {"Bittware-520N": "bittware-520n", "Bittware-385A": "bittware-385a"}.get(r["board"].split("-(")[0])
        if not device:
            continue
        options = ["-D", "DEVICE_ARRAY_DATA_TYPE=float", "-D", "DEVICE_SCALAR_DATA_TYPE=float",
                   "-D", f"UNROLL_COUNT={r['unroll']}", "-D", f"VECTOR_COUNT={r['vector']}", "-I", str(folder),
                   "--kernel", r["kernel"] + "_0", "--global", "1", "--arg", f"array_size={r['elements']}"]
        yield Row(f"STREAM {device}", f"{r['kernel']} {r['bsp']} {device}", float(r["avg_s"]), folder / "stream.cl", device,
                  r["clock_mhz"], options)


def cannon(data, sources):
    """Timed systolic products of matrices on the 520N, compiled with -fp-relaxed: their compute
    units share the rows, and the first one has as many as any."""
    for r in readRows(data / "cannon_520n.csv"):
        if not r["time_s"]:
            continue
        options = ["--unsafe-math", "--kernel", "krnl_cannon_0", "--arg", f"dim={r['dim']}"]
        if "followup" in r["kernel_file"]:
            options += ["--arg", "I2begin=0", "--arg", f"I2end={int(r['dim']) // int(r['block']) // int(r['cu'])}"]
        yield Row("Cannon", r["file"], float(r["time_s"]), sources / "cannon-fpga" / r["kernel_file"], "bittware-520n",
                  r["fmax_mhz"], options)


def regression(data, sources):
    """Sums of a regression on the DE1-SoC, whose FPGA reads the processor's memory."""
    top = sources / "OpenCLMachineLearningAcceleration"
    for r in readRows(data / "slr_de1soc.csv"):
        yield Row("regression", r["design"], float(r["kernel_time_ms"]) / 1e3, top / r["kernel_file"], "de1-soc",
                  r["clock_mhz"], ["--global", r["elements"]])


LOOP_ARGUMENTS = {"size": 1 << 20, "size16": 1 << 16, "a": 3, "a_row": 16, "a_col": 16, "b_col": 16, "A_width": 1024,
                  "B_width": 1024}


def loops(options, data, sources):
    """Prints how many loops of a vendor's report have our interval: pipelined or not, unrolled or not."""
    good, all_ = 0, 0
    for r in readRows(data / "intel_loops_520n.csv"):
        source = sources / "OpenCL-FPGA-examples" / r["kernel_file"]
        text = source.read_text()
        signature = re.search(rf"void\s+{r['kernel']}\s*\(([^)]*)\)", text).group(1)
        given = [part for name, value in LOOP_ARGUMENTS.items() if re.search(rf"\b(int|short|float) {name}\b", signature)
                 for part in ("--arg", f"{name}={value}")]
        row = Row("loops", r["loop"], 1, source, "bittware-520n", "300",
                  ["--kernel", r["kernel"], "--global", "1024,1024" if "matrix_mult" in r["kernel_file"] else "1", *given])
        with tempfile.TemporaryDirectory() as folder:
            kernel = price(options, row, folder, {})
        found = "no price: " + str(kernel) if isinstance(kernel, list) else "unrolled"
        if found == "unrolled":
            for p in kernel["board"]["pipelines"]:
                if p["loop"] and p["loop"]["line"] == int(r["line"]):
                    found = f"II {p['interval']:g}" if not kernel["board"]["latency_cycles"] else "by work-items"
        wanted = "unrolled" if r["pipelined"] == "n/a" else "by work-items" if r["pipelined"] == "No" else "II 1"
        all_ += 1
        # A loop around others overlaps its iterations, or runs them one after another.
        same = found == wanted or (r["ii"] == ">=1" and found.startswith("II"))
        good += same
        if not same:
            print(f"  {r['kernel_file']}:{r['line']} vendor {wanted} ({r['brief']}), ours {found}")
    print(f"loops of a vendor's report: {good} of {all_} as the vendor has them")


SETS = {"membench": membench, "stream": stream, "cannon": cannon, "regression": regression}


def price(options, row, folder, known):
    """Object `board` of the report of a row, or an error text."""
    command = [options.roofline, "analyze", str(row.source), "--device", str(DEVICES / f"{row.device}.yaml"),
               "--clock", row.clock, "--allow-unknown", *row.options]
    if options.without:
        command += ["--board-without", options.without]
    key = tuple(command)
    if key not in known:
        target = pathlib.Path(folder) / f"{zlib.crc32(repr(key).encode()):08x}.json"
        run = subprocess.run([*command, "--json", str(target)], capture_output=True, text=True)
        if not target.exists():
            known[key] = run.stderr.strip().splitlines()[-1:] or ["no report"]
        else:
            kernel = json.loads(target.read_text())["kernels"][0]
            known[key] = kernel if kernel.get("board") else [f"priced by {kernel.get('model')}, not by board: "
                                                             + "; ".join(m["what"] for m in kernel.get("missing", []))]
    return known[key]


def predictions(options, rows):
    known = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        priced = list(pool.map(lambda row: price(options, row, folder, known), rows))
    for row, kernel in zip(rows, priced):
        row.problem = kernel[0] if isinstance(kernel, list) else None
        row.report = None if row.problem else kernel
        row.predicted = None if row.problem else kernel["time_s"]
    return rows


def score(rows):
    """(n, Spearman, median error, 90 % of errors [1], share inside the error bar)."""
    good = [r for r in rows if r.predicted]
    if not good:
        return len(rows), float("nan"), float("nan"), float("nan"), float("nan")
    errors = [abs(r.predicted / r.seconds - 1) for r in good] + [1.0] * (len(rows) - len(good))
    bars = [(r.report["board"].get("fastest_s"), r.report["board"].get("slowest_s"), r.seconds) for r in good]
    inside = [low <= t <= high for low, high, t in bars if low]
    return (len(rows), spearman([r.predicted for r in good], [r.seconds for r in good]), statistics.median(errors),
            quantile(errors, 0.9), statistics.mean(inside) if inside else float("nan"))


def table(rows, half):
    print(f"{'set':<26}{'rows':>5}{'Spearman':>10}{'median':>9}{'90 %':>8}  [%]  inside bar [%]")
    for group in dict.fromkeys(r.group for r in rows):
        for part in ([half] if half else ["", "A", "B"]):
            some = [r for r in rows if r.group == group and (not part or r.half == part)]
            if some:
                n, rho, median, most, inside = score(some)
                print(f"{group + (', half ' + part if part else ''):<26}{n:>5}{rho:>10.3f}{100 * median:>9.2f}"
                      f"{100 * most:>8.1f}{100 * inside:>16.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path, nargs="?")
    parser.add_argument("--sources", type=pathlib.Path)
    parser.add_argument("--roofline", default=str(ROOT / "build/bin/roofline"))
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--also", default="loops")
    parser.add_argument("--without", default="")
    parser.add_argument("--half", choices="AB")
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--save", type=pathlib.Path)
    options = parser.parse_args()
    if not options.data or not options.sources:
        parser.error("DATA and --sources are needed")
    rows = [row for name in options.sets.split(",") for row in SETS[name](options.data, options.sources)]
    rows = [row for row in rows if options.half in (None, row.half)]
    predictions(options, rows)
    for problem in dict.fromkeys(r.problem for r in rows if r.problem):
        print(f"{sum(r.problem == problem for r in rows)} rows: {problem}", file=sys.stderr)
    table(rows, options.half)
    for r in sorted((r for r in rows if r.predicted), key=lambda r: -abs(r.predicted / r.seconds - 1))[:options.worst]:
        print(f"  {r.group:<18} {r.name:<34} {r.seconds * 1e3:>9.2f} ms, predicted {r.predicted * 1e3:>9.2f}")
    if "loops" in options.also.split(","):
        loops(options, options.data, options.sources)
    if options.save:
        options.save.write_text(json.dumps([{k: v for k, v in vars(r).items() if k != "source"} for r in rows]))


if __name__ == "__main__":
    main()
