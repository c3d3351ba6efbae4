"""Rows on designs and files: line buffers, cones, speed."""
import json
import math
import pathlib
import re
import tempfile

import cases
from driver import failure, variant

DEVICE = "adm-pcie-7v3"
BLOCKS = 1176  # 80 % of the 1470 memory blocks of the device
ELEMENTS = 64  # cells that a design computes side by side
STORAGE = re.compile(r"roofline_(ring|delay) #\(\.WIDTH\((\d+)\), \.LENGTH\((\d+)\)")


def stored_bits(core):
    """Returns {ring or delay: bits} of the Verilog of a core."""
    bits = {"ring": 0, "delay": 0}
    for path in core.glob("*.v"):
        for kind, width, length in STORAGE.findall(path.read_text()):
            bits[kind] += int(width) * int(length)
    return bits


def stage_bits(bench, case, sizes, vector):
    """Returns {ring or delay: bits} of a stage: those of a core of four steps less those of
    three."""
    counts = []
    for fused in (3, 4):
        with tempfile.TemporaryDirectory() as folder:
            core = pathlib.Path(folder) / "core"
            ended = bench.driver.emit(case.options(12, sizes), variant(fused, vector),
                                      core)
            if ended.rc != 0:
                return ended.err.strip()
            counts.append(stored_bits(core))
    return {kind: counts[1][kind] - counts[0][kind] for kind in counts[0]}


def row_6(bench):
    """Checks line buffers and delays of a stage by the instances in the Verilog."""
    reached, worst = [], (0, "")
    for case in cases.WHOLE[1:2] if bench.short else cases.WHOLE:
        # Jacobi-1D has two cells beside the work-items.
        sizes = {1: (4094,), 2: (512, 64), 3: (64, 32, 24)}[len(case.sizes)]
        spans = case.spans(sizes)
        for vector in (1, 4):
            bits = stage_bits(bench, case, sizes, vector)
            head = f"  {case.name:12} V {vector}"
            if isinstance(bits, str):
                print(f"{head}  no core: {bits}", flush=True)
                continue
            goal = sum(spans.values()) + 2 * vector * len(spans)
            rings = bits["ring"] / 32
            cells = rings + bits["delay"] / 32
            reached.append(cells <= goal)
            worst = max(worst, (cells / goal, f"{case.name} V {vector}"))
            print(f"{head}  rings {rings:8.1f}  with delays {cells:8.1f}  goal "
                  f"{goal:6}  {cells / goal:6.3f}", flush=True)
    bench.say("6", all(reached) and bool(reached),
              f"{sum(reached)} of {len(reached)} stages, all their fields together; "
              f"most {worst[0]:.2f} of the goal ({worst[1]})")


