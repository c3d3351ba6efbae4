# Computes five SOR variants under their roofs from the kernel's text alone.
import json
import sys

plot, report = (json.load(open(name)) for name in sys.argv[1:])

CLOCK, BANDWIDTH = 240e6, 25.6e9  # devices/de5net.yaml
N, STREAMS, BYTES = 64, 11, 4
ITEMS = (N - 2) ** 3  # the border stays unchanged
# Six products and five sums of neighbours; sum - rhs, cn1 *, - p, omega *,
# mask *, p +: 17. And two selections or fewer for the border.
LEAST, MOST = 17, 19
LANES = [1, 2, 4, 8, 16]


def close(a, b, part):
    assert abs(a - b) <= part * abs(b), (a, b)


points = plot["points"]
assert len(points) == len(LANES), points
roofs = [c for c in plot["devices"][0]["ceilings"] if c["name"].startswith("CP of ")]
assert len(roofs) == len(LANES), roofs
operations = report["kernels"][0]["operations"]
assert LEAST <= operations <= MOST, operations
for lanes, point, roof in zip(LANES, points, roofs):
    # A lane takes one position per cycle, with a plane ahead of it and a plane behind it
    # (Eq. 4-5 with N_OFF of a plane each). The depth of the pipeline is small beside that.
    most = N**3 / lanes + 2 * N * N + 500
    assert ITEMS * operations * CLOCK / most <= roof["ops_per_s"], (lanes, roof)
    assert roof["ops_per_s"] <= ITEMS * operations * CLOCK / (N**3 / lanes - 2 * N * N)
    # Eq. (7): operations per byte of all streams, each once, and of the halos of p.
    streams = STREAMS * N**3 + (lanes - 1) * 2 * N * N
    close(point["intensity"], ITEMS * operations / (BYTES * streams), 0.08)
    # Eq. (1).
    wall = point["intensity"] * BANDWIDTH
    close(point["ops_per_s"], min(roof["ops_per_s"], wall), 1e-6)

rate = [p["ops_per_s"] for p in points]
roof = [r["ops_per_s"] for r in roofs]
assert all(b > a for a, b in zip(roof, roof[1:])), roof
close(roof[1] / roof[0], 2, 0.05)  # in proportion
assert rate[0] == roof[0] and rate[1] == roof[1]  # compute-bound
for beyond in range(2, 5):  # the wall: no gain above four lanes
    assert rate[beyond] < roof[beyond], beyond
    assert rate[beyond] <= rate[2], beyond
