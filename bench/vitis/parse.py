#!/usr/bin/env python3
"""Runs `roofline analyze --top` on published HLS projects and headers.

    parse.py FOLDER.. [--headers FOLDER..] [--build DIR] [--json FILE]

A project is a folder with a Tcl file that has set_top. Its sources are those of add_files; the
one that defines the top function is analysed. Each header of --headers is included by a small
kernel. Each FOLDER is a row of the table; exit code 1 after a crash or a time-out.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = {".c", ".cc", ".cpp", ".cxx"}
# Headers that published ones rely on without including them.
VENDOR = "".join(f"#include <{name}.h>\n" for name in ("ap_int", "ap_fixed", "hls_stream", "hls_math"))
TIMEOUT = 60  # [s] of processor time of one kernel
MEMORY = 4 << 30  # [byte]
KINDS = ("complete", "incomplete", "refused", "no compile", "crash", "time-out")

Project = collections.namedtuple("Project", "name source top flags")


def readText(path):
    return path.read_text(errors="replace")


def substitute(word, variables, root):
    """An environment's variable is taken to be the folder of all projects."""
    word = re.sub(r"\$(?:::)?env\(\w+\)", str(root), word)
    return re.sub(r"\$\{?(?:::)?(\w+)\}?", lambda m: variables.get(m[1], m[0]), word)


def tclWords(text, root):
    """The commands of a Tcl file as lists of words, with variables that `set` gives replaced."""
    variables = {}
    for line in re.sub(r"\\\n", " ", text).split("\n"):
        line = re.sub(r"[{}]", lambda m: '"' if "expr" not in line else " ", line.split(";#")[0].strip())
        if not line or line.startswith("#"):
            continue
        try:
            words = [substitute(w, variables, root) for w in shlex.split(line)]
        except ValueError:
            continue
        if words and words[0] == "set" and len(words) == 3:
            variables[words[1]] = words[2]
        yield words


def readTcl(path, root):
    """(top or None, files of add_files, compiler flags)."""
    top, files, flags = None, [], []
    for words in tclWords(readText(path), root):
        if words[:1] == ["set_top"] and len(words) > 1:
            top = words[-1]
        if words[:1] != ["add_files"] or "-tb" in words:
            continue
        for option, value in zip(words, words[1:]):
            if option in ("-cflags", "-csimflags"):
                flags += [f for f in shlex.split(value) if f[:2] in ("-I", "-D")]
        files += [f for w in words[1:] for f in w.split() if pathlib.Path(f).suffix in SOURCES]
    return top, files, flags


def definesFunction(text, name):
    return re.search(rf"\b{re.escape(name)}\s*\([^;{{}}]*\)\s*(?://[^\n]*\s*)*\{{", text) is not None


def chooseSource(folder, files, top, flags):
    """The source that defines \\p top, of the named ones first. A macro may rename it."""
    names = [top] + [f[2:].split("=")[0] for f in flags if f.startswith("-D") and f.endswith("=" + top)]
    named = [p for f in files for p in sorted(folder.glob(f)) if p.is_file()] if files else []
    others = sorted(p for p in folder.rglob("*") if p.suffix in SOURCES and p.is_file())
    return next((p for p in named + others if any(definesFunction(readText(p), n) for n in names)), None)


def flagsAt(folder, flags):
    """\\p flags with the folders of -I as seen from \\p folder."""
    return [f"-I{folder / f[2:]}" if f.startswith("-I") and not f[2:].startswith("/") else f for f in flags]


def findProjects(folder):
    for place in sorted({p.parent for p in folder.rglob("*.tcl")}):
        seen = set()
        for tcl in sorted(place.glob("*.tcl")):
            top, files, flags = readTcl(tcl, folder)
            source = chooseSource(place, files, top, flags) if top else None
            if source and (source, top) not in seen:
                seen.add((source, top))
                yield Project(str(place.relative_to(folder)), source, top, flagsAt(place, flags))


def findHeaders(folder, scratch):
    """A kernel for each header of \\p folder: does it parse?"""
    for number, header in enumerate(sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".hpp"))):
        source = scratch / f"{folder.name}{number}.cpp"
        source.write_text(f'{VENDOR}#include "{header}"\nvoid small(int a[4]) {{\n  a[0] = a[1];\n}}\n')
        yield Project(str(header.relative_to(folder)), source, "small", [f"-I{folder}"])


def limitResources():
    resource.setrlimit(resource.RLIMIT_CPU, (TIMEOUT, TIMEOUT + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def analyze(project, options):
    """(kind, first message)."""
    headers = ["--hls-include", options.hls_include] if options.hls_include else []
    command = [options.roofline, "analyze", project.source, "--top", project.top, "--device", "u200", "--json", "-",
               *headers, *project.flags]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace",
                          preexec_fn=limitResources)
    if done.returncode == -signal.SIGXCPU:
        return "time-out", ""
    message = next((line for line in done.stderr.splitlines() if "error:" in line), "")
    if done.returncode < 0 or done.returncode > 2:
        return "crash", done.stderr.strip().splitlines()[0] if done.stderr.strip() else f"signal {-done.returncode}"
    if "does not compile" in done.stderr:
        return "no compile", message
    try:
        kernels = json.loads(done.stdout)["kernels"]
    except (json.JSONDecodeError, KeyError):
        return "refused", message
    return ("incomplete" if any(k["missing"] for k in kernels) else "complete"), ""


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("folders", type=pathlib.Path, nargs="*")
    add("--headers", type=pathlib.Path, nargs="*", default=[])
    add("--build", type=pathlib.Path, default=ROOT / "build", help="build folder with roofline")
    add("--hls-include", help="folder of HLS headers, instead of the tool's own")
    add("--jobs", type=int, default=os.cpu_count())
    add("--json", type=pathlib.Path, help="each kernel's result; keep it out of the repository")
    options = parser.parse_args()
    options.roofline = options.build / "bin" / "roofline"
    if not options.roofline.is_file():
        parser.error(f"no program {options.roofline}")
    return options


def printRow(name, results):
    count = collections.Counter(kind for _, kind, _ in results)
    share = 100 * (count["complete"] + count["incomplete"]) / max(1, len(results))
    print(f"{name:32} {len(results):7} {share:8.1f} " + " ".join(f"{count[kind]:10}" for kind in KINDS), flush=True)


def main():
    options = parse()
    print(f"{'':32} kernels analysed " + " ".join(f"{kind:>10}" for kind in KINDS))
    print(f"{'':32}              [%]")
    everything = {}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = [(f.name, list(findProjects(f))) for f in options.folders]
        rows += [(f.name, list(findHeaders(f, pathlib.Path(scratch)))) for f in options.headers]
        for name, projects in rows:
            results = pool.map(lambda p: (p, *analyze(p, options)), projects)
            everything[name] = [(str(p.source), kind, message) for p, kind, message in results]
            printRow(name, everything[name])
            if options.json:
                options.json.write_text(json.dumps(everything, indent=1))
    whole = [r for of in everything.values() for r in of]
    printRow("all", whole)
    return any(kind in ("crash", "time-out") for _, kind, _ in whole)


if __name__ == "__main__":
    sys.exit(main())
