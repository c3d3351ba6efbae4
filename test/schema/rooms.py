#!/usr/bin/env python3
"""rooms.py SOURCE: compares docs/architecture.md with CMakeLists.txt and the folders."""
import pathlib
import re
import sys

MAX_LINES = 6500  # with headers

source = pathlib.Path(sys.argv[1])
built = re.search(r"foreach\(room IN ITEMS(.*?)\)\n", (source / "CMakeLists.txt").read_text(),
                  re.S).group(1)
built = re.sub("#.*", "", built).split()
page = (source / "docs/architecture.md").read_text()
rows = re.findall(r"^\| ([A-Z]\w+) \| .* \| (.*) \|$", page, re.M)
problems = []
if [name for name, _ in rows] != built:
    problems.append(f"docs/architecture.md has {[n for n, _ in rows]}, CMakeLists.txt {built}")
folders = {f.name for f in (source / "lib").iterdir() if any(f.glob("*.cpp"))}
if folders != set(built):
    problems.append(f"not built, or not there: {sorted(folders ^ set(built))}")


def files(room):
    return [f for top in ("lib", "include/roofline") for f in (source / top / room).glob("*")
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
print("\n".join(problems))
sys.exit(bool(problems))
