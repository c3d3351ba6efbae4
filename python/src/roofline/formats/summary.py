"""Roofline kernel summary. What OpenCL kernels are, independent of the device. See
docs/summary-json.md.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-summary'
VERSION = 8


@dataclass(frozen=True)
class SourceLocation:
    """A place in the source; line 0: the IR carries none."""

    column: int
    file: str
    line: int


@dataclass(frozen=True)
class ValueType:
    bits: int
    lanes: int
    scalar: Literal['none', 'int', 'float', 'pointer']


Expr = Any


@dataclass(frozen=True)
class IndexTerm:
    coefficient: Expr
    variable: str


@dataclass(frozen=True)
class AffineIndex:
    assumes_no_wrap: bool
    clamped: bool
    #: What is not linear [byte]; value:<n> is a value that the kernel computes, the same
    #: one in every index that mentions it.
    irregular: Expr
    #: The variables that `irregular` moves with; along all others the terms hold.
    irregular_along: list[str]
    offset: Expr
    terms: list[IndexTerm]
    #: `irregular` consists of quotients and remainders of ids and counters by what stands
    #: still: the index is affine but where another block begins.
    blockwise: Literal[True] | None = None


@dataclass(frozen=True)
class MemoryAccess:
    base: str
    block: int
    bytes: int
    #: A pixel of an image: the host may have chosen a smaller one.
    bytes_at_most: bool
    kind: Literal['read', 'write', 'atomic']
    location: SourceLocation
    predicated: bool
    reason: str
    space: Literal['private', 'global', 'constant', 'local', 'generic']
    type: ValueType
    #: Absent: the access is irregular, see reason.
    index: AffineIndex | None = None


@dataclass(frozen=True)
class KernelArg:
    element: ValueType
    #: Integers of a structure that is passed by value, or that a buffer has as elements, as
    #: in the source: shape.width.
    fields: list[str]
    kind: Literal['scalar', 'buffer', 'image', 'sampler', 'pipe', 'aggregate']
    name: str
    read: bool
    space: Literal['private', 'global', 'constant', 'local', 'generic']
    type: str
    written: bool


@dataclass(frozen=True)
class KernelAttributes:
    autorun: bool
    task: bool
    max_global_work_dim: int | None = None
    max_work_group_size: int | None = None
    num_compute_units: int | None = None
    num_simd_work_items: int | None = None
    reqd_work_group_size: list[int] | None = None


@dataclass(frozen=True)
class Guard:
    """When something runs where the body of the loop around it does."""

    data_location: SourceLocation
    #: 1 where it may run, 0 where it does not.
    form: Expr
    #: Data decide, too.
    is_of_data: bool


@dataclass(frozen=True)
class Block:
    first_operation: int
    num_operations: int
    when: Guard


@dataclass(frozen=True)
class Channel:
    bytes: int
    kind: Literal['channel', 'pipe']
    location: SourceLocation
    name: str
    number: int
    read: bool
    written: bool
    depth: int | None = None


@dataclass(frozen=True)
class Option:
    name: str
    #: Evaluated; empty for a flag.
    value: str


@dataclass(frozen=True)
class Directive:
    """A pragma of high-level synthesis, or a project's directive."""

    #: In whose body it stands.
    function: str
    #: That loop is not among `loops`.
    is_loop_lost: bool
    location: SourceLocation
    name: str
    options: list[Option]
    #: Innermost loop around it.
    loop: int | None = None


@dataclass(frozen=True)
class LocalArray:
    bytes: int
    name: str


@dataclass(frozen=True)
class CallSite:
    function: str
    location: SourceLocation


@dataclass(frozen=True)
class CarriedDependence:
    consumer: int
    kind: Literal['register', 'memory']
    producer: int
    distance: int | None = None


@dataclass(frozen=True)
class TripCount:
    count: Expr
    kind: Literal['exact', 'at-most', 'unknown']
    reason: str
    reason_location: SourceLocation


@dataclass(frozen=True)
class UnrollRequest:
    disabled: bool
    factor: int
    full: bool


@dataclass(frozen=True)
class Loop:
    #: Entered once more than the parent's body runs.
    also_at_exit: bool
    #: That lead from a C++ kernel's top to it, outermost first.
    calls: list[CallSite]
    dependences: list[CarriedDependence]
    ignore_dependences: bool
    label: str
    location: SourceLocation
    name: str
    #: May be skipped where the code around it runs.
    predicated: bool
    trip: TripCount
    when: Guard
    parent: int | None = None
    requested_ii: int | None = None
    unroll: UnrollRequest | None = None


@dataclass(frozen=True)
class Memory:
    """An array of a C++ kernel."""

    #: Outermost first; 0 where the source leaves it open.
    dimensions: list[int]
    element: ValueType
    function: str
    is_argument: bool
    is_constant: bool
    is_static: bool
    location: SourceLocation
    name: str


@dataclass(frozen=True)
class SourceRange:
    begin: SourceLocation
    end: SourceLocation


@dataclass(frozen=True)
class Node:
    children: list[int]
    index: int
    kind: Literal['sequence', 'branch', 'loop', 'block']
    range: SourceRange


@dataclass(frozen=True)
class Operation:
    location: SourceLocation
    name: str
    operands: list[int]
    type: ValueType
    access: int | None = None
    #: of an integer operator: its operand that is a scalar argument, an index into
    #: arguments
    argument: int | None = None
    #: index into channels of the channel or stream that it reads or writes
    channel: int | None = None
    #: of an integer operator: its operand that is a constant
    constant: int | None = None
    #: of an array of channels: the one that it is on
    element: Expr | None = None


@dataclass(frozen=True)
class Tally:
    """Operations of one kind at one place."""

    #: Runs once more than the loop's body.
    also_at_exit: bool
    #: Of a load, store or atomic; 0 for other operations.
    bytes: int
    #: As many of them come in the stead of others of this kind, in another arm of a branch.
    in_stead: int
    #: The loop around is not among `loops`: runs an unknown number of times.
    is_loop_lost: bool
    location: SourceLocation
    name: str
    #: Executions each time the code around runs.
    number: int
    #: May be skipped where the loop's body runs.
    predicated: bool
    space: Literal['private', 'global', 'constant', 'local', 'generic']
    type: ValueType
    when: Guard
    #: Name of the channel that it reads or writes.
    channel: str | None = None
    #: Innermost loop around.
    loop: int | None = None


@dataclass(frozen=True)
class Unknown:
    kind: Literal['trip-count', 'control-flow', 'operation', 'access', 'refused']
    location: SourceLocation
    reason: str


@dataclass(frozen=True)
class KernelSummary:
    accesses: list[MemoryAccess]
    arguments: list[KernelArg]
    attributes: KernelAttributes
    barriers: list[SourceLocation]
    blocks: list[Block]
    channels: list[Channel]
    directives: list[Directive]
    #: Conditions that may differ between the work-items of a group.
    divergent_branches: list[SourceLocation]
    #: A function of C or C++.
    is_hls: bool
    local_arrays: list[LocalArray]
    location: SourceLocation
    loops: list[Loop]
    #: Arrays of a C++ kernel, which it keeps on the chip.
    memories: list[Memory]
    name: str
    nodes: list[Node]
    operations: list[Operation]
    root: int
    #: The operations that the source has, before optimisation.
    tallies: list[Tally]
    unknowns: list[Unknown]
    uses_work_item_ids: bool


@dataclass(frozen=True)
class Summary:
    """What OpenCL kernels are, independent of the device. See docs/summary-json.md."""

    format: Literal['roofline-summary']
    kernels: list[KernelSummary]
    version: Literal[8]
