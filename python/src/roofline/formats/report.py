"""Roofline report. What kernels cost on a device. See docs/report-json.md.

Written by python/generate.py from the JSON Schema.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

FORMAT = 'roofline-report'
VERSION = 3


@dataclass(frozen=True)
class KnownPlace:
    column: int
    file: str
    line: int


@dataclass(frozen=True)
class Channel:
    bytes: int | None
    depth: int | None
    kind: Literal['channel', 'pipe']
    location: KnownPlace | None
    name: str
    number: int
    read: bool
    written: bool


Expr = Any


@dataclass(frozen=True)
class Count:
    """A number with its bounds; a key that is missing is not known."""

    least: float | None = None
    least_form: Expr | None = None
    most: float | None = None
    most_form: Expr | None = None
    #: the number is about right: a mean behind it was sampled
    sampled: Literal[True] | None = None


@dataclass(frozen=True)
class Operation:
    counted: bool
    name: str
    number: Count
    type: str


@dataclass(frozen=True)
class Traffic:
    read: Count
    space: Literal['private', 'global', 'constant', 'local', 'generic']
    written: Count


@dataclass(frozen=True)
class Undecided:
    column: int
    hint: str
    line: int
    what: str


@dataclass(frozen=True)
class Counts:
    compulsory: Count
    missing: list[str]
    operations: list[Operation]
    requested: Count
    requested_by_space: list[Traffic]
    #: What makes bounds of W and Q, and what would bind them.
    undecided: list[Undecided]
    work: Count
    work_type: Literal['float', 'int']
    intensity_compulsory: float | None = None
    intensity_requested: float | None = None


@dataclass(frozen=True)
class LaunchProfile:
    launch: str
    scaled: bool


@dataclass(frozen=True)
class Launch:
    args: dict[str, float]
    global_: list[int] | None
    local: list[int] | None
    trips: dict[str, float]
    file: str | None = None
    profile: LaunchProfile | None = None


@dataclass(frozen=True)
class Placement:
    attainable_ops_per_s: float | None = None
    by_memory: bool | None = None
    compute_roof_ops_per_s: float | None = None
    intensity: float | None = None
    limited_by: str | None = None
    memory_slope_bytes_per_s: float | None = None
    missing: list[str] | None = None
    ridge_distance: float | None = None
    time_s: float | None = None


@dataclass(frozen=True)
class Roof:
    compulsory: Placement
    device: str
    peaks: Literal['theoretical', 'measured']
    requested: Placement
    upper_bound: bool
    predicted_ops_per_s: float | None = None


@dataclass(frozen=True)
class Utilization:
    dsp: float
    logic: float
    memory: float


@dataclass(frozen=True)
class Change:
    clock_now_hz: float | None
    clock_then_hz: float | None
    limit: Literal['passes', 'memory', 'latency']
    now_s: float | None
    then_s: float | None
    used: Utilization | None
    what_if: str


@dataclass(frozen=True)
class Advice:
    board: Change | None
    gain: float | None
    location: KnownPlace | None
    notes: list[str]
    optimisation: str
    potential: Literal['B_comp', 'B_mem', 'B_balance', 'B_itpp'] | None
    text: str
    value: float | None


@dataclass(frozen=True)
class Dependence:
    consumer: KnownPlace | None
    distance: int | None
    kind: Literal['register', 'memory']
    producer: KnownPlace | None


@dataclass(frozen=True)
class Pipeline:
    """All code directly inside one loop, or none."""

    cycles: float | None
    depth: float | None
    #: The next work-group enters the loop when the last has left it.
    holds_group: bool
    interval: float | None
    loop: KnownPlace | None
    passes: float | None
    words: float | None
    forced_by: Dependence | None = None
    interval_reason: str | None = None
    #: Cycles of its busiest load/store unit, where requests straddle words.
    slots: float | None = None


@dataclass(frozen=True)
class Unit:
    """A load/store unit of global memory."""

    bytes: int
    cached: bool
    jumps: float | None
    location: KnownPlace | None
    object: str
    repeats: float | None
    requests: float | None
    words: float | None


@dataclass(frozen=True)
class Unrolled:
    factor: int
    line: int


@dataclass(frozen=True)
class Board:
    at_most: bool
    doubt: str | None
    fastest_s: float | None
    latency_cycles: float | None
    limiting: int
    memory_cycles: float | None
    pipelines: list[Pipeline]
    sampled: bool
    slowest_s: float | None
    units: list[Unit]
    #: Copies of a loop, those included that the compiler makes by itself.
    unroll: list[Unrolled]


@dataclass(frozen=True)
class Design:
    compute_units: int
    notes: list[str]
    simd: int
    unroll: list[Unrolled]


@dataclass(frozen=True)
class Amounts:
    """Amounts of the fabric's resources, or shares and errors of them"""

    dsp_blocks: float | None
    logic_alm: float | None
    memory_blocks: float | None


