"""device_entries.py REPORT DEVICE: checks that the entries in REPORT equal those of the
file DEVICE, and include every value of the file that prices pipelines. """
import json
import sys

import yaml

SCALES = {"1": 1, "%": 0.01, "B": 1, "GB/s": 1e9, "MHz": 1e6, "cycle": 1, "cycle/word": 1,
          "ALM": 1, "block": 1, "ns": 1e-9, "version": 1}
SECTIONS = ("resources", "free", "memory", "board", "kernel", "structures", "latency")


def values(tree, path=""):
    """Yields the paths of the tree's values, each with number and unit."""
    for key, entry in tree.items():
        if isinstance(entry, dict) and "value" in entry:
            yield path + key, entry["value"], entry["unit"]
        elif isinstance(entry, dict):
            yield from values(entry, f"{path}{key}.")


entries = json.load(open(sys.argv[1]))["kernels"][0]["device_entries"]
device = yaml.safe_load(open(sys.argv[2]))
expected = dict()
for section in SECTIONS:
    for path, value, unit in values(device[section], section + "."):
        expected[path] = value * SCALES[unit]
del expected["memory.total_bandwidth"]  # checked against banks * bank_bandwidth, not used
problems = [f"{path}: {entries.get(path)}, not {expected.get(path)}"
            for path in sorted(set(entries) | set(expected))
            if path not in entries or path not in expected
            or abs(entries[path] - expected[path]) > 1e-9 * abs(expected[path])]
sys.exit("\n".join(problems) or 0)
