#!/usr/bin/env python3
"""notices.py PAGE.html package-lock.json: the page names every package of the lock file with its
licence, has texts of licences, and Vega is a version without the flaws published up to 5.32."""
import html
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    lock = json.load(file)["packages"]
block = re.search(r'<template id="notices"><pre>(.*?)</pre></template>', page, re.S)
notices = html.unescape(block.group(1))
for path, package in lock.items():
    if not path:
        continue
    assert package["integrity"].startswith("sha512-"), path
    name = path.rsplit("node_modules/", 1)[1]
    line = f"{name} {package['version']} ({package['license']})"
    assert line in notices, line
for text in ("Redistributions in binary form must reproduce the above copyright",
             "Permission to use, copy, modify, and/or distribute this software"):
    assert " ".join(text.split()) in " ".join(notices.split()), text
# Scripts could come in by expressions of a plot below 5.32.0, and by toString() of a selection's
# data (GHSA-7f2v-3qq3-vvjf) below vega-selections 5.6.3.
selections = tuple(map(int, lock["node_modules/vega-selections"]["version"].split(".")))
assert selections >= (5, 6, 3), selections
version = tuple(map(int, lock["node_modules/vega"]["version"].split(".")))
assert (5, 32, 0) <= version < (6, 0, 0), version
print("every package of the lock file has its notice")
