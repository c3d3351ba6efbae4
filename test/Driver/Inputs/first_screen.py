"""first_screen.py SCREEN: it has at most 24 lines of 100 columns, and its first words say a time."""
import re
import sys

lines = open(sys.argv[1]).read().rstrip("\n").split("\n")
assert len(lines) <= 24, f"{len(lines)} lines"
assert max(map(len, lines)) <= 100, max(lines, key=len)
assert re.match(r"\w+ on [\w-]+: (roughly |at most |at least )?[\d.]+ [mun]?s\b|"
                r"\w+ on [\w-]+: the time depends on what is not known yet", lines[0]), lines[0]
print("\n".join(lines))
