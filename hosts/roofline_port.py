"""How a host reaches a core that Roofline made: its registers and its memory.

A port has read(address, bytes) and write(address, data). Addresses with bit 31 are
registers, the others bytes of the memory. Errors are OSError: EIO where an access was
answered with an error, ETIMEDOUT where nothing answers.
"""
import errno
import mmap
import os
import select
import subprocess
import time

REGISTERS = 0x80000000


class Port:
    """Words and launches, for ports of all kinds."""

    origin = 0  # where the core sees the memory's byte 0

    def get(self, offset, words=1):
        """The value of consecutive registers, the lowest first."""
        return int.from_bytes(self.read(REGISTERS | offset, 4 * words), "little")

    def set(self, offset, value, words=1):
        self.write(REGISTERS | offset, value.to_bytes(4 * words, "little"))

    def start(self):
        self.set(0, 1)

    def wait(self, seconds):
        """Waits for the end of a launch."""
        end = time.monotonic() + seconds
        while not self.get(0) & 2:
            if time.monotonic() >= end:
                raise OSError(errno.ETIMEDOUT, "the launch does not end")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Bridge(Port):
    """A byte stream to a roofline_bridge."""

    LONGEST = 1024  # [word] of a transfer

    def __init__(self, source, sink):
        self.source, self.sink = source, sink

    def close(self):
        os.close(self.source)
        if self.sink != self.source:
            os.close(self.sink)

    def _send(self, data):
        while data:
            data = data[os.write(self.sink, data):]

    def _receive(self, count):
        data = b""
        while len(data) < count:
            if not select.select([self.source], [], [], 10)[0]:
                raise OSError(errno.ETIMEDOUT, "nothing answers")
            more = os.read(self.source, count - len(data))
            if not more:
                raise OSError(errno.EPIPE, "the port was closed")
            data += more
        return data

    def _command(self, what, address, words, data=b""):
        self._send(what + address.to_bytes(4, "little") + (words - 1).to_bytes(2, "little") + data)
        answer = self._receive(4 * words) if what == b"r" else b""
        if self._receive(1) != b"k":
            raise OSError(errno.EIO, f"an access to {address:#x} had an error")
        return answer

    def read(self, address, count):
        first, end = address & ~3, (address + count + 3) & ~3
        data = b""
        for at in range(first, end, 4 * self.LONGEST):
            data += self._command(b"r", at, min(self.LONGEST, (end - at) // 4))
        return data[address - first:address - first + count]

    def write(self, address, data):
        before, after = address & 3, -(address + len(data)) & 3
        if before:  # bytes at the ends share their words with others
            data = self.read(address - before, before) + data
        if after:
            data = data + self.read(address - before + len(data), after)
        address -= before
        for at in range(0, len(data), 4 * self.LONGEST):
            part = data[at:at + 4 * self.LONGEST]
            self._command(b"w", address + at, len(part) // 4, part)


class Serial(Bridge):
    """A board at a serial line."""

    def __init__(self, device, baud=1000000):
        import termios
        import tty
        line = os.open(device, os.O_RDWR | os.O_NOCTTY)
        super().__init__(line, line)
        tty.setraw(line)
        settings = termios.tcgetattr(line)
        settings[2] |= termios.CLOCAL | termios.CREAD
        settings[2] &= ~(termios.CSTOPB | termios.CRTSCTS)
        settings[4] = settings[5] = getattr(termios, f"B{baud}")
        termios.tcsetattr(line, termios.TCSANOW, settings)
        # A host before this one may have stopped within a command.
        self._send(bytes(4 * self.LONGEST + 16))
        termios.tcdrain(line)
        time.sleep(0.1)
        termios.tcflush(line, termios.TCIFLUSH)


class Program(Bridge):
    """A simulation: a program that takes the bridge's bytes and gives them."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        super().__init__(self.process.stdout.fileno(), self.process.stdin.fileno())

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Mapped(Port):
    """A processor beside the core: registers and memory from physical addresses."""

    def __init__(self, registers, memory, size, device="/dev/mem"):
        file = os.open(device, os.O_RDWR | os.O_SYNC)
        try:
            self.registers = mmap.mmap(file, 4096, offset=registers)
            self.memory = mmap.mmap(file, size, offset=memory)
            self.origin = memory
        finally:
            os.close(file)

    def close(self):
        self.registers.close()
        self.memory.close()

    def read(self, address, count):
        if address & REGISTERS:
            return self.registers[address & 0xfff:(address & 0xfff) + count]
        return self.memory[address:address + count]

    def write(self, address, data):
        if address & REGISTERS:
            self.registers[address & 0xfff:(address & 0xfff) + len(data)] = data
        else:
            self.memory[address:address + len(data)] = data
