"""Iterated kernels of the benchmark: their runs, and what a step reads."""
import dataclasses
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = HERE.parents[1] / "opencl-samples"
AXES = ("width", "height", "depth")


@dataclasses.dataclass(frozen=True)
class Case:
    """A kernel, or a chain of kernels, as a step."""
    name: str
    source: pathlib.Path
    kernels: str
    sizes: tuple  # [cell] along each axis, the first changes fastest
    swap: tuple = ()
    borders: bool = False  # promised to be equal
    args: tuple = ()
    defines: tuple = ()
    bounds: tuple = AXES  # arguments that hold the sizes; fewer if the kernel has fewer
    # [cell] by field, of sizes: from the first to the last tap; for a constant, the
    # distance of the fields ahead of a step's result: each further stage computes a cell
    # that much later, and the constant, which enters once, waits for it
    spans: object = None

    def options(self, steps, sizes=None):
        """Options of the driver for STEPS steps."""
        sizes = sizes or self.sizes
        text = [str(self.source), *self.defines, "--kernel", self.kernels,
                "--global", ",".join(map(str, sizes)), "--iterate", str(steps)]
        for name, size in zip(self.bounds, sizes):
            text += ["--arg", f"{name}={size}"]
        for arg in self.args:
            text += ["--arg", arg]
        for pair in self.swap:
            text += ["--swap", pair]
        return text + (["--borders", "same"] if self.borders else [])


def sample(name, path, kernels, sizes, swap=(), **more):
    return Case(name, SAMPLES / path, kernels, sizes, tuple(swap), **more)


HOT2 = ("per_rx=26", "per_ry=38", "per_rz=5", "ambient=20480")
HOT3 = ("per_rx=26", "per_ry=38", "per_rz=30", "per_air=5", "ambient=20480")
FDTD2 = "fdtd2d_int_ey,fdtd2d_int_ex,fdtd2d_int_hz"
FDTD2_SWAP = ("ey=ey_new", "ex=ex_new", "hz=hz_new")

# DAC17's benchmarks on whole numbers. An output of the sample jacobi3d_int has no border,
# so it is no step: `cube` keeps the border, and the sample is among the refused ones.
WHOLE = [
    sample("Jacobi-1D", "jacobi1d/jacobi1d_int.cl", "jacobi1d_int", (60,), ["a=b"],
           borders=True, bounds=(), spans=lambda s: {"a": 2}),
    sample("Jacobi-2D", "jacobi2d/jacobi2d_int.cl", "jacobi2d_int", (12, 10), ["a=b"],
           spans=lambda s: {"a": 2 * s[0]}),
    Case("Jacobi-3D", HERE / "steps.cl", "cube", (6, 5, 4), ("a=b",), borders=True,
         defines=("-D", "KIND=NONE", "-D", "REACH=1"), bounds=("w", "h", "depth"),
         spans=lambda s: {"a": 2 * s[0] * s[1]}),
    sample("HotSpot-2D", "hotspot/hotspot_int.cl", "hotspot_int", (12, 10),
           ["temperature=next"], args=HOT2,
           spans=lambda s: {"temperature": 2 * s[0], "power": s[0]}),
    sample("HotSpot-3D", "hotspot3d/hotspot3d_int.cl", "hotspot3d_int", (6, 5, 4),
           ["temperature=next"], args=HOT3,
           spans=lambda s: {"temperature": 2 * s[0] * s[1], "power": s[0] * s[1]}),
    sample("FDTD-2D", "fdtd2d/fdtd2d_int.cl", FDTD2, (12, 10), FDTD2_SWAP,
           args=("source=1000",),
           spans=lambda s: {"ey": s[0], "ex": 1, "hz": 2 * s[0]}),
    sample("FDTD-3D", "fdtd3d/fdtd3d_int.cl", "fdtd3d_int_e,fdtd3d_int_h", (6, 5, 4),
           spans=lambda s: {"ex": s[0] * s[1], "ey": s[0] * s[1], "ez": s[0],
                            "hx": 2 * s[0] * s[1], "hy": 2 * s[0] * s[1],
                            "hz": s[0] * s[1] + s[0]}),
]
REFUSED = [sample("jacobi3d_int", "jacobi3d/jacobi3d_int.cl", "jacobi3d_int", (6, 5, 4),
                  ["a=b"], borders=True, bounds=())]

