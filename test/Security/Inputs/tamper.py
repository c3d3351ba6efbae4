#!/usr/bin/env python3
"""tamper.py FILE WHERE TEXT: puts the lines TEXT ("\\n" between them) into FILE, behind the
first line that has WHERE; without WHERE, in front of everything."""
import sys

path, where, text = sys.argv[1:]
text = text.replace("\\n", "\n") + "\n"
with open(path, encoding="utf-8") as file:
    lines = file.readlines()
at = next(i for i, line in enumerate(lines) if where in line) + 1 if where else 0
lines.insert(at, text)
with open(path, "w", encoding="utf-8") as file:
    file.writelines(lines)
