"""The tool and vitis-score on the designs of a kernel: one compile each, or one for all.

A template is a kernel's source with a pragma wherever a design may have one. Its summary is
written once; vitis-score then sets the pragmas of each design in it.
"""
import collections
import json
import re
import resource
import signal
import subprocess

HOLE = re.compile(r"auto\{__(\w+?)__(\w+)\}")
ANY_FACTOR = "2"  # a factor that keeps the pragma; vitis-score replaces it
CLOCK = 250  # [MHz] of all designs of vitis.csv
DEVICE = "u200"
LIMIT = 1  # [s] of processor time that a design may take
MEMORY = 2 << 30  # [byte]
NOTHING = {"least": 0, "most": 0, "lut": 0, "flip_flop": 0, "dsp": 0, "block_ram": 0, "ultra_ram": 0, "doubt": "",
           "us": LIMIT * 1e6}

Template = collections.namedtuple("Template", "kernel top holes summary")  # holes: {knob: line}


class Failure(Exception):
    """A program that failed, with its message."""


def run(command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)
    if done.returncode < 0:
        raise Failure(f"{command[0]}: ended by signal {-done.returncode}")
    return done


def knobs(configuration):
    return dict(part.split("=", 1) for part in configuration.split())


def processorTime():
    """[s] of the programs that have ended: other programs on this machine do not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def writeFiles(folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)


def analyze(options, source, top, *more):
    headers = ["--hls-include", options.hls_include] if options.hls_include else []
    return run([options.roofline, "analyze", source, "--top", top, "--device", DEVICE, *headers, *more])


def makeSummary(options, source, top, folder):
    """The summary of \\p source in \\p folder."""
    done = analyze(options, source, top, "--summary-out", "-")
    if done.returncode:
        raise Failure(f"{source}: {done.stderr.strip()}")
    path = folder / "summary.json"
    path.write_text(done.stdout)
    return path


def makeTemplate(designs, options, row, folder):
    """Compiles the template of the kernel of \\p row, any of its designs, in \\p folder."""
    kernel = row["kernel"]
    names = list(knobs(row["configuration"]))
    full = " ".join(f"{n}={'on' if n.startswith('PIPE') else ANY_FACTOR}" for n in names)
    files, top = designs.design(options.hlsfactory, dict(row, configuration=full))
    writeFiles(folder, files)
    source = designs.sources(str(options.hlsfactory), kernel)[f"{kernel}.cpp"].split("\n")
    holes = {f"{h[1]}:{h[2]}": line for line, text in enumerate(source, 1) if (h := HOLE.search(text))}
    return Template(kernel, top, holes, makeSummary(options, folder / f"{kernel}.cpp", top, folder))


def designLine(template, row):
    """The line of vitis-score's input of \\p row."""
    words = [str(row["row"])]
    for knob, value in knobs(row["configuration"]).items():
        if knob in template.holes:
            given = value if knob.startswith("PARA") else "on" if value == "on" else "off"
            words.append(f"{template.holes[knob]}={given}")
    return " ".join(words)


def score(options, template, rows, without=()):
    """{row: what vitis-score says of it}. A design that takes more than LIMIT or MEMORY ends it;
    then it is started again for the rest."""
    def limitMemory():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    command = [str(options.score), str(template.summary), "--clock", str(CLOCK), "--unsafe-math", "--limit", str(LIMIT)]
    command += ["--without", ",".join(without)] if without else []
    said = {}
    while len(said) < len(rows):
        rest = rows[len(said):]
        done = subprocess.run(command, input="".join(designLine(template, r) + "\n" for r in rest),
                              capture_output=True, text=True, preexec_fn=limitMemory)
        isOver = done.returncode == -signal.SIGVTALRM or "bad_alloc" in done.stderr
        if done.returncode and not isOver:
            failed = rest[len(done.stdout.splitlines())]
            raise Failure(f"{template.kernel} row {failed['row']}: {done.stderr.strip() or done.returncode}")
        said.update(zip((r["row"] for r in rest), map(json.loads, done.stdout.splitlines())))
        if done.returncode:
            said[rows[len(said)]["row"]] = {**NOTHING, "missing": [f"no answer in {LIMIT} s and {MEMORY >> 30} GB"]}
    return said


def rules(options):
    """The names of the model's rules."""
    return run([options.score, "--rules"]).stdout.split()


def fields(report):
    """The part of a report of the tool that vitis-score prints too, as it prints it."""
    kernel = report["kernels"][0]
    return {"least": kernel["latency"]["least"], "most": kernel["latency"]["most"], **kernel["resources"],
            "doubt": kernel["doubt"]}


def compileDesign(designs, options, row, folder):
    """What the tool says of the source of \\p row, and its processor time [s]."""
    files, top = designs.design(options.hlsfactory, row)
    writeFiles(folder, files)
    start = processorTime()
    done = analyze(options, folder / f"{row['kernel']}.cpp", top, "--clock", CLOCK, "--unsafe-math", "--json", "-")
    elapsed = processorTime() - start
    try:
        return fields(json.loads(done.stdout)), elapsed
    except (json.JSONDecodeError, KeyError, IndexError) as error:
        raise Failure(f"{row['kernel']} row {row['row']}: {done.stderr.strip() or repr(error)}") from error
