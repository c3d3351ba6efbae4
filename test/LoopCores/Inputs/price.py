#!/usr/bin/env python3
"""price.py ROOFLINE FOLDER KERNELS FAMILIES NAME [OPTION...]: emits KERNELS/NAME.cl as loops into FOLDER
and synthesises it for families, as xc7,ecp5. Flip-flops and LUTs are to be within 10 % of the prediction, memory
blocks and DSP blocks equal. Prints what is not, and exits with 1 then."""
import json
import pathlib
import shutil
import subprocess
import sys

roofline, folder, kernels, families, name, *options = sys.argv[1:]
core = pathlib.Path(folder) / name
shutil.rmtree(core, ignore_errors=True)
core.parent.mkdir(parents=True, exist_ok=True)
subprocess.run([roofline, "emit", "verilog", f"{kernels}/{name}.cl", "--variant", "loops", *options,
                "-o", core], check=True, stdout=subprocess.DEVNULL)
problems = []
for family in families.split(","):
    # 2: a path without measured delays, which is no matter here
    run = subprocess.run([roofline, "verify", core, "--target", family, "--seeds", "1", "--json", "-"],
                         stdout=subprocess.PIPE, check=False)
    resources = json.loads(run.stdout)["resources"] if run.returncode in (0, 2) else {}
    predicted, real = resources.get("predicted"), resources.get("synthesised")
    if not predicted or not real:
        problems.append(f"{name} on {family}: no resources")
        continue
    for kind, share in (("LUT", 0.1), ("FF", 0.1), ("BRAM", 0), ("DSP", 0)):
        if abs(predicted[kind] - real[kind]) > share * real[kind]:
            problems.append(f"{name} on {family}: {predicted[kind]:g} {kind} predicted, {real[kind]:g} came out")
print("\n".join(problems))
sys.exit(bool(problems))
