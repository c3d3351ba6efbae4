#!/usr/bin/env python3
"""Compares the model with every figure in the text of HPCA16.

Prices the samples with the driver at the sizes of the paper's Table 3 and prints model,
paper and their ratio. Nothing is fitted; README.md gives the reading of the paper for each
line. Exit code 1 only when a run fails.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "opencl-samples"
MODELS = ["hpca16", "hpca16-repaired"]


def line_of(sample, kernel, text):
    """Number of the only source line that contains text, for --what-if."""
    lines = (SAMPLES / sample / f"{kernel}.cl").read_text().splitlines()
    (line,) = [n for n, content in enumerate(lines, 1) if text in content]
    return line


class Pricer:
    def __init__(self, driver):
        self.driver = driver
        self.incomplete = set()

    def report(self, sample, kernel, model, *extra):
        folder = SAMPLES / sample
        launch = folder / f"{kernel}.launch.yaml"
        if not launch.exists():
            launch = folder / "launch.yaml"
        command = [str(self.driver), "analyze", str(folder / f"{kernel}.cl"),
                   "--device", "de5net", "--launch", str(launch), "--model", model,
                   "--json", "-", "--allow-unknown", *extra]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"hpca16: {' '.join(command)}\n{done.stderr}")
        (report,) = json.loads(done.stdout)["kernels"]
        if not report["complete"]:
            self.incomplete.add(kernel)
        return report

    def time(self, *args):
        return self.report(*args)["time_s"]


def speedup(before, after):
    """Time of `before` over time of `after`; each is (sample, kernel, extra)."""
    def value(pricer, model):
        return (pricer.time(before[0], before[1], model, *before[2:]) /
                pricer.time(after[0], after[1], model, *after[2:]))
    return value


def seconds(variant):
    return lambda pricer, model: pricer.time(variant[0], variant[1], model, *variant[2:])


def figures():
    """(what, place in the paper, printed figure, unit, function of pricer and model)."""
    outer = line_of("kmeans", "kmeans", "int i = 0")
    inner = line_of("kmeans", "kmeans", "int l = 0")
    best_outer = line_of("kmeans", "kmeans_sm_ul_mc_cu", "int i = 0")

    def kmeans(x, y):  # ULx_ULy: inner loop by x, outer loop by y
        return ("kmeans", "kmeans", "--what-if", f"ul@{inner}={x},ul@{outer}={y}")

    mm, mm_sm, mm_ul, mm_best = (("mm", f"mm{s}")
                                 for s in ("", "_sm", "_sm_ul", "_sm_ul_simd"))
    km, km_ul, km_mc, km_best = (
        ("kmeans", f"kmeans{s}") for s in ("", "_sm_ul", "_sm_ul_mc", "_sm_ul_mc_cu"))
    # 256 multiplications at once, as in MM's last step, which uses all DSP blocks.
    km_full = km_best + ("--what-if", f"ul@{best_outer}=16")
    o3 = mm + ("--what-if", "simd=2,cu=4")
    return [
        ("MM: SM_UL64_SIMD4 over baseline", "Table 4", 362.4, "x", speedup(mm, mm_best)),
        ("MM: SM_UL over SM", "6.3.3", 63, "x", speedup(mm_sm, mm_ul)),
        ("MM: SIMD2_CU4 over baseline", "Table 4", 0.7, "x", speedup(mm, o3)),
        ("KM: best over baseline", "Table 4", 293.4, "x", speedup(km, km_best)),
        ("KM: the same with UL8_UL16", "Table 4", 293.4, "x", speedup(km, km_full)),
        ("KM: SM_UL_MC over SM_UL", "6.4.3", 11.6, "x", speedup(km_ul, km_mc)),
        ("KM: UL2_UL16", "6.4.2", 137, "s", seconds(kmeans(2, 16))),
        ("KM: UL8_UL2", "6.4.2", 64.5, "s", seconds(kmeans(8, 2))),
        ("KM: UL8_UL2 over UL2_UL16", "6.4.2", 137 / 64.5, "x",
         speedup(kmeans(2, 16), kmeans(8, 2))),
        ("WC: SM_PM_VT_CU over baseline", "Table 4", 11.4, "x",
         speedup(("wordcount", "wordcount"), ("wordcount", "wordcount_sm_pm_vt_cu"))),
        ("SS: VT_UL over baseline", "Table 4", 9.4, "x",
         speedup(("similarity", "similarity"), ("similarity", "similarity_vt_ul"))),
    ]


def number(value):
    return f"{value:.1f}" if 0.1 <= abs(value) < 1e5 else f"{value:.2e}"


def print_figures(pricer):
    print(f"{'':34}{'place':>9}{'paper':>11}" +
          "".join(f"{m:>17}{'/ paper':>9}" for m in MODELS))
    for what, place, printed, unit, value in figures():
        row = f"{what:34}{place:>9}{number(printed) + ' ' + unit:>11}"
        for model in MODELS:
            got = value(pricer, model)
            row += f"{number(got) + ' ' + unit:>17}{got / printed:9.2f}"
        print(row)


def limit_of(node):
    """Limit of the limiting block under node, or None."""
    if node.get("block"):
        return node["block"]["limited_by"] if node["block"]["limiting"] else None
    return next(filter(None, map(limit_of, node.get("children", []))), None)


def print_potentials(pricer, model):
    print(f"\npotentials, {model:22}{'time':>8}{'limit':>13}{'B_mem':>8}{'B_balance':>11}"
          f"{'B_itpp':>8}   advice first")
    steps = [("mm", k) for k in ("mm", "mm_sm", "mm_sm_ul", "mm_sm_ul_simd")]
    steps += [("kmeans", f"kmeans{s}")
              for s in ("", "_mc", "_sm", "_sm_ul", "_sm_ul_mc", "_sm_ul_mc_cu")]
    for sample, kernel in steps:
        report = pricer.report(sample, kernel, model)
        p = report["potentials"]
        first = "-"
        if report["advice"]:
            advice = report["advice"][0]
            first = f"{advice['optimisation']}: {advice['text'][:44]}"
        print(f"{kernel:30}{number(report['time_s']) + ' s':>12}"
              f"{limit_of(report['hierarchy']):>13}{p['mem']:8.2f}{p['balance']:11.2f}"
              f"{p['itpp']:8.2f}   {first}")


def print_vecadd(pricer):
    """Fig. 6: B_itpp falls with the number of work-items, and levels off near 128."""
    print(f"\nVecAdd (Fig. 6): work-items" +
          "".join(f"{m + ' B_itpp':>24}{'ns/item':>9}" for m in MODELS))
    for exponent in range(0, 15):
        items = 1 << exponent
        row = f"{items:27}"
        for model in MODELS:
            report = pricer.report("vecadd", "vecadd", model, "--global", str(items),
                                   "--local", str(min(items, 256)))
            row += (f"{report['potentials']['itpp']:24.3f}"
                    f"{1e9 * report['time_s'] / items:9.2f}")
        print(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path,
                        default=ROOT / "build" / "bin" / "roofline")
    pricer = Pricer(parser.parse_args().roofline.resolve())
    print_figures(pricer)
    for model in MODELS:
        print_potentials(pricer, model)
    print_vecadd(pricer)
    if pricer.incomplete:
        print("\nlower bounds, since something in them is unknown: "
              + ", ".join(sorted(pricer.incomplete)))


if __name__ == "__main__":
    main()
