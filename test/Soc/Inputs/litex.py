"""litex.py FOLDER NAME: the LiteX module, with stubs of Migen and LiteX that have their names: it connects
each port of the Verilog module once, in its direction, to a signal of its width."""
import importlib
import pathlib
import re
import sys
import types

folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
ADDRESS = {"burst": 2, "len": 8, "size": 3, "lock": 1, "prot": 3, "cache": 4, "qos": 4, "region": 4}


class Wire:
    def __init__(self, width=1):
        self.width = width


def stream(**widths):
    return types.SimpleNamespace(valid=Wire(), ready=Wire(), **{n: Wire(w) for n, w in widths.items()})


class AXILiteInterface:
    def __init__(self, data_width=32, address_width=32):
        self.aw, self.ar = stream(addr=address_width), stream(addr=address_width)
        self.w = stream(data=data_width, strb=data_width // 8)
        self.b, self.r = stream(resp=2), stream(resp=2, data=data_width)


class AXIInterface:
    def __init__(self, data_width=32, address_width=32, id_width=1):
        self.aw, self.ar = (stream(addr=address_width, id=id_width, **ADDRESS) for _ in range(2))
        self.w = stream(data=data_width, strb=data_width // 8, last=1)
        self.b = stream(resp=2, id=id_width)
        self.r = stream(resp=2, data=data_width, id=id_width, last=1)


instances = []


def module(path, **names):
    sys.modules[path] = types.ModuleType(path)
    vars(sys.modules[path]).update(names)


module("migen", ClockSignal=Wire, ResetSignal=Wire, Signal=Wire,
       Module=type("Module", (), {"specials": instances}),
       Instance=lambda of, **ports: [(of, ports)])
module("litex")
module("litex.soc")
module("litex.soc.interconnect",
       axi=types.SimpleNamespace(AXILiteInterface=AXILiteInterface, AXIInterface=AXIInterface))
sys.path.insert(0, str(folder / "litex"))
sources = []
importlib.import_module(f"{name}_litex").System(types.SimpleNamespace(add_source=sources.append))

text = (folder / f"{name}_system.v").read_text()
header = re.sub(r"\(\*.*?\*\)", "", text[text.index("module"):text.index(");")], flags=re.S)
ports = {f"{way[0]}_{port}": int(high or 0) + 1
         for way, high, port in re.findall(r"(input|output)\s+wire\s+(?:\[(\d+):0\] )?(\w+)", header)}
[(of, connected)] = instances
assert of == f"{name}_system"
assert connected.keys() == ports.keys(), connected.keys() ^ ports.keys()
wires = {port: wire for port, wire in connected.items() if isinstance(wire, Wire)}
assert len({id(wire) for wire in wires.values()}) == len(wires) == len(ports) - 2
assert all(wire.width == ports[port] for port, wire in wires.items()), {
    port: wire.width for port, wire in wires.items() if wire.width != ports[port]}
assert [port for port in connected if port not in wires] == ["i_s_axi_arprot", "i_s_axi_awprot"]
assert all(pathlib.Path(source).is_file() for source in sources) and len(sources) > 5
print("connected", len(ports), "ports")
