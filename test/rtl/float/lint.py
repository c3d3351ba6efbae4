#!/usr/bin/env python3
"""Reads every simulated module with iverilog and yosys; a warning is a failure.

Verilator's -Wall is part of building the simulations.

    lint.py MODELS RTL

MODELS: lines `name module parameter=value...`, from CMake; RTL: the folder of the modules.
"""
import glob
import subprocess
import sys


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return "" if done.returncode == 0 and not done.stdout.strip() else done.stdout or "failed"


def main():
    models, rtl = sys.argv[1:]
    sources = sorted(glob.glob(rtl + "/roofline_f*.v"))
    script, failed = ["read_verilog -defer " + " ".join(sources), "design -save all"], False
    for line in open(models):
        name, module, *parameters = line.split()
        top = "roofline_" + module
        output = run(["iverilog", "-g2005", "-Wall", "-o", "/dev/null", "-s", top]
                     + [f"-P{top}.{p}" for p in parameters] + sources)
        if output:
            print(f"{name}: iverilog:\n{output}")
            failed = True
        values = "".join(f" -chparam {p.replace('=', ' ')}" for p in parameters)
        script += ["design -load all", f"hierarchy -check -top {top}{values}", "proc", "check -assert"]
    output = run(["yosys", "-q", "-e", ".*", "-p", "; ".join(script)])
    if output:
        print(f"yosys:\n{output}")
        failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