@dataclass(frozen=True)
class Fit:
    clock_error: float | None
    clock_hz: float | None
    error: Amounts
    exceeded: Literal['', 'logic', 'memory', 'DSP']
    kernel: Amounts
    missing: list[str]
    shell: Amounts
    #: Number of each structure in a compute unit; operators by latency class
    structures: dict[str, float]
    used: Amounts


@dataclass(frozen=True)
class Direction:
    kind: Literal['same', 'consecutive', 'strided', 'irregular', 'unbound', 'blocks']
    bytes: int | None = None
    form: str | None = None
    #: Kind of the steps inside a block, where `kind` is blocks.
    inside: Literal['same', 'consecutive', 'strided', 'irregular', 'unbound', 'blocks'] | None = None
    #: Steps of a block, rounded down where blocks differ.
    length: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class Access:
    burst: float | None
    bytes: int
    #: A pixel of an image: the host may have chosen a smaller one.
    bytes_at_most: bool
    kind: Literal['read', 'write', 'atomic']
    lanes_coalesce: bool
    location: KnownPlace | None
    ls_num: float | None
    object: str
    order_coalesces: bool
    pattern: str
    predicated: bool
    share: float
    transactions: float | None
    transactions_per_iteration: float | None
    along_loops: list[Direction] | None = None
    along_work_items: list[Direction] | None = None
    assumes_no_wrap: bool | None = None
    clamped: bool | None = None
    irregular: str | None = None


@dataclass(frozen=True)
class BlockClosedForm:
    at_most: bool
    comp_min: str
    mem_trans: str


@dataclass(frozen=True)
class Block:
    accesses: list[Access]
    active_work_items: float | None
    closed_form: BlockClosedForm
    comp: float | None
    comp_min: float | None
    cycles: float | None
    depth: float | None
    limited_by: Literal['memory', 'computation']
    limiting: bool
    mem: float | None
    mem_burst: float | None
    mem_bytes: float | None
    mem_insts: float | None
    mem_min: float | None
    mem_trans: float | None
    repeat: float | None
    #: Executions per pass of the loops around, as the launch decides conditions or a
    #: profile measured them; absent: all.
    run_share: float | None = None


@dataclass(frozen=True)
class Loop:
    initiation_interval: float | None
    location: KnownPlace | None
    reason: str
    trip: float | None
    trip_form: str | None
    trip_kind: Literal['exact', 'at-most', 'unknown']
    trip_source: Literal['form', 'given', 'measured', 'scaled']
    forced_by: Dependence | None = None
    serialized_by: Dependence | None = None


@dataclass(frozen=True)
class Node:
    begin: KnownPlace | None
    children: list[Node]
    cycles: float | None
    end: KnownPlace | None
    kind: Literal['sequence', 'branch', 'loop', 'block']
    share: float
    block: Block | None = None
    loop: Loop | None = None


