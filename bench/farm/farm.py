#!/usr/bin/env python3
"""The farm on a real Slurm cluster of several nodes on this machine. Compares its results,
with failures, to the same tasks done locally, and its speed to the number of nodes.
README.md describes the comparisons. Exit code 1 when a result is lost or wrong.
"""
import argparse
import itertools
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from cluster import Cluster, missing

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNEL = ROOT / "opencl-samples/jacobi2d/jacobi2d_int.cl"
LIMIT = 8  # [s] per task
FAULTS = ("hangs", "crashes")


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--tasks", type=int, default=200, help="verifications")
    parser.add_argument("--nodes", type=int, default=4)
    parser.add_argument("--no-speed", action="store_true", help="failures alone")
    return parser.parse_args()


def verifications(roofline, number):
    """Makes tasks that each verify a design of the kernel, by size and variant."""
    tasks = []
    for width, rows, variant in itertools.product(range(16, 48, 2), range(8, 40, 4), (
            "map-pipe f", "map-par[2](map-pipe f) . reshapeTo 2")):
        launch = ["--global", f"{width},{rows}", "--arg", f"width={width}", "--arg",
                  f"height={rows}", "--launch", "none"]
        tasks.append({"name": f"{width} x {rows}, {variant}", "command": [
            str(roofline), "verify", str(KERNEL), *launch, "--variant", variant,
            "--no-synthesis", "--simulator", "icarus", "--seeds", "8", "--json", "-"]})
    return tasks[:number]


def faults():
    return [{"name": "hangs", "command": ["sleep", "1000"]},
            {"name": "crashes", "command": ["sh", "-c", "kill -SEGV $$"]}]


def lost_once(folder):
    """Makes a task to be lost: on its first run it names its node and does not end."""
    node = folder / "node-to-fail"
    return node, {"name": "is lost once", "command": [
        "sh", "-c", f"test -e {node} || {{ echo $SLURMD_NODENAME > {node}.part; "
        f"mv {node}.part {node}; sleep {LIMIT - 2}; echo its node did not fail; exit; }}; "
        "echo done again"]}


