#!/usr/bin/env python3
"""Runs `roofline analyze --tcl` and `--cfg` on published HLS projects and headers.

    parse.py FOLDER.. [--headers FOLDER..] [--build DIR] [--json FILE] [--list]

Projects are the Tcl files with set_top and add_files, and the cfg files with syn.top. Each header
of --headers is included by a small kernel. Each FOLDER is a row of the table. A project whose
sources are not published is not counted as one. Exit code 1 after a crash or a time-out.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Headers that published ones rely on without including them.
VENDOR = "".join(f"#include <{name}.h>\n" for name in ("ap_int", "ap_fixed", "hls_stream", "hls_math"))
TIMEOUT = 60  # [s] of processor time of one kernel
MEMORY = 4 << 30  # [byte]
KINDS = ("complete", "incomplete", "refused", "no compile", "crash", "time-out", "no source")

Project = collections.namedtuple("Project", "name input")


def readText(path):
    return path.read_text(errors="replace")


def isProject(path):
    """A Tcl file with set_top and add_files, or a cfg file with syn.top. One that only a script
    with variables of its own can source has neither."""
    text = readText(path)
    if path.suffix == ".cfg":
        return re.search(r"^\s*syn\.top\s*=", text, re.M) is not None
    return all(re.search(rf"^\s*{command}\b", text, re.M) for command in ("set_top", "add_files"))


def findProjects(folder):
    for path in sorted(folder.rglob("*.tcl")) + sorted(folder.rglob("*.cfg")):
        if isProject(path):
            option = "--cfg" if path.suffix == ".cfg" else "--tcl"
            yield Project(str(path.relative_to(folder)), [option, path])


def findHeaders(folder, scratch):
    """A kernel for each header of \\p folder: does it parse?"""
    for number, header in enumerate(sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".hpp"))):
        source = scratch / f"{folder.name}{number}.cpp"
        source.write_text(f'{VENDOR}#include "{header}"\nvoid small(int a[4]) {{\n  a[0] = a[1];\n}}\n')
        yield Project(str(header.relative_to(folder)), [source, "--top", "small", f"-I{folder}"])


def limitResources():
    resource.setrlimit(resource.RLIMIT_CPU, (TIMEOUT, TIMEOUT + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def analyze(project, options):
    """(kind, first message)."""
    headers = ["--hls-include", options.hls_include] if options.hls_include else []
    command = [options.roofline, "analyze", *project.input, "--device", "u200", "--json", "-", *headers]
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace",
                          preexec_fn=limitResources)
    if done.returncode == -signal.SIGXCPU:
        return "time-out", ""
    message = next((line for line in done.stderr.splitlines() if "error:" in line), "")
    if done.returncode < 0 or done.returncode > 2:
        return "crash", done.stderr.strip().splitlines()[0] if done.stderr.strip() else f"signal {-done.returncode}"
    if "No such file or directory" in message or "one input file is expected" in message:
        return "no source", message
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
    add("--list", action="store_true", help="also print what is not analysed, and why")
    add("--jobs", type=int, default=os.cpu_count())
    add("--json", type=pathlib.Path, help="each kernel's result; keep it out of the repository")
    options = parser.parse_args()
    options.roofline = options.build / "bin" / "roofline"
    if not options.roofline.is_file():
        parser.error(f"no program {options.roofline}")
    return options


def printRow(name, results):
    count = collections.Counter(kind for _, kind, _ in results)
    number = len(results) - count["no source"]
    share = 100 * (count["complete"] + count["incomplete"]) / max(1, number)
    print(f"{name:32} {number:7} {share:8.1f} " + " ".join(f"{count[kind]:10}" for kind in KINDS), flush=True)


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
            everything[name] = [(p.name, kind, message) for p, kind, message in results]
            printRow(name, everything[name])
            for project, kind, message in everything[name] if options.list else []:
                if kind not in ("complete", "incomplete"):
                    print(f"    {kind}: {project}: {message}", flush=True)
            if options.json:
                options.json.write_text(json.dumps(everything, indent=1))
    whole = [r for of in everything.values() for r in of]
    printRow("all", whole)
    return any(kind in ("crash", "time-out") for _, kind, _ in whole)


if __name__ == "__main__":
    sys.exit(main())
