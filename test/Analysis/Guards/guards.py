#!/usr/bin/env python3
"""guards.py SUMMARY SOURCE: compares the conditions of stores with comments in the source.

A line with a store has a comment `// runs: CONDITION`, in Python, over i (the global id),
the kernel's arguments, and j and k (the iterations of the innermost loop around it, and of
the next). A final `, data` means that data decide, too, so that the condition is a bound.
The script evaluates the summary's forms at all points and prints wrong ones. """
import itertools
import json
import re
import sys

IDS = range(12)
ARGUMENTS = (-1, 0, 3, 5)
ITERATIONS = range(4)


def evaluate(form, at):
    if isinstance(form, int):
        return form
    if isinstance(form, str):
        return at[form]
    values = [evaluate(f, at) for f in form[1:]]
    if form[0] == "+":
        return sum(values)
    if form[0] == "*":
        product = 1
        for value in values:
            product *= value
        return product
    if form[0] in ("min", "max"):
        return {"min": min, "max": max}[form[0]](values)
    if form[0] in ("/", "%"):  # towards zero, as in C
        left, right = values
        quotient = abs(left) // abs(right) * (1 if left * right >= 0 else -1)
        return quotient if form[0] == "/" else left - right * quotient
    raise ValueError(form)


def loops_around(kernel):
    """Returns the loops around each block, the innermost first."""
    result = {}

    def walk(node, around):
        if node["kind"] == "block":
            result[node["index"]] = around
        if node["kind"] == "loop":
            around = [node["index"], *around]
        for child in node.get("children", []):
            walk(kernel["nodes"][child], around)

    walk(kernel["nodes"][kernel["root"]], [])
    return result


def check(kernel, access, condition, is_of_data):
    loops = loops_around(kernel)[access["block"]]
    guards = [kernel["blocks"][access["block"]]["when"]]
    guards += [kernel["loops"][loop]["when"] for loop in loops]
    problems = []
    if any(g["is_of_data"] for g in guards) != is_of_data:
        problems.append(f"data decide: {not is_of_data}")
    scalars = [a["name"] for a in kernel["arguments"] if a["kind"] == "scalar"]
    names = ["i", *scalars, *"jk"[:len(loops)]]
    points = [IDS] + [ARGUMENTS] * len(scalars) + [ITERATIONS] * len(loops)
    for values in itertools.product(*points):
        here = dict(zip(names, values))
        at = {"global_id(0)": here["i"], **{name: here[name] for name in scalars},
              **{f"loop:{loop}": here[name] for loop, name in zip(loops, "jk")}}
        forms = [evaluate(g["form"], at) for g in guards]
        runs = all(form > 0 for form in forms)
        if any(form not in (0, 1) for form in forms):
            problems.append(f"{forms} at {here}: neither 0 nor 1")
        if runs != bool(eval(condition, {}, here)):
            problems.append(f"{'runs' if runs else 'does not run'} at {here}")
    return problems


lines = open(sys.argv[2]).read().splitlines()
checked = set()
failed = False
for kernel in json.load(open(sys.argv[1]))["kernels"]:
    for access in kernel["accesses"]:
        number = access["location"]["line"]
        said = re.search(r"// runs: (.*?)(, data)?$", lines[number - 1])
        if not said or access["kind"] != "write":
            continue
        checked.add(number)
        for problem in check(kernel, access, said[1], bool(said[2]))[:3]:
            failed = True
            print(f"{number}: {lines[number - 1].strip()}: {problem}")
for number, line in enumerate(lines, 1):
    if "// runs: " in line and number not in checked:
        failed = True
        print(f"{number}: {line.strip()}: no store here")
sys.exit(failed)
