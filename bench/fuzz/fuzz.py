#!/usr/bin/env python3
"""Tries the plugin and the driver on very many generated inputs.

Kinds of inputs and what must hold of each: README.md. Seeds name inputs, findings name
seeds. With --state a run goes on where it was stopped. Exit code 1 when something is found.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import kernels

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "counts"))
SECONDS = 10  # [CPU s] of one input
# Inputs of a task, and the share of each kind in a run [1]: processes cost more than calls.
KINDS = {"structured": (500, 0.55), "stress": (500, 0.40), "csmith": (50, 0.01), "opencl": (25, 0.02),
         "counts": (25, 0.01), "files": (25, 0.01)}
# Oclgrind's clang and ours differ in how they write addresses, copies, lanes and signs of fused products, of
# which W has none.
PLUMBING = ("getelementptr", "memcpy", "extractelement", "insertelement", "shufflevector", "fneg")
NEEDS = {"stress": "llvm-stress-22", "csmith": "csmith", "counts": "oclgrind"}


class Outcome:
    def __init__(self, done=None, why=None):
        self.code = done.returncode if done else None
        self.out, self.err = (done.stdout, done.stderr) if done else (b"", b"")
        self.why = why


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def run(*command):
    """Runs a command under the limits; Outcome.why says how it broke them, or crashed."""
    done = subprocess.run([str(c) for c in command], capture_output=True, preexec_fn=limit, check=False)
    why = None
    if done.returncode in (-24, -9, 128 + 24):
        why = f"hangs: more than {SECONDS} CPU seconds"
    elif done.returncode < 0 or done.returncode >= 128:
        why = f"dies: signal {-done.returncode if done.returncode < 0 else done.returncode - 128}"
    elif b"PLEASE submit a bug report" in done.stderr or b"Stack dump" in done.stderr:
        why = "dies: " + done.stderr.decode(errors="replace").strip().splitlines()[0]
    return Outcome(done, why)


class Trial:
    """Tries single inputs of the kinds that take processes; yields what is wrong."""

    def __init__(self, options):
        self.roofline = options.build / "bin" / "roofline"
        self.plugin = options.build / "lib" / "libRoofline.so"

    def opencl(self, seed, folder):
        path = folder / "k.cl"
        path.write_text(kernels.source(seed, wild=True))
        compiler = ["clang-22", "-target", "spir64", "-cl-std=CL2.0", "-O1", "-w", "-S", "-emit-llvm", path, "-o", "-"]
        plain = run(*compiler)
        if plain.why:  # a fault of clang itself
            return
        if plain.code:
            yield "the generator's source is wrong: " + plain.err.decode(errors="replace")[:300]
            return
        plugged = run(*compiler, f"-fplugin={self.plugin}", f"-fpass-plugin={self.plugin}")
        if plugged.why or plugged.code:
            yield f"clang with the plugin {plugged.why or 'fails'}: " + plugged.err.decode(errors="replace")[:300]
        elif plain.out != plugged.out:
            yield "the plugin changes the module"
        choice = random.Random(seed)
        size, group = choice.choice([("1", "1"), ("8", "8"), ("4096", "8"), ("4294967296", "8"), ("64,3,5", "8,1,1")])
        command = choice.choice([["analyze"], ["analyze"], ["analyze", "--json", "-"],
                                 ["analyze", "--sarif", folder / "s"], ["analyze", "--html", folder / "h"],
                                 ["explore", "--designs", "kernel"], ["variants"]])
        numbers = [f"{name}={choice.choice([0, 1, -1, 7, 1000, 2147483647, -2147483648])}" for name in "nm"]
        yield from self.lawful(run(self.roofline, command[0], path, *command[1:], "--global", size, "--local", group,
                                   "--arg", numbers[0], "--arg", numbers[1]), command[0])

    @staticmethod
    def lawful(ran, name):
        if ran.why:
            yield f"{name} {ran.why}"
        elif ran.code not in (0, 1, 2):
            yield f"{name}: exit code {ran.code}"
        elif ran.code == 1 and b"error" not in ran.err:
            yield f"{name}: exit code 1 without an error"
        elif ran.code == 2 and not ran.err + ran.out:
            yield f"{name}: exit code 2 without a reason"

    def counts(self, seed, folder):
        """Operations and bytes, against what Oclgrind executes."""
        import counts
        path, summary = folder / "k.cl", folder / "k.json"
        path.write_text(kernels.source(seed, wild=False))
        done = run(self.roofline, "analyze", path, "-cl-std=CL1.2", "--allow-unknown", "--summary-out", summary)
        if done.why or done.code:
            yield f"analyze {done.why or done.err.decode(errors='replace')[:300]}"
            return
        kernel = json.loads(summary.read_text())["kernels"][0]
        case = ([16], [8], {"n": seed % 9, "m": seed % 6})
        try:
            profile = counts.run_profile(self.roofline, path, kernel, case, folder)
        except SystemExit as broken:  # Oclgrind finds a race, or the generator errs
            yield f"not run: {str(broken)[:200]}"
            return
        _, _, faults = counts.check(kernel, case, profile, True)
        if not faults:
            faults = counts.check_totals(self.roofline, path, kernel, case, profile, True)
        faults = [f for f in faults if "not in closed form" not in f and not any(n in f for n in PLUMBING)]
        yield from faults[:3]

    def files(self, seed, folder):
        """A file that people write, with a few bytes or lines changed."""
        choice = random.Random(seed)
        kinds = {"--device": ROOT / "devices" / "de5net.yaml", "--launch": HERE / "launch.yaml",
                 "summary": None, "source": ROOT / "opencl-samples" / "mm" / "mm_sm.cl"}
        kind = choice.choice(sorted(kinds))
        source = ROOT / "opencl-samples" / "mm" / "mm.cl"
        if kind == "summary":
            run(self.roofline, "analyze", source, "--allow-unknown", "--summary-out", folder / "k.summary.json")
            kinds[kind] = folder / "k.summary.json"
        mutated = folder / ("m.summary.json" if kind == "summary" else "m.cl" if kind == "source" else "m.yaml")
        mutated.write_bytes(mutate(kinds[kind].read_bytes(), choice))
        command = [mutated] if kind in ("summary", "source") else [source, kind, mutated]
        yield from self.lawful(run(self.roofline, "analyze", *command), f"analyze, {kind} mutated,")


def mutate(text, choice):
    for _ in range(choice.randint(1, 4)):
        at = choice.randrange(max(1, len(text)))
        lines = text.split(b"\n")
        way = choice.randrange(6)
        if way == 0:
            text = text[:at] + bytes([choice.randrange(256)]) + text[at + 1:]
        elif way == 1:
            text = text[:at] + text[at + choice.randint(1, 40):]
        elif way == 2:
            line = choice.randrange(len(lines))
            text = b"\n".join(lines[:line] + lines[line + 1:])
        elif way == 3:
            line = choice.randrange(len(lines))
            text = b"\n".join(lines[:line] + [lines[line]] * 2 + lines[line + 1:])
        elif way == 4:
            number = choice.choice([b"0", b"-1", b"1e308", b"nan", b"18446744073709551616", b"[]", b"{", b"''"])
            text = re.sub(rb"\d+", lambda m: number if choice.randrange(40) == 0 else m.group(), text)
        else:
            token = choice.choice([b"{", b"[", b"'", b"&x ", b"*x", b"\t", b"\0", b"\xff", b"(" * 300, b"- "])
            text = text[:at] + token + text[at:]
    return text


def attempt(options, task):
    """Findings of one task, and the seconds that it took."""
    kind, first, number = task
    begin = time.time()
    if kind in ("structured", "stress", "csmith"):
        with tempfile.TemporaryDirectory(prefix="roofline-fuzz-") as folder:  # csmith writes a file where it runs
            done = subprocess.run([options.program, "-plugin", options.build / "lib" / "libRoofline.so", "-kind", kind,
                                   "-first", str(first), "-number", str(number), "-seconds", str(SECONDS)],
                                  capture_output=True, text=True, errors="replace", check=False, cwd=folder)
        found = [line[len("FINDING "):] for line in done.stdout.splitlines() if line.startswith("FINDING ")]
        if f"tried {kind} {first} to {first + number - 1}" not in done.stdout:
            found.append(f"{kind} {first}: fuzz-modules itself fails: {done.stderr[:300]}")
        return found, time.time() - begin
    found = []
    for seed in range(first, first + number):
        with tempfile.TemporaryDirectory(prefix="roofline-fuzz-") as folder:
            for what in getattr(Trial(options), kind)(seed, pathlib.Path(folder)):
                found.append(f"{kind} {seed}: {what}")
    return found, time.time() - begin


def tasks_of(options):
    """Tasks of all kinds in turns, so that a run that is stopped has tried each."""
    by_kind = []
    for kind in options.kinds:
        size, share = KINDS[kind]
        share /= sum(KINDS[k][1] for k in options.kinds)
        whole = max(1, round(options.modules * share))
        tasks = [(kind, options.first + at, min(size, whole - at)) for at in range(0, whole, size)]
        by_kind += [((index + 1) / len(tasks), task) for index, task in enumerate(tasks)]
    return [task for _, task in sorted(by_kind)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="a folder with bin/, lib/ and fuzz-modules")
    parser.add_argument("--modules", type=int, default=2000, help="inputs of all kinds together")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    parser.add_argument("--state", type=pathlib.Path, help="finished tasks, as lines of JSON: go on behind them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--part", default="1/1", help="I/N: every N-th task from the I-th on, for an array of jobs")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.program = options.build / "bench" / "fuzz" / "fuzz-modules"
    if not options.program.exists():
        options.program = options.build / "bin" / "fuzz-modules"
    missing = {kind for kind, tool in NEEDS.items() if not shutil.which(tool)}
    options.kinds = [kind for kind in options.kinds.split(",") if kind not in missing]
    if missing:
        print("left out, for their tools are not installed:", ", ".join(sorted(missing)))
    part, parts = map(int, options.part.split("/"))
    tasks = tasks_of(options)[part - 1::parts]
    done, tried, found = set(), collections.Counter(), []
    if options.state and options.state.exists():
        for line in options.state.read_text().splitlines():
            entry = json.loads(line)
            done.add(tuple(entry["task"]))
            tried[entry["task"][0]] += entry["task"][2]
            found += entry["findings"]
    left = [task for task in tasks if task not in done]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(attempt, options, task): task for task in left}
        for future in concurrent.futures.as_completed(running):
            task, (findings, seconds) = running[future], future.result()
            tried[task[0]] += task[2]
            found += findings
            print(f"{task[0]} {task[1]} to {task[1] + task[2] - 1}: {len(findings)} findings, {seconds:.1f} s",
                  *findings, sep="\n  ", flush=True)
            if options.state:
                with options.state.open("a") as state:
                    state.write(json.dumps({"task": task, "findings": findings, "seconds": round(seconds, 2)}) + "\n")
    print(f"{tried.total()} inputs:", ", ".join(f"{number} {kind}" for kind, number in tried.items()),
          f"\n{len(found)} findings", *sorted(set(found)), sep="\n  ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
