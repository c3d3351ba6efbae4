#!/usr/bin/env python3
"""Packs the extension as a .vsix without npm.

    editors/vscode/package.py roofline.vsix

A .vsix is a zip with the two files of vsix/ beside the folder `extension`. The same sources give the
same bytes: members have a fixed order, time and mode, and nothing is compressed.
"""
import json
import pathlib
import string
import sys
import zipfile
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent


def manifest(package):
    """The extension as the editor's gallery describes it, filled from package.json."""
    values = {key: package[key] for key in ("name", "version", "publisher", "displayName", "description")}
    values["categories"] = ",".join(package["categories"])
    values["engine"] = package["engines"]["vscode"]
    template = string.Template((HERE / "vsix/extension.vsixmanifest").read_text("utf-8"))
    return template.substitute({key: escape(text, {'"': "&quot;"}) for key, text in values.items()})


def members(package):
    """Names in the zip and their bytes."""
    yield "extension.vsixmanifest", manifest(package).encode()
    yield "[Content_Types].xml", (HERE / "vsix/content-types.xml").read_bytes()
    yield "extension/LICENSE.txt", (HERE.parent.parent / "LICENSE.TXT").read_bytes()
    yield "extension/readme.md", (HERE / "README.md").read_bytes()
    for name in ["package.json", *package["files"]]:
        yield f"extension/{name}", (HERE / name).read_bytes()


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: package.py FILE.vsix")
    package = json.loads((HERE / "package.json").read_text("utf-8"))
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_STORED) as archive:
        for name, content in members(package):
            member = zipfile.ZipInfo(name)  # of 1980
            member.create_system = 3  # Unix, whatever runs this
            member.external_attr = 0o100644 << 16
            archive.writestr(member, content)


main()
