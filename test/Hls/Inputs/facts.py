"""Prints the directives and memories of the summaries in FILE, a line each.

    facts.py FILE
"""
import json
import sys

for kernel in json.load(open(sys.argv[1]))["kernels"]:
    print("kernel", kernel["name"])
    for d in kernel["directives"]:
        options = "".join(" " + o["name"] + ("=" + o["value"] if o["value"] else "") for o in d["options"])
        place = "a lost loop" if d["is_loop_lost"] else d["function"]
        if "loop" in d:
            loop = kernel["loops"][d["loop"]]
            place = f"loop {loop['label']} at {loop['location']['line']}"
        print(f"line {d['location']['line']}: {d['name']}{options} in {place}")
    for m in kernel["memories"]:
        kind = "argument" if m["is_argument"] else "static" if m["is_static"] else "local"
        element = f"{m['element']['scalar']}{m['element']['bits']}"
        constant = " constant" if m["is_constant"] else ""
        print(f"{kind}{constant} {element} {m['name']}{m['dimensions']}")
    for a in kernel["accesses"]:
        print("access", a["kind"], a["space"], a["base"])
