"""Reads remarks as CLion's output filter of docs/editors.md does and prints the places.

    check_filter.py PAGE REMARKS

CLion puts patterns in the place of $FILE_PATH$, $LINE$ and $COLUMN$, and matches a line from its start.
"""
import pathlib
import re
import sys

page, remarks = (pathlib.Path(name).read_text("utf-8") for name in sys.argv[1:])
row = re.search(r"^\|.*Output filters \| `(.*)` \|$", page, re.M)
pattern = row[1].replace("$FILE_PATH$", r"(?P<file>[^\s:]+)").replace("$LINE$", r"(?P<line>\d+)")
pattern = pattern.replace("$COLUMN$", r"(?P<column>\d+)")
for line in remarks.splitlines():
    match = re.match(pattern, line)
    print(match.expand(r"place \g<file> \g<line> \g<column>") if match else f"no place: {line}")
