#!/usr/bin/env python3
"""Measures what routing adds to the longest path of the sample kernels' cores.

README.md describes the measurement. Exit code 1 when an emitted core that fits cannot be
placed and routed.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import typing

BENCH = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(BENCH / "rtl"), str(BENCH / "rtl-resources")]
import rtl  # noqa: E402
import second  # noqa: E402

PREDICTED = "map-pipe f"
# What routers say of designs that they do not take.
LEFT_OUT = {"no BELs remaining": "it does not fit the device",
            "No wire found for port Q31": "the router does not join shift registers"}
# Pins of a Nexys Video for the three ports of a wrapped core: that router asks for them.
PINS = "".join(f"set_property {what} [get_ports {port}]\n"
               for port, pin in (("clk", "R4"), ("in", "E22"), ("out", "T14"))
               for what in (f"LOC {pin}", "IOSTANDARD LVCMOS33"))


class Family(typing.NamedTuple):
    device: list  # options of emit
    synthesis: str
    tables: str
    untimed: str  # cells of which the router has no delays
    router: list  # with its device


FAMILIES = {
    "ice40": Family(
        [], "synth_ice40", "SB_LUT4", "none",
        ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"]),
    "ecp5": Family(
        ["--device", "ulx3s-85f"], "synth_ecp5", "LUT4", "none",
        ["nextpnr-ecp5", "--85k", "--package", "CABGA381", "--speed", "6",
         "--lpf-allow-unconstrained"]),
    "xc7": Family(
        ["--device", "adm-pcie-7v3"], "synth_xilinx -family xc7 -flatten", "LUT[1-6]",
        "DSP48E1|RAMB.*",
        ["nextpnr-himbaechel-xilinx", "--device", "xc7a200tsbg484-1", "-o",
         "xdc=pins.xdc"]),
}
SHORT = {"vecadd", "saxpy_int", "erosion_int"}


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--short", action="store_true", help="three kernels, one seed")
    parser.add_argument("--only", help="kernels whose name contains this")
    parser.add_argument("--family", choices=FAMILIES, default="ice40")
    parser.add_argument("--set", choices=["samples", "second"], default="samples")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="1 to N")
    parser.add_argument("--variant", default=PREDICTED)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.seeds < 1:
        parser.error("--seeds: at least 1")
    if options.family != "ice40" and options.variant != PREDICTED:
        parser.error("--variant: paths of one pipeline alone are predicted; --family ice40")
    return options


def run(*command, cwd):
    """Runs a program and returns its standard output; exits with its message when it
    fails."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True,
                          text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip() or done.stdout.strip())[-300:])
    return done.stdout


def wrapped(top, ports):
    """Wraps TOP in shift registers, so that pins suffice and lie on none of its paths."""
    def width(names):
        return sum(len(ports[name]["bits"]) for name in names)

    inputs = [name for name, port in ports.items()
              if port["direction"] == "input" and name != "clk"]
    outputs = [name for name, port in ports.items() if port["direction"] == "output"]
    lines = ["module wrapped(input clk, input in, output reg out);",
             f"  reg [{width(inputs) - 1}:0] i;",
             f"  wire [{width(outputs) - 1}:0] o;",
             f"  reg [{width(outputs) - 1}:0] q;",
             "  always @(posedge clk) begin",
             "    i <= {i, in}; q <= o ^ (q << 1); out <= ^q[" f"{width(outputs) - 1}];",
             "  end", f"  {top} core(.clk(clk)"]
    for names, bus in ((inputs, "i"), (outputs, "o")):
        low = 0
        for name in names:
            bits = len(ports[name]["bits"])
            lines.append(f"    , .{name}({bus}[{low + bits - 1}:{low}])")
            low += bits
    return "\n".join([*lines, "  );", "endmodule", ""])


def longest_path(report):
    """[ns] Delays of cells and of routing on the longest path from register to register."""
    paths = [path["path"] for path in report["critical_paths"]
             if path["from"] == path["to"]]
    longest = max(paths, key=lambda path: sum(step["delay"] for step in path))
    routing = sum(step["delay"] for step in longest if step["type"] == "routing")
    return sum(step["delay"] for step in longest) - routing, routing


def samples():
    """(source, kernel, options of its launch)"""
    for source, kernel, path, _ in rtl.launches():
        yield source, kernel, ("--launch", path)


def second_set():
    """Likewise of the kernels of bench/rtl-resources."""
    for source in sorted(second.KERNELS.glob("*.cl")):
        for kernel, _ in second.own_kernels(source):
            yield source, kernel, ()  # its launch file is found beside it


SETS = {"samples": samples, "second": second_set}


