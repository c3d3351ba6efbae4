"""totals.py REPORT NAME...: prints how often the operators run by a report."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    counts = json.load(file)["kernels"][0]["counts"]
for operation in counts["operations"]:
    if operation["name"] in sys.argv[2:]:
        number = operation["number"]
        print(f"{operation['name']} {number['least']:g} to {number['most']:g}")