def best_within(bench, case, steps, sizes):
    """Returns the fastest design of one lane with known resources and at most ELEMENTS
    cells side by side, and all designs of its search; or None."""
    best = None
    for vector in (1, 2, 4, 8, 16, 32, 64):
        designs, ended = bench.driver.explore(
            case.options(steps, sizes), "--device", DEVICE, "--form", "pipe",
            "--max-lanes", 1, "--max-vector", vector,
            "--max-steps", ELEMENTS // vector)
        if designs is None:
            bench.wrong += ended.rc not in (1, None)
            print(f"  {case.name:11} {'x'.join(map(str, sizes)):15} no search: "
                  f"{failure(ended).text}", flush=True)
            return best
        for d in designs["by_steps"]:
            if "resources" in d and (best is None or
                                     d["time_s"] < best[0]["time_s"]):
                best = d, designs
    return best


def best_cone(bench, case, steps, sizes, design, memory):
    """Returns the least time [s] of DAC17's cones with ELEMENTS elements by its model, and
    their kind, at the clock of DESIGN."""
    cycles = math.prod(sizes) * steps / design["cells_per_cycle"]
    clock = cycles / design["compute_s"]
    tiles = {1: (16,), 2: (4, 4), 3: (4, 2, 2)}[len(sizes)]
    options = [o for o in case.options(steps, sizes) if o not in ("--borders", "same")]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "cones.json"
        ended = bench.driver.run(
            "stencil", *options, "--elements", ELEMENTS // math.prod(tiles),
            "--bandwidth", memory / 1e9, "--clock", clock / 1e6, "--launch-cycles", 1,
            "--interval", 1, "--pipe-cycles", 1e-6, "--blocks", BLOCKS, "--tiles",
            ",".join(map(str, tiles)), "--json", path)
        if not path.exists():
            return None, ended.err.strip()
        cones = json.loads(path.read_text())["cones"]
    return min((cones[kind]["time_s"], kind)
               for kind in ("overlapped", "pipes", "balanced") if cones.get(kind))


def largest_that_fits(bench, case, steps):
    """Returns the best design at the case's sizes; the longest of the faster axes is halved
    until a design fits."""
    sizes = list(case.sizes)
    while True:
        best = best_within(bench, case, steps, sizes)
        if best or max(sizes[:-1], default=0) <= 16:
            return sizes, best
        axis = max(range(len(sizes) - 1), key=lambda d: sizes[d])
        sizes[axis] //= 2


def row_9(bench):
    """Compares the best chain with the best cone of equal elements, blocks and
    bandwidth."""
    ratios = []
    for case, steps in cases.FLOATS[1:2] if bench.short else cases.FLOATS:
        sizes, best = largest_that_fits(bench, case, steps)
        head = f"  {case.name:11} {'x'.join(map(str, sizes)):15}"
        if best is None:
            print(f"{head} nothing fits", flush=True)
            continue
        design, designs = best
        least, kind = best_cone(bench, case, steps, sizes, design,
                                designs["memory_bytes_per_s"])
        if least is None:
            print(f"{head} no cone: {kind}", flush=True)
            continue
        ratios.append((least / design["time_s"], case.name))
        paper = "" if tuple(sizes) == case.sizes else "  not the paper's size"
        print(f"{head} T {design['steps_a_pass']:3} V {design['vector']:2} "
              f"{design['time_s']:9.4g} s  {design['limit']:8} "
              f"BRAM {design['resources']['memory_blocks']:6.1f}   {kind:10} "
              f"{least:9.4g} s  {ratios[-1][0]:5.2f}{paper}", flush=True)
    if not ratios:
        bench.say("9", None, "nothing fits")
        return
    mean = math.exp(sum(math.log(r) for r, _ in ratios) / len(ratios))
    least = min(ratios)
    bench.say("9", mean >= 1.8 and least[0] >= 1.0 and not bench.short,
              f"geometric mean {mean:.2f} of {len(ratios)}, least {least[0]:.2f} "
              f"({least[1]}); no cone is simulated")


def row_15(bench):
    """Times whole commands, in processor time, which other load affects less than wall
    time."""
    case, steps = cases.FLOATS[1]
    options = [*case.options(steps), "--device", DEVICE]
    designs, whole = bench.driver.explore(options)
    few, some = bench.driver.explore(options, "--max-steps", "1")
    if designs is None or few is None:
        bench.say("15", None, f"explore: {whole.err.strip()}")
        return
    more = designs["priced"] - few["priced"]
    taken = whole.cpu - some.cpu
    print(f"  explore: {designs['priced']} designs, {whole.wall:.2f} s, {whole.cpu:.2f} s "
          f"of a processor; with one step a pass {few['priced']} designs, {some.cpu:.2f} s")
    longest = whole.cpu
    said = (f"space of {designs['priced']} designs {whole.cpu:.2f} s, "
            f"{more / max(taken, 1e-9):.0f} designs a second beyond the first step; "
            "emit T 64")
    for size in (64,) if bench.short else (64, 512):
        with tempfile.TemporaryDirectory() as folder:
            emitted = bench.driver.emit(cases.WHOLE[1].options(64, (size, size)),
                                        variant(64), pathlib.Path(folder) / "core")
        bench.wrong += emitted.rc != 0
        longest = max(longest, emitted.cpu)
        said += f", {size}x{size}: {emitted.cpu:.2f} s"
        print(f"  emit, T 64, {size}x{size}: {emitted.wall:.2f} s, {emitted.cpu:.2f} s "
              f"of a processor", flush=True)
    bench.say("15", longest <= 1, said + "; of a processor")
