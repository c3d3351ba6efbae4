#!/usr/bin/env python3
"""Runs the plugin and the driver over the kernels of five Debian packages.

For every file: clang without and with the plugin (crash, time-out, changed IR), and the
driver's kernel summary (complete, or incomplete and why; affine accesses). README.md
explains the columns. Exit code 1 after a crash, a time-out, a changed module or a
compilation that fails only with the plugin.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import files

# Reasons that lie in the kernel, not in the analysis. By data: the address comes
# from memory, from a call or from floating point, directly or through a choice.
BY_DATA = re.compile(
    r"read from memory|result of|depends on data|floating point|normalized"
    r"|when the kernel runs")
# By its form: the source computes it with %, /, shifts or bits of an id or counter,
# or multiplies two of them.
BY_FORM = re.compile(r"computed by|shifted by|narrowed|not linear")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plugin", type=pathlib.Path,
                        help="libRoofline.so; without it clang alone is tried")
    parser.add_argument("--roofline", type=pathlib.Path,
                        help="the driver (default: ../bin/roofline of the plugin)")
    parser.add_argument("--short", action="store_true",
                        help="darktable and the files of sample.txt")
    parser.add_argument("--only", help="only files whose name contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=60, help="[s] of one run")
    parser.add_argument("--cache", type=pathlib.Path, default=files.CACHE)
    parser.add_argument("--json", type=pathlib.Path, help="write every file's result")
    options = parser.parse_args()
    if options.plugin:
        options.plugin = options.plugin.resolve()
        if not options.roofline:
            options.roofline = options.plugin.parent.parent / "bin" / "roofline"
    if options.roofline and not options.roofline.exists():
        parser.error(f"no driver at {options.roofline}")
    return options


def run(command, timeout):
    """Runs a command; returns (ok, fails, crashes or times out; standard error)."""
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return "times out", ""
    # clang's driver turns the signal of its child into 128 + n and a plea.
    if done.returncode < 0 or done.returncode > 128 or \
            "PLEASE submit a bug report" in done.stderr:
        return "crashes", done.stderr
    return ("fails" if done.returncode else "ok"), done.stderr


def try_clang(kernel, options, folder):
    """Compiles without and with the plugin, with the same other options."""
    record = ["-fsave-optimization-record", "-foptimization-record-passes=fpga-cost"]
    plain, plugged = folder / "plain.ll", folder / "plugged.ll"
    outcome, text = run(kernel.clang(*record, "-o", str(plain), form="-S"), options.timeout)
    if outcome != "ok":
        return {"clang": outcome, "clang_error": first_error(text)}
    if not options.plugin:
        return {"clang": "ok"}
    load = [f"-fplugin={options.plugin}", f"-fpass-plugin={options.plugin}"]
    outcome, text = run(kernel.clang(*record, *load, "-o", str(plugged),
                                     form="-S"),
                        options.timeout)
    result = {"clang": "ok", "plugin": outcome}
    if outcome != "ok":
        result["plugin_error"] = first_error(text)
    elif plain.read_bytes() != plugged.read_bytes():
        result["plugin"] = "changes the module"
    return result


def try_driver(kernel, options, folder):
    """Returns the kernels of the driver's summary: name, complete, why not, accesses."""
    summary, report = folder / "summary.json", folder / "report.json"
    outcome, text = run([str(options.roofline), "analyze", str(kernel.path),
                         *kernel.options, "--allow-unknown", "--summary-out",
                         str(summary), "--json", str(report)], options.timeout)
    result = {"driver": outcome, "kernels": []}
    if outcome == "fails":
        result["driver_error"] = first_error(text)
    if outcome != "ok":
        return result
    entries = json.loads(summary.read_text(encoding="utf-8"))["kernels"]
    prices = json.loads(report.read_text(encoding="utf-8"))["kernels"]
    result["kernels"] = [describe(e, p) for e, p in zip(entries, prices, strict=True)]
    return result


def describe(entry, price):
    accesses = [{"space": a["space"],
                 "affine": "index" in a and not a["index"]["irregular_along"],
                 "blocks": "index" in a and a["index"].get("blockwise", False),
                 "reason": reason_class(a.get("reason", ""))}
                for a in entry["accesses"]]
    unknowns = {f"{u['kind']}: {reason_class(u['reason'])}"
                for u in entry["unknowns"]}
    unknowns |= {m["what"] for m in price["missing"]
                 if m["what"].startswith("latency of the operator")
                 and "operator 'call " not in m["what"]}
    return {"name": entry["name"], "unknowns": sorted(unknowns), "accesses": accesses,
            "work": form_class(price["counts"]["work"]),
            "traffic": form_class(price["counts"]["requested"])}


FORM_CLASSES = ["exact", "bound", "by an unknown trip count", "none"]


def form_class(count):
    """The FORM_CLASSES member that says how a count depends on the launch."""
    if "most_form" not in count:
        return "none"
    if "trip(" in json.dumps(count["most_form"]):
        return "by an unknown trip count"
    return "exact" if count.get("least_form") == count["most_form"] else "bound"


