#!/usr/bin/env python3
"""Predicts a second set of cores, to which nothing was tuned, beside their synthesis.

README.md describes the set and the aims. Results of synthesis are kept by the hash of the
Verilog and of the script, so that a changed prediction alone takes seconds. Exit code 1
when something fails to run, whatever the predictions are.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench/rtl"))
import rtl  # noqa: E402

REORDERED = pathlib.Path(__file__).resolve().parent / "reordered"  # another yosys
KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"
# Seeds of random kernels: small sizes below 1000, long rows from there on. No test has
# one of them.
SEEDS = [*range(500, 560), *range(2000, 2060)]
# LANES:VECTOR:FORM of the random kernels, in turn.
DESIGNS = ["1:1:pipe", "1:1:comb", "2:1:pipe", "1:2:pipe", "1:1:pipe", "1:4:pipe",
           "2:2:pipe", "1:2:comb", "1:1:pipe", "2:1:comb"]
SHORT = {"random:500:1:1:pipe", "bits/crc8:1:1:comb", "shifts/left:1:1:pipe",
         "reductions/total:2:1:pipe"}
QUANTITIES = ("LUT", "FF", "DSP", "BRAM", "path")
CELLS = 4  # [cell] LUTs or registers by which a small core may be off
FAR = 25  # [%] beyond which a core is far off
FLOAT_LUTS = 10  # [%]
USUAL = 5  # [%]
OTHER_FAMILIES = 10  # [%] than Series 7


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True,
                        help="BUILD/bin/roofline; rtl-resources is beside it in BUILD")
    parser.add_argument("--set", choices=["second", "samples", "stages", "tables"],
                        default="second",
                        help="samples: the kernels of bench/rtl, one lane, x1; stages: "
                        "the second set's pipelines in stages of 16 bits; tables: of "
                        "constants")
    parser.add_argument("--target", choices=["xc7", "ecp5", "cyclonev"], default="xc7",
                        help="the family (default xc7)")
    parser.add_argument("--short", action="store_true", help="a few cores: what CI runs")
    parser.add_argument("--only", help="cores whose name contains this")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="each N-th of these cores")
    parser.add_argument("--no-synthesis", action="store_true",
                        help="cores alone whose synthesis is kept already")
    parser.add_argument("--worst", type=int, default=0, help="prints so many worst cores")
    parser.add_argument("--orders", type=int, default=0, metavar="N",
                        help="synthesises each core again with its cells in N other "
                        "orders: how far yosys is from itself")
    parser.add_argument("--json", type=pathlib.Path, help="file for all rows")
    parser.add_argument("--jobs", type=int, default=2, help="syntheses side by side")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path(
        os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        / "roofline/cores", help="folder of kept syntheses")
    options = parser.parse_args()
    options.order = 0  # of cells: as they are
    return options


def wanted(options, name):
    return (not options.short or name in SHORT) and \
        (not options.only or options.only in name)


def streams(options, source, arguments):
    """The stream kernels of a source as JSON, by name. Fails with the driver's message."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "streams.json"
        done = subprocess.run(
            [options.roofline, "variants", source, *arguments, "--max-lanes", "1",
             "--max-vector", "1", "--device", "adm-pcie-7v3", "--streams-out", path],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if not path.exists():
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        file = json.loads(path.read_text())
    return {kernel["name"]: json.dumps({**file, "kernels": [kernel]})
            for kernel in file["kernels"]}


def own_kernels(source):
    """(kernel, its designs) of a source of the set."""
    for designs, kernel in re.findall(
            r"(?:^// designs: (.*)\n)?^kernel void (\w+)", source.read_text(), re.M):
        yield kernel, [design if design.endswith(":comb") else design + ":pipe"
                       for design in (designs or "1:1").split(", ")]


def second_set():
    """The cores as (name, source, kernel, launch, design); random ones have the name
    alone."""
    for at, seed in enumerate(SEEDS):
        yield f"random:{seed}:{DESIGNS[at % len(DESIGNS)]}", None, None, (), None
    for source in sorted(KERNELS.glob("*.cl")):
        for kernel, designs in own_kernels(source):
            for design in designs:
                yield f"{source.stem}/{kernel}:{design}", source, kernel, (), design


def stages_set():
    for name, source, kernel, launch, design in second_set():
        if name.endswith(":pipe"):
            yield name + "/16", source, kernel, launch, design and design + "/16"


def sample_set():
    for source, kernel, path, launch in rtl.launches():
        yield (kernel, source, kernel,
               ("--kernel", kernel, "--launch", path, *rtl.scaled(launch, 1)), "1:1:pipe")


def tables_set():
    source = pathlib.Path(__file__).resolve().parent / "tables.cl"
    for what in ("curve", "bytes", "words"):
        for size in (32, 64, 128, 256, 512, 1024):
            kernel = f"{what}{size}"
            yield f"{what}:{size}", source, kernel, ("--global", "64"), "1:1:pipe"


def prepared(options, folder, pool):
    """[(name, argument of rtl-resources)] of the cores that are asked for, and
    [(name, reason)] of those without a stream kernel."""
    make = {"second": second_set, "samples": sample_set, "stages": stages_set,
            "tables": tables_set}[options.set]
    cores = [core for core in make() if wanted(options, core[0])][::options.every]
    files = {file: pool.submit(streams, options, *file) for file in dict.fromkeys(
        (source, launch) for _, source, _, launch, _ in cores if source)}
    asked, problems = [], []
    for name, source, kernel, launch, design in cores:
        if not source:
            asked.append((name, name))
            continue
        try:
            text = files[source, launch].result()[kernel]
        except (RuntimeError, KeyError) as error:
            problems.append((name, str(error)))
            continue
        path = folder / (re.sub(r"\W", "-", f"{source.stem}-{kernel}") + ".json")
        path.write_text(text)
        asked.append((name, f"{path}:{design}"))
    return asked, problems


class Progress:
    """Numbers of cores on a terminal."""

    def __init__(self, total):
        self.done, self.total, self.lock = 0, total, threading.Lock()

    def step(self):
        with self.lock:
            self.done += 1
            if sys.stderr.isatty():
                print(f"\r{self.done} of {self.total} synthesised", end="",
                      file=sys.stderr, flush=True)

    def clear(self):
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)


