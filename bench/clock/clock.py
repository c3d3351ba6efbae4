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
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "rtl"))
import rtl  # noqa: E402

SEEDS = (1, 2, 3)
SHORT = {"vecadd", "saxpy_int", "erosion_int"}


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--short", action="store_true", help="three kernels, one seed")
    parser.add_argument("--only", help="kernels whose name contains this")
    parser.add_argument("--variant", default="map-pipe f")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


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


def measure(options, source, kernel, launch):
    """Returns (cells, [(cell ns, routing ns) by seed]), or the reason why there are
    none."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        core = folder / "core"
        emit = subprocess.run(
            [options.roofline, "emit", "verilog", source, "--kernel", kernel, "--launch",
             launch, "--variant", options.variant, "-o", core], capture_output=True,
            text=True)
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
        run("yosys", "-q", "-p", f"{read} wrapped.v; synth_ice40 -top wrapped "
            "-json wrapped.json", cwd=folder)
        cells = json.loads((folder / "wrapped.json").read_text())
        size = sum(cell["type"] == "SB_LUT4"
                   for cell in cells["modules"]["wrapped"]["cells"].values())
        paths = []
        for seed in SEEDS[:1 if options.short else None]:
            try:
                run("nextpnr-ice40", "-q", "--hx8k", "--package", "ct256", "--json",
                    "wrapped.json", "--pcf-allow-unconstrained", "--timing-allow-fail",
                    "--freq", "400", "--seed", seed, "--report", "report.json",
                    cwd=folder)
            except RuntimeError as error:
                if "no BELs remaining" not in str(error):
                    raise
                return f"its {size} LUTs and registers do not fit the HX8K"
            paths.append(longest_path(json.loads((folder / "report.json").read_text())))
        return size, paths


def main():
    options = parse_options()
    asked = [(source, kernel, path) for source, kernel, path, _ in rtl.launches()
             if (not options.short or kernel in SHORT)
             and (not options.only or options.only in kernel)]
    shares, failed = [], 0
    print("kernel              LUT4   cells [ns]  routing [ns]  routing / cells, by seed")
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
            size, paths = found
            ratios = [routing / cells for cells, routing in paths]
            shares.append(statistics.median(ratios))
            cells, routing = (statistics.median(column) for column in zip(*paths))
            print(f"{kernel:16}  {size:6}  {cells:10.2f}  {routing:12.2f}  "
                  + " ".join(f"{ratio:.2f}" for ratio in ratios), flush=True)
    if len(shares) > 1:
        tenths = statistics.quantiles(shares, n=10, method="inclusive")
        print(f"{len(shares)} cores: routing / cells median "
              f"{statistics.median(shares):.2f}, 10 % {tenths[0]:.2f}, 90 % "
              f"{tenths[-1]:.2f}, least {min(shares):.2f}, most {max(shares):.2f}")
    return 1 if failed or not shares else 0


if __name__ == "__main__":
    sys.exit(main())
