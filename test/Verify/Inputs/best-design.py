"""Runs a command on the first synthesised design of a report: both find the same resources."""
import json
import subprocess
import sys

report, result, *command = sys.argv[1:]
design = json.load(open(report))["kernels"][0]["synthesised"][0]
subprocess.run([*command, "--variant", design["variant"], "--json", result], check=True)
resources = json.load(open(result))["resources"]
assert resources.items() <= design.items(), (resources, design)
assert design["synthesised"]["LUT"] > 0
