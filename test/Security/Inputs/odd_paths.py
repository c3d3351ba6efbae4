#!/usr/bin/env python3
"""odd_paths.py WORK ROOFLINE KERNEL.cl verify|profile: the command in folders whose names have
blanks, quotes, a newline and what scripts would run; a file `came` must not appear."""
import json
import os
import shutil
import subprocess
import sys

work, roofline, kernel, command = sys.argv[1:]
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
os.chdir(work)
names = ["a b'c\";touch came;\n!touch came\n$(touch came)%d", "-o"]
environment = dict(os.environ, ROOFLINE_KEPT_SYNTHESIS="")


def run(*words):
    done = subprocess.run([roofline, *words], capture_output=True, text=True, check=False,
                          env=environment)
    if done.returncode:
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


for name in names:
    folder = os.path.join(work, "in", name)
    os.makedirs(folder)
    source = os.path.join(folder, "scale.cl")
    shutil.copy(kernel, source)
    if command == "profile":
        with open(os.path.join(folder, "three.h"), "w", encoding="utf-8") as file:
            file.write("#define THREE 3\n")
        with open(source, encoding="utf-8") as file:
            text = file.read()
        with open(source, "w", encoding="utf-8") as file:
            file.write('#include "three.h"\n' + text.replace("3;", "THREE;"))
        run("profile", source, "--global", "64", "-o", "out.json")
        with open("out.json", encoding="utf-8") as file:
            assert json.load(file)["kernels"][0]["kernel"] == "scale"
        continue
    core = os.path.join(folder, "core")
    run("emit", "verilog", source, "--global", "64", "-o", core)
    said = run("verify", core, "--seeds", "1")
    assert "bit for bit" in said, said
for top, _, files in os.walk(work):
    assert "came" not in files, top
