#!/usr/bin/env python3
"""Cores of the sample kernels: predictions beside results.

Each kernel is emitted at three sizes and 1, 2 and 4 lanes, simulated against the original
with and without back-pressure, and synthesised. README.md describes the comparisons. Exit
code 1 when a core is not proven; resources beyond their bounds are only marked.
"""
import argparse
import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAMILIES = ["vecadd", "saxpy", "dot", "framediff", "jacobi1d", "jacobi2d", "jacobi3d",
            "gauss5x5", "sobel", "hotspot", "erosion", "sor3d", "fdtd2d", "lavamd",
            "hotspot3d", "fdtd3d", "gray_scott", "wave2d", "acoustic3d", "heat2d",
            "advection2d", "anisotropic2d", "life", "blur3x3"]
SHORT = {"jacobi2d_int", "saxpy", "dot_product_int"}
# The argument that bounds the slowest dimension, in a loop or by a guard, where the
# NDRange does not.
BOUND = {"dot_product": "n", "dot_product_int": "n", "cosine": "n",
         "moments_int": "n", "sor3d_nest": "km",
         "sor3d_error": "km", "vecadd_float": "n", "saxpy": "n", "framediff_int": "n",
         "jacobi1d": "n", "jacobi2d": "height", "jacobi3d": "depth"}
# Widths that divide into lanes, for launch files whose widths do not.
WIDTH = {"jacobi2d": 64, "jacobi3d": 16}
HALO = {"jacobi1d_int": 2}  # [element] read beyond the work-items
MOST_LANES = 4
# Files that a verification depends on, beside the driver, the source and its launch.
TOOLS = [str(path) for path in [*sorted((ROOT / "rtl").glob("*.v")),
                                ROOT / "devices/costs/xc7.yaml",
                                *filter(None, map(shutil.which, ("yosys", "verilator",
                                                                 "iverilog", "vvp")))]]
LONGEST = 1 << 20  # [position] of the slowest dimension, before it is scaled
AIM = {True: 10, False: 5}  # [%] LUT and FF, of float and integer kernels


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--short", action="store_true",
                        help="three kernels of one size, without synthesis")
    parser.add_argument("--only", help="kernels whose name contains this")
    parser.add_argument("--form", choices=["pipe", "comb"], default="pipe",
                        help="comb: one stage, which float kernels do not have")
    parser.add_argument("--lanes", default="1,2,4")
    parser.add_argument("--scales", default="1,2,4", help="of the slowest dimension")
    parser.add_argument("--jobs", help="cores side by side, or slurm[:PARTITION]")
    parser.add_argument("--results", help="folder of the farm's results: a core that "
                                          "stands there is not run again")
    return parser.parse_args()


def launches():
    """(source, kernel, launch file, its content) of every sample kernel that streams."""
    for family in FAMILIES:
        folder = ROOT / "opencl-samples" / family
        for path in sorted(folder.glob("*launch.yaml")):
            launch = yaml.safe_load(path.read_text())
            kernel = launch["kernel"]
            for source in sorted(folder.glob("*.cl")):
                if f"{kernel.split(',')[0]}(" in source.read_text():
                    yield source, kernel, path, launch
                    break


def cores(options):
    """Yields (scale, lanes, launch) of the requested cores, small ones first."""
    scales = options.scales.split(",")[:1 if options.short else None]
    asked = [launch for launch in launches()
             if (not options.short or launch[1] in SHORT)
             and (not options.only or options.only in launch[1])]
    return itertools.product(map(int, scales), map(int, options.lanes.split(",")), asked)


def scaled(launch, scale):
    """The options that make the slowest dimension SCALE times as long and divisible into
    lanes."""
    kernel = launch["kernel"]
    halo = HALO.get(kernel, 0)

    def longer(size):
        size = min(size + halo, LONGEST)
        return (size + MOST_LANES - 1) // MOST_LANES * MOST_LANES * scale - halo

    options = []
    sizes = list(launch.get("global", []))
    if sizes:
        options += ["--global", ",".join(map(str, sizes[:-1] + [longer(sizes[-1])]))]
    for arg, value in launch.get("args", {}).items():
        if arg == "width" and kernel in WIDTH:
            options += ["--arg", f"width={WIDTH[kernel]}"]
        elif arg == BOUND.get(kernel) or (
                sizes and kernel not in BOUND and value == sizes[-1]
                and (len(sizes) == 1 or arg != "width")):
            options += ["--arg", f"{arg}={longer(value)}"]
    return options


