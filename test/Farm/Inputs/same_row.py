"""same_row.py SPACE ONE: a design verified alone is the same row of its space."""
import json
import sys

space, one = (json.load(open(path)) for path in sys.argv[1:])
assert [d["verification"] for d in space["designs"] if d["variant"] == one["variant"]] \
    == [one], one["variant"]
