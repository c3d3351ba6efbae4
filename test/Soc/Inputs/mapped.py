"""mapped.py FOLDER FILE: makes a file that stands for /dev/mem, with registers of `heat` from 4096 on and
memory from 8192 on; or, with a third word, says what a driver left there."""
import pathlib
import sys

sys.path.insert(0, sys.argv[1] + "/host")
import heat_driver as driver  # noqa: E402
import roofline_port  # noqa: E402

path = pathlib.Path(sys.argv[2])
if len(sys.argv) == 3:
    data = bytearray(16384)
    at = 4096 + driver.RESULTS["identity"][0]
    data[at:at + 4] = driver.IDENTITY.to_bytes(4, "little")
    path.write_bytes(data)
else:
    data = path.read_bytes()
    for name, (offset, words, _) in driver.ARGUMENTS.items():
        print(name, hex(int.from_bytes(data[4096 + offset:4096 + offset + 4 * words], "little")))
    assert data[8192 + 4096:8192 + 4100] == b"next"
    with roofline_port.Mapped(4096, 8192, 8192, str(path)) as port:
        core = driver.Core(port)
        core.set(arg_weight=9, base_now=port.origin)
        assert port.get(driver.ARGUMENTS["arg_weight"][0]) == 9 and port.origin == 8192
        assert port.read(4096, 4) == b"next"
