#!/usr/bin/env python3
"""Measures the plugin's cost in a compilation: clang -O2 without and with it, in turns.

For each file: the medians of wall time and peak memory, and their ratios. Over all files:
the median and the worst ratio. Also the wall time of `roofline analyze`. README.md gives
the goals. Times never fail: exit code 1 only when a command does not run.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "corpus"))
import files  # noqa: E402

SHORT = 12  # files
AGAIN = 5  # slowest files that are measured again
AGAIN_RUNS = 3  # times as often


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--roofline", type=pathlib.Path,
                        help="the driver (default: ../bin/roofline of the plugin)")
    parser.add_argument("--short", action="store_true",
                        help=f"{SHORT} files of corpus/sample.txt and darktable")
    parser.add_argument("--all", action="store_true",
                        help="the whole corpus instead of darktable and sample.txt")
    parser.add_argument("--runs", type=int, default=7, help="of each kind, per file")
    parser.add_argument("--cache", type=pathlib.Path, default=files.CACHE)
    options = parser.parse_args()
    options.plugin = options.plugin.resolve()
    options.roofline = options.roofline or \
        options.plugin.parent.parent / "bin" / "roofline"
    if not options.plugin.exists():
        parser.error(f"no plugin at {options.plugin}")
    return options


def measure(command):
    """Returns (seconds, peak resident KiB, exit code) of the command and its children."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - begin, usage.ru_maxrss, child.returncode


def measure_file(kernel, options, count):
    """Ratios and medians of COUNT runs of one file; None when clang alone rejects it."""
    load = [f"-fplugin={options.plugin}", f"-fpass-plugin={options.plugin}"]
    # Both enable remarks; without remarks the plugin does not analyse.
    wanted = ["-Rpass-analysis=fpga-cost", "-o", "/dev/null"]
    kinds = {
        "plain": kernel.clang(*wanted),
        "plugin": kernel.clang(*wanted, *load),
        "driver": [str(options.roofline), "analyze", str(kernel.path),
                   *kernel.options, "--allow-unknown"],
    }
    if measure(kinds["plain"])[2]:
        return None
    if measure(kinds["plugin"])[2]:
        sys.exit(f"overhead: {kernel.name} compiles, but not with the plugin")
    runs = {kind: [] for kind in kinds}
    for _ in range(count):
        for kind, command in kinds.items():
            runs[kind].append(measure(command))
    middle = {kind: [statistics.median(column) for column in zip(*rows)]
              for kind, rows in runs.items()}
    return {"name": kernel.name, "kernel": kernel,
            "plain": middle["plain"][0], "plugin": middle["plugin"][0],
            "driver": middle["driver"][0],
            "time": middle["plugin"][0] / middle["plain"][0],
            "fastest": min(runs["plugin"])[0] / min(runs["plain"])[0],
            "memory": middle["plugin"][1] / middle["plain"][1]}


def choose(options):
    kernels = files.corpus(short=not options.all, cache=options.cache)
    if not options.short:
        return kernels
    return kernels[::max(1, len(kernels) // SHORT)][:SHORT]


def show_progress(number, total, result):
    """Prints a line that stays on a terminal's last row; elsewhere one line per file."""
    line = f"{number}/{total} {result['time']:5.2f} {result['name'][-50:]}"
    if sys.stderr.isatty():
        print(f"\r{line:70}", end="", file=sys.stderr)
    else:
        print(line, file=sys.stderr, flush=True)


def main():
    options = parse_options()
    kernels = choose(options)
    results = []
    for number, kernel in enumerate(kernels, 1):
        result = measure_file(kernel, options, options.runs)
        if result:
            results.append(result)
            show_progress(number, len(kernels), result)
    if not results:
        sys.exit("overhead: no file compiles")
    # The worst of many medians of few runs is mostly noise of the machine.
    results.sort(key=lambda r: -r["time"])
    results[:AGAIN] = [measure_file(r["kernel"], options, AGAIN_RUNS * options.runs)
                       for r in results[:AGAIN]]
    print(f"\n{len(results)} files, {options.runs} runs of each kind, interleaved; "
          f"{AGAIN_RUNS * options.runs} of the {AGAIN} slowest")
    print(f"{'slowest with the plugin':52}{'clang':>9}{'plugin':>9}{'driver':>9}"
          f"{'time':>7}{'memory':>8}")
    for r in sorted(results, key=lambda r: -r["time"])[:8]:
        print(f"{r['name'][-50:]:52}{1e3 * r['plain']:6.0f} ms{1e3 * r['plugin']:6.0f} ms"
              f"{1e3 * r['driver']:6.0f} ms{r['time']:7.2f}{r['memory']:8.2f}")
    times = [r["time"] for r in results]
    memory = [r["memory"] for r in results]
    driver = [1e3 * r["driver"] for r in results]
    print(f"\n{'':34}{'measured':>10}{'aim':>12}")
    print(f"{'time with / without, median':34}{statistics.median(times):10.2f}"
          f"{'<= 1.10':>12}")
    fastest = statistics.median(r["fastest"] for r in results)
    print(f"{'  of the fastest runs':34}{fastest:10.2f}")
    print(f"{'time with / without, worst':34}{max(times):10.2f}{'<= 2.00':>12}")
    print(f"{'peak memory with / without, worst':34}{max(memory):10.2f}{'<= 1.50':>12}")
    print(f"{'roofline analyze, median':34}{statistics.median(driver):7.0f} ms"
          f"{'<= 150 ms':>12}")


if __name__ == "__main__":
    main()
