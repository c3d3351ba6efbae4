"""Frames of pandas: a row a design, a kernel or an access. Needs `pandas`, the plots matplotlib.

A column is named as the file's field, with its unit; a field of a field is `used.logic`. What is
unknown is NaN.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .formats.designs import Designs
from .formats.report import Block, Node, Report
from .formats.variants import Variants

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes


def row(struct: Any, prefix: str = "") -> dict[str, Any]:
    """The numbers and words of a struct, with those of its structs; no lists of structs."""
    cells: dict[str, Any] = {}
    for field in dataclasses.fields(struct):
        value = getattr(struct, field.name)
        name = prefix + field.name.rstrip("_")
        if dataclasses.is_dataclass(value):
            cells |= row(value, name + ".")
        elif isinstance(value, list) and value and dataclasses.is_dataclass(value[0]):
            continue
        elif not isinstance(value, Mapping):
            cells[name] = value
    return cells


def _frame(rows: Iterable[dict[str, Any]]) -> pandas.DataFrame:
    import pandas

    return pandas.DataFrame.from_records(list(rows))


def designs(space: Designs | Variants) -> pandas.DataFrame:
    """A row for each design: of kernels, those that no other beats, with the source's own
    (`origin` is `front` or `source`); of cores all that the file has."""
    if isinstance(space, Variants):
        return _frame({"kernel": kernel.kernel, "device": kernel.device, **row(design)}
                      for kernel in space.kernels for design in kernel.designs)
    return _frame({"kernel": kernel.kernel, "device": kernel.device, "origin": origin,
                   **row(design)}
                  for kernel in space.kernels
                  for origin, each in (("source", [kernel.source]), ("front", kernel.front))
                  for design in each)


def kernels(report: Report) -> pandas.DataFrame:
    """A row for each kernel of a report."""
    return _frame(row(kernel) for kernel in report.kernels)


def blocks(node: Node | None) -> Iterator[Block]:
    """The blocks of a hierarchy, in the order of the source."""
    if node is None:
        return
    if node.block is not None:
        yield node.block
    for child in node.children or []:
        yield from blocks(child)


def accesses(report: Report) -> pandas.DataFrame:
    """A row for each access to memory of the kernels of a report."""
    return _frame({"kernel": kernel.kernel, **row(access)}
                  for kernel in report.kernels
                  for block in blocks(kernel.hierarchy) for access in block.accesses)


def plot_designs(space: Designs | Variants, x: str, y: str = "time_s",
                 axes: Axes | None = None) -> Axes:
    """The designs over two columns of `designs()`, in logarithmic axes, a colour a kernel."""
    from matplotlib import pyplot

    axes = axes or pyplot.gca()
    for kernel, rows in designs(space).groupby("kernel"):
        axes.plot(rows[x], rows[y], "o", label=kernel)
    axes.set(xscale="log", yscale="log", xlabel=x, ylabel=y)
    axes.legend()
    return axes
