"""Says whether the time of `roofline analyze` grows no faster than its input.

growth.py ROOFLINE FORM [OPTION...]: FORM names what a kernel has many of. Compares the
processor's seconds of 500 and of 2000, the least of some runs each: 4 to 5 times as many where
time grows as n log n, 16 where each is compared with each.
"""
import pathlib
import resource
import subprocess
import sys
import tempfile

MOST = 7.5  # times as long for four times as many


def arguments(n):
    parameters = ", ".join(f"global float *a{i}" for i in range(n))
    return f"kernel void k({parameters}) {{\n  int g = get_global_id(0);\n" + \
        "".join(f"  a{i}[g] += 1.0f;\n" for i in range(n)) + "}\n"


def accesses(n):
    return "kernel void k(global float *a, int n) {\n  for (int i = 0; i < n; i++) {\n" + \
        "".join(f"    a[i * {n} + {i}] += 1.0f;\n" for i in range(n)) + "  }\n}\n"


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):
        sys.exit(f"exit code {done.returncode}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    roofline, form, *options = sys.argv[1:]
    least = []
    with tempfile.TemporaryDirectory() as folder:
        for number, runs in ((500, 3), (2000, 2)):
            source = pathlib.Path(folder) / f"{number}.cl"
            source.write_text(globals()[form](number))
            command = [roofline, "analyze", source, "--device", "de5net", "--global", "64", "--local", "64", *options]
            if form != "arguments":
                command += ["--arg", "n=64"]
            least.append(min(seconds(command) for _ in range(runs)))
    growth = least[1] / least[0]
    print(f"500 {form}: {least[0]:.2f} s, 2000: {least[1]:.2f} s, {growth:.1f} times:",
          "grows with the input" if growth < MOST else "GROWS FASTER")


if __name__ == "__main__":
    main()
