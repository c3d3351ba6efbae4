#!/usr/bin/env python3
"""docs.py SOURCE: the map docs/README.md has every page, links between pages of the repository
lead to files and headings that are there, and no sentence of a page is too long."""
import pathlib
import re
import subprocess
import sys

LONGEST = 30  # words of a sentence

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


def sentences(page):
    """Sentences of paragraphs and list items. Code, tables, headings and link targets are no
    prose; a colon or a semicolon ends a sentence where a capital, code or a link follows."""
    text = re.sub(r"^ *(```|~~~).*?^ *\1 *$|<!--.*?-->", "", page.read_text(), flags=re.M | re.S)
    text = re.sub(r"^(    .*|#.*| *\|.*)$", "", text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    end = r"(?:(?<=[.:;!?])|(?<=[.!?]\)))\s+(?=[A-Z`*\[]|\([A-Z])"
    for paragraph in re.split(r"\n\s*\n|^ *(?:[-*+]|\d+\.) ", text, flags=re.M):
        yield from re.split(end, paragraph)


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

for page in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]:
    for sentence in map(str.split, sentences(page)):
        if len(sentence) > LONGEST:
            problems.append(f"{page.relative_to(source)}: {len(sentence)} words, at most {LONGEST}: "
                            + " ".join(sentence[:8]) + " ...")
print("\n".join(problems))
sys.exit(bool(problems))
