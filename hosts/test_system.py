"""Runs the launches of check.py on a system in any simulator that cocotb drives.

The system's registers and its memory are at the ports themselves, without a bridge: AXI4-Lite
and AXI4, once without pauses and once with random ones. cocotb 2.0 or later.
"""
import random

import cocotb
from cocotb.clock import Clock
from cocotb.task import bridge, resume
from cocotb.triggers import RisingEdge, with_timeout

import check
import roofline_port

PERIOD = 10  # [ns]
INTERRUPTS, ENABLE, STATUS = 4, 8, 12  # registers
OKAY = 0


class Channel:
    """The channel of a port whose names begin with NAME; FIELDS: what the core offers on it."""

    def __init__(self, dut, name, *fields):
        self.dut, self.name, self.fields = dut, name, fields
        self.offer = None  # not taken yet

    def signal(self, name):
        return getattr(self.dut, self.name + name)

    def __getitem__(self, name):
        return int(self.signal(name).value)

    def __setitem__(self, name, value):
        self.signal(name).value = value

    def moves(self):
        """Whether a beat went over at the clock's edge."""
        return bool(self["valid"] and self["ready"])

    def check(self):
        """What the core offers must stay until it is taken."""
        offer = [str(self.signal(field).value) for field in self.fields]
        assert self.offer is None or (self["valid"] and offer == self.offer), \
            f"{self.name}* changed before it was taken"
        self.offer = offer if self["valid"] and not self["ready"] else None


class Memory:
    """A memory at the port m_axi_*; `pauses` is the part of cycles in which it rests."""

    def __init__(self, dut, size, pauses):
        self.dut, self.bytes, self.pauses = dut, bytearray(size), pauses
        address = "id", "addr", "len", "size", "burst"
        self.ar = Channel(dut, "m_axi_ar", *address)
        self.aw = Channel(dut, "m_axi_aw", *address)
        self.w = Channel(dut, "m_axi_w", "data", "strb", "last")
        self.r, self.b = Channel(dut, "m_axi_r"), Channel(dut, "m_axi_b")
        self.beat = len(self.r.signal("data")) // 8
        self.reads, self.writes, self.words, self.answers = [], [], [], []
        for channel in self.ar, self.aw, self.w:
            channel["ready"] = 0
        for channel in self.r, self.b:
            channel["valid"] = 0

    def rests(self):
        return random.random() < self.pauses

    def burst(self, channel):
        """Addresses of its beats; the last one is marked."""
        assert 1 << channel["size"] == self.beat and channel["burst"] == 1
        first, last = channel["addr"], channel["len"]
        assert first % self.beat == 0 and first % 4096 + (last + 1) * self.beat <= 4096
        assert first + (last + 1) * self.beat <= len(self.bytes), f"an access to {first:#x}"
        return [(channel["id"], first + self.beat * at, at == last) for at in range(last + 1)]

    def write_beat(self):
        name, address, last = self.writes.pop(0)
        bits, strobes, is_last = self.words.pop(0)
        assert is_last == last
        for at in range(self.beat):
            if strobes >> at & 1:  # other bytes may be unknown
                end = len(bits) - 8 * at
                self.bytes[address + at] = int(bits[end - 8:end], 2)
        if last:
            self.answers.append(name)

    def next(self, channel, waiting):
        """What is offered from now on; nothing where an offer stands or none waits."""
        if channel.moves():
            waiting.pop(0)
        elif channel["valid"]:
            return None
        channel["valid"] = bool(waiting) and not self.rests()
        return waiting[0] if waiting else None

    async def run(self):
        while True:
            await RisingEdge(self.dut.clk)
            for channel in self.ar, self.aw, self.w:
                channel.check()
            if self.ar.moves():
                self.reads += self.burst(self.ar)
            if self.aw.moves():
                self.writes += self.burst(self.aw)
            if self.w.moves():  # maybe before its address
                self.words.append((str(self.w.signal("data").value), self.w["strb"],
                                   self.w["last"]))
            while self.writes and self.words:
                self.write_beat()
            beat = self.next(self.r, self.reads)
            if beat is not None:
                self.r["id"], address, self.r["last"] = beat
                data = self.bytes[address:address + self.beat]
                self.r["data"], self.r["resp"] = int.from_bytes(data, "little"), OKAY
            name = self.next(self.b, self.answers)
            if name is not None:
                self.b["id"], self.b["resp"] = name, OKAY
            for channel in self.ar, self.aw, self.w:
                channel["ready"] = not self.rests()


