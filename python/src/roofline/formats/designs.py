"""Roofline designs of compiled kernels. What roofline explore writes of kernels that are no
streams, or with --designs kernel. See docs/explore.md.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-designs'
VERSION = 1


@dataclass(frozen=True)
class FitAmounts:
    dsp_blocks: float
    logic: float
    memory_blocks: float


@dataclass(frozen=True)
class DesignRow:
    #: what the source has to say for it
    changes: list[str]
    clock_hz: float
    compute_units: int
    cycles: float
    fits: bool
    #: the source's time over this one
    gain: float
    limit: Literal['memory', 'passes', 'latency']
    resources: FitAmounts
    simd: int
    time_s: float
    #: factor of each loop of the summary
    unroll: list[int]
    #: shares of the board
    used: FitAmounts
    #: text that roofline analyze --what-if takes; empty: the source's own design
    what_if: str
    #: work-items
    work_group: list[int]
    time_high_s: float | None = None
    #: four measured times in five are between
    time_low_s: float | None = None


@dataclass(frozen=True)
class KernelRows:
    available: FitAmounts
    device: str
    fitting: int
    #: by ascending time
    front: list[DesignRow]
    #: designs that no other is better than; --limit shortens front
    front_size: int
    kernel: str
    #: replays that were not needed: a part of each design does not fit
    left_out: int
    max_compute_units: int
    max_unroll: int
    notes: list[str]
    priced: int
    replays: int
    #: some operators have no price on this device
    resources_at_least: bool
    source: DesignRow
    utilisation: float
    wall_s: float
    best: DesignRow | None = None
    #: why times have no error bar
    doubt: str | None = None


@dataclass(frozen=True)
class Designs:
    """What roofline explore writes of kernels that are no streams, or with --designs kernel. See
    docs/explore.md.
    """

    format: Literal['roofline-designs']
    kernels: list[KernelRows]
    version: Literal[1]