def run(roofline, tasks, folder, env, *options, meanwhile=None):
    """Runs tasks; returns the results by name, seconds, and the farm's messages."""
    path = folder / "tasks.json"
    path.write_text(json.dumps({"format": "roofline-tasks", "version": 1,
                                "tasks": tasks}))
    begin = time.monotonic()
    farm = subprocess.Popen(
        [roofline, "farm", path, "--json", folder / "results.json",
         "--time-limit", str(LIMIT), *options],
        env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    thread = threading.Thread(target=meanwhile or (lambda: None))
    thread.start()
    out, err = farm.communicate()
    thread.join()
    if farm.returncode not in (0, 2):
        sys.exit(f"the farm ended with {farm.returncode}: {err}")
    results = json.loads((folder / "results.json").read_text())["results"]
    return {r["name"]: r for r in results}, time.monotonic() - begin, err + out


def check(condition, text):
    print(f"{'ok' if condition else 'WRONG'}: {text}", flush=True)
    return bool(condition)


def is_as_here(options, folder, slurm):
    """True when commands print the same on the cluster as on this machine."""
    commands = [["verify", KERNEL, "--front", "--max-lanes", "2", "--max-vector", "2",
                 "--no-synthesis", "--simulator", "icarus"]]
    if shutil.which("yosys"):
        commands.append(["calibrate", "--target", "xc7", "--only", "and", "--widths", "8,12",
                         "--rtl", ROOT / "rtl", "--no-cache"])
    for command in commands:
        cluster, here = (subprocess.run(
            [options.roofline, *command, *where], env=slurm.env, capture_output=True)
            for where in (["--jobs", "slurm:main", "--results", folder / "commands"],
                          ["--jobs", "2"] + (["--results", folder / "here"]
                                             if command[0] == "verify" else [])))
        if cluster.returncode or not cluster.stdout or cluster.stdout != here.stdout:
            print(f"   {command[0]}: {cluster.stderr.decode()}")
            return False
    return True


def is_cancelled(options, folder, slurm):
    """True when Ctrl-C empties the queue."""
    (folder / "sleep.json").write_text(json.dumps(
        {"format": "roofline-tasks", "version": 1, "tasks": [
            {"name": str(i), "command": ["sh", "-c", f"sleep 1000; echo {i}"]}
            for i in range(8)]}))
    farm = subprocess.Popen(
        [options.roofline, "farm", folder / "sleep.json", "--jobs", "slurm", "--results",
         folder / "cancelled"], env=slurm.env, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    slurm.wait_for(slurm.busy_nodes, 60)
    farm.send_signal(signal.SIGINT)
    farm.wait(60)
    try:
        slurm.wait_for(lambda: not slurm.call("squeue", "-h"), 60)
    except TimeoutError:
        return False
    return True


def with_failures(options, folder):
    """True when the cluster, with its failures, gives the results of this machine."""
    tasks = verifications(options.roofline, options.tasks)
    results = folder / "cluster"
    node, lost = lost_once(folder)
    with Cluster(folder / "slurm", options.nodes) as slurm:
        def fail():
            slurm.wait_for(node.exists, 600)
            slurm.fail_node(node.read_text().strip())
            print("   a node fails", flush=True)
            slurm.stop_controller()
            time.sleep(3)
            slurm.start_controller()
            print("   the controller was away and is back", flush=True)

        middle = len(tasks) // 2
        found, seconds, _ = run(
            options.roofline, [*tasks[:middle], lost, *tasks[middle:], *faults()], folder,
            slurm.env, "--jobs", "slurm", "--results", results, meanwhile=fail)
        _, _, again = run(options.roofline, tasks, folder, slurm.env,
                          "--jobs", "slurm", "--results", results)
        as_here = is_as_here(options, folder, slurm)
        cancelled = is_cancelled(options, folder, slurm)
    local, local_seconds, _ = run(options.roofline, tasks, folder, slurm.env,
                                  "--results", folder / "local")
    attempts = [found[t["name"]]["attempts"] for t in [*tasks, lost]]
    print(f"   {options.tasks} verifications: {seconds:.0f} s on {options.nodes} nodes "
          f"with failures, {local_seconds:.0f} s on this machine; "
          f"{sum(a > 1 for a in attempts)} were submitted again")
    kept = sorted(p.name for p in results.iterdir() if p.is_file())
    return all([
        check(all(found[t["name"]]["output"] for t in tasks), "nothing is lost"),
        check(len(kept) == options.tasks + 1, "every result is there once"),
        check(f"{options.tasks} from before" in again, "nothing is run twice"),
        check(all(found[t["name"]]["output"] == local[t["name"]]["output"]
                  for t in tasks), "the same results as on this machine"),
        check(all(json.loads(local[t["name"]]["output"])["proven"] for t in tasks),
              "every design is proven"),
        check(found[lost["name"]]["output"] == "done again\n" and
              found[lost["name"]]["attempts"] == 2,
              "the failed node's task was submitted again"),
        check("did not end" in found["hangs"]["problem"] and
              found["hangs"]["attempts"] == 3, "the hanging task is named"),
        check("signal 11" in found["crashes"]["problem"] and
              found["crashes"]["attempts"] == 3, "the crashing task is named"),
        check(as_here, "verify --front and calibrate print what they print here"),
        check(cancelled, "an interrupt empties the queue")])


def speed(options, folder):
    """Measures what the engine adds to tasks that sleep."""
    number, seconds = 64, 1.0
    print(f"\n{number} tasks of {seconds} s" + " " * 21 + "wall [s]   tasks/s   overhead a task [s]")
    tasks = [{"name": str(i), "command": ["sh", "-c", f"sleep {seconds}; echo {i}"]}
             for i in range(number)]

    def row(name, slots, wall):
        print(f"{name:36} {wall:10.1f} {number / wall:9.2f} "
              f"{wall * slots / number - seconds:12.2f}", flush=True)

    for jobs in (1, 4):
        _, wall, _ = run(options.roofline, tasks, folder, None, "--jobs", str(jobs),
                         "--results", folder / f"speed-local-{jobs}")
        row(f"here, --jobs {jobs}", jobs, wall)
    for nodes, per_job in itertools.product((1, 2, 4), (1, 4)):
        with Cluster(folder / f"slurm-{nodes}-{per_job}", nodes, cpus=2) as slurm:
            _, wall, _ = run(options.roofline, tasks, folder, slurm.env, "--jobs", "slurm",
                             "--tasks-per-job", str(per_job), "--results",
                             folder / f"speed-{nodes}-{per_job}")
        row(f"slurm, {nodes} nodes of 2 CPUs, {per_job} a job", 2 * nodes, wall)


def main():
    options = parse_options()
    options.roofline = options.roofline.resolve()
    if missing():
        sys.exit(f"not installed: {', '.join(missing())} (Debian: slurm-wlm, munge)")
    with tempfile.TemporaryDirectory() as folder:
        is_right = with_failures(options, pathlib.Path(folder))
        if not options.no_speed:
            speed(options, pathlib.Path(folder))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
