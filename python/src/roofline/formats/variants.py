"""Roofline design variants. What roofline variants and roofline explore write. See
docs/variants.md.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-variants'
VERSION = 1


@dataclass(frozen=True)
class DesignResources:
    dsp_blocks: float
    luts: float
    memory_blocks: float
    registers: float


@dataclass(frozen=True)
class VariantRow:
    best: bool
    clock_high_hz: float
    #: that time_s is of
    clock_hz: float
    #: where routing adds much; clock_hz where nothing says what it adds
    clock_low_hz: float
    compute_s: float
    cycles: int
    form: Literal['pipe', 'comb', 'seq']
    front: bool
    host_s: float
    lanes: int
    limit: Literal['compute', 'memory', 'host']
    memory_form: Literal['A', 'B', 'C']
    memory_s: float
    operations_per_s: float
    #: [position] with padding
    positions: int
    time_s: float
    variant: str
    vector: int
    #: absent: the device gives no power
    energy_j: float | None = None
    fits: bool | None = None
    #: [operation/byte] of device memory; absent: no byte is moved
    operations_per_byte: float | None = None
    #: absent: no cost model
    resources: DesignResources | None = None
    #: [1] largest part of what may be used
    share: float | None = None


@dataclass(frozen=True)
class ExcludedVariants:
    example: str
    why: str


@dataclass(frozen=True)
class LogicDepth:
    carry_bits: int
    #: LUTs of 6 inputs in a row
    levels: int
    #: operations whose modules have stages of their own
    not_known_of: list[str]


@dataclass(frozen=True)
class LogicDepths:
    comb: LogicDepth | None = None
    pipe: LogicDepth | None = None


@dataclass(frozen=True)
class LoopVariant:
    """the kernel as a core of loops with memories"""

    best: bool
    clock_high_hz: float
    #: that time_s is of
    clock_hz: float
    #: where routing adds much; clock_hz where nothing says what it adds
    clock_low_hz: float
    compute_s: float
    cycles: int
    front: bool
    host_s: float
    limit: Literal['compute', 'memory', 'host']
    memory_s: float
    time_s: float
    #: they are in the front, or not
    why: str
    fits: bool | None = None
    #: absent: no cost model
    resources: DesignResources | None = None
    #: [1] largest part of what may be used
    share: float | None = None


@dataclass(frozen=True)
class FabricResources:
    BRAM: float
    DSP: float
    FF: float
    LUT: float


@dataclass(frozen=True)
class SynthesisedDesign:
    #: the longest path through cells, without routing
    path_ps: float | None
    predicted: FabricResources | None
    predicted_path_ps: float | None
    synthesised: FabricResources | None
    synthesizer: str
    target: str
    unknowns: list[str]
    variant: str


@dataclass(frozen=True)
class KernelVariants:
    #: the device's, or --clock's: no design has more
    clock_hz: float
    designs: list[VariantRow]
    device: str
    excluded: list[ExcludedVariants]
    kernel: str
    launches: float
    #: of the longest path between two registers, by form
    logic_depth: LogicDepths
    memory_bytes_per_s: float
    notes: list[str]
    objective: Literal['time', 'energy', 'area']
    priced: int
    #: [byte] of all streams, once
    buffer_bytes: float | None = None
    host_bytes_per_s: float | None = None
    loops: LoopVariant | None = None
    #: why the kernel is no core of loops
    no_loops: str | None = None
    #: why the kernel is no map over streams
    no_streams: str | None = None
    #: [operation] of a position
    operations: float | None = None
    #: absent: the kernel is no map over streams
    positions: int | None = None
    #: by --synthesise
    synthesised: list[SynthesisedDesign] | None = None


@dataclass(frozen=True)
class Variants:
    """What roofline variants and roofline explore write. See docs/variants.md."""

    format: Literal['roofline-variants']
    kernels: list[KernelVariants]
    version: Literal[1]
