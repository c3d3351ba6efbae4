"""Prints line, kind and mean trip count of each loop in a report of `roofline analyze`."""
import json
import sys


def loops(node):
    if node["kind"] == "loop":
        yield node["loop"]
    for child in node.get("children", []):
        yield from loops(child)


for kernel in json.load(open(sys.argv[1]))["kernels"]:
    for loop in loops(kernel["hierarchy"]):
        print(f"line {loop['location']['line']}:", loop["trip_kind"], loop["trip"])
