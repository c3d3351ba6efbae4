"""sum_of_launches.py ROOFLINE ALL SOURCE KERNEL ARGS...: checks that the time of ALL's
application is the sum of the times of KERNEL, priced alone with each of ARGS (n=4,width=2).
"""
import json
import subprocess
import sys

roofline, report, source, kernel = sys.argv[1:5]
total = json.load(open(report))["application"]["time_s"]
times = []
for args in sys.argv[5:]:
    command = [roofline, "analyze", source, "--kernel", kernel, "--json", "-",
               "--allow-unknown"]
    for arg in args.split(","):
        command += ["--arg", arg]
    out = subprocess.run(command, check=True, capture_output=True).stdout
    times.append(json.loads(out)["kernels"][0]["time_s"])
if abs(total - sum(times)) > 1e-9 * total:
    sys.exit(f"{total} is not the sum {sum(times)} of {times}")