def reason_class(reason):
    """Normalises a reason, so that reasons that only differ in a place or a number count
    together."""
    reason = re.sub(r"\bat (\S+:)?\d+:\d+", "at ...", reason)
    reason = re.sub(r"\S+:\d+:\d+:? ?|/\S+/", "", reason)
    return re.sub(r"\b\d+\b", "N", reason).strip()[:90]


def first_error(text):
    for line in text.splitlines():
        if "error:" in line:
            return reason_class(line[line.index("error:"):])
    return (text.strip().splitlines() or ["no message"])[-1][:90]


def try_file(kernel, options):
    with tempfile.TemporaryDirectory(prefix="roofline-corpus-") as name:
        folder = pathlib.Path(name)
        result = {"file": kernel.name, "package": kernel.package}
        result.update(try_clang(kernel, options, folder))
        if result["clang"] == "ok" and options.roofline:
            result.update(try_driver(kernel, options, folder))
    return result


def try_all(kernels, options):
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(try_file, kernel, options) for kernel in kernels]
        for done in concurrent.futures.as_completed(runs):
            results.append(done.result())
            if sys.stderr.isatty():
                print(f"\r{len(results)}/{len(kernels)} files", end="",
                      file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return sorted(results, key=lambda r: r["file"])


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def print_table(results):
    columns = ["files", "rejected", "kernels", "complete", "share", "accesses",
               "by data", "by form", "affine", "blocks", "share"]
    print(f"{'package':18}" + "".join(f"{c:>10}" for c in columns))
    for package in [*files.PACKAGES, "all"]:
        part = [r for r in results if package in (r["package"], "all")]
        if not part:
            continue
        kernels = [k for r in part for k in r.get("kernels", [])]
        complete = sum(not k["unknowns"] for k in kernels)
        accesses = global_accesses(part)
        affine = sum(a["affine"] for a in accesses)
        blocks = sum(a["blocks"] for a in accesses)
        other = [a["reason"] for a in accesses if not a["affine"] and not a["blocks"]]
        by_data = sum(bool(BY_DATA.search(reason)) for reason in other)
        by_form = sum(bool(BY_FORM.search(reason)) for reason in other
                      if not BY_DATA.search(reason))
        row = [len(part), sum(r["clang"] != "ok" for r in part), len(kernels),
               complete, share(complete, len(kernels)), len(accesses), by_data, by_form,
               affine, blocks, share(affine + blocks, len(accesses) - by_data - by_form)]
        print(f"{package:18}" + "".join(f"{cell:>10}" for cell in row))


def global_accesses(results):
    """The accesses that the model prices as memory transactions."""
    return [a for r in results for k in r.get("kernels", []) for a in k["accesses"]
            if a["space"] in ("global", "constant", "generic")]


def print_counts(title, counter, limit=15):
    if not counter:
        return
    print(f"\n{title}")
    for text, count in counter.most_common(limit):
        print(f"{count:8}  {text}")
    if len(counter) > limit:
        print(f"          and {len(counter) - limit} more reasons")


def print_report(results):
    print_table(results)
    kernels = [k for r in results for k in r.get("kernels", [])]
    print(f"\n{'closed forms':18}" + "".join(f"{c:>26}" for c in FORM_CLASSES))
    for title, key in ("W", "work"), ("Q, requested", "traffic"):
        number = collections.Counter(k[key] for k in kernels)
        print(f"{title:18}" + "".join(
            f"{number[c]:>16}{share(number[c], len(kernels)):>10}" for c in FORM_CLASSES))
    print_counts("kernels incomplete, by reason (a kernel may have several)",
                 collections.Counter(u for k in kernels for u in k["unknowns"]))
    print_counts("global accesses not affine, by reason", collections.Counter(
        a["reason"] for a in global_accesses(results)
        if not a["affine"] and not a["blocks"]))
    print_counts("files that the driver refuses", collections.Counter(
        r["driver_error"] for r in results if "driver_error" in r))
    print_counts("files that clang alone rejects", collections.Counter(
        r["clang_error"] for r in results if "clang_error" in r), limit=5)


def faults(results):
    for r in results:
        for who in ("plugin", "driver"):
            outcome = r.get(who, "ok")
            refused = who == "driver" and outcome == "fails"
            if outcome != "ok" and not refused:
                yield f"{r['file']}: {who} {outcome} {r.get(who + '_error', '')}"


def main():
    options = parse_options()
    kernels = files.corpus(options.short, options.cache)
    if options.only:
        kernels = [k for k in kernels if options.only in k.name]
    results = try_all(kernels, options)
    print_report(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    found = list(faults(results))
    print(f"\ncrashes, time-outs, changed modules, failures with the plugin alone: "
          f"{len(found)}")
    for fault in found:
        print(f"  {fault}")
    return 1 if found or not results else 0


if __name__ == "__main__":
    sys.exit(main())
