"""Runs the driver on a case: emits, proves and prices it."""
import dataclasses
import json
import pathlib
import re
import resource
import subprocess
import tempfile
import time

FILE_PLACE = re.compile(r"\S+:\d+:(\d+:)? ")
VARIANT_COLUMN = re.compile(r"variant '.*', column \d+: ")


@dataclasses.dataclass
class Ended:
    """A command that came to its end, or to its time limit (rc None)."""
    rc: object
    out: str
    err: str
    wall: float  # [s]
    cpu: float  # [s] of the command and of all others that ended meanwhile


def run(command, limit):
    begin = time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                              timeout=limit)
        rc, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        rc, out, err = None, "", f"not done in {limit} s"
    then = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Ended(rc, out, err, time.perf_counter() - begin,
                 then.ru_utime + then.ru_stime - used.ru_utime - used.ru_stime)


def variant(steps, vector=1, lanes=1):
    if steps == 1:
        inner = "map-pipe f" if vector == 1 else f"map-pipe(map-par[{vector}] f)"
        return inner + (f" . vectorise {vector}" if vector > 1 else "")
    inner = "map-pipe f" if vector == 1 else f"map-pipe(map-par[{vector}] f)"
    if lanes > 1:
        inner = f"map-par[{lanes}]({inner})"
    text = f"map-seq(map-chain[{steps}]({inner}))"
    text += f" . vectorise {vector}" if vector > 1 else ""
    text += f" . reshapeTo {lanes}" if lanes > 1 else ""
    return f"{text} . fuse {steps}"


def tiled(steps, parts, pipes=True, block=None):
    """Variant text of PARTS tiles by dimension, of BLOCK if given."""
    number = 1
    for part in parts:
        number *= int(part) if part.isdigit() else part.count("+") + 1
    text = f"map-par[{number}]{' pipe' * pipes}(map-seq[{steps}](map-pipe f))"
    if block:
        text = f"map-seq({text})"
    rules = f"tileTo {','.join(parts)}" + (f" . blockTo {block}" if block else "")
    return f"map-seq({text}) . {rules} . fuse {steps}"


def blocked(steps, block):
    return f"map-seq(map-seq(map-chain[{steps}](map-pipe f))) . blockTo {block} . fuse {steps}"


@dataclasses.dataclass
class Result:
    """A core, or why there is none."""
    kind: str  # proven, differs, refused (with a place), unlocated, crash, late
    text: str = ""
    cycles: tuple = ()  # predicted, simulated
    resources: object = None
    design: object = None  # of core.json

    def is_fine(self):
        return self.kind == "refused" or \
            self.kind == "proven" and self.cycles[0] == self.cycles[1]

    def is_wrong(self):
        return self.kind in ("proven", "differs", "crash") and not self.is_fine()


def failure(ended):
    """Why there is no core; a crash is no refusal."""
    text = (ended.err.strip().splitlines() or ["no message"])[-1]
    text = text.replace("roofline: error: ", "")
    text = re.sub(r"\S*/([\w.]+:\d+:[\d:]* )", r"\1", text)
    if ended.rc is None:
        return Result("late", text)
    if ended.rc != 1:
        return Result("crash", f"exit code {ended.rc}: {text}")
    has_place = FILE_PLACE.search(text) or VARIANT_COLUMN.search(text)
    return Result("refused" if has_place else "unlocated", text)


class Driver:
    def __init__(self, roofline, limit):
        self.roofline = roofline
        self.limit = limit  # [s] for a command

    def run(self, *arguments):
        return run([self.roofline, *arguments], self.limit)

    def emit(self, options, text, folder):
        return self.run("emit", "verilog", *options, "--variant", text, "-o", folder)

    def prove(self, options, text, seeds=2, synthesis=False, change=None):
        """Emits the core of variant TEXT and proves it, after CHANGE(its folder)."""
        with tempfile.TemporaryDirectory() as folder:
            core = pathlib.Path(folder) / "core"
            emitted = self.emit(options, text, core)
            if emitted.rc != 0:
                return failure(emitted)
            design = json.loads((core / "core.json").read_text())["design"]
            if change:
                change(core)
            verified = self.run("verify", core, "--json", "-", "--seeds", str(seeds),
                                *([] if synthesis else ["--no-synthesis"]))
            if not verified.out:
                return failure(verified) if verified.rc is None else Result(
                    "crash" if verified.rc != 1 else "differs", verified.err.strip())
            said = json.loads(verified.out)
            cycles = said["cycles"]
            return Result("proven" if said["proven"] else "differs", "",
                          (cycles["predicted"], cycles["simulated"]),
                          said.get("resources"), design)

    def explore(self, options, *more):
        """Returns the designs as JSON, None on an error, and the command's outcome."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "designs.json"
            ended = self.run("explore", *options, *more, "--json", path)
            return (json.loads(path.read_text()) if path.exists() else None), ended
