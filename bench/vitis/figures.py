"""Figures of predicted designs beside the vendor's, without other packages."""
import collections
import math
import random
import statistics
import zlib

from board import quantile, spearman

RESOURCES = {"DSP": "dsp", "BRAM": "block_ram", "URAM": "ultra_ram", "LUT": "lut", "FF": "flip_flop"}
# XCU200 as the vendor's report lists it: AMD UltraScale+ product table; block RAM of 18 Kb.
AVAILABLE = {"DSP": 6840, "BRAM": 4320, "URAM": 960, "LUT": 1182240, "FF": 2364480}
FULL = 0.75  # share of a resource above which the data calls a design invalid
NEAR = 0.1
AS_FAST = 1.01  # bestDesign() of the product


class Design:
    """A design of the data with what the model says of it."""

    def __init__(self, row, said):
        self.kernel, self.row, self.knobs = row["kernel"], row["row"], row["configuration"]
        self.valid = row["valid"] == "1"
        self.cycles = float(row["cycles"] or "nan")
        self.used = {name: float(row[name] or "nan") for name in RESOURCES}
        self.missing = said["missing"]
        self.predicted = said["most"]
        self.uses = {name: said[key] for name, key in RESOURCES.items()}
        self.doubt, self.us = said["doubt"], said["us"]

    def hasPragma(self):
        return any(part.split("=")[1] not in ("1", "absent", "NA") for part in self.knobs.split())

    def isRefused(self):
        """True where the model says that it does not finish or fit."""
        return bool(self.doubt) or self.scarcest() > FULL

    def scarcest(self):
        """Greatest share of a resource of the device."""
        return max(self.uses[n] / AVAILABLE[n] for n in RESOURCES)

    def error(self):
        """Relative error of the cycles. A design without a prediction counts as 100 %."""
        return 1.0 if self.missing or self.predicted <= 0 else abs(self.predicted / self.cycles - 1)

    def resourceError(self, name):
        """Relative error of a resource. One use where the vendor has none is 100 %."""
        return abs(self.uses[name] - self.used[name]) / max(self.used[name], 1)


def half(design):
    """"A", on which constants are fitted, or "B". Designs of equal cycles are in one half: a
    knob that does nothing would show B's results to A otherwise."""
    what = design.cycles if design.valid else design.row
    seed = zlib.crc32(f"{design.kernel} {what}".encode())
    return "A" if random.Random(seed).random() < 0.5 else "B"


def median(values):
    values = list(values)
    return quantile(values, 0.5) if values else float("nan")


def rank(designs):
    """Spearman's correlation; 0 where all predictions are equal, since they rank nothing."""
    rho = spearman([d.predicted for d in designs], [d.cycles for d in designs])
    return 0.0 if math.isnan(rho) else rho


def distinct(designs):
    """One design for each number of cycles of the vendor: the one with the median error."""
    groups = collections.defaultdict(list)
    for d in designs:
        groups[d.cycles].append(d)
    return [sorted(of, key=Design.error)[len(of) // 2] for of in groups.values()]


def pick(designs):
    """Vendor's cycles of the design that `explore` calls best, over the best valid one: within 1 % of
    the fewest predicted cycles, that which takes least of the scarcest resource. Of equal ones the
    mean of the valid; inf where half of them or more have no result."""
    allowed = [d for d in designs if not d.isRefused() and not d.missing and d.predicted > 0]
    best = min((d.cycles for d in designs if d.valid), default=float("nan"))
    if not allowed:
        return float("inf")
    least = min(d.predicted for d in allowed)
    near = [d for d in allowed if d.predicted <= AS_FAST * least]
    liked = min(near, key=lambda d: (d.scarcest(), d.predicted))
    equal = [d for d in near if (d.scarcest(), d.predicted) == (liked.scarcest(), liked.predicted)]
    valid = [d.cycles for d in equal if d.valid]
    return statistics.mean(valid) / best if 2 * len(valid) > len(equal) else float("inf")


def ofKernel(designs):
    """Figures of one kernel's designs, valid and invalid."""
    valid = [d for d in designs if d.valid]
    invalid = [d for d in designs if not d.valid]
    errors = [d.error() for d in valid]
    one = distinct(valid)
    return {"valid": len(valid), "distinct": len(one), "median": median(errors), "p90": quantile(errors, 0.9),
            "near": share(e <= NEAR for e in errors), "spearman": rank(valid),
            "distinct_median": median(d.error() for d in one), "distinct_spearman": rank(one),
            **{name: median(d.resourceError(name) for d in valid) for name in RESOURCES},
            "refused": share(d.isRefused() for d in invalid), "refused_wrongly": share(d.isRefused() for d in valid),
            "pick": pick(designs), "missing": sum(bool(d.missing) for d in valid)}


def share(flags):
    flags = list(flags)
    return sum(flags) / len(flags) if flags else float("nan")


def byKernel(designs):
    groups = collections.defaultdict(list)
    for d in designs:
        groups[d.kernel].append(d)
    return {kernel: groups[kernel] for kernel in sorted(groups)}


def overall(designs):
    """Figures of all kernels' designs."""
    kernels = {k: ofKernel(of) for k, of in byKernel(designs).items() if any(d.valid for d in of)}
    valid = [d for d in designs if d.valid]
    plain = [d.error() for d in valid if not d.hasPragma()]
    ranks = [f["spearman"] for f in kernels.values()]
    picks = [f["pick"] for f in kernels.values()]
    medians = {k: f["median"] for k, f in kernels.items()}
    worst = max(medians, key=medians.get)
    return {"kernels": kernels, "valid": len(valid), "invalid": len(designs) - len(valid),
            "median": median(d.error() for d in valid), "worst": medians[worst], "worst_kernel": worst,
            "mean_median": statistics.mean(medians.values()),
            "distinct_median": median(d.error() for of in byKernel(valid).values() for d in distinct(of)),
            "near": share(d.error() <= NEAR for d in valid), "rank_median": median(ranks), "rank_worst": min(ranks),
            "plain": len(plain), "plain_median": median(plain), "plain_worst": max(plain, default=float("nan")),
            "plain_exact": sum(e == 0 for e in plain),
            **{name: median(d.resourceError(name) for d in valid) for name in RESOURCES},
            "refused": share(d.isRefused() for d in designs if not d.valid),
            "refused_wrongly": share(d.isRefused() for d in valid),
            "pick_median": statistics.median(picks), "pick_worst": max(picks), "missing": sum(bool(d.missing) for d in valid),
            "us": median(d.us for d in valid)}
