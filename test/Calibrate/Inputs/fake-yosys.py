#!/usr/bin/env python3
"""A fake yosys with results known by hand: an operator of W bits takes W LUTs up to 40 bits
and 3 W + 60 beyond, and W registers. It adds a line to $FAKE_LOG for each synthesis; run
number $FAKE_KILL kills the caller instead."""
import json
import os
import re
import signal
import sys

if sys.argv[1] == "-V":
    print("Yosys 0.0 (by hand)")
    sys.exit()

runs = os.environ["FAKE_LOG"] + ".runs"
with open(runs, "a") as log:
    log.write("run\n")
with open(runs) as log:
    if str(len(log.readlines())) == os.environ.get("FAKE_KILL"):
        os.kill(os.getppid(), signal.SIGKILL)
        sys.exit(1)

text = ""
for path in re.findall(r'read_verilog "(.*)"', open(sys.argv[2]).read()):
    text += open(path).read()
modules = {}
with open(os.environ["FAKE_LOG"], "a") as log:
    for name, body in re.findall(r"module (rb_\d+)(.*?)endmodule", text, re.S):
        width = int(re.search(r"output reg \[(\d+):0\]", body)[1]) + 1
        luts = width if width <= 40 else 3 * width + 60
        modules["\\" + name] = {"num_cells_by_type": {"LUT2": luts, "FDRE": width}}
        log.write(" ".join(body.split()) + "\n")
print("\nroofline-statistics")
print(json.dumps({"modules": modules}))
print("roofline-statistics")