@dataclass(frozen=True)
class KernelHpca16:
    """The time by HPCA16, which the hierarchy and the potentials are by."""

    cycles: float | None
    model: Literal['hpca16', 'hpca16-repaired']
    time_s: float | None


@dataclass(frozen=True)
class Missing:
    hint: str
    location: KnownPlace | None
    what: str


@dataclass(frozen=True)
class Potentials:
    balance: float | None
    comp: float | None
    itpp: float | None
    itpp_repaired: float | None
    mem: float


@dataclass(frozen=True)
class Kernel:
    channels: list[Channel]
    complete: bool
    counts: Counts
    kernel: str
    launch: Launch
    location: KnownPlace | None
    #: The kernel under the roofs of every device.
    roofs: list[Roof]
    tells_time: bool
    active_memory_work_items: float | None = None
    advice: list[Advice] | None = None
    #: What the model "board" predicts; null where an input or the device's values are
    #: missing.
    board: Board | None = None
    #: who gives the clock; fit: it is predicted for the design
    clock_from: Literal['user', 'device', 'fit'] | None = None
    clock_hz: float | None = None
    #: The best combination of factors that a climb from the best advice reaches; only where
    #: it was asked for
    combination: Advice | None = None
    cycles: float | None = None
    design: Design | None = None
    device: str | None = None
    #: Numbers of the device file that price pipelines, by their keys
    device_entries: dict[str, float] | None = None
    #: What the design takes of the board, and its clock; null where the device file has no
    #: structures
    fit: Fit | None = None
    hierarchy: Node | None = None
    #: The time by HPCA16, which the hierarchy and the potentials are by.
    hpca16: KernelHpca16 | None = None
    missing: list[Missing] | None = None
    model: Literal['hpca16', 'hpca16-repaired', 'board'] | None = None
    potentials: Potentials | None = None
    time_bound: Literal['exact', 'lower', 'upper', 'none', 'estimate'] | None = None
    time_s: float | None = None
    transactions: float | None = None


@dataclass(frozen=True)
class Row:
    kernel: str
    launches: int
    least_s: float | None
    most_s: float | None
    time_bound: Literal['exact', 'lower', 'upper', 'none', 'estimate']
    together: bool
    total_s: float | None


@dataclass(frozen=True)
class ChannelDepth:
    #: [packet] with which it was run.
    depth: int
    #: Channels of an array that move together.
    lanes: int
    name: str
    #: [packet] with which the group is as fast, or ends.
    least_depth: int | None = None


@dataclass(frozen=True)
class Wait:
    cycles: int
    for_: Literal['data', 'space', 'memory']
    channel: str | None = None


@dataclass(frozen=True)
class Process:
    #: Where it never waits.
    cycles: int
    kernel: str
    #: Index into launches.
    row: int
    #: The longest first.
    waits: list[Wait]


@dataclass(frozen=True)
class Group:
    """Launches that run at the same time, joined by channels."""

    channels: list[ChannelDepth]
    #: The slowest of the launches'.
    clock_hz: float
    #: Null where it never ends, or was not run.
    cycles: float | None
    #: Why it was not run; the longest launch counts then.
    missing: list[str]
    #: Groups that are alike.
    number: int
    #: The memory that the launches share takes as long.
    of_memory: bool
    processes: list[Process]
    time_s: float | None
    #: Who waits for whom for ever.
    deadlock: str | None = None
    #: Why two launches do not overlap.
    hop: str | None = None


@dataclass(frozen=True)
class Application:
    complete: bool
    launches: list[Row]
    limiting: int
    time_bound: Literal['exact', 'lower', 'upper', 'none', 'estimate']
    time_s: float | None
    #: Launches at the same time that channels join.
    groups: list[Group] | None = None


@dataclass(frozen=True)
class Report:
    """What kernels cost on a device. See docs/report-json.md."""

    format: Literal['roofline-report']
    kernels: list[Kernel]
    version: Literal[3]
    #: What the launches of a launch file's list take together.
    application: Application | None = None
