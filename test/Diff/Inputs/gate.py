"""gate.py ROOFLINE OLD NEW METRIC...: checks a limit of each metric. OLD keeps it against
itself, and NEW breaks it exactly when a number of the kernels in the reports grows by more.
"""
import json
import subprocess
import sys

roofline, old, new = sys.argv[1:4]


def kernel_numbers(path):
    """Returns the largest bounds by kernel and metric, from the report itself."""
    result = {}
    for k in json.load(open(path))["kernels"]:
        fit, counts, board = k["fit"]["kernel"], k["counts"], k["board"]
        result[k["kernel"]] = {
            "time": k["time_s"], "cycles": k["cycles"], "transactions": k["transactions"],
            "ii": max(p["interval"] for p in board["pipelines"]),
            "words": sum(u["words"] for u in board["units"]),
            "bytes": counts["requested"]["most"], "compulsory": counts["compulsory"]["most"],
            "work": counts["work"]["most"], "logic": fit["logic_alm"],
            "memory": fit["memory_blocks"], "dsp": fit["dsp_blocks"]}
    return result


def code(first, second, limit):
    return subprocess.run([roofline, "diff", first, second, "--fail-on", limit],
                          stdout=subprocess.DEVNULL).returncode


before, after = kernel_numbers(old), kernel_numbers(new)
problems, broken = [], 0
for metric in sys.argv[4:]:
    growth = max(after[k][metric] - before[k][metric] for k in before)
    broken += growth > 0
    for limit, expected in ((0, 2 if growth > 0 else 0), (growth * 0.99, 2 if growth > 0 else 0),
                            (growth * 1.01, 0)):
        if limit >= 0 and code(old, new, f"{metric}={limit!r}") != expected:
            problems.append(f"{metric}={limit}: not {expected}")
    if code(old, old, f"{metric}=0%") != 0:
        problems.append(f"{metric}: equal reports break it")
if broken < 8:
    problems.append(f"only {broken} numbers grow: this tests little")
sys.exit("\n".join(problems) or 0)
