#!/usr/bin/env python3
"""Takes the pictures of docs/report-page.md and docs/dataflow.md anew, by Chromium.

  scripts/pictures.py [--roofline build/bin/roofline] [--out docs/images]

Run it after a change of the pages, and look at the pictures before you commit them.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root / "test/Page"))
from browser import Browser  # noqa: E402

SAMPLE = "opencl-samples/jacobi2d/jacobi2d_int.cl"
# Name of the picture, the command that writes its page, the heading at its top.
PICTURES = [
    ("report-page", ["analyze", "opencl-samples/mm/mm_sm.cl", "--launch",
                     "opencl-samples/mm/mm_sm.launch.yaml", "--device", "de5net",
                     "--device", "tesla-k20c"], None),
    ("report-page-designs", ["analyze", "opencl-samples/mm/mm_sm.cl", "--launch",
                             "opencl-samples/mm/mm_sm.launch.yaml", "--device", "de5net",
                             "--device", "tesla-k20c"], "Try a design"),
    ("designs-page", ["verify", SAMPLE, "--front"], None),
    ("network-page", ["analyze", "--tcl", "hls-samples/centred_rows/centred_rows.tcl"],
     "Processes of"),
]


def take(name, command, heading, options):
    with tempfile.TemporaryDirectory(prefix="roofline-pictures-") as folder:
        page = pathlib.Path(folder) / "page.html"
        run = subprocess.run([options.roofline, *command, "--html", page], cwd=root,
                             capture_output=True, text=True)
        if run.returncode not in (0, 2):  # 2: something is unknown
            sys.exit(f"{name}: {run.stderr}")
        with Browser(page.as_uri()) as browser:
            if heading:
                browser.value("[...document.querySelectorAll('h2')].find(h => "
                              f"h.innerText.startsWith('{heading}')).scrollIntoView()")
            browser.screenshot(options.out / f"{name}.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--roofline", type=pathlib.Path, default=root / "build/bin/roofline")
    parser.add_argument("--out", type=pathlib.Path, default=root / "docs/images")
    options = parser.parse_args()
    options.roofline = options.roofline.resolve()
    for picture in PICTURES:
        take(*picture, options)


main()
