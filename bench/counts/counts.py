#!/usr/bin/env python3
"""Compares what a kernel summary counts with what the kernel executes.

Every kernel of opencl-samples/ and bench/accesses/ with affine control flow runs
under Oclgrind at a small size (`roofline profile`); the same numbers follow from the
summary's tallies and trip counts. README.md says what is compared. Exit code 1 where
they differ.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "accesses"))
from accesses import BUFFER, CASES, IRREGULAR, SAMPLES, Unknown, iterations, sizes, work_items  # noqa: E402

# What steers, keeps a scalar of the source in memory, or moves a pointer to another
# address space, as OpenCL C 2.0 does and 1.2, which Oclgrind runs, does not.
STEERING = {"br", "ret", "switch", "phi", "alloca", "unreachable", "call", "barrier",
            "addrspacecast"}
FUSED = {"fmuladd": ("fmul", "fadd"), "mad24": ("mul", "add")}  # two to the tool


def enclosing(kernel, loop):
    """The loops around what stands in `loop`, outermost first."""
    result = []
    while loop is not None:
        result.insert(0, loop)
        loop = kernel["loops"][loop].get("parent")
    return result


def runs(kernel, loop, also_at_exit, predicated, items):
    """(least, most) executions of what stands in a loop, or outside of all."""
    loops = enclosing(kernel, loop)
    most = sum(1 for _, env in items for _ in iterations(kernel, loops, env))
    exact = not predicated and all(
        kernel["loops"][l]["trip"]["kind"] == "exact" and not kernel["loops"][l]["predicated"]
        for l in loops)
    if also_at_exit:
        most += runs(kernel, loops[-2] if len(loops) > 1 else None,
                     kernel["loops"][loop]["also_at_exit"], False, items)[1]
    return most if exact else 0, most


def is_compared(name, space):
    return name not in STEERING and space != "private"


def expected(kernel, case):
    """{(line, column, name, type, lanes, space): [least, most, bytes of one]}"""
    items = list(work_items(kernel, case))
    known = {}
    result = collections.defaultdict(lambda: [0, 0, 0])
    for t in kernel["tallies"]:
        moves = t["bytes"] > 0
        if not is_compared(t["name"], t["space"] if moves else ""):
            continue
        if t["is_loop_lost"]:
            raise Unknown("a loop that the canonical form has lost")
        around = (t.get("loop"), t["also_at_exit"], t["predicated"])
        if around not in known:
            known[around] = runs(kernel, *around, items)
        least, most = known[around]
        scalar = t["type"]["scalar"]
        of = scalar + str(t["type"]["bits"]) if scalar != "none" else "none"
        at = t["location"]
        row = result[at["line"], at["column"], t["name"], of, t["type"]["lanes"],
                     t["space"] if moves else ""]
        row[0] += least * t["number"]
        row[1] += most * t["number"]
        row[2] = t["bytes"]
    return result


def executed(profile):
    """The same of a profile: {key: (count, bytes)}."""
    result = collections.defaultdict(lambda: [0, 0])
    for o in profile["operations"]:
        space = o.get("space", "")
        if not is_compared(o["name"], space):
            continue
        if o["name"] == "getelementptr":
            space = ""
        row = result[o["line"], o["column"], o["name"], o["type"], o["lanes"], space]
        row[0] += o["count"]
        row[1] += max(o.get("read", 0), o.get("written", 0))
    return result


def launch_options(kernel, case):
    whole, group = sizes(kernel, case)
    options = ["--kernel", kernel["name"], "--global", ",".join(map(str, whole)),
               "--local", ",".join(map(str, group))]
    for name, value in case[2].items():
        options += ["--arg", f"{name}={value}"]
    return options


def run_profile(roofline, path, kernel, case, folder):
    command = [str(roofline), "profile", str(path), "-o", str(folder / "profile.json")]
    command += launch_options(kernel, case)
    for arg in kernel["arguments"]:
        if arg["kind"] == "buffer":
            count = BUFFER * 8 // max(8, arg["element"]["bits"] * arg["element"]["lanes"])
            fill = ":zero" if kernel["name"] in IRREGULAR else ""  # data are indices
            command += ["--buffer", f"{arg['name']}={count}{fill}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"counts: {path}: {kernel['name']}: {done.stderr}")
    profile = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
    return profile["kernels"][0]


def check(kernel, case, profile):
    """(places, places with bounds, faults)"""
    try:
        static = expected(kernel, case)
    except Unknown as unknown:
        return 0, 0, [f"not in closed form: {unknown}"]
    real = executed(profile)
    faults, bounds = [], 0
    for key in sorted(static.keys() | real.keys()):
        least, most, one = static.get(key, (0, 0, 0))
        count, moved = real.get(key, (0, 0))
        bounds += least != most
        text = f"{key[0]}:{key[1]} {key[2]} {key[3]}x{key[4]} {key[5]}"
        if not least <= count <= most:
            faults.append(f"{text}: {count} executed, {least} to {most} counted")
        elif key[5] and moved != count * one:
            faults.append(f"{text}: {moved} bytes moved, {count} x {one} counted")
    return len(static), bounds, faults


def check_totals(roofline, path, kernel, case, profile):
    """Faults of the numbers that `roofline analyze` itself adds up."""
    done = subprocess.run([str(roofline), "analyze", str(path), "--allow-unknown", "--json",
                           "-"] + launch_options(kernel, case),
                          capture_output=True, text=True, check=True)
    counts = json.loads(done.stdout)["kernels"][0]["counts"]
    real, moved = collections.Counter(), collections.Counter()
    for (_, _, name, of, lanes, _), (count, _) in executed(profile).items():
        for part in FUSED.get(name, (name,)):
            real[part, of.replace("pointer64", "pointer")] += count * lanes
    for entry in profile["bytes"]:
        moved[entry["space"], "read"] = entry["read"]
        moved[entry["space"], "written"] = entry["written"]
    faults = []
    for o in counts["operations"]:
        if o["name"] in STEERING or o["name"] in ("load", "store"):
            continue
        count, number = real.pop((o["name"], o["type"]), 0), o["number"]
        if number["least"] is None or not number["least"] <= count <= number["most"]:
            faults.append(f"all {o['name']} {o['type']}: {count} executed, {number} counted")
    faults += [f"all {name} {of}: {count} executed, none counted"
               for (name, of), count in real.items() if name not in ("load", "store")]
    for t in counts["requested_by_space"]:
        if t["space"] == "private":
            continue
        for way in ("read", "written"):
            count, number = moved[t["space"], way], t[way]
            if number["least"] is None or not number["least"] <= count <= number["most"]:
                faults.append(f"bytes {way} {t['space']}: {count} moved, {number} counted")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", help="only kernels whose name contains this")
    options = parser.parse_args()
    wrong = total = 0
    print(f"{'kernel':22} {'operations':>11} {'exact':>6} {'bounds':>7}  executed")
    with tempfile.TemporaryDirectory(prefix="roofline-counts-") as name:
        folder = pathlib.Path(name)
        for file, cases in CASES.items():
            path = SAMPLES / file
            summary = folder / "summary.json"
            subprocess.run([str(options.roofline), "analyze", str(path), "--allow-unknown",
                            "--summary-out", str(summary)], check=True, capture_output=True)
            for kernel in json.loads(summary.read_text(encoding="utf-8"))["kernels"]:
                if kernel["name"] not in cases or options.only not in kernel["name"]:
                    continue
                case = cases[kernel["name"]]
                profile = run_profile(options.roofline, path, kernel, case, folder)
                places, bounds, faults = check(kernel, case, profile)
                faults += check_totals(options.roofline, path, kernel, case, profile)
                total += places
                wrong += len(faults)
                ran = sum(count for count, _ in executed(profile).values())
                print(f"{kernel['name']:22} {places:11} {places - bounds:6} {bounds:7} {ran:9}")
                for fault in faults:
                    print(f"    {fault}")
    print(f"\n{total} operations at their places agree, but for {wrong}")
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
