#!/usr/bin/env python3
"""formats.py SOURCE SCHEMAS: each file format of lib/ has a schema in SCHEMAS, which is a valid
JSON Schema and no more than one of a format; and a test validates a file by each of them."""
import json
import pathlib
import re
import sys

import jsonschema

source, folder = map(pathlib.Path, sys.argv[1:])
problems = []

schemas = {}  # by format
for path in sorted(folder.iterdir()):
    schema = json.loads(path.read_text())
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        problems.append(f"{path.name}: {error.message}")
    name = schema["properties"]["format"]["const"]
    if name in schemas:
        problems.append(f"{path.name} is of {name}, as {schemas[name]}")
    schemas[name] = path.name

formats = {name for file in (source / "lib").rglob("*.*")
           for name in re.findall(r'(?:FileFormat \w+ = \{\s*|checkFormat\(|StringRef Format = )'
                                  r'"([a-z-]+)"', file.read_text())}
problems += [f"no schema of {name}" for name in sorted(formats - schemas.keys())]
problems += [f"{schemas[name]}: no format {name}" for name in sorted(schemas.keys() - formats)]

tests = "\n".join(file.read_text() for file in (source / "test").rglob("*")
                  if file.suffix in (".test", ".cl"))
problems += [f"no test validates a file by {name}" for name in schemas.values()
             if not re.search(rf"validate\.py[^\n]*(\\\nRUN:[^\n]*)?%schemas/{name}\b", tests)]
print("\n".join(problems))
sys.exit(bool(problems))
