#!/usr/bin/env python3
"""Writes roofline/formats/*.py, the classes of files, from the product's JSON Schemas.

    ninja -C build schemas
    python/generate.py build/share/roofline/schemas

`--check` writes nothing, and fails where a module differs from its schema.
"""
import argparse
import json
import keyword
import pathlib
import re
import sys
import textwrap

FORMATS = {
    "report": "Report",
    "summary": "Summary",
    "designs": "Designs",
    "variants": "Variants",
    "hls-report": "HlsReport",
    "diff": "Diff",
    "measurement": "Measurement",
}
SCALARS = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}


def class_name(name: str) -> str:
    """The class of a definition: `ReportFile.Kernel` is `Kernel`."""
    words = re.split(r"[^0-9A-Za-z]+", name.split(".")[-1])
    return "".join(word[:1].upper() + word[1:] for word in words)


class Module:
    """The classes of one schema, those that others use first."""

    def __init__(self, schema: dict, root: str):
        self.definitions = schema.get("$defs", {})
        self.names = self.distinct_names(root)
        self.classes: dict[str, list[str]] = {}
        self.define(root, schema)
        self.schema, self.root = schema, root

    def distinct_names(self, root: str) -> dict[str, str]:
        names, taken = {}, {root}
        for definition in sorted(self.definitions, key=lambda d: (d.count("."), d)):
            name = class_name(definition)
            while name in taken:
                name += "Entry"
            taken.add(name)
            names[definition] = name
        return names

    def type_of(self, schema: dict, place: str) -> str:
        if not schema:
            return "Any"
        if "$ref" in schema:
            definition = schema["$ref"].removeprefix("#/$defs/")
            name = self.names[definition]
            if name not in self.classes:
                self.classes[name] = []  # a definition that uses itself
                self.define(name, self.definitions[definition])
            return name
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        if "anyOf" in schema:
            parts = [self.type_of(part, place) for part in schema["anyOf"]]
            return " | ".join(dict.fromkeys(parts))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.type_of({**schema, "type": each}, place) for each in kind)
        if kind == "array":
            if "prefixItems" in schema:
                return "list[Any]"
            return f"list[{self.type_of(schema.get('items', {}), place)}]"
        if kind == "object" and "properties" not in schema:
            return f"dict[str, {self.type_of(schema.get('additionalProperties') or {}, place)}]"
        if kind == "object":
            self.define(place, schema)
            return place
        return SCALARS[kind]

    def define(self, name: str, schema: dict):
        if "properties" not in schema:
            self.classes[name] = [f"{name} = Any", ""]
            if schema.get("enum") or schema.get("type") in SCALARS:
                self.classes[name] = [f"{name} = {self.type_of(schema, name)}", ""]
            return
        required = schema.get("required", [])
        fields = sorted(schema["properties"], key=lambda field: field not in required)
        lines = ["@dataclass(frozen=True)", f"class {name}:"]
        if "description" in schema:
            text = textwrap.fill(schema["description"], 92, subsequent_indent="    ")
            lines.append(f'    """{text}"""' if "\n" not in text else f'    """{text}\n    """')
            lines.append("")
        for field in fields:
            part = schema["properties"][field]
            kind = self.type_of(part, name + class_name(field))
            attribute = field + "_" if keyword.iskeyword(field) or not field.isidentifier() else field
            default = ""
            if field not in required:
                kind = kind if "None" in kind.split(" | ") else kind + " | None"
                default = " = None"
            if "description" in part:
                lines += textwrap.wrap(part["description"], 92, initial_indent="    #: ",
                                       subsequent_indent="    #: ")
            lines.append(f"    {attribute}: {kind}{default}")
        if not fields:
            lines.append("    pass")
        self.classes.pop(name, None)  # behind the classes that it uses
        self.classes[name] = lines + [""]

    def text(self) -> str:
        about = textwrap.fill(f"{self.schema['title']}. {self.schema['description']}", 92)
        head = [f'"""{about}', "",
                "Written by python/generate.py from the JSON Schema.", '"""',
                "from __future__ import annotations", "", "from dataclasses import dataclass",
                "from typing import Any, Literal", "",
                f"FORMAT = {self.schema['properties']['format']['const']!r}",
                f"VERSION = {self.schema['properties']['version']['const']!r}", ""]
        body = []
        for lines in self.classes.values():
            body += [""] + lines
        return "\n".join(head + body)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("schemas", type=pathlib.Path)
    options.add_argument("--check", action="store_true")
    arguments = options.parse_args()
    folder = pathlib.Path(__file__).parent / "src/roofline/formats"
    stale = []
    for name, root in FORMATS.items():
        schema = json.loads((arguments.schemas / f"{name}.schema.json").read_text())
        path = folder / f"{name.replace('-', '_')}.py"
        text = Module(schema, root).text()
        if arguments.check:
            if not path.exists() or path.read_text() != text:
                stale.append(str(path))
        else:
            path.write_text(text)
    for path in stale:
        print(f"{path}: differs from its schema; run python/generate.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
