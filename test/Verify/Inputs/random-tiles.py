#!/usr/bin/env python3
"""random-tiles.py FOLDER SEED COUNT ROOFLINE..: writes random kernels that stage tiles in
local memory, and emits them. Emitting a kernel compares its streams with the original."""
import pathlib
import random
import subprocess
import sys


def source_of(rnd, x, y, border):
    """Text of the element at x, y, also beyond the border."""
    if border == "clamp":
        return f"in[clamp({y}, 0, h - 1) * w + clamp({x}, 0, w - 1)]"
    if border == "wrap":
        return f"in[(({y} + h) % h) * w + ({x} + w) % w]"
    inside = f"in[{y} * w + {x}]"
    if rnd.random() < 0.5:
        return f"({x} >= 0 && {x} < w && {y} >= 0 && {y} < h) ? {inside} : 5"
    return f"({x} < 0 || {x} >= w || {y} < 0 || {y} >= h) ? 5 : {inside}"


def filling(rnd, group, halo, cell, border):
    """Returns the statements that fill the tile."""
    (bx, by), (rx, ry) = group, halo
    width, height = bx + 2 * rx, by + 2 * ry
    value = rnd.choice(["{}", "{} * 2", "1 + {}"]).format(f"({source_of(rnd, 'sx', 'sy', border)})")
    place = (f"int sx = (int)get_group_id(0) * {bx} - {rx} + x, "
             f"sy = (int)get_group_id(1) * {by} - {ry} + y;")
    put = f"{{ {place} {cell('y', 'x')} = {value}; }}"
    form = rnd.choice(["nested", "flat", "sides"])
    if form == "nested":
        return (f"for (int y = ly; y < {height}; y += {by})\n"
                f"for (int x = lx; x < {width}; x += {bx}) {put}")
    if form == "flat":
        return (f"for (int i = ly * {bx} + lx; i < {width * height}; i += {bx * by})\n"
                f"{{ int x = i % {width}, y = i / {width}; {put} }}")
    parts = []
    for when_x, xs in (("1", [f"lx + {rx}"]), (f"lx < {rx}", ["lx", f"lx + {bx + rx}"])):
        for when_y, ys in (("1", [f"ly + {ry}"]), (f"ly < {ry}", ["ly", f"ly + {by + ry}"])):
            parts += [f"if ({when_x} && {when_y}) {{ int x = {x}, y = {y}; {put} }}"
                      for x in xs for y in ys]
    return "\n".join(parts)


def kernel(rnd):
    """Returns the text of a kernel, and its launch."""
    group = rnd.choice([(8, 4), (16, 4), (16, 2), (5, 3), (8, 8)])
    size = [g * rnd.randint(2, 4) for g in group]
    picture = [s - rnd.choice([0, rnd.randint(0, g - 1)]) for s, g in zip(size, group)]
    reach = rnd.randint(1, min(3, *group))
    halo = rnd.choice([(reach, 0), (0, reach), (reach, reach)])
    pitch = group[0] + 2 * halo[0] + rnd.choice([0, 1, 3])
    rows = group[1] + 2 * halo[1]
    is_flat = rnd.random() < 0.5
    shape = f"[{rows * pitch}]" if is_flat else f"[{rows}][{pitch}]"

    def cell(y, x):
        return f"t[({y}) * {pitch} + {x}]" if is_flat else f"t[{y}][{x}]"

    element = rnd.choice(["int", "float", "uchar", "short"])
    result = "float" if element == "float" else "int"
    window = (f"for (int dy = 0; dy < {2 * halo[1] + 1}; ++dy)\n"
              f"for (int dx = 0; dx < {2 * halo[0] + 1}; ++dx) s += {cell('ly + dy', 'lx + dx')};")
    text = f"""kernel void tile(global const {element} *in, global {result} *out, int w, int h) {{
local {element} t{shape};
int gx = get_global_id(0), gy = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
{filling(rnd, group, halo, cell, rnd.choice(["clamp", "wrap", "other"]))}
barrier(CLK_LOCAL_MEM_FENCE);
{result} s = 0;
{window}
if (gx < w && gy < h) out[gy * w + gx] = s;
}}
"""
    return text, ["--global", "{},{}".format(*size), "--local", "{},{}".format(*group),
                  "--arg", f"w={picture[0]}", "--arg", f"h={picture[1]}"]


def main():
    folder, seed, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True)
    failures = 0
    for number in range(seed, seed + count):
        text, launch = kernel(random.Random(number))
        source = folder / f"tile{number}.cl"
        source.write_text(text)
        done = subprocess.run([*sys.argv[4:], "emit", "verilog", str(source), *launch,
                               "-o", str(folder / f"core{number}")],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            failures += 1
            print(f"{source} {' '.join(launch)}: {done.stderr}")
    print(f"{count - failures} of {count} tiles are the original")
    sys.exit(failures != 0)


main()
