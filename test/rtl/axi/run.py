#!/usr/bin/env python3
"""Runs copy_tb.v: roofline_axi_read and roofline_axi_write between two memories.

    run.py RTL CASE

RTL: the folder of the modules. CASE: a name of DIRECTED, `random` or `mutants` (masters
with a mistake that the memories must find). Words and strobes are random; the cycles of a
copy without pauses are computed here, see cycles(). """
import pathlib
import random
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent / "copy_tb.v"
#        data width address burst outstanding beats from to, and of rows:
#        words of one, their number in a plane, pitch, pitch of planes
DIRECTED = {
    "one-beat": (64, 32, 32, 16, 4, 1, 0x1000, 0x2004),
    "no-beat": (64, 32, 32, 16, 4, 0, 0x1000, 0x2000),
    "page-border": (64, 32, 32, 16, 4, 64, 0x1FE4, 0x2FF8),
    "same-width": (32, 32, 32, 16, 4, 300, 0x1FFC, 0x3000),
    "unaligned": (128, 8, 32, 8, 4, 1000, 0x1003, 0x2FFD),
    "longest-burst": (32, 32, 32, 256, 2, 2100, 0x10FF4, 0x20010),
    "whole-page-burst": (512, 32, 32, 64, 2, 3000, 0x10FFC, 0x20024),
    "shortest-burst": (64, 64, 40, 2, 2, 100, 0xFF_0000_0FF8, 0x12_3456_7008),
    "wide-bus": (1024, 64, 64, 32, 3, 500, 0x8_0000_0000_1008, 0x2078),
    "last-address": (64, 16, 16, 4, 4, 64, 0xFF80, 0x0F02),
    "rows": (64, 32, 32, 16, 4, 24 * 10, 0x1004, 0x2FFC, 24, 10, 100, 0),
    "planes": (32, 32, 32, 16, 4, 8 * 5 * 4, 0x1FE0, 0x3004, 8, 5, 40, 801),
    "torn-rows": (128, 8, 32, 8, 4, 37 * 3 * 3, 0x1003, 0x2FFD, 37, 3, 41, 500),
    "rows-of-one": (128, 16, 32, 4, 8, 30, 0x1FF2, 0x3006, 1, 5, 3, 1000),
    "rows-across-pages": (64, 64, 40, 4, 3, 600 * 3, 0x10F8, 0x20008, 600, 3, 777, 0),
}
MUTANTS = [  # (module, its text, the mistake): each must be found
    ("bursts", "localparam LENGTH = $clog2(BURST);",
     "localparam LENGTH = $clog2(BURST) + 1;"),  # across a page
    ("bursts", "first <= {LENGTH{1'b0}};", "first <= first;"),
    ("bursts", "+ {{COUNT + 1 - INDEX{1'b0}}, from[INDEX-1:0]}", ""),
    ("read", "(|room[BITS:LENGTH])", "(|room[BITS:0])"),  # too many, or too early
    ("read", "assign next = tready & (&part);", "assign next = tready;"),
    ("read", "part <= address[BYTES-1:BYTES-PARTS];", "part <= 0;"),
    ("read", "error <= 1'b1;", "error <= 1'b0;"),
    ("write", "(|here)", "(valid)"),  # before its data is there
    ("write", "pending != OUTSTANDING[PENDING-1:0]", "1'b1"),
    ("write", "valid & (|owed)", "valid"),  # data before its address
    ("write", "ends | (&place[INDEX-1:PARTS]); // of", "ends; // of"),
    ("write", "if (clear | push) on", "if (clear) on"),
    ("write", "push = taken & (whole | ends)", "push = taken & whole"),
    ("write", "~more & pending == {PENDING{1'b0}}", "~more"),
    ("write", "bvalid & bready;", "bvalid & bready & (pending != 2);"),
    ("bursts", "start ? address[ADDRESS-1:FROM] : following", "following"),
    ("bursts", "others = runs - 1", "others = runs"),
    ("read", "((&part) | ends)", "(&part)"),
    ("read", "rvalid & rlast}", "rvalid}"),  # too many open
    ("rows", "turn ? from + plane", "turn ? row + plane"),
    ("rows", "last = rows - 1", "last = rows"),
    ("places", "ends ? following :", ""),
]


