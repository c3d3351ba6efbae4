"""same-as-analyze.py DESIGNS.json ANALYZE...: compares each design of the front with the
report of the command ANALYZE on the design's text at its clock."""
import json
import subprocess
import sys

kernel = json.load(open(sys.argv[1]))["kernels"][0]
for design in kernel["front"]:
    report = json.loads(subprocess.run(
        sys.argv[2:] + ["--what-if", design["what_if"], "--clock",
                        repr(design["clock_hz"] / 1e6), "--json", "-"],
        check=True, capture_output=True).stdout)["kernels"][0]
    time = report["time_s"]
    if abs(time / design["time_s"] - 1) > 1e-9:
        sys.exit(f"{design['what_if']}: {time} s, not {design['time_s']} s")
    logic = report["fit"]["used"]["logic_alm"]
    if abs(logic / design["used"]["logic"] - 1) > 1e-9:
        sys.exit(f"{design['what_if']}: logic {logic}")
