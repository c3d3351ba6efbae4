#!/usr/bin/env python3
"""Do all versions of LLVM give the same summaries? Writes those of the samples, and compares.

    scripts/summaries.py write build/bin/roofline OUT   # NAME.json, or NAME.error
    scripts/summaries.py compare OUT-22 OUT-19          # a row a sample that differs

`compare` ends with 1 where one has a sample that the other lacks or refuses, and with 2 where
summaries differ.
"""
import argparse
import json
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent


def samples():
    """Each file of kernels, by its path in the tree."""
    for path in sorted([*SOURCE.glob("opencl-samples/*/*.cl"), *SOURCE.glob("hls-samples/*/*.cpp")]):
        if not path.stem.endswith("_test"):
            yield path.relative_to(SOURCE)


def write(program, folder):
    if not program.exists():
        print(f"summaries: {program}: no such program", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    for path in samples():
        name = "-".join(path.with_suffix("").parts)
        result = folder / f"{name}.json"
        words = ["--top", path.stem] if path.suffix == ".cpp" else ["--model", "hpca16"]
        done = subprocess.run([program.resolve(), "analyze", path, *words, "--launch", "none",
                               "--summary-out", result.resolve()],
                              cwd=SOURCE, capture_output=True, text=True)
        if result.exists():  # headers of C++ stand in the build
            text = result.read_text().replace(str(program.resolve().parent.parent), "PREFIX")
            result.write_text(text)
        else:
            (folder / f"{name}.error").write_text(done.stderr)
    return 0


def differences(old, new, place=""):
    """Where two JSON values differ, as paths without indices."""
    if type(old) is not type(new):
        yield place
    elif isinstance(old, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), f"{place}.{key}" if place else key)
    elif isinstance(old, list):
        if len(old) != len(new):
            yield f"{place} ({len(old)}, {len(new)})"
        else:
            for one, other in zip(old, new):
                yield from differences(one, other, place)
    elif old != new:
        yield place


def compare(old, new):
    names = sorted({path.name for folder in (old, new) for path in folder.iterdir()})
    status, equal = 0, 0
    for name in names:
        one, other = old / name, new / name
        if not one.exists() or not other.exists():
            print(f"{name}: only in {one.parent if one.exists() else other.parent}")
            status = 1
        elif name.endswith(".json"):
            places = list(dict.fromkeys(differences(json.loads(one.read_text()),
                                                    json.loads(other.read_text()))))
            equal += not places
            if places:
                print(f"{name}: {', '.join(places)}")
                status = status or 2
        else:
            equal += 1
    print(f"equal: {equal} of {len(names)} files")
    return status


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = options.add_subparsers(required=True)
    command = commands.add_parser("write")
    command.add_argument("program", type=pathlib.Path)
    command.add_argument("folder", type=pathlib.Path)
    command.set_defaults(run=lambda o: write(o.program, o.folder))
    command = commands.add_parser("compare")
    command.add_argument("old", type=pathlib.Path)
    command.add_argument("new", type=pathlib.Path)
    command.set_defaults(run=lambda o: compare(o.old, o.new))
    arguments = options.parse_args()
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
