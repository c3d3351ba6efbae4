"""Roofline report of C++ kernels. Cycles and resources of C++ kernels by the model vitis.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-hls-report'
VERSION = 1


@dataclass(frozen=True)
class CycleRange:
    least: float
    most: float


@dataclass(frozen=True)
class VitisResources:
    #: Of 18 Kbit.
    block_ram: float
    dsp: float
    flip_flop: float
    lut: float
    ultra_ram: float


@dataclass(frozen=True)
class HlsAdvice:
    latency: CycleRange
    line: int
    resources: VitisResources
    texts: list[str]
    what_if: str
    #: Where it is not the kernel's.
    file: str | None = None


@dataclass(frozen=True)
class HlsArray:
    #: Along each dimension.
    banks: list[float]
    #: Block RAM of 18 Kbit, or UltraRAM.
    blocks: float
    #: [element] 0: left open.
    dimensions: list[int]
    #: Mode of an argument's port; empty: none is asked for.
    interface: str
    line: int
    name: str
    #: Accesses a cycle of all banks.
    ports: float
    role: Literal['argument', 'local', 'static', 'table']
    storage: Literal['outside', 'unknown', 'registers', 'lut', 'block-ram', 'ultra-ram']
    type: str
    #: Where it is not the kernel's.
    file: str | None = None


@dataclass(frozen=True)
class HlsBus:
    """An access of an argument on a bus (m_axi)."""

    advice: str
    argument: str
    bundle: str
    is_burst: bool
    is_write: bool
    #: [element] of a burst; 0: varies.
    length: float
    line: int
    #: That may be under way.
    most_requests: int
    #: Why it is no burst.
    reason: str
    #: [cycle] to the first element, or to the answer.
    request: float
    #: Other arguments of the bundle.
    sharing: list[str]
    #: In front of which a burst is asked for.
    loop: int | None = None


@dataclass(frozen=True)
class HlsDirective:
    function: str
    line: int
    outcome: Literal['applied', 'subsumed', 'no-effect', 'unmodelled']
    reason: str
    text: str
    #: Where it is not the kernel's.
    file: str | None = None
    #: Index of the first one in which it stands.
    loop: int | None = None


@dataclass(frozen=True)
class HlsInference:
    """What the compiler does unasked."""

    memory: str
    text: str
    loop: int | None = None


@dataclass(frozen=True)
class HlsLoop:
    #: "pipelined, 4 copies"
    becomes: str
    column: int
    #: [cycle] of one iteration.
    depth: float
    #: Copies of the body.
    factor: int
    #: [cycle] of a pipelined loop.
    interval: float
    interval_reason: str
    #: Joined with the loop inside it.
    is_flattened: bool
    is_pipelined: bool
    is_unrolled_in_full: bool
    label: str
    #: [cycle] of one entry.
    latency: CycleRange
    least_trip: float
    line: int
    most_trip: float
    #: [cycle] of all entries; those of a flattened nest stand at each of its loops.
    total_cycles: float
    #: Where it is not the kernel's.
    file: str | None = None
    parent: int | None = None


@dataclass(frozen=True)
class HlsUnknown:
    line: int
    reason: str
    #: Where it is not the kernel's.
    file: str | None = None


@dataclass(frozen=True)
class FabricResources:
    BRAM: float
    DSP: float
    FF: float
    LUT: float


@dataclass(frozen=True)
class HlsFifo:
    bits: int
    depth: int
    lanes: int
    name: str
    #: Depth that takes as many cycles, or ends a deadlock.
    least: int | None = None
    #: Index of a process.
    reader: int | None = None
    #: Index of a process.
    writer: int | None = None


@dataclass(frozen=True)
class HlsWait:
    channel: str
    cycles: int
    for_: Literal['data', 'space', 'start']


@dataclass(frozen=True)
class HlsProcess:
    #: [cycle] where it never waits.
    alone: int
    line: int
    name: str
    #: Longest first; empty in a deadlock.
    waits: list[HlsWait]


@dataclass(frozen=True)
class HlsStream:
    #: Of one call with it.
    cycles: int
    line: int
    text: str


@dataclass(frozen=True)
class HlsBuffers:
    """An array: readers start when its writer is done."""

    line: int
    name: str
    #: Indices of processes.
    readers: list[int]
    #: Index of a process.
    writer: int


@dataclass(frozen=True)
class HlsRegion:
    """Processes that run at the same time."""

    #: Of one call; 0 where it is not known.
    cycles: int
    #: Who waits for whom for ever.
    deadlock: str
    fifos: list[HlsFifo]
    #: Breaks of the rules for regions.
    findings: list[HlsUnknown]
    function: str
    #: Why two processes do not overlap.
    hop: str
    line: int
    #: Why it was not run.
    missing: list[HlsUnknown]
    processes: list[HlsProcess]
    #: [cycle] of the processes one after another.
    sequential: float
    #: Arrays that a stream may replace.
    streams: list[HlsStream]
    #: From process to process.
    arrays: list[HlsBuffers] | None = None


@dataclass(frozen=True)
class HlsCeiling:
    ops_per_s: float
    resource: str


@dataclass(frozen=True)
class HlsRoof:
    device: str
    limited_by: str
    #: Left out: the roof may be lower.
    missing: list[str]
    attainable_ops_per_s: float | None = None
    #: By the model vitis.
    predicted_ops_per_s: float | None = None
    ridge_distance: float | None = None
    #: No run is shorter.
    time_s: float | None = None


@dataclass(frozen=True)
class HlsTraffic:
    #: Each counted once.
    bytes: float
    name: str
    #: Absent: no source has the figure.
    bytes_per_s: float | None = None


@dataclass(frozen=True)
class HlsRoofline:
    """The kernel under roofs, with the greatest trip counts."""

    ceilings: list[HlsCeiling]
    #: Q [byte] of the arguments, each counted once.
    compulsory_bytes: float
    #: As the source accesses.
    requested_bytes: float
    roofs: list[HlsRoof]
    traffic: list[HlsTraffic]
    #: W [operation]
    work: float
    work_type: str
    #: W / Q; absent without bytes.
    intensity: float | None = None


@dataclass(frozen=True)
class HlsKernel:
    advice: list[HlsAdvice]
    arrays: list[HlsArray]
    buses: list[HlsBus]
    clock_mhz: float
    device: str
    directives: list[HlsDirective]
    #: Why the compiler would not finish; empty if nothing speaks against it.
    doubt: str
    file: str
    inferences: list[HlsInference]
    #: [cycle] until the next call may begin.
    interval: float
    #: [cycle] of one call.
    latency: CycleRange
    line: int
    loops: list[HlsLoop]
    #: [us] of the most cycles.
    microseconds: float
    #: Without these latency is a bound.
    missing: list[HlsUnknown]
    name: str
    resources: VitisResources
    unsafe_math: bool
    #: Resources that the device leaves to kernels; BRAM of 36 Kbit.
    available: FabricResources | None = None
    best: HlsAdvice | None = None
    dataflow: list[HlsRegion] | None = None
    #: Designs of the search that no other one beats in cycles and in the scarcest resource,
    #: the fastest first.
    front: list[HlsAdvice] | None = None
    #: Index of the pipelined loop that takes most cycles.
    limiting_loop: int | None = None
    #: Absent while W or Q is unknown.
    roofline: HlsRoofline | None = None
    #: Of the source as it is, beside a design of --what-if.
    source_latency: CycleRange | None = None


@dataclass(frozen=True)
class HlsReport:
    """Cycles and resources of C++ kernels by the model vitis."""

    format: Literal['roofline-hls-report']
    kernels: list[HlsKernel]
    version: Literal[1]
