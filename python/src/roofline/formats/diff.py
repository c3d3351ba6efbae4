"""Roofline comparison of reports. What changed between two reports of kernels. See
docs/diff.md.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-diff'
VERSION = 1


@dataclass(frozen=True)
class Reading:
    """A number with its bounds, equal where it is exact; null: unknown"""

    least: float | None
    most: float | None


@dataclass(frozen=True)
class MetricChange:
    growth: float | None
    metric: Literal['time', 'cycles', 'ii', 'transactions', 'words', 'bytes', 'compulsory', 'work', 'logic', 'memory', 'dsp', 'depth']
    #: null: the report has no such number
    new: Reading | None
    #: null: the report has no such number
    old: Reading | None
    trend: Literal['same', 'less', 'more', 'became-known', 'became-unknown', 'stays-unknown', 'bounds', 'new', 'gone', 'absent']
    unit: Literal['s', 'cycle', 'transaction', 'word', 'byte', 'operation', 'ALM', 'block']


@dataclass(frozen=True)
class Limit:
    growth: float
    metric: Literal['time', 'cycles', 'ii', 'transactions', 'words', 'bytes', 'compulsory', 'work', 'logic', 'memory', 'dsp', 'depth']
    relative: bool


@dataclass(frozen=True)
class KnownPlace:
    column: int
    file: str
    line: int


@dataclass(frozen=True)
class GateFailure:
    kernel: str | None
    launch: int
    limit: Limit
    location: KnownPlace | None
    number: MetricChange
    part: str | None
    reason: str


@dataclass(frozen=True)
class GateResult:
    failures: list[GateFailure]
    kept: bool
    limits: list[Limit]


@dataclass(frozen=True)
class InputChange:
    new: str
    old: str
    what: str


@dataclass(frozen=True)
class PartDiff:
    inputs: list[InputChange]
    kind: Literal['kernel', 'loop', 'access', 'counts']
    limited_old: bool
    limits_new: bool
    name: str
    new_location: KnownPlace | None
    numbers: list[MetricChange]
    old_location: KnownPlace | None
    presence: Literal['both', 'new', 'gone']


@dataclass(frozen=True)
class KernelDiff:
    differs: list[Literal['device', 'model', 'launch']]
    kernel: str
    launch: int
    missing: list[str]
    parts: list[PartDiff]
    presence: Literal['both', 'new', 'gone']
    same: bool
    unexplained: bool


@dataclass(frozen=True)
class DiffNew:
    file: str
    version: int


@dataclass(frozen=True)
class DiffOld:
    file: str
    version: int


@dataclass(frozen=True)
class Diff:
    """What changed between two reports of kernels. See docs/diff.md."""

    application: MetricChange | None
    format: Literal['roofline-diff']
    gate: GateResult | None
    kernels: list[KernelDiff]
    new: DiffNew
    old: DiffOld
    same: bool
    version: Literal[1]
