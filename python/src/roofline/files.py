"""Files of the driver, read as the classes of roofline.formats.

As the product's own readers, these guess nothing: another version, a missing field, an unknown
field and a wrong type are errors with the place of the value.
"""
from __future__ import annotations

import dataclasses
import functools
import json
import os
import typing
from typing import Any, Union

from .formats import designs, diff, hls_report, measurement, report, summary, variants

File = Union[designs.Designs, diff.Diff, hls_report.HlsReport, measurement.Measurement,
             report.Report, summary.Summary, variants.Variants]

#: name of a format: its version and class
FORMATS: dict[str, tuple[int, type]] = {
    module.FORMAT: (module.VERSION, root)
    for module, root in ((designs, designs.Designs), (diff, diff.Diff),
                         (hls_report, hls_report.HlsReport),
                         (measurement, measurement.Measurement), (report, report.Report),
                         (summary, summary.Summary), (variants, variants.Variants))
}


class FormatError(ValueError):
    """A file that is none of the driver's, of another version, or wrong at a place."""


def load(path: str | os.PathLike[str]) -> File:
    """Reads the file `path`, whose first fields say what it is.

    Raises FormatError with the file and the place, and OSError.
    """
    with open(path, encoding="utf-8") as stream:
        return loads(stream.read(), name=os.fspath(path))


def loads(text: str | bytes, name: str = "<text>") -> File:
    """Reads `text`; errors call it `name`."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"{name}:{error.lineno}:{error.colno}: {error.msg}") from None
    kind = document.get("format") if isinstance(document, dict) else None
    if kind not in FORMATS:
        raise FormatError(f"{name}: format {kind!r}; known are {', '.join(sorted(FORMATS))}")
    version, root = FORMATS[kind]
    if document.get("version") != version:
        raise FormatError(f"{name}: version {document.get('version')!r} of {kind}; "
                          f"this package reads version {version}")
    try:
        return _value(root, document, kind.removeprefix("roofline-"))
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


@functools.lru_cache(maxsize=None)
def _types(of: type) -> dict[str, Any]:
    return typing.get_type_hints(of)


def _wrong(value: Any, place: str, expected: str) -> FormatError:
    return FormatError(f"expected {expected} at {place}, found {json.dumps(value)[:40]}")


def _object(kind: type, value: Any, place: str) -> Any:
    if not isinstance(value, dict):
        raise _wrong(value, place, "an object")
    fields = {field.name.rstrip("_"): field for field in dataclasses.fields(kind)}
    for name in value:
        if name not in fields:
            raise FormatError(f"unknown field {place}.{name}")
    found = {}
    for name, field in fields.items():
        if name in value:
            found[field.name] = _value(_types(kind)[field.name], value[name], f"{place}.{name}")
        elif field.default is dataclasses.MISSING:
            raise FormatError(f"missing field {place}.{name}")
    return kind(**found)


def _value(kind: Any, value: Any, place: str) -> Any:
    """`value` as the type `kind`."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return value
    if dataclasses.is_dataclass(kind):
        return _object(kind, value, place)
    if origin is list:
        if not isinstance(value, list):
            raise _wrong(value, place, "a list")
        return [_value(arguments[0], each, f"{place}[{i}]") for i, each in enumerate(value)]
    if origin is dict:
        if not isinstance(value, dict):
            raise _wrong(value, place, "an object")
        return {name: _value(arguments[1], each, f"{place}.{name}")
                for name, each in value.items()}
    if origin is typing.Literal:
        if value not in arguments:
            raise _wrong(value, place, " or ".join(map(repr, arguments)))
        return value
    if origin is not None:  # a union: with None in all of our files
        if value is None and type(None) in arguments:
            return None
        others = [each for each in arguments if each is not type(None)]
        if len(others) == 1:
            return _value(others[0], value, place)
        for each in others:
            try:
                return _value(each, value, place)
            except FormatError:
                pass
        raise _wrong(value, place, str(kind))
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not kind:
        raise _wrong(value, place, {float: "a number", int: "an integer", str: "a string",
                                    bool: "true or false"}.get(kind, str(kind)))
    return value
