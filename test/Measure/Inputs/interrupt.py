#!/usr/bin/env python3
"""interrupt.py [--SIGNAL] COMMAND...: starts COMMAND, sends it SIGNAL (default SIGINT)
while its worker works, and checks that both end."""
import os
import signal
import subprocess
import sys
import time


def children(pid):
    found = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
            found += [int(child) for child in file.read().split()]
    return found


def wait_for(what, seconds=30):
    end = time.monotonic() + seconds
    while not (result := what()):
        if time.monotonic() > end:
            process.kill()
            sys.exit("interrupt.py: it took too long")
        time.sleep(0.05)
    return result


command = sys.argv[1:]
number = signal.SIGINT
if command[0].startswith("--"):
    number = signal.Signals[command.pop(0)[2:]]
# A shell may have started this one with interrupts ignored.
process = subprocess.Popen(command, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
worker = wait_for(lambda: children(process.pid))[0]
time.sleep(1)  # now it measures
process.send_signal(number)
status = process.wait(30)
if status == 0:
    sys.exit("interrupt.py: it ended with status 0")
wait_for(lambda: not os.path.exists(f"/proc/{worker}"))
