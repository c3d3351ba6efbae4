"""run_page.py PAGE ROOFLINE SAMPLES FOLDER [--fill]: does what PAGE tells its reader to do, in FOLDER,
which is made and has SAMPLES as opencl-samples, and systems and hls-samples beside it.

A block ```LANGUAGE FILE is written to FILE, a block ```console is run as one script and has to
print what it shows. There "..." stands for any text within a line, as a whole line for any lines.
--fill rewrites PAGE with what is printed; blocks with "..." that differ stay to be mended by hand.
"""
import os
import pathlib
import re
import subprocess
import sys


def pattern(shown):
    """What a block shows, as a regular expression."""
    lines = (r"(?:.*\n)*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n"
             for line in shown)
    return "".join(lines)


def console(block, folder, environment):
    """What a block shows, and what it prints where that differs."""
    lines = block.splitlines()
    script = "\n".join(line[2:] for line in lines if line.startswith("$ "))
    shown = [line for line in lines if not line.startswith("$ ")]
    printed = subprocess.run(["sh", "-c", script], cwd=folder, env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    return "\n".join(shown) + "\n", None if re.fullmatch(pattern(shown), printed) else printed


def main():
    page, roofline, samples, folder = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
    environment = dict(os.environ, PATH=f"{roofline.parent}:{os.environ['PATH']}")
    folder.mkdir(parents=True)
    (folder / "opencl-samples").symlink_to(samples)
    for beside in ("systems", "hls-samples"):
        (folder / beside).symlink_to(samples.parent / beside)
    blocks = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", page.read_text(), re.M | re.S)
    if "console" not in {language for language, _, _ in blocks}:
        sys.exit(f"{page}: no console block")
    failed = False
    for language, name, block in blocks:
        if name:
            (folder / name).write_text(block)
        elif language == "console":
            shown, printed = console(block, folder, environment)
            if printed and "--fill" in sys.argv and "..." not in shown and block.endswith(shown):
                filled = page.read_text().replace(block, block[:-len(shown)] + printed, 1)
                page.write_text(filled)
            elif printed:
                print("the page shows\n" + shown + "and this prints\n" + printed)
                failed = True
    sys.exit(failed)


main()