def price(options, arguments, *more):
    """The rows that rtl-resources prints for some cores. Fails with its message."""
    environment = dict(os.environ)
    if options.order:
        environment |= {"ORDER": str(options.order), "PATH": os.pathsep.join(
            [str(REORDERED), environment["PATH"]])}
    done = subprocess.run(
        [options.roofline.resolve().parents[1] / "bench/rtl-resources/rtl-resources",
         "--json", "--kept", options.results, *more, options.target,
         ROOT / f"devices/costs/{options.target}.yaml", ROOT / "rtl", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    aim = USUAL if options.target == "xc7" else OTHER_FAMILIES
    return [{**json.loads(line), "aim": aim} for line in done.stdout.splitlines()]


def priced(options, argument, progress):
    try:
        return price(options, [argument])[0]
    except RuntimeError as error:
        return {"core": argument, "failed": str(error)}
    finally:
        progress.step()


def rows(options, asked, pool):
    """A row for each core, in order: kept ones at once, then the others, small ones
    first."""
    chunks = [asked[at::options.jobs] for at in range(options.jobs)]
    known = {row["core"]: row for chunk in pool.map(
        lambda chunk: price(options, [of for _, of in chunk], "--kept-only"),
        filter(None, chunks)) for row in chunk}
    missing = sorted((of for _, of in asked
                      if "synthesised" not in known[of] and "no core" not in known[of]),
                     key=lambda of: known[of]["predicted"]["LUT"])
    if options.no_synthesis:
        return [{**known[of], "core": name} for name, of in asked if of not in missing]
    progress = Progress(len(missing))
    for row in pool.map(lambda of: priced(options, of, progress), missing):
        known[row["core"]] = row
    progress.clear()
    return [{**known[of], "core": name} for name, of in asked]


def pairs(row):
    """Quantity: (predicted, synthesised); those that one side does not know left out."""
    def of(side, quantity):
        return row[side].get("path_ps" if quantity == "path" else quantity)

    return {quantity: (of("predicted", quantity), of("synthesised", quantity))
            for quantity in QUANTITIES if of("synthesised", quantity) is not None
            and (quantity != "path" or of("predicted", quantity))}


def percent(predicted, real):
    return 0.0 if predicted == real else 100 * (predicted - real) / max(real, 1)


def misses(row):
    """Quantity: [%] of those that miss their aim."""
    result = {}
    for quantity, (predicted, real) in pairs(row).items():
        off, share = abs(predicted - real), percent(predicted, real)
        if quantity in ("DSP", "BRAM"):
            met = off < 0.05
        else:
            met = abs(share) <= (FLOAT_LUTS if row["float"] and quantity == "LUT"
                                 else row["aim"])
            met |= quantity != "path" and off <= CELLS
        if not met:
            result[quantity] = share
    return result


def far(row):
    """Quantities of those LUT, FF and path that are far off."""
    return {quantity: share for quantity, share in misses(row).items()
            if quantity in ("LUT", "FF", "path") and abs(share) > FAR}


def badness(row):
    return max(map(abs, misses(row).values()), default=0)


def text(row):
    found = pairs(row)
    line = f"{row['core']:36}"
    for quantity in QUANTITIES:
        if quantity not in found:
            line += "       ? /     ?"
            continue
        predicted, real = found[quantity]
        digits = 1 if quantity in ("DSP", "BRAM") else 0
        line += f" {predicted:7.{digits}f} /{real:6.{digits}f}"
    marks = [f"{quantity} {share:+.1f} %" for quantity, share in misses(row).items()]
    return line + "  " + ", ".join(marks) + \
        ("  unknown: " + "; ".join(row["unknown"]) if row["unknown"] else "")


def summary(found):
    """Lines: how many cores meet each aim, and the worst."""
    number = len(found)
    aim = found[0]["aim"] if found else USUAL
    aims = {"LUT": f"within {aim} %, 10 % of float cores, or {CELLS}",
            "FF": f"within {aim} % or {CELLS}", "DSP": "exact", "BRAM": "exact",
            "path": f"within {aim} %"}
    yield f"{number} cores"
    for quantity in QUANTITIES:
        has = [row for row in found if quantity in pairs(row)]
        if not has:
            continue
        met = sum(quantity not in misses(row) for row in has)
        worst = max(has, key=lambda row: abs(misses(row).get(quantity, 0)))
        predicted, real = pairs(worst)[quantity]
        yield (f"{quantity:5} {aims[quantity]:38} {met:4} of {len(has)}  "
               f"{100 * met / len(has):5.1f} %" +
               (f"   worst {percent(predicted, real):+.1f} % ({round(predicted, 1):g} /"
                f" {real:g}) {worst['core']}" if quantity in misses(worst) else ""))
    met = sum(not misses(row) for row in found)
    yield f"all   {'of these':38} {met:4} of {number}  {100 * met / number:5.1f} %"
    count = {quantity: sum(quantity in far(row) for row in found)
             for quantity in ("LUT", "FF", "path")}
    yield (f"beyond {FAR} %: {sum(bool(far(row)) for row in found)} cores ("
           + ", ".join(f"{quantity} {n}" for quantity, n in count.items()) + ")")


def beside_itself(options, asked, pool, found):
    """Lines: the cores in other orders, each beside the first synthesis as if that were
    the prediction, and all beside the middle of all."""
    every = {row["core"]: [row] for row in found}
    for options.order in range(1, options.orders + 1):
        again = [row for row in rows(options, asked, pool)
                 if "synthesised" in row and row["core"] in every]
        yield from ["", f"yosys beside itself, cells in order {options.order}: first / again",
                    *summary([{**row, "predicted": every[row["core"]][0]["synthesised"]}
                              for row in again])]
        for row in again:
            every[row["core"]].append(row)
    options.order = 0
    if options.orders:
        met = [sum(not misses({**of[order], "predicted": middle(of)})
                   for of in every.values() if order < len(of))
               for order in range(options.orders + 1)]
        yield from ["", f"all aims met by the middle of all orders: {met} of {len(every)}"]


def middle(of):
    """The middle of what some syntheses of one core give, by quantity."""
    keys = set.intersection(*(set(row["synthesised"]) for row in of))
    return {key: (min(values) + max(values)) / 2 for key in keys
            for values in [[row["synthesised"][key] for row in of]]
            if all(isinstance(value, (int, float)) for value in values)}


def by_kind(found):
    """Lines: how many cores of each kind meet all aims."""
    kinds = {}
    for row in found:
        kinds.setdefault(re.split("[/:]", row["core"])[0], []).append(row)
    for kind, members in kinds.items():
        missed = [quantity for row in members for quantity in misses(row)]
        yield (f"{kind:12} {sum(not misses(row) for row in members):4} of "
               f"{len(members):3}   missed: "
               + ", ".join(f"{quantity} {missed.count(quantity)}"
                           for quantity in QUANTITIES))


def main():
    options = parse_options()
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        asked, problems = prepared(options, pathlib.Path(folder), pool)
        found = rows(options, asked, pool)
        itself = list(beside_itself(options, asked, pool,
                                    [row for row in found if "synthesised" in row]))
    print(f"{'core':36}" + "".join(f"{quantity:>9} / {'sta' if quantity == 'path' else 'yosys':4}"
                                   for quantity in QUANTITIES))
    built = [row for row in found if "synthesised" in row]
    for row in found:
        print(text(row) if row in built else
              f"{row['core']:36}  " + (f"FAILED: {row['failed']}" if "failed" in row
                                       else f"no core: {row['no core']}"))
    for name, why in problems:
        print(f"{name:36}  no stream kernel: {why}")
    if options.worst:
        print(f"\nThe {options.worst} worst:")
        for row in sorted(built, key=badness, reverse=True)[:options.worst]:
            print(text(row))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))
    print()
    if built:
        print("\n".join(summary(built)))
        if options.set == "second":
            print("\n".join(["", "by kind, all aims met:", *by_kind(built)]))
    print(*itself, sep="\n")
    failed = sum("failed" in row for row in found)
    if options.set == "second":  # every sample is asked for, and some do not stream
        failed += len(problems)
    if failed:
        print(f"{failed} failed to run")
    return 1 if failed or not built else 0


if __name__ == "__main__":
    sys.exit(main())
