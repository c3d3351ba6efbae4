#!/usr/bin/env python3
"""Compares trip counts with executed loops.

Random loops (counters of every width, masks, shifts, casts, negative bounds) are analysed,
and run as C with the same arguments. README.md describes the comparison. Exit code 1 when
more trip counts are wrong than --allow permits.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

COUNTERS = ["int"] * 4 + ["uint"] * 2 + ["long", "ulong", "short", "ushort", "uchar"]
# A program with these is undefined, or wraps, which closed forms leave out.
CHECKS = "undefined,unsigned-integer-overflow,implicit-conversion"
LIMIT = 100000  # iterations of a loop that may not end

HOST = """
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#define kernel
#define global
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
static sigjmp_buf out;
static void leave(int) { siglongjmp(out, 1); }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
#define COUNT(N) do { if (++o[N] > %d) siglongjmp(out, 2); } while (0)
""" % LIMIT
MAIN = """
#define RUN(K) do { int o[2] = {0, 0}; int Why = sigsetjmp(out, 1); \\
    if (!Why) K(o, n, m, u); printf("%s %d %d %d\\n", #K, Why, o[0], o[1]); } while (0)
int main(int, char **a) {
  signal(SIGILL, leave);
  signal(SIGTRAP, leave);
  signal(SIGFPE, leave);
  int n = atoi(a[1]), m = atoi(a[2]); uint u = atoi(a[3]);
"""


class Loops:
    """Random OpenCL C of one or two nested loops."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def constant(self):
        return str(self.random.choice([0, 1, 1, 2, 3, 4, 7, 8, 16, 31, 40, -1, -2, -3, -5]))

    def bound(self, names, depth=2):
        if depth == 0 or self.random.random() < 0.3:
            return self.pick(*names, *names, self.constant())
        E = lambda: self.bound(names, depth - 1)
        small = self.pick("2", "3", "4", "5", "8", "16")
        mask = self.pick("1", "3", "7", "15", "~3", "~7", "0xff")
        return self.pick(
            f"({E()} + {E()})", f"({E()} - {E()})", f"({E()} * {small})", f"({E()} / {small})",
            f"({E()} % {small})", f"({E()} & {mask})", f"({E()} >> {self.pick('1', '2', '3')})",
            f"({E()} << {self.pick('1', '2')})", f"min((int)({E()}), (int)({E()}))",
            f"max((int)({E()}), (int)({E()}))", f"({E()} < {E()} ? {E()} : {E()})",
            f"({self.pick('uint', 'short', 'uchar', 'long', 'ushort')})({E()})", f"(- {E()})")

    def loop(self, i, names, body):
        T = self.pick(*COUNTERS)
        start = self.constant() if self.random.random() < 0.6 else self.bound(names, 1)
        if T.startswith("u"):
            start = start.lstrip("-")
        end = self.bound(names)
        way = self.random.random()
        if way < 0.6:
            test = f"{i} {self.pick('<', '<', '<=', '!=')} {end}"
            step = self.pick(f"++{i}", f"++{i}", f"{i} += 2", f"{i} += 3", f"{i} += 8")
        elif way < 0.85:
            start, end = (start, end) if self.random.random() < 0.2 else (end, start)
            test = f"{i} {self.pick('>', '>', '>=', '!=')} {end}"
            step = self.pick(f"--{i}", f"{i} -= 2", f"{i} -= 4")
        elif way < 0.93:
            test = f"{i} {self.pick('<', '<=')} {end}"
            start, step = self.pick("1", "2", "3"), self.pick(f"{i} <<= 1", f"{i} *= 2", f"{i} <<= 2")
        else:
            start, test = end, f"{i} {self.pick('>', '>=')} {self.pick('0', '1', '2')}"
            step = self.pick(f"{i} >>= 1", f"{i} /= 2", f"{i} >>= 2")
        if self.random.random() < 0.15:
            body = f"{body} if ({i} {self.pick('==', '>=', '>')} {self.bound(names, 1)}) break;"
        form = self.random.random()
        if form < 0.7:
            return f"for ({T} {i} = {start}; {test}; {step}) {{ {body} }}"
        if form < 0.85:
            return f"{{ {T} {i} = {start}; while ({test}) {{ {body} {step}; }} }}"
        return f"{{ {T} {i} = {start}; do {{ {body} {step}; }} while ({test}); }}"

    def kernel(self, name):
        arguments = ["n", "m", "u"]
        if self.random.random() < 0.7:
            nest = self.loop("i", arguments, "COUNT(0);")
        else:
            nest = self.loop("i", arguments,
                             "COUNT(0);\n  " + self.loop("j", arguments + ["i"], "COUNT(1);"))
        return f"kernel void {name}(global int *o, int n, int m, uint u) {{\n  {nest}\n}}\n"


def run(*command, ok=(0,)):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode not in ok:
        sys.exit(f"trips: {' '.join(map(str, command))}: {done.returncode}\n{done.stderr}")
    return done.stdout


def loops_of(node, is_chosen=False):
    """Returns (loop, True when a branch decides about its entry), the outer one first."""
    if node["kind"] == "loop":
        yield node["loop"], is_chosen
    for child in node.get("children", []):
        yield from loops_of(child, is_chosen or node["kind"] == "branch")


def compare(kernel, first_line, ran):
    """Returns (verdict, loop, iterations of each entry) of the loops in the summary."""
    outer, inner = ran
    is_mean = True  # over all iterations of the outer loop
    for loop, is_chosen in loops_of(kernel["hierarchy"]):
        is_inner = loop["location"]["line"] == first_line + 2
        if is_inner and (not outer or not is_mean):
            continue
        runs = inner / outer if is_inner else outer
        near = 1e-6 * max(1, runs)
        is_exact = loop["trip_kind"] == "exact" and not kernel["missing"]
        is_mean &= is_exact
        if loop["trip_kind"] == "unknown" or kernel["missing"]:
            yield "unknown", loop, runs
            continue
        more = loop["trip"] - runs
        if is_exact and not is_chosen:
            yield ("exact" if abs(more) <= near else "WRONG"), loop, runs
        else:
            yield ("bound" if more >= -near else "WRONG"), loop, runs


def check(options, seed, folder):
    """Verdicts on the loops of a file, and how many there are of each."""
    totals, wrong = collections.Counter(), []
    loops = Loops(seed)
    names = [f"k{i}" for i in range(options.kernels)]
    texts = {name: loops.kernel(name) for name in names}
    source, first = "", {}
    for name in names:
        first[name] = source.count("\n") + 1
        source += texts[name]
    opencl, host, program = folder / "k.cl", folder / "k.c", folder / "k"
    opencl.write_text(source)
    host.write_text(HOST + source + MAIN + "".join(f"  RUN({n});\n" for n in names) + "}\n")
    run(options.clang, "-std=gnu23", "-O0", "-w", f"-fsanitize={CHECKS}",
        f"-fsanitize-trap={CHECKS}", host, "-o", program)
    for _ in range(options.launches):
        values = [loops.random.randint(0, most) for most in (300, 60, 200)]
        ran = {line.split()[0]: list(map(int, line.split()[1:]))
               for line in run(program, *values).splitlines()}
        arguments = [x for a, v in zip("nmu", values) for x in ("--arg", f"{a}={v}")]
        report = folder / "k.json"
        run(options.roofline, "analyze", opencl, "-D", "COUNT(N)=o[N]+=1", *arguments, "--allow-unknown",
            "--json", report, ok=(0, 2))
        for kernel in json.loads(report.read_text())["kernels"]:
            why, *counts = ran[kernel["kernel"]]
            if why:
                totals["undefined, or endless"] += 1
                continue
            for verdict, loop, runs in compare(kernel, first[kernel["kernel"]], counts):
                totals[verdict] += 1
                if verdict == "WRONG":
                    wrong.append(f"seed {seed}, n = {values[0]}, m = {values[1]}, u = {values[2]}: "
                                 f"{loop['trip_kind']} {loop['trip']} ({loop['trip_form']}), "
                                 f"runs {runs}\n{texts[kernel['kernel']]}")
    return totals, wrong


def check_alone(options, seed):
    with tempfile.TemporaryDirectory() as folder:
        return check(options, seed, pathlib.Path(folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--roofline", required=True, type=pathlib.Path)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--seed", type=int, default=1, help="of the first file")
    parser.add_argument("--files", type=int, default=19)
    parser.add_argument("--kernels", type=int, default=800, help="in a file")
    parser.add_argument("--launches", type=int, default=1, help="of a file")
    parser.add_argument("--allow", type=int, default=0, help="wrong trip counts that are no failure")
    options = parser.parse_args()
    totals = collections.Counter()
    seeds = range(options.seed, options.seed + options.files)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for counts, wrong in workers.map(lambda seed: check_alone(options, seed), seeds):
            totals += counts
            print(*wrong, sep="\n", end="", flush=True)
    compared = totals.total() - totals["undefined, or endless"]
    print(f"{compared} loops:", ", ".join(f"{totals[v]} {v}" for v in (
        "exact", "bound", "unknown", "WRONG", "undefined, or endless")))
    return totals["WRONG"] > options.allow


if __name__ == "__main__":
    sys.exit(main())