# The same on floats, with the sizes and steps of the paper's Table 2.
FLOATS = [
    (sample("Jacobi-1D", "jacobi1d/jacobi1d.cl", "jacobi1d", (131072,), ["a=b"],
            borders=True, bounds=("n",)), 1024),
    (sample("Jacobi-2D", "jacobi2d/jacobi2d.cl", "jacobi2d", (2048, 2048), ["a=b"],
            borders=True), 1024),
    (sample("Jacobi-3D", "jacobi3d/jacobi3d.cl", "jacobi3d", (1024, 1024, 1024),
            ["a=b"], borders=True), 1024),
    (sample("HotSpot-2D", "hotspot/hotspot.cl", "hotspot", (4096, 4096),
            ["temperature=next"]), 1000),
    (sample("HotSpot-3D", "hotspot3d/hotspot3d.cl", "hotspot3d", (4096, 4096, 128),
            ["temperature=next"]), 1000),
    (sample("FDTD-2D", "fdtd2d/fdtd2d.cl", "fdtd2d_ey,fdtd2d_ex,fdtd2d_hz",
            (2048, 2048)), 500),
    (sample("FDTD-3D", "fdtd3d/fdtd3d.cl", "fdtd3d_e,fdtd3d_h", (2048, 2048, 2048)),
     500),
]
# Floats that are quick to simulate.
SIMULATED_FLOATS = [
    dataclasses.replace(FLOATS[0][0], name="Jacobi-1D float", sizes=(60,)),
    dataclasses.replace(FLOATS[1][0], name="Jacobi-2D float", sizes=(12, 10)),
]

# Kernels that played no part in the rows above.
UNSEEN = [
    sample("wave2d", "wave2d/wave2d_int.cl", "wave2d_int", (12, 10),
           ["prev=cur", "cur=next"]),
    sample("acoustic3d", "acoustic3d/acoustic3d_int.cl", "acoustic3d_int", (10, 9, 10),
           ["prev=cur", "cur=next"]),
    sample("anisotropic2d", "anisotropic2d/anisotropic2d_int.cl", "anisotropic2d_int",
           (12, 10), ["t=t_next"]),
    sample("gray_scott", "gray_scott/gray_scott_int.cl", "gray_scott_int", (12, 10),
           ["u=u_next", "v=v_next"],
           args=("diffuse_u=41", "diffuse_v=20", "feed=9", "kill=17")),
]

KINDS = ["CLAMP", "WRAP", "MIRROR", "MIRROR_BOTH", "CONSTANT", "NONE"]


def bordered(shape, kind, reach, promised, sizes):
    """A step of steps.cl: SHAPE with borders of KIND that reaches REACH cells."""
    swap = ("a=b", "c=d") if shape == "pair" else ("a=b",)
    return Case(f"{shape} {kind.lower()}{' promised' if promised else ''} reach {reach}",
                HERE / "steps.cl", shape, sizes, swap, borders=promised,
                defines=("-D", f"KIND={kind}", "-D", f"REACH={reach}"),
                bounds=("w", "h"))


def borders(short):
    """(case, steps, steps a pass, vector) of each border, reach and odd number."""
    reaches = (1,) if short else (1, 2, 3, 4)
    for kind in KINDS:
        for promised in (False, True) if kind == "NONE" else (False,):
            for reach in reaches:
                for shape, sizes in (("line", (37,)), ("star", (13, 11))):
                    yield bordered(shape, kind, reach, promised, sizes), 5, 3, 1
            for reach in reaches[:2]:
                yield bordered("box", kind, reach, promised, (13, 11)), 4, 2, 1
                yield bordered("pair", kind, reach, promised, (12, 9)), 7, 3, 2
    if not short:  # the last pass is odd, and no step reads the first row of c
        yield bordered("pair", "NONE", 1, False, (12, 9)), 5, 2, 1
    star = bordered("star", "CLAMP", 1, False, (13, 11))
    yield star, 3, 4, 1  # fewer steps than a pass has
    yield star, 1, 1, 1
    yield star, 6, 4, 2  # rows that no vector divides
    for sizes in ((1, 1), (2, 3), (3, 2), (1, 7), (7, 1)):
        for kind in ("CLAMP", "WRAP", "CONSTANT", "NONE"):
            yield bordered("star", kind, 1, kind == "NONE", sizes), 3, 2, 1
    for kind in ("CLAMP", "WRAP", "CONSTANT", "NONE"):  # a reach beyond the other side
        yield bordered("star", kind, 4, kind == "NONE", (3, 2)), 3, 2, 1
