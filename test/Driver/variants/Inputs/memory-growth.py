# usage: memory-growth.py BYTES COMMAND...
# Runs COMMAND with 64 and with 4096 as its last argument. Fails where each line that it
# prints more costs more than BYTES of memory.
import resource
import subprocess
import sys

limit, command = int(sys.argv[1]), sys.argv[2:]
lines, peaks = [], []
for last in "64", "4096":
    out = subprocess.run(command + [last], check=True, capture_output=True).stdout
    lines.append(out.count(b"\n"))
    peaks.append(1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
each = (peaks[1] - peaks[0]) / (lines[1] - lines[0])
if lines[1] < 12000 or each > limit:
    sys.exit(f"{each:.0f} bytes for each of {lines[1]} lines")