def cycles(data, width, burst, beats, to, row, rows, pitch, plane):
    """[cycle] From `start` to `idle` without waits: include/.../StreamMasters.h."""
    if beats == 0:
        return 0
    block, part = burst * data // 8, width // 8
    written = done = 0
    for run in range(beats // row):
        at = to + part * (run // rows * plane + run % rows * pitch)
        end = at + row * part
        while at < end:
            stop = min(end, (at // block + 1) * block)
            words = (stop - 1) // (data // 8) - at // (data // 8) + 1
            # The first word passes 4 cycles after `start`, then one word per cycle.
            done += (stop - at) // part
            written = max(4 + done, written) + words
            at = stop
    return written + 1


def sources(rtl):
    names = ["fifo", "axi_rows", "axi_places", "axi_bursts", "axi_read", "axi_write",
             "tb_axi_read", "tb_axi_write"]
    return [pathlib.Path(rtl) / f"roofline_{name}.v" for name in names]


def run(files, case, seed):
    """Returns None when it passes, else the messages."""
    data, width, address, burst, outstanding, beats, start, to, *rows = case
    row, number, pitch, plane = rows or (0, 1, 1, 0)
    rng = random.Random(seed)
    parts = data // width
    count = max((row or beats).bit_length(), (burst * parts).bit_length())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        words = [rng.getrandbits(width) for _ in range(beats)]
        digits, bits = (width + 3) // 4, width // 8
        (folder / "in.hex").write_text("".join(f"{w:0{digits}x}\n" for w in words))
        (folder / "out.hex").write_text("".join(
            f"{rng.choice([0, 2**bits - 1, rng.getrandbits(bits)]) << width | w:x}\n"
            for w in words))
        values = dict(DATA=data, WIDTH=width, ADDRESS=address, BURST=burst,
                      OUTSTANDING=outstanding, COUNT=count, BEATS=beats,
                      ROW=row, ROWS=number, PITCH=pitch, PLANE=plane)
        build = subprocess.run(
            ["iverilog", "-g2012", "-Wall", "-Wno-timescale", "-s", "copy_tb", "-o", folder / "tb"]
            + [f"-Pcopy_tb.{name}={value}" for name, value in values.items()]
            + [BENCH, *files], capture_output=True, text=True)
        if build.returncode or build.stdout + build.stderr:
            return build.stdout + build.stderr
        expected = 0
        if burst >= 4 and (not row or outstanding > 2):
            expected = cycles(data, width, burst, beats, to, row or beats, number, pitch,
                              plane)
        done = subprocess.run(
            ["vvp", "-n", folder / "tb", f"+from={start:x}", f"+to={to:x}",
             f"+seed={seed}", f"+cycles={expected}"],
            capture_output=True, text=True, cwd=folder, timeout=100)
        if done.stdout.strip() == "PASS":
            return None
        return done.stdout[:2000] + done.stderr[:2000]


def random_case(rng):
    data = rng.choice([32, 64, 128, 256, 512])
    width = rng.choice([w for w in (8, 16, 32, 64, 128) if w <= data])
    burst = rng.choice([b for b in (2, 4, 8, 16, 64, 256) if b * data // 8 <= 4096])
    part = width // 8
    place = lambda: 4096 * rng.randrange(1, 100) + part * rng.choice(
        [0, rng.randrange(4096 // part), 4096 // part - rng.randrange(1, 5)])
    return (data, width, rng.choice([32, 40]), burst, rng.choice([2, 3, 4, 8]),
            rng.randrange(1, rng.choice([20, 1200])), place(), place())


def random_rows(rng):
    row, rows, planes = rng.randrange(1, 70), rng.randrange(1, 6), rng.randrange(1, 4)
    pitch = row + rng.randrange(50)
    *sizes, _, start, to = random_case(rng)
    return (*sizes, row * rows * planes, start, to, row, rows, pitch,
            rows * pitch + rng.randrange(100))


def mutants(rtl):
    failed = False
    everything = [DIRECTED[name] for name in
                  ("page-border", "same-width", "unaligned", "shortest-burst", "last-address",
                   "planes", "torn-rows", "rows-of-one")]
    for module, text, mistake in MUTANTS:
        with tempfile.TemporaryDirectory() as folder:
            files = sources(rtl)
            wrong = pathlib.Path(folder) / f"roofline_axi_{module}.v"
            right = (pathlib.Path(rtl) / wrong.name).read_text()
            assert right.count(text) == 1, (module, text)
            wrong.write_text(right.replace(text, mistake))
            files = [wrong if f.name == wrong.name else f for f in files]
            if not any(run(files, case, seed)
                       for seed, case in enumerate(everything, 1)):
                print(f"{wrong.name}: nobody saw: {mistake or 'nothing'} for {text}")
                failed = True
    return failed


def main():
    rtl, name = sys.argv[1:]
    if name == "mutants":
        return mutants(rtl)
    rng = random.Random(1)
    cases = {"random": lambda: [random_case(rng) for _ in range(20)],
             "random-rows": lambda: [random_rows(rng) for _ in range(20)]}.get(
                 name, lambda: [DIRECTED[name]])()
    failed = False
    for seed, case in enumerate(cases, 1):
        problem = run(sources(rtl), case, seed)
        if problem:
            print(f"{case}, seed {seed}: {problem}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
