#!/usr/bin/env python3
"""Compares the counts of a kernel summary with the operations that the kernel executes.

Every kernel of opencl-samples/ and bench/accesses/ with affine control flow runs under
Oclgrind at a small size (`roofline profile`); the summary's tallies and trip counts give
the same numbers. README.md describes the comparison. Exit code 1 when they differ.
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
from accesses import BUFFER, CASES, IRREGULAR, SAMPLES, Unknown, evaluate, iterations, sizes, \
    work_items  # noqa: E402

# Operations that only control, keep a scalar of the source in memory, or cast a pointer to
# another address space. OpenCL C 2.0 has such casts; 1.2, which Oclgrind runs, does not.
STEERING = {"br", "ret", "switch", "phi", "alloca", "unreachable", "call", "barrier",
            "addrspacecast"}
# Kernels whose conditions the launch decides. Their counts are exact, except when data
# decide too.
CONDITIONS = {
    "prologue": ([64], [16], {"n": 50}),
    "tail": ([64], [16], {"n": 37}),
    "early_return": ([64], [16], {"n": 37}),
    "interior": ([16, 8], [4, 4], {"w": 16, "h": 8}),
    "border": ([16, 8], [4, 4], {"w": 16, "h": 8}),
    "tree": ([64], [32], {}),
    "doubling": ([64], [32], {}),
    "triangle_if": ([4], [2], {"n": 13}),
    "below_id": ([16], [4], {"n": 9}),
    "guarded_triangle": ([32], [8], {"n": 21}),
    "remainders": ([16, 8], [4, 4], {"w": 16}),
    "arms": ([32], [8], {"n": 21}),
    "named": ([32], [8], {"n": 32}),
    "of_groups": ([32], [8], {"n": 7}),
    "halo": ([64], [16], {"n": 64}),
    "nested": ([32], [8], {"n": 25, "m": 7}),
    "of_data": ([32], [8], {"n": 21}),
    "leaves_early": ([32], [8], {"n": 7}),
    "band": ([16, 16], [4, 4], {"w": 16}),
    "linear": ([16, 8], [4, 4], {"w": 16, "n": 77}),
    "clamped_loop": ([8], [4], {"n": 9}),
    "not_all": ([32], [8], {"n": 20, "m": 3}),
}
OF_DATA = {"of_data", "leaves_early"}
ALL_CASES = CASES | {str(HERE / "conditions.cl"): CONDITIONS}
FUSED = {"fmuladd": ("fmul", "fadd"), "mad24": ("mul", "add")}  # two to the tool


ALWAYS = {"form": 1, "is_of_data": False}


def enclosing(kernel, loop):
    """The loops around code in `loop`, outermost first."""
    result = []
    while loop is not None:
        result.insert(0, loop)
        loop = kernel["loops"][loop].get("parent")
    return result


def is_open(when):
    """True when data decide, or a condition without a form."""
    return when["is_of_data"]


def runs(kernel, loop, also_at_exit, when, items):
    """Returns (least, most) executions of code in a loop, or outside of all loops."""
    loops = enclosing(kernel, loop)
    guards = [when] + [kernel["loops"][l]["when"] for l in loops
                       if kernel["loops"][l]["predicated"]]
    most = sum(1 for _, env in items for point in iterations(kernel, loops, env)
               if all(evaluate(g["form"], point) >= 1 for g in guards))
    exact = all(kernel["loops"][l]["trip"]["kind"] == "exact" for l in loops) and \
        not any(map(is_open, guards))
    least = most if exact else 0
    if also_at_exit:
        around = loops[-2] if len(loops) > 1 else None
        own = kernel["loops"][loop]
        entries = runs(kernel, around, own["also_at_exit"],
                       own["when"] if own["predicated"] else ALWAYS, items)
        least, most = least + entries[0] * exact, most + entries[1]
    return least, most


def is_compared(name, space):
    return name not in STEERING and space != "private"


def expected(kernel, case):
    """Returns {(line, column, name, type, lanes, space): [least, most, bytes of one]}."""
    items = list(work_items(kernel, case))
    known = {}
    result = collections.defaultdict(lambda: [0, 0, 0])
    for t in kernel["tallies"]:
        moves = t["bytes"] > 0
        if not is_compared(t["name"], t["space"] if moves else ""):
            continue
        if t["is_loop_lost"]:
            raise Unknown("a loop that the canonical form has lost")
        when = t["when"] if t["predicated"] else ALWAYS
        around = (t.get("loop"), t["also_at_exit"], json.dumps(when))
        if around not in known:
            known[around] = runs(kernel, t.get("loop"), t["also_at_exit"], when, items)
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
    """Returns the counts of a profile: {key: (count, bytes)}."""
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


def check(kernel, case, profile, may_differ):
    """Returns (places, places with bounds, faults)."""
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
        elif least != most and not may_differ:
            faults.append(f"{text}: {least} to {most} counted, the launch tells")
        elif key[5] and moved != count * one:
            faults.append(f"{text}: {moved} bytes moved, {count} x {one} counted")
    return len(static), bounds, faults


def check_totals(roofline, path, kernel, case, profile, may_differ):
    """Returns the faults of the sums in `roofline analyze`."""
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
        if number["least"] is None or not number["least"] <= count <= number["most"] or \
                (number["least"] != number["most"] and not may_differ):
            faults.append(f"all {o['name']} {o['type']}: {count} executed, {number} counted")
    faults += [f"all {name} {of}: {count} executed, none counted"
               for (name, of), count in real.items() if name not in ("load", "store")]
    for t in counts["requested_by_space"]:
        if t["space"] == "private":
            continue
        for way in ("read", "written"):
            count, number = moved[t["space"], way], t[way]
            if number["least"] is None or not number["least"] <= count <= number["most"] or \
                    (number["least"] != number["most"] and not may_differ):
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
        for file, cases in ALL_CASES.items():
            path = SAMPLES / file
            summary = folder / "summary.json"
            subprocess.run([str(options.roofline), "analyze", str(path), "--allow-unknown",
                            "--summary-out", str(summary)], check=True, capture_output=True)
            for kernel in json.loads(summary.read_text(encoding="utf-8"))["kernels"]:
                if kernel["name"] not in cases or options.only not in kernel["name"]:
                    continue
                case = cases[kernel["name"]]
                profile = run_profile(options.roofline, path, kernel, case, folder)
                may_differ = cases is not CONDITIONS or kernel["name"] in OF_DATA
                places, bounds, faults = check(kernel, case, profile, may_differ)
                faults += check_totals(options.roofline, path, kernel, case, profile,
                                       may_differ)
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
