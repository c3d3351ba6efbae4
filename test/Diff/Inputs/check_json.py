"""check_json.py BROKEN SAME: checks a comparison with broken limits, and one of equal
reports."""
import json
import sys

broken, same = (json.load(open(path)) for path in sys.argv[1:3])
kernels = {k["kernel"]: k for k in broken["kernels"]}
assert not broken["same"] and kernels["rows"]["same"] and not kernels["scale"]["same"]
numbers = {n["metric"]: n for n in kernels["scale"]["parts"][0]["numbers"]}
# 4096 elements are read and written; the sum reads as many again.
assert numbers["bytes"]["old"] == {"least": 32768, "most": 32768}, numbers["bytes"]
assert numbers["bytes"]["new"] == {"least": 49152, "most": 49152}, numbers["bytes"]
assert numbers["bytes"]["growth"] == 0.5 and numbers["bytes"]["trend"] == "more"
loop, = (p for p in kernels["scale"]["parts"] if p["kind"] == "loop")
assert (loop["old_location"]["line"], loop["new_location"]["line"]) == (13, 14), loop
assert any(i["what"] == "dependence behind the interval" and i["old"] == "none"
           for i in loop["inputs"]), loop
new = [p["name"] for p in kernels["scale"]["parts"] if p["presence"] == "new"]
assert new == ["read of out"], new
failures = [(f["kernel"], f["part"], f["limit"]["metric"]) for f in broken["gate"]["failures"]]
assert failures == [("scale", None, "time"), ("scale", None, "ii"), ("scale", "loop", "ii"),
                    ("scale", None, "bytes")], failures
assert not broken["gate"]["kept"]

assert same["same"] and same["gate"]["kept"] and same["gate"]["failures"] == []
assert all(k["same"] and not k["unexplained"] for k in same["kernels"])