def predicted(options, source, kernel, launch):
    """[ns] The longest path through cells that the model has of one lane; nothing of a
    family without delays."""
    if options.family == "ice40":
        return None
    options.target, options.order, options.results = options.family, 0, pathlib.Path("none")
    texts = second.streams(options, source, ("--kernel", kernel, *launch))
    if kernel not in texts:  # a chain of kernels
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(texts[kernel])
        file.flush()
        row = second.price(options, [f"{file.name}:1:1:pipe"], "--kept-only")[0]
    path = row["predicted"].get("path_ps")
    return path and path / 1000


def measure(options, source, kernel, launch):
    """Returns (cells, predicted ns, [(cell ns, routing ns) by seed]), or the reason why
    there are none."""
    family = FAMILIES[options.family]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        core = folder / "core"
        emit = subprocess.run(
            [options.roofline, "emit", "verilog", source, "--kernel", kernel, *launch,
             *family.device, "--variant", options.variant, "-o", core],
            capture_output=True, text=True)
        if emit.returncode:
            return emit.stderr.strip().replace("roofline: error: ", "")
        description = json.loads((core / "core.json").read_text())
        top = description["name"]
        files = [core / name for name in description["files"]
                 if name.endswith(".v") and not name.startswith("tb/")]
        read = f"read_verilog {' '.join(map(str, files))}"
        run("yosys", "-q", "-p", f"{read}; hierarchy -top {top}; proc; "
            "write_json ports.json", cwd=folder)
        ports = json.loads((folder / "ports.json").read_text())["modules"][top]["ports"]
        (folder / "wrapped.v").write_text(wrapped(top, ports))
        run("yosys", "-q", "-p", f"{read} wrapped.v; {family.synthesis} -top wrapped; "
            "write_json wrapped.json", cwd=folder)
        netlist = json.loads((folder / "wrapped.json").read_text())
        cells = [cell["type"] for cell in netlist["modules"]["wrapped"]["cells"].values()]
        if unknown := {cell for cell in cells if re.fullmatch(family.untimed, cell)}:
            return f"the router has no delays of {', '.join(sorted(unknown))}"
        size = sum(bool(re.fullmatch(family.tables, cell)) for cell in cells)
        (folder / "pins.xdc").write_text(PINS)
        paths = []
        for seed in range(1, 2 if options.short else options.seeds + 1):
            try:
                run(*family.router, "-q", "--json", "wrapped.json", "--timing-allow-fail",
                    "--freq", "400", "--seed", seed, "--report", "report.json",
                    cwd=folder)
            except RuntimeError as error:
                for part, why in LEFT_OUT.items():
                    if part in str(error):
                        return why
                raise
            paths.append(longest_path(json.loads((folder / "report.json").read_text())))
        path = predicted(options, source, kernel, launch)
        if options.family != "ice40" and not path:
            return "no path is predicted"
        return size, path, paths


def main():
    options = parse_options()
    router = FAMILIES[options.family].router[0]
    if not shutil.which(router):
        sys.exit(f"{router} is not installed; scripts/newer-tools.sh makes a folder with it")
    asked = [(source, kernel, launch) for source, kernel, launch in SETS[options.set]()
             if (not options.short or kernel in SHORT)
             and (not options.only or options.only in kernel)]
    shares, failed = [], 0
    beside = "cells" if options.family == "ice40" else "predicted"
    print("kernel              LUT4  predicted [ns]  cells [ns]  routing [ns]   MHz  "
          f"routed beyond {beside} / {beside}, by seed")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = [(kernel, pool.submit(measure, options, source, kernel, path))
                   for source, kernel, path in asked]
        for kernel, result in results:
            try:
                found = result.result()
            except RuntimeError as error:
                print(f"{kernel:16}  FAILED: {error}", flush=True)
                failed += 1
                continue
            if isinstance(found, str):
                print(f"{kernel:16}  left out: {re.sub(chr(10) + '.*', '', found)[:70]}",
                      flush=True)
                continue
            size, path, paths = found
            ratios = [(cells + routing) / (path or cells) - 1 for cells, routing in paths]
            shares.append(statistics.median(ratios))
            cells, routing = (statistics.median(column) for column in zip(*paths))
            print(f"{kernel:16}  {size:6}  {path or '?':>14}  {cells:10.2f}  "
                  f"{routing:12.2f}  {1000 / (cells + routing):4.0f}  "
                  + " ".join(f"{ratio:.2f}" for ratio in ratios), flush=True)
    if len(shares) > 1:
        tenths = statistics.quantiles(shares, n=10, method="inclusive")
        print(f"{len(shares)} cores: median "
              f"{statistics.median(shares):.2f}, 10 % {tenths[0]:.2f}, 90 % "
              f"{tenths[-1]:.2f}, least {min(shares):.2f}, most {max(shares):.2f}")
    return 1 if failed or not shares else 0


if __name__ == "__main__":
    sys.exit(main())
