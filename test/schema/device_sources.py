"""device_sources.py FILE...: checks that every number of the device files names where it
is from, and that numbers of benchmarks, and these alone, say so."""
import re
import sys
import yaml

GUESSED = re.compile("(assumed|fitted|estimated): .{8,}")


def check(place, node):
    if isinstance(node, list):
        node = dict(enumerate(node))
    if not isinstance(node, dict):
        return
    if "value" not in node:
        for key, entry in node.items():
            check(f"{place}.{key}", entry)
        return
    source = node["source"]
    if not re.search("[A-Za-z]{3}", source):
        sys.exit(f"{place}: no source: '{source}'")
    if source.startswith("assumed:") and not GUESSED.match(source):
        sys.exit(f"{place}: assumed without a reason")
    if place.endswith(".measured") and not re.match("(measured|assumed): ", source):
        sys.exit(f"{place}: measured by whom? '{source}'")
    if re.search(r"\.(peak|bandwidth|operations|cores)$", place) and source.startswith("measured:"):
        sys.exit(f"{place}: a measured number as one of the data sheet")


for path in sys.argv[1:]:
    with open(path) as text:
        check(path, yaml.safe_load(text))