class Port(roofline_port.Port):
    """Registers at the port s_axi_*, and the bytes of MEMORY."""

    def __init__(self, dut, memory):
        self.dut, self.memory = dut, memory
        self.aw, self.w, self.ar = (Channel(dut, f"s_axi_{name}") for name in ("aw", "w", "ar"))
        self.b = Channel(dut, "s_axi_b", "resp")
        self.r = Channel(dut, "s_axi_r", "data", "resp")
        for channel in self.aw, self.w, self.ar:
            channel["valid"] = 0
        for channel in self.b, self.r:
            channel["ready"] = 0

    async def send(self, *channels):
        """Offers a beat on each channel until it is taken."""
        for channel in channels:
            channel["valid"] = 1
        waiting = list(channels)
        while waiting:
            await RisingEdge(self.dut.clk)
            for channel in [each for each in waiting if each.moves()]:
                channel["valid"] = 0
                waiting.remove(channel)

    async def receive(self, channel):
        """Waits for an answer; OSError where it is no OKAY."""
        while True:
            channel["ready"] = not self.memory.rests()
            await RisingEdge(self.dut.clk)
            channel.check()
            if channel.moves():
                break
        channel["ready"] = 0
        if channel["resp"] != OKAY:
            raise OSError(f"an access of {channel.name} had an error")

    @resume
    async def read(self, address, count):
        if not address & roofline_port.REGISTERS:
            return bytes(self.memory.bytes[address:address + count])
        data = b""
        for offset in range(address & 0xfff, (address & 0xfff) + count, 4):
            self.ar["addr"], self.ar["prot"] = offset, 0
            await self.send(self.ar)
            await self.receive(self.r)
            data += self.r["data"].to_bytes(4, "little")
        return data

    @resume
    async def write(self, address, data):
        if not address & roofline_port.REGISTERS:
            self.memory.bytes[address:address + len(data)] = data
            return
        for at in range(0, len(data), 4):
            self.aw["addr"], self.aw["prot"] = (address & 0xfff) + at, 0
            self.w["data"], self.w["strb"] = int.from_bytes(data[at:at + 4], "little"), 15
            await self.send(self.aw, self.w)
            await self.receive(self.b)

    @resume
    async def interrupt(self, cycles):
        if not self.dut.irq.value:
            await with_timeout(RisingEdge(self.dut.irq), cycles * PERIOD, "ns")

    def start(self):
        for register in INTERRUPTS, ENABLE, STATUS:
            self.set(register, 1)
        super().start()

    def wait(self, seconds):
        """Waits for the interrupt, in the simulation's time."""
        self.interrupt(100 * self.least + 10000)
        self.set(STATUS, 1)
        super().wait(seconds)


async def run(dut, pauses):
    size = max(-(-(address + bytes) // 4096) * 4096 for _, _, address, bytes, _ in check.BUFFERS)
    cocotb.start_soon(Clock(dut.clk, PERIOD, "ns").start())
    memory = Memory(dut, size, pauses)
    port = Port(dut, memory)
    dut.rst.value = 1
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst.value = 0
    cocotb.start_soon(memory.run())
    core = await bridge(check.driver.Core)(port)
    for title, port.least, *launch in check.LAUNCHES:
        # The least cycles are those of the board's memory, not of this one.
        assert await bridge(check.check)(core, (title, None, *launch)) == 0


@cocotb.test()
async def without_pauses(dut):
    await run(dut, 0)


@cocotb.test()
async def with_pauses(dut):
    await run(dut, 0.4)
