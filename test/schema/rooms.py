#!/usr/bin/env python3
"""rooms.py SOURCE: compares docs/architecture.md with lib/CMakeLists.txt and the folders, and
checks that no two rooms define a type of one name or list the fields of one type, and that a
room's sources, which may be compiled together, hide no two things of one name."""
import collections
import pathlib
import re
import sys

MAX_LINES = 6500  # with headers

source = pathlib.Path(sys.argv[1])
lists = re.findall(r"^set\((\w+) ([^)]*)\)", (source / "lib/CMakeLists.txt").read_text(), re.M)
towers = dict(re.findall(r"^ *roofline_tower\((\w+) ([^)]*)\)",
                         (source / "lib/CMakeLists.txt").read_text(), re.M))
wings = {wing: f"lib/{tower}/{wing}" for tower, names in towers.items() for wing in names.split()}
folder = {room: f"{wings[wing]}/{room}" for wing, rooms in lists for room in rooms.split()}
order = {wing: rooms.split() for wing, rooms in lists}
built = [room for wing in wings for room in order[wing]]
page = (source / "docs/architecture.md").read_text()
rows = re.findall(r"^\| ([A-Z]\w+) \| .* \| (.*) \|$", page, re.M)
problems = []
if [name for name, _ in rows] != built:
    problems.append(f"docs/architecture.md has {[n for n, _ in rows]}, lib/CMakeLists.txt {built}")
there = {str(f.parent.relative_to(source)) for f in source.glob("lib/*/*/*/CMakeLists.txt")}
if there != set(folder.values()):
    problems.append(f"not built, or not there: {sorted(there ^ set(folder.values()))}")


def files(room):
    return [f for top in (folder[room], f"include/roofline/{room}") for f in (source / top).glob("*")
            if f.suffix in (".h", ".cpp", ".def")]


for room in built:
    lines = sum(f.read_text().count("\n") for f in files(room))
    if lines > MAX_LINES:
        problems.append(f"{room} has {lines} lines; {MAX_LINES} are the most")
# Headers that the page names exist.
for room, begin in rows:
    for name in re.findall(r"`([\w.]+)`", begin):
        if name not in {f.name for f in files(room)}:
            problems.append(f"{room}: no {name}")
for room, name in re.findall(r"`(\w+)/(\w+\.(?:h|cpp|def))`", page):
    if room in built and name not in {f.name for f in files(room)}:
        problems.append(f"no {room}/{name}")
# Rooms that the page calls std know nothing of LLVM.
for room in re.findall(r"^\| ([A-Z]\w+) \| \*std\* ", page, re.M):
    problems += [f"{f.relative_to(source)} is of a std room and includes LLVM" for f in files(room)
                 if re.search(r'^#include "(?:llvm|clang)', f.read_text(), re.M)]
# One name for two types is no error of the compiler or the linker: whichever inline functions
# the linker keeps serve both. So it is with list(), the fields of a type as JSON.
types = collections.defaultdict(list)
hidden = re.compile(r"^namespace \{$.*?^\} // namespace$", flags=re.M | re.S)
for file in (f for room in built for f in files(room)):
    text = hidden.sub("", file.read_text())
    own = " ".join(hidden.findall(file.read_text()))
    for name in re.findall(r"list\(V &Visit, ([\w:]+) &S\)", text):
        if not re.search(rf"struct {name}\b", own):
            types[f"list() of {name}"].append(file.relative_to(source))
    for name in re.findall(r"^(?:struct|class) (\w+)(?: final)?(?: :[^;{]*)? \{", text, re.M):
        types[name].append(file.relative_to(source))
problems += [f"{name} is in {', '.join(map(str, where))}"
             for name, where in types.items() if len(where) > 1]


def hidden_names(text):
    """Types and constants of a source's anonymous namespaces."""
    for part in hidden.findall(text):
        yield from re.findall(r"^(?:struct|class|enum class|enum) (\w+)\b(?=[^;]*\{)", part, re.M)
        for constants in re.findall(r"^(?:static )?(?:const|constexpr) ([^;]*);", part, re.M):
            values = re.sub(r"\{[^{}]*\}|\([^()]*\)", "", constants)
            yield from re.findall(r"(\w+)(?:\[\w*\])? =", values)


for room in built:
    places = collections.defaultdict(set)
    for file in (f for f in files(room) if f.suffix == ".cpp"):
        for name in hidden_names(file.read_text()):
            places[name].add(file.name)
    problems += [f"{room}: {name} is hidden in {' and '.join(sorted(where))}"
                 for name, where in places.items() if len(where) > 1]
print("\n".join(problems))
sys.exit(bool(problems))
