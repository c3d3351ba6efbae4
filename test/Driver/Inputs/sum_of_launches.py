"""sum_of_launches.py ALL ONE...: the time of ALL's application is the sum of ONE's times."""
import json
import sys

total = json.load(open(sys.argv[1]))["application"]["time_s"]
times = [json.load(open(path))["kernels"][0]["time_s"] for path in sys.argv[2:]]
if abs(total - sum(times)) > 1e-9 * total:
    sys.exit(f"{total} is not the sum {sum(times)} of {times}")
