"""same_row.py SPACE ONE: checks that a design verified alone equals its row in the
space."""
import json
import sys

space, one = (json.load(open(path)) for path in sys.argv[1:])
assert [d["verification"] for d in space["designs"] if d["variant"] == one["variant"]] \
    == [one], one["variant"]
