"""run_ci.py PAGE ROOFLINE SOURCE FOLDER: runs the jobs of docs/ci.md in FOLDER, as their hosts would.

They have to let the same kernels through and to stop slower ones. `--write` FOLDER writes the jobs
there alone, as the files that the hosts read.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml


def jobs(page):
    """Each host's job as text, by the word behind the block's language."""
    return dict(re.findall(r"^```yaml (\w+)\n(.*?)^```$", page.read_text(), re.M | re.S))


def check(condition, message):
    if not condition:
        sys.exit(message)


def kernels(where, source, name):
    (where / "kernels").mkdir(parents=True, exist_ok=True)
    shutil.copy(source / f"test/Diff/Inputs/{name}.cl", where / "kernels/k.cl")
    (where / "kernels/launch.yaml").write_text(
        "{ format: roofline-launch, version: 1, args: { width: 64, height: 64, n: 4096 } }\n")


def git(where, *words):
    return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t.invalid", *words], cwd=where,
                          check=True, capture_output=True, text=True).stdout.strip()


def github(job, where, source, change):
    """The scripts of the steps, beside the two checkouts that they come after."""
    for side, name in (("old", "sums"), ("new", change)):
        kernels(where / side, source, name)
    steps = yaml.safe_load(job)["jobs"]["diff"]["steps"]
    return [(step["run"], step.get("if") == "always()") for step in steps if "run" in step]


def gitlab(job, where, source, change):
    """The script, in a repository of two commits."""
    for name in ("sums", change):
        kernels(where, source, name)
        if name == "sums":
            git(where, "init", "-q")
        git(where, "add", ".")
        git(where, "commit", "-qm", name)
    os.environ["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = git(where, "rev-parse", "HEAD~")
    return [("\n".join(yaml.safe_load(job)["roofline"]["script"]), False)]


def run(scripts, where):
    """The code of the first script that fails, as a host takes it; later ones run where they always do."""
    code, said = 0, ""
    for script, always in scripts:
        if code == 0 or always:
            done = subprocess.run(["bash", "-ec", script], cwd=where, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            code, said = code or done.returncode, said + done.stdout
    return code, said


def main():
    if sys.argv[1] == "--write":
        folder = pathlib.Path(sys.argv[3])
        for host, job in jobs(pathlib.Path(sys.argv[2])).items():
            (folder / f"{host}.yml").write_text(job)
        return
    page, roofline, source, folder = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
    os.environ["PATH"] = f"{roofline.parent}:{os.environ['PATH']}"
    found = jobs(page)
    for host, prepare in (("github", github), ("gitlab", gitlab)):
        for change, code in (("sums-moved", 0), ("sums-carried", 2)):
            where = folder / host / change
            where.mkdir(parents=True)
            os.environ["GITHUB_STEP_SUMMARY"] = str(where / "summary.md")
            result, said = run(prepare(found[host], where, source, change), where)
            check(result == code, f"{host}, {change}: {result}, not {code}\n{said}")
            check((where / "diff.md").read_text().startswith("### Roofline: "), f"{host}: no table")
            check(host == "gitlab" or (where / "summary.md").read_text() == (where / "diff.md").read_text(),
                  f"{host}: no summary")


main()
