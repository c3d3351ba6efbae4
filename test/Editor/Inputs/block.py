"""Prints the block of a page that is marked with a file's name.

    block.py PAGE FILE

In PAGE, a line "```LANGUAGE FILE" begins the block and "```" ends it. No such block is an error.
"""
import pathlib
import re
import sys

page, name = sys.argv[1:]
block = re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", pathlib.Path(page).read_text("utf-8"), re.M | re.S)
if not block:
    sys.exit(f"{page}: no block '{name}'")
print(block[1], end="")
