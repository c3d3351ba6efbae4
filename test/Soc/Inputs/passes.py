"""passes.py FOLDER: runs `smooth` of 12 x 8 for several numbers of steps in one simulation, four a
pass, beside the kernel in Python, and says where the results are."""
import pathlib
import random
import struct
import sys

folder = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(folder / "host"))
import roofline_port  # noqa: E402
import smooth_driver as driver  # noqa: E402

WIDTH, HEIGHT, FUSED = 12, 8, 4
BASES = {"base_a": 0, "base_b": 4096}


def smooth(a):
    b = list(a)
    for y in range(1, HEIGHT - 1):
        for x in range(1, WIDTH - 1):
            i = y * WIDTH + x
            b[i] = (a[i - WIDTH] + a[i - 1] + 3 * a[i] + a[i + 1] + a[i + WIDTH]) >> 2
    return b


rng = random.Random(1)
field = [rng.randrange(-99, 100) for _ in range(WIDTH * HEIGHT)]
with roofline_port.Program(str(folder / "obj_dir/Simulation")) as port:
    core = driver.Core(port)
    for steps in (0, 1, 4, 7, 22):
        passes = (steps + FUSED - 1) // FUSED
        wanted = field
        for _ in range(steps):
            wanted = smooth(wanted)
        data = struct.pack(f"<{len(field)}i", *field)
        for address in BASES.values():
            port.write(address, data)
        core.run(passes=passes, last_steps=steps - FUSED * (passes - 1) if steps else 1, **BASES)
        holder = core.after("a")
        got = port.read(BASES[holder], len(data))
        assert got == struct.pack(f"<{len(field)}i", *wanted), steps
        print(f"{steps} steps: in {holder[-1]}")
