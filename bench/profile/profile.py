#!/usr/bin/env python3
"""Measures the profiler's cost: Oclgrind with its plugin against Oclgrind alone.

Each kernel runs several times each way, in turns; the fastest run of each counts, in
processor time, to reduce the effect of other programs. README.md has results.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "opencl-samples"
# kernel, file, global, local, arguments: buffers as elements and their type.
CASES = [
    ("vecadd", "vecadd", (65536, 1, 1), (256, 1, 1),
     ["<size=262144 int fill=1>", "<size=262144 int fill=2>", "<size=262144 int fill=0>"]),
    ("mm", "mm", (64, 64, 1), (16, 16, 1),
     ["<size=16384 float fill=1>"] * 2 + ["<size=16384 float fill=0>", "<size=4 int>\n64"]),
    ("mm_sm", "mm", (64, 64, 1), (64, 64, 1),
     ["<size=16384 float fill=1>"] * 2 + ["<size=16384 float fill=0>", "<size=4 int>\n64"]),
    ("sobel", "sobel", (256, 128, 1), (64, 4, 1),
     ["<size=134160 uint fill=3>", "<size=131072 uint fill=0>", "<size=4 int>\n256"]),
    ("kmeans", "kmeans", (1024, 1, 1), (64, 1, 1),
     ["<size=32768 float fill=1>", "<size=1024 float fill=2>", "<size=4096 int fill=0>",
      "<size=4 int>\n1024", "<size=4 int>\n32", "<size=4 int>\n8"]),
    ("histogram", "histogram", (2048, 1, 1), (256, 1, 1),
     ["<size=65536 uchar fill=7>", "<size=1024 uint fill=0>", "<size=4 int>\n32"]),
]


def processor_time(command, env):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode or "Invalid" in done.stderr:
        sys.exit(f"profile: {' '.join(command)}: {done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plugin", type=pathlib.Path, required=True,
                        help="libRooflineProfile.so")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    plain = ["oclgrind-kernel", "--build-options", "-cl-std=CL1.2 -cl-opt-disable"]
    print(f"{'kernel':12}{'Oclgrind [s]':>14}{'profiled [s]':>14}{'ratio':>8}")
    product = 1.0
    with tempfile.TemporaryDirectory(prefix="roofline-profile-") as name:
        folder = pathlib.Path(name)
        env = os.environ | {"ROOFLINE_PROFILE": str(folder / "profile.json")}
        for kernel, sample, whole, group, arguments in CASES:
            simulation = folder / "kernel.sim"
            lines = [str(SAMPLES / sample / f"{kernel}.cl"), kernel,
                     " ".join(map(str, whole)), " ".join(map(str, group)), *arguments]
            simulation.write_text("\n".join(lines) + "\n", encoding="utf-8")
            alone, profiled = [], []
            for _ in range(options.runs):
                alone.append(processor_time([*plain, str(simulation)], env))
                profiled.append(processor_time(
                    [*plain, "--plugins", str(options.plugin.resolve()), str(simulation)], env))
            ratio = min(profiled) / min(alone)
            product *= ratio
            print(f"{kernel:12}{min(alone):14.2f}{min(profiled):14.2f}{ratio:8.2f}")
    print(f"{'mean':40}{product ** (1 / len(CASES)):8.2f}")


if __name__ == "__main__":
    main()
