"""nearly_as_fast.py REPORT.json: the best design beside the front that it is of."""
import json
import sys

kernel = json.load(open(sys.argv[1], encoding="utf-8"))["kernels"][0]
front, best = kernel["front"], kernel["best"]
fastest = front[0]["latency"]["most"]
assert fastest < best["latency"]["most"] <= 1.01 * fastest, (fastest, best)
slower = [one for one in front if one["latency"]["most"] > best["latency"]["most"]]
assert all(one["latency"]["most"] > 1.01 * fastest for one in slower), slower
assert best["resources"]["lut"] < front[0]["resources"]["lut"], best
