#!/usr/bin/env python3
"""Cycles of published dataflow designs, beside RTL co-simulation and the vendor's report.

    dataflow.py DATA --streamhls DIR [--build build] [--ours] [--least] [--worst N] [--docs]

DATA has streamhls_designs.csv and streamhls_loops.csv, DIR is a checkout of UCLA-VAST/Stream-HLS:
README.md. The intervals and depths of loops are those of the vendor's report; with --ours those of the
model `vitis`.
"""
import argparse
import collections
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "bench/vitis"), str(ROOT / "bench/board")]
from loops import FOLDER, hasUnsafeMath, readCsv  # noqa: E402


def group(design):
    parts = design["design"].split("/")
    return "/".join(parts[:3]) if parts[0] == "polybench" else parts[0]


def run(command, text=None):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True)
    return done.stdout, done.stderr.strip().splitlines()[-1:] or [""], done.returncode


def scored(options, design, rows, folder):
    """What dataflow-score says of a design; {"error": why} where nothing."""
    source = options.streamhls / FOLDER / design["source"]
    clock = f"{1000 / float(design['target_ns']):.3f}"
    summary = folder / "summary.json"
    text, why, _ = run([options.build / "bin/roofline", "analyze", source, "--top", design["top"], "--summary-out", "-"])
    if not text:
        return {"error": why[0]}
    summary.write_text(text)
    command = [options.build / "bench/dataflow/dataflow-score", summary, "--clock", clock]
    command += ["--unsafe-math"] if hasUnsafeMath(source) else []
    nests = None
    if not options.ours:
        command += ["--given"]
        nests = "".join(f"{row['loop']} {row['II']} {row['depth']}\n" for row in rows if row["II"])
    if options.least:
        command += ["--least"]
    if options.flushes:
        command += ["--flushes"]
    text, why, code = run(command, nests)
    return {"error": why[0]} if code else json.loads(text)


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def table(results, kind):
    """Rows of Markdown: errors of the report and of the model, by group of designs."""
    groups = collections.defaultdict(list)
    for design, _, ours, report in results:
        groups[group(design)].append((ours, report))
        groups["all"].append((ours, report))
    lines = [f"| {kind} | n | report: mean, worst | model: mean, worst | model: median, 90 % | nearer, of those that "
             "the report has wrong by 1 % |", "|---|---|---|---|---|---|"]
    for name in sorted(groups, key=lambda name: (name == "all", name)):
        ours, report = zip(*groups[name])
        off = [(o, r) for o, r in zip(ours, report) if r > 0.01]
        lines.append(f"| {name} | {len(ours)} | {statistics.mean(report):.1%}, {max(report):.1%} | "
                     f"{statistics.mean(ours):.3%}, {max(ours):.2%} | {statistics.median(ours):.3%}, "
                     f"{quantile(ours, 0.9):.2%} | {sum(o < r for o, r in off)} of {len(off)} |")
    return "\n".join(lines)


def score(options, rows):
    """[(design, what dataflow-score says, our error, the report's)], and [(design, why not)]."""
    results, unknown = [], []
    for design in readCsv(options.data / "streamhls_designs.csv"):
        source = options.streamhls / FOLDER / design["source"]
        if options.only not in design["design"] or "dataflow" not in source.read_text().lower():
            continue
        with tempfile.TemporaryDirectory() as folder:
            said = scored(options, design, rows[design["design"]], pathlib.Path(folder))
        why = said.get("error") or said.get("deadlock") or "; ".join(said.get("missing", []))
        truth = int(design["rtl_cosim_cycles"])
        if why:
            unknown.append((design, why))
        else:
            results.append((design, said, abs(said["cycles"] / truth - 1),
                            abs(int(design["latency_worst"]) / truth - 1)))
    return results, unknown


def writeDocs(options, rows):
    """Redraws the tables of docs/validation.md."""
    tables = []
    for options.ours, kind in (False, "given"), (True, "ours"):
        results, unknown = score(options, rows)
        tables.append(table(results, kind) + (f"\n\n{len(unknown)} designs are not followed." if unknown else ""))
    page = ROOT / "docs/validation.md"
    begin, end = "<!-- bench/dataflow/dataflow.py --docs writes from here -->\n", "<!-- to here (dataflow) -->"
    before, rest = page.read_text().split(begin)
    page.write_text(before + begin + "\n\n".join(tables) + "\n" + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--streamhls", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--ours", action="store_true", help="intervals and depths of the model vitis")
    parser.add_argument("--least", action="store_true", help="print the least depths of the FIFOs, too")
    parser.add_argument("--flushes", action="store_true", help="pipelines that flush instead of freezing")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="print the N designs that are furthest off")
    parser.add_argument("--docs", action="store_true", help="redraw the tables of docs/validation.md")
    parser.add_argument("--only", default="", metavar="TEXT", help="designs whose path has TEXT")
    options = parser.parse_args()
    rows = collections.defaultdict(list)
    for row in readCsv(options.data / "streamhls_loops.csv"):
        rows[row["design"]].append(row)
    if options.docs:
        return writeDocs(options, rows)
    results, unknown = score(options, rows)
    for design, said, _, _ in results if options.least else []:
        words = lambda key: sum(f[key] * f["lanes"] for f in said["fifos"])
        slots = lambda key: sum(f[key] for f in said["fifos"])
        print(f"{design['source']}: {slots('declared')} -> {slots('least')} a lane, "
              f"{words('declared')} -> {words('least')} words")
    if results:
        print(table(results, "ours" if options.ours else "given"))
    for design, said, error, report in sorted(results, key=lambda r: -r[2])[:options.worst]:
        print(f"  {error:.3%} {design['source']}: {said['cycles']}, RTL {design['rtl_cosim_cycles']}, "
              f"report {design['latency_worst']}; {said['events']} events, {said['seconds']:.3f} s")
    for design, why in unknown:
        print(f"  unknown {design['source']}: {why}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
