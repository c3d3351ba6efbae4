"""Roofline measurement. A kernel measured on a device by `roofline measure`. See
docs/measure.md.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-measurement'
VERSION = 1


@dataclass(frozen=True)
class Bounds:
    least: float
    most: float


@dataclass(frozen=True)
class MeasurementDevice:
    driver: str
    file: str | None
    name: str
    platform: str


@dataclass(frozen=True)
class Launch:
    args: dict[str, float]
    global_: list[int]
    local: list[int] | None


@dataclass(frozen=True)
class MissingInput:
    hint: str
    what: str


@dataclass(frozen=True)
class MeasurementPower:
    mean: float | None
    meter: str | None
    peak: float | None
    samples: int


@dataclass(frozen=True)
class RoofAbove:
    name: str
    rate: float
    source: str
    unit: Literal['op/s', 'B/s']


@dataclass(frozen=True)
class MeasurementTime:
    best: float
    median: float
    runs: int
    worst: float


@dataclass(frozen=True)
class MeasurementTraffic:
    compulsory: Bounds | None
    requested: Bounds | None


@dataclass(frozen=True)
class Measurement:
    """A kernel measured on a device by `roofline measure`. See docs/measure.md."""

    attainable: Bounds | None
    contradictions: list[str]
    device: MeasurementDevice
    energy: float | None
    file: str
    format: Literal['roofline-measurement']
    intensity: Bounds | None
    kernel: str
    launch: Launch
    limit: str | None
    missing: list[MissingInput]
    performance: Bounds | None
    performance_per_watt: Bounds | None
    power: MeasurementPower
    roofs: list[RoofAbove]
    time: MeasurementTime
    traffic: MeasurementTraffic
    version: Literal[1]
    work: Bounds | None
