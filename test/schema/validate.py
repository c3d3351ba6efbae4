#!/usr/bin/env python3
"""validate.py SCHEMA FILE...: checks JSON or YAML files against a JSON Schema.

Prints one line per violation, `file: path: message`, and exits with 1 if there is any; 2
when a file cannot be read. Needs python3-jsonschema and python3-yaml. """
import json
import pathlib
import sys
import warnings

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """A YAML loader without dates: launch and device files only have strings and
    numbers."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers
            if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def with_text_keys(value):
    """Turns keys into text, as of the line numbers of `trips`: JSON objects have text
    keys."""
    if isinstance(value, dict):
        return {str(k): with_text_keys(v) for k, v in value.items()}
    if isinstance(value, list):
        return [with_text_keys(v) for v in value]
    return value


def read(path):
    with open(path, encoding="utf-8") as file:
        if path.endswith((".yaml", ".yml")):
            return with_text_keys(yaml.load(file, Loader))
        return json.load(file)


def main(schema_path, paths):
    schema = read(schema_path)
    jsonschema.Draft202012Validator.check_schema(schema)
    # Schemas of one folder may refer to each other.
    warnings.simplefilter("ignore", DeprecationWarning)  # Debian 12 has no successor
    resolver = jsonschema.RefResolver(pathlib.Path(schema_path).resolve().as_uri(), schema)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    violations = 0
    for path in paths:
        for error in validator.iter_errors(read(path)):
            violations += 1
            print(f"{path}: {error.json_path}: {error.message}")
    return 1 if violations else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except (OSError, ValueError, yaml.YAMLError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
