"""move_samples.py ROOFLINE SAMPLES FOLDER: compares kernels with copies that have new
lines.

Every kernel of SAMPLES with a launch file is analysed as it is, and with an empty line
after each of its lines. The comparison must find each loop and access again. """
import concurrent.futures
import pathlib
import re
import subprocess
import sys

roofline, samples, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def spread(text):
    """Inserts an empty line after each line, but keeps a macro's continued lines
    together."""
    return re.sub(r"(?<!\\)\n", "\n\n", text)


def analyze(source, launch, out):
    command = [roofline, "analyze", str(source), "--allow-unknown", "--json", str(out),
               "--launch", str(launch)]
    return subprocess.run(command, capture_output=True, text=True)


def check(source):
    """Returns the problems of one sample, and True when it was compared."""
    launch = source.with_name(f"{source.stem}.launch.yaml")
    if not launch.exists():
        launch = source.with_name("launch.yaml")
    # A launch names trip counts by lines, which the copy moves.
    if not launch.exists() or "trips:" in launch.read_text():
        return None
    there = folder / source.stem
    there.mkdir(parents=True)
    moved = there / source.name
    moved.write_text(spread(source.read_text()))
    old, new = there / "old.json", there / "new.json"
    for text, out in ((source, old), (moved, new)):
        result = analyze(text, launch, out)
        if result.returncode:
            return None if text is source else f"{source.name}: {result.stderr}"
    diff = subprocess.run([roofline, "diff", str(old), str(new)], capture_output=True, text=True)
    if diff.returncode or not re.fullmatch(r"no change: \d+ kernels?\n", diff.stdout):
        return f"{source.name}:\n{diff.stdout}{diff.stderr}"
    return ""


sources = sorted(p for p in samples.glob("*/*.cl"))
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = list(pool.map(check, sources))
compared = [r for r in results if r is not None]
print(f"{len(compared)} of {len(sources)} samples compared")
problems = [r for r in compared if r]
if len(compared) < 20:
    problems.append("too few samples")
sys.exit("\n".join(problems) or 0)