def variant(form, lanes):
    return f"map-{form} f" if lanes == 1 else \
        f"map-par[{lanes}](map-{form} f) . reshapeTo {lanes}"


def task(options, source, launch_path, launch, scale, lanes):
    """The verification of a core, as a task of `roofline farm`."""
    return {"name": f"{launch['kernel']} x{scale} {lanes}", "command": [
        str(options.roofline.resolve()), "verify", str(source), "--kernel",
        launch["kernel"], "--launch", str(launch_path), *scaled(launch, scale),
        "--variant", variant(options.form, lanes), "--json", "-", "--seeds", "2",
        *(["--no-synthesis"] if options.short else [])],
        "inputs": [str(options.roofline), str(source), str(launch_path), *TOOLS]}


def run_farm(options, tasks):
    """Returns the verification of each task as JSON, or the reason why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path, results = (pathlib.Path(folder) / name for name in ("tasks", "results"))
        kept = options.results or (f"{folder}/kept" if options.short else None)
        path.write_text(json.dumps({"format": "roofline-tasks", "version": 1,
                                    "tasks": tasks}))
        farm = subprocess.run(
            [options.roofline, "farm", path, "--name", "roofline-rtl", "--json", results,
             "--time-limit", "86400",
             *(["--jobs", options.jobs] if options.jobs else []),
             *(["--results", kept] if kept else [])],
            stdout=subprocess.DEVNULL)
        if farm.returncode not in (0, 2):
            sys.exit(farm.returncode)
        return [json.loads(result["output"]) if result["output"] else
                result["problem"].replace("roofline: error: ", "")
                for result in json.loads(results.read_text())["results"]]


def percent(predicted, real):
    return 0.0 if predicted == real else 100 * (predicted - real) / max(real, 1)


def row(result, is_float):
    cycles = result["cycles"]
    text = f"{cycles['predicted']:8} {cycles['simulated']:8}"
    misses = []
    if not result.get("resources"):
        return text, misses
    predicted = result["resources"]["predicted"]
    real = result["resources"]["synthesised"]
    for name in ("LUT", "FF", "DSP", "BRAM"):
        p = predicted and predicted[name]
        r = real and real[name]
        text += f"   {'?' if p is None else round(p, 1):>7} {'?' if r is None else r:>7}"
        if p is None or r is None:
            misses.append(f"{name} unknown")
        elif abs(percent(p, r)) > (AIM[is_float] if name in ("LUT", "FF") else 0):
            misses.append(f"{name} {percent(p, r):+.1f} %")
    paths = [result["resources"].get(of) for of in ("predicted_path_ps", "path_ps")]
    if all(paths):
        text += f"   {paths[0]:7} {paths[1]:7} {percent(*paths):+6.1f} %"
    return text, misses


def main():
    options = parse_options()
    print(f"{'kernel':18}{'size':>5}{'lanes':>6} {'cycles':>9} {'sim':>7}"
          f"{'LUT':>11}{'yosys':>8}{'FF':>11}{'yosys':>8}{'DSP':>11}{'yosys':>8}"
          f"{'BRAM':>11}{'yosys':>8}{'path [ps]':>11}{'sta':>8}")
    asked = list(cores(options))
    results = run_farm(options, [task(options, source, path, launch, scale, lanes)
                                 for scale, lanes, (source, _, path, launch) in asked])
    proven = failed = missed = 0
    for (scale, lanes, (source, kernel, _, _)), result in zip(asked, results):
        head = f"{kernel:18}{'x' + str(scale):>5}{lanes:6}"
        if isinstance(result, str):
            print(f"{head}  no core: {result.splitlines()[-1][:120]}", flush=True)
            continue
        proven += result["proven"]
        failed += not result["proven"]
        text, misses = row(result, "float" in source.read_text())
        missed += bool(misses)
        print(f"{head}  {text}  "
              f"{'' if result['proven'] else 'NOT PROVEN '}{', '.join(misses)}",
              flush=True)
    print(f"\n{proven} cores proven, {failed} not; {missed} with a resource off its aim")
    return 1 if failed or not proven else 0


if __name__ == "__main__":
    sys.exit(main())
