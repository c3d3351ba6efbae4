#!/usr/bin/env python3
"""transfers.py CORE: the testbench moves as many words as each port's transfers have."""
import json
import math
import pathlib
import sys

core = pathlib.Path(sys.argv[1])
description = json.loads((core / "core.json").read_text())
ports = description["inputs"] + description["outputs"]
assert len(ports) >= 4
for port in ports:
    moved = sum(math.prod(t["counts"]) for t in port["transfers"])
    words = len((core / "tb" / (port["port"] + ".hex")).read_text().split())
    assert moved == port["beats"] == words > 0, (port["port"], moved, words)
