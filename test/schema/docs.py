#!/usr/bin/env python3
"""docs.py SOURCE: the map docs/README.md has every page, and links between pages of the
repository lead to files and headings that are there."""
import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1]).resolve()
problems = []


def text_of(page):
    """A page without its blocks of code, which have no links."""
    text = re.sub(r"^(```|~~~).*?^\1", "", page.read_text(), flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", lambda code: code.group().replace("](", "] ("), text)


def anchors(page):
    """Names of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def links(page):
    return re.findall(r"\]\(([^)\s]+)\)", text_of(page))


listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=source,
                        check=True, text=True, capture_output=True).stdout.split()
for name in listed:
    page = source / name
    for link in links(page):
        if re.match(r"\w+:", link):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            problems.append(f"{name}: no {link}")
        elif heading and target.suffix == ".md" and heading not in anchors(target):
            problems.append(f"{name}: no heading {link}")

table = source / "docs/README.md"
mapped = {(table.parent / link.partition("#")[0]).resolve() for link in links(table)}
for page in sorted((source / "docs").rglob("*.md")):
    if page != table and page.resolve() not in mapped:
        problems.append(f"docs/README.md: does not name {page.relative_to(source)}")
print("\n".join(problems))
sys.exit(bool(problems))
