"""run_docs.py PAGE ROOFLINE SOURCE FOLDER: runs the script for CI of docs/diff.md in FOLDER.

It has to let the same kernels through and to stop slower ones.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

page, roofline, source, folder = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
text = page.read_text()
environment = dict(os.environ, PATH=f"{roofline.parent}:{os.environ['PATH']}")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def run(script, cwd):
    return subprocess.run(["sh", "-c", script], cwd=cwd, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def check(condition, message):
    if not condition:
        sys.exit(message)


def kernels(where, name):
    (where / "kernels").mkdir(parents=True)
    shutil.copy(source / f"test/Diff/Inputs/{name}.cl", where / "kernels/k.cl")
    (where / "kernels/launch.yaml").write_text(
        "{ format: roofline-launch, version: 1, args: { width: 64, height: 64, n: 4096 } }\n")


# The baseline in the repository.
script, = blocks("sh")
anew, = re.findall(r"`(roofline analyze [^`]* --json kernels/baseline.json)`", text)
kernels(folder / "shell", "sums")
made = run(anew, folder / "shell")
check(made.returncode == 0, made.stdout)
same = run(script, folder / "shell")
check(same.returncode == 0 and "kept" in same.stdout, same.stdout)
shutil.copy(source / "test/Diff/Inputs/sums-rolled.cl", folder / "shell/kernels/k.cl")
slower = run(script, folder / "shell")
check(slower.returncode == 2 and "scale: time=5%" in slower.stdout, slower.stdout)
