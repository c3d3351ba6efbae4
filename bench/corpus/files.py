"""The kernel files of Debian packages, which are fetched and unpacked, never installed.

Each file has the compiler options of its project, as far as they work outside the project.
Callers count separately the files that clang still rejects (templates, includes made at run
time, negative tests).
"""
import dataclasses
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "corpus"
SAMPLE = pathlib.Path(__file__).resolve().parent / "sample.txt"
CLANG = "/usr/lib/llvm-22/bin/clang-22"

# Packages, and where their kernels are: a pattern below the unpacked package.
PACKAGES = {
    "darktable": "usr/share/darktable/kernels",
    "ufo-filters-data": "usr/share/ufo",
    "pocl-tests": "usr/share/pocl-tests",
    "piglit": "usr/lib/*/piglit",
    "hashcat-data": "usr/share/hashcat/OpenCL",
}

# Sizes that a program chooses at run time have the smallest sensible value here.
DEFINES = {
    "ufo-filters-data": ["BOXSIZE=5", "EDGE=0"],
    "pocl-tests": [
        "VECTOR_SIZE_I=1", "VECTOR_SIZE_J=1", "VECTOR_SIZE_K=1",
        "_CL_NOINLINE=__attribute__((noinline))",
        "_CL_ALWAYSINLINE=__attribute__((always_inline))",
        "_CL_OVERLOADABLE=__attribute__((overloadable))",
        "_CL_READONLY=", "_CL_READNONE=",
        "__IF_INT64(x)=x", "__IF_FP64(x)=x", "__IF_FP16(x)=",
    ],
    "hashcat-data": [
        "KERNEL_STATIC", "XM2S(x)=#x", "M2S(x)=XM2S(x)", "VECT_SIZE=1",
        "DEVICE_TYPE=4", "VENDOR_ID=1", "KERN_TYPE=0", "ATTACK_EXEC=11",
        "ATTACK_KERN=0", "DGST_R0=0", "DGST_R1=1", "DGST_R2=2", "DGST_R3=3",
        "DGST_ELEM=4",
    ],
}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """One kernel file."""
    package: str
    name: str  # package/path below the package's folder: stable across machines
    path: pathlib.Path
    options: tuple  # -D and -I, for clang and for roofline

    def clang(self, *extra, form="-c"):
        """Command line of the compilation to bitcode, or with form -S to text."""
        return [CLANG, "-x", "cl", "-target", "spir64", "-cl-std=CL2.0", "-O2", "-w",
                "-emit-llvm", *self.options, *extra, form, str(self.path)]


def fetch(package, cache):
    """Returns the folder of the unpacked package; the first call downloads it."""
    folder = cache / package
    if (folder / "complete").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["apt-get", "download", "-q", package], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"corpus: cannot download {package}: {done.stderr.strip()}\n"
                 "corpus: `apt-get update` as root may help")
    (archive,) = folder.glob("*.deb")
    subprocess.run(["dpkg", "-x", archive, folder], check=True)
    archive.unlink()
    (folder / "complete").touch()
    return folder


def package_files(package, cache):
    (top,) = fetch(package, cache).glob(PACKAGES[package])
    for path in sorted(top.rglob("*.cl")):
        if package == "hashcat-data" and not path.name.startswith("m"):
            continue  # the parts that the m*.cl include
        options = [f"-D{define}" for define in DEFINES.get(package, [])]
        options.append(f"-I{path.parent}")
        if package == "hashcat-data":
            options.append(f"-DINCLUDE_PATH={top}")
        yield Kernel(package, f"{package}/{path.relative_to(top)}", path,
                     tuple(options))


def corpus(short=False, cache=CACHE):
    """All files, or darktable's and those that sample.txt lists."""
    files = [k for package in PACKAGES for k in package_files(package, cache)]
    if not short:
        return files
    listed = set(SAMPLE.read_text(encoding="utf-8").split())
    chosen = [k for k in files if k.package == "darktable" or k.name in listed]
    missing = listed - {k.name for k in chosen}
    if missing:
        sys.exit(f"corpus: not in the packages: {', '.join(sorted(missing))}")
    return chosen
