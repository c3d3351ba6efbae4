"""shown.py PAGE START OUTPUT: checks that the indented lines of PAGE, from the line that
begins with START, are consecutive lines of OUTPUT. Prints the first line that is not."""
import sys

page, start, output = sys.argv[1:]
lines = open(page, encoding="utf-8").read().splitlines()
first = next(i for i, line in enumerate(lines) if line.startswith("    " + start))
shown = []
for line in lines[first:]:
    if line and not line.startswith("    "):
        break
    shown.append(line[4:])
while not shown[-1]:
    shown.pop()
real = [line.rstrip() for line in open(output, encoding="utf-8") if "remark" not in start
        or "remark: " in line]
for number, (want, got) in enumerate(zip(shown, real + [None] * len(shown)), first + 1):
    if want != got:
        sys.exit(f"{page}:{number}: shows {want!r}, the output is {got!r}")
