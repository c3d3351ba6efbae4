"""The driver, `roofline`, run as a program: no LLVM in this process.

Options have the driver's names, with `_` for `-`: `analyze("k.cl", what_if="simd=4")` is
`roofline analyze k.cl --what-if simd=4`. True is an option without value, a list is an option
for each of its items, a mapping one for each NAME=VALUE; None and False leave it out. `global`
is a word of Python's: `global_`.
"""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Mapping
from typing import Any, TypeVar, Union, cast

from .files import File, load
from .formats.designs import Designs
from .formats.diff import Diff
from .formats.hls_report import HlsReport
from .formats.report import Report
from .formats.summary import Summary
from .formats.variants import Variants

Path = Union[str, "os.PathLike[str]"]
T = TypeVar("T")


class DriverError(RuntimeError):
    """The driver failed: `code` is its exit code, the text what it printed."""

    def __init__(self, code: int, text: str):
        super().__init__(text or f"roofline ended with code {code}")
        self.code = code


class UnknownInput(UserWarning):
    """The driver's exit code was 2: something unknown changes the answer, a limit is broken, or
    no design fits. The text is what it printed."""


def _words(options: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, Mapping):
            for key, each in value.items():
                words += [option, f"{key}={each}"]
        elif isinstance(value, (list, tuple)) and name.rstrip("_") in ("global", "local"):
            words += [option, ",".join(map(str, value))]
        elif isinstance(value, (list, tuple)):
            for each in value:
                words += [option, str(each)]
        else:
            words += [option, str(value)]
    return words


class Driver:
    """The program `roofline`, on the path or at `program`."""

    def __init__(self, program: Path | None = None, timeout: float | None = None):
        """Raises FileNotFoundError where there is none. `timeout`: of a command [s]."""
        found = shutil.which(os.fspath(program or os.environ.get("ROOFLINE", "roofline")))
        if not found:
            raise FileNotFoundError(f"{program or 'roofline'}: no such program")
        self.program, self.timeout = found, timeout

    def version(self) -> str:
        """`0.1.0`."""
        return self.run("--version").splitlines()[0].split()[1]

    def run(self, *words: Path) -> str:
        """Runs a command line; what it prints.

        Raises DriverError for a code other than 0 and 2, warns of 2 (UnknownInput).
        """
        line = [self.program, *map(os.fspath, words)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=self.timeout,
                              stdin=subprocess.DEVNULL)
        if done.returncode not in (0, 2):
            raise DriverError(done.returncode, done.stderr.strip())
        if done.returncode == 2:
            warnings.warn(done.stderr.strip() or "roofline: something is unknown", UnknownInput,
                          stacklevel=4)
        return done.stdout

    def _read(self, kind: Any, option: str, words: list[Path], options: Mapping[str, Any]) -> Any:
        with tempfile.TemporaryDirectory(prefix="roofline-") as folder:
            result = pathlib.Path(folder, "result.json")
            self.run(*words, *_words(options), option, result)
            read: File = load(result)
        if not isinstance(read, kind):
            raise TypeError(f"the driver wrote a {type(read).__name__}")
        return read

    def analyze(self, file: Path, **options: Any) -> Report:
        """Prices OpenCL kernels, or a summary, on a device."""
        return cast(Report, self._read(Report, "--json", ["analyze", file], options))

    def analyze_cpp(self, file: Path, **options: Any) -> HlsReport:
        """Prices functions of C or C++ on a device."""
        return cast(HlsReport, self._read(HlsReport, "--json", ["analyze", file], options))

    def summarize(self, file: Path, **options: Any) -> Summary:
        """What the kernels are, without a device."""
        with warnings.catch_warnings():  # of a launch that nobody gave
            warnings.simplefilter("ignore", UnknownInput)
            return cast(Summary, self._read(Summary, "--summary-out", ["analyze", file], options))

    def explore(self, file: Path, **options: Any) -> Designs | Variants:
        """The best design, and all that no other one beats: of kernels, or of cores."""
        return cast("Designs | Variants",
                    self._read((Designs, Variants), "--json", ["explore", file], options))

    def variants(self, file: Path, **options: Any) -> Variants:
        """Every design of a core, priced."""
        return cast(Variants, self._read(Variants, "--json", ["variants", file], options))

    def diff(self, old: Path, new: Path, **options: Any) -> Diff:
        """What became slower or faster between two reports."""
        return cast(Diff, self._read(Diff, "--json", ["diff", old, new], options))
