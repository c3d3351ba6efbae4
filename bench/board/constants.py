"""The three fitted constants of the model "board": the time of a design for other values,
without another run of the tool, and the best values."""
import itertools
import math
import pathlib
import re
import statistics

NAMES = ("share", "arbitration", "overlap")
LEAST = {"share": 0.3, "arbitration": 0.0, "overlap": 1.0}
MOST = {"share": 1.0}


def ofDevice(path):
    """{name: value} of the fitted constants of a device file, and its peak [byte/s]."""
    text = pathlib.Path(path).read_text()
    entries = {key: float(value) * (0.01 if unit == "%" else 1) for key, value, unit in
               re.findall(r"^  (\w+):\s*\{ *value: *([^,]+), *unit: *\"?([^,\"]*)", text, re.M)}
    return {**{name: entries[name] for name in NAMES},
            "peak": entries["banks"] * entries["bank_bandwidth"] * 1e9, "word": entries["transaction_width"]}


def together(a, b, overlap):
    """[cycle] Time of two activities that hinder each other, as together() of
    BoardTime.cpp."""
    if a <= 0 or b <= 0:
        return max(a, b)
    most = max(a, b)
    return most * (1 + (min(a, b) / most) ** overlap) ** (1 / overlap)


def cycles(board, c, clock):
    """[cycle] Time of the launch in the report's object `board` with constants \\p c at \\p clock
    [Hz]: timeAt() of lib/analysis/board/Board/BoardTime.cpp for interleaved banks without rings."""
    words = sum(u["words"] for u in board["units"])
    repeats = sum(u["repeats"] for u in board["units"])
    memory = (words - repeats) * c["word"] / (c["share"] * c["peak"]) * clock + c["arbitration"] * words
    pipelines = board["pipelines"]
    own = [max(p["passes"] * p["interval"], p.get("slots", 0)) for p in pipelines]
    longest = max(together(o, memory, c["overlap"]) if p["words"] > 0 else o for o, p in zip(own, pipelines))
    if not board["latency_cycles"]:  # a single work-item
        return max(longest, together(sum(own), memory, c["overlap"])) + sum(p["depth"] for p in pipelines)
    slowest = max(p["passes"] for p in pipelines)
    deepest = max([1] + [p["depth"] for p in pipelines])
    at_once = min(1, deepest / max(1, pipelines[0]["passes"]))
    return together(longest + at_once * (sum(own) - slowest), board["latency_cycles"], c["overlap"])


def milliseconds(design, c):
    """[ms] Time of all launches of a design at its measured clock."""
    return sum(cycles(launch["board"], c, design["clock_hz"]) for launch in design["launches"]) / design["clock_hz"] * 1e3


def loss(designs, c):
    """Mean over the kernels of the median |log(predicted / measured)|."""
    return statistics.mean(statistics.median(abs(math.log(milliseconds(d, c) / d["measured_ms"])) for d in of)
                           for of in designs.values())


def reproduces(designs, c):
    """The largest relative difference between milliseconds() and the tool's time; only
    rounding when \p c are the device's values."""
    return max(abs(milliseconds(d, c) / (1e3 * sum(launch["time_s"] for launch in d["launches"])) - 1)
               for of in designs.values() for d in of)


def fit(designs, start, say=lambda text: None):
    """Fits the constants to \p designs (by kernel): coordinate descent from the best point
    of a coarse grid and \p start, with steps that shrink to 0.01."""
    grid = [dict(start, **dict(zip(NAMES, values))) for values in
            itertools.product((0.7, 0.8, 0.95), (0.0, 0.2, 0.4), (1.2, 1.5, 2.0, 3.0))]
    best, at = min(((loss(designs, c), c) for c in [start, *grid]), key=lambda found: found[0])
    step = 0.1
    while step >= 0.01:
        moved = False
        for name in NAMES:
            for sign in (1, -1):
                trial = dict(at, **{name: round(at[name] + sign * step, 4)})
                if not LEAST[name] <= trial[name] <= MOST.get(name, math.inf):
                    continue
                error = loss(designs, trial)
                if error < best - 1e-9:
                    best, at, moved = error, trial, True
                    say("  ".join(f"{n} {at[n]:.3f}" for n in NAMES) + f"  {100 * best:.2f} %")
        step = step if moved else step / 2
    return at, best
