"""Prints operations and global bytes of the block of a kernel's only loop."""
import json
import sys

kernel = json.load(open(sys.argv[1]))["kernels"][0]
loop = next(n for n in kernel["nodes"] if n["kind"] == "loop")
(body,) = (kernel["nodes"][c] for c in loop["children"])
block = kernel["blocks"][body["index"]]
first = block["first_operation"]
names = [o["name"] for o in kernel["operations"][first:first + block["num_operations"]]]
moved = sum(a["bytes"] for a in kernel["accesses"])
print(len(names), "operations,", moved, "bytes:", " ".join(sorted(names)))
