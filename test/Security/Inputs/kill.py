#!/usr/bin/env python3
"""kill.py FOLDER COMMAND..: starts COMMAND, kills it once a program that it started works in
FOLDER, and sees that these programs end and FOLDER gets empty."""
import os
import signal
import subprocess
import sys
import time

folder = os.path.realpath(sys.argv[1])


def working():
    """Processes whose current folder is below FOLDER."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").startswith(folder):
                found.append(int(pid))
        except OSError:
            pass
    return found


def wait_for(what, result):
    end = time.monotonic() + 60
    while not result():
        if time.monotonic() > end:
            sys.exit(f"kill.py: {what}: it took too long")
        time.sleep(0.05)


process = subprocess.Popen(sys.argv[2:])
wait_for("a program works", working)
time.sleep(1)
assert process.poll() is None, "it ended too soon"
process.send_signal(signal.SIGKILL)
process.wait()
wait_for("programs end", lambda: not working())
wait_for("the folder is removed", lambda: not os.listdir(folder))
