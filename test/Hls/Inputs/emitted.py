"""emitted.py FOLDER REPORT: `analyze` of an emitted program and its own cycles agree.

A pass takes one cycle for each beat and for each beat that a stage holds back: pass_cycles of
program.json. The vendor's pipelines add their depth: the first token leaves each process depth - 1
cycles after it came, and starting takes one. Bursts are asked for before the first, those of several
arguments at once, and answered behind the last. What is no burst has its answer in the depth.
"""
import json
import pathlib
import sys

folder, report = map(pathlib.Path, sys.argv[1:])
program = json.loads((folder / "program.json").read_text())
kernel, = json.loads(report.read_text())["kernels"]
depths = [loop["depth"] for loop in kernel["loops"] if loop["is_pipelined"]]
requests = [max((bus["request"] for bus in kernel["buses"]
                 if bus["is_burst"] and bus["is_write"] == is_write), default=0)
            for is_write in (False, True)]
wanted = program["pass_cycles"] + 1 + sum(depth - 1 for depth in depths) + sum(requests)
cycles = kernel["latency"]
print(f"{len(depths)} processes: {program['pass_cycles']} cycles a pass, {wanted:.0f} as Vitis HLS builds it")
if cycles != {"least": wanted, "most": wanted}:
    sys.exit(f"analyze says {cycles}")
