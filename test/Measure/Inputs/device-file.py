#!/usr/bin/env python3
"""device-file.py FILE: checks the output of `roofline measure -o FILE` for a CPU."""
import re
import sys

import yaml

SOURCE = re.compile(r"measured: .+ \(best of (\d+) runs; median ([\d.]+), worst "
                    r"([\d.]+)\), \d{4}-\d\d-\d\d, .+ driver .+")


def check(value, unit):
    """Checks one number: its unit, its source, and the order of its runs."""
    assert value.keys() == {"value", "unit", "source"}, value
    assert value["unit"] == unit, value
    runs, median, worst = SOURCE.fullmatch(value["source"]).groups()
    assert int(runs) >= 3, value
    # Rounded alike, so that equal numbers compare as equal.
    assert value["value"] >= float(median) >= float(worst) >= 0, value
    assert value["value"] > 0, value


with open(sys.argv[1], encoding="utf-8") as file:
    device = yaml.safe_load(file)

assert device["format"] == "roofline-device" and device["version"] == 3
assert device["kind"] == "cpu"
for key, unit in ("clock", "MHz"), ("cores", "1"):
    assert device[key]["unit"] == unit and device[key]["value"] > 0

kinds = set()
for ceiling in device["ceilings"].values():
    check(ceiling["measured"], "Gop/s")
    kinds |= {(t, o) for t in ceiling["types"] for o in ceiling["operators"]}
for kind in (("float32", "mac"), ("int32", "add"), ("int32", "mul"),
             ("float32", "div"), ("float32", "special"), ("float64", "mac")):
    assert kind in kinds, kind

assert device["data"].keys() == {"external", "internal", "interconnect"}
for source in device["data"].values():
    check(source["measured"], "GB/s")

cells = set()
for row in device["bandwidth_table"]:
    check(row["bandwidth"], "GB/s")
    cells.add((row["pattern"], row["stride"], row["size"]))
assert len(cells) == len(device["bandwidth_table"])
strided = {cell for cell in cells if cell[0] == "strided"}
assert len({stride for _, stride, _ in strided}) >= 4
assert len({size for _, _, size in strided}) >= 4
assert {cell[0] for cell in cells} == {"contiguous", "strided", "triad",
                                       "host-write", "host-read"}
