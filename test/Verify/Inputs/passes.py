"""passes.py FOLDER STEPS STEPS_PER_PASS ARGUMENT=BUFFER...: checks the passes in
core.json."""
import json
import sys

core = json.load(open(sys.argv[1] + "/core.json"))
readme = open(sys.argv[1] + "/README.md").read()
steps, fused = int(sys.argv[2]), int(sys.argv[3])
passes = core["passes"]
count, rest = divmod(steps, fused)
assert passes["steps"] == steps and passes["steps_per_pass"] == fused
assert passes["passes"] == count + (rest > 0)
assert passes["steps_of_last_pass"] == (rest or fused)
assert passes["cycles"] == passes["passes"] * (core["launch_cycles"] + 2)
held = {r["argument"]: r["base_port"] for r in passes["results"]}
wanted = dict(pair.split("=") for pair in sys.argv[4:])
assert held == {field: "base_" + buffer for field, buffer in wanted.items()}, held
for result in passes["results"]:
    ports = result["base_ports"]
    assert ports[passes["passes"] % len(ports)] == result["base_port"]
for field, buffer in wanted.items():
    assert f"| `{field}` | `base_{buffer}` |" in readme
